"""The exercise on a logarithm whose slope is infinite at zero: where a choice after it comes too late."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence import Challenge
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import (
    case,
    observe_two_faces,
    paste_value,
    placeholder,
)
from grader.judging import Case, different

TINY = 2.0**-45
# The cases whose squares are differentiated, too, which takes most of the time of a check.
SQUARED = (1, 5)
NEAR = 2  # the last two cases: points that nearly coincide


def _draw(rng: np.random.Generator) -> Challenge:
    """Three points that differ; points of which some or all coincide; points that nearly do.

    In the plane, no two of the first points share a coordinate. Of those that coincide, and of those
    that nearly do, some share one with a point that is another.
    """
    values, several, (far,) = ([n / 4 for n in different(rng, size, 1, 40)] for size in (6, 9, 1))
    p, q, r = several[:3], several[3:6], several[6:]
    q[0] = p[0]
    step = float(rng.integers(1, 4))
    feeds: list[list[list[float]]] = [
        [values[:2], values[2:4], values[4:]],
        [p, q, p, r],
        [[far], [far]],
        [p],
        [[0.0, 0.0], [3 * step * TINY, -4 * step * TINY], q[:2]],
        [[far, r[0]], [far + 2.0**-13, r[0]], [-far, r[1]]],
    ]
    cases = []
    for number, points in enumerate(feeds):
        made, squared = [placeholder("points", np.shape(points))], number in SQUARED
        before = "log_distances(2.0 * points)" if number == 1 else ""
        cases.append(case(made, "log_distances(points)", ["points"], squared, before=before))
    fed = [[{"points:0": points}] for points in feeds]
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": fed})


def _observe(evidence: Any, challenge: Challenge) -> Iterator[Any]:
    """Value and gradients: of the visible case, where points coincide, and where they nearly do."""
    found = observe_two_faces(evidence, challenge)
    fed = [feeds[0]["points:0"] for feeds in challenge.hidden["feeds"]]
    yield _as_asked(next(found), fed[0])
    others = list(map(_as_asked, next(found), fed))
    yield others[:-NEAR]
    yield others[-NEAR:]


def _as_asked(found: Any, points: Any) -> Any:
    """A list of the logarithms, and gradients: zeros for None, as the text asks, where all points coincide.

    In a list each logarithm is compared by itself: how far from 0 a 0 may be must not depend on the largest.
    """
    if not isinstance(found, list):
        return found
    value, *gradients = found
    if not np.ptp(points, axis=0).any():
        zeros = np.zeros(np.shape(points), np.float32)
        gradients = [
            [zeros] if isinstance(one, list) and one[0] is None else zeros if one is None else one
            for one in gradients
        ]
    return [value.tolist() if isinstance(value, np.ndarray) else value, *gradients]


LOG_DISTANCES = exercise(
    id="gradient-control/log-distances",
    title="Zero times infinity",
    answers=("log_distances",),
    cases=(
        Case.shown(
            "three points in the plane: the logarithms, and the gradient of their sum",
            1,
            advice="Each entry is the natural logarithm of a distance, the root of the summed squares. "
            "Where two points coincide, as on the diagonal, the entry is 0 and sends no gradient back; "
            "every other entry sends its gradient back to both points. NaN comes back where the slope of "
            "the logarithm or of the root is infinite: replace the 0 before you take either.",
        ),
        Case(
            "points that coincide, with three coordinates or one; a single point",
            1,
            advice="Points may also coincide off the diagonal, and there may be any number of them, "
            "with any number of coordinates. Points that share only some of them do not coincide.",
        ),
        Case(
            "points that are very close to each other",
            1,
            advice="Points that nearly coincide need their logarithms and gradients, too. Subtract before "
            "you square: a² + b² - 2ab rounds small differences away. Add nothing inside the logarithm, "
            "and replace only exact zeros: an added epsilon, or a lower limit such as tf.maximum(s, 1e-12), "
            "loses small distances.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("cases", "feeds"),
    hints=(
        "At 0 the logarithm is infinite, and so is its slope. If you choose after the logarithm, which "
        "number does `tf.where` send back to it there, and what does the slope make of that number?",
        "Choose before the logarithm: where points differ, it gets their distance or its square. What "
        "should it get instead of a 0?",
        "The logarithm of √s is half the logarithm of s, so you need no root. And one number has the "
        "logarithm 0.",
    ),
    paste=paste_value,
)
