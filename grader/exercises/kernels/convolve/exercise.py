"""The exercise on convolution forward: its windows, and their one matrix product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import (
    builds,
    pasted,
    placeholder,
    products,
    rerun,
    run,
    sizes,
    sizes_of_products,
    whole,
)
from grader.judging import Case, expect_returned_tensor, together


def sizes_of_pictures(rng: np.random.Generator) -> tuple[int, ...]:
    """Pictures, window, windows down and across, channels, filters: who confuses two of them is seen."""
    height, width = (int(size) for size in rng.permutation([3, 4]))
    down, across = (int(size) for size in rng.permutation([2, 5]))
    return 6, height, width, down, across, *sizes(rng, 2, 2, 6)


def _draw_convolve(rng: np.random.Generator) -> Challenge:
    n, height, width, down, across, channels, k = sizes_of_pictures(rng)
    shapes = [
        ([1, 3, 3, 1], [2, 2, 1, 1], 2),
        ([n, 2 * down + 1, 2 * across, channels], [height, width, channels, k], 2),
        ([2, 8, 7, 3], [3, 4, 3, 2], 3),  # 1 and 3 zeros; at stride 1, others in front
        ([2, 9, 8, 2], [3, 1, 2, 3], 4),  # windows shorter than the stride: 2 zeros, and none
        ([1, 8, 2, 1], [1, 2, 1, 1], 4),  # none, and a rest
        ([1, 4, 5, 2], [3, 3, 2, 3], 1),  # 2 zeros: one on each side
        ([1, 3, 3, 1], [2, 2, 1, 1], 2),  # as the first, in a graph of its own
    ]
    feeds = [[whole(rng, x, 1, 10), whole(rng, filters, -5, 6)] for x, filters, _ in shapes]
    # A filter that is not its own mirror image, and whose transposed is another one.
    feeds[0][1] = np.float32(rng.permutation(np.arange(1, 10))[:4]).reshape(2, 2, 1, 1)
    described = [
        [placeholder("x", x), placeholder("filters", filters), {"value": stride}]
        for x, filters, stride in shapes
    ]
    return Challenge("kernels/build", {"builds": described}, {"feeds": feeds})


def _observe_convolve(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    feeds = challenge.hidden["feeds"]
    found = (
        _convolved(evidence, report, feed)
        for report, feed in zip(builds(evidence, len(feeds)), feeds, strict=True)
    )
    first = next(found)
    yield first[0]
    values, summed, multiplied = zip(first, *found, strict=True)
    yield together(values[1:])
    yield together(summed)
    yield together(multiplied)


def _convolved(evidence: Evidence, report: Any, feed: Any) -> list[Any]:
    """The value, the products that it needs, and how large they are; or three times the error."""
    if isinstance(report["result"], Raised):
        return [report["result"]] * 3
    built = {**report, "arguments": report["arguments"][:2]}  # the third is the stride
    tensor = expect_returned_tensor(built["result"], "convolve(x, filters, stride)")
    graph = rerun(evidence, [tensor])
    return [
        run(graph, built, tensor, feed),
        products(graph, tensor),
        sizes_of_products(graph, built, tensor, feed),
    ]


def windows(x: Any, height: int, width: int) -> Any:
    """One row for each window of (n, rows, columns, channels): the numbers in it, channels last."""
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, 3), [n * down * across, height * width * channels])


CONVOLVE = exercise(
    id="kernels/convolve",
    title="A convolution as one small matrix product",
    answers=("convolve",),
    cases=(
        Case(
            "one small picture with one channel, one filter, stride 2", 0.5, visible=True, gate=True
        ),
        Case(
            "several pictures, channels and filters; other strides; windows that are not square",
            0.5,
            gate=True,
            advice="One small picture with one channel is right, but not all the others are. Count outputs "
            "and zeros as in exercise 3, separately for rows and columns. With several channels, the "
            "numbers of a window and the rows of the filters' matrix should be in the same order: row, "
            "column, channel.",
        ),
        Case(
            "one matrix product, with no loop in the graph and no operation that convolves",
            1.5,
            advice="Build the result with exactly one matrix product, with no loop in the graph and none of "
            "the operations that convolve. This is checked apart from the values.",
        ),
        Case(
            "only the windows that are needed are multiplied, and each filter once",
            0.5,
            advice="The product is larger than needed. Its matrix of windows should have one row per window "
            "that is needed, so *before* the product, leave out those that the stride skips. The filters' "
            "matrix should have one column per filter.",
        ),
    ),
    draw=_draw_convolve,
    observe=_observe_convolve,
    hints=(
        "What is new compared with `windows`? There are zeros around the picture, and some windows are "
        "skipped. Count outputs and zeros as in exercise 3, for the rows and for the columns.",
        "Pad first. Then, as in `windows`, take one slice of the padded picture per position in the "
        "window, but with a step: `padded[:, i : i + length : stride]`. How large must `length` be so "
        "that the slice has as many rows as there are windows from top to bottom?",
        "The lowest windows begin at (down - 1) * stride, so a `length` of "
        "(down - 1) * stride + 1 is enough. The rest is as in the text: a stack, two reshapes for the "
        "factors, one `tf.matmul`, and a reshape to pictures.",
    ),
    paste=lambda challenge: pasted("convolve(x, filters, 2)", challenge),
    parts=("builds", "feeds"),
)
