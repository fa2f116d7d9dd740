"""Public functions of convolution, such as `tf.nn.conv2d`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.renamed import either

# fmt: off
__all__ = [
    "conv1d", "conv2d", "conv2d_backprop_filter", "conv2d_backprop_input", "conv2d_transpose",
    "convolution", "depthwise_conv2d", "depthwise_conv2d_native", "separable_conv2d",
]
# fmt: on

ONES = [1, 1, 1, 1]


# --------------------------------------------------------------- strides, sizes, paddings


def as_sequence(value: Any, n: int, first: bool, name: str) -> list[Any]:
    """A value per dimension of a batch, from one number, from n (for the spatial ones) or from n + 2."""
    if value is None:
        return [1] * (n + 2)
    values: list[Any] = list(value) if isinstance(value, Iterable) else [value]
    if len(values) == n + 2:
        return values
    if len(values) == 1:
        values = values * n
    elif len(values) != n:
        raise ValueError(
            f"{name} should be of length 1, {n} or {n + 2}. Received: {name}={values} of length "
            f"{len(values)}"
        )
    return [1, 1, *values] if first else [1, *values, 1]


def as_four(value: Any, data_format: str | None, name: str) -> list[Any]:
    return as_sequence(value, 2, (data_format or "NHWC").startswith("NC"), name)


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


def row_layout(data_format: str | None) -> tuple[int, str]:
    """The axis to insert that turns a sequence into an image of one row, and that image's data format."""
    formats = {None: 1, "NHWC": 1, "NWC": 1, "NCHW": 2, "NCW": 2}
    if data_format not in formats:
        raise ValueError(
            f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}"
        )
    return formats[data_format], "NHWC" if formats[data_format] == 1 else "NCHW"


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


def conv2d_backprop_input(
    input_sizes: Any,
    filter: Any = None,
    out_backprop: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = ONES,
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """The gradient of a convolution with respect to the images, whose shape is `input_sizes`."""
    return apply(
        "Conv2DBackpropInput",
        name,
        input_sizes=input_sizes,
        filter=either("filters", filters, "filter", filter),
        out_backprop=out_backprop,
        strides=strides,
        **as_paddings(padding),
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        data_format=data_format,
        dilations=dilations,
    )


def conv2d_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = ONES,
    name: str | None = None,
) -> Tensor:
    """The gradient of a convolution with respect to the filters, whose shape is `filter_sizes`."""
    return apply(
        "Conv2DBackpropFilter",
        name,
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        strides=strides,
        **as_paddings(padding),
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        data_format=data_format,
        dilations=dilations,
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


def conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The convolution of sequences (n, width, c) with filters (width, c, k)."""
    value = either("input", input, "value", value)
    with name_scope(name, "conv1d", [value, filters]) as scope:
        place, order = row_layout(data_format)
        axis = place - 4
        steps = [1, *as_sequence(stride, 1, place == 2, "stride")]
        dilation = [1, *as_sequence(dilations, 1, place == 2, "dilations")]
        value, filters = arrays.expand_dims(value, axis), arrays.expand_dims(filters, 0)
        result = apply(
            "Conv2D",
            scope,
            input=value,
            filter=filters,
            strides=steps,
            padding=padding,
            use_cudnn_on_gpu=use_cudnn_on_gpu,
            data_format=order,
            dilations=dilation,
        )
        return arrays.squeeze(result, [axis])


def _inside(value: Any, name: str) -> Any:
    """The value as a tensor; a Python value becomes a constant in a scope of its own."""
    if isinstance(value, Tensor) or hasattr(value, "_as_graph_element"):
        return value
    with name_scope("convolution_internal"):
        return convert_to_tensor(value, name=name)


def convolution(
    input: Any,
    filter: Any,
    padding: Any,
    strides: Any = None,
    dilation_rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """`conv1d` or `conv2d`, by the rank of the filters; NotImplementedError for three dimensions."""
    filters = either("filters", filters, "filter", filter)
    dilations = either("dilations", dilations, "dilation_rate", dilation_rate)
    filters, input = _inside(filters, "filters"), _inside(input, "input")
    rank = filters.shape.rank or input.shape.rank
    if rank is None or not 3 <= rank <= 5:
        raise ValueError(f"`num_spatial_dims` must be 1, 2, or 3. Received: rank {rank}")
    if rank == 5:
        raise NotImplementedError("the engine has no convolution of three dimensions")
    with name_scope(name, "convolution", [input, filters]) as scope:
        if rank == 3:
            return conv1d(
                input, filters, strides, padding, True, data_format, scope, dilations=dilations
            )
        return conv2d(input, filters, strides, padding, True, data_format, dilations or ONES, scope)


def depthwise_conv2d_native(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = "NHWC",
    dilations: Any = ONES,
    name: str | None = None,
) -> Tensor:
    """Each channel with its own m filters (height, width, c, m): (n, rows, columns, c * m)."""
    return apply(
        "DepthwiseConv2dNative",
        name,
        input=input,
        filter=filter,
        strides=strides,
        **as_paddings(padding),
        data_format=data_format,
        dilations=dilations,
    )


def _with_rate(
    x: Tensor, filters: Tensor, steps: Any, padding: Any, rate: Any, order: Any, name: str
) -> Tensor:
    """The depthwise convolution with filters dilated by `rate` (TensorFlow rearranges blocks instead)."""
    shapes.shape(filters)
    rate = [1, 1] if rate is None else list(rate)
    constant(rate, d.int32, name="dilation_rate")
    dilation = [1, 1, *rate] if order == "NCHW" else [1, *rate, 1]
    return depthwise_conv2d_native(x, filters, steps, padding, order, dilation, name)


def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Tensor:
    """`depthwise_conv2d_native` with dilation rates."""
    rate = either("dilations", dilations, "rate", rate)
    with name_scope(name, "depthwise", [input, filter]) as scope:
        x = convert_to_tensor(input, name="tensor_in")
        filters = convert_to_tensor(filter, name="filter_in")
        return _with_rate(x, filters, strides, padding, rate, data_format, scope)


def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Tensor:
    """A depthwise convolution, then one with 1 x 1 filters that mixes the channels."""
    rate = either("dilations", dilations, "rate", rate)
    tensors = [input, depthwise_filter, pointwise_filter]
    with name_scope(name, "separable_conv2d", tensors) as scope:
        x = convert_to_tensor(input, name="tensor_in")
        depthwise = convert_to_tensor(depthwise_filter, name="depthwise_filter")
        pointwise = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        pointwise.shape.assert_is_compatible_with([1, 1, None, None])
        depthwise = _with_rate(x, depthwise, strides, padding, rate, data_format, "depthwise")
        return conv2d(depthwise, pointwise, ONES, "VALID", data_format=data_format, name=scope)
