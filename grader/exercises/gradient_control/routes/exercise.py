"""The exercise on splitting a derivative: which part of it comes through which tensor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import (
    case,
    named,
    pasted,
    pasted_gradients,
    runner,
)
from grader.judging import Case, different, reports


def _chain(k: float, m: float) -> None:
    """From a to "end": around b and c, through each of them, and through both."""
    a = tf.placeholder("float32", [], name="a")
    b = tf.multiply(a, k, name="b")
    c = tf.add(b * b, m * a, name="c")
    tf.add(a + m * b, a * c, name="end")


def _gaps(k: float, m: float) -> None:
    """No way around b and c; "apart" is made from other things than a; "end" needs no "spare"."""
    a = tf.placeholder("float32", [], name="a")
    apart = tf.multiply(tf.placeholder("float32", [], name="other"), k, name="apart")
    b = tf.multiply(a, k, name="b")
    c = tf.multiply(m * b, b, name="c")
    tf.multiply(c, k, name="spare")
    tf.add(b * apart, m * c, name="end")


def _matrices(k: float, m: float) -> None:
    """Each station mixes the numbers of x: a product of slopes, place by place, is not the answer.

    "apart" is made from other things than x, and "square" is made from it through c alone.
    """
    x = tf.placeholder("float32", [2, 2], name="x")
    b = tf.matmul(tf.constant([[k, 1.0], [-1.0, m]]), x, name="b")
    c = tf.matmul(b, x, name="c")
    tf.reduce_sum(c * (b + m * x), name="end")
    tf.multiply(tf.constant([[k, m]]), m, name="apart")
    tf.reduce_sum(c * c, name="square")


# Which graph, y and the stations: first the visible case, the matrices last. Some are alike, in graphs with
# other numbers.
QUESTIONS: tuple[tuple[Callable[[float, float], None], str, tuple[str, ...]], ...] = (
    (_chain, "end:0", ("b:0", "c:0")),
    (_chain, "end:0", ("c:0", "b:0")),
    (_chain, "end:0", ("b:0",)),
    (_chain, "end:0", ()),
    (_chain, "end:0", ("b:0", "c:0")),
    (_gaps, "end:0", ("spare:0", "c:0", "apart:0", "b:0")),
    (_gaps, "apart:0", ("b:0",)),
    (_matrices, "end:0", ("c:0", "b:0")),
    (_matrices, "end:0", ("b:0", "c:0")),
    (_matrices, "square:0", ("apart:0", "c:0")),
)
OF_MATRICES = 3


def _draw(rng: np.random.Generator) -> Challenge:
    cases, feeds, factors = [], list[dict[str, Any]](), []
    for build, y, stations in QUESTIONS:
        k, m, *values = (float(number) for number in different(rng, 6, 2, 8))
        x = "x:0" if build is _matrices else "a:0"
        cases.append(case(partial(build, k, m), [*named(y, x), named(*stations)]))
        feeds.append({"a:0": values[0]})
        if build is _gaps:
            feeds[-1]["other:0"] = values[1]
        if build is _matrices:
            feeds[-1] = {x: [values[:2], [-values[2] / 2, values[3] / 4]]}
        factors.append((k, m))
    return Challenge(
        "gradient-control/tensors", {"cases": cases}, {"feeds": feeds, "factors": factors}
    )


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    """The parts: the visible case's, those of the other numbers, and those of the matrices."""
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result")
    run = runner(evidence)
    values = (run(report["result"], fed) for report, fed in zip(found, feeds, strict=True))
    yield next(values)
    others = list(values)
    yield others[:-OF_MATRICES]
    yield others[-OF_MATRICES:]


def _paste(challenge: Challenge) -> str:
    k, m = challenge.hidden["factors"][0]
    made = ["a = tf.placeholder(tf.float32, [])", f"b = {k} * a", f"c = b * b + {m} * a"]
    call = pasted_gradients(f"routes(a + {m} * b + a * c, a, [b, c])")
    return pasted(made, call, {"a": challenge.hidden["feeds"][0]["a:0"]})


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
        "You did this at the start of the chapter, with `grad_ys`.",
    ),
    paste=_paste,
)
