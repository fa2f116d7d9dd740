"""Biases: BiasAdd and its rules, and the layers `x @ weights + biases` built on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import summed
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shape_algebra import at_least_rank, merge_dimension, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import NUMBERS
from grader.engine.ops.products.matmul import matmul
from grader.engine.registry import define, gradient_of, one_of, string

__all__ = ["bias_add", "xw_plus_b"]

Array = np.ndarray

# Kernels and shapes -------------------------------------------------------------------------------


def add_bias(node: Any, x: Array, bias: Array) -> Array:
    """x plus the bias of each channel."""
    first = node.attrs["data_format"] == b"NCHW"
    if x.ndim < (3 if first else 2):
        raise invalid(f"Input tensor must be at least 2D: {list(x.shape)}")
    if bias.ndim != 1:
        raise invalid(f"Biases must be 1D: {list(bias.shape)}")
    if bias.size != x.shape[1 if first else -1]:
        raise invalid(
            "Must provide as many biases as the last dimension of the input tensor: "
            f"{list(bias.shape)} vs. {list(x.shape)}"
        )
    return x + bias.reshape(-1, *[1] * (x.ndim - 2)) if first else x + bias


def bias_gradient(node: Any, g: Array) -> Array:
    """The sum over all axes but that of the channels."""
    first = node.attrs["data_format"] == b"NCHW"
    if g.ndim < (3 if first else 2):
        raise invalid(f"Input tensor must be at least 2D: {list(g.shape)}")
    channels = 1 if first else g.ndim - 1
    exact = np.float32 if g.dtype.itemsize == 2 and g.dtype.kind not in "iu" else g.dtype
    axes = tuple(axis for axis in range(g.ndim) if axis != channels)
    return summed(g.astype(exact, copy=False), axes).astype(g.dtype, copy=False)


def biased_shape(c: Any) -> Any:
    shape, bias = c.shape(0), with_rank(c.shape(1), 1)
    first = c.attr("data_format") == b"NCHW"
    at_least_rank(shape, 3 if first else 2)
    if shape is None:
        return None
    axis = 1 if first else len(shape) - 1
    channels = merge_dimension(shape[axis], bias[0])
    return (*shape[:axis], channels, *shape[axis + 1 :])


def bias_shape(c: Any) -> Any:
    first = c.attr("data_format") == b"NCHW"
    shape = at_least_rank(c.shape(0), 3 if first else 2)
    return (None,) if shape is None else (shape[1 if first else -1],)


# The entries --------------------------------------------------------------------------------------

define(
    "BiasAdd",
    "value: T, bias: T -> output: T",
    T=one_of(NUMBERS),
    data_format=string("NHWC"),
    shape=infer(biased_shape),
    kernel=add_bias,
)
define(
    "BiasAddGrad",
    "out_backprop: T -> output: T",
    T=one_of(NUMBERS),
    data_format=string("NHWC"),
    shape=infer(bias_shape),
    kernel=bias_gradient,
)


# Rules --------------------------------------------------------------------------------------------

linear("value bias", "BiasAdd")
linear("out_backprop", "BiasAddGrad")


@gradient_of("BiasAdd")
def _bias_add(op: Any, g: Any) -> Any:
    data_format = op.get_attr("data_format")
    return [g, apply("BiasAddGrad", out_backprop=g, data_format=data_format)]


@gradient_of("BiasAddGrad")
def _bias_add_grad(op: Any, g: Any) -> Any:
    shape, bias = tf.shape(op.inputs[0]), tf.shape(g)
    if op.get_attr("data_format") == b"NCHW":
        spread: Any = [tf.ones_like(shape[:1]), bias, tf.ones_like(shape[2:])]
        spread = tf.concat(spread, 0)
        times = tf.concat([shape[:1], [1], shape[2:]], 0)
    else:
        spread = tf.concat([tf.ones_like(shape[:-1]), bias], 0)
        times = tf.concat([shape[:-1], [1]], 0)
    return tf.tile(tf.reshape(g, spread), times)


# For users ----------------------------------------------------------------------------------------


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


def _product(x: Any, weights: Any, biases: Any) -> tuple[Tensor, Tensor]:
    x, weights = convert_to_tensor(x, name="x"), convert_to_tensor(weights, name="weights")
    biases = convert_to_tensor(biases, name="biases")
    return matmul(x, weights), biases
