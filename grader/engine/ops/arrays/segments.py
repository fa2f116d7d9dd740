"""tf.unsorted_segment_sum, the sums of the rows that share an id: as it is the gradient of gathering."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, merge, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX, NUMBERS, SHORT_INDEX
from grader.engine.registry import define, gradient_of, one_of

__all__ = ["unsorted_segment_sum"]

Array = np.ndarray


def sums(node: Any, data: Array, ids: Array, count: Array) -> Array:
    """The sum of the rows of each id from 0 to count - 1; rows with negative ids are left out."""
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
    rows, flat = rows[flat >= 0], flat[flat >= 0]
    result = np.zeros((int(count), *rows.shape[1:]), rows.dtype)
    order = np.argsort(flat, kind="stable")
    present, first = np.unique(flat[order], return_index=True)
    if len(present):
        result[present] = np.add.reduceat(rows[order], first, axis=0)
    return result


def sums_shape(c: Any) -> Shape:
    data, ids = c.shape(0), c.shape(1)
    with_rank(c.shape(2), 0)
    if data is None or ids is None:
        return None
    if len(data) < len(ids):
        raise ValueError(f"Shape must be at least rank {len(ids)} but is rank {len(data)}")
    merge(data[: len(ids)], ids)
    size = c.value(2)
    if size is not None and size < 0:
        raise ValueError(
            f"Dimension size, given by scalar input, must be non-negative but is {size}"
        )
    return (None if size is None else int(size), *data[len(ids) :])


define(
    "UnsortedSegmentSum",
    "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
    T=one_of(NUMBERS),
    Tindices=one_of(SHORT_INDEX),
    Tnumsegments=one_of(INDEX, d.int32),
    shape=infer(sums_shape),
    kernel=sums,
)

unsorted_segment_sum = public("UnsortedSegmentSum", "The sum of the elements of each id.")


@gradient_of("UnsortedSegmentSum")
def _rows(op: Any, gradient: Any) -> Any:
    """The gradient's row of each id, and zeros for negative ids."""
    ids = op.inputs[1]
    rows = tf.gather(gradient, tf.maximum(ids, tf.zeros_like(ids)))
    inside = tf.greater_equal(ids, 0)
    sizes = tf.shape(inside)
    ones = tf.ones([tf.rank(rows) - tf.rank(inside)], dtype=sizes.dtype)
    inside = tf.reshape(inside, tf.concat([sizes, ones], axis=0))
    inside = inside & tf.ones_like(rows, dtype=d.bool)
    return tf.where_v2(inside, rows, tf.zeros_like(rows)), None, None


linear("data", "UnsortedSegmentSum")
