"""Joining strings: several tensors element by element, or one tensor along axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import rank
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str, axis_of, numbers
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import Shape, merge
from grader.engine.ops.math.kernels import require_broadcast
from grader.engine.ops.reductions.shapes import reduction
from grader.engine.ops.strings.kernels import Array, bytes_made
from grader.engine.registry import define, flag, no_derivative, number, string

__all__ = ["reduce_join", "string_join"]

# Kernels and shapes -------------------------------------------------------------------------------


def joined(node: Any, *inputs: Array) -> Array:
    """The strings at each position joined; scalars broadcast."""
    separator = node.attrs["separator"]
    separator = separator.encode() if isinstance(separator, str) else separator
    for x in inputs[1:]:
        require_broadcast(np.asarray(inputs[0]), np.asarray(x))
    arrays = np.broadcast_arrays(*[np.asarray(x, object) for x in inputs])
    result = np.empty(arrays[0].shape, object)
    for index in np.ndindex(result.shape):
        result[index] = separator.join(bytes(array[index]) for array in arrays)
    return result


def joined_along(node: Any, x: Array, axes: Array) -> Array:
    """The strings joined along the axes, the first of which varies fastest."""
    x = np.asarray(x, object)
    order = [axis_of(axis, x.ndim, "ReduceJoin") for axis in numbers(axes)]
    if len(set(order)) != len(order):
        raise invalid(f"Duplicate reduction dimension in {numbers(axes)}")
    if not order:
        return x
    kept = [axis for axis in range(x.ndim) if axis not in order]
    sizes = [x.shape[axis] for axis in kept]
    rows = np.transpose(x, [*kept, *reversed(order)]).reshape(*sizes, -1)
    separator = as_str(node.attrs["separator"]).encode()
    result = np.empty(sizes, object)
    for index in np.ndindex(*sizes):
        result[index] = separator.join(rows[index])
    if not node.attrs["keep_dims"]:
        return result
    return result.reshape([1 if axis in order else n for axis, n in enumerate(x.shape)])


def strings_joined(c: Any) -> Shape:
    shapes = [c.shape(i) for i in range(c.count)]
    if None in shapes:
        return None
    result: Shape = ()
    for shape in shapes:
        if shape:
            result = merge(result, shape) if result else shape
    return result


# The entries --------------------------------------------------------------------------------------

define(
    "StringJoin",
    "inputs: N * string -> output: string",
    N=number(minimum=0),
    separator=string(b""),
    shape=infer(strings_joined),
    kernel=joined,
    work=bytes_made,
)
define(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> output: string",
    keep_dims=flag(False),
    separator=string(b""),
    shape=infer(reduction),
    kernel=joined_along,
    work=bytes_made,
)
no_derivative("ReduceJoin StringJoin")

# For users ----------------------------------------------------------------------------------------


def string_join(inputs: Any, separator: str = "", name: str | None = None) -> Tensor:
    """The strings joined element by element, with the separator in between."""
    return apply("StringJoin", name, inputs=inputs, separator=separator)


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: Any = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The strings joined along the axes (all of them by default)."""
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    axis = either("axis", axis, "reduction_indices", reduction_indices)
    with name_scope(None, "ReduceJoin", [inputs, axis]):
        x = convert_to_tensor(inputs)
        if axis is None and x.shape.rank is not None:
            axis = constant(np.arange(x.shape.rank - 1, -1, -1), dtype=d.int32)
        elif axis is None:
            axis = making.range(rank(x) - 1, -1, -1)
        return apply(
            "ReduceJoin",
            name,
            inputs=x,
            reduction_indices=axis,
            keep_dims=bool(keep),
            separator=separator,
        )
