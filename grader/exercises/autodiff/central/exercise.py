"""The exercise on the central difference (row A1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.evidence.probes.autodiff import evaluate
from grader.exercises.autodiff.evidence import (
    differ,
    draw_terms,
    eighths,
    made_of_the_first_calls,
    text_of_formula,
)
from grader.exercises.definition import exercise, listed
from grader.judging import UNREADABLE, Case, WrongAnswer, reports, together
from grader.languages import _

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


def _draw_central(rng: np.random.Generator) -> Challenge:
    programs = [_program(rng, "xy"), _program(rng, "abcd"), _program(rng, "pqrst", whole=True)]
    counted = [_program(rng, "xyz"), _program(rng, "uvw")]
    return Challenge(
        "autodiff/central", {"programs": programs, "counted": counted, "terms": draw_terms(rng)}
    )


def _program(rng: np.random.Generator, names: str, *, whole: bool = False) -> dict[str, Any]:
    """A polynomial, a point and a step at which every wrong way shows. All numbers are exact.

    whole: whether the point consists of whole numbers, as which NumPy would keep what is put in their place.
    No slope is a whole number there: each has the square of h, times a number below 6, as its fraction.
    """
    (right,), wrong = _answers(), _answers(*WRONG_WAYS)
    while True:
        formula: Any = int(rng.integers(1, 9))
        for name in names:
            other = str(rng.choice(list(names)))
            power: Any = ["*", name, ["*", name, name]]
            term = ["+", ["*", int(rng.integers(1, 6)), power], ["*", name, other]]
            formula = ["+", formula, term]
        h = float(rng.choice([0.125, 0.25, 0.375]))
        program = {
            "formula": formula,
            "names": list(names),
            "point": [int(one) for one in 1 + rng.permutation(len(names))]
            if whole
            else eighths(rng, len(names)),
            "h": h,
        }
        ways = [_partials(program, way) for way in (right, *wrong)]
        if all(differ(*pair) for pair in combinations(ways, 2)):
            return program


def _answers(*names: str) -> list[Callable[..., Any]]:
    return listed("autodiff/central", "central", *names)


def _partials(program: dict[str, Any], answer: Callable[..., Any]) -> Any:
    def f(point: Any) -> Any:
        return evaluate(program["formula"], dict(zip(program["names"], point, strict=True)))

    return answer(f, list(program["point"]), program["h"])


def _paste_central(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    names = ", ".join(program["names"])
    return f"""
def f(point):
    {names} = point
    return {text_of_formula(program["formula"])}

central(f, {program["point"]}, {program["h"]})
"""


def _observe_central(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, 5)
    found, counted = found[:3], found[3:]
    wanted = [{"value", "calls"}] * 3 + [{"value"}] * 2
    for one, keys in zip([*found, *counted], wanted, strict=True):
        if not (isinstance(one, dict) and keys <= one.keys()):
            raise WrongAnswer(_(UNREADABLE))
    shown, *others = found
    more = sum(
        max(0, _count(one["calls"]) - 2 * len(program["point"]))
        for one, program in zip(found, challenge.inputs["programs"], strict=True)
    )
    values = [one["value"] for one in counted]
    right = [_partials(program, *_answers()) for program in challenge.inputs["counted"]]
    return [
        shown["value"],
        together([one["value"] for one in others]),
        more or int(not made_of_the_first_calls(values, right, challenge)),
    ]


def _count(calls: Any) -> int:
    if type(calls) is not int:
        raise WrongAnswer(_(UNREADABLE))
    return calls


CENTRAL = exercise(
    id="autodiff/central",
    title="Central differences",
    answers=("central",),
    cases=(
        Case(
            "the slopes of a function of two inputs",
            1,
            visible=True,
            gate=True,
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
    draw=_draw_central,
    observe=_observe_central,
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
    paste=_paste_central,
)
