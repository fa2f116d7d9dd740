"""Reads what probes report of answers that act in their own process; it may be hostile.

Where the session, the folder or the counted function lives on which an answer acts, only this file and the
probes know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Evidence, Other, Raised
from grader.judging.agreement import agree
from grader.judging.exercise import UNREADABLE, WrongAnswer
from grader.judging.files import Unreadable, records_of
from grader.judging.rerun import describe
from grader.languages import _

MOST_OPENED = 10_000
MOST_RUNS = 40
MOST_RECORDS = 100
RECORD_FILE = "out.tfrecord"


def reports(evidence: Evidence, count: int, *keys: str) -> list[Any]:
    """The `count` reports of a probe; each is a mapping with these keys, if any are given.

    Raises WrongAnswer when the evidence is something else, which our probes never write.
    """
    result = evidence.result
    if not isinstance(result, list) or len(result) != count:
        raise WrongAnswer(_(UNREADABLE))
    if keys and not all(isinstance(one, Mapping) and {*keys} <= one.keys() for one in result):
        raise WrongAnswer(_(UNREADABLE))
    return result


def part(report: Any, *keys: Any) -> Any:
    """`report[key][key] ...`, or the error found there instead.

    Raises WrongAnswer when there is no such part, which our probes never write.
    """
    for key in keys:
        if isinstance(report, Raised):
            return report
        try:
            report = report[key]
        except (LookupError, TypeError):
            raise WrongAnswer(_(UNREADABLE)) from None
    return report


def first_error(values: Iterable[Any]) -> Raised | None:
    """The first error among some values."""
    return next((value for value in values if isinstance(value, Raised)), None)


def together(values: Any) -> Any:
    """Several values as a list, or the first error in them: what one sees who runs the same lines."""
    return (first_error(values) or list(values)) if isinstance(values, (list, tuple)) else values


def all_closed(report: Mapping[str, Any], least: int = 0) -> bool:
    """Whether each session (or writer) that was opened was closed, and at least so many were opened."""
    opened, closed = report["opened"], report["closed"]
    return (
        type(opened) is int
        and least <= opened <= MOST_OPENED
        and isinstance(closed, (list, tuple))
        and list(closed) == list(range(opened))
    )


def listed(value: Any, told: str, function: str, ordered: bool = False) -> Any:
    """A list, tuple or array that `function` returned (or a set, where no order is asked for) as a list.

    told: what to say of anything else, marked by `N_`, with {function} and {found}. An error stays as it is.
    """
    if isinstance(value, Raised):
        return value
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, (list, tuple) if ordered else (list, tuple, set, frozenset)):
        raise WrongAnswer(_(told).format(function=function, found=describe(value)))
    return list(value)


def in_order(value: Any) -> Any:
    """Names in alphabetical order: a set, a tuple or an array of them is as good as a list."""
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist()
    return sorted(value, key=str) if isinstance(value, (list, tuple, set, frozenset)) else value


def left_behind(values: Any) -> Any:
    """What a session held afterwards, by variable. An error of reading one is none of the student's code."""
    if not isinstance(values, Mapping):
        return values
    return {
        name: Unreadable(value.type, value.message) if isinstance(value, Raised) else value
        for name, value in values.items()
    }


def refuse_closed(value: Any, held: Any) -> None:
    """Raises WrongAnswer if an answer, which gave `value`, closed the session whose state is `held`."""
    if isinstance(value, Raised) or not isinstance(held, Raised):
        return
    if "closed Session" in held.message:  # the error comes from reading it afterwards
        raise WrongAnswer(
            _(
                "your function closed the session that it was given. Leave it open, with all it holds"
            )
        )


def tidy(report: Mapping[str, Any], program: Mapping[str, Any]) -> bool:
    """Whether each session was closed; and if none was seen, whether the given one did the `n` runs instead.

    There, each run takes the next one of the random numbers of `seed`; the next is `report["pulse"]`.
    A call that raised an error need not have run anything.
    """
    if not all_closed(report):
        return False
    if report["opened"] > 0 or isinstance(report["value"], Raised):
        return True
    with tf.Graph().as_default(), tf.Session() as session:
        number = tf.random_uniform([], seed=program["seed"])
        pulses = [session.run(number) for _run in range(MOST_RUNS)]
    return any(agree(pulse, report["pulse"]) for pulse in pulses[program["n"] :])


def outcomes(evidence: Evidence, count: int, *keys: str) -> list[Any]:
    """`reports` with these keys and "value", what the function returned.

    Raises WrongAnswer for a generator: calling it has done nothing.
    """
    found = reports(evidence, count, "value", *keys)
    for report in found:
        refuse_generator(report["value"])
    return found


def refuse_generator(value: Any) -> None:
    """Raises WrongAnswer when a function returned a generator."""
    if isinstance(value, Other) and value.type == "generator":
        raise WrongAnswer(
            _(
                "your function has a `yield` in it, so calling it runs nothing and returns a "
                "generator; use `return`, or no return at all"
            )
        )


def written(report: Mapping[str, Any]) -> Any:
    """The records that a call wrote into the file of the probe "savers/write-file", or an error."""
    if isinstance(report["value"], Raised):
        return report["value"]
    records = records_of(report["files"], RECORD_FILE)
    return records if isinstance(records, Raised) else records[:MOST_RECORDS]
