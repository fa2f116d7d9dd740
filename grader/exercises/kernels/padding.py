"""The exercise on padding: how many windows fit into a row, and how many zeros they need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.kernels.evidence import plain, together
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _


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
    return Challenge("kernels/call", {"calls": [shown, *valid, *same, *short]})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = evidence.result
    if not isinstance(found, list) or len(found) != 12:
        raise WrongAnswer(_("the check could not read what your answer returned"))
    return [plain(found[0], "output_size"), together(found[1:5]), together(found[5:])]


def output_size_answer(
    same: Callable[[int, int, int], int] = lambda size, window, stride: -(-size // stride),
    valid: Callable[[int, int, int], int] = lambda size, w, stride: (size - w) // stride + 1,
    front: Callable[[int], float] = lambda zeros: zeros // 2,
    behind: Callable[[int], int] | None = None,
    least: int = 0,
    total: Callable[[int, int], int] | None = None,
) -> Callable[[], Callable[..., Any]]:
    def output_size(size: int, window: int, stride: int, padding: str) -> Any:
        if padding == "VALID":
            return valid(size, window, stride), 0, 0
        outputs = same(size, window, stride)
        zeros = max((outputs - 1) * stride + window - size, least)
        if total is not None:
            zeros = total(window, stride)
        return outputs, front(zeros), behind(zeros) if behind else zeros - front(zeros)

    return lambda: output_size


def _half_a_window_on_each_side() -> Callable[..., Any]:
    def output_size(size: int, window: int, stride: int, padding: str) -> Any:
        zeros = window // 2 if padding == "SAME" else 0
        return (size + 2 * zeros - window) // stride + 1, zeros, zeros

    return output_size


OUTPUT_SIZE = Exercise(
    id="kernels/output-size",
    title="How many outputs, how many zeros",
    answers=("output_size",),
    cases=(
        Case("one row with SAME, and an odd number of zeros", 0.5, visible=True, gate=True),
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
    reference=output_size_answer(),
    misconceptions=(
        Misconception(
            "rounds-down",
            output_size_answer(same=lambda size, window, stride: size // stride),
            "with SAME, you round size / stride down. It should be rounded up, so that the end of "
            "the row is covered as well.",
        ),
        Misconception(
            "odd-zero-in-front",
            output_size_answer(front=lambda zeros: zeros - zeros // 2),
            "you put the extra zero in front. TensorFlow puts it at the end: zeros // 2 in front.",
        ),
        Misconception(
            "loses-the-odd-zero",
            output_size_answer(behind=lambda zeros: zeros // 2),
            "if the number of zeros is odd, one of them is missing: zeros // 2 go in front, and all the "
            "others at the end.",
        ),
        Misconception(
            "rounds-the-half",
            output_size_answer(front=lambda zeros: round(zeros / 2)),
            "of three zeros you put two in front, but of one zero none. `round` does this: it rounds a half "
            "to the nearest *even* number. TensorFlow puts zeros // 2 in front.",
        ),
        Misconception(
            "half-a-zero",
            output_size_answer(front=lambda zeros: zeros / 2),
            "you give each side exactly half of the zeros, but an odd number has no whole half. TensorFlow "
            "puts zeros // 2 in front and the rest at the end.",
        ),
        Misconception(
            "forgets-the-last-window",
            output_size_answer(valid=lambda size, window, stride: (size - window) // stride),
            "with VALID you count one window too few: the first one is at position 0, and then "
            "(size - window) // stride steps are possible.",
        ),
        Misconception(
            "rounds-valid-up",
            output_size_answer(
                valid=lambda size, window, stride: -(-(size - window) // stride) + 1
            ),
            "with VALID, you round up, so the last window reaches past the end. VALID takes only "
            "windows that lie inside.",
        ),
        Misconception(
            "zeros-of-stride-one",
            output_size_answer(total=lambda window, stride: window - 1),
            "you always pad with window - 1 zeros. That is right for stride 1; with a larger one, "
            "count from where the last window begins: (outputs - 1) * stride.",
        ),
        Misconception(
            "zeros-of-a-whole-row",
            output_size_answer(total=lambda window, stride: max(window - stride, 0)),
            "with SAME, you always add window - stride zeros, or none. That is right only if the stride "
            "divides the size; otherwise, count from where the last window begins: (outputs - 1) * stride.",
        ),
        Misconception(
            "half-a-window-on-each-side",
            _half_a_window_on_each_side,
            "with SAME, you put window // 2 zeros on each side, whatever the stride, as is usual in "
            "PyTorch. TensorFlow adds only the zeros that the last window lacks, and the extra one at "
            "the end.",
        ),
        Misconception(
            "fewer-than-no-zeros",
            output_size_answer(least=-(10**6)),
            "where the window is shorter than the stride, your number of zeros can be negative. Then "
            "nothing is padded: take the maximum with 0.",
        ),
    ),
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
