"""The k largest elements of each row, and whether a target is among the k most likely classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.nn.named_outputs import apply_named
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import at_least_rank, merge_dimension, with_rank
from grader.engine.ops.common.types import INDEX, REAL, SHORT_INDEX
from grader.engine.ops.math import functions as m
from grader.engine.ops.reductions.functions import reduce_prod
from grader.engine.registry import (
    define,
    flag,
    gradient_of,
    missing_gradient,
    no_tangent,
    number,
    one_of,
    tangent_of,
)

__all__ = ["in_top_k", "top_k"]

Array = np.ndarray

# The largest of each row --------------------------------------------------------------------------


def top_shape(c: Any) -> Any:
    shape, k = at_least_rank(c.shape(0), 1), c.value(1)
    with_rank(c.shape(1), 0)
    if k is not None and k < 0:
        raise ValueError(f"Need k >= 0, got {k}")
    if shape is None:
        return [None, None]
    if k is not None and shape[-1] is not None and shape[-1] < k:
        raise ValueError(f"input must have last dimension >= k = {k} but is {shape[-1]}")
    shape = (*shape[:-1], None if k is None else int(k))
    return [shape, shape]


def top(node: Any, x: Array, k: Array) -> tuple[Array, Array]:
    """The k largest elements of each row, in descending order; ties keep their order."""
    if k.ndim or k < 0:
        raise invalid(f"k must be a scalar >= 0, got {k}")
    if x.ndim < 1 or x.shape[-1] < k:
        raise invalid(f"input must have at least k({k}) columns")
    order = np.argsort(x[..., ::-1], axis=-1, kind="stable")[..., ::-1][..., : int(k)]
    index = x.shape[-1] - 1 - order
    dtype = node.output_dtypes[1].as_numpy_dtype
    return np.take_along_axis(x, index, -1), index.astype(dtype)


define(
    "TopKV2",
    "input: T, k: Tk -> values: T, indices: index_type",
    sorted=flag(True),
    T=one_of(REAL),
    Tk=one_of(SHORT_INDEX, d.int32),
    index_type=one_of(SHORT_INDEX, d.int32),
    shape=infer(top_shape),
    kernel=top,
    work=lambda op, given: 16 * int(np.prod(given[0], dtype=object)),
)


@gradient_of("TopKV2")
def _top(op: Any, g: Any, _: Any) -> Any:
    shape, picked = shapes.shape(op.inputs[0]), shapes.shape(op.outputs[1])
    last = arrays.gather(m.cast(picked, d.int64), shapes.size(picked) - 1)
    index = arrays.reshape(op.outputs[1], arrays.stack([-1, last]))
    width = arrays.gather(m.cast(shape, d.int64), shapes.size(shape) - 1)
    rows = shapes.shape(index)[0]
    starts = making.range(0, m.cast(rows, d.int64) * width, width)
    index = arrays.reshape(index + m.cast(arrays.expand_dims(starts, -1), d.int32), [-1])
    index = arrays.expand_dims(index, -1)
    flat = arrays.reshape(g, [-1])
    count = [reduce_prod(shape)]
    spread = apply("ScatterNd", indices=index, updates=flat, shape=count)
    return [arrays.reshape(spread, shape), making.zeros([], dtype=d.int32)]


@tangent_of("TopKV2")
def _top_tangent(op: Any, tangent: Any, _: Any) -> Any:
    rank = op.outputs[1].shape.rank
    if rank is None:
        raise NotImplementedError("the tangent of TopKV2 needs a tensor of known rank")
    return [arrays.gather(tangent, op.outputs[1], batch_dims=rank - 1), None]


def top_k(
    input: Any, k: Any = 1, sorted: bool = True, index_type: Any = d.int32, name: str | None = None
) -> Any:
    """(values, indices) of the k largest elements along the last axis, in descending order."""
    return apply_named("TopKV2", name, input=input, k=k, sorted=sorted, index_type=index_type)


# Targets among the largest ------------------------------------------------------------------------


def in_top_shape(c: Any) -> Any:
    rows = with_rank(c.shape(0), 2)[0]
    return (merge_dimension(rows, with_rank(c.shape(1), 1)[0]),)


def in_top(node: Any, predictions: Array, targets: Array, k: Any = None) -> Array:
    """Whether fewer than k classes are more likely than the target."""
    if predictions.ndim != 2 or targets.ndim != 1 or len(predictions) != len(targets):
        raise invalid(
            f"First dimension of predictions {list(predictions.shape)} must match length of "
            f"targets {list(targets.shape)}"
        )
    k = node.attrs["k"] if k is None else k
    known = (targets >= 0) & (targets < predictions.shape[1])
    if not predictions.shape[1]:
        return known
    own = np.take_along_axis(predictions, np.where(known, targets, 0)[:, None], 1)
    finite = np.isfinite(own[:, 0]) & np.all(np.isfinite(predictions) | (predictions < own), 1)
    return known & finite & (np.sum(predictions > own, 1) < k)


define(
    "InTopK",
    "predictions: float32, targets: T -> precision: bool",
    k=number(),
    T=one_of(INDEX, d.int32),
    shape=infer(in_top_shape),
    kernel=in_top,
)
define(
    "InTopKV2",
    "predictions: float32, targets: T, k: T -> precision: bool",
    T=one_of(INDEX, d.int32),
    shape=infer(in_top_shape),
    kernel=in_top,
)
missing_gradient("InTopK InTopKV2")
no_tangent("InTopK InTopKV2")


def in_top_k(predictions: Any, targets: Any, k: Any, name: str | None = None) -> Tensor:
    """Whether each target is among the k most likely classes of its row."""
    with name_scope(name, "in_top_k"):
        return apply("InTopKV2", name, predictions=predictions, targets=targets, k=k)
