"""Exercises on broadcasting: the shape of a result, and its gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import builds, pasted, placeholder, rerun, run, sizes, whole
from grader.judging import Case, expect_returned_tensor, together

# -------------------------------------------------------------------------------------- sum-back


def _draw_sum_back(rng: np.random.Generator) -> Challenge:
    n, m, k = sizes(rng, 3, 2, 6)
    pairs = [
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
        ([1, m], [m]),  # x lacks an axis of size 1
        ([n, m], [n, 1]),  # in another graph than the first one
    ]
    feeds = [
        [whole(rng, result, 1, 60) + (0.5 if result else 0.0), whole(rng, shape)]
        for result, shape in pairs
    ]
    described = [[placeholder("g", result), placeholder("x", shape)] for result, shape in pairs]
    return Challenge("kernels/build", {"builds": described}, {"feeds": feeds})


def _observe_sum_back(evidence: Evidence, challenge: Challenge) -> list[Any]:
    feeds = challenge.hidden["feeds"]
    values = []
    for built, feed in zip(builds(evidence, len(feeds)), feeds, strict=True):
        if isinstance(built["result"], Raised):
            values.append(built["result"])
            continue
        tensor = expect_returned_tensor(built["result"], "sum_back(g, x)")
        values.append(run(rerun(evidence, [tensor]), built, tensor, feed))
    return [values[0], together(values[1:4]), together(values[4:])]


SUM_BACK = exercise(
    id="kernels/sum-back",
    title="The gradient of broadcasting",
    answers=("sum_back",),
    cases=(
        Case("a column that was stretched to a matrix", 1, visible=True, gate=True),
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
    draw=_draw_sum_back,
    observe=_observe_sum_back,
    hints=(
        "How many times was each number of x used? What does each use contribute to its gradient?",
        "Sum over two kinds of axes: those that x lacks (they are in front), and those where x has "
        "size 1 and g does not.",
        "One `tf.reduce_sum` takes a list of all these axes. Axis 0 of `x` is not always axis 0 "
        "of `g`, and at the end a `tf.reshape` brings back the sizes of 1.",
    ),
    paste=lambda challenge: pasted("sum_back(g, x)", challenge),
)
