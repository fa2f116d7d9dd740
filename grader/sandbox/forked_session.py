"""A room forked from a template: nobody waits for an import."""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

from grader.inside import frames
from grader.languages import _
from grader.sandbox.limits import MEGABYTE
from grader.sandbox.outputs import count_of
from grader.sandbox.session import Budget, Ending, Room, RoomBroken, no_message, stubborn
from grader.sandbox.template import TemplateDied, TemplateFailed
from grader.sandbox.template_cache import SHELF

LOOK_SECONDS = 0.25  # between looks at the memory that a running cell holds
INSIST_SECONDS = 0.5  # between interrupts: code may swallow one


class ForkedRoom(Room):
    """A child of the chapter's template, in a cage of its own."""

    async def start(self) -> None:
        self.closing = contextlib.ExitStack()
        try:
            self._fork()
        except TemplateDied:  # for whatever reason: the next one is new
            self.closing.close()
            try:
                self._fork()
            except TemplateDied as error:
                raise RoomBroken(f"the kernel did not start: {error}") from error
        self.closing.callback(self.child.close)
        self.alive = True

    def _fork(self) -> None:
        seconds = self.limits.start_seconds
        try:
            self.template = self.closing.enter_context(
                SHELF.taken(self.isolation, self.files, self.backend, seconds)
            )
            self.child = self.template.fork(self.limits)
        except TemplateDied:
            raise
        except TemplateFailed as error:
            raise RoomBroken(f"the kernel did not start: {error}") from error

    async def execute(self, source: str, budget: Budget, store_history: bool) -> Ending:
        # Blocking: nothing else runs in this thread's event loop.
        if not self.alive:
            return "died", (), None
        # Above our own bounds, so that it is here that something is cut off and told.
        order = {
            "source": source,
            "history": store_history,
            "size": 2 * budget.size + MEGABYTE,
            "count": 2 * budget.count + 100,
        }
        seconds = self.cell_seconds()
        watch = _Watch(seconds, self.limits.grace_seconds)
        try:
            self.child.line.send(b"x", json.dumps(order).encode(), time.monotonic() + seconds)
            about = self._read(budget, watch)
        except _Stubborn:
            return self._died(stubborn(self.too_late(seconds)))
        except _TooMuchMemory:
            told = _("the notebook took more than {size} MB")
            return self._died(told.format(size=self.limits.memory // MEGABYTE))
        except (frames.Ended, TimeoutError):
            if self._template_died():
                self._died(self.died_text())
                raise RoomBroken("the template died while a cell ran") from None
            return self._died(self.died_text())
        except Exception as error:
            return self._died(no_message(error))
        count = count_of(about)
        if watch.interrupted:
            return "timeout", (self.too_late(seconds),), count
        return ("failed" if self.screen.failed() else "done"), (), count

    def _died(self, reason: str) -> Ending:
        self.alive = False
        self.child.kill()
        return "died", (reason,), None

    def _template_died(self) -> bool:
        """Whether the child ended because all of the template's do: no doing of the cell's."""
        until = time.monotonic() + 0.2
        while self.template.alive and time.monotonic() < until:
            time.sleep(0.01)
        return not self.template.alive

    def _read(self, budget: Budget, watch: _Watch) -> dict[str, Any]:
        """Takes in messages until the cell is done; what the kernel said of it then."""
        while True:
            try:
                kind, body = self.child.line.receive(watch.next_look())
            except frames.TooLate:
                kind, body = b"", b""
            if kind == b"d":
                about = json.loads(body)
                return about if isinstance(about, dict) else {}
            if kind == b"e":
                raise frames.Ended(body.decode("utf-8", "replace"))
            if kind == b"o":
                self._show(body, budget)
            elif kind:
                raise ValueError(f"unknown kind {kind!r}")
            if watch.time_is_up():
                self.child.interrupt()
            if watch.looks_at_memory() and self.child.memory() > self.limits.memory:
                raise _TooMuchMemory

    def _show(self, body: bytes, budget: Budget) -> None:
        if budget.full():
            budget.drop(len(body))
            return
        message = json.loads(body.decode("utf-8", "replace"))
        if not isinstance(message["msg_type"], str) or not isinstance(message["content"], dict):
            raise ValueError("no message")
        if budget.accepts(message):
            self.screen.take(message)

    async def close(self) -> None:
        self.alive = False
        if hasattr(self, "closing"):
            self.closing.close()


class _Stubborn(Exception):
    """A cell that did not stop when it was interrupted."""


class _TooMuchMemory(Exception):
    """The submission's processes hold more memory together than they may."""


class _Watch:
    """The times of one cell: when to look at its memory, to interrupt it, to give up."""

    def __init__(self, seconds: float, grace: float):
        now = time.monotonic()
        self.end = now + seconds
        self.last = self.end + grace
        self.memory = now + LOOK_SECONDS
        self.insist = self.end
        self.interrupted = False

    def next_look(self) -> float:
        """Until when messages may be waited for."""
        return min(self.memory, self.insist)

    def time_is_up(self) -> bool:
        """Whether the cell is to be interrupted (again) now. Raises _Stubborn at the end."""
        now = time.monotonic()
        if now < self.insist:
            return False
        if now >= self.last:
            raise _Stubborn
        self.interrupted = True
        self.insist = now + INSIST_SECONDS
        return True

    def looks_at_memory(self) -> bool:
        """Whether it is time to look."""
        now = time.monotonic()
        if now < self.memory:
            return False
        self.memory = now + LOOK_SECONDS
        return True
