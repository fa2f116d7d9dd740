"""Segments (tf.segment_sum ...), reductions of the rows that share an id: entries, kernels, rules."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import rank, shape, shape_of
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, at_least_rank, merge, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import FLOATS, INDEX, NUMBERS, REAL, SHORT_INDEX
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.choices import where_v2
from grader.engine.registry import define, flag, gradient_of, missing_gradient, one_of, tangent_of

# fmt: off
__all__ = [
    "segment_max", "segment_mean", "segment_min", "segment_prod", "segment_sum",
    "sparse_segment_mean", "sparse_segment_sqrt_n", "sparse_segment_sum", "unsorted_segment_max",
    "unsorted_segment_mean", "unsorted_segment_min", "unsorted_segment_prod",
    "unsorted_segment_sqrt_n", "unsorted_segment_sum",
]
# fmt: on

Array = np.ndarray
BYTES = 16  # per element, at most

# Kernels and shapes -------------------------------------------------------------------------------


def reduced(ufunc: Any, rows: Array, ids: Array, count: int, start: Any) -> Array:
    """`ufunc` over the rows of each id from 0 to count - 1; `start` where there are none."""
    result = np.full((count, *rows.shape[1:]), start, rows.dtype)
    order = np.argsort(ids, kind="stable")
    found, first = np.unique(ids[order], return_index=True)
    if len(found):
        result[found] = ufunc.reduceat(rows[order], first, axis=0)
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


def sorted_segments(ufunc: Any, start: int, mean: bool = False) -> Callable[..., Array]:
    def kernel(node: Any, data: Array, ids: Array) -> Array:
        count = require_sorted(ids, len(data))
        return divided(reduced(ufunc, data, ids, count, start), ids, 1 if mean else 0)

    return kernel


def divided(sums: Array, ids: Array, power: float) -> Array:
    """Each segment's sum, divided by its number of rows to that power."""
    if not power:
        return sums
    counts = np.maximum(np.bincount(ids, minlength=len(sums)), 1) ** power
    counts = counts.reshape(-1, *(1,) * (sums.ndim - 1)).astype(sums.dtype)
    return sums // counts if sums.dtype.kind in "iu" else (sums / counts).astype(sums.dtype)


def unsorted_segments(ufunc: Any, start: Callable[[d.DType], Any]) -> Callable[..., Array]:
    def kernel(node: Any, data: Array, ids: Array, count: Array) -> Array:
        if data.shape[: ids.ndim] != ids.shape:
            raise invalid(
                f"data.shape = {list(data.shape)} does not start with segment_ids.shape = "
                f"{list(ids.shape)}"
            )
        if count < 0:
            raise invalid(f"Input num_segments == {count} must not be negative.")
        for wrong in np.argwhere(ids >= count)[:1]:
            place = ",".join(map(str, wrong))
            raise invalid(
                f"segment_ids[{place}] = {ids[tuple(wrong)]} is out of range [0, {count})"
            )
        rows, flat = data.reshape(-1, *data.shape[ids.ndim :]), np.ravel(ids)
        kept = flat >= 0  # negative ids are left out
        empty = start(node.output_dtypes[0])
        return reduced(ufunc, rows[kept], flat[kept], int(count), empty)

    return kernel


def sparse_segments(power: float) -> Callable[..., Array]:
    """The sums of rows picked by indices, divided by the number of rows to that power."""

    def kernel(node: Any, data: Array, indices: Array, ids: Array, *number: Array) -> Array:
        count = require_sorted(ids, len(indices))
        if number:
            if count > number[0]:
                raise invalid("segment ids must be < num_segments")
            count = int(number[0])
        for wrong in np.flatnonzero((indices < 0) | (indices >= len(data)))[:1]:
            raise invalid(f"indices[{wrong}] == {indices[wrong]} out of range [0, {len(data)})")
        return divided(reduced(np.add, data[indices], ids, count, 0), ids, power)

    return kernel


def sparse_gradient(power: float) -> Callable[..., Array]:
    def kernel(node: Any, gradient: Array, indices: Array, ids: Array, rows: Array) -> Array:
        for name, places, size in (("Segment", ids, len(gradient)), ("Index", indices, int(rows))):
            for wrong in places[(places < 0) | (places >= size)][:1]:
                raise invalid(f"{name} id {wrong} out of range [0, {size}).")
        scaled = divided(gradient, ids, power)
        return reduced(np.add, scaled[ids], indices, int(rows), 0)

    return kernel


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


def sparse_shape(c: Any) -> Shape:
    data, indices = at_least_rank(c.shape(0), 1), with_rank(c.shape(1), 1)
    merge(indices, with_rank(c.shape(2), 1))
    rest = None if data is None else data[1:]
    if c.count == 3:
        return counted(None, rest)
    with_rank(c.shape(3), 0)
    return counted(c.value(3), rest)


def rows_made(op: Any, shapes: Any) -> int:
    """The size of the result in bytes; its number of rows depends on the ids' values, the last input."""
    ids = Inference(op).value(len(shapes) - 1)
    count = 0 if ids is None or not ids.size else int(ids.max()) + 1
    return BYTES * count * math.prod(shapes[0][1:])


# The entries --------------------------------------------------------------------------------------

KINDS = {  # the value of an empty segment: with sorted ids, and with unsorted ones
    "Sum": (np.add, NUMBERS, 0, lambda dtype: 0),
    "Prod": (np.multiply, NUMBERS, 1, lambda dtype: 1),
    "Min": (np.minimum, REAL, 0, lambda dtype: dtype.max),
    "Max": (np.maximum, REAL, 0, lambda dtype: dtype.min),
}
for _kind, (_ufunc, _types, _start, _empty) in KINDS.items():
    define(
        f"Segment{_kind}",
        "data: T, segment_ids: Tindices -> output: T",
        T=one_of(_types),
        Tindices=one_of(INDEX),
        shape=infer(sorted_shape),
        kernel=sorted_segments(_ufunc, _start),
        work=rows_made,
    )
    define(
        f"UnsortedSegment{_kind}",
        "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
        T=one_of(_types),
        Tindices=one_of(SHORT_INDEX if _kind == "Sum" else INDEX),
        Tnumsegments=one_of(INDEX, d.int32),
        shape=infer(unsorted_shape),
        kernel=unsorted_segments(_ufunc, _empty),
    )
define(
    "SegmentMean",
    "data: T, segment_ids: Tindices -> output: T",
    T=one_of(NUMBERS),
    Tindices=one_of(INDEX),
    shape=infer(sorted_shape),
    kernel=sorted_segments(np.add, 0, mean=True),
    work=rows_made,
)
POWERS = {"Sum": 0, "Mean": 1, "SqrtN": 0.5}
SPARSE = "data: T, indices: Tidx, segment_ids: Tsegmentids"
for _kind, _power in POWERS.items():
    _types = REAL if _kind == "Sum" else FLOATS
    _ids: Any = {"Tidx": one_of(INDEX, d.int32), "Tsegmentids": one_of(INDEX, d.int32)}
    define(
        f"SparseSegment{_kind}",
        f"{SPARSE} -> output: T",
        T=one_of(_types),
        **_ids,
        sparse_gradient=flag(False),
        shape=infer(sparse_shape),
        kernel=sparse_segments(_power),
        work=rows_made,
    )
    define(
        f"SparseSegment{_kind}WithNumSegments",
        f"{SPARSE}, num_segments: Tnumsegments -> output: T",
        T=one_of(_types),
        Tnumsegments=one_of(INDEX, d.int32),
        **_ids,
        sparse_gradient=flag(False),
        shape=infer(sparse_shape),
        kernel=sparse_segments(_power),
    )
    define(
        f"SparseSegment{_kind}Grad",
        "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32 -> output: T",
        T=one_of(FLOATS),
        **_ids,
        shape=infer(sparse_shape),
        kernel=sparse_gradient(_power),
    )
    missing_gradient(f"SparseSegment{_kind}Grad")
    linear("grad", f"SparseSegment{_kind}Grad")
    linear("data", f"SparseSegment{_kind}", f"SparseSegment{_kind}WithNumSegments")
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


@gradient_of("SegmentMin", "SegmentMax")
def _segment_extreme(op: Any, gradient: Any) -> Any:
    data, ids = op.inputs
    zeros = making.zeros_like(data, dtype=data.dtype)
    chosen = m.equal(data, arrays.gather(op.outputs[0], ids))
    number = segment_sum(m.cast(chosen, gradient.dtype), ids)
    return where_v2(chosen, arrays.gather(m.divide(gradient, number), ids), zeros), None


@gradient_of("SegmentProd")
def _segment_product(op: Any, gradient: Any) -> Any:
    """The product of the other factors: divided by this one, or computed without the only zero."""
    data, ids = op.inputs
    is_zero = m.equal(data, 0)
    zeros = segment_sum(m.cast(is_zero, dtype=d.int32), ids)
    gradient = where_v2(m.greater(zeros, 1), making.zeros_like(gradient), gradient)
    others = where_v2(is_zero, making.ones_like(data), data)
    without_zeros = segment_prod(others, ids)
    product, rest = arrays.gather(op.outputs[0], ids), arrays.gather(without_zeros, ids)
    quotient = product / others
    partial = where_v2(is_zero, rest, quotient)
    return arrays.gather(gradient, ids) * partial, None


def _rows_of(rows: Any, ids: Any, clipped: Any = None, inside: Any = None) -> Any:
    """The rows at the ids, zeros for negative ids; and the nodes that a second lookup can share."""
    if clipped is None:
        clipped = m.maximum(ids, making.zeros_like(ids))
    found = arrays.gather(rows, clipped)
    if inside is None:
        inside = m.greater_equal(ids, 0)
        sizes = shape(inside)
        ones = making.ones([rank(found) - rank(inside)], dtype=sizes.dtype)
        inside = arrays.reshape(inside, arrays.concat([sizes, ones], axis=0))
        inside = inside & making.ones_like(found, dtype=d.bool)
    return where_v2(inside, found, making.zeros_like(found)), clipped, inside


@gradient_of("UnsortedSegmentSum")
def _unsorted_sum(op: Any, gradient: Any) -> Any:
    return _rows_of(gradient, op.inputs[1])[0], None, None


@gradient_of("UnsortedSegmentMin", "UnsortedSegmentMax")
def _unsorted_extreme(op: Any, gradient: Any) -> Any:
    data, ids, count = op.inputs
    found, clipped, inside = _rows_of(op.outputs[0], ids)
    chosen = m.logical_and(m.equal(data, found), inside)
    number = unsorted_segment_sum(m.cast(chosen, gradient.dtype), ids, count)
    shares, _, _ = _rows_of(m.divide(gradient, number), None, clipped, inside)
    return where_v2(chosen, shares, making.zeros_like(shares)), None, None


@gradient_of("UnsortedSegmentProd")
def _unsorted_product(op: Any, gradient: Any) -> Any:
    data, ids, count = op.inputs
    is_zero = m.equal(data, 0)
    zeros = unsorted_segment_sum(m.cast(is_zero, dtype=d.int32), ids, count)
    gradient = where_v2(m.greater(zeros, 1), making.zeros_like(gradient), gradient)
    others = where_v2(is_zero, making.ones_like(data), data)
    without_zeros = unsorted_segment_prod(others, ids, count)
    clipped = m.maximum(ids, making.zeros_like(ids))
    product, rest = (arrays.gather(x, clipped) for x in (op.outputs[0], without_zeros))
    quotient = product / data
    partial = where_v2(is_zero, rest, quotient)
    return _rows_of(gradient, ids, clipped)[0] * partial, None, None


def _sparse(kind: str) -> Callable[..., Any]:
    def rule(op: Any, gradient: Any) -> Any:
        data, indices, ids = op.inputs[:3]
        rows = shape(data)[0]
        result = apply(
            f"SparseSegment{kind}Grad",
            grad=gradient,
            indices=indices,
            segment_ids=ids,
            output_dim0=rows,
        )
        return [result, *[None] * (len(op.inputs) - 1)]

    return rule


for _kind in POWERS:
    gradient_of(f"SparseSegment{_kind}", f"SparseSegment{_kind}WithNumSegments")(_sparse(_kind))

# Forward rules ------------------------------------------------------------------------------------


@tangent_of("SegmentMin", "SegmentMax", "UnsortedSegmentMin", "UnsortedSegmentMax")
def _extreme_tangent(op: Any, tangent: Any, *_: Any) -> Any:
    # Equal extremes share the tangent, as they share the gradient.
    data, ids, *count = op.inputs
    total = unsorted_segment_sum if count else segment_sum
    found = _rows_of(op.outputs[0], ids)[0] if count else arrays.gather(op.outputs[0], ids)
    chosen = m.cast(m.equal(data, found), data.dtype)
    number = m.maximum(total(chosen, ids, *count), 1)
    return total(chosen * tangent, ids, *count) / number


@tangent_of("SegmentProd", "UnsortedSegmentProd")
def _product_tangent(op: Any, tangent: Any, *_: Any) -> Any:
    _, ids, *count = op.inputs
    total = unsorted_segment_sum if count else segment_sum
    # Each row's factor in the reverse rule, found by passing ones as the gradient.
    rule = _unsorted_product if count else _segment_product
    return total(rule(op, making.ones_like(op.outputs[0]))[0] * tangent, ids, *count)


# Public functions ---------------------------------------------------------------------------------

segment_sum = public("SegmentSum", "The sum of the rows of each id; the ids are sorted.")
segment_mean = public("SegmentMean", "The mean of the rows of each id; the ids are sorted.")
segment_prod = public("SegmentProd", "The product of the rows of each id; the ids are sorted.")
segment_min = public("SegmentMin", "The minimum of the rows of each id; the ids are sorted.")
segment_max = public("SegmentMax", "The maximum of the rows of each id; the ids are sorted.")
unsorted_segment_sum = public("UnsortedSegmentSum", "The sum of the elements of each id.")
unsorted_segment_prod = public("UnsortedSegmentProd", "The product of the elements of each id.")
unsorted_segment_min = public("UnsortedSegmentMin", "The minimum of the elements of each id.")
unsorted_segment_max = public("UnsortedSegmentMax", "The maximum of the elements of each id.")


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


def _sparse_segment(kind: str) -> Callable[..., Tensor]:
    def function(
        data: Any,
        indices: Any,
        segment_ids: Any,
        name: str | None = None,
        num_segments: Any = None,
        sparse_gradient: bool = False,
    ) -> Tensor:
        counted = "" if num_segments is None else "WithNumSegments"
        number = {} if num_segments is None else {"num_segments": num_segments}
        return apply(
            f"SparseSegment{kind}{counted}",
            name,
            data=data,
            indices=indices,
            segment_ids=segment_ids,
            sparse_gradient=sparse_gradient,
            **number,
        )

    text = "The rows of `data` at the indices, reduced by their ids, which are sorted."
    return m.described(function, f"sparse_segment_{kind}", text)


sparse_segment_sum = _sparse_segment("Sum")
sparse_segment_mean = _sparse_segment("Mean")
sparse_segment_sqrt_n = _sparse_segment("SqrtN")
