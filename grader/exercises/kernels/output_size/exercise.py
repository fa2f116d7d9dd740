"""The exercise on padding: how many windows fit into a row, and how many zeros they need."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import plain
from grader.judging import Case, reports, together


def _draw(rng: np.random.Generator) -> Challenge:
    def draw(low: int, high: int) -> int:
        return int(rng.integers(low, high))

    # A stride that does not divide the size, and 3 or 7 zeros: `round` puts the larger half of these in
    # front, as it does not with 1 or 5. So who rounds is never right by luck.
    stride = draw(2, 5)
    shown = [stride * draw(3, 8) + 1, 4 * draw(1, 3), stride, "SAME"]
    step, wide = draw(2, 5), draw(3, 6)
    valid = [
        [wide + step * draw(3, 9) + 1, wide, step, "VALID"],
        [draw(11, 30), draw(4, 7), 1, "VALID"],
        [draw(7, 12), 7, draw(8, 12), "VALID"],
        [3 * draw(3, 8) + 1, 1, 3, "VALID"],
    ]
    same = [
        [draw(10, 30), 2 * draw(1, 4) + 1, 1, "SAME"],
        [2 * draw(5, 14), 4, 2, "SAME"],
        [4 * draw(3, 7) + 2, 5, 4, "SAME"],  # three zeros, and window - stride is 1
    ]
    # A window shorter than the stride: mostly, fewer numbers are needed than there are.
    short = [
        [5 * draw(3, 8), 2, 5, "SAME"],
        [7 * draw(2, 6), 1, 7, "SAME"],
        [3 * draw(3, 8), 2, 3, "SAME"],  # one number is left over
        [3 * draw(3, 8) + 1, 2, 3, "SAME"],  # one zero
    ]
    return Challenge("call", {"calls": [shown, *valid, *same, *short]})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, 12)
    return [plain(found[0], "output_size"), together(found[1:5]), together(found[5:])]


OUTPUT_SIZE = exercise(
    id="kernels/output-size",
    title="How many outputs, how many zeros",
    answers=("output_size",),
    cases=(
        Case.shown("one row with SAME, and an odd number of zeros", 0.5),
        Case(
            "four rows with VALID",
            1.5,
            advice="One row with SAME is right, but VALID is not. With VALID there are no zeros, and only "
            "windows that lie inside the row count: how many steps can you take from position 0?",
        ),
        Case(
            "seven rows with SAME, some with a window shorter than the stride",
            1,
            advice="One row with SAME is right, but others are not. The zeros are what the last window "
            "lacks, (outputs - 1) * stride + window - size, but never less than 0.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "SAME: every stride-th number gets one window. VALID: how many steps can you take from "
        "position 0 before the window would pass the end?",
        "The last window begins at (outputs - 1) * stride. The zeros complete it: they make up for the "
        "numbers that it lacks, and are split between the two ends.",
        "For SAME, divide by the stride and round up. The smaller half of the zeros goes in "
        "front, and a negative number of zeros means none.",
    ),
    paste=lambda challenge: 'output_size({}, {}, {}, "{}")'.format(*challenge.inputs["calls"][0]),
)
