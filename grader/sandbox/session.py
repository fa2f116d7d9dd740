"""One submission's kernel: cells go in, outputs and evidence come out, within the limits."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol, Self

from nbformat import NotebookNode

from grader.languages import _
from grader.sandbox.isolation import Isolation
from grader.sandbox.limits import Limits
from grader.sandbox.mounts import ChapterFiles
from grader.sandbox.outputs import OutputBudget, Screen, error_output


class RoomBroken(RuntimeError):
    """The kernel could not be started; nothing that the student did."""


@dataclass(frozen=True)
class CellRun:
    """How a cell went.

    ended: "done", "failed" (it raised), "timeout" (interrupted), "died" (the kernel is gone).
    limits: the limits that were hit, as half sentences for the feedback.
    """

    ended: str
    outputs: list[NotebookNode]
    execution_count: int | None
    seconds: float
    limits: tuple[str, ...] = ()


class Budget(Protocol):
    """Decides which messages of a cell are kept: about `size` bytes of them, and `count`."""

    size: int
    count: int

    def accepts(self, message: Any) -> bool:
        """Whether the message goes to the screen."""

    def full(self) -> bool:
        """Whether no further message would."""

    def drop(self, length: int) -> None:
        """Takes note of a message that nobody read."""


# How a cell ended, the limits that it hit, its execution count.
Ending = tuple[str, tuple[str, ...], int | None]


class Room(ABC):
    """A kernel in its sandbox. Use as an asynchronous context manager.

    alive: whether cells can still be run; spent: seconds of wall time that cells took so far.
    asking: whether what runs is ours, and tries an answer.
    """

    def __init__(
        self,
        isolation: Isolation,
        limits: Limits,
        files: ChapterFiles | None = None,
        backend: str = "",
    ):
        self.isolation = isolation
        self.limits = limits
        self.files = files or ChapterFiles()
        self.backend = backend
        self.asking = False
        self.alive = False
        self.spent = 0.0
        self.kept = 0
        self.screen = Screen()

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    @abstractmethod
    async def start(self) -> None:
        """Starts the kernel. Raises RoomBroken with the reason if it is not ready in time."""

    @abstractmethod
    async def close(self) -> None:
        """Ends every process of the submission and removes what it left."""

    @abstractmethod
    async def execute(self, source: str, budget: Budget, store_history: bool) -> Ending:
        """Runs a cell; what it shows goes, within the budget, to `screen`.

        `alive` is false after "died". Never raises for what the cell does; RoomBroken where the
        kernel ended for a fault of ours.
        """

    def cell_seconds(self) -> float:
        """Wall time that the next cell may take."""
        left = self.limits.notebook_seconds - self.spent
        return max(0.1, min(self.limits.cell_seconds, left))

    def too_late(self, seconds: float) -> str:
        """What is said of a cell that took longer than its `seconds`."""
        if seconds < self.limits.cell_seconds:
            return self.notebook_too_late()
        told = (
            _("your answer took longer than {seconds:g} seconds")
            if self.asking
            else _("the cell took longer than {seconds:g} seconds")
        )
        return told.format(seconds=seconds)

    def notebook_too_late(self) -> str:
        """What is said of a notebook that took all of its time."""
        told = _("the notebook took longer than {seconds:g} seconds")
        return told.format(seconds=self.limits.notebook_seconds)

    def died_text(self) -> str:
        """What is said when the kernel died and nobody knows why."""
        if self.asking:
            return _("the kernel died while it ran")
        return _("the kernel died while this cell ran")

    async def run(self, source: str) -> CellRun:
        """Runs a student's cell. Never raises for what the cell does."""
        budget = OutputBudget(
            min(self.limits.cell_output, self.limits.notebook_output - self.kept),
            self.limits.cell_outputs,
        )
        self.screen.begin()
        started = time.monotonic()
        ended, limits, count = await self.execute(source, budget, store_history=True)
        seconds = time.monotonic() - started
        self.spent += seconds
        self.kept += budget.kept
        outputs = self.screen.finish()
        if budget.dropped:
            note = budget.note()
            limits = (*limits, note)
            outputs.append(NotebookNode(output_type="stream", name="stdout", text=f"[{note}]\n"))
        if ended in ("timeout", "died"):
            outputs.append(
                error_output(
                    "TimeoutError" if ended == "timeout" else "DeadKernel",
                    limits[0] if limits else _("the kernel died"),
                )
            )
        return CellRun(ended, outputs, count, seconds, limits)

    async def ask(self, expression: str, mime: str) -> tuple[str | None, CellRun]:
        """Runs an expression of ours, and returns what it displayed as `mime`.

        None when it displayed nothing of that kind, or more than one thing.
        """
        found: list[str] = []
        self.screen.begin()
        started = time.monotonic()
        answers = _Answers(mime, found, self.limits.message)
        self.asking = True
        try:
            ended, limits, _count = await self.execute(expression, answers, store_history=False)
        finally:
            self.asking = False
        seconds = time.monotonic() - started
        self.spent += seconds
        answer = found[0] if len(found) == 1 and ended in ("done", "failed") else None
        return answer, CellRun(ended, [], None, seconds, limits)


def stubborn(limit: str) -> str:
    """What is said of a cell that nothing but the kernel's end could stop."""
    return _("{limit} and did not stop when interrupted").format(limit=limit)


def no_message(error: Exception) -> str:
    """What is said of a kernel whose messages could not be read."""
    told = _("the kernel sent what is not a Jupyter message ({error})")
    return told.format(error=type(error).__name__)


class _Answers:
    """Takes only display data of one type, and shows none of it."""

    count = 100

    def __init__(self, mime: str, found: list[str], size: int):
        self.mime = mime
        self.found = found
        self.size = size

    def accepts(self, message: Any) -> bool:
        """Whether the message goes to the screen: none does; what is ours is taken here."""
        if message["msg_type"] == "display_data":
            data = message["content"].get("data")
            value = data.get(self.mime) if isinstance(data, dict) else None
            if isinstance(value, str) and len(self.found) < 2:
                self.found.append(value)
        return False

    def full(self) -> bool:
        """Whether messages need no longer be read."""
        return len(self.found) >= 2

    def drop(self, length: int) -> None:
        """What was not read is not missed."""
