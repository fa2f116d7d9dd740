"""The exercise on the best step of a numeric derivative (row A2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.autodiff.evidence import answer, function_of
from grader.exercises.definition import exercise
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
# The first of these always finds the first one, the second never. No two of all these find the same steps.
OTHER_STEPS = ("the-fourth-of-the-sorted-steps", "the-fifth-of-the-sorted-steps")


def _draw(rng: np.random.Generator) -> Challenge:
    """Four functions, each with another best step: the last one in the list, the first, and others.

    The last two functions have the same x and the same steps, which alone tell nothing. The very last has a
    slope of 0, and is so flat that its errors are tiny: who rounds them has zeros.
    """
    # Where x is large, slopes are small: who rounds their errors takes another step.
    one, two, three = *different(rng, 1, 2, 4), *different(rng, 2, -3, 2)
    while _found(first := _valley(rng, one, -1, WRONG_STEPS), OTHER_STEPS[0]) != _found(first):
        pass
    while True:
        second, third = _valley(rng, two, 0), _valley(rng, three, 3)
        x, _slope, steps = third["arguments"]
        a = float(rng.uniform(2, 9)) * FLAT
        flat = _cubic(a, a * 1.5 * (x / 10.0**three), three, x, 0.0, steps)
        programs = [first, second, third, flat]
        best = [_found(program) for program in programs]
        if len(set(best)) < 4 or best[3] in (steps[0], steps[-1]) or not _is_clear(flat):
            continue
        ways = [[_found(one, way) for one in programs] for way in (*WRONG_STEPS, *OTHER_STEPS)]
        found_by_others = any(way[1:] == best[1:] for way in ways)
        if not found_by_others and all(one != other for one, other in combinations(ways, 2)):
            return Challenge("autodiff/functions", {"programs": programs})


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
        b = a * (3 * x + float(rng.choice([0.095, 0.105])))
        exponents = sorted([0, -1, -2, *map(int, rng.choice(np.arange(-14, -2), 4, replace=False))])
        written = [f"1e{scale + one}" for one in exponents] + [f"2e{scale + exponents[1]}"]
        steps = [float(one) for one in rng.permutation(written)]
        slope = (3 * a * x * x - 2 * b * x) / 10.0**scale
        program = _cubic(a, b, scale, x * 10.0**scale, slope, steps)
        best = _found(program)
        steps[steps.index(best)], steps[place] = steps[place], best
        if all(_found(program, way) != best for way in ways) and _is_clear(program):
            return program


def _cubic(a: float, b: float, scale: int, *arguments: Any) -> dict[str, Any]:
    """A cubic polynomial of x / 10**scale, of sums and products only: the same floats on every machine."""
    unit = 10.0**scale
    formula = f"{a / unit**3} * (x * (x * x)) + {-b / unit**2} * (x * x)"
    return {"formula": formula, "names": "x", "arguments": list(arguments)}


def _found(program: dict[str, Any], *way: str) -> Any:
    """The step that the reference finds, or the listed answer with this name."""
    best_step = answer("autodiff/best-step", "best_step", *way)
    return best_step(function_of(program), *program["arguments"])


def _is_clear(program: dict[str, Any]) -> bool:
    """Whether all that is right finds the same step, also who divides by the step that was really taken."""
    f, (x, slope, steps), best = function_of(program), program["arguments"], _found(program)
    for widths in (steps, [(x + h) - x for h in steps]):
        errors = [
            abs((f(x + h) - f(x)) / width - slope) if width else np.inf
            for h, width in zip(steps, widths, strict=True)
        ]
        first, second, *_others = sorted(errors)
        if first * 3 >= second or errors[steps.index(best)] != first:
            return False
    return best != 1e-8  # which is told everywhere, without asking for the size of x


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    x, slope, steps = program["arguments"]
    return f"""
def f(x):
    return {program["formula"]}

best_step(f, {x!r}, {slope!r}, {steps})
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, 4)
    return [shown, together(others)]


def _same_steps(expected: Any, got: Any) -> bool:
    """As `agree`, of the logarithms: tiny steps differ by less than numbers may."""
    return agree(_logarithm(expected), _logarithm(got))


def _logarithm(value: Any) -> Any:
    if isinstance(value, list):
        return [_logarithm(one) for one in value]
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value.item()
    return float(np.log(value)) if isinstance(value, float) and value > 0 else value


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
