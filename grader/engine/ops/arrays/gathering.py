"""Elements and slices picked from an array: by index, by a mask, by what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.absent import left_out
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, colocate_with, name_scope
from grader.engine.ops.arrays.indexed_slices import IndexedSlices, dense
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import without
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public_list
from grader.engine.ops.common.shape_algebra import format_shape
from grader.engine.ops.common.shapes import two_vectors
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX, NUMBERS, SHORT_INDEX
from grader.engine.registry import (
    any_type,
    define,
    gradient_of,
    missing_gradient,
    no_tangent,
    number,
    one_of,
    plain,
    string,
)

__all__ = ["boolean_mask", "gather", "gather_nd", "unique"]

Array = np.ndarray


# Gather -------------------------------------------------------------------------------------------


def gather_kernel(params: Array, indices: Array, axis: Array, batch_dims: int) -> Array:
    """Rows of `params` along `axis`. Raises InvalidArgumentError for an index out of range."""
    position = int(axis)
    if not -params.ndim <= position < params.ndim:
        raise invalid(
            f"Expected axis in the range [{-params.ndim}, {params.ndim}), but got {position}"
        )
    position %= params.ndim
    batch = batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    shape = params.shape[:position] + indices.shape[batch:] + params.shape[position + 1 :]
    if 0 in without(params.shape, position):
        # Where there is nothing to pick, TensorFlow does not check the indices.
        return np.zeros(shape, params.dtype)
    require_indices(indices, params.shape[position])
    if not batch:
        return np.take(params, indices, position)
    if params.shape[:batch] != indices.shape[:batch]:
        raise invalid(
            f"params.shape[:{batch}]: {format_shape(params.shape[:batch])} should be equal to "
            f"indices.shape[:{batch}]: {format_shape(indices.shape[:batch])}"
        )
    rows = [
        np.take(params[where], indices[where], position - batch)
        for where in np.ndindex(*params.shape[:batch])
    ]
    return np.reshape(np.array(rows, params.dtype), shape)


def require_indices(indices: Array, size: int) -> None:
    """Raises InvalidArgumentError for the first index that is not in [0, size)."""
    few = indices.ravel().tolist() if indices.size < 9 else (indices.min(), indices.max())
    if all(0 <= index < size for index in few):
        return
    wrong = np.argwhere((indices < 0) | (indices >= size))
    if len(wrong):
        where = tuple(int(i) for i in wrong[0])
        label = f"indices[{','.join(map(str, where))}]" if where else "indices"
        raise invalid(f"{label} = {indices[where]} is not in [0, {size})")


def gather_shape(c: Any) -> algebra.Shape:
    params, indices, axis = c.shape(0), c.shape(1), c.value(2)
    batch = c.attr("batch_dims")
    algebra.at_least_rank(params, 1)
    algebra.with_rank(c.shape(2), 0)
    if params is None or indices is None:
        if params is not None and axis is not None:
            algebra.at_least_rank(params, int(axis) + 1 if axis >= 0 else -int(axis))
        return None
    if batch < 0:
        batch += len(indices)
    if axis is None:
        return algebra.unknown(len(params) + len(indices) - 1 - batch)
    axis = int(axis)
    algebra.at_least_rank(params, axis + 1 if axis >= 0 else -axis)
    axis %= len(params)
    leading = algebra.merge(params[:batch], indices[:batch]) or ()
    return (*leading, *params[batch:axis], *indices[batch:], *params[axis + 1 :])


define(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    batch_dims=number(0),
    Tparams=any_type(),
    Tindices=one_of(SHORT_INDEX),
    Taxis=one_of(INDEX),
    shape=infer(gather_shape),
    kernel=lambda node, x, i, axis: gather_kernel(x, i, axis, node.attrs["batch_dims"]),
)


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    name: str | None = None,
    axis: Any = None,
    batch_dims: int = 0,
) -> Tensor:
    """The slices of `params` along `axis` at the indices."""
    axis = batch_dims if axis is None else axis
    return apply("GatherV2", name, params=params, indices=indices, axis=axis, batch_dims=batch_dims)


@gradient_of("GatherV2")
def _gather(op: Any, gradient: Any) -> Any:
    params, indices, axis = op.inputs
    with colocate_with(params):
        shape = tf.shape(params)
    size = tf.expand_dims(tf.size(indices), 0)
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
        rows = tf.concat([size, shape[1:]], 0)
        values = tf.reshape(dense(gradient), rows)
        return IndexedSlices(values, tf.reshape(indices, size), shape), None, None
    outer, inner = shape[:axis], shape[axis:][1:]
    whole = tf.concat([outer, [-1], inner], 0)
    rank, outer_rank = tf.size(whole), tf.size(outer)
    batches = tf.range(batch)
    between = tf.range(batch, outer_rank)
    behind = tf.range(outer_rank + 1, rank)
    values = tf.reshape(dense(gradient), whole)
    order = tf.concat([batches, [outer_rank], between, behind], 0)
    moved, moved_shape = tf.transpose(values, order), tf.gather(shape, order)
    found = _scatter_add(moved_shape, moved, indices, batch, shape[axis])
    back = tf.concat([batches, between + 1, [batch], behind], 0)
    found = tf.transpose(found, back)
    return tf.reshape(found, tf.shape(params)), None, None


def _scatter_add(shape: Any, values: Any, indices: Any, batch: int, rows: Any) -> Any:
    """Adds rows where they were gathered from, separately along the first `batch` axes."""
    size = tf.expand_dims(tf.size(indices), 0)
    if batch:
        values_shape = tf.shape(values)
        outer, inner = values_shape[:batch], values_shape[batch:][1:]
        count = apply("Prod", input=outer, reduction_indices=[0], keep_dims=False)
        flat = tf.concat([[-1], inner], 0)
        rows = rows * count
        indices = _flat_indices(shape, indices, batch)
        values = tf.reshape(dense(values), flat)
    indices = tf.reshape(indices, size)
    found = apply("UnsortedSegmentSum", data=values, segment_ids=indices, num_segments=rows)
    return tf.reshape(found, tf.concat([outer, flat], 0)) if batch else found


def _flat_indices(shape: Any, indices: Any, batch: int) -> Any:
    """Indices within each batch as indices into the batches laid end to end."""
    dtype = indices.dtype.base_dtype
    result, sizes = indices, tf.cast(shape, dtype)
    stride: Any = tf.ones((), dtype=dtype)
    for dim in range(batch, 0, -1):
        count = sizes[dim - 1]
        stride = stride * sizes[dim]
        start = tf.zeros((), dtype=dtype)
        numbers = tf.range(start, count, tf.ones((), dtype=dtype))
        numbers = numbers * stride
        place = tf.concat(
            [
                tf.tile([1], [dim - 1]),
                [count],
                tf.tile([1], [tf.rank(indices) - dim]),
            ],
            axis=0,
        )
        result = result + tf.reshape(numbers, place)
    return result


linear("params", "GatherV2")


# GatherNd -----------------------------------------------------------------------------------------


def gather_nd_kernel(params: Array, indices: Array) -> Array:
    depth = indices.shape[-1]
    if depth > params.ndim:
        raise invalid("index innermost dimension length must be <= params rank")
    sizes = params.shape[:depth]
    outside = ((indices < 0) | (indices >= np.array(sizes, np.int64))).any(axis=-1)
    if outside.any():
        where = tuple(np.argwhere(outside)[0].tolist())
        raise invalid(
            f"indices[{','.join(map(str, where))}] = [{', '.join(map(str, indices[where]))}] does not "
            f"index into param shape {format_shape(params.shape)}"
        )
    if depth == 0:
        return np.broadcast_to(params, (*indices.shape[:-1], *params.shape))
    return params[tuple(np.moveaxis(indices, -1, 0))]


def gather_nd_shape(c: Any) -> algebra.Shape:
    params, indices = c.shape(0), algebra.at_least_rank(c.shape(1), 1)
    if params is None or indices is None or indices[-1] is None:
        return None
    if indices[-1] > len(params):
        raise ValueError(
            "indices.shape[-1] must be <= params.rank, but saw indices shape: "
            f"{algebra.format_shape(indices)} and params shape: {algebra.format_shape(params)}"
        )
    return (*indices[:-1], *params[indices[-1] :])


define(
    "GatherNd",
    "params: Tparams, indices: Tindices -> output: Tparams",
    Tparams=any_type(),
    Tindices=one_of(SHORT_INDEX),
    bad_indices_policy=string(b""),
    shape=infer(gather_nd_shape),
    kernel=plain(gather_nd_kernel),
)


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: int = 0) -> Tensor:
    """The elements, or slices, at the index vectors in the last axis of `indices`."""
    left_out("tf.gather_nd", batch_dims=batch_dims or None)
    return apply("GatherNd", name, params=params, indices=indices)


@gradient_of("GatherNd")
def _gather_nd(op: Any, gradient: Any) -> Any:
    params, indices = op.inputs
    shape = tf.shape(params, out_type=indices.dtype)
    if indices.shape.rank == 2 and indices.shape.as_list()[-1] == 1:
        return IndexedSlices(gradient, tf.squeeze(indices, axis=-1), shape), None
    attributes = {name: op.get_attr(name) for name in op.attributes if name == "bad_indices_policy"}
    return apply("ScatterNd", indices=indices, updates=gradient, shape=shape, **attributes), None


linear("params", "GatherNd")


# Where --------------------------------------------------------------------------------------------


def where_kernel(condition: Array) -> Array:
    """The indices of the nonzero elements, one per row."""
    if condition.ndim == 0:
        raise invalid("WhereOp : Unhandled input dimensions: 0")
    return np.argwhere(condition).astype(np.int64)


def where_shape(c: Any) -> algebra.Shape:
    shape = c.shape(0)
    return (None, None if shape is None else len(shape))


define(
    "Where",
    "input: T -> index: int64",
    T=one_of(NUMBERS | {d.bool}, d.bool),
    shape=infer(where_shape),
    kernel=plain(where_kernel),
)


def boolean_mask(
    tensor: Any, mask: Any, name: str | None = "boolean_mask", axis: int | None = None
) -> Tensor:
    """The slices where the mask is true. Raises ValueError for a mask without a static rank, or a scalar."""
    with name_scope(name, "boolean_mask", [tensor, mask]):
        x = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        count, known = mask.shape.rank, x.shape
        if count == 0:
            raise ValueError("mask cannot be scalar.")
        if count is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions are None.  "
                "E.g. shape=[None] is ok, but shape=None is not."
            )
        at = 0 if axis is None else axis
        known[at : at + count].assert_is_compatible_with(mask.shape)
        masked = tf.shape(x)[at : at + count]
        leading = apply("Prod", input=masked, reduction_indices=[0])
        x = tf.reshape(x, tf.concat([tf.shape(x)[:at], [leading], tf.shape(x)[at + count :]], 0))
        first = known[at : at + count].num_elements()
        x.set_shape(known[:at].concatenate([first]).concatenate(known[at + count :]))
        rows = apply("Where", "Where", input=tf.reshape(mask, [-1]))
        return gather(x, tf.squeeze(rows, axis=[1]), axis=at)


# Unique and ListDiff ------------------------------------------------------------------------------


def unique_kernel(x: Array) -> tuple[Array, Array]:
    """The distinct values in order of appearance, and each value's index among them."""
    if x.ndim != 1:
        raise invalid("unique expects a 1D vector.")
    _, first, inverse = np.unique(x, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return x[first[order]], rank[inverse]


def list_difference(x: Array, y: Array) -> tuple[Array, Array]:
    """The values of x that are not in y, and their indices in x."""
    if x.dtype == object:  # `np.isin` compares each of one with each of the other
        others = set(y.tolist())
        kept = np.flatnonzero([one not in others for one in x.tolist()])
    else:
        kept = np.flatnonzero(~np.isin(x, y))
    return x[kept], kept


def with_index_type(function: Callable[..., tuple[Array, Array]]) -> Callable[..., Any]:
    """A kernel whose second output, the indices, has the type that the node requires."""

    def kernel(node: Any, *inputs: Array) -> tuple[Array, Array]:
        values, indices = function(*inputs)
        return values, indices.astype(node.output_dtypes[1].as_numpy_dtype)

    return kernel


def unique_shapes(c: Any) -> list[algebra.Shape]:
    algebra.with_rank(c.shape(0), 1)
    return [(None,), c.shape(0)]


define(
    "Unique",
    "x: T -> y: T, idx: out_idx",
    T=any_type(),
    out_idx=one_of(INDEX, d.int32),
    shape=infer(unique_shapes),
    kernel=with_index_type(unique_kernel),
)
define(
    "ListDiff",
    "x: T, y: T -> out: T, idx: out_idx",
    T=any_type(),
    out_idx=one_of(INDEX, d.int32),
    shape=infer(two_vectors),
    kernel=with_index_type(list_difference),
)
unique = public_list(
    "Unique",
    "The distinct values in order of appearance, and the index of each element among them.",
)
missing_gradient("ListDiff Unique Where")
no_tangent("ListDiff Unique Where")
