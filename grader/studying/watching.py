"""Checks a notebook again whenever it is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.classroom.course.result import GRADED, Result, limits_hit
from grader.languages import _

# How often to look at the file, in seconds.
EVERY = 0.5

Stamp = tuple[int, int, int]


def stamp(path: Path) -> Stamp | None:
    """A value that changes when the file is saved; None while it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def saves(
    path: Path, wait: Callable[[float], None] = time.sleep, every: float = EVERY
) -> Iterator[Stamp]:
    """Yields once at the start and then for each save, forever; waits for a missing file.

    A save while the caller is busy is noticed at the next iteration. wait: sleeps for that many
    seconds.
    """
    seen: Stamp | None = None
    while True:
        now = stamp(path)
        if now is not None and now != seen:
            seen = now
            yield now
        else:
            wait(every)


def first_failing(result: Result) -> str:
    """The first exercise without full points, with its message; else that all hold, or what failed."""
    if result.status != GRADED and not result.verdicts:
        return result.message
    for verdict in result.verdicts:
        if not verdict.full:
            return f"{verdict.exercise}: {verdict.message}"
    if result.status != GRADED:
        return result.message
    holds = _("Every exercise with a check is solved.")
    return f"{holds} {limits_hit(result.limits)}" if result.limits else holds


def score(result: Result) -> str:
    """How many exercises hold, and the points, in one line."""
    full = sum(verdict.full for verdict in result.verdicts)
    return _(
        "{full} of {count} exercises solved, {points:g} of {max_points:g} points, {seconds:.1f} s"
    ).format(
        full=full,
        count=len(result.verdicts),
        points=result.points,
        max_points=result.max_points,
        seconds=result.seconds,
    )
