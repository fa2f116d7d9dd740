"""The exercise on the central difference (row A1)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.evidence.probes.autodiff import evaluate
from grader.exercises.autodiff.evidence import differ, eighths, text_of_formula
from grader.exercises.definition import exercise, listed
from grader.judging import Case, agree, reports, together

# Answers that no program may take for the right one, or for each other.
WRONG_WAYS = (
    "forward-difference",
    "backward-difference",
    "divides-by-h",
    "everything-moves",
    "stays-away",
    "copies-before-the-loop",
    "a-copy-for-one-side",
    "same-list-twice",
    "no-copies",
    "no-brackets",
    "h-from-end-to-end",
)


def _draw(rng: np.random.Generator) -> Challenge:
    """Three functions; then two that are right for as many calls as are needed.

    At the third point all numbers are whole, and two are equal.
    """
    programs = [_program(rng, "xy"), _program(rng, "abcd"), _program(rng, "pqrst", whole=True)]
    counted = [_program(rng, "xyz"), _program(rng, "uvw")]
    return Challenge("autodiff/central", {"programs": programs, "counted": counted})


def _program(rng: np.random.Generator, names: str, *, whole: bool = False) -> dict[str, Any]:
    """A polynomial, a point and a step at which every wrong way shows. All numbers are exact.

    whole: whether the point consists of whole numbers, as which NumPy would keep what is put in their place.
    No slope is a whole number there: each has the square of h, times a number below 6, as its fraction.
    """
    while True:
        formula: Any = int(rng.integers(1, 9))
        for name in names:
            other = str(rng.choice(list(names)))
            power: Any = ["*", name, ["*", name, name]]
            term = ["+", ["*", int(rng.integers(1, 6)), power], ["*", name, other]]
            formula = ["+", formula, term]
        point: list[Any] = eighths(rng, len(names))
        if whole:
            point = [int(one) for one in 1 + rng.permutation(len(names))]
            point[-1] = point[0]
        h = float(rng.choice([0.125, 0.25, 0.375]))
        program = {"formula": formula, "names": list(names), "point": point, "h": h}
        ways = [_slopes(program), *(_slopes(program, way) for way in WRONG_WAYS)]
        if all(differ(*pair) for pair in combinations(ways, 2)):
            return program


def _slopes(program: dict[str, Any], *way: str) -> Any:
    """What the reference gives, or the listed answer with this name."""
    (answer,) = listed("autodiff/central", "central", *way)

    def f(point: Any) -> Any:
        return evaluate(program["formula"], dict(zip(program["names"], point, strict=True)))

    return answer(f, list(program["point"]), program["h"])


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, four, five, *counted = reports(evidence, 5)
    right = [_slopes(program) for program in challenge.inputs["counted"]]
    return [shown, together([four, five]), agree(right, counted)]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    names = ", ".join(program["names"])
    return f"""
def f(point):
    {names} = point
    return {text_of_formula(program["formula"])}

central(f, {program["point"]}, {program["h"]})
"""


CENTRAL = exercise(
    id="autodiff/central",
    title="Central differences",
    answers=("central",),
    cases=(
        Case.shown(
            "the slopes of a function of two inputs",
            1,
            advice="For each slope, move one input by h in both directions. Divide the value one step ahead, "
            "minus the value one step back, by 2h.",
        ),
        Case(
            "the slopes of functions of four and five inputs, also at whole numbers",
            1,
            advice="Your slopes are right at the first point, but not at all points. For each slope, move "
            "one input by h in both directions, and leave the others where they are. If you use NumPy: an "
            "array that is made from whole numbers keeps no fractions.",
        ),
        Case(
            "right slopes with two calls of `f` per input, no more",
            1,
            advice="Your slopes may be right, but `f` is called too often. Central differences need "
            "two calls per input: one step ahead, one step back.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "For each input: what is `f` one step ahead, and what is it one step back?",
        (
            "For input i, make two copies of the point. Add h to entry i of one and subtract h "
            "from entry i of the other. Leave all other entries alone."
        ),
        (
            "The two points are 2h apart: divide the difference between the two values by that. "
            "`list(point)` makes a copy."
        ),
    ),
    paste=_paste,
)
