"""tf.nn for users: layers without variables, activations, the largest few, dropout."""

from __future__ import annotations

from numbers import Real
from typing import Any

from grader.engine.autodiff.custom_gradient import custom_gradient
from grader.engine.control.cond import cond
from grader.engine.core import dtypes as d
from grader.engine.core.shapes import as_shape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.graph.random_seed import get_seed
from grader.engine.nn.losses import named
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays import shape_functions as shapes
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.public import public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import functions as m
from grader.engine.ops.products import functions as products
from grader.engine.ops.reductions import functions as reductions
from grader.engine.random.random import random_uniform

# fmt: off
__all__ = [
    "bias_add", "crelu", "dropout", "in_top_k", "local_response_normalization", "lrn", "relu_layer", "silu",
    "swish", "top_k", "xw_plus_b", "zero_fraction",
]
# fmt: on


# ------------------------------------------------------------------ layers, activations

lrn = public("LRN", "Each number by a root of its neighbouring channels' sum of squares.")
local_response_normalization = lrn


def bias_add(
    value: Any, bias: Any, data_format: str | None = None, name: str | None = None
) -> Tensor:
    """The value plus a bias for each channel."""
    with name_scope(name, "BiasAdd", [value, bias]) as scope:
        if data_format is not None:
            if data_format.startswith("NC"):
                data_format = "NCHW"
            elif data_format.startswith("N") and data_format.endswith("C"):
                data_format = "NHWC"
            else:
                raise ValueError(
                    "`data_format` must be of the form `N...C` or `NC...`. Received: data_format="
                    f"{data_format}"
                )
        value = convert_to_tensor(value, name="input")
        bias = convert_to_tensor(bias, value.dtype, name="bias")
        return apply("BiasAdd", scope, value=value, bias=bias, data_format=data_format)


def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """x @ weights + biases."""
    with name_scope(name, "xw_plus_b", [x, weights, biases]) as scope:
        return bias_add(*_product(x, weights, biases), name=scope)


def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """max(x @ weights + biases, 0)."""
    with name_scope(name, "relu_layer", [x, weights, biases]) as scope:
        return m.relu(bias_add(*_product(x, weights, biases)), name=scope)


def _product(x: Any, weights: Any, biases: Any) -> tuple[Tensor, Tensor]:
    x, weights = convert_to_tensor(x, name="x"), convert_to_tensor(weights, name="weights")
    biases = convert_to_tensor(biases, name="biases")
    return products.matmul(x, weights), biases


def crelu(features: Any, name: str | None = None, axis: int = -1) -> Tensor:
    """relu(x) and relu(-x), side by side."""
    with name_scope(name, "CRelu", [features]) as scope:
        features = convert_to_tensor(features, name="features")
        return m.relu(arrays.concat([features, -features], axis, name=scope))


def swish(features: Any, beta: Any = 1.0) -> Tensor:
    """x * sigmoid(beta * x), with a gradient that computes the sigmoid again."""
    features = convert_to_tensor(features, name="features")
    beta = m.cast(convert_to_tensor(beta, name="beta"), features.dtype)

    @custom_gradient
    def swish_impl(features: Tensor, beta: Tensor) -> Any:
        def grad(dy: Tensor) -> Any:
            with control_dependencies([dy]):
                likely = m.sigmoid(beta * features)
            slope = likely * (1.0 + (beta * features) * (1.0 - likely))
            of_beta = reductions.reduce_sum(dy * m.square(features) * likely * (1.0 - likely))
            return dy * slope, of_beta

        return features * m.sigmoid(beta * features), grad

    return swish_impl(features, beta)


silu = swish


def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The share of the elements that are zero, float32."""
    with name_scope(name, "zero_fraction", [value]):
        value = convert_to_tensor(value, name="value")
        size = shapes.size(value, out_type=d.int64)

        def counted(dtype: Any) -> Tensor:
            with name_scope("count_nonzero"):
                zero = making.zeros([], dtype=value.dtype)
                one_each = m.cast(m.not_equal(value, zero), dtype)
                return reductions.reduce_sum(one_each, name="nonzero_count")

        nonzero = cond(
            size <= 2**31 - 1,
            lambda: m.cast(counted(d.int32), d.int64),
            lambda: counted(d.int64),
        )
        with name_scope("counts_to_fraction"):
            share = m.cast(size - nonzero, d.float32) / m.cast(size, d.float32)
        return identity(share, "fraction")


def top_k(
    input: Any, k: Any = 1, sorted: bool = True, index_type: Any = d.int32, name: str | None = None
) -> Any:
    """(values, indices) of the k largest numbers along the last axis, the largest first."""
    made = apply("TopKV2", name, input=input, k=k, sorted=sorted, index_type=index_type)
    return named("TopKV2", "values indices", made)


def in_top_k(predictions: Any, targets: Any, k: Any, name: str | None = None) -> Tensor:
    """Whether each target is among the k most likely classes of its row."""
    with name_scope(name, "in_top_k"):
        return apply("InTopKV2", name, predictions=predictions, targets=targets, k=k)


# ------------------------------------------------------------------------------ dropout


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    if noise_shape is None:
        return shapes.shape(x)
    try:
        wanted = as_shape(noise_shape)
    except (TypeError, ValueError):
        return noise_shape
    if x.shape.rank is None or x.shape.rank != wanted.rank:
        return noise_shape
    pairs = zip(wanted.as_list(), x.shape.as_list(), strict=True)
    return as_shape([own if one is None else one for one, own in pairs])


def dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
    rate: Any = None,
) -> Tensor:
    """x / (1 - rate), each number left out (zero) with probability `rate` = 1 - keep_prob."""
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
