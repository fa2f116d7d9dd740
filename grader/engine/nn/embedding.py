"""Embedding lookup: rows of a matrix that may be divided among several tensors."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, colocate_with, device, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.arrays.scattering import dynamic_partition
from grader.engine.ops.common.basic import identity
from grader.engine.ops.math import choices
from grader.engine.ops.math import clip as clipping
from grader.engine.ops.math import functions as m
from grader.engine.ops.reductions import functions as reductions

__all__ = ["embedding_lookup"]


def embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: float | None = None,
) -> Tensor:
    """Rows of `params`, or of a list of tensors that hold the rows in turn ("mod") or in blocks ("div").

    max_norm: the norm to which longer rows are scaled down.
    """
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Length of params is currently 0. Need at least one param.")
    held = (
        list(params) if isinstance(params, list) or hasattr(params, "_variable_list") else [params]
    )
    with name_scope(name, "embedding_lookup", [*held, ids]) as scope:
        parts = [convert_to_tensor(part, name=f"params_{index}") for index, part in enumerate(held)]
        ids = convert_to_tensor(ids, name="ids")
        if len(parts) == 1:
            with colocate_with(parts[0]):
                rows = arrays.gather(parts[0], ids, name=scope)
                rows = _clipped(rows, ids, max_norm)
            return identity(rows)
        return _clipped(_joined(parts, ids, partition_strategy, scope), ids, max_norm)


def _clipped(rows: Tensor, ids: Tensor, max_norm: float | None) -> Tensor:
    if max_norm is None:
        return rows
    first, last = ids.shape.rank, rows.shape.rank
    axes = list(range(first, last)) if first and last else making.range(
        first or shapes.rank(ids), last or shapes.rank(rows)
    )  # fmt: skip
    return clipping.clip_by_norm(rows, max_norm, axes=axes)


def _joined(parts: list[Tensor], ids: Any, strategy: str, scope: str) -> Tensor:
    count = len(parts)
    flat: Any = arrays.reshape(ids, [-1])
    order = making.range(shapes.size(flat, out_type=d.int32))
    if strategy == "mod":
        places: Any = flat % count
        rows: Any = flat // count
    elif strategy == "div":
        places, rows = _divided(parts, flat)
    else:
        raise ValueError(
            f"Unrecognized partition strategy: {strategy}.Must be one of either `mod` or `div`."
        )
    places = m.cast(places, d.int32)
    rows_of = dynamic_partition(rows, places, count)
    order_of = dynamic_partition(order, places, count)
    found = []
    for part, mine in zip(parts, rows_of, strict=True):
        with device(None), colocate_with(part):
            found.append(arrays.gather(part, mine))
    result = apply("ParallelDynamicStitch", scope, indices=order_of, data=found)
    row = parts[0].shape[1:]
    for part in parts[1:]:
        row = row.merge_with(part.shape[1:])
    if row.is_fully_defined():
        sizes: Any = row.as_list()
    else:
        with colocate_with(parts[0]):
            sizes = shapes.shape(parts[0])
        sizes = sizes[1:]
    result = arrays.reshape(result, arrays.concat([shapes.shape(ids), sizes], 0))
    result.set_shape(ids.shape.concatenate(row))
    return result


def _divided(parts: list[Tensor], flat: Any) -> tuple[Tensor, Tensor]:
    """(part, row in the part) of each id; the first `extras` parts hold one row more than the others."""
    known: list[Any] = [
        None if part.shape.rank is None else part.shape.as_list()[0] for part in parts
    ]
    if None not in known and sum(known):
        total: Any = constant(sum(known), flat.dtype)
    else:
        heights: list[Any] = []
        for part, height in zip(parts, known, strict=True):
            with colocate_with(part):
                heights.append(shapes.shape(part)[0] if height is None else height)
        total = reductions.reduce_sum(m.cast(arrays.stack(heights), flat.dtype))
    each, extras = total // len(parts), total % len(parts)
    places = m.maximum(flat // (each + 1), (flat - extras) // each)
    early = places < extras
    return places, choices.where(early, flat % (each + 1), (flat - extras) % each)
