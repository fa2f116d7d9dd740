"""The exercise on convolution forward: its windows, and their one matrix product."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.kernels.evidence import (
    builds,
    pasted,
    placeholder,
    products,
    rerun,
    run,
    sizes,
    sizes_of_products,
    together,
    whole,
)
from grader.exercises.kernels.padding import output_size_answer
from grader.judging import Case, Exercise, Misconception, expect_returned_tensor


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


def _padded(x: Any, height: int, width: int, stride: int, mixed: bool = False) -> Any:
    """With the zeros of SAME. mixed: those of stride 1."""
    _n, rows, columns, _c = x.shape.as_list()
    count = output_size_answer()()
    step = 1 if mixed else stride
    (_, above, below), (_, left, right) = (
        count(size, window, step, "SAME") for size, window in ((rows, height), (columns, width))
    )
    return tf.pad(x, [[0, 0], [above, below], [left, right], [0, 0]])


def _zeros_in_front(x: Any, height: int, width: int, stride: int) -> Any:
    """With the zeros of SAME, but the extra one in front."""
    turned = _padded(tf.reverse(x, [1, 2]), height, width, stride)
    return tf.reverse(turned, [1, 2])


def _shifted(padded: Any, counts: tuple[int, int], filters: Any, stride: int) -> list[Any]:
    """For each place in the window, what it has in all windows: so many down, so many across."""
    height, width = filters.shape.as_list()[:2]
    long, wide = ((count - 1) * stride + 1 for count in counts)
    return [
        padded[:, i : i + long : stride, j : j + wide : stride]
        for i in range(height)
        for j in range(width)
    ]


def _counts(x: Any, filters: Any, stride: int, padding: str = "SAME") -> tuple[int, int]:
    """The numbers of outputs, down and across."""
    count = output_size_answer()()
    (_n, rows, columns, _c), (height, width, *_ck) = x.shape.as_list(), filters.shape.as_list()
    return (
        count(rows, height, stride, padding)[0],
        count(columns, width, stride, padding)[0],
    )


def _convolve(
    pad: Callable[..., Any] = _padded,
    matrix: Callable[[Any], Any] = lambda filters: filters,
    pictures: bool = True,
    padding: str = "SAME",
) -> Callable[[], Callable[..., Any]]:
    def convolve(x: Any, filters: Any, stride: int) -> Any:
        height, width, channels, k = filters.shape.as_list()
        n, (down, across) = x.shape.as_list()[0], _counts(x, filters, stride, padding)
        parts = _shifted(pad(x, height, width, stride), (down, across), filters, stride)
        rows = tf.reshape(tf.stack(parts, 3), [n * down * across, height * width * channels])
        product = tf.matmul(rows, tf.reshape(matrix(filters), [height * width * channels, k]))
        return tf.reshape(product, [n, down, across, k]) if pictures else product

    return lambda: convolve


def _a_product_for_each_place() -> Callable[..., Any]:
    def convolve(x: Any, filters: Any, stride: int) -> Any:
        height, width, channels, k = filters.shape.as_list()
        padded = _padded(x, height, width, stride)
        parts = _shifted(padded, _counts(x, filters, stride), filters, stride)
        flat = tf.reshape(filters, [height * width, channels, k])
        products = [
            tf.matmul(tf.reshape(part, [-1, channels]), flat[place])
            for place, part in enumerate(parts)
        ]
        return tf.reshape(tf.add_n(products), [*parts[0].shape.as_list()[:3], k])

    return convolve


def _a_product_for_each_picture() -> Callable[..., Any]:
    one = _convolve()()

    def convolve(x: Any, filters: Any, stride: int) -> Any:
        pictures = range(x.shape.as_list()[0])
        return tf.concat([one(x[i : i + 1], filters, stride) for i in pictures], 0)

    return convolve


def _no_product() -> Callable[..., Any]:
    def convolve(x: Any, filters: Any, stride: int) -> Any:
        height, width, channels, k = filters.shape.as_list()
        padded = _padded(x, height, width, stride)
        parts = _shifted(padded, _counts(x, filters, stride), filters, stride)
        flat = tf.reshape(filters, [height * width, channels, k])
        return tf.add_n(
            [tf.reduce_sum(part[..., None] * flat[place], 3) for place, part in enumerate(parts)]
        )

    return convolve


def _every_window() -> Callable[..., Any]:
    def convolve(x: Any, filters: Any, stride: int) -> Any:
        height, width, channels, k = filters.shape.as_list()
        n = x.shape.as_list()[0]
        padded = _padded(x, height, width, stride)
        down, across = (
            size - window + 1
            for size, window in zip(padded.shape.as_list()[1:3], (height, width), strict=True)
        )
        matrix = tf.reshape(filters, [height * width * channels, k])
        product = tf.matmul(windows(padded, height, width), matrix)
        return tf.reshape(product, [n, down, across, k])[:, ::stride, ::stride]

    return convolve


def _by_columns(filters: Any) -> Any:
    """The filters' numbers as they meet those of windows that are laid out column by column."""
    height, width, channels, k = filters.shape.as_list()
    return tf.transpose(tf.reshape(filters, [width, height, channels, k]), [1, 0, 2, 3])


COLUMNS_FIRST = (
    "the numbers in your windows and in your filter are in different orders: one goes row by row, the "
    "other column by column. Both must run over row, column and channel, in this order."
)

CONVOLVE = Exercise(
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
    reference=_convolve(),
    misconceptions=(
        Misconception(
            "mirrors-the-filter",
            _convolve(matrix=lambda filters: tf.reverse(filters, [0, 1])),
            "you turn the filter around, as a convolution does in signal processing. TensorFlow's "
            "does not: the window and the filter are multiplied entry by entry, as they are.",
        ),
        Misconception(
            "windows-by-columns",
            _convolve(matrix=_by_columns),
            COLUMNS_FIRST,
        ),
        Misconception(
            "filters-by-columns",
            _convolve(matrix=lambda filters: tf.transpose(filters, [1, 0, 2, 3])),
            COLUMNS_FIRST,
        ),
        Misconception(
            "channels-first",
            _convolve(matrix=lambda filters: tf.transpose(filters, [2, 0, 1, 3])),
            "it works for one channel, but the numbers in your windows and in your filter are in "
            "different orders. Both must run over row, column and channel, in this order.",
        ),
        Misconception(
            "a-product-for-each-place",
            _a_product_for_each_place,
            "the values are right, but you make one product per position in the window and add "
            "them up. First lay out whole windows as rows; then one product does it all.",
        ),
        Misconception(
            "a-product-for-each-picture",
            _a_product_for_each_picture,
            "the values are right, but you make one product per picture. Put the windows of all "
            "pictures into one matrix.",
        ),
        Misconception(
            "no-product",
            _no_product,
            "the values are right, but your graph has no matrix product. Lay out the windows as rows "
            "and use one tf.matmul.",
        ),
        Misconception(
            "uses-conv2d",
            lambda: lambda x, f, stride: tf.nn.conv2d(x, f, [1, stride, stride, 1], "SAME"),
            "the values are right, but tf.nn.conv2d did the work. Lay out the windows as rows and "
            "use one tf.matmul.",
        ),
        Misconception(
            "leaves-the-rows",
            _convolve(pictures=False),
            "your product is right, but it still has one row per window. Reshape it to "
            "pictures: [n, down, across, number of filters].",
        ),
        Misconception(
            "every-window",
            _every_window,
            "the values are right, but your product computes an output for every window, and most of "
            "them are dropped afterwards. Slices with a step, such as `x[:, 0:7:2]`, leave out these "
            "windows before the product.",
        ),
        Misconception(
            "odd-zero-in-front",
            _convolve(pad=_zeros_in_front),
            "you put the extra zero in front. TensorFlow puts it at the end: zeros // 2 in front.",
        ),
        Misconception(
            "zeros-of-stride-one",
            _convolve(pad=lambda x, h, w, stride: _padded(x, h, w, stride, True)),
            "you pad with window - 1 zeros, whatever the stride is. That is right for stride 1. With a "
            "larger one, the last window begins at (outputs - 1) * stride and may need fewer.",
        ),
        Misconception(
            "no-zeros",
            _convolve(pad=lambda x, *_window: x, padding="VALID"),
            "all your windows lie inside the picture: that is VALID. With SAME, zeros are added at the "
            "ends, so that each direction has size / stride outputs, rounded up.",
        ),
    ),
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
