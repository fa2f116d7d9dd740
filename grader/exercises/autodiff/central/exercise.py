"""The exercise on the central difference (row A1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.autodiff.evidence import all_differ, answer, eighths, function_of
from grader.exercises.definition import exercise
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
WHOLE = "pqrst"  # the names of the numbers at the point where all are whole, and two are equal


def _draw(rng: np.random.Generator) -> Challenge:
    """Three functions; then two that are right for as many calls as are needed."""
    programs = [_program(rng, names) for names in ("xy", "abcd", WHOLE, "xyz", "uvw")]
    programs[3]["limit"] = 2 * len("xyzuvw")
    return Challenge("autodiff/functions", {"programs": programs})


def _program(rng: np.random.Generator, names: str) -> dict[str, Any]:
    """A polynomial, a point and a step at which every wrong way shows. All numbers are exact.

    Where the point consists of whole numbers, NumPy would keep whole ones in their place. No slope is whole
    there: each has the square of h, times a number below 6, as its fraction.
    """
    while True:
        formula = f"{rng.integers(1, 9)}"
        for name in names:
            other = rng.choice(list(names))
            formula += f" + {rng.integers(1, 6)} * {name} * {name} * {name} + {name} * {other}"
        point: list[Any] = eighths(rng, len(names))
        if names == WHOLE:
            point = [int(one) for one in 1 + rng.permutation(len(names))]
            point[-1] = point[0]
        h = float(rng.choice([0.125, 0.25, 0.375]))
        program = {"formula": formula, "names": list(names), "arguments": [point, h]}
        wrong = [*WRONG_WAYS, "finds-the-place-by-value"] if names == WHOLE else WRONG_WAYS
        ways = [_slopes(program), *(_slopes(program, way) for way in wrong)]
        if all_differ(ways):
            return program


def _slopes(program: dict[str, Any], *way: str) -> Any:
    """What the reference gives, or the listed answer with this name."""
    f, (point, h) = function_of(program), program["arguments"]
    return answer("autodiff/central", "central", *way)(lambda at: f(*at), list(point), h)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, four, five, *counted = reports(evidence, 5)
    right = [_slopes(program) for program in challenge.inputs["programs"][3:]]
    return [shown, together([four, five]), agree(right, counted)]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    return f"""
def f(point):
    {", ".join(program["names"])} = point
    return {program["formula"]}

central(f, {", ".join(map(str, program["arguments"]))})
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
        "For input i, make two copies of the point. Add h to entry i of one and subtract h "
        "from entry i of the other. Leave all other entries alone.",
        "The two points are 2h apart: divide the difference between the two values by that. "
        "`list(point)` makes a copy.",
    ),
    paste=_paste,
)
