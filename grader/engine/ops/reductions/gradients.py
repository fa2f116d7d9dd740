"""Reverse rules of reductions and running sums: the gradient of a sum is copied to its terms."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import colocate_with, device
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.inference import fold
from grader.engine.ops.math import arithmetic, comparisons, division
from grader.engine.ops.math.casts import cast
from grader.engine.ops.reductions import functions as reductions
from grader.engine.registry import gradient_of, missing_gradient, no_gradient

no_gradient("ArgMax ArgMin")
missing_gradient("All Any")


def kept_shape(shape: Any, axes: Any) -> Any:
    """The shape that a reduction along the axes has with keepdims=True."""
    known, along = constant_value(shape), constant_value(axes)
    if known is not None and along is not None:
        result = np.array(known, np.int32)
        result[np.asarray(along, np.int32)] = 1
        return result
    axes = convert_to_tensor(axes)
    rank = shapes.size(shape, out_type=axes.dtype)
    axes = (axes + rank) % rank
    count = shapes.shape(axes)
    indices = [making.range(rank), axes]
    return apply("DynamicStitch", indices=indices, data=[shape, making.ones(count, shape.dtype)])


def _spread(op: Any, gradient: Any) -> Any:
    """The gradient, repeated along the reduced axes."""
    x, axes = op.inputs
    along = constant_value(axes)
    if x.shape.rank is not None and along is not None:
        if np.array_equal(along, np.arange(x.shape.rank)):
            gradient = arrays.reshape(gradient, [1] * x.shape.rank)
            whole = x.shape.is_fully_defined()
            size = constant(x.shape.as_list(), dtype="int32") if whole else shapes.shape(x)
            return arrays.tile(gradient, size)
        if x.shape.is_fully_defined():
            kept, copies = _known_copies(x, tuple(int(axis) for axis in np.ravel(along)))
            return arrays.tile(arrays.reshape(gradient, kept), copies)
    size = shapes.shape(x)
    if not op.get_attr("keep_dims"):
        with colocate_with(size):
            kept = kept_shape(size, axes)
        gradient = arrays.reshape(gradient, kept)
    return arrays.broadcast_to(gradient, size)


def _known_copies(x: Any, axes: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """A reduction's shape with keepdims=True, and how often to repeat each axis.

    TensorFlow computes the latter with nodes, the first time that a graph needs it; so do we.
    """
    sizes = tuple(x.shape.as_list())
    cache = x.graph.reduced_shapes
    if (sizes, axes) not in cache:
        kept = list(sizes)
        for axis in axes:
            kept[axis] = 1
        nodes = fold(sizes // arithmetic.maximum(tuple(kept), 1))
        assert nodes is not None
        cache[sizes, axes] = (kept, [int(count) for count in nodes])
    return cache[sizes, axes]


@gradient_of("Sum")
def _sum(op: Any, gradient: Any) -> Any:
    return _spread(op, gradient), None


@gradient_of("Mean")
def _mean(op: Any, gradient: Any) -> Any:
    spread = _spread(op, gradient)
    x, y = op.inputs[0].shape, op.outputs[0].shape
    if x.is_fully_defined() and y.is_fully_defined():
        factor = x.num_elements() // max(y.num_elements(), 1)
        count = constant(factor, dtype=spread.dtype)
    else:
        size = shapes.shape(op.inputs[0])
        rank = shapes.size(size)
        axes = cast(op.inputs[1], rank.dtype)
        axes = (axes + rank) % rank
        count = reductions.reduce_prod(arrays.gather(size, axes))
    return division.truediv(spread, cast(count, spread.dtype)), None


@gradient_of("Max", "Min")
def _extreme(op: Any, gradient: Any) -> Any:
    x, axes = op.inputs
    size, y = shapes.shape(x), op.outputs[0]
    if op.get_attr("keep_dims"):
        kept: Any = shapes.shape(y)
    else:
        kept = kept_shape(size, axes)
        y, gradient = arrays.reshape(y, kept), arrays.reshape(gradient, kept)
    chosen = cast(comparisons.equal(y, x), gradient.dtype)
    number = arrays.reshape(reductions.reduce_sum(chosen, axes), kept)
    return division.divide(chosen, number) * gradient, None


@gradient_of("Prod")
def _prod(op: Any, gradient: Any) -> Any:
    """The product of the others, before and after each factor: no division, so zeros do no harm."""
    x, axes = op.inputs
    size = shapes.shape(x)
    axes = arrays.reshape(axes, [-1])
    if not op.get_attr("keep_dims"):
        gradient = arrays.reshape(gradient, kept_shape(size, op.inputs[1]))
    gradient = arrays.broadcast_to(gradient, size)
    with device("/cpu:0"):
        rank = shapes.rank(x)
        axes = cast(axes, rank.dtype)
        reduced = (axes + rank) % rank
        other, _ = apply("ListDiff", x=making.range(0, rank), y=reduced, out_idx=reduced.dtype)
        order = arrays.concat([reduced, other], 0)
        reduced_count = reductions.reduce_prod(arrays.gather(size, reduced))
        other_count = reductions.reduce_prod(arrays.gather(size, other))
    permuted = arrays.transpose(x, order)
    permuted_shape = shapes.shape(permuted)
    rows = arrays.reshape(permuted, (reduced_count, other_count))
    before = reductions.cumprod(rows, axis=0, exclusive=True)
    after = reductions.cumprod(rows, axis=0, exclusive=True, reverse=True)
    others = arrays.reshape(arithmetic.conj(before) * arithmetic.conj(after), permuted_shape)
    found = gradient * arrays.transpose(others, apply("InvertPermutation", x=order))
    return arrays.reshape(found, size), None


def _running(op: Any) -> dict[str, Any]:
    return {"exclusive": op.get_attr("exclusive"), "reverse": op.get_attr("reverse")}


@gradient_of("Cumsum")
def _cumsum(op: Any, gradient: Any) -> Any:
    how = _running(op)
    found = reductions.cumsum(gradient, op.inputs[1], how["exclusive"], not how["reverse"])
    return found, None


@gradient_of("Cumprod")
def _cumprod(op: Any, gradient: Any) -> Any:
    x, axis = op.inputs
    how = _running(op)
    product = reductions.cumprod(x, axis, **how)
    sums = reductions.cumsum(product * gradient, axis, how["exclusive"], not how["reverse"])
    return division.div_no_nan(sums, x), None


@gradient_of("L2Loss")
def _l2_loss(op: Any, gradient: Any) -> Any:
    return op.inputs[0] * gradient
