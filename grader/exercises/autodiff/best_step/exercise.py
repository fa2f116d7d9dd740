"""The exercise on the best step of a numeric derivative (row A2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.autodiff.evidence import text_of_formula
from grader.exercises.definition import exercise, listed
from grader.judging import Case, agree, different, reports, together

# Times the last function: its floats, and those of its errors, keep all their digits.
FLAT = 2.0**-60
# Answers that do not find the first function's best step, nor those of all the others.
WRONG_STEPS = (
    "rounds-the-errors",
    "first-rise-from-the-left",
    "central-difference",
    "first-rise-from-the-right",
    "no-abs",
    "smallest",
    "largest",
    "first-rise-as-given",
)
# Answers that may find the first one. No two of all these find the same steps.
OTHER_STEPS = ("the-fourth-of-the-sorted-steps", "the-fifth-of-the-sorted-steps")


def _draw(rng: np.random.Generator) -> Challenge:
    """Four functions, each with another best step: the last one in the list, the first, and others.

    The last two functions have the same x and the same steps, which alone tell nothing.
    """
    # Where x is large, slopes are small: who rounds their errors takes another step.
    one, two, three = *different(rng, 1, 2, 4), *different(rng, 2, -3, 2)
    first = _valley(rng, one, -1, WRONG_STEPS)
    while True:
        second, third = _valley(rng, two, 0), _valley(rng, three, 3)
        programs = [first, second, third, _flat(rng, third, three)]
        best = [_found(program) for program in programs]
        ends = (third["steps"][0], third["steps"][-1])
        if len(set(best)) < 4 or best[3] in ends or not _is_clear(programs[3]):
            continue
        ways = [[_found(one, way) for one in programs] for way in (*WRONG_STEPS, *OTHER_STEPS)]
        found_by_others = any(way[1:] == best[1:] for way in ways)
        if not found_by_others and all(one != other for one, other in combinations(ways, 2)):
            return Challenge("autodiff/best-step", {"programs": programs})


def _valley(
    rng: np.random.Generator, scale: int, place: int, ways: Sequence[str] = ()
) -> dict[str, Any]:
    """A cubic polynomial of x / 10**scale, with one step, at this place, that is clearly the best.

    The valley has bumps: at 0.1 the truncation errors of the square and of the cube nearly cancel.
    ways: those that find another step.
    """
    while True:
        a = int(rng.integers(2, 9))
        x = float(rng.integers(11, 30)) / 10
        program = _cubic(a, a * (3 * x + float(rng.choice([0.095, 0.105]))), x, scale)
        exponents = sorted([0, -1, -2, *map(int, rng.choice(np.arange(-14, -2), 4, replace=False))])
        steps = [f"1e{scale + one}" for one in exponents] + [f"2e{scale + exponents[1]}"]
        program["steps"] = [float(one) for one in rng.permutation(steps)]
        best, given = _found(program), program["steps"]
        given[given.index(best)], given[place] = given[place], best
        if all(_found(program, way) != best for way in ways) and _is_clear(program):
            return program


def _flat(rng: np.random.Generator, program: dict[str, Any], scale: int) -> dict[str, Any]:
    """Another function with the x and the steps of a program, where its slope is 0.

    It is so flat that its errors are tiny: who rounds them has zeros, and takes the first step, or the last.
    """
    x = program["x"] / 10.0**scale
    a = float(rng.uniform(2, 9))
    flat = _cubic(a, a * 1.5 * x, x, scale, FLAT)
    return {**flat, "x": program["x"], "slope": 0.0, "steps": program["steps"]}


def _cubic(a: float, b: float, x: float, scale: int, factor: float = 1.0) -> dict[str, Any]:
    """A program without steps: a cubic polynomial of x / 10**scale, and its slope at x * 10**scale.

    Only sums and products: the same floats on every machine.
    """
    unit, a, b = 10.0**scale, a * factor, b * factor
    square = ["*", "x", "x"]
    return {
        "formula": ["+", ["*", a / unit**3, ["*", "x", square]], ["*", -b / unit**2, square]],
        "x": x * unit,
        "slope": (3 * a * x * x - 2 * b * x) / unit,
    }


def _found(program: dict[str, Any], *way: str) -> Any:
    """The step that the reference finds, or the listed answer with this name."""
    return _answer(*way)(_function(program), program["x"], program["slope"], program["steps"])


@cache
def _answer(*way: str) -> Any:
    return listed("autodiff/best-step", "best_step", *way)[0]


def _function(program: dict[str, Any]) -> Callable[[float], Any]:
    """A program's formula as a function, with the same floats as in the probe, but faster."""
    _plus, (_times, a, _cube), (_times, b, _square) = program["formula"]
    return lambda x: a * (x * (x * x)) + b * (x * x)


def _is_clear(program: dict[str, Any]) -> bool:
    """Whether all that is right finds the same step, also who divides by the step that was really taken."""
    f, x, best = _function(program), program["x"], _found(program)
    if best == 1e-8:  # is told everywhere, without asking for the size of x
        return False
    for rounded in (False, True):
        errors = {}
        for h in program["steps"]:
            width = (x + h) - x if rounded else h
            errors[h] = abs((f(x + h) - f(x)) / width - program["slope"]) if width else np.inf
        first, second = sorted(errors.values())[:2]
        if not first * 3 < second or errors[best] != first:
            return False
    return True


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    return f"""
def f(x):
    return {text_of_formula(program["formula"])}

best_step(f, {program["x"]!r}, {program["slope"]!r}, {program["steps"]})
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, 4)
    return [shown, together(others)]


def _same_steps(expected: Any, got: Any) -> bool:
    """Whether two steps, or two lists of them, are equal; tiny steps differ by less than numbers may."""
    if isinstance(expected, list):
        return (
            isinstance(got, list)
            and len(got) == len(expected)
            and all(map(_same_steps, expected, got))
        )
    one, other = _step(expected), _step(got)
    if one is None or other is None:
        return one is other and agree(expected, got)
    return abs(other - one) <= 1e-6 * abs(one)


def _step(value: Any) -> float | None:
    """A step as a Python float; None for what is none."""
    one = value.item() if isinstance(value, np.ndarray) and value.shape == () else value
    return one if isinstance(one, float) else None


BEST_STEP = exercise(
    id="autodiff/best-step",
    title="The step with the smallest error",
    answers=("best_step",),
    cases=(
        Case.shown(
            "the best step for one function",
            1,
            agree=_same_steps,
            advice="The answer is one of the `steps`: the one for which (f(x + h) - f(x)) / h is closest to "
            "`slope`, above or below. The valley has bumps, so compare all of them, and don't round the "
            "errors.",
        ),
        Case(
            "the best steps for three more functions, at other scales of x",
            1,
            agree=_same_steps,
            advice="Which step is best depends on f and on the size of x. Compute the error of every step, "
            "and compare the errors as they are: even tiny ones count, so don't round them.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    choice=True,
    hints=(
        "Compute the forward difference for every step. Which one is closest to the slope?",
        "The error of a step is the distance between its forward difference and the slope, "
        "without a sign: `abs`.",
        "Compare all steps: the valley may have bumps. Python's `min` accepts a `key`, a function "
        "whose results it compares.",
    ),
    paste=_paste,
)
