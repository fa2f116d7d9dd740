"""Image patches: tf.extract_image_patches."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import KernelFailure, OutOfRangeError, UnimplementedError
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import Shape, multiply, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import NUMBERS
from grader.engine.registry import define, gradient_of, lacking_gradient, one_of, string
from grader.engine.registry import numbers as numbers_attribute

__all__ = ["extract_image_patches"]

Array = np.ndarray


def extract_image_patches(
    images: Any,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    sizes: Any = None,
) -> Tensor:
    """Windows of images, flattened into the depth axis; `rates` is the spacing of their elements."""
    window = either("sizes", sizes, "ksizes", ksizes)
    how = {"ksizes": window, "strides": strides, "rates": rates, "padding": padding}
    return apply("ExtractImagePatches", name, images=images, **how)


def windows(size: int, window: int, stride: int, rate: int, padding: str) -> tuple[int, int]:
    """The number of windows along an axis, and the padding before the first."""
    reach = (window - 1) * rate + 1
    if stride < 1:
        raise ValueError(f"Stride must be > 0, but got {stride}")
    if padding == "VALID":
        count = int((size - reach + stride) / stride)
        if count < 0:
            raise ValueError(
                f"Computed output size would be negative: {count} [input_size: {size}, "
                f"effective_filter_size: {reach}, stride: {stride}]"
            )
        return count, 0
    count = -(-size // stride)
    return count, max((count - 1) * stride + reach - size, 0) // 2


def patches_shape(c: Any) -> Shape:
    batch, *places, depth = with_rank(c.shape(0), 4)
    ksizes, strides, rates = (c.attr(name) for name in ("ksizes", "strides", "rates"))
    for name, values in (("ksizes", ksizes), ("strides", strides), ("rates", rates)):
        if len(values) != 4:
            raise ValueError(
                f"ExtractImagePatches requires the {name} attribute to contain 4 values, but got: "
                f"{len(values)}"
            )
    padding = as_str(c.attr("padding"))
    counts = [
        None if size is None else windows(size, ksizes[i], strides[i], rates[i], padding)[0]
        for i, size in enumerate(places, 1)
    ]
    return (batch, *counts, multiply(depth, ksizes[1] * ksizes[2]))


def patches_kernel(node: Any, x: Array) -> Array:
    for name in ("ksizes", "strides", "rates"):
        first, *places, last = node.attrs[name]
        if (first, last) != (1, 1):
            raise KernelFailure(UnimplementedError, f"Only support {name} across space.")
        if min(places) < 1:
            raise KernelFailure(OutOfRangeError, f"{name} is out of range.")
    ksizes, strides, rates = (node.attrs[name][1:3] for name in ("ksizes", "strides", "rates"))
    how = list(zip(ksizes, strides, rates, strict=True))
    padding = as_str(node.attrs["padding"])
    found = [windows(size, *one, padding) for size, one in zip(x.shape[1:3], how, strict=True)]
    shape = (len(x), found[0][0], found[1][0], ksizes[0] * ksizes[1] * x.shape[3])
    if 0 in shape:
        return np.zeros(shape, x.dtype)
    rows, columns = (
        (np.arange(count) * stride - before)[:, None] + np.arange(size) * rate
        for (count, before), (size, stride, rate) in zip(found, how, strict=True)
    )
    inside = ((rows >= 0) & (rows < x.shape[1]))[:, None, :, None] & (
        (columns >= 0) & (columns < x.shape[2])
    )[None, :, None, :]
    at = np.clip(rows, 0, x.shape[1] - 1)[:, None, :, None]
    beside = np.clip(columns, 0, x.shape[2] - 1)[None, :, None, :]
    return np.where(inside[..., None], x[:, at, beside], np.zeros((), x.dtype)).reshape(shape)


define(
    "ExtractImagePatches",
    "images: T -> patches: T",
    ksizes=numbers_attribute(),
    strides=numbers_attribute(),
    rates=numbers_attribute(),
    T=one_of(NUMBERS | {d.bool}),
    padding=string(),
    shape=infer(patches_shape),
    kernel=patches_kernel,
)
linear("images", "ExtractImagePatches")
gradient_of("ExtractImagePatches")(lacking_gradient)
