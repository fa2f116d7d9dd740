"""The exercise on variables that have no value yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception

VALUES: tuple[Callable[[int], Any], ...] = (
    lambda n: n,
    lambda n: float(n),
    lambda n: [float(n), -1.0],
    lambda n: [[n, 1], [2, n]],
    lambda n: n % 2 == 0,
)
NAMES = ("weights", "bias", "step", "average", "scale", "total", "mask", "offset")


def _variables(rng: np.random.Generator, states: str) -> list[dict[str, Any]]:
    """One variable for each letter: i(nitialised), u(ninitialised), o(ther: u, but not asked for)."""
    names = [str(name) for name in rng.permutation(NAMES)]
    entries = []
    for name, state in zip(names, states, strict=False):
        kind = VALUES[int(rng.integers(len(VALUES)))]
        first, second = numbers(rng, 2, 10, 99)
        entries.append(
            {
                "name": name,
                "initial": kind(first),
                "now": kind(second) if state == "i" else None,
                "asked": state != "o",
            }
        )
    return entries


def _shuffled(rng: np.random.Generator, states: str) -> str:
    return "".join(rng.permutation(list(states)))


def _draw_uninitialized(rng: np.random.Generator) -> Challenge:
    programs = [
        {"variables": _variables(rng, states)}
        for states in (
            "iuu" if rng.integers(2) else "uiu",
            _shuffled(rng, "iiuuuoo"),
            "iii",
        )
    ]
    return Challenge("sessions/uninitialized", {"programs": programs})


def _observe_uninitialized(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, 3, "value", "after")
    names = [_plain_names(report["value"]) for report in found]
    return [names[0], names[1:], [report["after"] for report in found]]


def _plain_names(value: Any) -> Any:
    """A list of names with "weights:0", "weights" and b"weights" all told as "weights"."""
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return value
    return [_plain_name(item) for item in value]


def _plain_name(item: Any) -> Any:
    text = item.decode("utf-8", "replace") if isinstance(item, bytes) else item
    return text.removesuffix(":0") if isinstance(text, str) else item


def _uninitialized() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        names = []
        for variable in variables:
            try:
                session.run(variable)
            except tf.errors.FailedPreconditionError:
                names.append(variable.name)
        return names

    return uninitialized


def _initialises_first() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        session.run(tf.global_variables_initializer())
        return _uninitialized()(session, variables)

    return uninitialized


def _repairs_what_it_finds() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        names = []
        for variable in variables:
            try:
                session.run(variable)
            except tf.errors.FailedPreconditionError:
                names.append(variable.name)
                session.run(variable.initializer)
        return names

    return uninitialized


def _asks_another_session() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        with tf.Session() as own:
            return _uninitialized()(own, variables)

    return uninitialized


def _stops_at_the_first() -> Callable[..., Any]:
    return lambda session, variables: _uninitialized()(session, variables)[:1]


def _names_the_others() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        missing = _uninitialized()(session, variables)
        return [variable.name for variable in variables if variable.name not in missing]

    return uninitialized


UNINITIALIZED = Exercise(
    id="sessions/uninitialized",
    title="Find the variables that have no value yet",
    answers=("uninitialized",),
    cases=(
        Case("the names, for three variables", 1, True, gate=True),
        Case("the names, for other lists of variables", 1),
        Case(
            "the session holds exactly what it held before",
            1,
            advice="Your function changes what the session holds: it should only look, and "
            "initialise nothing.",
        ),
    ),
    draw=_draw_uninitialized,
    observe=_observe_uninitialized,
    reference=_uninitialized,
    misconceptions=(
        Misconception(
            "initialises-first",
            _initialises_first,
            "your function runs an initializer before it looks, so it finds every variable "
            "initialised, and the values that the session held are lost.",
        ),
        Misconception(
            "repairs-what-it-finds",
            _repairs_what_it_finds,
            "the names are right, but your function also initialises the variables that it "
            "finds. It should only look.",
        ),
        Misconception(
            "asks-another-session",
            _asks_another_session,
            "your function asks a session that it opened itself, and there no variable has a "
            "value. Values belong to a session: ask the one that you were given.",
        ),
        Misconception(
            "stops-at-the-first",
            _stops_at_the_first,
            "your function stops at the first variable without a value. Put the `try` inside the "
            "loop, so that the loop goes on after an error.",
        ),
        Misconception(
            "names-the-others",
            _names_the_others,
            "these are the variables that do have a value. A name belongs in your list when "
            "reading the variable raises FailedPreconditionError.",
        ),
    ),
    hints=(
        "How can you notice that a variable has no value? Try to read it, and see what happens.",
        (
            "Reading it raises tf.errors.FailedPreconditionError. Catch that error, once for each "
            "variable: the `try` stands inside the loop."
        ),
        (
            "for variable in variables: try session.run(variable), and in "
            "`except tf.errors.FailedPreconditionError:` append variable.name to your list."
        ),
    ),
)
