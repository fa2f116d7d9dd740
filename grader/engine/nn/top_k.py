"""The k largest elements of each row, and whether a target is among the k most likely classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.named_outputs import apply_named
from grader.engine.ops.common.shape_algebra import at_least_rank, merge_dimension, with_rank
from grader.engine.ops.common.tangent_helpers import missing_tangent
from grader.engine.ops.common.types import INDEX, REAL, SHORT_INDEX
from grader.engine.registry import (
    define,
    flag,
    missing_gradient,
    no_tangent,
    one_of,
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
missing_gradient("TopKV2")
missing_tangent("TopKV2")


def top_k(
    input: Any, k: Any = 1, sorted: bool = True, index_type: Any = d.int32, name: str | None = None
) -> Any:
    """(values, indices) of the k largest elements along the last axis, in descending order."""
    return apply_named("TopKV2", name, input=input, k=k, sorted=sorted, index_type=index_type)


# Targets among the largest ------------------------------------------------------------------------


def in_top_shape(c: Any) -> Any:
    rows = with_rank(c.shape(0), 2)[0]
    return (merge_dimension(rows, with_rank(c.shape(1), 1)[0]),)


def in_top(node: Any, predictions: Array, targets: Array, k: Any) -> Array:
    """Whether fewer than k classes are more likely than the target."""
    if predictions.ndim != 2 or targets.ndim != 1 or len(predictions) != len(targets):
        raise invalid(
            f"First dimension of predictions {list(predictions.shape)} must match length of "
            f"targets {list(targets.shape)}"
        )
    known = (targets >= 0) & (targets < predictions.shape[1])
    if not predictions.shape[1]:
        return known
    own = np.take_along_axis(predictions, np.where(known, targets, 0)[:, None], 1)
    finite = np.isfinite(own[:, 0]) & np.all(np.isfinite(predictions) | (predictions < own), 1)
    return known & finite & (np.sum(predictions > own, 1) < k)


define(
    "InTopKV2",
    "predictions: float32, targets: T, k: T -> precision: bool",
    T=one_of(INDEX, d.int32),
    shape=infer(in_top_shape),
    kernel=in_top,
)
missing_gradient("InTopKV2")
no_tangent("InTopKV2")


def in_top_k(predictions: Any, targets: Any, k: Any, name: str | None = None) -> Tensor:
    """Whether each target is among the k most likely classes of its row."""
    with name_scope(name, "in_top_k"):
        return apply("InTopKV2", name, predictions=predictions, targets=targets, k=k)
