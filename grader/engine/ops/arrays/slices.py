"""Blocks of arrays: tf.slice, and StridedSlice, the operation behind square brackets.

The masks of a StridedSlice have one bit for each position in the brackets: `begin_mask` and `end_mask`
for a missing start or stop, `ellipsis_mask` for `...`, `new_axis_mask` for `tf.newaxis`,
`shrink_axis_mask` for an integer.
"""

from __future__ import annotations

import builtins
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import numbers
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, format_shape, merge, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX, SHORT_INDEX
from grader.engine.registry import any_type, define, gradient_of, number, one_of, plain

__all__ = ["slice", "strided_slice"]

Array = np.ndarray


# Slice --------------------------------------------------------------------------------------------


def slice_kernel(x: Array, begin: Array, size: Array) -> Array:
    """The kernel of Slice."""
    starts, sizes = numbers(begin), numbers(size)
    if len(starts) != x.ndim or len(sizes) != x.ndim:
        raise invalid(
            f"Expected begin and size arguments to be 1-D tensors of size {x.ndim}, but got shapes "
            f"{format_shape(np.shape(begin))} and {format_shape(np.shape(size))} instead."
        )
    pieces = []
    for i, (start, length, whole) in enumerate(zip(starts, sizes, x.shape, strict=True)):
        stop = whole if length == -1 else start + length
        if not 0 <= start <= whole:
            raise invalid(f"Expected begin[{i}] in [0, {whole}], but got {start}")
        if length < -1 or stop > whole:
            raise invalid(f"Expected size[{i}] in [0, {whole - start}], but got {length}")
        pieces.append(builtins.slice(start, stop))
    return x[tuple(pieces)]


def slice_shape(c: Any) -> algebra.Shape:
    """The rule of Slice: the inputs are the array, the begin, and the sizes (-1: to the end)."""
    shape = c.shape(0)
    begin_rank = algebra.merge(algebra.with_rank(c.shape(1), 1), algebra.with_rank(c.shape(2), 1))
    count = begin_rank[0] if begin_rank else None
    if count is not None:
        shape = algebra.with_rank(shape, count)
    begin, sizes = c.value_as_shape(1), c.value(2)
    if sizes is not None:
        begin = algebra.with_rank(begin, len(sizes))
        full = algebra.with_rank(shape, len(sizes))
        result: list[int | None] = []
        for size, start, whole in zip(sizes, begin, full, strict=True):
            if size < -1:
                raise ValueError(f"Invalid size {size}: expected -1 or more")
            result.append(algebra.subtract(whole, start) if size == -1 else int(size))
        return tuple(result)
    if begin is not None:
        partial = c.value_as_shape(2)
        return algebra.unknown(len(begin)) if partial is None else partial
    return None if shape is None else algebra.unknown(len(shape))


define(
    "Slice",
    "input: T, begin: Index, size: Index -> output: T",
    T=any_type(),
    Index=one_of(INDEX),
    shape=infer(slice_shape),
    kernel=plain(slice_kernel),
)
slice = public(
    "Slice", "The block of `size` (-1: to the end) that starts at `begin`.", input="input_"
)


@gradient_of("Slice")
def _slice(op: Any, gradient: Any) -> Any:
    x, begin, _ = op.inputs
    rank = tf.rank(x)
    size = tf.shape(op.outputs[0], out_type=begin.dtype)
    column = tf.stack([rank, 1])
    before = tf.reshape(begin, column)
    after = tf.reshape(tf.shape(x, out_type=begin.dtype) - size - begin, column)
    return tf.pad(gradient, tf.concat([before, after], 1)), None, None


linear("input", "Slice")


# StridedSlice -------------------------------------------------------------------------------------


MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


class Entry(NamedTuple):
    """One position in the brackets: a new axis, or an integer or slice for one axis of the input.

    `begin` and `end` are None where they are masked; `valid` says whether they are known at all.
    """

    kind: str  # "new", "integer", "slice"
    axis: int = 0
    begin: int | None = None
    end: int | None = None
    stride: int = 1
    valid: bool = True


def entries(rank: int, begin: Any, end: Any, stride: Any, masks: dict[str, int]) -> list[Entry]:
    """The positions, with `...` expanded to full slices. Raises ValueError for too many of them.

    begin, end: vectors, or None if not yet known.
    """
    count = len(stride)
    ellipses = masks["ellipsis_mask"] & ((1 << count) - 1)
    if ellipses & (ellipses - 1):
        raise ValueError("Multiple ellipses in slice spec not allowed")
    new = sum(1 for i in range(count) if masks["new_axis_mask"] >> i & 1 and not ellipses >> i & 1)
    used = count - new - (1 if ellipses else 0)
    if used > rank == 0:
        raise ValueError("Attempting to slice scalar input.")
    if used > rank:
        raise ValueError(f"Index out of range using input dim {rank}; input has only {rank} dims")
    result: list[Entry] = []
    axis = 0
    for i in range(count):
        bit = 1 << i
        if ellipses & bit:
            for _ in range(rank - used):
                result.append(Entry("slice", axis))
                axis += 1
        elif masks["new_axis_mask"] & bit:
            result.append(Entry("new"))
        else:
            result.append(entry(i, axis, begin, end, stride, masks))
            axis += 1
    for rest in range(axis, rank):
        result.append(Entry("slice", rest))
    return result


def entry(i: int, axis: int, begin: Any, end: Any, stride: Any, masks: dict[str, int]) -> Entry:
    step = int(stride[i])
    if step == 0:
        raise ValueError(f"strides[{i}] must be non-zero")
    start = None if begin is None or masks["begin_mask"] >> i & 1 else int(begin[i])
    stop = None if end is None or masks["end_mask"] >> i & 1 else int(end[i])
    if masks["shrink_axis_mask"] >> i & 1:
        if step < 0:
            raise ValueError("only stride 1 allowed on non-range indexing.")
        first = None if begin is None else int(begin[i])
        return Entry("integer", axis, first, valid=begin is not None)
    known = (begin is not None or masks["begin_mask"] >> i & 1) and (
        end is not None or masks["end_mask"] >> i & 1
    )
    # Both must be known, even where one is masked: TensorFlow checks them together.
    both_masked = masks["begin_mask"] >> i & 1 and masks["end_mask"] >> i & 1
    return Entry(
        "slice",
        axis,
        start,
        stop,
        step,
        bool(both_masked or (known and begin is not None and end is not None)),
    )


def require_inside(index: int, size: int, axis: int) -> None:
    """Raises ValueError for an index outside of an axis."""
    position = index + size if index < 0 else index
    if not 0 <= position < size:
        raise ValueError(f"slice index {position} of dimension {axis} out of bounds.")


def masks_of(get: Any) -> dict[str, int]:
    return {name: int(get(name)) for name in MASKS}


def strided_shape(c: Any) -> Shape:
    """The static shape, as far as begin, end and strides are constant."""
    shape = c.shape(0)
    vectors = merge(
        merge(with_rank(c.shape(1), 1), with_rank(c.shape(2), 1)), with_rank(c.shape(3), 1)
    )
    stride = c.value(3)
    if shape is None or stride is None or vectors is None or vectors[0] is None:
        return None
    result: list[int | None] = []
    for one in entries(len(shape), c.value(1), c.value(2), stride, masks_of(c.attr)):
        size = None if one.kind == "new" else shape[one.axis]
        if one.kind == "new":
            result.append(1)
        elif one.kind == "integer":
            if one.begin is not None and size is not None:
                require_inside(one.begin, size, one.axis)
        elif size is None or not one.valid:
            result.append(None)
        else:
            result.append(len(range(*builtins.slice(one.begin, one.end, one.stride).indices(size))))
    return tuple(result)


def selection(masks: Any, shape: tuple[int, ...], begin: Any, end: Any, stride: Any) -> Any:
    """The NumPy index that selects the slice from an array of this shape.

    masks: an operation's attributes. Raises InvalidArgumentError for an invalid slice.
    """
    key: list[Any] = []
    try:
        for one in entries(len(shape), begin, end, stride, masks_of(masks.__getitem__)):
            if one.kind == "new":
                key.append(None)
            elif one.kind == "integer":
                assert one.begin is not None
                require_inside(one.begin, shape[one.axis], one.axis)
                key.append(one.begin)
            else:
                key.append(builtins.slice(one.begin, one.end, one.stride))
    except ValueError as error:
        raise invalid(str(error)) from None
    return tuple(key)


def strided_kernel(
    node: Any, x: np.ndarray, begin: np.ndarray, end: np.ndarray, stride: np.ndarray
) -> np.ndarray:
    return x[(*selection(node.attrs, x.shape, begin, end, stride), ...)]


def strided_gradient_kernel(
    node: Any,
    shape: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    stride: np.ndarray,
    gradient: np.ndarray,
) -> np.ndarray:
    """The gradient where the slice was taken, zeros elsewhere."""
    result = np.zeros(tuple(shape), gradient.dtype)
    if gradient.dtype == object:
        result[...] = b""
    picked = selection(node.attrs, tuple(shape), begin, end, stride)
    result[picked] = gradient.reshape(result[picked].shape)
    return result


_MASKS: dict[str, Any] = {name: number(0) for name in MASKS}
define(
    "StridedSlice",
    "input: T, begin: Index, end: Index, strides: Index -> output: T",
    T=any_type(),
    Index=one_of(SHORT_INDEX),
    **_MASKS,
    shape=infer(strided_shape),
    kernel=strided_kernel,
)
define(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
    T=any_type(),
    Index=one_of(INDEX),
    **_MASKS,
    shape=infer(lambda c: c.value_as_shape(0)),
    kernel=strided_gradient_kernel,
)


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """What square brackets mean: begin, end and stride for each axis, modified by the masks' bits."""
    if strides is None:
        strides = tf.ones_like(begin)
    return apply(
        "StridedSlice",
        name,
        input=input_,
        begin=begin,
        end=end,
        strides=strides,
        begin_mask=begin_mask,
        end_mask=end_mask,
        ellipsis_mask=ellipsis_mask,
        new_axis_mask=new_axis_mask,
        shrink_axis_mask=shrink_axis_mask,
    )


def _known(tensor: Any) -> Any:
    value = constant_value(tensor)
    return tensor if value is None else value


@gradient_of("StridedSlice")
def _strided_slice(op: Any, gradient: Any) -> Any:
    x, *places = op.inputs
    shape = _known(tf.shape(x, out_type=places[0].dtype))
    begin, end, strides = (_known(one) for one in places)
    masks = {name: op.get_attr(name) for name in MASKS}
    found = apply(
        "StridedSliceGrad",
        shape=shape,
        begin=begin,
        end=end,
        strides=strides,
        dy=gradient,
        **masks,
    )
    return found, None, None, None


@gradient_of("StridedSliceGrad")
def _strided_slice_grad(op: Any, gradient: Any) -> Any:
    _, begin, end, strides, _ = op.inputs
    masks = {name: op.get_attr(name) for name in MASKS}
    found = tf.strided_slice(gradient, begin, end, strides, **masks)
    return None, None, None, None, found


linear("input", "StridedSlice")
linear("dy", "StridedSliceGrad")
