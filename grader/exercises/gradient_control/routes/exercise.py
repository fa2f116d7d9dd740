"""The exercise on splitting a derivative: which part of it comes through which tensor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import case, paste_gradients, placeholder, runner
from grader.judging import Case, different, reports


def _chain(k: float, m: float) -> list[str]:
    """From a to y: around b and c, through each of them, and through both."""
    return [placeholder("a"), f"b = {k} * a", f"c = b * b + {m} * a", f"y = a + {m} * b + a * c"]


def _gaps(k: float, m: float) -> list[str]:
    """No way around b and c; "apart" is made from other things than a; y needs no "spare"."""
    return [
        placeholder("a"),
        placeholder("other"),
        f"apart = {k} * other",
        f"b = {k} * a",
        f"c = {m} * b * b",
        f"spare = {k} * c",
        f"y = b * apart + {m} * c",
    ]


def _matrices(k: float, m: float) -> list[str]:
    """Each station mixes the numbers of x: a product of slopes, place by place, is not the answer.

    "apart" is made from other things than x, and "square" is made from it through c alone.
    """
    return [
        placeholder("x", [2, 2]),
        f"b = tf.matmul([[{k}, 1.0], [-1.0, {m}]], x)",
        "c = tf.matmul(b, x)",
        f"y = tf.reduce_sum(c * (b + {m} * x))",
        f"apart = tf.constant([[{k}, {m}]]) * {m}",
        "square = tf.reduce_sum(c * c)",
    ]


# First the visible case, the matrices last. Some are alike, in graphs with other numbers.
CALLS = (
    (_chain, "routes(y, a, [b, c])"),
    (_chain, "routes(y, a, [c, b])"),
    (_chain, "routes(y, a, [b])"),
    (_chain, "routes(y, a, [])"),
    (_chain, "routes(y, a, [b, c])"),
    (_gaps, "routes(y, a, [spare, c, apart, b])"),
    (_gaps, "routes(apart, a, [b])"),
    (_matrices, "routes(y, x, [c, b])"),
    (_matrices, "routes(y, x, [b, c])"),
    (_matrices, "routes(square, x, [apart, c])"),
)
OF_MATRICES = 3


def _draw(rng: np.random.Generator) -> Challenge:
    cases, feeds = [], []
    for lines, call in CALLS:
        k, m, *values = (float(number) for number in different(rng, 6, 2, 8))
        fed: dict[str, Any] = {"a:0": values[0]}
        if lines is _gaps:
            fed["other:0"] = values[1]
        if lines is _matrices:
            fed = {"x:0": [values[:2], [-values[2] / 2, values[3] / 4]]}
        before = "routes(square, x, [])" if lines is _matrices else ""
        cases.append(case(lines(k, m), call, before=before))
        feeds.append([fed])
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    """The parts: the visible case's, those of the other numbers, and those of the matrices."""
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result")
    run = runner(evidence)
    values = (run(report["result"], fed) for report, (fed,) in zip(found, feeds, strict=True))
    yield next(values)
    others = list(values)
    yield others[:-OF_MATRICES]
    yield others[-OF_MATRICES:]


ROUTES = exercise(
    id="gradient-control/routes",
    title="Which way did it come?",
    answers=("routes",),
    cases=(
        Case.shown(
            "y = a + m*b + a*c with b = k*a and c = b*b + m*a, and the stations b and c",
            1,
            advice="First the part that passes through no station, then one part for each station: the "
            "paths on which it is the last station before y. No path counts twice, so the parts add up to "
            "the total derivative.",
        ),
        Case(
            "stations in any order, one, none, some on no path; no path around them, or no path at all",
            1,
            advice="The stations come in any order, so on the way from y to one of them, hold all the "
            "others. There may also be none. Where there is no path, the part is zero, not None; "
            "`grad_ys=None` means ones, not zeros.",
        ),
        Case(
            "x and the stations are matrices",
            1,
            advice="With matrices, a gradient is carried on through a station by `grad_ys`. An "
            "elementwise product is right only for single numbers.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("cases", "feeds"),
    hints=(
        "Cut each path in two at its last station. Which half may pass through other stations, and which "
        "half must not?",
        "One call with `stop_gradients` gives the halves next to y, and the part that passes through no "
        "station. Which tensors must this call hold?",
        "For the other half, begin at the station, with the gradient that has arrived there instead of 1. "
        "The cell above the exercise does this, with `grad_ys`.",
    ),
    paste=paste_gradients,
)
