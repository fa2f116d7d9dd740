"""An exercise on broadcasting: its gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import whole
from grader.judging import Builder, Case, Session, different, placeholder, together

BUILD = Builder("result = sum_back(g, x)")


def _draw(rng: np.random.Generator) -> Challenge:
    n, m, k = different(rng, 3, 2, 6)
    pairs: list[Any] = [
        ([n, m], [n, 1]),
        ([n, m], [m]),
        ([n, m], []),
        ([n, m], [1, m]),
        ([n, m, k], [n, 1, k]),
        ([n, m, k], [m, 1]),
        ([n, m], [n, m]),
        ([n, m], [1]),
        ([n, m], [1, 1]),
        ([n, m, k], [1, m, 1]),
        # The same size twice: where an axis is, and not how large, says whether it was stretched.
        ([n, n], [n]),
        ([n, n], [1, n]),
        ([n, m, n], [m, 1]),
        ([n, m], [n, 1]),  # as the first one, in another graph
        ([1, m], [m]),  # x lacks an axis of size 1; in that graph, too
    ]
    feeds = [
        {"g": whole(rng, result, 1, 60) + np.float32(0.5), "x": whole(rng, shape)}
        for result, shape in pairs
    ]
    return BUILD.challenge(
        [[placeholder(result), placeholder(shape)] for result, shape in pairs],
        graphs=[1] * (len(pairs) - 2) + [2],
        feeds=feeds,
    )


def _value(run: Session, feed: dict[str, Any]) -> Any:
    return run("result", **feed)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    feeds = challenge.hidden["feeds"]
    builds = BUILD.built(evidence, len(feeds), in_graph=True)
    first, *others = (build.ask(_value, feed) for build, feed in zip(builds, feeds, strict=True))
    return [first, together(others[:3]), together(others[3:])]


SUM_BACK = exercise(
    id="kernels/sum-back",
    title="The gradient of broadcasting",
    answers=("sum_back",),
    cases=(
        Case.shown("a column that was stretched to a matrix", 1),
        Case(
            "a vector, a single number and a row, each stretched to a matrix",
            1,
            advice="A column is right, but another shape is not. Sum over the axes that x lacks, and "
            "over those where its size is 1; the result has the shape of x.",
        ),
        Case(
            "other shapes, some stretched along several axes or not at all; built in a new graph",
            1,
            advice="The first four shapes are right, but others are not. Sum over every axis that x "
            "lacks, even one of size 1, and over every axis that was stretched; if there are none, sum over "
            "nothing. Find them by their places, not by their sizes: axis i of x is axis "
            "`i + g.shape.rank - x.shape.rank` of g.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "How many times was each number of x used? What does each use contribute to its gradient?",
        "Sum over two kinds of axes: those that x lacks (they are in front), and those where x has "
        "size 1 and g does not.",
        "One `tf.reduce_sum` takes a list of all these axes. Axis 0 of `x` is not always axis 0 "
        "of `g`, and at the end a `tf.reshape` brings back the sizes of 1.",
    ),
    paste=lambda challenge: BUILD.paste(challenge, _value, challenge.hidden["feeds"][0]),
)
