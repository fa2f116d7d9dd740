"""The exercise on convolution forward: its windows, and their one matrix product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import (
    products,
    sizes_of_pictures,
    sizes_of_products,
    whole,
)
from grader.judging import Builder, Case, Session, different, part, placeholder, together

BUILD = Builder("result = convolve(x, filters, stride)")


def _draw(rng: np.random.Generator) -> Challenge:
    n, height, width, down, across, channels, k = sizes_of_pictures(rng)
    shapes = [
        ([1, 3, 3, 1], [2, 2, 1, 1], 2),
        ([n, 2 * down + 1, 2 * across, channels], [height, width, channels, k], 2),
        ([2, 8, 7, 3], [3, 4, 3, 2], 3),  # 1 and 3 zeros; at stride 1, others in front
        ([2, 9, 8, 2], [3, 1, 2, 3], 4),  # windows shorter than the stride: 2 zeros, and none
        ([1, 8, 2, 1], [1, 2, 1, 1], 4),  # none, and a rest
        ([1, 4, 5, 2], [3, 3, 2, 3], 1),  # 2 zeros: one on each side
        ([1, 3, 3, 1], [2, 2, 1, 1], 2),  # as the first, in another graph: that of the one before
    ]
    feeds = [
        {"x": whole(rng, x, 1, 10), "filters": whole(rng, filters, -5, 6)}
        for x, filters, _stride in shapes
    ]
    # A filter that is not its own mirror image, and whose transposed is another one.
    feeds[0]["filters"] = np.array(different(rng, 4, 1, 10), np.float32).reshape(2, 2, 1, 1)
    return BUILD.challenge(
        [[placeholder(x), placeholder(filters), stride] for x, filters, stride in shapes],
        graphs=[1] * (len(shapes) - 2) + [2],
        feeds=feeds,
    )


def _value(run: Session, feed: dict[str, Any]) -> Any:
    return run("result", **feed)


def _all(run: Session, feed: dict[str, Any]) -> list[Any]:
    """The value, the products that it needs, and how large they are."""
    return [_value(run, feed), products(run, "result"), sizes_of_products(run, "result", feed)]


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    feeds = challenge.hidden["feeds"]
    builds = BUILD.built(evidence, len(feeds), in_graph=True)
    found = (build.ask(_all, feed) for build, feed in zip(builds, feeds, strict=True))
    first = next(found)
    yield part(first, 0)
    others = list(found)
    yield together([part(one, 0) for one in others])
    for number in (1, 2):
        yield together([part(one, number) for one in (first, *others)])


CONVOLVE = exercise(
    id="kernels/convolve",
    title="A convolution as one small matrix product",
    answers=("convolve",),
    cases=(
        Case.shown("one small picture with one channel, one filter, stride 2", 0.5),
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
    draw=_draw,
    observe=_observe,
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
    paste=lambda challenge: BUILD.paste(challenge, _value, challenge.hidden["feeds"][0]),
    parts=("builds", "feeds"),
)
