"""Exercises on numeric differentiation: the difference (row A1), and its best step (row A2)."""

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
    results,
    text_of_formula,
    together,
)
from grader.judging import UNREADABLE, Case, Exercise, Misconception, WrongAnswer, agree
from grader.languages import _

# --------------------------------------------------------------------------------------- central


def _draw_central(rng: np.random.Generator) -> Challenge:
    programs = [_program(rng, names) for names in ("xy", "abcd", "pqrst")]
    counted = [_program(rng, "xyz"), _program(rng, "uvw")]
    return Challenge(
        "autodiff/central", {"programs": programs, "counted": counted, "terms": draw_terms(rng)}
    )


def _program(rng: np.random.Generator, names: str) -> dict[str, Any]:
    """A polynomial, a point and a step at which every wrong way shows. All numbers are exact."""
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
            "point": eighths(rng, len(names)),
            "h": h,
        }
        ways = [_partials(program, way()) for way in (_central, *WRONG_WAYS)]
        if all(differ(*pair) for pair in combinations(ways, 2)):
            return program


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
    found = results(evidence, 5)
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
    right = [_partials(program, _central()) for program in challenge.inputs["counted"]]
    return [
        shown["value"],
        together([one["value"] for one in others]),
        more or int(not made_of_the_first_calls(values, right, challenge)),
    ]


def _count(calls: Any) -> int:
    if type(calls) is not int:
        raise WrongAnswer(_(UNREADABLE))
    return calls


def _moved(point: Any, i: int, by: float) -> list[Any]:
    return [value + by if place == i else value for place, value in enumerate(point)]


def _central() -> Callable[..., Any]:
    def central(f: Any, point: Any, h: Any) -> list[Any]:
        return [
            (f(_moved(point, i, h)) - f(_moved(point, i, -h))) / (2 * h) for i in range(len(point))
        ]

    return central


def _one_sided() -> Callable[..., Any]:
    def central(f: Any, point: Any, h: Any) -> list[Any]:
        start = f(point)
        return [(f(_moved(point, i, h)) - start) / h for i in range(len(point))]

    return central


def _forgets_the_two() -> Callable[..., Any]:
    return lambda f, point, h: [2 * slope for slope in _central()(f, point, h)]


def _moves_all() -> Callable[..., Any]:
    def central(f: Any, point: Any, h: Any) -> list[Any]:
        return [(f([x + h for x in point]) - f([x - h for x in point])) / (2 * h) for _ in point]

    return central


def _does_not_go_back() -> Callable[..., Any]:
    def central(f: Any, point: Any, h: Any) -> list[Any]:
        found, moving = [], list(point)
        for i in range(len(moving)):
            moving[i] += h
            ahead = f(moving)
            moving[i] -= 2 * h
            found.append((ahead - f(moving)) / (2 * h))
        return found

    return central


WRONG_WAYS = (_one_sided, _forgets_the_two, _moves_all, _does_not_go_back)

CENTRAL = Exercise(
    id="autodiff/central",
    title="Central differences",
    answers=("central",),
    cases=(
        Case("the slopes of a function of two inputs", 1, visible=True, gate=True),
        Case(
            "the slopes of functions of four and five inputs",
            1,
            advice="Your slopes are right for two inputs, but not for more. For each slope, move "
            "one input by h in both directions, and leave the others at the point.",
        ),
        Case(
            "two calls of `f` for each input, no more",
            1,
            advice="Your slopes may be right, but `f` is called too often. Central differences need "
            "two calls for each input: one step ahead, one step back.",
        ),
    ),
    draw=_draw_central,
    observe=_observe_central,
    reference=_central,
    misconceptions=(
        Misconception(
            "one-sided",
            _one_sided,
            "you take the difference between the point and one step ahead. That is the forward "
            "difference. The central one looks at one step ahead and one step back.",
        ),
        Misconception(
            "forgets-the-two",
            _forgets_the_two,
            "your slopes are twice as large as they should be: from one step back to one step "
            "ahead, the distance is 2h, not h.",
        ),
        Misconception(
            "moves-all-inputs",
            _moves_all,
            "you move all inputs together, so every entry is the same. For each slope move one "
            "input only, and leave the others where they are.",
        ),
        Misconception(
            "does-not-go-back",
            _does_not_go_back,
            "the first slope is right, but after that the first input is no longer in its place. "
            "Put each input back before you move the next one, or work on a copy.",
        ),
    ),
    hints=(
        "For each input: where is `f` one step ahead, and where one step back?",
        (
            "For input i make two copies of the point, add h to entry i of the one and subtract h "
            "from entry i of the other. All other entries stay."
        ),
        (
            "The two points are 2h apart: divide the difference of the two values by that. "
            "`list(point)` makes a copy."
        ),
    ),
    paste=_paste_central,
)

# ------------------------------------------------------------------------------------- best-step

# The best step is about 1e-8 times the size of what is moved: with the scale, the answer moves too.
SCALES = (-3, -2, -1, 0, 1, 2, 3)
# What is told everywhere without asking for the size; here it is never the best.
RULE_OF_THUMB = 1e-8


def _draw_best_step(rng: np.random.Generator) -> Challenge:
    while True:
        scales = rng.choice(SCALES, 4, replace=False)
        places = (-1, 0, 3, 4)  # of the best step: also the last one, and the first
        programs = [_valley(rng, *map(int, pair)) for pair in zip(scales, places, strict=True)]
        found = {tuple(_found(program, way()) for program in programs) for way in NAMED_STEPS}
        if len(found) == len(NAMED_STEPS):
            return Challenge("autodiff/best-step", {"programs": programs})


def _valley(rng: np.random.Generator, scale: int, place: int) -> dict[str, Any]:
    """A cubic polynomial of x / 10**scale, with one step, at this place, that is clearly the best.

    The valley is bumpy: at 0.1 the truncation errors of the square and of the cube nearly cancel.
    Only sums and products: the same floats on every machine.
    """
    unit = 10.0**scale
    while True:
        a = int(rng.integers(2, 9))
        x = float(rng.integers(11, 30)) / 10
        b = round(a * (3 * x + float(rng.choice([0.095, 0.105]))), 3)
        square = ["*", "x", "x"]
        formula = ["+", ["*", a / unit**3, ["*", "x", square]], ["*", -b / unit**2, square]]
        exponents = [0, -1, -2, *rng.choice(np.arange(-14, -2), 5, replace=False)]
        program: dict[str, Any] = {
            "formula": formula,
            "x": x * unit,
            "slope": (3 * a * x * x - 2 * b * x) / unit,
            "steps": [float(f"1e{scale + int(one)}") for one in rng.permutation(exponents)],
        }
        best, steps = _found(program, _best_step()), program["steps"]
        other = steps[place]
        steps[steps.index(best)], steps[place] = other, best
        if _is_clear(program):
            return program


def _found(program: dict[str, Any], answer: Callable[..., Any]) -> Any:
    def f(x: Any) -> Any:
        return evaluate(program["formula"], {"x": x})

    return answer(f, program["x"], program["slope"], program["steps"])


def _is_clear(program: dict[str, Any]) -> bool:
    """Whether all that is right finds the same step, and all that is wrong finds others."""
    x, slope, steps = program["x"], program["slope"], program["steps"]
    best = _found(program, _best_step())
    wrong = [way for way in WRONG_STEPS if way is not _stops_as_given or steps[0] != best]
    if best == RULE_OF_THUMB or any(_found(program, way()) == best for way in wrong):
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


def _paste_best_step(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    return f"""
def f(x):
    return {text_of_formula(program["formula"])}

best_step(f, {program["x"]!r}, {program["slope"]!r}, {program["steps"]})
"""


def _observe_best_step(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = results(evidence, 4)
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


def _chosen(key: Callable[[float, float], float]) -> Callable[..., Any]:
    """A function that takes the step with the smallest key, of the step and its signed error."""

    def best_step(f: Any, x: Any, slope: Any, steps: Any) -> Any:
        return min(steps, key=lambda h: key(h, (f(x + h) - f(x)) / h - slope))

    return best_step


def _best_step() -> Callable[..., Any]:
    return _chosen(lambda h, error: abs(error))


def _stops_at_a_rise(order: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function that goes through the steps in an order until the error rises."""

    def best_step(f: Any, x: Any, slope: Any, steps: Any) -> Any:
        found = None
        for h in order(steps):
            error = abs((f(x + h) - f(x)) / h - slope)
            if found is not None and error > found[0]:
                break
            found = error, h
        return found and found[1]

    return best_step


def _stops_as_given() -> Callable[..., Any]:
    return _stops_at_a_rise(list)


def _stops_from_the_largest() -> Callable[..., Any]:
    return _stops_at_a_rise(lambda steps: sorted(steps, reverse=True))


def _central_step() -> Callable[..., Any]:
    def best_step(f: Any, x: Any, slope: Any, steps: Any) -> Any:
        return min(steps, key=lambda h: abs((f(x + h) - f(x - h)) / (2 * h) - slope))

    return best_step


def _smallest_step() -> Callable[..., Any]:
    return _chosen(lambda h, error: h)


def _largest_step() -> Callable[..., Any]:
    return _chosen(lambda h, error: -h)


def _signed_error() -> Callable[..., Any]:
    return _chosen(lambda h, error: error)


NAMED_STEPS = (_smallest_step, _largest_step, _signed_error, _stops_from_the_largest)
# None of these finds the best step of any program; first those that few programs tell from it.
WRONG_STEPS = (_stops_as_given, _central_step, *NAMED_STEPS)

BEST_STEP = Exercise(
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
        ),
        Case(
            "the best steps for three functions of other sizes",
            1,
            agree=_same_steps,
            advice="Which step is best depends on f and on the size of x: compute the error of every step.",
        ),
    ),
    draw=_draw_best_step,
    observe=_observe_best_step,
    reference=_best_step,
    misconceptions=(
        Misconception(
            "the-smallest-step",
            _smallest_step,
            "you take the smallest step. Left of the valley the error grows again, because the "
            "difference of two nearly equal numbers keeps hardly any digits.",
        ),
        Misconception(
            "the-largest-step",
            _largest_step,
            "you take the largest step. There the curve has bent away from its tangent: that is "
            "the truncation error, on the right of the valley.",
        ),
        Misconception(
            "signed-error",
            _signed_error,
            "you compare errors with their signs, so that an error of -10 counts as smaller than one of "
            "0.1. Compare their sizes: take `abs` first.",
        ),
        Misconception(
            "stops-at-the-first-rise",
            _stops_from_the_largest,
            "you go from the largest step to smaller ones and stop when the error rises for the "
            "first time. The valley is bumpy, and beyond a bump it may be deeper: look at all the "
            "steps.",
        ),
    ),
    hints=(
        "Compute the forward difference for every step. Which of them is nearest to the slope?",
        "The error of a step is the distance between its forward difference and the slope, "
        "without a sign: `abs`.",
        "Compare all steps: the valley may have bumps. Python's `min` takes a `key`, a function "
        "whose result is compared.",
    ),
    paste=_paste_best_step,
)
