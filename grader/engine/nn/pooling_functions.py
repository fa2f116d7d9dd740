"""Public functions of pooling, such as `tf.nn.max_pool`."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.nn.convolution_functions import as_four, as_paddings
from grader.engine.ops.common.renamed import either

__all__ = ["avg_pool", "max_pool"]


def _pooled(
    op_type: str, x: Any, size: Any, strides: Any, padding: Any, order: Any, name: Any
) -> Tensor:
    order = order or "NHWC"
    chosen = as_paddings(padding) if op_type == "MaxPool" else {"padding": padding}
    size, steps = as_four(size, order, "ksize"), as_four(strides, order, "strides")
    if op_type == "MaxPool" and 0 in size:
        raise ValueError(f"`ksize` cannot be zero. Received: ksize={size}")
    argument = {"input" if op_type == "MaxPool" else "value": x}
    return apply(op_type, name, **argument, ksize=size, strides=steps, **chosen, data_format=order)


def max_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """The maximum of each window, channel by channel."""
    value = either("input", input, "value", value)
    with name_scope(name, "MaxPool", [value]) as scope:
        return _pooled("MaxPool", value, ksize, strides, padding, data_format, scope)


def avg_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """The mean of each window, channel by channel; padding does not count."""
    with name_scope(name, "AvgPool", [value]) as scope:
        value = either("input", input, "value", value)
        return _pooled("AvgPool", value, ksize, strides, padding, data_format, scope)
