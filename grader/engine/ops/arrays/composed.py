"""Functions for users made of several operations: sorting, repeating, grids, masks, histograms."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sequences import all_axes, sequence_mask
from grader.engine.ops.arrays.shape_functions import rank, shape, shape_of, size
from grader.engine.ops.math import counting  # noqa: F401  (the entries that are used here)
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.clip import clip_by_value
from grader.engine.ops.reductions.functions import reduce_max, reduce_sum

# fmt: off
__all__ = [
    "argsort", "bincount", "ensure_shape", "histogram_fixed_width",
    "histogram_fixed_width_bins",
    "lbeta", "repeat",
    "searchsorted", "sort",
]
# fmt: on


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """x, whose shape must be compatible with `shape`: known when the graph is built, checked in runs."""
    known = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    return apply("EnsureShape", name, input=x, shape=known)


# Sorting ------------------------------------------------------------------------------------------


def sort(
    values: Any, axis: Any = -1, direction: str = "ASCENDING", name: str | None = None
) -> Tensor:
    """The values in order along an axis."""
    with name_scope(name, "sort"):
        return in_order(values, axis, direction, places=False)


def argsort(
    values: Any,
    axis: Any = -1,
    direction: str = "ASCENDING",
    stable: bool = False,
    name: str | None = None,
) -> Tensor:
    """The indices that put the values in order; equal ones stay in their order."""
    with name_scope(name, "argsort"):
        return in_order(values, axis, direction, places=True)


def in_order(values: Any, axis: Any, direction: str, places: bool) -> Tensor:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(
            "Argument `direction` should be one of ASCENDING, DESCENDING. Received: "
            f"direction={direction}"
        )
    axis = convert_to_tensor(axis, name="axis")
    known = constant_value(axis)
    if axis.shape.rank not in (None, 0) or known is None:
        raise ValueError(f"Argument `axis` must be a constant scalar. Received: axis={axis}.")
    x: Any = convert_to_tensor(values, name="values")
    if direction == "DESCENDING":
        return descending(x, int(known), places)
    # Upside down, so that the largest come first: integers without overflow.
    if x.dtype.is_unsigned:
        found = descending(x.dtype.max - x, int(known), places)
        return found if places else x.dtype.max - found
    if x.dtype.is_integer:
        found = descending(-x - 1, int(known), places)
        return found if places else -found - 1
    found = descending(-x, int(known), places)
    return found if places else -found


def descending(x: Any, axis: Any, places: bool) -> Any:
    """The largest first along the axis: the k largest of all k."""
    count, total, known = shape(x)[axis], rank(x), x.shape.rank
    order: Any = None
    if axis != -1 and axis + 1 != known:
        if axis < 0:
            axis += known or total
        if known is not None:
            swapped = list(np.arange(known))
            swapped[axis], swapped[-1] = swapped[-1], swapped[axis]
            order = constant(np.array(swapped), name="transposition")
        else:
            numbers = making.range(total)
            ends = [[axis], [total - 1]]
            order = apply(
                "TensorScatterUpdate", tensor=numbers, indices=ends, updates=[total - 1, axis]
            )
        x = arrays.transpose(x, order)
    found = apply("TopKV2", input=x, k=count, sorted=True)[1 if places else 0]
    return found if order is None else arrays.transpose(found, order)


def searchsorted(
    sorted_sequence: Any,
    values: Any,
    side: str = "left",
    out_type: Any = d.int32,
    name: str | None = None,
) -> Tensor:
    """Where the values would stand among the sorted ones (the last axis), before or after equal ones."""
    width, wanted = shape_of(sorted_sequence)[-1], shape_of(values)[-1]
    ordered = arrays.reshape(sorted_sequence, [-1, width])
    rows = arrays.reshape(values, [-1, wanted])
    if side not in ("left", "right"):
        raise ValueError(
            f"Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'."
        )
    kind = "UpperBound" if side == "right" else "LowerBound"
    found = apply(kind, name, sorted_inputs=ordered, values=rows, out_type=out_type)
    return arrays.reshape(found, shape_of(values))


# Histograms ---------------------------------------------------------------------------------------


def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = d.int32,
) -> Tensor:
    """How often each number occurs in `arr` (the sum of its weights), from 0 to the largest."""
    with name_scope("bincount"):
        x: Any = convert_to_tensor(arr, name="arr")
        weights = None if weights is None else convert_to_tensor(weights, name="weights")
        if not x.dtype.is_integer:
            x = m.cast(x, d.int32)
        some = size(x) > 0
        length = m.cast(some, x.dtype) * (reduce_max(x) + 1)
        if minlength is not None:
            low = convert_to_tensor(minlength, name="minlength", dtype=x.dtype)
            length = apply("Maximum", x=low, y=length)
        if maxlength is not None:
            high = convert_to_tensor(maxlength, name="maxlength", dtype=x.dtype)
            length = apply("Minimum", x=high, y=length)
        weights = None if weights is None else arrays.reshape(weights, [-1])
        x = arrays.reshape(x, [-1])
        weights = constant([], dtype=dtype or x.dtype) if weights is None else weights
        return apply("DenseBincount", input=x, size=length, weights=weights)


def histogram_fixed_width(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = d.int32, name: str | None = None
) -> Tensor:
    """How many values lie in each of `nbins` equal parts of the range; the ends take what is outside."""
    with name_scope(name, "histogram_fixed_width", [values, value_range, nbins]) as scope:
        return apply(
            "HistogramFixedWidth",
            scope,
            values=values,
            value_range=value_range,
            nbins=nbins,
            dtype=dtype,
        )


def histogram_fixed_width_bins(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = d.int32, name: str | None = None
) -> Tensor:
    """In which of `nbins` equal parts of the range each value lies."""
    with name_scope(name, "histogram_fixed_width_bins", [values, value_range, nbins]):
        x: Any = convert_to_tensor(values, name="values")
        sizes = shape(x)
        x = arrays.reshape(x, [-1])
        ends: Any = convert_to_tensor(value_range, name="value_range")
        number: Any = convert_to_tensor(nbins, dtype=d.int32, name="nbins")
        positive, message = m.greater(number, 0), f"nbins {number} must > 0"
        with name_scope(None, "Assert", [positive]):
            constant(message)  # TensorFlow adds this node, and does not use it
            check = apply("Assert", "Assert", condition=positive, data=[message])
        with control_dependencies([check]):
            number = apply("Identity", "control_dependency", input=number)
        count: Any = m.cast(number, x.dtype)
        scaled = m.truediv(x - ends[0], ends[1] - ends[0], name="scaled_values")
        place = m.floor(count * scaled, name="indices")
        place = m.cast(clip_by_value(place, 0, count - 1), d.int32)
        return arrays.reshape(place, sizes)


# Grids, masks, repetitions ------------------------------------------------------------------------


def repeat(input: Any, repeats: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Each slice along the axis `repeats` times (a number, or one for each); all elements by default."""
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


# Small formulas -----------------------------------------------------------------------------------


def lbeta(x: Any, name: str | None = None) -> Tensor:
    """The logarithm of the beta function of the last axis."""
    with name_scope(name, "lbeta", [x]):
        x = convert_to_tensor(x, name="x")
        of_each: Any = reduce_sum(m.lgamma(x), axis=[-1])
        of_sum: Any = m.lgamma(reduce_sum(x, axis=[-1]))
        return of_each - of_sum
