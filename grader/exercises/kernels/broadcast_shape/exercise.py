"""An exercise on broadcasting: the shape of a result."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import plain
from grader.judging import Case, different, reports, together


def _draw(rng: np.random.Generator) -> Challenge:
    n, m, k = different(rng, 3, 2, 10)
    calls = [
        [[n, 1], [1, m]],
        [[n, m], [m]],
        [[m, 1], [n, 1, k]],
        [[], [k, n]],
        [[m], [1]],
        [[n, 1, m], [k, 1]],
        [[n, m, k], [k]],
        [[k], [n, m, k]],
        [[n, m], [n, m]],
        [[], []],
        [[n, 1], [m, n, 1]],  # two sizes of 1 in the same position
        [[n, m, k], [m, 1]],
        [[m], [k, n, 1]],
        [[n, m], [n]],
        [[n, m], [n, k]],
        [[n, m], [k, m]],
        [[2 * n, m], [n, 1]],  # a size is not repeated
        [[n, 1], [0]],
        [[n], [0]],
    ]
    return Challenge("call", {"calls": calls})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, *others = reports(evidence, 19)
    return [
        plain(first, "broadcast_shape"),
        together(others[:10]),
        together(others[10:16]),
        together(others[16:]),
    ]


BROADCAST_SHAPE = exercise(
    id="kernels/broadcast-shape",
    title="The shape of a broadcast result",
    answers=("broadcast_shape",),
    cases=(
        Case.shown("a column and a row", 0.5),
        Case(
            "ten other pairs, most with different numbers of axes",
            0.5,
            advice="A column and a row are right, but other shapes are not. Put ones in front of the "
            "shorter shape; then, in each pair of sizes, a 1 is stretched to the other size. For two single "
            "numbers, [] and [], the answer is [], not None.",
        ),
        Case(
            "None for four pairs that do not fit, and a shape for two that do",
            1.75,
            advice="Some shapes do not fit, and for these the answer is None. In every position, the two "
            "sizes must be equal, or one of them must be 1; shapes are compared from the right.",
        ),
        Case(
            "a column and an empty row, and a 0 that does not fit",
            0.25,
            advice="A size of 0 is a size like any other: it is equal to the other one, or the other one is "
            "1 and is stretched to it.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Write the two shapes one above the other, aligned at the right. Which two sizes may stand "
        "one above the other?",
        "Put ones in front of the shorter shape. Then go through the pairs of sizes: they are equal, "
        "or one of the two is 1, or they do not fit.",
        "A pair that fits gives the size that is not 1, or 1 if both are. The longer shape decides "
        "how many ones the other one needs.",
    ),
    paste=lambda challenge: "broadcast_shape({}, {})".format(*challenge.inputs["calls"][0]),
)
