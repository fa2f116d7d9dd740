"""Reverse rules of gathering: what was picked goes back to where it came from, as slices where it can."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.graph import colocate_with
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays import shape_functions as shapes
from grader.engine.ops.arrays.gradients import dense
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.math import functions as m
from grader.engine.registry import gradient_of

__all__: list[str] = []  # the rules are found in the table


@gradient_of("GatherV2")
def _gather(op: Any, gradient: Any) -> Any:
    params, indices, axis = op.inputs
    with colocate_with(params):
        shape = shapes.shape(params)
    size = arrays.expand_dims(shapes.size(indices), 0)
    batch = op.get_attr("batch_dims")
    if batch < 0:
        if indices.shape.rank is None:
            raise ValueError(
                "Currently, it is unsupported to take the gradient of tf.gather when batch_dims < 0 "
                "and the rank of the indices is unknown. Pass a positive batch_dims."
            )
        batch += indices.shape.rank
    known = constant_value(axis)
    if known is not None and known == 0:
        rows = arrays.concat([size, shape[1:]], 0)
        values = arrays.reshape(dense(gradient), rows)
        return IndexedSlices(values, arrays.reshape(indices, size), shape), None, None
    outer, inner = shape[:axis], shape[axis:][1:]
    whole = arrays.concat([outer, [-1], inner], 0)
    rank, outer_rank = shapes.size(whole), shapes.size(outer)
    batches = making.range(batch)
    between = making.range(batch, outer_rank)
    behind = making.range(outer_rank + 1, rank)
    values = arrays.reshape(dense(gradient), whole)
    order = arrays.concat([batches, [outer_rank], between, behind], 0)
    moved, moved_shape = arrays.transpose(values, order), arrays.gather(shape, order)
    found = _gathered_back(moved_shape, moved, indices, batch, shape[axis])
    back = arrays.concat([batches, between + 1, [batch], behind], 0)
    found = arrays.transpose(found, back)
    return arrays.reshape(found, shapes.shape(params)), None, None


def _gathered_back(shape: Any, values: Any, indices: Any, batch: int, rows: Any) -> Any:
    """Rows added up where they were gathered from; the first `batch` axes are apart."""
    size = arrays.expand_dims(shapes.size(indices), 0)
    if batch:
        values_shape = shapes.shape(values)
        outer, inner = values_shape[:batch], values_shape[batch:][1:]
        count = apply("Prod", input=outer, reduction_indices=[0], keep_dims=False)
        flat = arrays.concat([[-1], inner], 0)
        rows = rows * count
        indices = _numbered_through(shape, indices, batch)
        values = arrays.reshape(dense(values), flat)
    indices = arrays.reshape(indices, size)
    found = apply("UnsortedSegmentSum", data=values, segment_ids=indices, num_segments=rows)
    return arrays.reshape(found, arrays.concat([outer, flat], 0)) if batch else found


def _numbered_through(shape: Any, indices: Any, batch: int) -> Any:
    """Indices within each batch as indices of the batches laid end to end."""
    dtype = indices.dtype.base_dtype
    result, sizes = indices, m.cast(shape, dtype)
    stride: Any = making.ones((), dtype=dtype)
    for dim in range(batch, 0, -1):
        count = sizes[dim - 1]
        stride = stride * sizes[dim]
        start = making.zeros((), dtype=dtype)
        numbers = making.range(start, count, making.ones((), dtype=dtype))
        numbers = numbers * stride
        place = arrays.concat(
            [
                arrays.tile([1], [dim - 1]),
                [count],
                arrays.tile([1], [shapes.rank(indices) - dim]),
            ],
            axis=0,
        )
        result = result + arrays.reshape(numbers, place)
    return result


@gradient_of("GatherNd")
def _gather_nd(op: Any, gradient: Any) -> Any:
    params, indices = op.inputs
    shape = shapes.shape(params, out_type=indices.dtype)
    if indices.shape.rank == 2 and indices.shape.as_list()[-1] == 1:
        return IndexedSlices(gradient, arrays.squeeze(indices, axis=-1), shape), None
    attributes = {name: op.get_attr(name) for name in op.attributes if name == "bad_indices_policy"}
    return apply("ScatterNd", indices=indices, updates=gradient, shape=shape, **attributes), None
