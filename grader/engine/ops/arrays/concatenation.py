"""Several arrays joined along an axis that they have (tf.concat), or along a new one (tf.stack)."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import without
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shape_algebra import format_shape
from grader.engine.ops.common.shapes import merged_inputs
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

__all__ = ["concat", "stack"]

Array = np.ndarray


# Concat -------------------------------------------------------------------------------------------


def concat_kernel(*inputs: Array) -> Array:
    """The values joined along the axis given by the last input."""
    *values, axis = inputs
    position = int(axis)
    rank = values[0].ndim
    if not -rank <= position < rank:
        raise invalid(
            f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), "
            f"but got {position}"
        )
    position %= rank
    first = values[0].shape
    for index, value in enumerate(values[1:], 1):
        if value.ndim != rank or without(value.shape, position) != without(first, position):
            raise invalid(
                f"ConcatOp : Dimension {position} in both shapes must be equal: shape[0] = "
                f"{format_shape(first)} vs. shape[{index}] = {format_shape(value.shape)}"
            )
    return values[0] if len(values) == 1 else np.concatenate(values, position)


def concat_offsets(axis: Array, *shapes: Array) -> tuple[Array, ...]:
    """Where each of several arrays begins in their concatenation."""
    place, found = 0, []
    for shape in shapes:
        if not -len(shapes[0]) <= axis < len(shapes[0]):
            raise invalid(f"Concat dim is out of range: {axis} vs. {len(shapes[0])}")
        offset = np.zeros_like(shape)
        offset[axis] = place
        place += int(shape[axis])
        found.append(offset)
    return tuple(found)


def concat_shape(c: Any) -> algebra.Shape:
    """The rule of ConcatV2: the inputs are the values, then the axis."""
    shapes = [c.shape(i) for i in range(c.count - 1)]
    algebra.with_rank(c.shape(c.count - 1), 0)
    ranks = [len(shape) for shape in shapes if shape is not None]
    axis = c.value(c.count - 1)
    if axis is None:
        if 0 in ranks:
            raise ValueError("Can't concatenate scalars (use tf.stack instead)")
        for shape in shapes:
            if shape is not None:
                algebra.with_rank(shape, ranks[0])
        return algebra.unknown(ranks[0]) if ranks else None
    if 0 in ranks:
        raise ValueError("Can't concatenate scalars (use tf.stack instead)")
    axis = int(axis)
    for shape in shapes:
        algebra.at_least_rank(shape, -axis if axis < 0 else axis + 1)
    if not ranks:
        return None
    full = [algebra.with_rank(shape, ranks[0]) for shape in shapes]
    position = axis % ranks[0]
    before, after = full[0][:position], full[0][position + 1 :]
    total: int | None = full[0][position]
    for shape in full[1:]:
        before = algebra.merge(before, shape[:position]) or ()
        after = algebra.merge(after, shape[position + 1 :]) or ()
        total = algebra.add(total, shape[position])
    return (*before, total, *after)


define(
    "ConcatV2",
    "values: N * T, axis: Tidx -> output: T",
    N=number(minimum=2),
    T=any_type(),
    Tidx=one_of(INDEX, d.int32),
    shape=infer(concat_shape),
    kernel=plain(concat_kernel),
)
define(
    "ConcatOffset",
    "concat_dim: int32, shape: N * shape_type -> offset: N * shape_type",
    N=number(minimum=2),
    shape_type=one_of(INDEX, d.int32),
    shape=infer(lambda c: [c.shape(i) for i in range(1, c.count)]),
    kernel=plain(concat_offsets),
)


def concat(values: Any, axis: Any, name: str | None = "concat") -> Tensor:
    """The values joined along an existing axis."""
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with name_scope(name):
            position = convert_to_tensor(axis, name="concat_dim", dtype=d.int32)
            position.shape.assert_is_compatible_with(TensorShape(()))
            return apply("Identity", name, input=values[0])
    return apply("ConcatV2", name, values=values, axis=axis)


@gradient_of("ConcatV2")
def _concat(op: Any, gradient: Any) -> Any:
    *values, axis = op.inputs
    if len(values) == 1:
        return [gradient, None]
    if isinstance(gradient, IndexedSlices):
        raise NotImplementedError(f"The gradient of a lookup in a concatenation {NOT_PART}")
    axis = axis % tf.rank(values[0])
    sizes: Any = []
    for value in values:
        sizes.append(tf.shape(value))
        if sizes[-1].op.type != "Const":
            sizes = tf.shape_n(values)
            break
    if len(values) > 16:
        column = tf.slice(tf.stack(sizes, axis=1), [axis, 0], [1, -1])
        return [*tf.split(gradient, tf.squeeze(column), axis), None]
    offsets = apply("ConcatOffset", concat_dim=axis, shape=sizes)
    pairs = zip(offsets, sizes, strict=True)
    return [*[tf.slice(gradient, begin, size) for begin, size in pairs], None]


linear("values", "ConcatV2")
no_derivative("ConcatOffset")


# Stack --------------------------------------------------------------------------------------------


def stack_kernel(*values: Array, axis: int) -> Array:
    for index, value in enumerate(values[1:], 1):
        if value.shape != values[0].shape:
            raise invalid(
                f"Shapes of all inputs must match: values[0].shape = {format_shape(values[0].shape)} "
                f"!= values[{index}].shape = {format_shape(value.shape)}"
            )
    return np.stack(values, axis) if len(values) > 1 else np.expand_dims(values[0], axis)


def stack_shape(c: Any) -> algebra.Shape:
    merged = merged_inputs(c)
    if merged is None:
        return None
    rank, axis = len(merged) + 1, c.attr("axis")
    position = algebra.axis_in(axis, rank, f"Invalid axis: {axis}; must be in [{-rank},{rank})")
    return (*merged[:position], c.count, *merged[position:])


define(
    "Pack",
    "values: N * T -> output: T",
    N=number(minimum=1),
    T=any_type(),
    axis=number(0),
    shape=infer(stack_shape),
    kernel=lambda node, *parts: stack_kernel(*parts, axis=node.attrs["axis"]),
)


def stack(values: Any, axis: int = 0, name: str | None = "stack") -> Tensor:
    """The values joined along a new axis. Raises ValueError for an axis out of range."""
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError, NotImplementedError):
            pass  # values that convert only one by one
    first = convert_to_tensor(values[0], name=name).shape
    if first.rank is not None and not -first.rank - 1 <= axis < first.rank + 1:
        raise ValueError(
            f"Argument `axis` = {axis} not in range [{-first.rank - 1}, {first.rank + 1})"
        )
    return apply("Pack", name, values=values, axis=axis)


@gradient_of("Pack")
def _pack(op: Any, gradient: Any) -> Any:
    return tf.unstack(gradient, num=op.get_attr("N"), axis=op.get_attr("axis"))


linear("values", "Pack")
