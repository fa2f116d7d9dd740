"""The exercise on splitting a derivative: which part of it comes through which tensor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.gradient_control.evidence import (
    case,
    named,
    pasted,
    pasted_gradients,
    runner,
)
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception


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
    """Each station mixes the numbers of x: a product of slopes, place by place, is not the answer."""
    x = tf.placeholder("float32", [2, 2], name="x")
    b = tf.matmul(tf.constant([[k, 1.0], [-1.0, m]]), x, name="b")
    c = tf.matmul(b, x, name="c")
    tf.reduce_sum(c * (b + m * x), name="end")


# Which graph, y, x, and the stations: first the visible case, the matrices last. Some are alike, in
# graphs with other numbers.
QUESTIONS: tuple[tuple[Callable[[float, float], None], str, str, tuple[str, ...]], ...] = (
    (_chain, "end:0", "a:0", ("b:0", "c:0")),
    (_chain, "end:0", "a:0", ("c:0", "b:0")),
    (_chain, "end:0", "a:0", ("b:0",)),
    (_chain, "end:0", "a:0", ()),
    (_chain, "end:0", "a:0", ("b:0", "c:0")),
    (_gaps, "end:0", "a:0", ("spare:0", "c:0", "apart:0", "b:0")),
    (_gaps, "apart:0", "a:0", ("b:0",)),
    (_matrices, "end:0", "x:0", ("c:0", "b:0")),
    (_matrices, "end:0", "x:0", ("b:0", "c:0")),
    (_matrices, "end:0", "x:0", ("b:0", "c:0")),
)
OF_MATRICES = 3


def _draw(rng: np.random.Generator) -> Challenge:
    cases, feeds, factors = [], [], []
    for build, y, x, stations in QUESTIONS:
        k, m, *values = (float(number) for number in numbers(rng, 6, 2, 8))
        arguments = [{"tensor": y}, {"tensor": x}, named(*stations)]
        cases.append(case(partial(build, k, m), arguments))
        fed: dict[str, Any] = {x: values[0]}
        if build is _gaps:
            fed["other:0"] = values[1]
        if build is _matrices:
            fed = {x: [values[:2], [-values[2] / 2, values[3] / 4]]}
        feeds.append(fed)
        factors.append((k, m))
    return Challenge(
        "gradient_control/tensors", {"cases": cases}, {"feeds": feeds, "factors": factors}
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


def _slopes(y: Any, xs: Any, **options: Any) -> Any:
    return tf.gradients(y, xs, unconnected_gradients="zero", **options)


def _routes(first_held: bool, second_held: bool) -> Callable[..., Any]:
    """An answer that holds the stations on the way from y to each of them, on the way on to x, or both."""

    def routes(y: Any, x: Any, stations: Any) -> Any:
        (around,) = _slopes(y, [x], stop_gradients=stations)
        parts = [around]
        for station in stations:
            others = [one for one in stations if one is not station]
            (back,) = _slopes(y, [station], stop_gradients=others if first_held else None)
            (part,) = _slopes(
                station, [x], grad_ys=back, stop_gradients=others if second_held else None
            )
            parts.append(part)
        return parts

    return routes


def _total_first() -> Callable[..., Any]:
    def routes(y: Any, x: Any, stations: Any) -> Any:
        return [*_slopes(y, [x]), *_routes(True, False)(y, x, stations)[1:]]

    return routes


def _ends_at_the_stations() -> Callable[..., Any]:
    return lambda y, x, stations: _slopes(y, [x, *stations], stop_gradients=stations)


def _slopes_alone() -> Callable[..., Any]:
    def routes(y: Any, x: Any, stations: Any) -> Any:
        (around,) = _slopes(y, [x], stop_gradients=stations)
        return [around, *(part for station in stations for part in _slopes(station, [x]))]

    return routes


def _stopped_at_once() -> Callable[..., Any]:
    def routes(y: Any, x: Any, stations: Any) -> Any:
        around, *back = _slopes(y, [x, *stations], stop_gradients=stations)
        parts = [around]
        for station, gradient in zip(stations, back, strict=True):
            parts += _slopes(station, [x], grad_ys=gradient, stop_gradients=stations)
        return parts

    return routes


def _place_by_place() -> Callable[..., Any]:
    def routes(y: Any, x: Any, stations: Any) -> Any:
        around, *back = _slopes(y, [x, *stations], stop_gradients=stations)
        return [
            around,
            *(g * _slopes(one, [x])[0] for g, one in zip(back, stations, strict=True)),
        ]

    return routes


def _none_where_nothing() -> Callable[..., Any]:
    def routes(y: Any, x: Any, stations: Any) -> Any:
        around, *back = tf.gradients(y, [x, *stations], stop_gradients=stations)
        return [
            around,
            *(
                None if g is None else tf.gradients(one, x, grad_ys=g)[0]
                for g, one in zip(back, stations, strict=True)
            ),
        ]

    return routes


DIRECT = Exercise(
    id="gradient_control/direct",
    title="Which way did it come?",
    answers=("routes",),
    cases=(
        Case(
            "y = a + m*b + a*c with b = k*a and c = b*b + m*a, and the stations b and c",
            1,
            True,
            True,
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
    reference=lambda: _routes(True, False),
    misconceptions=(
        Misconception(
            "counts-twice",
            lambda: _routes(False, False),
            "a path that passes through two stations counts at both, so your parts add up to more than the "
            "total derivative. Hold the stations on the way from y to each of them.",
        ),
        Misconception(
            "first-station",
            lambda: _routes(False, True),
            "your parts add up, but each path counts at the station that is nearest to x. It should "
            "count at the one nearest to y: which half of the path must not pass through another station?",
        ),
        Misconception(
            "two-stations-lost",
            lambda: _routes(True, True),
            "paths that pass through two stations are missing. Between the last station and y there is no "
            "other; between x and the last station there may be some.",
        ),
        Misconception(
            "total-first",
            _total_first,
            "the parts of the stations are right, but the first part is the total derivative. It should "
            "be what passes through no station at all.",
        ),
        Misconception(
            "ends-at-the-stations",
            _ends_at_the_stations,
            "for the stations, you return derivatives with respect to the stations. Each path "
            "goes on to x: carry the gradient from the station to x.",
        ),
        Misconception(
            "slopes-alone",
            _slopes_alone,
            "for the stations, you return how much each of them moves with x. What is missing is the other "
            "half of the path, from the station to y.",
        ),
        Misconception(
            "stopped-at-once",
            _stopped_at_once,
            "the part of every station is zero. If your call from a station to x holds that station, too, "
            "the path ends where it begins.",
        ),
        Misconception(
            "place-by-place",
            _place_by_place,
            "you multiply the two halves of a path. That is right for single numbers. If a station is a "
            "matrix, its gradient has to be carried on to x: `grad_ys` does it.",
        ),
        Misconception(
            "none-where-nothing",
            _none_where_nothing,
            "where there is no path, your parts are None, and None cannot be added up. "
            '`unconnected_gradients="zero"` gives a tensor of zeros, in either half of the path.',
        ),
    ),
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
