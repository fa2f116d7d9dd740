"""Reverse rules of the operations on arrays.

Each rule adds the same nodes as TensorFlow's. What an operation copies, its rule sums; what it sums, its
rule copies.
"""

from __future__ import annotations

from typing import Any

from grader.engine.core.absent import NOT_PART
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import colocate_with
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.arrays.indexing import strided_slice
from grader.engine.ops.arrays.strided import MASKS
from grader.engine.ops.math import choices, comparisons
from grader.engine.ops.math.casts import cast
from grader.engine.ops.reductions import sums
from grader.engine.registry import gradient_of, missing_gradient, no_gradient

no_gradient(
    "BroadcastGradientArgs ConcatOffset InvertPermutation OneHot OnesLike Range Rank Shape",
    "ShapeN Size ZerosLike",
)
missing_gradient("BroadcastArgs ListDiff MatrixDiagV3 Unique Where")


def dense(gradient: Any) -> Any:
    """The gradient as a dense tensor, even if it arrives as IndexedSlices."""
    if not isinstance(gradient, IndexedSlices):
        return gradient
    return convert_to_tensor(gradient)


# Reshaping and reordering -------------------------------------------------------------------------


@gradient_of("Reshape")
def _reshape(op: Any, gradient: Any) -> Any:
    static = op.inputs[0].shape
    if static.rank is not None and not static.is_fully_defined():
        sizes = [-1 if size is None else size for size in static.as_list()]
        if sizes.count(-1) == 1 and 0 not in sizes:
            return arrays.reshape(dense(gradient), sizes), None
    return arrays.reshape(dense(gradient), shapes.shape(op.inputs[0])), None


@gradient_of("ExpandDims", "Squeeze")
def _same_elements(op: Any, gradient: Any) -> Any:
    found = arrays.reshape(dense(gradient), shapes.shape(op.inputs[0]))
    return [found, *[None] * (len(op.inputs) - 1)]


@gradient_of("Transpose", "ConjugateTranspose")
def _transpose(op: Any, gradient: Any) -> Any:
    back = apply("InvertPermutation", x=op.inputs[1])
    kind = op.type if gradient.dtype.is_complex else "Transpose"
    return apply(kind, "transpose", x=gradient, perm=back), None


@gradient_of("ReverseV2")
def _reverse(op: Any, gradient: Any) -> Any:
    return apply("ReverseV2", tensor=gradient, axis=op.inputs[1]), None


@gradient_of("Roll")
def _roll(op: Any, gradient: Any) -> Any:
    return arrays.roll(gradient, -op.inputs[1], op.inputs[2]), None, None


# Joining and splitting ----------------------------------------------------------------------------


@gradient_of("Pack")
def _pack(op: Any, gradient: Any) -> Any:
    return arrays.unstack(gradient, num=op.get_attr("N"), axis=op.get_attr("axis"))


@gradient_of("Unpack")
def _unpack(op: Any, *gradients: Any) -> Any:
    return arrays.stack(list(gradients), axis=op.get_attr("axis"))


@gradient_of("Split")
def _split(op: Any, *gradients: Any) -> Any:
    return None, arrays.concat(list(gradients), op.inputs[0])


@gradient_of("SplitV")
def _split_sizes(op: Any, *gradients: Any) -> Any:
    return arrays.concat(list(gradients), op.inputs[2]), None, None


@gradient_of("ConcatV2")
def _concat(op: Any, gradient: Any) -> Any:
    *values, axis = op.inputs
    if len(values) == 1:
        return [gradient, None]
    if isinstance(gradient, IndexedSlices):
        return [*_concat_slices(values, axis, gradient), None]
    axis = axis % shapes.rank(values[0])
    sizes: Any = []
    for value in values:
        sizes.append(shapes.shape(value))
        if sizes[-1].op.type != "Const":
            sizes = shapes.shape_n(values)
            break
    if len(values) > 16:
        column = arrays.slice(arrays.stack(sizes, axis=1), [axis, 0], [1, -1])
        return [*arrays.split(gradient, arrays.squeeze(column), axis), None]
    offsets = apply("ConcatOffset", concat_dim=axis, shape=sizes)
    pairs = zip(offsets, sizes, strict=True)
    return [*[arrays.slice(gradient, begin, size) for begin, size in pairs], None]


def _concat_slices(values: Any, axis: Any, gradient: IndexedSlices) -> list[Any]:
    """IndexedSlices of a concatenation along the first axis as IndexedSlices of its parts."""
    place = axis % shapes.rank(values[0])
    known = constant_value(axis)
    if known is None or (known < 0 and values[0].shape.rank is None):
        raise ValueError("Can only compute IndexedSlices gradient with statically-known concat_dim")
    if known % (values[0].shape.rank or known + 1) > 0:
        raise NotImplementedError(f"ConcatV2 along an inner axis, before a lookup, {NOT_PART}")
    sizes, found = [shapes.shape(value) for value in values], []
    start = constant(0, dtype=gradient.indices.dtype)
    for size in sizes:
        rows = arrays.gather(size, place)
        if rows.dtype != gradient.indices.dtype:
            rows = cast(rows, dtype=gradient.indices.dtype)
        end = start + rows
        inside = comparisons.logical_and(gradient.indices >= start, gradient.indices < end)
        chosen = arrays.squeeze(choices.where(inside), axis=[1])
        indices = arrays.gather(gradient.indices, chosen) - start
        found.append(IndexedSlices(arrays.gather(gradient.values, chosen), indices, size))
        start = end
    return found


# Gathering ----------------------------------------------------------------------------------------


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
    found = _scatter_add(moved_shape, moved, indices, batch, shape[axis])
    back = arrays.concat([batches, between + 1, [batch], behind], 0)
    found = arrays.transpose(found, back)
    return arrays.reshape(found, shapes.shape(params)), None, None


def _scatter_add(shape: Any, values: Any, indices: Any, batch: int, rows: Any) -> Any:
    """Adds rows where they were gathered from, separately along the first `batch` axes."""
    size = arrays.expand_dims(shapes.size(indices), 0)
    if batch:
        values_shape = shapes.shape(values)
        outer, inner = values_shape[:batch], values_shape[batch:][1:]
        count = apply("Prod", input=outer, reduction_indices=[0], keep_dims=False)
        flat = arrays.concat([[-1], inner], 0)
        rows = rows * count
        indices = _flat_indices(shape, indices, batch)
        values = arrays.reshape(dense(values), flat)
    indices = arrays.reshape(indices, size)
    found = apply("UnsortedSegmentSum", data=values, segment_ids=indices, num_segments=rows)
    return arrays.reshape(found, arrays.concat([outer, flat], 0)) if batch else found


def _flat_indices(shape: Any, indices: Any, batch: int) -> Any:
    """Indices within each batch as indices into the batches laid end to end."""
    dtype = indices.dtype.base_dtype
    result, sizes = indices, cast(shape, dtype)
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


# Slices, padding, copies --------------------------------------------------------------------------


@gradient_of("Slice")
def _slice(op: Any, gradient: Any) -> Any:
    x, begin, _ = op.inputs
    rank = shapes.rank(x)
    size = shapes.shape(op.outputs[0], out_type=begin.dtype)
    column = arrays.stack([rank, 1])
    before = arrays.reshape(begin, column)
    after = arrays.reshape(shapes.shape(x, out_type=begin.dtype) - size - begin, column)
    return arrays.pad(gradient, arrays.concat([before, after], 1)), None, None


def _known(tensor: Any) -> Any:
    value = constant_value(tensor)
    return tensor if value is None else value


@gradient_of("StridedSlice")
def _strided_slice(op: Any, gradient: Any) -> Any:
    x, *places = op.inputs
    shape = _known(shapes.shape(x, out_type=places[0].dtype))
    begin, end, strides = (_known(one) for one in places)
    masks = {name: op.get_attr(name) for name in MASKS}
    found = apply(
        "StridedSliceGrad",
        shape=shape,
        begin=begin,
        end=end,
        strides=strides,
        dy=gradient,
        **masks,
    )
    return found, None, None, None


@gradient_of("StridedSliceGrad")
def _strided_slice_grad(op: Any, gradient: Any) -> Any:
    _, begin, end, strides, _ = op.inputs
    masks = {name: op.get_attr(name) for name in MASKS}
    found = strided_slice(gradient, begin, end, strides, **masks)
    return None, None, None, None, found


@gradient_of("Pad", "PadV2")
def _pad(op: Any, gradient: Any) -> Any:
    x, paddings = op.inputs[:2]
    before = arrays.slice(paddings, [0, 0], arrays.stack([shapes.rank(x), 1]))
    begin = arrays.reshape(before, [-1])
    size = shapes.shape(x, out_type=begin.dtype)
    return [arrays.slice(gradient, begin, size), *[None] * (len(op.inputs) - 1)]


@gradient_of("Tile")
def _tile(op: Any, gradient: Any) -> Any:
    x, multiples = op.inputs
    size = shapes.shape(x, out_type=multiples.dtype)
    parts = arrays.reshape(arrays.transpose(arrays.stack([multiples, size])), [-1])
    axes = making.range(0, shapes.size(parts), 2)
    found = sums.reduce_sum(arrays.reshape(dense(gradient), parts), axes)
    found.set_shape(x.shape)
    return found, None


@gradient_of("BroadcastTo")
def _broadcast_to(op: Any, gradient: Any) -> Any:
    x, shape = op.inputs
    size = shapes.shape(x, out_type=shape.dtype)
    known = constant_value(shape)
    if known is not None and TensorShape([int(one) for one in known]).is_fully_defined():
        shape = constant([int(one) for one in known], dtype=shape.dtype)
    _, axes = apply("BroadcastGradientArgs", s0=shape, s1=size)
    found = sums.reduce_sum(gradient, axis=axes, keepdims=True)
    return arrays.reshape(found, size), None


@gradient_of("Fill")
def _fill(op: Any, gradient: Any) -> Any:
    return None, sums.reduce_sum(gradient)


# Diagonals ----------------------------------------------------------------------------------------


@gradient_of("Diag")
def _diag(op: Any, gradient: Any) -> Any:
    return apply("DiagPart", input=gradient)


@gradient_of("DiagPart")
def _diag_part(op: Any, gradient: Any) -> Any:
    return apply("Diag", diagonal=gradient)
