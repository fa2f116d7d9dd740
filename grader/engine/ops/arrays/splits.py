"""An array as a list of its slices along an axis (tf.unstack), or of larger pieces (tf.split)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.limits import PASS
from grader.engine.core.shapes import Dimension
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import axis_of, numbers
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shape_algebra import format_shape
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import any_type, define, gradient_of, number, one_of, plain

__all__ = ["split", "unstack"]

Array = np.ndarray


# Unstack ------------------------------------------------------------------------------------------


def unstack_kernel(x: Array, count: int, axis: int) -> tuple[Array, ...]:
    position = axis_of(axis, x.ndim, "unstack")
    if x.shape[position] != count:
        raise invalid(
            f"Input shape axis {position} must equal {count}, got shape {format_shape(x.shape)}"
        )
    return tuple(np.take(x, i, position) for i in range(count))


def unstack_shapes(c: Any) -> list[algebra.Shape]:
    shape, axis, count = c.shape(0), c.attr("axis"), c.attr("num")
    if shape is None:
        return [None] * count
    position = algebra.axis_in(
        axis, len(shape), f"Invalid axis: {axis}; must be in [{-len(shape)},{len(shape)})"
    )
    if shape[position] not in (None, count):
        raise ValueError(f"Dimension must be {count} but is {shape[position]}")
    return [shape[:position] + shape[position + 1 :]] * count


def parts_work(op: Any, given: Any) -> int:
    """Each part is cut out by itself."""
    return PASS * len(op.outputs) + 2 * sum(map(math.prod, given))


define(
    "Unpack",
    "value: T -> output: num * T",
    num=number(minimum=0),
    T=any_type(),
    axis=number(0),
    shape=infer(unstack_shapes),
    kernel=lambda node, x: unstack_kernel(x, node.attrs["num"], node.attrs["axis"]),
    work=parts_work,
)


def unstack(
    value: Any, num: int | None = None, axis: int = 0, name: str | None = "unstack"
) -> list[Tensor]:
    """The slices along an axis, as a list. Raises ValueError if their number is unknown."""
    if num is None:
        value = convert_to_tensor(value)
        known = value.shape
        if known.rank is not None:
            if not -known.rank <= axis < known.rank:
                raise ValueError(
                    f"Argument `axis` = {axis} not in range [{-known.rank}, {known.rank})"
                )
            num = known.sizes[axis]
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {known}")
    return apply("Unpack", name, value=value, num=num, axis=axis)


@gradient_of("Unpack")
def _unpack(op: Any, *gradients: Any) -> Any:
    return tf.stack(list(gradients), axis=op.get_attr("axis"))


linear("value", "Unpack")


# Split --------------------------------------------------------------------------------------------


def split_kernel(axis: Array, x: Array, count: int) -> tuple[Array, ...]:
    position = split_axis(axis, x.ndim)
    if x.shape[position] % count:
        raise invalid(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{position} (size = {x.shape[position]}) and num_split {count}"
        )
    return tuple(np.split(x, count, position))


def split_axis(axis: Array, rank: int) -> int:
    position = int(np.reshape(axis, ()))
    if not -rank <= position < rank:
        raise invalid(
            f"-input rank({-rank}) <= split_dim < input rank ({rank}), but got {position}"
        )
    return position % rank


def split_sizes_kernel(x: Array, sizes: Array, axis: Array) -> tuple[Array, ...]:
    position = split_axis(axis, x.ndim)
    given = numbers(sizes)
    if given.count(-1) > 1:
        raise invalid("There can only be one -1 in the input.")
    rest = x.shape[position] - sum(size for size in given if size != -1)
    given = [rest if size == -1 else size for size in given]
    if min(given) < 0 or sum(given) != x.shape[position]:
        raise invalid(
            "Determined shape must either match input shape along split_dim exactly if fully "
            "specified, or be less than the size of the input along split_dim if not. Got: "
            f"{sum(given)}"
        )
    ends = np.cumsum(given)[:-1]
    return tuple(np.split(x, [int(end) for end in ends], position))


def split_shapes(c: Any) -> list[algebra.Shape]:
    shape, count, axis = c.shape(1), c.attr("num_split"), c.value(0)
    algebra.with_rank(c.shape(0), 0)
    if shape is None or axis is None:
        return [algebra.unknown(None if shape is None else len(shape))] * count
    position = static_split_axis(int(axis), len(shape))
    size = shape[position]
    if size is not None and size % count:
        raise ValueError(
            f"Dimension size must be evenly divisible by {count} but is {size}\n\t"
            "Number of ways to split should evenly divide the split dimension"
        )
    piece = None if size is None else size // count
    return [(*shape[:position], piece, *shape[position + 1 :])] * count


def static_split_axis(axis: int, rank: int) -> int:
    return algebra.axis_in(
        axis,
        rank,
        f"Dimension size, given by scalar input {axis} must be in range [{-rank}, {rank})",
    )


def split_sizes_shapes(c: Any) -> list[algebra.Shape]:
    """The rule of SplitV. An unknown axis counts as the last one, as in TensorFlow."""
    shape, count = c.shape(0), c.attr("num_split")
    sizes, axis = c.value(1), c.value(2)
    algebra.with_rank(c.shape(2), 0)
    if shape is None:
        return [None] * count
    if len(shape) == 0:
        raise ValueError("Can't split scalars")
    if axis is not None:
        axis = static_split_axis(int(axis), len(shape))
    if sizes is None:
        whole = algebra.unknown(len(shape)) if axis is None else replaced(shape, axis, None)
        return [whole] * count
    position = len(shape) - 1 if axis is None else int(axis)
    given = [int(size) for size in np.ravel(sizes)]
    if len(given) != count:
        raise ValueError("Length of size_splits should be equal to num_outputs")
    if given.count(-1) > 1:
        raise ValueError("size_splits can only have one -1")
    total, whole_size = sum(size for size in given if size != -1), shape[position]
    pieces: list[int | None] = []
    for index, size in enumerate(given):
        known = whole_size - total if size == -1 and whole_size is not None else size
        if known < -1 or (known == -1 and whole_size is not None):
            raise ValueError(f"Split size at index {index} must be >= 0. Got: {known}")
        pieces.append(None if known == -1 else known)
    if whole_size is not None and -1 not in given and total != whole_size:
        raise ValueError(
            f"can't split axis of size {whole_size} into pieces of size "
            f"[{','.join(str(size) for size in given)}]"
        )
    return [replaced(shape, position, piece) for piece in pieces]


def replaced(shape: tuple[int | None, ...], position: int, size: int | None) -> algebra.Shape:
    return (*shape[:position], size, *shape[position + 1 :])


define(
    "Split",
    "split_dim: int32, value: T -> output: num_split * T",
    num_split=number(minimum=1),
    T=any_type(),
    shape=infer(split_shapes),
    kernel=lambda node, axis, x: split_kernel(axis, x, node.attrs["num_split"]),
    work=parts_work,
)
define(
    "SplitV",
    "value: T, size_splits: Tlen, split_dim: int32 -> output: num_split * T",
    num_split=number(minimum=1),
    T=any_type(),
    Tlen=one_of(INDEX | {d.int8}, d.int64),
    shape=infer(split_sizes_shapes),
    kernel=plain(split_sizes_kernel),
    work=parts_work,
)


def split(
    value: Any,
    num_or_size_splits: Any,
    axis: Any = 0,
    num: int | None = None,
    name: str | None = "split",
) -> list[Tensor]:
    """Pieces along an axis: a number of equal ones, or ones of the given sizes."""
    if isinstance(num_or_size_splits, (int, np.integer, Dimension)):
        count = int(num_or_size_splits)  # type: ignore[arg-type]
        return apply("Split", name, split_dim=axis, value=value, num_split=count)
    sizes = convert_to_tensor(num_or_size_splits)
    if sizes.shape.rank == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. "
            f"Argument provided: {num_or_size_splits}"
        )
    if num is None:
        num = sizes.shape.sizes[0] if sizes.shape.rank else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {num_or_size_splits}")
    return apply("SplitV", name, value=value, size_splits=sizes, split_dim=axis, num_split=num)


@gradient_of("Split")
def _split(op: Any, *gradients: Any) -> Any:
    return None, tf.concat(list(gradients), op.inputs[0])


@gradient_of("SplitV")
def _split_sizes(op: Any, *gradients: Any) -> Any:
    return tf.concat(list(gradients), op.inputs[2]), None, None


linear("value", "Split", "SplitV")
