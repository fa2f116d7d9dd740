"""A session forked from a template, so that no submission waits for imports."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

from grader.inside import frames
from grader.languages import _
from grader.sandbox.limits import MEGABYTE
from grader.sandbox.outputs import count_of
from grader.sandbox.session import (
    Budget,
    CellRun,
    Ending,
    SandboxSession,
    SessionBroken,
    no_message,
    stubborn,
)
from grader.sandbox.template_cache import TEMPLATE_CACHE
from grader.sandbox.template_client import TemplateDied, TemplateFailed

MEMORY_SECONDS = 0.25  # between checks of how much memory a running cell holds
WORTH_SECONDS = 1.0  # a cell that took less has not waited long
MOST_PATIENCE = 9  # times a cell's seconds, for which it may be kept waiting by others
MAX_BRACKETS = 200_000  # of one message of output: each becomes an object of twenty times its size
LONGEST_END = 1000  # bytes; the report that a cell has ended holds one number
ANSWER_SECONDS = 5.0  # for what the witness has to say when the kernel is done
INSIST_SECONDS = 0.5  # between interrupts, because code may swallow one


class ForkedSession(SandboxSession):
    """A child of the chapter's template, caged separately from every other."""

    async def start(self) -> None:
        self.closing = contextlib.ExitStack()
        try:
            self._fork()
        except TemplateDied:  # whatever the reason, the cache starts a new one
            self.closing.close()
            try:
                self._fork()
            except TemplateDied as error:
                raise SessionBroken(f"the kernel did not start: {error}") from error
        self.closing.callback(self.child.close)
        self.alive = True

    def _fork(self) -> None:
        seconds = self.limits.start_seconds
        try:
            self.template = self.closing.enter_context(
                TEMPLATE_CACHE.lease(self.isolation, self.files, self.backend, seconds)
            )
            self.child = self.template.fork(self.limits, self.side)
        except TemplateDied:
            raise
        except TemplateFailed as error:
            raise SessionBroken(f"the kernel did not start: {error}") from error

    async def execute(self, source: str, budget: Budget, store_history: bool) -> Ending:
        # Blocking: nothing else runs in this thread's event loop.
        if not self.alive:
            return "died", (), None
        # Above our own bounds, so that truncation happens, and is reported, on this side.
        order = {
            "source": source,
            "history": store_history,
            "size": 2 * budget.size + MEGABYTE,
            "count": 2 * budget.count + 100,
        }
        seconds = self.cell_seconds()
        watch = _Watch(seconds, self.limits.grace_seconds, self._waiting())
        self.waited = 0.0
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
                raise SessionBroken("the template died while a cell ran") from None
            return self._died(self.died_text())
        except Exception as error:
            return self._died(no_message(error))
        if watch.seconds() > WORTH_SECONDS:
            self.waited = watch.waited()
        count = count_of(about)
        if watch.interrupted:
            return "timeout", (self.too_late(seconds),), count
        return ("failed" if self.screen.failed() else "done"), (), count

    async def witnessed(
        self, question: bytes, expression: str
    ) -> tuple[bytes | None, CellRun] | None:
        line = self.child.witness
        try:
            line.send(b"a", question, time.monotonic() + ANSWER_SECONDS)
        except (frames.Ended, TimeoutError):
            return None, CellRun("done", [], None, 0.0)
        _, run = await self.ask(expression, "")
        answer = None
        try:
            if run.ended == "done":
                _kind, answer = line.receive(time.monotonic() + ANSWER_SECONDS)
            else:
                line.send(b"s", b"", time.monotonic() + ANSWER_SECONDS)
        except (frames.Ended, TimeoutError):
            answer = None
        return answer, run

    def _waiting(self) -> Callable[[], float]:
        """A function that tells for how long others have had the processor since now."""
        before = self.child.kept_waiting()
        return lambda: self.child.kept_waiting() - before

    def _died(self, reason: str) -> Ending:
        self.alive = False
        self.child.kill()
        return "died", (reason,), None

    def _template_died(self) -> bool:
        """Whether the child ended because the template died, which is not the cell's doing."""
        until = time.monotonic() + 0.2
        while self.template.alive and time.monotonic() < until:
            time.sleep(0.01)
        return not self.template.alive

    def _read(self, budget: Budget, watch: _Watch) -> dict[str, Any]:
        """Reads messages until the cell is done; returns the kernel's closing report."""
        while True:
            try:
                kind, body = self.child.line.receive(watch.next_look())
            except frames.TooLate:
                kind, body = b"", b""
            if kind == b"d":
                if len(body) > LONGEST_END:
                    raise ValueError("a cell's end that no kernel sends")
                about = json.loads(body)
                return about if isinstance(about, dict) else {}
            if kind == b"e":
                raise frames.Ended(body.decode("utf-8", "replace"))
            if kind == b"o":
                self._show(body, budget)
            elif kind == frames.DROPPED and body == b"o":
                budget.drop(self.limits.message)
            elif kind:
                raise ValueError(f"unknown kind {kind!r}")
            if watch.time_is_up():
                self.child.interrupt()
            if watch.memory_check_is_due() and self.child.memory() > self.limits.memory:
                raise _TooMuchMemory

    def _show(self, body: bytes, budget: Budget) -> None:
        # Escaped, a text is at most six times as long: a message beyond that is never shown.
        too_long = len(body) > 8 * budget.size + MEGABYTE
        if budget.full() or too_long or body.count(b"{") + body.count(b"[") > MAX_BRACKETS:
            budget.drop(len(body))
            return
        message = json.loads(body.decode("utf-8", "replace"))
        if not isinstance(message["msg_type"], str) or not isinstance(message["content"], dict):
            raise ValueError("no message")
        if budget.accepts(message, self.screen.times(message)):
            self.screen.take(message)

    async def close(self) -> None:
        self.alive = False
        if hasattr(self, "closing"):
            self.closing.close()


class _Stubborn(Exception):
    """A cell that did not stop when it was interrupted."""


class _TooMuchMemory(Exception):
    """Together, the submission's processes hold more memory than they may."""


class _Watch:
    """The deadlines of one cell: when to check its memory, interrupt it, and give up.

    waiting: for how many seconds the cell could not run because others did. It gets them back.
    """

    def __init__(self, seconds: float, grace: float, waiting: Callable[[], float] = lambda: 0.0):
        now = self.started = time.monotonic()
        self.limit, self.grace, self.waiting = seconds, grace, waiting
        self.end = now + seconds
        self.last = self.end + grace
        self.memory = now + MEMORY_SECONDS
        self.insist = self.end
        self.interrupted = False

    def next_look(self) -> float:
        """The time until which to wait for messages."""
        return min(self.memory, self.insist)

    def time_is_up(self) -> bool:
        """Whether to interrupt the cell (again) now. Raises _Stubborn once the grace period is over."""
        now = time.monotonic()
        if now < self.insist:
            return False
        if not self.interrupted and now < (later := self.end + self.waited()):
            self.insist = max(later, now + 0.05)
            self.last = self.insist + self.grace
            return False
        if now >= self.last:
            raise _Stubborn
        self.interrupted = True
        self.insist = now + INSIST_SECONDS
        return True

    def seconds(self) -> float:
        """Wall time since the cell began."""
        return time.monotonic() - self.started

    def waited(self) -> float:
        """For how long others have kept the cell waiting, within reason."""
        return min(max(0.0, self.waiting()), MOST_PATIENCE * self.limit)

    def memory_check_is_due(self) -> bool:
        """Whether a memory check is due; if so, schedules the next one."""
        now = time.monotonic()
        if now < self.memory:
            return False
        self.memory = now + MEMORY_SECONDS
        return True
