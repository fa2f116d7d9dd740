"""The exercise on a binary net's activation."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import (
    case,
    observe_two_faces,
    paste_value,
    placeholder,
)
from grader.judging import Case

BIT = 2.0**-10
# Next to the step at 0, and to the bounds of the gradient on either side.
NEAREST = (-(2.0**-40), 2.0**-40, -1.0 - BIT, -1.0 + BIT, 1.0 - BIT, 1.0 + BIT)


def _draw_binarize(rng: np.random.Generator) -> Challenge:
    """Numbers near 0, near the two bounds on either side, far out; and 0 itself; in three graphs.

    In the last, some are so near that a step or a bound in another place gives something else.
    """

    def points() -> list[float]:
        ranges = ((0.1, 0.4), (0.6, 0.95), (1.05, 1.4), (2.1, 3.0))
        return [round(float(rng.uniform(*one)), 3) for one in ranges]

    one, two, three, four = points(), points(), points(), points()
    feeds = [
        [{"x:0": [one[1], -one[0], one[2], -one[3]]}, {"x:0": [0.0, *two, *(-x for x in three)]}],
        [{"x:0": [[-two[0], 0.0], [two[2], -one[2]]]}],
        [{"x:0": [-four[0], four[1], -four[2], *NEAREST]}],
    ]
    cases = [
        case([placeholder("x", shape)], "binarize(x)", ["x"], before=before)
        for shape, before in (([None], ""), ([2, 2], "binarize(-x)"), ([None], ""))
    ]
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": feeds})


def _observe_binarize(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """The others of `observe_two_faces` in two parts: those without a zero, and those with one."""
    first, others = observe_two_faces(evidence, challenge)
    fed = [one["x:0"] for feeds in challenge.hidden["feeds"] for one in feeds]
    pairs = [(one, 0.0 in np.ravel(x)) for one, x in zip(others, fed, strict=True)]
    return [first, [one for one, zero in pairs if not zero], [one for one, zero in pairs if zero]]


BINARIZE = exercise(
    id="gradient-control/binarize",
    title="The activation of a binarized net",
    answers=("binarize",),
    cases=(
        Case.shown(
            "values and gradients of four numbers",
            1,
            advice="The values are +1 and -1; the gradient is 1 between -1 and 1, and 0 further out. In "
            "`t + tf.stop_gradient(f - t)`, f gives the values and t gives the gradient.",
        ),
        Case(
            "the same for other numbers, and for other incoming gradients",
            1,
            advice="Every x ≥ 0 gives +1 and every other x gives -1, however close to 0. Between -1 and 1, "
            "the incoming gradient passes unchanged, whatever it is; further out, nothing passes.",
        ),
        Case(
            "numbers with zero among them, also as a matrix",
            1,
            advice="Zero must become +1, and its gradient must pass. And x may have any shape.",
        ),
    ),
    draw=_draw_binarize,
    observe=_observe_binarize,
    parts=("cases", "feeds"),
    hints=(
        "Which function has slope 1 between -1 and 1, and slope 0 outside?",
        "t = tf.clip_by_value(x, -1, 1) gives the gradient; tf.where gives the values.",
        "Now you have two faces, one for the values and one for the gradient. Figure 4 of the first "
        "lesson shows how they are put together.",
    ),
    paste=paste_value,
)
