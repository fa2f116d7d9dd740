"""Where a submission's time goes, step by step: `python benchmarks/grading.py --split`."""

from __future__ import annotations

import functools
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from grader.classroom.course.plan import Plan
from grader.classroom.grading import submission
from grader.classroom.judge.judge_client import Judge
from grader.classroom.runs import demo
from grader.sandbox import find_isolation
from grader.sandbox.forked_session import ForkedSession

SHOWN = 8  # of the student's cells


class Split:
    """Adds up the seconds of each step of one submission, and of each of its cells."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Counts the block's time."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] += time.perf_counter() - started

    def timed(self, owner: Any, name: str, step: str) -> Callable[[], None]:
        """Counts the time of a function; returns what puts the function back."""
        original = getattr(owner, name)

        @functools.wraps(original)
        def function(*arguments: Any, **keywords: Any) -> Any:
            with self.step(step):
                return original(*arguments, **keywords)

        setattr(owner, name, function)
        return lambda: setattr(owner, name, original)

    def timed_later(self, owner: Any, name: str, step: str) -> Callable[[], None]:
        """The same for a coroutine; a cell's name is its first line."""
        original = getattr(owner, name)

        @functools.wraps(original)
        async def function(self_: Any, *arguments: Any, **keywords: Any) -> Any:
            cell = f"  {arguments[0].strip().splitlines()[0][:60]}" if name == "run" else ""
            started = time.perf_counter()
            try:
                return await original(self_, *arguments, **keywords)
            finally:
                took = time.perf_counter() - started
                self.seconds[step] += took
                if cell:
                    self.seconds[cell] += took

        setattr(owner, name, function)
        return lambda: setattr(owner, name, original)


def table(plans: Sequence[Plan], students: list[demo.Student], backend: str) -> str:
    """The median of each step, of submissions graded one after the other in this process."""
    settings, found = submission.Settings(find_isolation(), backend=backend), []
    with Judge() as judge:
        for student in students:
            split = Split()
            undo = [
                split.timed(submission, "read_notebook", "reading"),
                split.timed(submission, "restore", "restoring what is graded, flags"),
                split.timed(judge, "draw", "judge: drawing"),
                split.timed(judge, "judge", "judge: verdicts"),
                split.timed_later(ForkedSession, "start", "forking"),
                split.timed_later(ForkedSession, "run", "the student's cells"),
                split.timed_later(ForkedSession, "witnessed", "answers tried by a witness"),
                split.timed_later(ForkedSession, "ask", "answers tried"),
                split.timed_later(ForkedSession, "close", "ending the sandbox"),
            ]
            with split.step("all"):
                for plan in plans:
                    data = student.files[plan.notebook]
                    submission.grade(data, plan, b"secret", student.name, settings, judge)
            for one in undo:
                one()
            found.append(split.seconds)
    rows = {name: statistics.median(one[name] for one in found[1:]) for name in found[-1]}
    cells = sorted((name for name in rows if name.startswith(" ")), key=lambda name: -rows[name])
    steps = sorted(
        (name for name in rows if not name.startswith(" ")), key=lambda name: -rows[name]
    )
    lines = [f"| on {backend or 'TensorFlow'} | ms |", "|---|---|"]
    for name in [*steps, *cells[:SHOWN]]:
        lines.append(f"| {name} | {1000 * rows[name]:.1f} |")
    return "\n".join(lines)
