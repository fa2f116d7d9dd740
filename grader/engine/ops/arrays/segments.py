"""Segments (tf.segment_sum ...), reductions of the rows that share an id: entries, kernels, rules."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import rank, shape, shape_of
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, at_least_rank, merge, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX, NUMBERS, SHORT_INDEX
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.choices import where_v2
from grader.engine.registry import define, gradient_of, one_of

# fmt: off
__all__ = [
    "segment_mean", "segment_sum", "unsorted_segment_mean", "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
]
# fmt: on

Array = np.ndarray
BYTES = 16  # per element, at most

# Kernels and shapes -------------------------------------------------------------------------------


def summed(rows: Array, ids: Array, count: int) -> Array:
    """The sums of the rows of each id from 0 to count - 1."""
    result = np.zeros((count, *rows.shape[1:]), rows.dtype)
    order = np.argsort(ids, kind="stable")
    present, first = np.unique(ids[order], return_index=True)
    if len(present):
        result[present] = np.add.reduceat(rows[order], first, axis=0)
    return result


def require_sorted(ids: Array, rows: int) -> int:
    """The number of segments. Raises InvalidArgumentError for ids that are not sorted."""
    if ids.ndim != 1:
        raise invalid("segment_ids should be a vector.")
    if len(ids) != rows:
        raise invalid(
            "segment_ids should be the same size as dimension 0 of input. Expected "
            f"{rows}, but got {len(ids)}"
        )
    if len(ids) and ids[0] < 0:
        raise invalid("segment ids must be >= 0")
    if np.any(np.diff(ids) < 0):
        raise invalid("segment ids are not increasing")
    return int(ids[-1]) + 1 if len(ids) else 0


def sorted_segments(mean: bool) -> Callable[..., Array]:
    def kernel(node: Any, data: Array, ids: Array) -> Array:
        sums = summed(data, ids, require_sorted(ids, len(data)))
        return divided(sums, ids) if mean else sums

    return kernel


def divided(sums: Array, ids: Array) -> Array:
    """Each segment's sum, divided by its number of rows."""
    counts = np.maximum(np.bincount(ids, minlength=len(sums)), 1)
    counts = counts.reshape(-1, *(1,) * (sums.ndim - 1)).astype(sums.dtype)
    return sums // counts if sums.dtype.kind in "iu" else (sums / counts).astype(sums.dtype)


def unsorted_sums(node: Any, data: Array, ids: Array, count: Array) -> Array:
    if data.shape[: ids.ndim] != ids.shape:
        raise invalid(
            f"data.shape = {list(data.shape)} does not start with segment_ids.shape = "
            f"{list(ids.shape)}"
        )
    if count < 0:
        raise invalid(f"Input num_segments == {count} must not be negative.")
    for wrong in np.argwhere(ids >= count)[:1]:
        place = ",".join(map(str, wrong))
        raise invalid(f"segment_ids[{place}] = {ids[tuple(wrong)]} is out of range [0, {count})")
    rows, flat = data.reshape(-1, *data.shape[ids.ndim :]), np.ravel(ids)
    kept = flat >= 0  # negative ids are left out
    return summed(rows[kept], flat[kept], int(count))


def sorted_shape(c: Any) -> Shape:
    data = at_least_rank(c.shape(0), 1)
    with_rank(c.shape(c.count - 1), 1)
    return None if data is None else (None, *data[1:])


def counted(size: Any, rest: Shape) -> Shape:
    if size is not None and size < 0:
        raise ValueError(
            f"Dimension size, given by scalar input, must be non-negative but is {size}"
        )
    return None if rest is None else (None if size is None else int(size), *rest)


def unsorted_shape(c: Any) -> Shape:
    data, ids = c.shape(0), c.shape(1)
    with_rank(c.shape(2), 0)
    if data is None or ids is None:
        return None
    if len(data) < len(ids):
        raise ValueError(f"Shape must be at least rank {len(ids)} but is rank {len(data)}")
    merge(data[: len(ids)], ids)
    return counted(c.value(2), data[len(ids) :])


def rows_made(op: Any, shapes: Any) -> int:
    """The size of the result in bytes; its number of rows depends on the ids' values, the last input."""
    ids = Inference(op).value(len(shapes) - 1)
    count = 0 if ids is None or not ids.size else int(ids.max()) + 1
    return BYTES * count * math.prod(shapes[0][1:])


# The entries --------------------------------------------------------------------------------------

for _type, _mean in (("SegmentSum", False), ("SegmentMean", True)):
    define(
        _type,
        "data: T, segment_ids: Tindices -> output: T",
        T=one_of(NUMBERS),
        Tindices=one_of(INDEX),
        shape=infer(sorted_shape),
        kernel=sorted_segments(mean=_mean),
        work=rows_made,
    )
define(
    "UnsortedSegmentSum",
    "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
    T=one_of(NUMBERS),
    Tindices=one_of(SHORT_INDEX),
    Tnumsegments=one_of(INDEX, d.int32),
    shape=infer(unsorted_shape),
    kernel=unsorted_sums,
)
linear("data", "SegmentSum", "SegmentMean", "UnsortedSegmentSum")

# Reverse rules ------------------------------------------------------------------------------------


@gradient_of("SegmentSum")
def _segment_sum(op: Any, gradient: Any) -> Any:
    return arrays.gather(gradient, op.inputs[1]), None


@gradient_of("SegmentMean")
def _segment_mean(op: Any, gradient: Any) -> Any:
    dimensions, sizes = rank(op.inputs[0]), shape(op.inputs[1])
    rest = making.ones(arrays.expand_dims(dimensions - 1, 0), dtype=sizes.dtype)
    ones = making.ones(arrays.concat([sizes, rest], 0), dtype=gradient.dtype)
    scaled = m.divide(gradient, segment_sum(ones, op.inputs[1]))
    return arrays.gather(scaled, op.inputs[1]), None


@gradient_of("UnsortedSegmentSum")
def _unsorted_sum(op: Any, gradient: Any) -> Any:
    """The gradient's rows at the ids; zeros at negative ids, whose rows were left out."""
    ids = op.inputs[1]
    rows = arrays.gather(gradient, m.maximum(ids, making.zeros_like(ids)))
    inside = m.greater_equal(ids, 0)
    sizes = shape(inside)
    ones = making.ones([rank(rows) - rank(inside)], dtype=sizes.dtype)
    inside = arrays.reshape(inside, arrays.concat([sizes, ones], axis=0))
    inside = inside & making.ones_like(rows, dtype=d.bool)
    return where_v2(inside, rows, making.zeros_like(rows)), None, None


# Public functions ---------------------------------------------------------------------------------

segment_sum = public("SegmentSum", "The sum of the rows of each id; the ids are sorted.")
segment_mean = public("SegmentMean", "The mean of the rows of each id; the ids are sorted.")
unsorted_segment_sum = public("UnsortedSegmentSum", "The sum of the elements of each id.")


def unsorted_counts(data: Tensor, ids: Tensor, num_segments: Any) -> Tensor:
    """How many elements each id has, at least 1, with data's rank."""
    number = convert_to_tensor(num_segments)
    ones = making.ones(shape_of(ids), dtype=data.dtype)
    counts = unsorted_segment_sum(ones, ids, number)
    one = number[None]
    rest = making.ones([rank(data) - rank(ids)], dtype=number.dtype)
    counts = arrays.reshape(counts, arrays.concat([one, rest], axis=0))
    return m.maximum(counts, 1)


def _unsorted_average(scope: str, divisor: Callable[[Tensor], Tensor]) -> Callable[..., Tensor]:
    def function(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
        with name_scope(name, scope):
            data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
            counts = unsorted_counts(data, segment_ids, num_segments)
            sums = unsorted_segment_sum(data, segment_ids, num_segments)
            return sums / divisor(counts)

    return m.described(
        function,
        scope,
        "The sum of the elements of each id, divided by their number n or by sqrt(n).",
    )


unsorted_segment_mean = _unsorted_average("UnsortedSegmentMean", lambda counts: counts)
unsorted_segment_sqrt_n = _unsorted_average("UnsortedSegmentSqrtN", m.sqrt)
