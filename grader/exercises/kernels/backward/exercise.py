"""The exercise on the three gradients of a convolution."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import products, sizes_of_pictures, whole
from grader.judging import Builder, Case, Session, different, part, placeholder, together

BUILD = Builder("to_x, to_filters, to_bias = backward(x, filters, g)")
SHOWN = Builder("_, to_filters, _ = backward(x, filters, g)")


def _draw(rng: np.random.Generator) -> Challenge:
    n, height, width, down, across, channels, k = sizes_of_pictures(rng)
    rows, columns = down + height - 1, across + width - 1
    small = [[1, 3, 3, 1], [2, 2, 1, 1], [1, 2, 2, 1]]
    large = [[n, rows, columns, channels], [height, width, channels, k], [n, down, across, k]]
    shapes = [small, large, small]  # the last two share a graph
    feeds = [
        {name: whole(rng, shape, 1, 10) for name, shape in zip(BUILD.takes, three, strict=True)}
        for three in shapes
    ]
    feeds[0]["filters"] = np.array(different(rng, 4, -4, 6), np.float32).reshape(2, 2, 1, 1)
    builds = [list(map(placeholder, three)) for three in shapes]
    return BUILD.challenge(builds, graphs=[1, 2], feeds=feeds)


def _to_filters(run: Session, feed: dict[str, Any]) -> Any:
    return run("to_filters", **feed)


def _all(run: Session, feed: dict[str, Any]) -> list[Any]:
    return [run(name, **feed) for name in BUILD.returns]


def _products(run: Session) -> list[Any]:
    return [products(run, name) for name in ("to_x", "to_filters")]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    feeds = challenge.hidden["feeds"]
    builds = BUILD.built(evidence, len(feeds), in_graph=True)
    found = [build.ask(_all, feed) for build, feed in zip(builds, feeds, strict=True)]
    to_x, to_filters, to_bias = ([part(one, number) for one in found] for number in range(3))
    made = [build.ask(_products) for build in builds]
    return [
        to_filters[0],
        together(to_bias),
        together(to_filters),
        together(to_x),
        together([*to_filters, *to_x, *made]),
    ]


BACKWARD = exercise(
    id="kernels/backward",
    title="The three gradients of a convolution",
    answers=("backward",),
    cases=(
        Case.shown(
            "one small picture and one filter: `to_filters`",
            0.5,
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
    paste=lambda challenge: SHOWN.paste(challenge, _to_filters, challenge.hidden["feeds"][0]),
)
