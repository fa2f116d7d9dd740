"""Sums of products over pairs of axes: tf.tensordot, one matrix product of the reshaped operands."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.late import tf
from grader.engine.ops.products.matmul import matmul

__all__ = ["tensordot"]


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """The sum of products over pairs of axes: a number (the last axes of a, the first of b) or two lists.

    Built as one matrix product of the reshaped operands. Raises ValueError for invalid axes.
    """
    with name_scope(name, "Tensordot", [a, b, axes]) as scope:
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, name="b")
        a_axes, b_axes = contracted_axes(a, axes)
        left, a_free, a_static = as_matrix(a, a_axes, False)
        right, b_free, b_static = as_matrix(b, b_axes, True)
        product = matmul(left, right)
        if isinstance(a_free, list) and isinstance(b_free, list):
            wanted = a_free + b_free
            if product.shape.is_fully_defined() and product.shape.as_list() == wanted:
                return product
            return tf.reshape(product, wanted, name=scope)
        a_free = convert_to_tensor(a_free, dtype=d.int32)
        b_free = convert_to_tensor(b_free, dtype=d.int32)
        sizes = tf.concat([a_free, b_free], 0)
        result = tf.reshape(product, sizes, name=scope)
        if a_static is not None and b_static is not None:
            result.set_shape(a_static + b_static)
        return result


def contracted_axes(a: Tensor, axes: Any) -> tuple[Any, Any]:
    """The axes of a and the axes of b to contract."""
    if isinstance(axes, (int, np.integer)):
        if axes < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {axes}.")
        rank = a.shape.rank
        if rank is None:
            total = tf.rank(a)
            last = tf.range(total - int(axes), total, dtype=d.int32)
            return last, tf.range(axes, dtype=d.int32)
        if axes > rank:
            raise ValueError(
                f"`axes` must not be larger than the number of dimensions of tensor {a}.  "
                f"Received {axes}, vs tensor dimensions {rank}."
            )
        return list(range(rank - int(axes), rank)), list(range(int(axes)))
    if isinstance(axes, (list, tuple)):
        if len(axes) != 2:
            raise ValueError(f"`axes` must be an integer or have length 2. Received {axes}.")
        first, second = axes
        if isinstance(first, (int, np.integer)) and isinstance(second, (int, np.integer)):
            return [first], [second]
        if len(first) != len(second):
            raise ValueError(
                f"Different number of contraction axes `a` and `b`, {len(first)} != {len(second)}."
            )
        return first, second
    tensor = convert_to_tensor(axes, name="axes", dtype=d.int32)
    return tensor[0], tensor[1]


def as_matrix(x: Tensor, axes: Any, flipped: bool) -> tuple[Tensor, Any, list[int | None] | None]:
    """x as a matrix whose columns (rows if `flipped`) run over the contracted axes.

    Returns the matrix, the sizes of the other axes (a list, or a tensor if the shape is unknown),
    and the static values of those sizes, if known.
    """
    if not (x.shape.is_fully_defined() and isinstance(axes, (list, tuple))):
        return as_matrix_at_run_time(x, axes, flipped)
    sizes = x.shape.as_list()
    axes = [axis if axis >= 0 else axis + len(sizes) for axis in axes]
    free = [axis for axis in range(len(sizes)) if axis not in axes]
    free_sizes = [sizes[axis] for axis in free]
    outside = int(np.prod([sizes[axis] or 0 for axis in free], dtype=np.int64))
    inside = int(np.prod([sizes[axis] or 0 for axis in axes], dtype=np.int64))
    order = [*axes, *free] if flipped else [*free, *axes]
    wanted = [inside, outside] if flipped else [outside, inside]
    moved = tf.transpose(x, order) if order != list(range(len(sizes))) else x
    matrix = moved if moved.shape.as_list() == wanted else tf.reshape(moved, wanted)
    return matrix, free_sizes, free_sizes


def as_matrix_at_run_time(
    x: Tensor, axes: Any, flipped: bool
) -> tuple[Tensor, Any, list[int | None] | None]:
    """`as_matrix` for sizes that are known only at run time."""
    if x.shape.rank is not None and isinstance(axes, (list, tuple)):
        sizes = x.shape.as_list()
        positions = [axis if axis >= 0 else axis + len(sizes) for axis in axes]
        others = [axis for axis in range(len(sizes)) if axis not in positions]
        static: list[int | None] | None = [sizes[axis] for axis in others]
        contracted = convert_to_tensor(positions, dtype=d.int32, name="axes")
        free = convert_to_tensor(others, dtype=d.int32, name="free")
        shape = tf.shape(x)
    else:
        static = None
        shape = tf.shape(x)
        total = tf.rank(x)
        contracted = convert_to_tensor(axes, dtype=d.int32, name="axes")
        contracted = tf.where(contracted >= 0, contracted, contracted + total)
        free, _ = apply("ListDiff", x=tf.range(total), y=contracted, out_idx=d.int32)
    free_sizes = tf.gather(shape, free)
    contracted_sizes = tf.gather(shape, contracted)
    outside, inside = tf.reduce_prod(free_sizes), tf.reduce_prod(contracted_sizes)
    if flipped:
        order = tf.concat([contracted, free], 0)
        wanted = tf.stack([inside, outside])
    else:
        order = tf.concat([free, contracted], 0)
        wanted = tf.stack([outside, inside])
    matrix = tf.reshape(tf.transpose(x, order), wanted)
    return matrix, free_sizes, static
