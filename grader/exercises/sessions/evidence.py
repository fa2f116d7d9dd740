"""Reading what the probes of this chapter report, which may be hostile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.evidence import Evidence, Raised
from grader.evidence.probes.watching import receipt
from grader.judging import UNREADABLE, Unreadable, WrongAnswer, agree
from grader.languages import _


def reports(evidence: Evidence, count: int, *keys: str) -> list[Mapping[str, Any]]:
    """The `count` reports of a probe, each with these keys.

    Raises WrongAnswer when the evidence is something else, which our probes never write.
    """
    result = evidence.result
    if (
        isinstance(result, list)
        and len(result) == count
        and all(isinstance(report, Mapping) and set(keys) <= report.keys() for report in result)
    ):
        return result
    raise WrongAnswer(_(UNREADABLE))


MOST_OPENED = 10_000

# What TensorFlow's messages say of errors that may have the same type for different reasons.
REASONS = (
    ("No default session",),
    ("graph is different", "not an element of this graph"),
    ("Dimension value must be",),
)


def agree_in_reason(expected: Any, got: Any) -> bool:
    """As `agree`; but errors of the same type do not agree if only one of them has one of these reasons."""
    if isinstance(expected, Raised) and isinstance(got, Raised) and _why(expected) != _why(got):
        return False
    return agree(expected, got)


def _why(error: Raised) -> list[bool]:
    return [any(text in error.message for text in texts) for texts in REASONS]


def left_behind(values: Any) -> Any:
    """What a session held afterwards, by variable. An error of reading one is none of the student's code."""
    if not isinstance(values, Mapping):
        return values
    return {
        name: Unreadable(value.type, value.message) if isinstance(value, Raised) else value
        for name, value in values.items()
    }


def value_or_error(values: Any) -> Any:
    """A list as it is, or the first error in it: what a student sees who runs the same lines."""
    if isinstance(values, list):
        return next((value for value in values if isinstance(value, Raised)), values)
    return values


def numbers(rng: Any, count: int, low: int = 2, high: int = 10) -> list[int]:
    """`count` different whole numbers from low to high - 1, in random order."""
    return [int(number) for number in rng.choice(range(low, high), count, replace=False)]


def draw_key(rng: Any) -> str:
    """What the receipts of one program are made of (see `grader.evidence.probes.watching.receipt`)."""
    return bytes(rng.bytes(16)).hex()


def all_closed(report: Mapping[str, Any], key: str, least: int = 0) -> bool:
    """Whether there is a receipt for each session (or writer) that was opened, and `least` were opened."""
    opened, closed = report["opened"], report["closed"]
    return (
        type(opened) is int
        and least <= opened <= MOST_OPENED
        and isinstance(closed, (list, tuple))
        and list(closed) == [receipt(key, number) for number in range(opened)]
    )
