"""Batch normalization, from a mean and a variance that are given; `moments` computes these."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.math import powers
from grader.engine.ops.math.casts import cast

__all__ = ["batch_normalization"]


def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: float,
    name: str | None = None,
) -> Tensor:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset; the last two may be None."""
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        factor = powers.rsqrt(variance + variance_epsilon)
        if scale is not None:
            factor *= scale
        scaled = x * cast(factor, x.dtype)
        moved = offset - mean * factor if offset is not None else -mean * factor
        return scaled + cast(moved, x.dtype)
