"""Activations made of several operations: crelu and swish; and zero_fraction."""

from __future__ import annotations

from typing import Any

from grader.engine.autodiff.custom_gradient import custom_gradient
from grader.engine.control.cond import cond
from grader.engine.core import dtypes as d
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.basic import identity
from grader.engine.ops.math import functions as m
from grader.engine.ops.reductions.functions import reduce_sum

__all__ = ["crelu", "silu", "swish", "zero_fraction"]


def crelu(features: Any, name: str | None = None, axis: int = -1) -> Tensor:
    """relu(x) and relu(-x), concatenated along an axis."""
    with name_scope(name, "CRelu", [features]) as scope:
        features = convert_to_tensor(features, name="features")
        return m.relu(arrays.concat([features, -features], axis, name=scope))


def swish(features: Any, beta: Any = 1.0) -> Tensor:
    """x * sigmoid(beta * x), with a gradient that recomputes the sigmoid."""
    features = convert_to_tensor(features, name="features")
    beta = m.cast(convert_to_tensor(beta, name="beta"), features.dtype)

    @custom_gradient
    def swish_impl(features: Tensor, beta: Tensor) -> Any:
        def grad(dy: Tensor) -> Any:
            with control_dependencies([dy]):
                likely = m.sigmoid(beta * features)
            slope = likely * (1.0 + (beta * features) * (1.0 - likely))
            of_beta = reduce_sum(dy * m.square(features) * likely * (1.0 - likely))
            return dy * slope, of_beta

        return features * m.sigmoid(beta * features), grad

    return swish_impl(features, beta)


silu = swish


def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The fraction of the elements that are zero, float32."""
    with name_scope(name, "zero_fraction", [value]):
        value = convert_to_tensor(value, name="value")
        size = shapes.size(value, out_type=d.int64)

        def counted(dtype: Any) -> Tensor:
            with name_scope("count_nonzero"):
                zero = making.zeros([], dtype=value.dtype)
                one_each = m.cast(m.not_equal(value, zero), dtype)
                return reduce_sum(one_each, name="nonzero_count")

        nonzero = cond(
            size <= 2**31 - 1,
            lambda: m.cast(counted(d.int32), d.int64),
            lambda: counted(d.int64),
        )
        with name_scope("counts_to_fraction"):
            share = m.cast(size - nonzero, d.float32) / m.cast(size, d.float32)
        return identity(share, "fraction")
