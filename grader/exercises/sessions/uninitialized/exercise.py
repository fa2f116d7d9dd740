"""The exercise on variables that have no value yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, left_behind, reports

# Initial values, made from a number; and values that a test for truth takes for none.
ARRAY: Callable[[int], Any] = lambda n: [[n, 1.0], [-2.0, n]]  # noqa: E731
VALUES = (int, float, ARRAY, lambda n: n % 2 == 0)
ZEROS = (0, 0.0, False)
NAMES = ("weights", "bias", "step", "average", "layer/scale", "total", "layer/mask", "offset")


def _program(rng: np.random.Generator, states: str, asked: list[int], later: int) -> dict[str, Any]:
    """Variables, and what is asked about them.

    states: a letter for each variable: z(ero is its value), i(nitialised), a(rray: i, with several
        numbers), u(ninitialized), l(ocal: u, but in the collection of local variables).
    asked: the numbers of the variables in the list.
    later: how many of the empty ones among them have a value at the second call.
    """
    entries, held = list[dict[str, Any]](), list[Any]()
    for name, state in zip(rng.permutation(NAMES), states, strict=False):
        kind = ARRAY if state == "a" else VALUES[int(rng.integers(len(VALUES)))]
        initial, now = (kind(number) for number in different(rng, 2, 10, 99))
        if state == "z":
            initial = now = ZEROS[int(rng.integers(len(ZEROS)))]
        entries.append({"name": str(name), "initial": initial, "local": state == "l"})
        held.append(now if state in "zia" else None)
    filled = [number for number in asked if states[number] in "ul"][:later]
    more = [entry["initial"] if at in filled else None for at, entry in enumerate(entries)]
    states_of = {"variables": entries, "held": [held], "later": [more]}
    return {**states_of, "arguments": "asked", "asked": asked}


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        # So that an answer that leaves out the first or the last fails in every draw.
        _program(rng, "uzu", [0, 1, 2], 0),
        # The empty ones, 3, 0 and 4, are in no order of the graph's: that in which they were made, or with
        # the local one behind the others, or one of these backwards. The last two are not asked for.
        _program(rng, "lziuuuu", [3, 2, 0, 4, 1], 1),
        _program(rng, "zia", [0, 1, 2], 0),  # `if not value` is an error where there are several
        _program(rng, "uu", [], 0),
        _program(rng, "uul", [2, 1], 2),
    ]
    return Challenge("sessions/call", {"programs": programs})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, len(challenge.inputs["programs"]), "value", "after", "again")
    return [
        shown["value"],
        [[report["value"], report["again"]] for report in others],
        [left_behind(report["after"][0]) for report in (shown, *others)],
    ]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    initial = {entry["name"]: entry["initial"] for entry in program["variables"]}
    (known,) = (number for number, now in enumerate(program["held"][0]) if now is not None)
    return f"""
with tf.Graph().as_default():
    initial = {initial}
    session, variables = tf.Session(), [tf.Variable(initial[name], name=name) for name in initial]
    session.run(variables[{known}].initializer)
    names = uninitialized(session, variables)
    session.close()
names
"""


UNINITIALIZED = exercise(
    id="sessions/uninitialized",
    title="Find the variables that have no value yet",
    answers=("uninitialized",),
    cases=(
        Case.shown(
            "the names, for three variables",
            1,
            advice='Your list should have the names, such as `"x:0"`, of those variables that have no value. '
            "0 and False are values, too. A run that reads several variables ends at the first error.",
        ),
        Case(
            "the names, for other lists of variables, and again after some have been given values",
            1,
            gate=True,
            advice="Your names should be right for every list. It may hold any variables of the graph, in "
            "any order, or none, and your function may be called again later.",
        ),
        Case(
            "the session holds exactly what it held before",
            1,
            advice="Your function changes what the session holds: it should only look, and "
            "initialize nothing.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("programs",),
    hints=(
        "How can you notice that a variable has no value? Try to read it, and see what happens.",
        "Reading a variable without a value raises `tf.errors.FailedPreconditionError`. Catch that error "
        "for each variable: the `try` belongs inside the loop.",
        "If the error is raised, note the variable's name and go on with the next one. If not, "
        "there is nothing to do: you don't need the value.",
    ),
    paste=_paste,
)
