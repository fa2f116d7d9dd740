"""Dropout (Srivastava et al., 2014)."""

from __future__ import annotations

from numbers import Real
from typing import Any

from grader.engine.core.shapes import as_shape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.graph.random_seed import get_seed
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.renamed import either
from grader.engine.random.random import random_uniform

__all__ = ["dropout"]


def dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
    rate: Any = None,
) -> Tensor:
    """x / (1 - rate), with each element set to zero with probability `rate` = 1 - keep_prob."""
    try:
        dropped = 1.0 - keep_prob if keep_prob is not None else None
    except TypeError:
        raise ValueError(
            f"`keep_prob` must be a floating point number or Tensor. Received: keep_prob={keep_prob}"
        ) from None
    rate = either("rate", rate, "keep_prob", dropped)
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: rate={rate}")
    with name_scope(name, "dropout", [x]):
        fixed = isinstance(rate, Real)
        if fixed and not 0 <= rate < 1:
            raise ValueError(
                "`rate` must be a scalar tensor or a float in the range [0, 1). Received: "
                f"rate={rate}"
            )
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating:
            raise ValueError(
                "`x.dtype` must be a floating point tensor as `x` will be scaled. Received: "
                f"x_dtype={x.dtype}"
            )
        if fixed and rate == 0:
            get_seed(seed)  # the seeds of later operations are the same with and without dropout
            return x
        if fixed:
            scale = convert_to_tensor(1 / (1 - rate), x.dtype)
            scaled = apply("Mul", x=x, y=scale)
        elif not isinstance(rate, Tensor) and not hasattr(rate, "_as_graph_element"):
            raise ValueError(f"`rate` must be a scalar or scalar tensor. Received: rate={rate}")
        else:
            rate.shape.with_rank(0)
            if rate.dtype.base_dtype != x.dtype.base_dtype:
                raise ValueError(
                    "`x.dtype` must be compatible with `rate.dtype`. Received: x.dtype="
                    f"{x.dtype} and rate.dtype={rate.dtype}"
                )
            one = constant(1, x.dtype)
            scaled = apply("RealDiv", x=x, y=apply("Sub", x=one, y=rate))
        noise = random_uniform(_noise_shape(x, noise_shape), seed=seed, dtype=x.dtype)
        kept = noise >= rate
        zero = constant(0, x.dtype)
        result = apply("SelectV2", condition=kept, t=scaled, e=zero)
        result.set_shape(x.shape)
        return result


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    if noise_shape is None:
        return tf.shape(x)
    try:
        wanted = as_shape(noise_shape)
    except (TypeError, ValueError):
        return noise_shape
    if x.shape.rank is None or x.shape.rank != wanted.rank:
        return noise_shape
    pairs = zip(wanted.as_list(), x.shape.as_list(), strict=True)
    return as_shape([own if one is None else one for one, own in pairs])
