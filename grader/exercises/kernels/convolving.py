"""Exercises on convolution forward: how many windows there are, and their one matrix product."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.kernels.evidence import (
    builds,
    pasted,
    placeholder,
    plain,
    products,
    rerun,
    run,
    sizes,
    together,
    whole,
)
from grader.judging import Case, Exercise, Misconception, WrongAnswer, expect_tensor
from grader.languages import _

# ----------------------------------------------------------------------------------- output-size


def _draw_size(rng: np.random.Generator) -> Challenge:
    def draw(low: int, high: int) -> int:
        return int(rng.integers(low, high))

    # A row of zeros more on one side than on the other, and a stride that does not divide the size.
    stride = draw(2, 5)
    shown = [stride * draw(3, 8) + 1, 2 * draw(2, 5), stride, "SAME"]
    step, wide = draw(2, 5), draw(3, 6)
    valid = [
        [wide + step * draw(3, 9) + 1, wide, step, "VALID"],
        [draw(11, 30), draw(4, 7), 1, "VALID"],
        [draw(7, 12), 7, draw(8, 12), "VALID"],
        [3 * draw(3, 8) + 1, 1, 3, "VALID"],
    ]
    gap = draw(3, 6)
    same = [
        [draw(10, 30), 2 * draw(1, 4) + 1, 1, "SAME"],
        [2 * draw(5, 14), 4, 2, "SAME"],
        [gap * draw(4, 8) - 1, 5, gap, "SAME"],
    ]
    # A window shorter than the stride: fewer numbers are needed than there are.
    short = [
        [5 * draw(3, 8), 2, 5, "SAME"],
        [7 * draw(2, 6), 1, 7, "SAME"],
        [3 * draw(3, 8), 2, 3, "SAME"],  # one number is left over
    ]
    return Challenge("kernels/call", {"calls": [shown, *valid, *same, *short]})


def _observe_size(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = evidence.result
    if not isinstance(found, list) or len(found) != 11:
        raise WrongAnswer(_("the check could not read what your answer gave"))
    return [plain(found[0], "output_size"), together(found[1:5]), together(found[5:])]


def _output_size(
    same: Callable[[int, int, int], int] = lambda size, window, stride: -(-size // stride),
    valid: Callable[[int, int, int], int] = lambda size, w, stride: (size - w) // stride + 1,
    front: Callable[[int], int] = lambda zeros: zeros // 2,
    least: int = 0,
    padded: bool = True,
) -> Callable[[], Callable[..., Any]]:
    def output_size(size: int, window: int, stride: int, padding: str) -> Any:
        if padding == "VALID":
            return valid(size, window, stride), 0, 0
        outputs = same(size, window, stride)
        zeros = max((outputs - 1) * stride + window - size, least) if padded else window - 1
        return outputs, front(zeros), zeros - front(zeros)

    return lambda: output_size


def _half_a_window_on_each_side() -> Callable[..., Any]:
    def output_size(size: int, window: int, stride: int, padding: str) -> Any:
        zeros = window // 2 if padding == "SAME" else 0
        return (size + 2 * zeros - window) // stride + 1, zeros, zeros

    return output_size


OUTPUT_SIZE = Exercise(
    id="kernels/output-size",
    title="How many outputs, how many zeros",
    answers=("output_size",),
    cases=(
        Case("one row with SAME, and an odd number of zeros", 0.5, visible=True, gate=True),
        Case(
            "four rows with VALID",
            1.5,
            advice="SAME works, but VALID does not. With VALID there are no zeros, and only windows "
            "that lie inside the row count: how many steps can you take from position 0?",
        ),
        Case(
            "six rows with SAME, some with a window shorter than the stride",
            1,
            advice="One row with SAME is right, but others are not. The zeros are what the last window "
            "lacks, (outputs - 1) * stride + window - size, and never fewer than none.",
        ),
    ),
    draw=_draw_size,
    observe=_observe_size,
    reference=_output_size(),
    misconceptions=(
        Misconception(
            "rounds-down",
            _output_size(same=lambda size, window, stride: size // stride),
            "with SAME, you round size / stride down. It should be rounded up, so that the end of "
            "the row is covered as well.",
        ),
        Misconception(
            "odd-zero-in-front",
            _output_size(front=lambda zeros: zeros - zeros // 2),
            "you put the odd zero in front. TensorFlow puts it at the end: zeros // 2 in front.",
        ),
        Misconception(
            "forgets-the-last-window",
            _output_size(valid=lambda size, window, stride: (size - window) // stride),
            "with VALID you count one window too few: the first one is at position 0, and then "
            "(size - window) // stride steps are possible.",
        ),
        Misconception(
            "rounds-valid-up",
            _output_size(valid=lambda size, window, stride: -(-(size - window) // stride) + 1),
            "with VALID, you round up, so the last window reaches past the end. VALID takes only "
            "windows that lie inside.",
        ),
        Misconception(
            "zeros-of-stride-one",
            _output_size(padded=False),
            "you always pad with window - 1 zeros. That is right for stride 1; with a larger one, "
            "count from where the last window begins: (outputs - 1) * stride.",
        ),
        Misconception(
            "half-a-window-on-each-side",
            _half_a_window_on_each_side,
            "with SAME, you put window // 2 zeros on each side, whatever the stride, as is usual in "
            "PyTorch. TensorFlow adds only the zeros that the last window lacks, and the odd one at "
            "the end.",
        ),
        Misconception(
            "fewer-than-no-zeros",
            _output_size(least=-(10**6)),
            "where the window is shorter than the stride, your number of zeros can be negative. Then "
            "nothing is padded: take the maximum with 0.",
        ),
    ),
    hints=(
        "SAME: every stride-th number gets one window. VALID: how many steps can you take from "
        "position 0 until the window touches the end?",
        "The last window begins at (outputs - 1) * stride and needs `window` numbers from there. "
        "The zeros make up for what is missing, and are split between both sides.",
        "For SAME, divide by the stride and round up. The smaller half of the zeros goes in "
        "front, and fewer than none means none.",
    ),
    paste=lambda challenge: 'output_size({}, {}, {}, "{}")'.format(*challenge.inputs["calls"][0]),
)

# -------------------------------------------------------------------------------------- convolve


def sizes_of_pictures(rng: np.random.Generator) -> tuple[int, ...]:
    """Pictures, window, windows down and across, channels, filters: who confuses two of them is seen."""
    height, width = (int(size) for size in rng.permutation([3, 4]))
    down, across = (int(size) for size in rng.permutation([2, 5]))
    return 6, height, width, down, across, *sizes(rng, 2, 2, 6)


def _draw_convolve(rng: np.random.Generator) -> Challenge:
    n, height, width, down, across, channels, k = sizes_of_pictures(rng)
    rows, columns = down + height - 1, across + width - 1
    shapes = [
        ([1, 3, 3, 1], [2, 2, 1, 1]),
        ([n, rows, columns, channels], [height, width, channels, k]),
        ([1, 3, 3, 1], [2, 2, 1, 1]),  # in another graph than the first one
    ]
    feeds = [[whole(rng, x, 0, 10), whole(rng, filters, -5, 6)] for x, filters in shapes]
    # A filter that is not its own mirror image, and whose transposed is another one.
    feeds[0][1] = np.float32(rng.permutation(np.arange(-3, 6))[:4]).reshape(2, 2, 1, 1)
    described = [[placeholder("x", x), placeholder("filters", f)] for x, f in shapes]
    return Challenge("kernels/build", {"builds": described}, {"feeds": feeds})


def _observe_convolve(evidence: Evidence, challenge: Challenge) -> list[Any]:
    values: list[Any] = []
    found: list[Any] = []
    for built, feed in zip(builds(evidence, 3), challenge.hidden["feeds"], strict=True):
        if isinstance(built["result"], Raised):
            values.append(built["result"])
            found.append(built["result"])
            continue
        tensor = expect_tensor(
            built["result"], _("what {call} returns").format(call="convolve(x, filters)")
        )
        graph = rerun(evidence, [tensor])
        values.append(run(graph, built, tensor, feed))
        found.append(products(graph, tensor))
    return [_picture(values[0]), together(values[1:]), together(found)]


def _picture(value: Any) -> Any:
    """One picture of one channel as rows of numbers, which a table can show."""
    if isinstance(value, np.ndarray) and value.shape == (1, 2, 2, 1):
        return value[0, :, :, 0]
    return value


def windows(x: Any, height: int, width: int) -> Any:
    """One row for each window of (n, rows, columns, channels): the numbers in it, channels last."""
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, 3), [n * down * across, height * width * channels])


def pictures_shape(x: Any, filters: Any) -> list[int]:
    """The shape of a convolution's result (VALID, stride 1)."""
    height, width, _, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    return [n, rows - height + 1, columns - width + 1, k]


def _product(x: Any, filters: Any) -> Any:
    height, width, channels, k = filters.shape.as_list()
    return tf.matmul(windows(x, height, width), tf.reshape(filters, [height * width * channels, k]))


def _convolve() -> Callable[..., Any]:
    return lambda x, filters: tf.reshape(_product(x, filters), pictures_shape(x, filters))


def _mirrors_the_filter() -> Callable[..., Any]:
    return lambda x, filters: _convolve()(x, tf.reverse(filters, [0, 1]))


def _channels_first() -> Callable[..., Any]:
    def convolve(x: Any, filters: Any) -> Any:
        height, width, channels, k = filters.shape.as_list()
        matrix = tf.reshape(tf.transpose(filters, [2, 0, 1, 3]), [height * width * channels, k])
        return tf.reshape(tf.matmul(windows(x, height, width), matrix), pictures_shape(x, filters))

    return convolve


def _a_product_for_each_place() -> Callable[..., Any]:
    def convolve(x: Any, filters: Any) -> Any:
        n, down, across, k = pictures_shape(x, filters)
        height, width, channels, _ = filters.shape.as_list()
        parts = [
            tf.matmul(
                tf.reshape(x[:, i : i + down, j : j + across, :], [-1, channels]), filters[i, j]
            )
            for i in range(height)
            for j in range(width)
        ]
        return tf.reshape(tf.add_n(parts), [n, down, across, k])

    return convolve


CONVOLVE = Exercise(
    id="kernels/convolve",
    title="A convolution as one matrix product",
    answers=("convolve",),
    cases=(
        Case("one small picture of one channel, one filter", 0.5, visible=True, gate=True),
        Case(
            "several pictures, channels and filters; windows that are not square",
            0.5,
            gate=True,
            advice="One small picture is right, but several pictures with channels and filters are not. "
            "Rows of the windows and rows of the filter's matrix must run over the window's rows, "
            "its columns and the channels in one order, and the result is reshaped to pictures.",
        ),
        Case(
            "one matrix product, and no operation that convolves",
            2,
            advice="Build the result with exactly one matrix product, and without the operations "
            "that convolve. This is checked apart from the values.",
        ),
    ),
    draw=_draw_convolve,
    observe=_observe_convolve,
    reference=_convolve,
    misconceptions=(
        Misconception(
            "mirrors-the-filter",
            _mirrors_the_filter,
            "you turn the filter around, as a convolution does in signal processing. TensorFlow's "
            "does not: the window and the filter are multiplied entry by entry, as they are.",
        ),
        Misconception(
            "channels-first",
            _channels_first,
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
            "uses-conv2d",
            lambda: lambda x, filters: tf.nn.conv2d(x, filters, [1, 1, 1, 1], "VALID"),
            "the values are right, but tf.nn.conv2d did the work. Lay out the windows as rows and "
            "use one tf.matmul.",
        ),
        Misconception(
            "leaves-the-rows",
            lambda: _product,
            "your product is right, but it still has one row per window. Reshape it to "
            "pictures: [n, rows, columns, number of filters].",
        ),
    ),
    hints=(
        "windows(x, height, width) from above gives one row per window. What must the filter look "
        "like, so that a row times one of its columns is one output?",
        "The filter becomes a matrix with height * width * channels rows and one column for each "
        "filter: a reshape, no transpose. Reshape the product to pictures.",
        "Two reshapes and one `tf.matmul` are all you need. The product's rows are in the order of "
        "`windows`: picture, row, column, just as the result needs them.",
    ),
    paste=lambda challenge: pasted("convolve(x, filters)", challenge),
)
