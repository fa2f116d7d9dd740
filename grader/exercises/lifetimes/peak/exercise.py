"""The chapter's project: the peak memory of a run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise, listed
from grader.judging import Case, reports

Step = list[Any]
# The wrong ways of counting that every run without equal sizes must reveal.
WRONG_WAYS = [
    "sum",
    "drops-first",
    "not-fetched",
    "fetched-and-used",
    "first-use",
    "pops-the-inputs",
    "one-step-late",
    "drops-when-the-next-step-is-done",
    "unused-one-step-late",
    "only-the-next-step",
    "measures-after-dropping",
    "largest",
    "waits-for-a-use",
    "only-what-is-used",
    "only-inputs-and-output",
    "end-of-the-run",
]
# Short runs, and what is fetched. A step: its name, its inputs, and the bounds of its size, in fours.
SHORT = (
    # Nobody needs the first value, which is larger than the others together.
    ((("a", "", 100, 200), ("b", "", 1, 50), ("c", "b", 1, 50)), "c"),
    # Both inputs of c have their last use there, and the largest value comes right after it.
    (
        (
            ("a", "", 20, 50),
            ("b", "", 20, 50),
            ("c", "ab", 50, 100),
            ("d", "c", 100, 200),
            ("e", "d", 1, 20),
        ),
        "e",
    ),
    # The last value is the largest, two values are needed for it alone, and the first is fetched.
    ((("a", "", 1, 50), ("b", "", 1, 50), ("c", "b", 1, 50), ("d", "cb", 200, 300)), "a"),
    # One step needs the first value twice, and a later one needs it again: the peak is between.
    ((("a", "", 100, 200), ("b", "aa", 20, 40), ("c", "b", 40, 60), ("d", "a", 1, 20)), "d"),
    # One step needs the first value twice; the peak comes when this value has been dropped, once.
    ((("a", "", 100, 200), ("b", "aa", 1, 20), ("c", "b", 200, 300)), "c"),
    # The two inputs of the last step, where the peak is; they are made equally large.
    ((("a", "", 50, 100), ("b", "a", 50, 100), ("c", "ab", 1, 50)), "c"),
)


def _draw(rng: np.random.Generator) -> Challenge:
    runs = [_run(rng, 6, 1), _run(rng, 9, 2), _run(rng, 14, 3)]
    short = [_short(rng, *described) for described in SHORT]
    one, other, _last = short[-1][0]
    other[2] = one[2]
    return Challenge("call", {"calls": [*runs, *short]})


def _short(rng: np.random.Generator, described: Sequence[Any], fetched: str) -> list[Any]:
    numbers = rng.permutation(10)
    new = {name: f"n{number}" for name, number in zip("abcde", numbers, strict=False)}
    steps = [
        [new[name], [new[one] for one in inputs], 4 * int(rng.integers(low, high))]
        for name, inputs, low, high in described
    ]
    return [steps, [new[fetched]]]


@cache
def _ways(*names: str) -> list[Any]:
    return listed("lifetimes/peak", "peak", *names)


def _run(rng: np.random.Generator, length: int, fetched: int) -> list[Any]:
    """A run whose peak every wrong way of counting gets wrong, as does who keeps some of `fetched` only.

    No two values are equally large: the points of who counts those once must not depend on the draw.
    """
    (rightly,) = _ways()
    while True:
        steps: list[Step] = []
        names = [str(name) for name in rng.permutation([f"n{number}" for number in range(length)])]
        sizes = [4 * int(size) for size in rng.choice(np.arange(1, 100), length, False)]
        for number, name in enumerate(names):
            count = min(number, int(rng.integers(3)))
            inputs = [str(item) for item in rng.choice(names[: max(number, 1)], count, False)]
            steps.append([name, inputs, sizes[number]])
        kept = [str(name) for name in rng.choice(names, fetched, False)]
        fewer = [kept[:1], kept[1:], kept[:-1]] if fetched > 1 else [[]]
        right = rightly(steps, kept)
        if all(way(steps, kept) != right for way in _ways(*WRONG_WAYS)) and all(
            rightly(steps, some) != right for some in fewer
        ):
            return [steps, kept]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, 9)
    return [shown, others]


def _paste(challenge: Challenge) -> str:
    steps, fetched = challenge.inputs["calls"][0]
    told = [json.dumps(step) for step in steps]
    lines = [f"    {', '.join(told[place : place + 3])},\n" for place in range(0, len(told), 3)]
    return f"peak([\n{''.join(lines)}], {json.dumps(fetched)})"


PEAK = exercise(
    id="lifetimes/peak",
    title="The peak memory of a run",
    answers=("peak",),
    cases=(
        Case.shown(
            "the peak of a run of six steps",
            2,
            advice="For each step, add up the bytes of all values that are held while it is computed: "
            "its inputs, its output, what a later step needs, and the fetched values that are "
            "already there. Measure before you drop anything. The peak is the largest of these sums.",
        ),
        Case(
            "the peaks of two longer runs and six short ones: the peak comes at the start, in the middle or "
            "at the end; an input is named twice; two values have the same size",
            3,
            advice="Follow the rules step by step: inputs and output are held while a step is computed; "
            "after it, a value stays only if a later step needs it or it is fetched. An input that is "
            "named twice is held once, and dropped once.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    hints=(
        "Walk through the steps, and keep a dictionary of the values that are alive, with their sizes.",
        "In each step: put the new value in, measure the sum, then drop every value that is not fetched "
        "and that no later step has among its inputs.",
        "The steps that come later are a slice of the list: collect their inputs in a set, "
        "together with what is fetched. Measure before you drop.",
    ),
)
