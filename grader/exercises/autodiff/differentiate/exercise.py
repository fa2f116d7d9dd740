"""The exercise on symbolic differentiation: rules that write another formula (row A3)."""

from __future__ import annotations

import json
import math
import operator
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.autodiff.evidence import filled
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, describe, part, reports, together
from grader.languages import _

NAMES = ("x", "y")
# Formulas, in which # is a whole number that is drawn, and ~ one with a half.
SKELETONS = (
    '["+", ["*", ["*", "x", "x"], "y"], ["*", #, "x"]]',
    '["*", ["exp", ["*", #, "x"]], ["+", ["*", "x", "y"], #]]',
    '["+", ["exp", ["*", "x", ["*", "y", "y"]]], ["*", #, ["exp", ["+", "y", #]]]]',
    '["*", ["*", ["+", "x", #], ["+", "y", #]], ["*", "x", ["exp", "y"]]]',
    '["+", ["*", ~, ["*", "x", "x"]], ["*", "y", ~]]',
    '"x"',
    "~",
    # From here on the size is not looked at: these numbers need not be left out.
    '["+", ["*", 1, ["*", "x", ~]], ["*", ["+", "y", 0], 0]]',
    '["*", "x", 1]',
)
SIZED = 13  # calls


def _draw(rng: np.random.Generator) -> Challenge:
    first, *formulas = [json.loads(filled(skeleton, rng, 2, 5)) for skeleton in SKELETONS]
    calls = [[first, "x"], *([formula, name] for formula in formulas for name in NAMES)]
    points = [
        {name: int(rng.integers(30, 120)) / 100 for name in NAMES} for _ in range(len(calls) * 2)
    ]
    return Challenge("autodiff/plain", {"calls": calls}, {"points": points})


def _paste(challenge: Challenge) -> str:
    formula, name = challenge.inputs["calls"][0]
    return f"""
def value(formula):
    if not isinstance(formula, (list, tuple)):
        return {challenge.hidden["points"][0]}.get(formula, formula)
    parts = [value(part) for part in formula[1:]]
    return {{"+": np.sum, "*": np.prod, "exp": lambda one: np.exp(one[0])}}[formula[0]](parts)

value(differentiate({formula}, {name!r}))
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """The first derivative's value; those of all, at two points each; how large the derivatives are."""
    points = iter(challenge.hidden["points"])
    found = reports(evidence, len(challenge.inputs["calls"]))
    values = [together([_value(one, next(points)) for _twice in range(2)]) for one in found]
    sizes = [one if isinstance(one, Raised) else _nodes(one) for one in found[:SIZED]]
    return [part(values[0], 0), together(values), together(sizes)]


def _value(formula: Any, point: dict[str, float]) -> Any:
    """The value of a formula that may be hostile, as a float; an error stays as it is."""
    if isinstance(formula, Raised):
        return formula
    try:
        return _compute(formula, point)
    except OverflowError:
        return math.inf


def _compute(formula: Any, point: dict[str, float]) -> float:
    match formula:
        case str() if formula in point:
            return point[formula]
        case ["exp", a]:
            return math.exp(_compute(a, point))
        case ["+", a, b]:
            return _compute(a, point) + _compute(b, point)
        case ["*", a, b]:
            return _compute(a, point) * _compute(b, point)
        # True is 1: so it is in Python, where `formula == name` may be a derivative.
        case int() | float():
            return float(formula)
        case np.ndarray() if formula.shape == () and formula.dtype.kind in "biuf":
            return float(formula)
    what = describe(formula)
    if isinstance(formula, (list, tuple)) and formula and isinstance(formula[0], str):
        told = _("a list of length {count} that begins with {first}")
        what = told.format(count=len(formula), first=repr(formula[0][:20]))
    raise WrongAnswer(
        _(
            'expected a formula made of numbers, "x", "y", and lists like ["+", a, b], ["*", a, b] and '
            '["exp", a], but your derivative contains {found}'
        ).format(found=what)
    )


def _nodes(formula: Any) -> int:
    """How many numbers, names and operations a formula is made of."""
    if not isinstance(formula, (list, tuple)):
        return 1
    return 1 + sum(map(_nodes, formula[1:]))


def _no_larger(expected: Any, got: Any) -> bool:
    return isinstance(got, list) and all(map(operator.ge, expected, got))


DIFFERENTIATE = exercise(
    id="autodiff/differentiate",
    title="Rules that write a formula",
    answers=("differentiate",),
    cases=(
        Case.shown(
            "the derivative of a polynomial with respect to x, at one point",
            1,
            advice="This is a formula, but not the right one. Work out the derivative by hand and compare.",
        ),
        Case(
            "other formulas, with respect to x and to y",
            2,
            advice="Unlike the first formula, some of these contain exp: exp(a)' = exp(a)·a', with exp(a) "
            "unchanged. Try each rule on its own (a number, a name, a sum, a product, exp), then one inside "
            "another.",
        ),
        Case(
            "zeros and ones are left out",
            1,
            agree=_no_larger,
            advice="Your derivatives are right, but larger than they need to be. Whenever you write a sum "
            "or a product, leave out a term that is 0 and a factor that is 1, and write 0 for a product "
            "with 0.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "You need one rule per kind of formula: a number, a name, a sum, a product, exp. For the parts, "
        "call your own function.",
        "Write two small helpers, one that makes a sum and one that makes a product. They check "
        "whether a part is 0 or 1 before they make a list.",
        "The product rule is a sum of two products, so it needs both helpers. The derivative of "
        "exp is exp itself times the derivative of what's inside.",
    ),
    paste=_paste,
)
