"""Bounds the time of an answer and the work that it causes."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any

from grader.evidence.alarms import interrupted
from grader.evidence.probes.table import Probe, attempt, raised
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _

SECONDS = 5.0  # of processor time, so that a busy machine fails no right answer
SECONDS_OF_A_CALL = 2.0


class TooLong(BaseException):
    """Time is up. Not an Exception, so that neither `attempt` nor the answer catches it."""


class TooMuchWork(Exception):
    """An answer does something so often that it must be a mistake."""


class Budget:
    """How often something may happen in one call of an answer.

    told: the message if it happens more often, marked by `N_` and containing {amount}.
    """

    def __init__(self, amount: int, told: str):
        self.amount, self.left, self.told = amount, amount, told

    def spend(self) -> None:
        """Counts one use; raises TooMuchWork when there were too many."""
        self.left -= 1
        if self.left < 0:
            raise TooMuchWork(_(self.told).format(amount=self.amount))


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TooLong in the block after this many seconds of processor time.

    It raises repeatedly, because an answer may swallow it. `alarms` says where there is no limit.
    """
    try:
        with interrupted(seconds, TooLong):
            yield
    except TooLong as error:
        if error.args:  # of a block within this one
            raise
        raise TooLong(
            _(
                "your code did not finish within {seconds:g} seconds. Is there a loop that "
                "never ends, or far more work than the answer needs?"
            ).format(seconds=seconds)
        ) from None


def within(function: Callable[..., Any], *arguments: Any) -> Any:
    """`attempt`, stopped after `SECONDS_OF_A_CALL`: the result, or what was raised."""
    try:
        with time_limit(SECONDS_OF_A_CALL):
            return attempt(function, *arguments)
    except TooLong as error:
        return raised(error)


def bounded(function: Probe) -> Probe:
    """Makes a probe run in a new graph, within a time limit.

    Restores the default session and Python's recursion limit, which some answers raise.
    """

    @functools.wraps(function)
    def within_bounds(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
        depth = sys.getrecursionlimit()
        try:
            with new_graph(tf), watched(tf), time_limit(SECONDS):
                return function(tf, answers, inputs)
        except TooLong as error:
            return raised(error)
        finally:
            sys.setrecursionlimit(depth)

    return within_bounds
