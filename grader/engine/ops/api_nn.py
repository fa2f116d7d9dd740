"""tf.nn for users: convolutions, poolings, layers without variables, dropout."""

from __future__ import annotations

from collections.abc import Sized
from numbers import Real
from typing import Any

import numpy as np

from grader.engine import dtypes as d
from grader.engine.build import apply
from grader.engine.control_flow import cond
from grader.engine.convert import constant, convert_to_tensor
from grader.engine.custom_gradient import custom_gradient
from grader.engine.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops import api_arrays as arrays
from grader.engine.ops import api_making as making
from grader.engine.ops import api_math as m
from grader.engine.ops import api_products as products
from grader.engine.ops import api_reductions as reductions
from grader.engine.ops import api_shapes as shapes
from grader.engine.ops.basic import identity
from grader.engine.ops.public import public
from grader.engine.ops.random import random_uniform
from grader.engine.ops.renamed import either
from grader.engine.random_seed import get_seed
from grader.engine.shapes import as_shape

# fmt: off
__all__ = [
    "avg_pool", "avg_pool1d", "avg_pool_v2", "bias_add", "conv1d", "conv2d", "conv2d_backprop_filter",
    "conv2d_backprop_input", "conv2d_transpose", "convolution", "crelu", "depthwise_conv2d",
    "depthwise_conv2d_native", "dropout", "in_top_k", "local_response_normalization", "lrn", "max_pool",
    "max_pool1d", "max_pool2d", "max_pool_v2", "max_pool_with_argmax", "pool", "relu_layer",
    "separable_conv2d", "silu", "swish", "top_k", "xw_plus_b", "zero_fraction",
]
# fmt: on

ONES = [1, 1, 1, 1]


# --------------------------------------------------------------- strides, sizes, paddings


def _sequence(value: Any, n: int, first: bool, name: str) -> list[Any]:
    """One number, n of them, or n + 2: all n + 2, in the order of the dimensions."""
    if value is None:
        return [1] * (n + 2)
    values = list(value) if isinstance(value, Sized) else [value]
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


def _four(value: Any, data_format: str | None, name: str) -> list[Any]:
    return _sequence(value, 2, (data_format or "NHWC").startswith("NC"), name)


def _paddings(padding: Any, length: int = 4) -> dict[str, Any]:
    """`padding` and `explicit_paddings` as the operation takes them."""
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


def _line(data_format: str | None) -> tuple[int, str]:
    """Where a row is put in to make a picture of a line, and the picture's order."""
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
    """The convolution of pictures (n, rows, columns, c) with filters (height, width, c, k)."""
    return apply(
        "Conv2D",
        name,
        input=input,
        filter=either("filters", filters, "filter", filter),
        strides=_four(strides, data_format, "strides"),
        **_paddings(padding),
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        data_format=data_format or "NHWC",
        dilations=_four(dilations, data_format, "dilations"),
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
    """The gradient of a convolution by its pictures, whose shape is `input_sizes`."""
    return apply(
        "Conv2DBackpropInput",
        name,
        input_sizes=input_sizes,
        filter=either("filters", filters, "filter", filter),
        out_backprop=out_backprop,
        strides=strides,
        **_paddings(padding),
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
    """The gradient of a convolution by its filters, whose shape is `filter_sizes`."""
    return apply(
        "Conv2DBackpropFilter",
        name,
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        strides=strides,
        **_paddings(padding),
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
            strides=_four(strides, data_format, "strides"),
            **_paddings(padding),
            data_format=data_format or "NHWC",
            dilations=_four(dilations, data_format, "dilations"),
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
    """The convolution of lines (n, width, c) with filters (width, c, k)."""
    value = either("input", input, "value", value)
    with name_scope(name, "conv1d", [value, filters]) as scope:
        place, order = _line(data_format)
        axis = place - 4
        steps = [1, *_sequence(stride, 1, place == 2, "stride")]
        spread = [1, *_sequence(dilations, 1, place == 2, "dilations")]
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
            dilations=spread,
        )
        return arrays.squeeze(result, [axis])


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
    if not hasattr(filters, "shape") or isinstance(filters, np.ndarray):
        filters = convert_to_tensor(filters, name="convolution_internal/filters")
    if not hasattr(input, "shape") or isinstance(input, np.ndarray):
        input = convert_to_tensor(input, name="convolution_internal/input")
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
        **_paddings(padding),
        data_format=data_format,
        dilations=dilations,
    )


def _with_rate(
    x: Tensor, filters: Tensor, steps: Any, padding: Any, rate: Any, order: Any, name: str
) -> Tensor:
    """The depthwise convolution; filters are spread by `rate` (TensorFlow: by moving blocks)."""
    shapes.shape(filters)
    rate = [1, 1] if rate is None else list(rate)
    constant(rate, d.int32, name="dilation_rate")
    spread = [1, 1, *rate] if order == "NCHW" else [1, *rate, 1]
    return depthwise_conv2d_native(x, filters, steps, padding, order, spread, name)


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
    """`depthwise_conv2d_native`, with rates of dilation."""
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
    """A depthwise convolution, and one of 1 x 1 filters that mixes the channels."""
    rate = either("dilations", dilations, "rate", rate)
    tensors = [input, depthwise_filter, pointwise_filter]
    with name_scope(name, "separable_conv2d", tensors) as scope:
        x = convert_to_tensor(input, name="tensor_in")
        deep = convert_to_tensor(depthwise_filter, name="depthwise_filter")
        points = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        points.shape.assert_is_compatible_with([1, 1, None, None])
        deep = _with_rate(x, deep, strides, padding, rate, data_format, "depthwise")
        return conv2d(deep, points, ONES, "VALID", data_format=data_format, name=scope)


# ----------------------------------------------------------------------------- poolings


def _pooled(op_type: str, x: Any, size: Any, strides: Any, padding: Any, order: Any, name: Any):
    order = order or "NHWC"
    chosen = _paddings(padding) if op_type == "MaxPool" else {"padding": padding}
    size, steps = _four(size, order, "ksize"), _four(strides, order, "strides")
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
    """The largest number of each window of a channel."""
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
    """The mean of each window of a channel; padding does not count."""
    with name_scope(name, "AvgPool", [value]) as scope:
        value = either("input", input, "value", value)
        return _pooled("AvgPool", value, ksize, strides, padding, data_format, scope)


def max_pool2d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> Tensor:
    """`max_pool`, under its newer name."""
    with name_scope(name, "MaxPool2d", [input]) as scope:
        return _pooled("MaxPool", input, ksize, strides, padding, data_format, scope)


def _on_lines(op_type: str, label: str) -> Any:
    def function(
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: str | None = "NWC",
        name: str | None = None,
    ) -> Tensor:
        with name_scope(name, label, [input]) as scope:
            place, order = _line(data_format)
            size = [1, *_sequence(ksize, 1, place == 2, "ksize")]
            steps = [1, *_sequence(strides, 1, place == 2, "strides")]
            x = arrays.expand_dims(input, place)
            result = _pooled(op_type, x, size, steps, padding, order, scope)
            return arrays.squeeze(result, place)

    function.__doc__ = f"{op_type} along lines (n, width, c)."
    function.__name__ = label.lower()
    return function


max_pool1d = _on_lines("MaxPool", "MaxPool1d")
avg_pool1d = _on_lines("AvgPool", "AvgPool1D")


def _by_rank(of_lines: Any, of_pictures: Any) -> Any:
    def function(
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: str | None = None,
        name: str | None = None,
    ) -> Tensor:
        if not hasattr(input, "shape"):
            raise AttributeError(f"'{type(input).__name__}' object has no attribute 'shape'")
        rank = len(input.shape)
        if rank == 5:
            raise NotImplementedError("the engine has no pooling of three dimensions")
        if rank not in (3, 4):
            raise ValueError(
                f"`input.shape.rank` must be 3, 4 or 5. Received: input.shape={input.shape} of rank "
                f"{rank}."
            )
        pooled = of_lines if rank == 3 else of_pictures
        return pooled(input, ksize, strides, padding, data_format, name)

    function.__doc__ = "A pooling of lines or of pictures, by the input's rank."
    return function


def _plain_avg_pool(x: Any, size: Any, steps: Any, padding: Any, order: Any, name: Any) -> Tensor:
    return _pooled("AvgPool", x, size, steps, padding, order, name)


max_pool_v2 = _by_rank(max_pool1d, max_pool2d)
avg_pool_v2 = _by_rank(avg_pool1d, _plain_avg_pool)


def max_pool_with_argmax(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    Targmax: Any = None,
    name: str | None = None,
    output_dtype: Any = None,
    include_batch_in_index: bool = False,
) -> Any:
    """[the largest numbers of the windows, where they stand in the flattened picture]."""
    if data_format != "NHWC":
        raise ValueError(
            "`data_format` values other  than 'NHWC' are not supported. Received: data_format="
            f"{data_format}"
        )
    return apply(
        "MaxPoolWithArgmax",
        name,
        input=input,
        ksize=ksize,
        strides=strides,
        padding=padding,
        Targmax=either("output_dtype", output_dtype, "Targmax", Targmax) or d.int64,
        include_batch_in_index=include_batch_in_index,
    )


def pool(
    input: Any,
    window_shape: Any,
    pooling_type: str,
    padding: str,
    dilation_rate: Any = None,
    strides: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Tensor:
    """A pooling of windows (rows, columns), "MAX" or "AVG"; windows are not spread."""
    rate = either("dilations", dilations, "dilation_rate", dilation_rate)
    with name_scope(name, f"{pooling_type.lower()}_pool", [input]) as scope:
        x = convert_to_tensor(input, name="input")
        if len(window_shape) != 2 or (rate is not None and any(one != 1 for one in rate)):
            raise NotImplementedError("the engine pools pictures, by windows that are not spread")
        steps = [1, 1] if strides is None else list(strides)
        if any(step > size for step, size in zip(steps, window_shape, strict=True)):
            raise ValueError(
                "`strides` > `window_shape` not supported due to inconsistency between CPU and GPU "
                f"implementations. Received: strides={steps} and window_shape={window_shape}"
            )
        if pooling_type not in ("MAX", "AVG"):
            raise ValueError(f"2-D {pooling_type} pooling is not supported.")
        constant([1, 1], d.int32, name="dilation_rate")
        function = max_pool if pooling_type == "MAX" else avg_pool
        first = (data_format or "").startswith("NC")
        size, steps = (_sequence(one, 2, first, "strides") for one in (list(window_shape), steps))
        return function(x, size, steps, padding, data_format, scope)


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
    from grader.engine.ops.api_nn_losses import named

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
            rate.shape.assert_has_rank(0)
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
