"""Public functions of convolution, such as `tf.nn.conv2d`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.renamed import either

__all__ = ["conv2d", "conv2d_transpose"]

ONES = [1, 1, 1, 1]


# --------------------------------------------------------------- strides, sizes, paddings


def as_four(value: Any, data_format: str | None, name: str) -> list[Any]:
    """A value per dimension of a batch, from one number, from two (for the spatial ones) or from four."""
    if value is None:
        return ONES
    values: list[Any] = list(value) if isinstance(value, Iterable) else [value]
    if len(values) == 4:
        return values
    if len(values) == 1:
        values = values * 2
    elif len(values) != 2:
        raise ValueError(
            f"{name} should be of length 1, 2 or 4. Received: {name}={values} of length "
            f"{len(values)}"
        )
    first = (data_format or "NHWC").startswith("NC")
    return [1, 1, *values] if first else [1, *values, 1]


def as_paddings(padding: Any, length: int = 4) -> dict[str, Any]:
    """The attributes `padding` and `explicit_paddings` for an argument `padding`."""
    if padding == "EXPLICIT":
        raise ValueError(
            "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, `padding` must "
            "be a list."
        )
    if not isinstance(padding, (list, tuple)):
        return {"padding": padding, "explicit_paddings": []}
    if any(not isinstance(pair, (list, tuple)) or len(pair) != 2 for pair in padding):
        raise ValueError(
            "When `padding` is a list, each element of `padding` must be a list/tuple of size 2. "
            f"Received: padding={padding}"
        )
    if len(padding) != length:
        raise ValueError(
            f"When padding is a list, it must be of size {length}. Received: padding={padding} of "
            f"size {len(padding)}"
        )
    return {"padding": "EXPLICIT", "explicit_paddings": [side for pair in padding for side in pair]}


# ------------------------------------------------------------------------- convolutions


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str | None = "NHWC",
    dilations: Any = ONES,
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """The convolution of images (n, rows, columns, c) with filters (height, width, c, k)."""
    return apply(
        "Conv2D",
        name,
        input=input,
        filter=either("filters", filters, "filter", filter),
        strides=as_four(strides, data_format, "strides"),
        **as_paddings(padding),
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        data_format=data_format or "NHWC",
        dilations=as_four(dilations, data_format, "dilations"),
    )


def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The transpose of a convolution (not its inverse), filters (height, width, k, c)."""
    value = either("input", input, "value", value)
    filter = either("filters", filters, "filter", filter)
    with name_scope(name, "conv2d_transpose", [value, filter, output_shape]) as scope:
        return apply(
            "Conv2DBackpropInput",
            scope,
            input_sizes=output_shape,
            filter=filter,
            out_backprop=value,
            strides=as_four(strides, data_format, "strides"),
            **as_paddings(padding),
            data_format=data_format or "NHWC",
            dilations=as_four(dilations, data_format, "dilations"),
        )
