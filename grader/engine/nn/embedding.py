"""Embedding lookup: rows of a matrix."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, colocate_with, name_scope
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.late import tf
from grader.engine.ops.math import clip as clipping

__all__ = ["embedding_lookup"]


def embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: float | None = None,
) -> Tensor:
    """Rows of `params`, a matrix (or a list of one; the engine has none of several parts).

    max_norm: the norm to which longer rows are scaled down.
    """
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Length of params is currently 0. Need at least one param.")
    held = list(params) if isinstance(params, list) else [params]
    if len(held) > 1:
        raise NotImplementedError("the engine has no embeddings of several parts")
    with name_scope(name, "embedding_lookup", [*held, ids]) as scope:
        matrix = convert_to_tensor(held[0], name="params_0")
        ids = convert_to_tensor(ids, name="ids")
        with colocate_with(matrix):
            rows = _clipped(tf.gather(matrix, ids, name=scope), ids, max_norm)
        return identity(rows)


def _clipped(rows: Tensor, ids: Tensor, max_norm: float | None) -> Tensor:
    if max_norm is None:
        return rows
    first, last = ids.shape.rank, rows.shape.rank
    axes = list(range(first, last)) if first and last else tf.range(
        first or tf.rank(ids), last or tf.rank(rows)
    )  # fmt: skip
    return clipping.clip_by_norm(rows, max_norm, axes=axes)
