"""The chapter's project: the peak memory of a run."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.lifetimes.memory_wrongly import WRONG_WAYS, Step, counts_rightly
from grader.judging import UNREADABLE, Case, WrongAnswer
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    runs = [_run(rng, 6, 1), _run(rng, 9, 2), _run(rng, 14, 3)]
    short = [_peak_at_first(rng), _peak_after_two_are_dropped(rng), _peak_at_last(rng)]
    short += [_an_input_named_twice(rng), _peak_after_an_input_named_twice(rng)]
    short.append(_two_of_one_size(rng))
    return Challenge("call", {"calls": [*runs, *short]})


def _bytes(rng: np.random.Generator, low: int, high: int) -> int:
    return 4 * int(rng.integers(low, high))


def _named(rng: np.random.Generator, steps: list[Any], fetched: list[str]) -> list[Any]:
    """The run with other names."""
    names = [step[0] for step in steps]
    others = [f"n{number}" for number in rng.permutation(10)[: len(names)]]
    new = dict(zip(names, others, strict=True))
    renamed = [[new[name], [new[one] for one in inputs], size] for name, inputs, size in steps]
    return [renamed, [new[name] for name in fetched]]


def _peak_at_first(rng: np.random.Generator) -> list[Any]:
    """Nobody needs the first value, which is larger than the others together."""
    small, other = _bytes(rng, 1, 50), _bytes(rng, 1, 50)
    return _named(
        rng,
        [["a", [], _bytes(rng, 100, 200)], ["b", [], small], ["c", ["b"], other]],
        ["c"],
    )


def _peak_after_two_are_dropped(rng: np.random.Generator) -> list[Any]:
    """Both inputs of c have their last use there, and the largest value comes right after it."""
    first, second = _bytes(rng, 20, 50), _bytes(rng, 20, 50)
    return _named(
        rng,
        [
            ["a", [], first],
            ["b", [], second],
            ["c", ["a", "b"], _bytes(rng, 50, 100)],
            ["d", ["c"], _bytes(rng, 100, 200)],
            ["e", ["d"], _bytes(rng, 1, 20)],
        ],
        ["e"],
    )


def _peak_at_last(rng: np.random.Generator) -> list[Any]:
    """The last value is the largest, two values are needed for it alone, and the first is fetched."""
    return _named(
        rng,
        [
            ["a", [], _bytes(rng, 1, 50)],
            ["b", [], _bytes(rng, 1, 50)],
            ["c", ["b"], _bytes(rng, 1, 50)],
            ["d", ["c", "b"], _bytes(rng, 200, 300)],
        ],
        ["a"],
    )


def _an_input_named_twice(rng: np.random.Generator) -> list[Any]:
    """One step needs the first value twice, and a later one needs it again: the peak is between."""
    return _named(
        rng,
        [
            ["a", [], _bytes(rng, 100, 200)],
            ["b", ["a", "a"], _bytes(rng, 20, 40)],
            ["c", ["b"], _bytes(rng, 40, 60)],
            ["d", ["a"], _bytes(rng, 1, 20)],
        ],
        ["d"],
    )


def _peak_after_an_input_named_twice(rng: np.random.Generator) -> list[Any]:
    """One step needs the first value twice; the peak comes when this value has been dropped, once."""
    return _named(
        rng,
        [
            ["a", [], _bytes(rng, 100, 200)],
            ["b", ["a", "a"], _bytes(rng, 1, 20)],
            ["c", ["b"], _bytes(rng, 200, 300)],
        ],
        ["c"],
    )


def _two_of_one_size(rng: np.random.Generator) -> list[Any]:
    """The two inputs of the last step, where the peak is, are equally large."""
    size = _bytes(rng, 50, 100)
    return _named(
        rng,
        [["a", [], size], ["b", ["a"], size], ["c", ["a", "b"], _bytes(rng, 1, 50)]],
        ["c"],
    )


def _run(rng: np.random.Generator, length: int, fetched: int) -> list[Any]:
    """A run whose peak every wrong way of counting gets wrong, as does who keeps some of `fetched` only.

    No two values are equally large: the points of who counts those once must not depend on the draw.
    """
    while True:
        steps: list[Step] = []
        names = [str(name) for name in rng.permutation([f"n{number}" for number in range(length)])]
        sizes = [4 * int(size) for size in rng.choice(np.arange(1, 100), length, False)]
        for number, name in enumerate(names):
            count = min(number, int(rng.integers(3)))
            inputs = [str(item) for item in rng.choice(names[: max(number, 1)], count, False)]
            steps.append([name, inputs, sizes[number]])
        kept = [str(name) for name in rng.choice(names, fetched, False)]
        most = counts_rightly()(steps, kept)
        fewer = [kept[:1], kept[1:], kept[:-1]] if fetched > 1 else [[]]
        if all(way()(steps, kept) != most for way in WRONG_WAYS) and all(
            counts_rightly()(steps, some) != most for some in fewer
        ):
            return [steps, kept]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != 9:
        raise WrongAnswer(_(UNREADABLE))
    return [result[0], result[1:]]


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
        Case(
            "the peak of a run of six steps",
            2,
            visible=True,
            gate=True,
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
