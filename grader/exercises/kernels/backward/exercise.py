"""The exercise on the three gradients of a convolution."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.kernels.convolve.exercise import sizes_of_pictures
from grader.exercises.kernels.evidence import (
    builds,
    pasted,
    placeholder,
    products,
    rerun,
    run,
    tensors,
    whole,
)
from grader.judging import Case, agree, together

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


BACKWARD = exercise(
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
