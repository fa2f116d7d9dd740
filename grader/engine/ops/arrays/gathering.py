"""Gathers in batches, which need several operations: tf.gather_nd, tf.batch_gather; and tf.meshgrid."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays.making import ones, zeros
from grader.engine.ops.arrays.sizes import rank, shape, size

__all__ = ["batch_gather", "gather_nd", "meshgrid"]


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: int = 0) -> Tensor:
    """The elements, or slices, at the index vectors in the last axis of `indices`."""
    if not batch_dims:
        return apply("GatherNd", name, params=params, indices=indices)
    with name_scope(name, "BatchGatherND", [params, indices]):
        places = convert_to_tensor(indices, name="indices")
        data = convert_to_tensor(params, name="params")
        require_batch(batch_dims, data, places)
        sizes, wanted = shape(data), shape(places)
        batch = sizes[:batch_dims]
        count = apply("Prod", input=batch, reduction_indices=[0])
        inner_rank = rank(places) - batch_dims - 1
        inner = wanted[batch_dims:-1]
        grid = batch_positions(arrays.unstack(batch), places.dtype)
        rows = shape(grid)
        parts = [rows[:1], ones(inner_rank, dtype=rows.dtype), rows[1:]]
        grid = arrays.reshape(grid, arrays.concat(parts, axis=0))
        grid = arrays.tile(grid, arrays.concat(((1,), inner, (1,)), axis=0))
        flat = arrays.reshape(places, arrays.concat(([count], wanted[batch_dims:]), axis=0))
        found = apply("GatherNd", params=data, indices=arrays.concat((grid, flat), axis=-1))
        return arrays.reshape(found, arrays.concat((batch, shape(found)[1:]), axis=0))


def require_batch(batch_dims: Any, data: Tensor, places: Tensor) -> None:
    if not isinstance(batch_dims, int):
        raise TypeError(f"Argument `batch_dims` must be an int; got {batch_dims}")
    if batch_dims < 0:
        raise ValueError("tf.gather_nd does not allow negative batch_dims.")
    for label, one in (("indices", places), ("params", data)):
        if one.shape.rank is not None and batch_dims >= one.shape.rank:
            raise ValueError(
                f"Argument `batch_dims` = {batch_dims} must be less than rank(`{label}`) = "
                f"{one.shape.rank}"
            )


def batch_positions(sizes: list[Tensor], dtype: d.DType) -> Tensor:
    """The index vectors of all positions in a batch, one per row."""
    lines = []
    for one in sizes:
        limit = apply("Cast", x=one, DstT=d.int32)
        lines.append(apply("Cast", x=apply("Range", start=0, limit=limit, delta=1), DstT=dtype))
    grids = meshgrid(*lines, indexing="ij")
    return arrays.transpose(arrays.stack([arrays.reshape(grid, (-1,)) for grid in grids], axis=0))


def gather_batches(params: Tensor, indices: Tensor, batch_dims: int) -> Tensor:
    """A gather along axis `batch_dims` within each batch: one gather, with each batch's offset added."""
    wanted, sizes = shape(indices), shape(params)
    places: Any = indices
    dtype, count = indices.dtype.base_dtype, indices.shape.rank or 0
    step: Any = ones((), dtype=dtype)
    cast_sizes = apply("Cast", x=sizes, DstT=dtype)
    for dim in range(batch_dims, 0, -1):
        size = cast_sizes[dim - 1]
        step *= cast_sizes[dim]
        start, one = zeros((), dtype=dtype), ones((), dtype=dtype)
        firsts = apply("Range", start=start, limit=size, delta=one)
        firsts *= step
        places += arrays.reshape(
            firsts, arrays.stack([1] * (dim - 1) + [size] + [1] * (count - dim), axis=0)
        )
    flat, outer = arrays.reshape(places, [-1]), sizes[batch_dims + 1 :]
    rows = apply("Prod", input=sizes[: batch_dims + 1], reduction_indices=[0], keep_dims=False)
    table = arrays.reshape(params, arrays.concat([[rows], outer], axis=0))
    result = arrays.reshape(arrays.gather(table, flat), arrays.concat([wanted, outer], axis=0))
    known = indices.shape[:batch_dims].merge_with(params.shape[:batch_dims])
    known = known.concatenate(indices.shape[batch_dims:])
    result.set_shape(known.concatenate(params.shape[batch_dims + 1 :]))
    return result


def batch_gather(params: Any, indices: Any, name: str | None = None) -> Tensor:
    """A gather within each batch; all axes of `indices` but the last are batch axes."""
    with name_scope(name, "BatchGather", [params, indices]):
        places = convert_to_tensor(indices, name="indices")
        data = convert_to_tensor(params, name="params")
        if places.shape.rank is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        return gather_batches(data, places, places.shape.rank - 1)


def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Each vector along a different axis, repeated along the others.

    indexing: "xy" (the second vector runs along the first axis) or "ij".
    """
    indexing, name = kwargs.pop("indexing", "xy"), kwargs.pop("name", "meshgrid")
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'"
        )
    with name_scope(name, "meshgrid", args):
        count = len(args)
        if not count:
            return []
        singles = (1,) * count
        grids = [
            arrays.reshape(arrays.stack(x), (*singles[:i], -1, *singles[i + 1 :]))
            for i, x in enumerate(args)
        ]
        sizes = [size(x) for x in args]
        dtype = convert_to_tensor(args[0]).dtype.base_dtype
        if indexing == "xy" and count > 1:
            grids[0] = arrays.reshape(grids[0], (1, -1, *singles[2:]))
            grids[1] = arrays.reshape(grids[1], (-1, 1, *singles[2:]))
            sizes[:2] = sizes[1::-1]
        whole: Any = ones(sizes, dtype)
        return [grid * whole for grid in grids]
