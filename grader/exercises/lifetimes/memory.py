"""The chapter's project: the peak memory of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

Step = list[Any]


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge("call", {"calls": [_run(rng, 6, 1), _run(rng, 9, 2), _run(rng, 14, 3)]})


def _run(rng: np.random.Generator, length: int, fetched: int) -> list[Any]:
    """A run whose peak every wrong way of counting gets wrong, each in its own way."""
    while True:
        steps: list[Step] = []
        names = [f"n{number}" for number in range(length)]
        for number, name in enumerate(names):
            count = min(number, int(rng.integers(1, 3)))
            inputs = [str(item) for item in rng.choice(names[: max(number, 1)], count, False)]
            steps.append([name, inputs, 4 * int(rng.integers(1, 100))])
        kept = [str(name) for name in rng.choice(names, fetched, False)]
        ways = [way() for way in (_peak, *WRONG_WAYS)]
        if len({way(steps, kept) for way in ways}) == len(ways):
            return [steps, kept]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if isinstance(result, Raised):
        return [result] * 2
    if not isinstance(result, list) or len(result) != 3:
        raise WrongAnswer(_("the evidence of your answer is not what this exercise collects"))
    return [result[0], result[1:]]


def _counting(
    last: Callable[[list[int]], int] = max, *, keeps: bool = True, overlap: bool = True
) -> Callable[..., int]:
    """A way of counting; last: which use of a value is its last; keeps: whether fetched values stay;
    overlap: whether inputs are still there when the output is."""

    def peak(steps: list[Step], fetched: list[str]) -> int:
        uses: dict[str, list[int]] = {}
        for number, (_name, inputs, _size) in enumerate(steps):
            for name in inputs:
                uses.setdefault(name, []).append(number)
        alive: dict[str, int] = {}
        most = 0
        for number, (name, _inputs, size) in enumerate(steps):
            alive[name] = size
            if overlap:
                most = max(most, sum(alive.values()))
            for held in list(alive):
                needed = held in uses and last(uses[held]) > number
                stays = (keeps and held in fetched) or (held == name and not overlap)
                if not needed and not stays:
                    del alive[held]
            most = max(most, sum(alive.values()))
        return most

    return peak


def _peak() -> Callable[..., Any]:
    return _counting()


def _never_frees() -> Callable[..., Any]:
    return lambda steps, fetched: sum(size for _, _, size in steps)


def _frees_inputs_first() -> Callable[..., Any]:
    return _counting(overlap=False)


def _forgets_fetched() -> Callable[..., Any]:
    return _counting(keeps=False)


def _first_use() -> Callable[..., Any]:
    return _counting(min)


def _largest_value() -> Callable[..., Any]:
    return lambda steps, fetched: max(size for _, _, size in steps)


WRONG_WAYS = (_never_frees, _frees_inputs_first, _forgets_fetched, _first_use, _largest_value)

PEAK = Exercise(
    id="lifetimes/peak",
    title="The peak memory of a run",
    answers=("peak",),
    cases=(
        Case("the peak of a run of six steps", 2, visible=True, gate=True),
        Case("the peaks of two longer runs", 3),
    ),
    draw=_draw,
    observe=_observe,
    reference=_peak,
    misconceptions=(
        Misconception(
            "never-frees",
            _never_frees,
            "you add up all values of the run. A value that nobody needs any more is dropped at once, "
            "while the run goes on.",
        ),
        Misconception(
            "frees-inputs-too-early",
            _frees_inputs_first,
            "you drop the inputs of a step before its output is there. While a step computes, its "
            "inputs and its output are in memory together: measure first, drop then.",
        ),
        Misconception(
            "forgets-what-is-fetched",
            _forgets_fetched,
            "you drop values that are fetched. The caller wants them when the run has ended, so they "
            "stay to the end.",
        ),
        Misconception(
            "drops-after-the-first-use",
            _first_use,
            "you drop a value after its first use. It must stay until its last use: another step may "
            "need it later.",
        ),
        Misconception(
            "the-largest-value",
            _largest_value,
            "you return the size of the largest single value. Many values are in memory at the same "
            "time: add up those that are alive at each step.",
        ),
    ),
    hints=(
        "Walk through the steps, and keep a dictionary of the values that are alive, with their bytes.",
        "In each step: put the new value in, measure the sum, then drop every value that is not fetched "
        "and that no later step has among its inputs.",
        "for i, (name, inputs, size) in enumerate(steps): alive[name] = size; most = max(most, "
        "sum(alive.values())); needed = set(fetched) with the inputs of all steps in steps[i + 1:]; "
        "keep of alive only what is in needed.",
    ),
)
