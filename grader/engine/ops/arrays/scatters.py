"""Scatters, partitions and stitches: entries, kernels, rules and public functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.core.limits import PASS
from grader.engine.graph.build import apply
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import numbers
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public, public_list
from grader.engine.ops.common.shape_algebra import Shape, format_shape, merge
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import SHORT_INDEX
from grader.engine.registry import any_type, define, gradient_of, number, one_of, string

__all__ = ["dynamic_partition", "dynamic_stitch", "scatter_nd"]

Array = np.ndarray

# Scatters -----------------------------------------------------------------------------------------


def put(array: Array, places: Any, updates: Array) -> None:
    """array[places] = updates; where a place is repeated, the last update wins."""
    array[places] = updates


def scattered(change: Callable[..., None], array: Array, indices: Array, updates: Array) -> Array:
    """A copy of `array`, changed at the index vectors in the last axis of `indices`."""
    depth = indices.shape[-1] if indices.ndim else 1
    if depth > array.ndim:
        raise invalid(
            f"Index innermost dimension length must be <= tensor rank; saw: {depth} vs. {array.ndim}"
        )
    wanted = (*indices.shape[:-1], *array.shape[depth:])
    if updates.shape != wanted:
        raise invalid(
            f"Dimensions [0,{indices.ndim - 1}) of indices[shape={format_shape(indices.shape)}] must match "
            f"those of updates[shape={format_shape(updates.shape)}]"
        )
    rows = indices.reshape(-1, depth)
    sizes = np.array(array.shape[:depth], np.int64)
    if updates.size and array.size == 0:
        raise invalid("Indices and updates specified for empty output tensor")
    for wrong in np.flatnonzero(((rows < 0) | (rows >= sizes)).any(axis=1))[:1]:
        place = ", ".join(map(str, np.unravel_index(wrong, indices.shape[:-1])))
        index = ", ".join(map(str, rows[wrong]))
        raise invalid(
            f"indices[{place}] = [{index}] does not index into shape {format_shape(array.shape)}"
        )
    result = np.array(array)
    change(result, tuple(rows.T), updates.reshape(-1, *array.shape[depth:]))
    return result


def scatter_nd_kernel(node: Any, indices: Array, updates: Array, sizes: Array) -> Array:
    if np.any(sizes < 0):
        raise invalid(f"shape must be non-negative, got {numbers(sizes)}")
    start: Any = b"" if updates.dtype == object else 0
    empty = np.full(numbers(sizes), start, updates.dtype)
    return scattered(put if updates.dtype == object else np.add.at, empty, indices, updates)


def scatter_shape(output: Shape, indices: Shape, updates: Shape) -> Shape:
    """The output's shape. Raises ValueError where the indices or updates do not fit it."""
    if output is None or indices is None or updates is None:
        return output
    if not indices:
        raise ValueError("Shape must be at least rank 1 but is rank 0")
    depth = indices[-1]
    merge(indices[:-1], updates[: len(indices) - 1])
    if depth is not None:
        merge(output[depth:], updates[len(indices) - 1 :])
    return output


define(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices -> output: T",
    T=any_type(),
    Tindices=one_of(SHORT_INDEX),
    bad_indices_policy=string(b""),
    shape=infer(lambda c: scatter_shape(c.value_as_shape(2), c.shape(0), c.shape(1))),
    kernel=scatter_nd_kernel,
)


@gradient_of("ScatterNd")
def _scatter_nd(op: Any, gradient: Any) -> Any:
    return None, tf.gather_nd(gradient, op.inputs[0]), None


linear("updates", "ScatterNd")


# Partitions and stitches --------------------------------------------------------------------------


def partition(node: Any, data: Array, places: Array) -> tuple[Array, ...]:
    count = node.attrs["num_partitions"]
    if data.shape[: places.ndim] != places.shape:
        raise invalid(
            "data.shape must start with partitions.shape, got data.shape = "
            f"{format_shape(data.shape)}, partitions.shape = {format_shape(places.shape)}"
        )
    for wrong in np.argwhere((places < 0) | (places >= count))[:1]:
        place = "".join(f"[{i}]" for i in wrong) or "[]"
        raise invalid(f"partitions{place} = {places[tuple(wrong)]} is not in [0, {count})")
    return tuple(data[places == i] for i in range(count))


def partition_shapes(c: Any) -> list[Shape]:
    data, places, count = c.shape(0), c.shape(1), c.attr("num_partitions")
    if data is None or places is None:
        return [None] * count
    merge(data[: len(places)], places)
    return [(None, *data[len(places) :])] * count


def stitch(node: Any, *inputs: Array) -> Array:
    half = len(inputs) // 2
    indices, data = inputs[:half], inputs[half:]
    rest = data[0].shape[indices[0].ndim :]
    for position, (places, values) in enumerate(zip(indices, data, strict=True)):
        if values.shape != (*places.shape, *rest):
            raise invalid(
                f"data[{position}].shape = {format_shape(values.shape)} does not start with "
                f"indices[{position}].shape = {format_shape(places.shape)}"
            )
        for wrong in places[places < 0][:1]:
            raise invalid(f"indices[{position}] = {wrong} is out of range")
    size = max((int(places.max()) + 1 for places in indices if places.size), default=0)
    result = np.full((size, *rest), b"" if data[0].dtype == object else 0, data[0].dtype)
    for places, values in zip(indices, data, strict=True):
        result[places] = values
    return result


def stitch_shape(c: Any) -> Shape:
    half, rest = c.count // 2, None
    size: int | None = 0
    for i in range(half):
        places, data, known = c.shape(i), c.shape(i + half), c.value(i)
        if places is not None and data is not None:
            merge(data[: len(places)], places)
            rest = merge(rest, data[len(places) :])
        if known is None or size is None:
            size = None
        elif known.size:
            size = max(size, int(known.max()) + 1)
    return None if rest is None else (size, *rest)


define(
    "DynamicPartition",
    "data: T, partitions: int32 -> outputs: num_partitions * T",
    num_partitions=number(minimum=1),
    T=any_type(),
    shape=infer(partition_shapes),
    kernel=partition,
    work=lambda op, given: (4 * math.prod(given[1]) + PASS) * op.get_attr("num_partitions"),
)
for _type in ("DynamicStitch", "ParallelDynamicStitch"):
    define(
        _type,
        "indices: N * int32, data: N * T -> merged: T",
        N=number(minimum=1),
        T=any_type(),
        shape=infer(stitch_shape),
        kernel=stitch,
    )


@gradient_of("DynamicPartition")
def _partition(op: Any, *gradients: Any) -> Any:
    data, places = op.inputs
    sizes = tf.shape(places)
    order = tf.reshape(tf.range(tf.reduce_prod(sizes)), sizes)
    parts = dynamic_partition(order, places, op.get_attr("num_partitions"))
    joined = apply("ParallelDynamicStitch", indices=parts, data=list(gradients))
    return tf.reshape(joined, tf.shape(data)), None


@gradient_of("DynamicStitch", "ParallelDynamicStitch")
def _stitch(op: Any, gradient: Any) -> Any:
    half = len(op.inputs) // 2
    return [None] * half + [tf.gather(gradient, places) for places in op.inputs[:half]]


linear("data", "DynamicPartition", "DynamicStitch", "ParallelDynamicStitch")


# Public functions ---------------------------------------------------------------------------------

scatter_nd = public("ScatterNd", "Zeros of `shape`, with the updates added at the indices.")
dynamic_partition = public_list(
    "DynamicPartition", "The rows of `data`, divided among `num_partitions` tensors."
)
dynamic_stitch = public("DynamicStitch", "One tensor with the rows of `data` at the indices.")
