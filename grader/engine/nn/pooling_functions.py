"""Public functions of pooling, such as `tf.nn.max_pool`."""

from __future__ import annotations

from functools import partial
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.nn.convolution_functions import as_four, as_paddings, as_sequence, row_layout
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.common.renamed import either

# fmt: off
__all__ = [
    "avg_pool", "avg_pool1d", "avg_pool_v2", "max_pool", "max_pool1d", "max_pool2d", "max_pool_v2",
    "max_pool_with_argmax", "pool",
]
# fmt: on


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


def _on_sequences(op_type: str, label: str) -> Any:
    def function(
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: str | None = "NWC",
        name: str | None = None,
    ) -> Tensor:
        with name_scope(name, label, [input]) as scope:
            place, order = row_layout(data_format)
            size = [1, *as_sequence(ksize, 1, place == 2, "ksize")]
            steps = [1, *as_sequence(strides, 1, place == 2, "strides")]
            x = arrays.expand_dims(input, place)
            result = _pooled(op_type, x, size, steps, padding, order, scope)
            return arrays.squeeze(result, place)

    function.__doc__ = f"{op_type} of sequences (n, width, c)."
    function.__name__ = label.lower()
    return function


max_pool1d = _on_sequences("MaxPool", "MaxPool1d")
avg_pool1d = _on_sequences("AvgPool", "AvgPool1D")


def _by_rank(of_sequences: Any, of_images: Any) -> Any:
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
        pooled = of_sequences if rank == 3 else of_images
        return pooled(input, ksize, strides, padding, data_format, name)

    function.__doc__ = "Pools sequences or images, according to the input's rank."
    return function


max_pool_v2 = _by_rank(max_pool1d, max_pool2d)
avg_pool_v2 = _by_rank(avg_pool1d, partial(_pooled, "AvgPool"))


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
    """[the maximum of each window, its index in the flattened image]."""
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
    """Max or average pooling with windows (rows, columns); pooling_type: "MAX" or "AVG"."""
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
        size, steps = (as_sequence(one, 2, first, "strides") for one in (list(window_shape), steps))
        return function(x, size, steps, padding, data_format, scope)
