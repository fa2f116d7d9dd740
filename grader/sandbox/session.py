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
from grader.sandbox.side_files import Files


class SessionBroken(RuntimeError):
    """The kernel could not be started, or broke, for a reason that is not the student's doing."""


@dataclass(frozen=True)
class CellRun:
    """The result of running a cell.

    ended: "done", "failed" (it raised), "timeout" (interrupted), "died" (the kernel is gone).
    limits: the limits that were hit, as clauses for the feedback.
    """

    ended: str
    outputs: list[NotebookNode]
    execution_count: int | None
    seconds: float
    limits: tuple[str, ...] = ()


class Budget(Protocol):
    """Decides which of a cell's messages are kept: at most `count`, about `size` bytes in all."""

    size: int
    count: int

    def accepts(self, message: Any, times: int = 1) -> bool:
        """Whether to show the message, in so many outputs."""

    def full(self) -> bool:
        """Whether no further message would be shown."""

    def drop(self, length: int) -> None:
        """Counts a message of `length` bytes that was skipped unread."""


# How a cell ended, the limits that it hit, its execution count.
Ending = tuple[str, tuple[str, ...], int | None]


class SandboxSession(ABC):
    """A kernel in its sandbox. Use as an asynchronous context manager.

    alive: whether cells can still be run. spent: wall time of all cells so far, in seconds, without that
    in which others had the processor (`waited`, of the last cell).
    asking: whether the running code is ours, trying out an answer.
    """

    def __init__(
        self,
        isolation: Isolation,
        limits: Limits,
        files: ChapterFiles | None = None,
        backend: str = "",
        side: Files = (),
    ):
        self.isolation = isolation
        self.limits = limits
        self.files = files or ChapterFiles()
        self.backend = backend
        self.side = side
        self.asking = False
        self.alive = False
        self.spent = 0.0
        self.waited = 0.0
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
        """Starts the kernel. Raises SessionBroken with the reason if it is not ready in time."""

    @abstractmethod
    async def close(self) -> None:
        """Ends every process of the submission and removes the files it left."""

    @abstractmethod
    async def execute(self, source: str, budget: Budget, store_history: bool) -> Ending:
        """Runs a cell; its outputs go to `screen`, within the budget.

        `alive` is false after "died". Nothing that the cell does raises an exception; SessionBroken
        means that the kernel ended through our fault.
        """

    def cell_seconds(self) -> float:
        """Wall time that the next cell may take."""
        left = self.limits.notebook_seconds - self.spent
        return max(0.1, min(self._most_seconds(), left))

    def _most_seconds(self) -> float:
        limits = self.limits
        return (
            min(limits.cell_seconds, limits.answer_seconds) if self.asking else limits.cell_seconds
        )

    def too_late(self, seconds: float) -> str:
        """The message for a cell that took longer than its `seconds`."""
        if seconds < self._most_seconds():
            return self.notebook_too_late()
        told = (
            _("your answer took longer than {seconds:g} seconds")
            if self.asking
            else _("the cell took longer than {seconds:g} seconds")
        )
        return told.format(seconds=seconds)

    def notebook_too_late(self) -> str:
        """The message for a notebook that used up its time."""
        told = _("the notebook took longer than {seconds:g} seconds")
        return told.format(seconds=self.limits.notebook_seconds)

    def died_text(self) -> str:
        """The message when the kernel died for an unknown reason."""
        if self.asking:
            return _("the kernel died while it ran")
        return _("the kernel died while this cell ran")

    async def run(self, source: str) -> CellRun:
        """Runs a student's cell. Nothing that the cell does raises an exception."""
        budget = OutputBudget(
            min(self.limits.cell_output, self.limits.notebook_output - self.kept),
            self.limits.cell_outputs,
        )
        self.screen.begin()
        started = time.monotonic()
        ended, limits, count = await self.execute(source, budget, store_history=True)
        seconds = time.monotonic() - started
        self.spent += max(0.0, seconds - self.waited)
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

    async def witnessed(
        self, question: bytes, expression: str
    ) -> tuple[bytes | None, CellRun] | None:
        """What the witness answers while the kernel runs `expression`, ours (`inside.witness_process`).

        None if this kind of kernel has no witness.
        """
        return None

    async def ask(self, expression: str, mime: str) -> tuple[str | None, CellRun]:
        """Runs one of our own expressions and returns the data of type `mime` that it displayed.

        None if it displayed no such data, or more than once.
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
        self.spent += max(0.0, seconds - self.waited)
        answer = found[0] if len(found) == 1 and ended in ("done", "failed") else None
        return answer, CellRun(ended, [], None, seconds, limits)


def stubborn(limit: str) -> str:
    """The message for a cell that could only be stopped by killing its kernel."""
    return _("{limit} and did not stop when interrupted").format(limit=limit)


def no_message(error: Exception) -> str:
    """The message for a kernel whose messages could not be read."""
    told = _("the kernel sent something that is not a Jupyter message ({error})")
    return told.format(error=type(error).__name__)


class _Answers:
    """Collects display data of one type and shows none of it."""

    count = 100

    def __init__(self, mime: str, found: list[str], size: int):
        self.mime = mime
        self.found = found
        self.size = size

    def accepts(self, message: Any, times: int = 1) -> bool:
        """Never: nothing is shown; data of our type is collected."""
        if message["msg_type"] == "display_data":
            data = message["content"].get("data")
            value = data.get(self.mime) if isinstance(data, dict) else None
            if isinstance(value, str) and len(self.found) < 2:
                self.found.append(value)
        return False

    def full(self) -> bool:
        """Whether no more messages need to be read."""
        return len(self.found) >= 2

    def drop(self, length: int) -> None:
        """Nothing to count."""
