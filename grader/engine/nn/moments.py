"""Mean and variance along axes, directly or through sufficient statistics."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import arithmetic
from grader.engine.ops.math.casts import cast
from grader.engine.ops.reductions.sums import reduce_mean

__all__ = [
    "moments",
]


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """The mean and the variance along axes; `shift` is not used."""
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "moments", [x, axes]):
        short = x.dtype == d.float16
        y = cast(x, d.float32) if short else x
        mean = reduce_mean(y, axes, keepdims=True, name="mean")
        squares = arithmetic.squared_difference(y, stop_gradient(mean))
        variance = reduce_mean(squares, axes, keepdims=True, name="variance")
        return _finished(mean, variance, axes, keep, short)


def _finished(
    mean: Tensor, variance: Tensor, axes: Any, keep: bool | None, short: bool
) -> tuple[Tensor, Tensor]:
    """The moments without the axes of size 1 (unless kept), as float16 if they were of that."""
    if not keep:
        mean, variance = tf.squeeze(mean, axes), tf.squeeze(variance, axes)
    return (cast(mean, d.float16), cast(variance, d.float16)) if short else (mean, variance)
