"""Gathers in batches, which need several operations: tf.gather_nd; and tf.meshgrid."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays.making import ones
from grader.engine.ops.arrays.sizes import rank, shape, size

__all__ = ["gather_nd"]


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
