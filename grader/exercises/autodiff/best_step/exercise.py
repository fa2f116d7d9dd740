"""The exercise on the best step of a numeric derivative (row A2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.evidence.probes.autodiff import evaluate
from grader.exercises.autodiff.evidence import text_of_formula
from grader.exercises.definition import exercise, listed
from grader.judging import Case, agree, reports, together

# The best step is about 1e-8 times the size of what is moved: with the scale, the answer moves too.
SCALES = (-3, -2, -1, 0, 1, 2, 3)
# What is told everywhere without asking for the size; here it is never the best.
RULE_OF_THUMB = 1e-8
# Of the best step of each program but the last: also the last one, and the first.
PLACES = (-1, 0, 3)
# Of the last function: the more it bends, the smaller is its best step.
BENDS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
# Times the last function, too: its floats, and those of its errors, keep all their digits.
FLAT = 2.0**-60
SMALLER = 3  # so many steps are smaller than the first program's best one


# Answers that find the best step of no program but the last; first those that few programs tell from it.
WRONG_STEPS = (
    "first-rise-as-given",
    "central-difference",
    "smallest",
    "largest",
    "no-abs",
    "first-rise-from-the-right",
)
# No two of these find the same steps for all programs.
NAMED_STEPS = (*WRONG_STEPS[1:], "first-rise-from-the-left")


def _draw(rng: np.random.Generator) -> Challenge:
    """Four functions; the last two have the same x and the same steps, which alone tell nothing."""
    while True:
        scales = rng.choice(SCALES, len(PLACES), replace=False)
        if scales[0] < 1:
            continue
        first, *others = zip(map(int, scales), PLACES, strict=True)
        programs = [_valley(rng, *first, bumpy=True), *(_valley(rng, *one) for one in others)]
        twin = _twin(rng, programs[-1], int(scales[-1]))
        if twin is None:
            continue
        programs.append(twin)
        ways = [[_found(program, way) for program in programs] for way in NAMED_STEPS]
        if (
            all(one != other for one, other in combinations(ways, 2))
            and any(_smaller(program) != SMALLER for program in programs)
            and len({_smaller(program, "central-difference") for program in programs}) > 1
            and len({_found(program) for program in programs}) == len(programs)
            # Who stops at the first rise from the left is wrong in the first program, and in another one.
            and not all(_finds_the_best(one, "first-rise-from-the-left") for one in programs[1:])
        ):
            return Challenge("autodiff/best-step", {"programs": programs})


def _valley(
    rng: np.random.Generator, scale: int, place: int, bumpy: bool = False
) -> dict[str, Any]:
    """A cubic polynomial of x / 10**scale, with one step, at this place, that is clearly the best.

    The valley has bumps: at 0.1 the truncation errors of the square and of the cube nearly cancel.
    bumpy: whether there is one among the tiny steps, too, where twice a step has a larger error; then
    `SMALLER` steps are smaller than the best one, and who rounds the errors takes another one. For this,
    the scale must be above 0.
    Only sums and products: the same floats on every machine.
    """
    while True:
        a = int(rng.integers(2, 9))
        x = float(rng.integers(11, 30)) / 10
        program = _cubic(a, a * (3 * x + float(rng.choice([0.095, 0.105]))), x, scale)
        small = map(int, rng.choice(np.arange(-14, -2), 4 if bumpy else 5, replace=False))
        exponents = sorted([0, -1, -2, *small])
        steps = [f"1e{scale + one}" for one in exponents]
        steps += [f"2e{scale + exponents[1]}"] if bumpy else []
        program["steps"] = [float(one) for one in rng.permutation(steps)]
        best, listed = _found(program), program["steps"]
        other = listed[place]
        listed[listed.index(best)], listed[place] = other, best
        if bumpy and not (
            _smaller(program) == SMALLER
            and min(listed) < _found(program, "first-rise-from-the-left") < best
            and not _finds_the_best(program, "rounds-the-errors")
        ):
            continue
        if _is_clear(program, WRONG_STEPS):
            return program


def _twin(rng: np.random.Generator, program: dict[str, Any], scale: int) -> dict[str, Any] | None:
    """Another function with the x and the steps of a program, of which another one is the best.

    It is so flat that its errors are tiny: who rounds them has zeros, and takes the first step, or the last.
    None if there is none among those tried.
    """
    x = program["x"] / 10.0**scale
    for _attempt in range(20):
        a = int(rng.integers(2, 9))
        twin = _cubic(a, a * (3 * x + float(rng.choice(BENDS))), x, scale, FLAT)
        twin |= {"x": program["x"], "steps": program["steps"]}
        others = [_found(program), program["steps"][0], program["steps"][-1]]
        if _found(twin) not in others and _is_clear(twin, ()):
            return twin
    return None


def _cubic(a: float, b: float, x: float, scale: int, factor: float = 1.0) -> dict[str, Any]:
    """A program without steps: a cubic polynomial of x / 10**scale, and its slope at x * 10**scale."""
    unit, a, b = 10.0**scale, a * factor, round(b, 3) * factor
    square = ["*", "x", "x"]
    return {
        "formula": ["+", ["*", a / unit**3, ["*", "x", square]], ["*", -b / unit**2, square]],
        "x": x * unit,
        "slope": (3 * a * x * x - 2 * b * x) / unit,
    }


def _smaller(program: dict[str, Any], *way: str) -> int:
    """How many steps of a program are smaller than the best one, or than what another way finds."""
    return sorted(program["steps"]).index(_found(program, *way))


def _found(program: dict[str, Any], *way: str) -> Any:
    """The step that the reference finds, or the listed answer with this name."""
    (answer,) = listed("autodiff/best-step", "best_step", *way)

    def f(x: Any) -> Any:
        return evaluate(program["formula"], {"x": x})

    return answer(f, program["x"], program["slope"], program["steps"])


def _finds_the_best(program: dict[str, Any], way: str) -> bool:
    return bool(_found(program, way) == _found(program))


def _is_clear(program: dict[str, Any], ways: Sequence[str]) -> bool:
    """Whether all that is right finds the same step, and these wrong ways find others."""
    x, slope, steps = program["x"], program["slope"], program["steps"]
    best = _found(program)
    wrong = [way for way in ways if way != "first-rise-as-given" or steps[0] != best]
    if best == RULE_OF_THUMB or any(_finds_the_best(program, way) for way in wrong):
        return False
    for width in (lambda h: h, lambda h: (x + h) - x):

        def error(h: float, width: Callable[[float], float] = width) -> float:
            def f(x: float) -> Any:
                return evaluate(program["formula"], {"x": x})

            return abs((f(x + h) - f(x)) / width(h) - slope) if width(h) else np.inf

        first, second = sorted(map(error, steps))[:2]
        if not first * 3 < second or error(best) != first:
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
    if isinstance(value, np.ndarray) and value.shape == () and value.dtype.kind == "f":
        return float(value)
    return value if isinstance(value, float) else None


BEST_STEP = exercise(
    id="autodiff/best-step",
    title="The step with the smallest error",
    answers=("best_step",),
    cases=(
        Case(
            "the best step for one function",
            1,
            visible=True,
            gate=True,
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
