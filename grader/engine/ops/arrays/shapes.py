"""Shapes as tensors (tf.shape, tf.rank, tf.size), and the same elements in another shape."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.indexed_slices import dense
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import axis_of
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public, public_list
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shapes import scalar
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import (
    any_type,
    define,
    gradient_of,
    no_derivative,
    number,
    one_of,
    plain,
)
from grader.engine.registry import numbers as numbers_attribute

__all__ = ["expand_dims", "rank", "reshape", "shape", "shape_n", "size", "squeeze"]

Array = np.ndarray


# Sizes --------------------------------------------------------------------------------------------


def shape_shape(c: Any) -> algebra.Shape:
    shape = c.shape(0)
    return (None if shape is None else len(shape),)


def shape_n_shapes(c: Any) -> list[algebra.Shape]:
    shapes = [c.shape(i) for i in range(c.count)]
    return [(None if shape is None else len(shape),) for shape in shapes]


define(
    "Shape",
    "input: T -> output: out_type",
    T=any_type(),
    out_type=one_of(INDEX, d.int32),
    shape=infer(shape_shape),
    kernel=lambda node, x: np.array(x.shape, node.output_dtypes[0].as_numpy_dtype),
)
define(
    "ShapeN",
    "input: N * T -> output: N * out_type",
    N=number(minimum=1),
    T=any_type(),
    out_type=one_of(INDEX, d.int32),
    shape=infer(shape_n_shapes),
    kernel=lambda node, *inputs: tuple(
        np.array(x.shape, node.output_dtypes[0].as_numpy_dtype) for x in inputs
    ),
)
define(
    "Size",
    "input: T -> output: out_type",
    T=any_type(),
    out_type=one_of(INDEX, d.int32),
    shape=infer(scalar),
    kernel=lambda node, x: np.array(x.size, node.output_dtypes[0].as_numpy_dtype),
)
define(
    "Rank",
    "input: T -> output: int32",
    T=any_type(),
    shape=infer(scalar),
    kernel=plain(lambda x: np.array(x.ndim, np.int32)),
)


def shape(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The shape as a vector; a constant if it is already known."""
    return shape_of(input, True, d.int32 if out_type is None else out_type, name)


def shape_of(
    value: Any, optimize: bool = True, out_type: Any = None, name: str | None = None
) -> Tensor:
    """`shape`; with `optimize=False` always a Shape operation."""
    with name_scope(name, "Shape", [value]) as scope:
        x = convert_to_tensor(value)
        if optimize and x.shape.is_fully_defined():
            if out_type is None:
                return convert_to_tensor(x.shape)
            return constant(x.shape.as_list(), out_type, name=scope)
        return apply("Shape", scope, input=x, out_type=out_type or d.int32)


shape_n = public_list("ShapeN", "The shapes of several tensors, each a vector.")


def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of dimensions; a constant if it is already known."""
    with name_scope(name, "Rank", [input]) as scope:
        x = convert_to_tensor(input)
        if x.shape.rank is not None:
            return constant(x.shape.rank, d.int32, name=scope)
        return apply("Rank", scope, input=x)


def size(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The number of elements; a constant if it is already known."""
    out_type = d.int32 if out_type is None else out_type
    with name_scope(name, "Size", [input]) as scope:
        x = convert_to_tensor(input)
        if x.shape.is_fully_defined():
            return constant(x.shape.num_elements(), out_type, name=scope)
        if x.shape.rank is not None and 0 in x.shape.sizes:
            return constant(0, out_type, name=scope)
        return apply("Size", scope, input=x, out_type=out_type)


no_derivative("Rank Shape ShapeN Size")


# Reshape ------------------------------------------------------------------------------------------


def reshape_kernel(x: Array, shape: Array) -> Array:
    """`x` in another shape; one dimension may be -1. Raises InvalidArgumentError."""
    if shape.size >= 254:
        raise invalid(f"too many dimensions: must be < 254, but received {shape.size}")
    sizes = shape.tolist() if shape.ndim else [int(shape)]
    if (not sizes and x.size == 1) or (sizes and min(sizes) >= 0 and math.prod(sizes) == x.size):
        return x.reshape(sizes)
    if any(size < -1 for size in sizes):
        raise invalid(f"Size {sizes.index(min(sizes))} must be non-negative, not {min(sizes)}")
    if sizes.count(-1) > 1:
        first, second = [i for i, size in enumerate(sizes) if size == -1][:2]
        raise invalid(f"Only one input size may be -1, not both {first} and {second}")
    if -1 in sizes:
        # Where the shape contains a 0, the other sizes must fit without it.
        known = math.prod(size for size in sizes if size > 0)
        held = math.prod(size for size in x.shape if size > 0) if 0 in sizes else x.size
        if held % known:
            raise invalid(
                f"Input to reshape is a tensor with {x.size} values, but the requested shape "
                f"requires a multiple of {known}"
            )
        sizes[sizes.index(-1)] = held // known
    if math.prod(sizes) != x.size:
        raise invalid(
            f"Input to reshape is a tensor with {x.size} values, but the requested shape has "
            f"{math.prod(sizes)}"
        )
    return x.reshape(sizes)


def reshape_shape(c: Any) -> algebra.Shape:
    given, wanted = c.shape(0), c.value_as_shape(1)
    if given is None or wanted is None:
        return wanted
    holes_in = given.count(None) if algebra.number_of_elements(given) is None else 0
    holes_out = wanted.count(None) if algebra.number_of_elements(wanted) is None else 0
    if holes_in > 1 or holes_out > 1:
        return wanted
    size_in = known_elements(given) if holes_in else algebra.number_of_elements(given)
    size_out = known_elements(wanted) if holes_out else algebra.number_of_elements(wanted)
    assert size_in is not None
    assert size_out is not None
    if not holes_in and not holes_out and size_in != size_out:
        raise ValueError(
            f"Cannot reshape a tensor with {size_in} elements to shape {algebra.format_shape(wanted)} "
            f"({size_out} elements)"
        )
    if not holes_in and holes_out and size_out > 0:
        missing = algebra.divide(size_in, size_out)
        return tuple(missing if n is None else n for n in wanted)
    if holes_in and not holes_out and size_in:
        algebra.divide(size_out, size_in)
    return wanted


def known_elements(shape: tuple[int | None, ...]) -> int:
    return int(np.prod([n for n in shape if n is not None], dtype=np.int64))


define(
    "Reshape",
    "tensor: T, shape: Tshape -> output: T",
    T=any_type(),
    Tshape=one_of(INDEX, d.int32),
    shape=infer(reshape_shape),
    kernel=plain(reshape_kernel),
)
reshape = public("Reshape", "The same elements in another shape; at most one of its sizes is -1.")


@gradient_of("Reshape")
def _reshape(op: Any, gradient: Any) -> Any:
    static = op.inputs[0].shape
    if static.rank is not None and not static.is_fully_defined():
        sizes = [-1 if size is None else size for size in static.as_list()]
        if sizes.count(-1) == 1 and 0 not in sizes:
            return tf.reshape(dense(gradient), sizes), None
    return tf.reshape(dense(gradient), tf.shape(op.inputs[0])), None


linear("tensor", "Reshape")


# ExpandDims and Squeeze ---------------------------------------------------------------------------


def expand_dims_kernel(x: Array, axis: Array) -> Array:
    position = int(np.reshape(axis, ()))
    if not -x.ndim - 1 <= position <= x.ndim:
        raise invalid(f"Tried to expand dim index {position} for tensor with {x.ndim} dimensions.")
    return np.expand_dims(x, position)


def squeeze_kernel(x: Array, axes: list[int]) -> Array:
    if not axes:
        return np.squeeze(x)
    for axis in axes:
        if x.shape[axis_of(axis, x.ndim, "squeeze")] != 1:
            raise invalid(
                f"Can not squeeze dim[{axis % x.ndim}], expected a dimension of 1, "
                f"got {x.shape[axis % x.ndim]}"
            )
    return np.squeeze(x, tuple(axis % x.ndim for axis in axes))


def expand_dims_shape(c: Any) -> algebra.Shape:
    shape, axis = c.shape(0), c.value(1)
    if shape is None or axis is None:
        return None
    if np.size(axis) != 1:
        raise ValueError("'dim' input must be a tensor with a single value")
    rank, position = len(shape), int(np.reshape(axis, ()))
    if not -rank - 1 <= position <= rank:
        raise ValueError(f"dim {position} not in the interval [{-rank - 1}, {rank}].")
    position %= rank + 1
    return (*shape[:position], 1, *shape[position:])


def squeeze_shape(c: Any) -> algebra.Shape:
    shape, axes = c.shape(0), c.attr("squeeze_dims")
    if shape is None:
        return None
    rank = len(shape)
    if not axes:
        return None if None in shape else tuple(n for n in shape if n != 1)
    for position, axis in enumerate(axes):
        if not -rank <= axis < rank:
            raise ValueError(f"squeeze_dims[{position}] not in [{-rank},{rank}).")
    removed = {axis % rank for axis in axes}
    for position in sorted(removed):
        if shape[position] not in (1, None):
            raise ValueError(
                f"Can not squeeze dim[{position}], expected a dimension of 1, got {shape[position]}"
            )
    return tuple(n for i, n in enumerate(shape) if i not in removed)


define(
    "ExpandDims",
    "input: T, dim: Tdim -> output: T",
    T=any_type(),
    Tdim=one_of(INDEX, d.int32),
    shape=infer(expand_dims_shape),
    kernel=plain(expand_dims_kernel),
)
define(
    "Squeeze",
    "input: T -> output: T",
    T=any_type(),
    squeeze_dims=numbers_attribute([]),
    shape=infer(squeeze_shape),
    kernel=lambda node, x: squeeze_kernel(x, node.attrs["squeeze_dims"]),
)


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """A new axis of size 1 at `axis`."""
    axis = either("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return apply("ExpandDims", name, input=input, dim=axis)


def squeeze(
    input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None
) -> Tensor:
    """Without its axes of size 1, or only without those in `axis`."""
    axis = either("axis", axis, "squeeze_dims", squeeze_dims)
    if np.isscalar(axis):
        axis = [axis]
    return apply("Squeeze", name, input=input, squeeze_dims=[] if axis is None else list(axis))


@gradient_of("ExpandDims", "Squeeze")
def _same_elements(op: Any, gradient: Any) -> Any:
    found = tf.reshape(dense(gradient), tf.shape(op.inputs[0]))
    return [found, *[None] * (len(op.inputs) - 1)]


linear("input", "ExpandDims", "Squeeze")
