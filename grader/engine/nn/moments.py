"""Mean and variance along axes, directly or through sufficient statistics."""

from __future__ import annotations

import math
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import functions as m
from grader.engine.ops.reductions.functions import reduce_mean, reduce_prod, reduce_sum

__all__ = ["moments", "normalize_moments", "sufficient_statistics", "weighted_moments"]


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """The mean and the variance along axes; `shift` is not used."""
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "moments", [x, axes]):
        short = x.dtype == d.float16
        y = m.cast(x, d.float32) if short else x
        mean = reduce_mean(y, axes, keepdims=True, name="mean")
        squares = m.squared_difference(y, stop_gradient(mean))
        variance = reduce_mean(squares, axes, keepdims=True, name="variance")
        return _finished(mean, variance, axes, keep, short)


def weighted_moments(
    x: Any,
    axes: Any,
    frequency_weights: Any,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """The weighted mean and variance along axes."""
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "weighted_moments", [x, frequency_weights, axes]):
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(frequency_weights, name="frequency_weights")
        short = x.dtype == d.float16
        x = m.cast(x, d.float32) if short else x
        weights = m.cast(weights, x.dtype) if weights.dtype != x.dtype else weights

        def summed(value: Tensor, label: str) -> Tensor:
            return reduce_sum(value, axes, name=label, keepdims=True)

        total = summed(weights * x, "weighted_input_sum")
        count = summed(weights + making.zeros_like(x), "sum_of_weights")
        mean = m.div_no_nan(total, count)
        distance = summed(weights * m.squared_difference(x, mean), "weighted_distsq")
        return _finished(mean, m.div_no_nan(distance, count), axes, keep, short)


def _finished(
    mean: Tensor, variance: Tensor, axes: Any, keep: bool | None, short: bool
) -> tuple[Tensor, Tensor]:
    """The moments without the axes of size 1 (unless kept), as float16 if they were of that."""
    if not keep:
        mean, variance = arrays.squeeze(mean, axes), arrays.squeeze(variance, axes)
    return (m.cast(mean, d.float16), m.cast(variance, d.float16)) if short else (mean, variance)


def sufficient_statistics(
    x: Any,
    axes: Any,
    shift: Any = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Any, ...]:
    """(count, sum, sum of squares, shift) of x - shift along axes."""
    axes = list(set(axes))
    keep = bool(either("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "sufficient_statistics", [x, shift]):
        x = convert_to_tensor(x, name="x")
        known = x.shape.as_list() if x.shape.rank is not None else None
        if known is not None and all(known[axis] is not None for axis in axes):
            counts = constant(math.prod(known[axis] for axis in axes), x.dtype)
        else:
            rank = shapes.rank(x)
            places = [axis + rank if axis < 0 else axis for axis in axes]
            sizes = arrays.gather(m.cast(shapes.shape(x), x.dtype), places)
            counts = reduce_prod(sizes, name="count")
        if shift is None:
            moved, squares = x, m.square(x)
        else:
            shift = convert_to_tensor(shift, name="shift")
            moved, squares = m.subtract(x, shift), m.squared_difference(x, shift)
        mean = reduce_sum(moved, axes, keepdims=keep, name="mean_ss")
        variance = reduce_sum(squares, axes, keepdims=keep, name="var_ss")
        return counts, mean, variance, shift


def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The mean and the variance computed from sufficient statistics."""
    with name_scope(name, "normalize", [counts, mean_ss, variance_ss, shift]):
        divisor = m.reciprocal(counts, name="divisor")
        if shift is None:
            mean = moved = m.multiply(mean_ss, divisor, name="mean")
        else:
            moved = m.multiply(mean_ss, divisor, name="shifted_mean")
            mean = m.add(moved, shift, name="mean")
        squares = m.multiply(variance_ss, divisor)
        return mean, m.subtract(squares, m.square(moved), name="variance")
