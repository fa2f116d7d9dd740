"""The exercise on forward mode: dual numbers, a class by the student (row A4)."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.autodiff import evaluate
from grader.exercises.autodiff.evidence import all_differ, answer, eighths, filled
from grader.exercises.definition import exercise
from grader.judging import Case, agree, reports, together

Pair = list[float]


def _alone(kind: str) -> list[str]:
    """An operation alone: of two dual numbers, and with a plain number on either side."""
    return [f"x {kind} {other}" for other in "y#~"] + [f"{number} {kind} x" for number in "#~"]


# Groups of formulas, a case each: with an x above zero, below zero, and at zero. "#" is a whole number that
# is drawn, "~" one with a half. Each longer formula needs all that stands before it, and something new.
# The very first operation is a sum, the method that the exercise begins with: without an answer, it says so.
GROUPS: tuple[tuple[list[str], list[str], list[str]], ...] = (
    (["(x + y) * (y * x)", "((x * x) * y) + y"], [], []),
    (
        ["(# * x) - (y + ~)", "(# - x) * -(y * ~)", "~ + ((x * #) - #)"],
        # Also a result that has no slope, or is 0, is a dual number.
        [*_alone("+"), *_alone("-"), *_alone("*"), "-x", "x - x", "x + -x", "0 * x", "x * 0"],
        [],
    ),
    (
        [
            "(x + ~) / (y * y)",
            "# / ((x * y) + #)",
            "(((x * y) + #) ** 3) * (y / ~)",
            "exp(x / y) * (x + #)",
        ],
        [*_alone("/"), "x ** 1", "x ** 2", "x ** 3", "exp(x)", "x / x", "0 / x"],
        ["x ** 1", "x ** 2"],
    ),
)
# Answers that give something else than a right one, or than each other, where they differ at all.
WRONG_WAYS = (
    "slopes-multiplied",
    "one-for-numbers",
    "sum-into-itself",
    "minus-both-ways",
    "division-both-ways",
    "quotient-sign",
    "power-inner",
    "exp-inner",
)


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        _program(rng, skeleton, sign)
        for group in GROUPS
        for sign, skeletons in zip((1, -1, 0), group, strict=True)
        for skeleton in skeletons
    ]
    return Challenge("autodiff/dual", {"programs": programs})


def _program(rng: np.random.Generator, skeleton: str, sign: int) -> list[Any]:
    """A formula and dual numbers for x and y, at which no two ways of calculating agree by chance."""
    while True:
        formula = filled(skeleton, rng)
        values, slopes = eighths(rng, 2), eighths(rng, 2, -12, 13)
        names = {
            "x": [sign * values[0], slopes[0] + 0.0625],
            "y": [values[1], slopes[1] + 0.0625],
        }
        right = _computed(formula, names)
        wrong = [_computed(formula, names, way) for way in WRONG_WAYS]
        differing = [one for one in wrong if not np.allclose(right, one, rtol=1e-9, atol=0)]
        if all_differ([right, *differing]):
            return [formula, names]


def _computed(formula: str, names: dict[str, Pair], *way: str) -> Pair:
    """What the reference gives, or the listed answer with this name."""
    kind = answer("autodiff/dual", "Dual", *way)
    try:
        found = evaluate(formula, {name: kind(*pair) for name, pair in names.items()})
    except ZeroDivisionError:
        return [math.inf, math.inf]
    return [found.value, found.slope]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """What each group gives; behind the first, which is shown, also what became of x and y."""
    sizes = [sum(map(len, group)) for group in GROUPS]
    programs = challenge.inputs["programs"]
    found = iter(map(_where, reports(evidence, sum(sizes)), programs))
    first, *others = [together(list(islice(found, size))) for size in sizes]
    return [first if isinstance(first, Raised) else [one["result"] for one in first], *others]


def _where(result: Any, program: list[Any]) -> Any:
    """A result; an error says in which formula it was."""
    if isinstance(result, Raised) and result.message:
        return replace(result, message=f"{program[0]}: {result.message}")
    return result


def _agree(expected: Any, got: Any) -> bool:
    """As `agree`; two errors agree if they were in the same formula."""
    if isinstance(expected, Raised) and isinstance(got, Raised):
        return (expected.type, expected.message) == (got.type, got.message)
    return agree(expected, got)


def _paste(challenge: Challenge) -> str:
    lines = []
    for (formula, names), found in zip(challenge.inputs["programs"], ("one", "two"), strict=False):
        made = ", ".join(f"Dual({value}, {slope})" for value, slope in names.values())
        lines += [f"x, y = {made}", f"{found} = {formula}"]
    return "\n".join([*lines, "[[one.value, one.slope], [two.value, two.slope]]"])


DUAL = exercise(
    id="autodiff/dual",
    title="Dual numbers",
    answers=("Dual",),
    cases=(
        Case.shown(
            "sums and products",
            2,
            advice="The value of a result is what plain numbers would give. The slope of a sum is "
            "a' + b', and the slope of a product is a'·b + a·b'. No operation may change its "
            "operands: x and y stay as they are.",
        ),
        Case(
            "differences, and plain numbers on either side",
            1,
            agree=_agree,
            advice="Try each operation on its own: d - e, d - 1, 1 - d, 0.5 * d, -d. A plain number "
            "has slope 0, and it may be a float. No operation may change its operands.",
        ),
        Case(
            "quotients, powers and exp",
            2,
            agree=_agree,
            advice="Try each operation on its own: d / e, d / 2, 2.5 / d, d.exp(), and d ** 1 and d ** "
            "3, even when d is 0 or negative. The slope of a / b is (a'·b - a·b') / b², that of a ** n is "
            "n·a ** (n - 1)·a'. No operation may change its operands.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Each method returns a new Dual with two numbers: the value that plain numbers would give, and the "
        "slope from the rule you know from school.",
        "The other side may be a plain number, so first turn it into a Dual with slope 0. For a number on "
        "the left, Python calls __radd__, __rsub__, __rmul__ or __rtruediv__.",
        "In a product, each side's slope is multiplied by the other side's value. `__rsub__` and "
        "`__rtruediv__` can use the methods you already have, with the sides swapped.",
    ),
    paste=_paste,
)
