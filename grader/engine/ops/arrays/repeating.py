"""tf.repeat."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sequences import all_axes, sequence_mask
from grader.engine.ops.arrays.sizes import rank, shape

__all__ = ["repeat"]


def repeat(input: Any, repeats: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Each slice along the axis, or each element, `repeats` times (one number, or one per slice)."""
    if axis is None:
        input, axis = arrays.reshape(input, [-1]), 0
    if not isinstance(axis, int):
        raise TypeError(
            f"Argument `axis` must be an int. Received `axis` = {axis} of type "
            f"{type(axis).__name__}"
        )
    with name_scope(name, "Repeat", [input, repeats]):
        data: Any = convert_to_tensor(input, name="data")
        times: Any = making.whole_number(repeats, "repeats")
        if times.shape.rank is not None and times.shape.rank > 1:
            raise ValueError(f"Shape {times.shape} must have rank at most 1")
        data = at_least_vector(data)
        sizes = shape(data, out_type=times.dtype)
        axis = positive_axis(axis, data.shape.rank)
        expanded_at = axis + 1
        if times.shape.num_elements() == 1:
            times = arrays.reshape(times, [])
            expanded = arrays.expand_dims(data, expanded_at)
            tiled = tile_along(expanded, expanded_at, times)
            parts = [sizes[:axis], [times * sizes[axis]], sizes[axis + 1 :]]
            return arrays.reshape(tiled, arrays.concat(parts, axis=0))
        if times.shape.rank == 1:
            data.shape[axis : axis + 1].assert_is_compatible_with(times.shape)
        times = arrays.broadcast_to(times, [sizes[axis]])
        given = times
        if times.shape.rank != axis + 1:
            times_shape, times_rank = shape(times), rank(times)
            rows = arrays.concat([sizes[: axis + 1 - times_rank], times_shape], axis=0)
            times = arrays.broadcast_to(times, rows)
            times.set_shape([None] * (axis + 1))
        most = apply("Max", input=times, reduction_indices=all_axes(times))
        zero = convert_to_tensor(0, name="zero", dtype=most.dtype)
        most = apply("Maximum", x=zero, y=most)
        mask = sequence_mask(times, most)
        tiled = tile_along(arrays.expand_dims(data, expanded_at), expanded_at, most)
        result = arrays.boolean_mask(tiled, mask)
        if axis:
            axes = apply("Range", start=0, limit=rank(given), delta=1)
            length = apply("Sum", input=given, reduction_indices=axes)
            parts = [sizes[:axis], [length], sizes[axis + 1 :]]
            result = arrays.reshape(result, arrays.concat(parts, axis=0))
        if data.shape.rank is not None:
            none = 0 if times.shape.as_list()[0] == 0 else None
            known = data.shape[:axis].concatenate([none]).concatenate(data.shape[axis + 1 :])
            result.set_shape(known)
        return result


def at_least_vector(data: Any) -> Any:
    if data.shape.rank is None:
        sizes, count = shape(data), rank(data)
        return arrays.reshape(data, arrays.concat([[1], sizes], axis=0)[-count:])
    return data if data.shape.rank else arrays.stack([data])


def positive_axis(axis: int, count: int | None) -> int:
    if count is not None:
        if -count <= axis < count:
            return axis % count
        raise ValueError(f"axis={axis} out of bounds: expected {-count}<=axis<{count}")
    if axis < 0:
        raise ValueError(f"axis={axis} may only be negative if rank(data) is statically known.")
    return axis


def tile_along(data: Any, axis: int, times: Any) -> Tensor:
    """`times` copies along one axis."""
    if data.shape.rank is not None:
        multiples = [1] * data.shape.rank
        multiples[axis] = times
        return arrays.tile(data, multiples)
    ones = making.ones(rank(data), d.int32)
    return arrays.tile(data, arrays.concat([ones[:axis], [times], ones[axis + 1 :]], axis=0))
