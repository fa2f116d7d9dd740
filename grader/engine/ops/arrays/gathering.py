"""tf.gather_nd, which picks elements or slices by index vectors."""

from __future__ import annotations

from typing import Any

from grader.engine.core.absent import left_out
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor

__all__ = ["gather_nd"]


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: int = 0) -> Tensor:
    """The elements, or slices, at the index vectors in the last axis of `indices`."""
    left_out("tf.gather_nd", batch_dims=batch_dims or None)
    return apply("GatherNd", name, params=params, indices=indices)
