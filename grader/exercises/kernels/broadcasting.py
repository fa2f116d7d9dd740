"""Exercises on broadcasting: the shape of a result, and its gradient."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.kernels.evidence import (
    builds,
    pasted,
    placeholder,
    plain,
    rerun,
    run,
    sizes,
    together,
    whole,
)
from grader.judging import Case, Exercise, Misconception, WrongAnswer, expect_returned_tensor
from grader.languages import _

# ------------------------------------------------------------------------------- broadcast-shape


def _draw_shape(rng: np.random.Generator) -> Challenge:
    n, m, k = sizes(rng, 3, 2, 10)
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
    return Challenge("kernels/call", {"calls": calls})


def _observe_shape(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = evidence.result
    if not isinstance(found, list) or len(found) != 19:
        raise WrongAnswer(_("the check could not read what your answer returned"))
    first, *others = found
    return [
        plain(first, "broadcast_shape"),
        together(others[:10]),
        together(others[10:16]),
        together(others[16:]),
    ]


def _broadcast_shape(
    left: bool = False,
    strict: bool = True,
    same_rank: bool = False,
    first_stays: bool = False,
    larger: bool = False,
    turned: bool = False,
) -> Callable[[], Callable[..., Any]]:
    def broadcast_shape(a: Sequence[int], b: Sequence[int]) -> Any:
        if same_rank and len(a) != len(b):
            return None
        step = 1 if left else -1
        shape = []
        for one, other in zip_longest(list(a)[::step], list(b)[::step], fillvalue=1):
            stretches = (other == 1) if first_stays else 1 in (one, other)
            if strict and one != other and not stretches:
                return None
            shape.append(max(one, other) if larger else other if one == 1 else one)
        return shape if turned else shape[::step]

    return lambda: broadcast_shape


BROADCAST_SHAPE = Exercise(
    id="kernels/broadcast-shape",
    title="The shape of a broadcast result",
    answers=("broadcast_shape",),
    cases=(
        Case("a column and a row", 0.5, visible=True, gate=True),
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
    draw=_draw_shape,
    observe=_observe_shape,
    reference=_broadcast_shape(),
    misconceptions=(
        Misconception(
            "from-the-left",
            _broadcast_shape(left=True),
            "you align the two shapes at their first axes. Broadcasting aligns them at the last "
            "ones: the missing axes are in front.",
        ),
        Misconception(
            "any-sizes-fit",
            _broadcast_shape(strict=False, larger=True),
            "you take the larger size without checking whether the two fit. A size is stretched only "
            "if it is 1; 2 and 3 do not fit, and the result is None.",
        ),
        Misconception(
            "needs-as-many-axes",
            _broadcast_shape(same_rank=True),
            "you refuse shapes with different numbers of axes. They fit: axes of size 1 are put "
            "in front of the shorter shape.",
        ),
        Misconception(
            "stretches-only-the-second",
            _broadcast_shape(first_stays=True),
            "you stretch only the second shape. Either may be stretched, even in the same expression: "
            "[3, 1] and [1, 2] make [3, 2].",
        ),
        Misconception(
            "takes-the-larger",
            _broadcast_shape(larger=True),
            "you take the larger of two sizes. But a 1 is stretched to whatever size it meets, even to 0: "
            "[3, 1] and [0] make [3, 0].",
        ),
        Misconception(
            "leaves-it-reversed",
            _broadcast_shape(turned=True),
            "your sizes are right, but in reverse order. If you go through the two shapes from the right, "
            "reverse the result at the end.",
        ),
    ),
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


def _axes(g: Any, x: Any, leading: bool = True) -> list[int]:
    """The axes of g along which x was stretched (leading: or which x does not have)."""
    missing = g.shape.rank - x.shape.rank
    stretched = [
        axis + missing
        for axis, size in enumerate(x.shape.as_list())
        if size == 1 and g.shape.as_list()[axis + missing] != 1
    ]
    return [*range(missing), *stretched] if leading else stretched


def _sum_back() -> Callable[..., Any]:
    return lambda g, x: tf.reshape(tf.reduce_sum(g, _axes(g, x)), x.shape)


def _mean_back() -> Callable[..., Any]:
    return lambda g, x: tf.reshape(tf.reduce_mean(g, _axes(g, x)), x.shape)


def _takes_one_copy() -> Callable[..., Any]:
    def sum_back(g: Any, x: Any) -> Any:
        index = tuple(0 if axis in _axes(g, x) else slice(None) for axis in range(g.shape.rank))
        return tf.reshape(g[index], x.shape)

    return sum_back


def _drops_the_axis() -> Callable[..., Any]:
    return lambda g, x: tf.reduce_sum(g, _axes(g, x))


def _keeps_the_missing_axes() -> Callable[..., Any]:
    return lambda g, x: tf.reduce_sum(g, _axes(g, x), keepdims=True)


def _only_missing_axes() -> Callable[..., Any]:
    def sum_back(g: Any, x: Any) -> Any:
        missing = range(g.shape.rank - x.shape.rank)
        return tf.reduce_sum(g, list(missing)) if missing else g

    return sum_back


def _only_sizes_of_one() -> Callable[..., Any]:
    return lambda g, x: tf.reduce_sum(g, _axes(g, x, leading=False), keepdims=True)


SUM_BACK = Exercise(
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
    reference=_sum_back,
    misconceptions=(
        Misconception(
            "takes-the-mean",
            _mean_back,
            "you take the mean over the copies. Each copy changes the result by its own share, and "
            "the shares add up: take the sum.",
        ),
        Misconception(
            "takes-one-copy",
            _takes_one_copy,
            "you take the gradient of the first copy and forget the others. x was used in every "
            "copy, so all their gradients add up.",
        ),
        Misconception(
            "drops-the-axis",
            _drops_the_axis,
            "the sums are right, but not the shape: a sum removes its axis. The gradient of x has "
            "the shape of x, so keep axes of size 1 (`keepdims=True`, or reshape at the end).",
        ),
        Misconception(
            "keeps-the-missing-axes",
            _keeps_the_missing_axes,
            "the sums are right, but axes that x does not have remain in your result with size 1. The "
            "gradient of x has the shape of x: reshape at the end.",
        ),
        Misconception(
            "forgets-the-missing-axes",
            _only_sizes_of_one,
            "you sum along axes where x has size 1, but not along those that x does not have at "
            "all. A vector that is added to every row of a matrix was copied, too.",
        ),
        Misconception(
            "forgets-the-sizes-of-one",
            _only_missing_axes,
            "you sum along axes that x does not have, but not along those where x has size 1. A column "
            "that is added to every column of a matrix was copied, too.",
        ),
    ),
    hints=(
        "How many times was each number of x used? What does each use contribute to its gradient?",
        "Sum over two kinds of axes: those that x lacks (they are in front), and those where x has "
        "size 1 and g does not.",
        "One `tf.reduce_sum` takes a list of all these axes. Axis 0 of `x` is not always axis 0 "
        "of `g`, and at the end a `tf.reshape` brings back the sizes of 1.",
    ),
    paste=lambda challenge: pasted("sum_back(g, x)", challenge),
)
