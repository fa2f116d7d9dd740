"""Batch normalization and local response normalization: operations, rules and public functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import summed
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import merge, merge_dimension, with_rank
from grader.engine.ops.common.tangent_helpers import total
from grader.engine.ops.math import functions as m
from grader.engine.ops.products import functions as products
from grader.engine.ops.reductions import functions as reductions
from grader.engine.registry import (
    define,
    flag,
    gradient_of,
    missing_gradient,
    number,
    one_of,
    real,
    string,
    tangent_of,
)

__all__ = ["batch_normalization", "fused_batch_norm", "local_response_normalization", "lrn"]

Array = np.ndarray
SHORT = [d.bfloat16, d.float16, d.float32]


def missing_tangent(*op_types: str) -> None:
    """Registers that the engine has no forward rule for these operations: asking for one is an error."""

    def rule(op: Any, *_: Any) -> Any:
        raise LookupError(f"No tangent defined for operation '{op.name}' (op type: {op.type}).")

    tangent_of(*op_types)(rule)


# ------------------------------------------------------------------- batch normalization


def channel_axis(c: Any) -> int:
    return 1 if c.attr("data_format")[1:2] == b"C" else 3


def normalized(c: Any) -> Any:
    """y has the shape of x; then four or five vectors with one element per channel."""
    axis, x = channel_axis(c), list(with_rank(c.shape(0), 4))
    known = x[axis]
    for index in range(1, 5 if not c.attr("is_training") else 3):
        known = merge_dimension(known, with_rank(c.shape(index), 1)[0])
    x[axis] = known
    last = [None] if c.op.type.endswith("V3") else []
    return [tuple(x), *[(known,)] * 4, *last]


def normalized_gradient(c: Any) -> Any:
    axis, g = channel_axis(c), with_rank(c.shape(0), 4)
    shape = list(merge(g, c.shape(1)) or ())
    known = shape[axis]
    for index in (2, 3, 4):
        known = merge_dimension(known, with_rank(c.shape(index), 1)[0])
    shape[axis] = known
    return [tuple(shape), (known,), (known,), (0,), (0,)]


def channels_last(node: Any, x: Array) -> Array:
    if x.ndim != 4:
        raise invalid(f"input must be 4-dimensional, got {list(x.shape)}")
    x = np.moveaxis(x, 1, 3) if node.attrs["data_format"][1:2] == b"C" else x
    return x.astype(np.float32, copy=False)


def original_order(node: Any, y: Array) -> Array:
    y = np.moveaxis(y, 3, 1) if node.attrs["data_format"][1:2] == b"C" else y
    return np.ascontiguousarray(y, node.output_dtypes[0].as_numpy_dtype)


def statistics(rows: Array) -> tuple[Array, Array]:
    """The mean and the variance of each channel."""
    count = np.float32(rows.size // rows.shape[3])
    mean = summed(rows, (0, 1, 2)) / count
    return mean, summed(np.square(rows - mean), (0, 1, 2)) / count


def batch_norm(node: Any, x: Array, scale: Array, offset: Array, mean: Array, var: Array) -> Any:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset. Source: Ioffe and Szegedy, 2015."""
    rows = channels_last(node, x)
    training, share = node.attrs["is_training"], node.attrs["exponential_avg_factor"]
    vectors = (scale, offset) if training and share == 1 else (scale, offset, mean, var)
    if any(one.shape != rows.shape[3:] for one in vectors):
        raise invalid(
            f"scale, offset, mean and variance must have as many elements as x has channels, "
            f"{rows.shape[3]}"
        )
    old: Any = (mean, var)
    new: Any = old
    if training:
        count = rows.size // max(rows.shape[3], 1)
        mean, var = statistics(rows) if count else (scale * np.nan, scale * np.nan)
        new = mean, var * np.float32(count / max(count - 1, 1))
        if share != 1:
            share = np.float32(share)
            new = tuple((1 - share) * a + share * b for a, b in zip(old, new, strict=True))
    factor = scale / np.sqrt(var + np.float32(node.attrs["epsilon"]))
    y = (rows - mean) * factor + offset
    more = [np.zeros((), np.float32)] if len(node.output_dtypes) == 6 else []
    return (original_order(node, y), *new, mean, var, *more)


def batch_norm_gradient(
    node: Any, g: Array, x: Array, scale: Array, mean: Array, var: Array, *_: Array
) -> Any:
    """The gradients with respect to x, scale and offset."""
    rows, back = channels_last(node, x), channels_last(node, g)
    if rows.shape != back.shape or any(v.shape != rows.shape[3:] for v in (scale, mean, var)):
        raise invalid(
            f"x has the shape {list(x.shape)}, y_backprop {list(g.shape)}, and scale and the "
            f"reserves {list(scale.shape)}, {list(mean.shape)}, {list(var.shape)}: they must go "
            "together"
        )
    inverse = 1 / np.sqrt(var + np.float32(node.attrs["epsilon"]))
    centred = (rows - mean) * inverse
    by_offset, by_scale = summed(back, (0, 1, 2)), summed(back * centred, (0, 1, 2))
    if node.attrs["is_training"]:
        count = np.float32(max(rows.size // max(rows.shape[3], 1), 1))
        back = back - by_offset / count - centred * (by_scale / count)
    none = np.zeros(0, np.float32)
    return original_order(node, back * (scale * inverse)), by_scale, by_offset, none, none


for _version, _x, _type in (("", "T", [d.float32]), ("V2", "U", SHORT), ("V3", "U", SHORT)):
    _attributes: dict[str, Any] = {
        "T": one_of(_type),
        "epsilon": real(0.0001),
        "data_format": string("NHWC"),
        "is_training": flag(True),
    }
    if _version:
        _attributes["U"] = one_of([d.float32])
    _outputs = [f"y: T, batch_mean: {_x}, batch_variance: {_x}"]
    _outputs += [f"reserve_space_{i}: {_x}" for i in (1, 2, 3)[: 3 if _version == "V3" else 2]]
    define(
        f"FusedBatchNorm{_version}",
        f"x: T, scale: {_x}, offset: {_x}, mean: {_x}, variance: {_x} -> {', '.join(_outputs)}",
        **_attributes,
        exponential_avg_factor=real(1.0),
        shape=infer(normalized),
        kernel=batch_norm,
    )
    _third, _reserves = (f", reserve_space_3: {_x}", "45") if _version == "V3" else ("", "34")
    define(
        f"FusedBatchNormGrad{_version}",
        f"y_backprop: T, x: T, scale: {'float32' if _version else 'T'}, reserve_space_1: {_x}, "
        f"reserve_space_2: {_x}{_third} -> x_backprop: T, scale_backprop: {_x}, "
        f"offset_backprop: {_x}, " + ", ".join(f"reserve_space_{i}: {_x}" for i in _reserves),
        **_attributes,
        shape=infer(normalized_gradient),
        kernel=batch_norm_gradient,
    )


def batch_norm_rule(version: str) -> Callable[..., Any]:
    def rule(op: Any, g: Any, *_: Any) -> Any:
        x, training = op.inputs[0], op.get_attr("is_training")
        data_format = op.get_attr("data_format")
        turned = not training and data_format == b"NCHW"
        if turned:
            x, g = (arrays.transpose(one, [0, 2, 3, 1]) for one in (x, g))
            data_format = b"NHWC"
        more = {"reserve_space_3": op.outputs[5]} if version == "V3" else {}
        kept = op.outputs[3:5] if training else op.inputs[3:5]
        by_x, by_scale, by_offset, _, _ = apply(
            f"FusedBatchNormGrad{version}",
            y_backprop=g,
            x=x,
            scale=op.inputs[1],
            reserve_space_1=kept[0],
            reserve_space_2=kept[1],
            **more,
            epsilon=op.get_attr("epsilon"),
            data_format=data_format,
            is_training=training,
        )
        by_x = arrays.transpose(by_x, [0, 3, 1, 2]) if turned else by_x
        return [by_x, by_scale, by_offset, None, None]

    return rule


@tangent_of("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def _batch_norm_tangent(op: Any, of_x: Any, of_scale: Any, of_offset: Any, *_: Any) -> Any:
    """As in the reverse rule, nothing flows through the mean and variance outputs."""
    x, scale, _, mean, var = op.inputs
    first = op.get_attr("data_format") == b"NCHW"
    axes = [0, 2, 3] if first else [0, 1, 2]

    def spread(vector: Any) -> Any:
        return arrays.reshape(vector, [1, -1, 1, 1] if first else [1, 1, 1, -1])

    def average(value: Any) -> Any:
        return reductions.reduce_mean(value, axes, keepdims=True)

    x = m.cast(x, d.float32)
    if op.get_attr("is_training"):
        mean = average(x)
        var = average(m.square(x - mean))
    else:
        mean, var = spread(mean), spread(var)
    inverse = m.rsqrt(var + op.get_attr("epsilon"))
    centred = (x - mean) * inverse
    terms = []
    if of_x is not None:
        moved = m.cast(of_x, d.float32)
        if op.get_attr("is_training"):
            moved = moved - average(moved) - centred * average(centred * moved)
        terms.append(moved * inverse * spread(scale))
    if of_scale is not None:
        terms.append(centred * spread(of_scale))
    if of_offset is not None:
        terms.append(spread(of_offset) + making.zeros_like(x))
    summed = total(terms)
    result = None if summed is None else m.cast(summed, op.outputs[0].dtype)
    return [result, *[None] * (len(op.outputs) - 1)]


for _version in ("", "V2", "V3"):
    gradient_of(f"FusedBatchNorm{_version}")(batch_norm_rule(_version))
    missing_gradient(f"FusedBatchNormGrad{_version}")
    missing_tangent(f"FusedBatchNormGrad{_version}")


# ----------------------------------------------------- local response normalization

RESPONSE: dict[str, Any] = {
    "depth_radius": number(5),
    "bias": real(1.0),
    "alpha": real(1.0),
    "beta": real(0.5),
    "T": one_of(SHORT, d.float32),
}


def neighbours(node: Any, x: Array) -> Array:
    """For each channel, the sum over the channels within `depth_radius` of it."""
    radius, places = max(node.attrs["depth_radius"], 0), np.arange(x.shape[-1])
    if len(places) <= 1024:  # a product with a band of ones, which is fast
        near = np.abs(places[:, None] - places) <= radius
        return (x.reshape(-1, len(places)) @ near.astype(x.dtype)).reshape(x.shape)
    sums = np.cumsum(np.pad(x, [(0, 0)] * (x.ndim - 1) + [(1, 0)]), axis=-1, dtype=np.float64)
    ends, starts = np.minimum(places + radius + 1, len(places)), np.maximum(places - radius, 0)
    return (sums[..., ends] - sums[..., starts]).astype(x.dtype)


def norms(node: Any, x: Array) -> Array:
    attrs, kind = node.attrs, x.dtype.type
    return kind(attrs["bias"]) + kind(attrs["alpha"]) * neighbours(node, np.square(x))


def response(node: Any, x: Array) -> Array:
    """x / (bias + alpha * sum of neighbours' squares) ** beta. Source: Krizhevsky et al., 2012."""
    if x.ndim != 4:
        raise invalid("in must be 4-dimensional")
    exact = x.astype(np.float32, copy=False)
    return (exact * norms(node, exact) ** np.float32(-node.attrs["beta"])).astype(x.dtype)


def response_gradient(node: Any, g: Array, x: Array, y: Array) -> Array:
    if not (g.shape == x.shape == y.shape and x.ndim == 4):
        raise invalid("input_grads, input_image, and out_image should have the same shape")
    alpha, beta = np.float32(node.attrs["alpha"]), np.float32(node.attrs["beta"])
    dtype = x.dtype
    g, x, y = (one.astype(np.float32, copy=False) for one in (g, x, y))
    norm = norms(node, x)
    back = g * norm**-beta - 2 * alpha * beta * x * neighbours(node, g * y / norm)
    return back.astype(dtype)


define(
    "LRN",
    "input: T -> output: T",
    **RESPONSE,
    shape=infer(lambda c: with_rank(c.shape(0), 4)),
    kernel=response,
)
define(
    "LRNGrad",
    "input_grads: T, input_image: T, output_image: T -> output: T",
    **RESPONSE,
    shape=infer(lambda c: with_rank(merge(merge(c.shape(0), c.shape(1)), c.shape(2)), 4)),
    kernel=response_gradient,
)
missing_gradient("LRNGrad")
missing_tangent("LRNGrad")


@gradient_of("LRN")
def _response(op: Any, g: Any) -> Any:
    attributes = {name: op.get_attr(name) for name in RESPONSE if name != "T"}
    x, y = op.inputs[0], op.outputs[0]
    return apply("LRNGrad", input_grads=g, input_image=x, output_image=y, **attributes)


@tangent_of("LRN")
def _response_tangent(op: Any, tangent: Any) -> Any:
    x, radius = op.inputs[0], op.get_attr("depth_radius")
    alpha, beta = op.get_attr("alpha"), op.get_attr("beta")
    channels = shapes.shape(x)[3]
    reach = m.minimum(radius, channels - 1)
    near = making.matrix_band_part(making.ones([channels, channels], x.dtype), reach, reach)

    def summed(value: Any) -> Any:
        rows = products.matmul(arrays.reshape(value, [-1, channels]), near)
        return arrays.reshape(rows, shapes.shape(x))

    norm = op.get_attr("bias") + alpha * summed(m.square(x))
    flow = 2 * alpha * beta * x * summed(x * tangent) / norm
    return (tangent - flow) * m.pow(norm, -beta)


# For users ----------------------------------------------------------------------------------------

lrn = public("LRN", "x / (bias + alpha * the sum of the squares of neighbouring channels) ** beta.")
local_response_normalization = lrn


def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: float,
    name: str | None = None,
) -> Tensor:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset; the last two may be None."""
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        factor = m.rsqrt(variance + variance_epsilon)
        if scale is not None:
            factor *= scale
        scaled = x * m.cast(factor, x.dtype)
        moved = offset - mean * factor if offset is not None else -mean * factor
        return scaled + m.cast(moved, x.dtype)


def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """(y, mean, variance) of a batch normalization in one operation.

    In training, mean and variance are those of the batch (running averages where the factor is below
    1), otherwise those passed in. Raises ValueError if they are needed and None.
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise ValueError(
            "Both `mean` and `variance` must be a 1D tensor when `is_training` is False or "
            f"`exponential_avg_factor` != 1.0. Received: `mean` {mean!r} and `variance` "
            f"{variance!r}"
        )
    x = convert_to_tensor(x, name="input")
    scale = convert_to_tensor(scale, name="scale")
    offset = convert_to_tensor(offset, name="offset")
    y, new_mean, new_variance, *_ = apply(
        "FusedBatchNormV3",
        name,
        x=x,
        scale=scale,
        offset=offset,
        mean=constant([]) if mean is None else mean,
        variance=constant([]) if variance is None else variance,
        epsilon=epsilon,
        exponential_avg_factor=exponential_avg_factor,
        data_format=data_format,
        is_training=is_training,
    )
    return y, new_mean, new_variance
