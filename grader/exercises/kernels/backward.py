"""The exercise on the three gradients of a convolution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.kernels.convolving import sizes_of_pictures, windows
from grader.exercises.kernels.evidence import (
    builds,
    pasted,
    placeholder,
    products,
    rerun,
    run,
    tensors,
    together,
    whole,
)
from grader.judging import Case, Exercise, Misconception, agree

NAMES = ("to_x", "to_filters", "to_bias")


def _draw(rng: np.random.Generator) -> Challenge:
    n, height, width, down, across, channels, k = sizes_of_pictures(rng)
    rows, columns = down + height - 1, across + width - 1
    shapes = [
        ([1, 3, 3, 1], [2, 2, 1, 1], [1, 2, 2, 1]),
        (
            [n, rows, columns, channels],
            [height, width, channels, k],
            [n, down, across, k],
        ),
        ([1, 3, 3, 1], [2, 2, 1, 1], [1, 2, 2, 1]),  # in another graph than the first one
    ]
    feeds = [[whole(rng, shape, 1, 10) for shape in three] for three in shapes]
    feeds[0][1] = np.float32(rng.permutation(np.arange(-4, 6))[:4]).reshape(2, 2, 1, 1)
    described = [
        [placeholder(name, shape) for name, shape in zip(("x", "filters", "g"), three, strict=True)]
        for three in shapes
    ]
    return Challenge("kernels/build", {"builds": described}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    built = builds(evidence, 3)
    values: list[Any] = []
    found: list[Any] = []
    for report, feed in zip(built, challenge.hidden["feeds"], strict=True):
        if isinstance(report["result"], Raised):
            values.append([report["result"]] * 3)
            continue
        three = tensors(report["result"], NAMES, "backward(x, filters, g)")
        graph = rerun(evidence, three)
        values.append([run(graph, report, tensor, feed) for tensor in three])
        found += [products(graph, tensor) for tensor in three[:2]]
    to_x, to_filters, to_bias = zip(*values, strict=True)
    return [
        to_filters[0],
        together(to_bias),
        together(to_filters),
        together(to_x),
        together([*to_filters, *to_x, *found]),
    ]


def _alike(expected: Any, got: Any) -> bool:
    """As `agree`, but axes of size 1 do not count: to_filters alone costs no points for the others."""
    one, other = (
        np.squeeze(value) if isinstance(value, np.ndarray) else value for value in (expected, got)
    )
    return agree(one, other)


def _answer(
    to_x: Callable[..., Any] | None = None,
    to_filters: Callable[..., Any] | None = None,
    to_bias: Callable[..., Any] | None = None,
) -> Callable[[], Callable[..., Any]]:
    def backward(x: Any, filters: Any, g: Any) -> Any:
        return (
            (to_x or _to_x)(filters, g),
            (to_filters or _to_filters)(x, filters, g),
            (to_bias or _to_bias)(g),
        )

    return lambda: backward


def _to_x(
    filters: Any,
    g: Any,
    mirrored: Sequence[int] = (0, 1),
    last: Sequence[int] = (3, 2),
) -> Any:
    """mirrored: the axes along which the filters are turned around. last: their last two axes."""
    height, width, channels, k = filters.shape.as_list()
    n, down, across, _ = g.shape.as_list()
    padded = tf.pad(g, [[0, 0], [height - 1, height - 1], [width - 1, width - 1], [0, 0]])
    turned = tf.reverse(filters, list(mirrored)) if mirrored else filters
    matrix = tf.reshape(tf.transpose(turned, [0, 1, *last]), [height * width * k, channels])
    rows = tf.matmul(windows(padded, height, width), matrix)
    return tf.reshape(rows, [n, down + height - 1, across + width - 1, channels])


def _to_filters(x: Any, filters: Any, g: Any) -> Any:
    height, width, channels, k = filters.shape.as_list()
    rows = windows(x, height, width)
    product = tf.matmul(rows, tf.reshape(g, [-1, k]), transpose_a=True)
    return tf.reshape(product, [height, width, channels, k])


def _transposed(x: Any, filters: Any, g: Any) -> Any:
    """The product with its factors exchanged: [k, height * width * channels]."""
    height, width, _channels, k = filters.shape.as_list()
    product = tf.matmul(tf.reshape(g, [-1, k]), windows(x, height, width), transpose_a=True)
    return tf.reshape(product, filters.shape)


def _to_bias(g: Any) -> Any:
    return tf.reduce_sum(g, [0, 1, 2])


def _uses_convolutions() -> Callable[..., Any]:
    def backward(x: Any, filters: Any, g: Any) -> Any:
        result = tf.nn.conv2d(x, filters, [1, 1, 1, 1], "VALID")
        return (*tf.gradients(result, [x, filters], g), _to_bias(g))

    return backward


def _mean_over_pictures(x: Any, filters: Any, g: Any) -> Any:
    return _to_filters(x, filters, g) / float(x.shape.as_list()[0])


def _bias_over_pictures(g: Any) -> Any:
    return _to_bias(g) / float(g.shape.as_list()[0])


KEPT = (
    "the sums for the bias are right, but not the shape: axes of size 1 remain in front. The gradient of "
    "the bias has the shape of the bias, [k]."
)

TURNED_HALF = (
    "for to_x, you turn the filter around in one direction only. It must be turned around along both rows "
    "and columns (`tf.reverse(filters, [0, 1])`)."
)
MEAN = (
    "it works for one picture; for several, you take the mean over them. The gradients of "
    "all uses add up; a mean would have to be in the loss."
)

BACKWARD = Exercise(
    id="kernels/backward",
    title="The three gradients of a convolution",
    answers=("backward",),
    cases=(
        Case(
            "one small picture and one filter: `to_filters`",
            0.5,
            visible=True,
            gate=True,
            agree=_alike,
            advice="`to_filters` is not right. It is a product of matrices, reshaped to the shape of "
            "filters.",
        ),
        Case(
            "several pictures, channels and filters: `to_bias`",
            0.5,
            advice="`to_bias` should have the shape [k]: for each filter, the sum of g over every position "
            "of every picture. Compare yours with tf.gradients of tf.nn.bias_add.",
        ),
        Case(
            "several pictures, channels and filters: `to_filters`",
            0.25,
            advice="`to_filters` is right for one picture and one filter, but not for several. Sum over "
            "all pictures, and keep the axes in the order row, column, channel, filter.",
        ),
        Case(
            "several pictures, channels and filters: `to_x`",
            0.5,
            advice="`to_x` is wrong. Compare yours with tf.gradients of tf.nn.conv2d.",
        ),
        Case(
            "`to_x` and `to_filters`: right, from one matrix product each, with no loop in the graph and no "
            "operation that convolves",
            2.25,
            advice="The values are right. Now build to_x and to_filters with exactly one matrix product "
            "each, with no loop in the graph and none of the operations that convolve.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_answer(),
    misconceptions=(
        Misconception(
            "does-not-mirror",
            _answer(to_x=lambda filters, g: _to_x(filters, g, mirrored=())),
            "for to_x, you use the filter as it is. From one output to the next, a number of the picture "
            "meets an *earlier* number of the filter. So the filter that slides over g is turned around "
            "along both rows and columns (`tf.reverse(filters, [0, 1])`).",
        ),
        Misconception(
            "mirrors-only-rows",
            _answer(to_x=lambda filters, g: _to_x(filters, g, mirrored=[0])),
            TURNED_HALF,
        ),
        Misconception(
            "mirrors-only-columns",
            _answer(to_x=lambda filters, g: _to_x(filters, g, mirrored=[1])),
            TURNED_HALF,
        ),
        Misconception(
            "mirrors-the-channels",
            _answer(to_x=lambda filters, g: _to_x(filters, g, mirrored=[0, 1, 2])),
            "for to_x, you reverse the order of the channels, too. The filters are turned around along rows "
            "and columns only (`tf.reverse(filters, [0, 1])`).",
        ),
        Misconception(
            "reshapes-instead-of-swapping",
            _answer(to_x=lambda filters, g: _to_x(filters, g, last=[2, 3])),
            "for to_x, the last two axes of the filters must be swapped with `tf.transpose`. A reshape alone "
            "leaves the numbers in their order.",
        ),
        Misconception(
            "bias-of-all-filters",
            _answer(to_bias=tf.reduce_sum),
            "you sum the gradient of the bias over everything. But each filter has its own bias: "
            "sum over pictures, rows and columns, and keep the last axis.",
        ),
        Misconception(
            "bias-keeps-its-axes",
            _answer(to_bias=lambda g: tf.reduce_sum(g, [0, 1, 2], keepdims=True)),
            KEPT,
        ),
        Misconception(
            "bias-as-a-row",
            _answer(to_bias=lambda g: tf.reshape(_to_bias(g), [1, -1])),
            KEPT,
        ),
        Misconception(
            "mean-over-pictures",
            _answer(to_filters=_mean_over_pictures),
            MEAN,
        ),
        Misconception(
            "mean-for-filters-and-bias",
            _answer(to_filters=_mean_over_pictures, to_bias=_bias_over_pictures),
            MEAN,
        ),
        Misconception(
            "filters-transposed",
            _answer(to_filters=_transposed),
            "your product for to_filters is the transpose of the right one, so the reshape mixes its "
            "numbers up. The transposed windows come first, then g: [h * w * c, k].",
        ),
        Misconception(
            "bias-of-one-place",
            _answer(to_bias=lambda g: tf.reduce_sum(g[:, 0, 0, :], 0)),
            "your gradient of the bias looks at one position of each picture. The bias was added at "
            "every position: sum over rows and columns, too.",
        ),
        Misconception(
            "uses-conv2d",
            _uses_convolutions,
            "the values are right, but TensorFlow's operations for convolutions did the work. Build "
            "to_x and to_filters from one tf.matmul each.",
        ),
    ),
    hints=(
        "The forward pass was rows @ matrix. What are the two gradients of a matrix product? "
        "After a reshape, one of them is already the gradient of the filters.",
        "For the filters, the windows of `x` meet `g`, laid out as rows; the bias needs a sum "
        "over three axes. For `x`, think of the filter that slides over the padded `g` in the text.",
        "Pad `g` so that a window fits at every position of the picture: height - 1 and width - 1 "
        "zeros on each side. Besides turning the filters around, swap their last two axes: outputs "
        "become inputs.",
    ),
    paste=lambda challenge: pasted("backward(x, filters, g)", challenge, "_, to_filters, _"),
)
