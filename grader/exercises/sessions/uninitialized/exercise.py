"""The exercise on variables that have no value yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, left_behind, reports

# Initial values, made from a number; and values that a test for truth takes for none.
VALUES: tuple[Callable[[int], Any], ...] = (
    lambda n: n,
    lambda n: float(n),
    lambda n: [float(n), -1.0],
    lambda n: [[n, 1], [2, n]],
    lambda n: n % 2 == 0,
)
ARRAY = VALUES[3]
ZEROS = (0, 0.0, False)
NAMES = ("weights", "bias", "step", "average", "layer/scale", "total", "layer/mask", "offset")


def _program(rng: np.random.Generator, states: str, asked: list[int], later: int) -> dict[str, Any]:
    """Variables, and what is asked about them.

    states: a letter for each variable: z(ero is its value), i(nitialised), a(rray: i, with several
        numbers), u(ninitialized), l(ocal: u, but in the collection of local variables).
    asked: the numbers of the variables in the list.
    later: how many of the empty ones among them have a value at the second call.
    """
    entries: list[dict[str, Any]] = []
    held: list[Any] = []
    for name, state in zip(rng.permutation(NAMES), states, strict=False):
        kind = ARRAY if state == "a" else VALUES[int(rng.integers(len(VALUES)))]
        initial, now = (kind(number) for number in different(rng, 2, 10, 99))
        if state == "z":
            initial = now = ZEROS[int(rng.integers(len(ZEROS)))]
        entries.append({"name": str(name), "initial": initial, "local": state == "l"})
        held.append(now if state in "zia" else None)
    filled = [number for number in asked if states[number] in "ul"][:later]
    more = [entry["initial"] if at in filled else None for at, entry in enumerate(entries)]
    return {
        "variables": entries,
        "held": [held],
        "arguments": "asked",
        "asked": asked,
        "later": [more],
    }


def _draw(rng: np.random.Generator) -> Challenge:
    states = "".join(rng.permutation(list("ziuul"))) + "uu"  # the last two are not asked for
    asked = list(range(5))
    while _in_order(states, asked):
        asked = [int(number) for number in rng.permutation(5)]
    programs = [
        # So that an answer that leaves out the first or the last fails in every draw.
        _program(rng, "uzu", [0, 1, 2], 0),
        _program(rng, states, asked, 1),
        _program(rng, "zia", [0, 1, 2], 0),  # `if not value` is an error where there are several
        _program(rng, "uu", [], 0),
        _program(rng, "uul", [2, 1], 2),
    ]
    return Challenge("sessions/call", {"programs": programs})


def _in_order(states: str, asked: list[int]) -> bool:
    """Whether the empty variables are asked for in an order of the graph, or backwards.

    The graph has two: that in which they were made, and that with the local ones behind the others.
    """
    empty = [number for number in asked if states[number] in "ul"]
    orders = sorted(empty), sorted(empty, key=lambda number: (states[number] == "l", number))
    return any(empty in (order, order[::-1]) for order in orders)


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
        (
            "Reading a variable without a value raises `tf.errors.FailedPreconditionError`. Catch that error "
            "for each variable: the `try` belongs inside the loop."
        ),
        (
            "If the error is raised, note the variable's name and go on with the next one. If not, "
            "there is nothing to do: you don't need the value."
        ),
    ),
    paste=_paste,
)
