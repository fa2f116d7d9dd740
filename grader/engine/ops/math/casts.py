"""Casts other than tf.cast: tf.bitcast, tf.saturate_cast."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, format_shape, merge_dimension
from grader.engine.ops.common.types import NUMBERS
from grader.engine.ops.math.functions import cast
from grader.engine.registry import define, missing_gradient, no_tangent, one_of

__all__ = ["bitcast", "saturate_cast"]

Array = np.ndarray


def bitcast_shape(c: Any) -> Shape:
    sizes, old, new = c.shape(0), c.op.inputs[0].dtype.size, c.attr("type").size
    if sizes is None or old == new:
        return sizes
    if old > new:
        return (*sizes, old // new)
    if not sizes:
        raise ValueError(f"Cannot bitcast due to shape: {sizes}")
    merge_dimension(sizes[-1], new // old)
    return sizes[:-1]


def bitcast_kernel(node: Any, x: Array) -> Array:
    dtype = np.dtype(node.output_dtypes[0].as_numpy_dtype)
    if x.itemsize < dtype.itemsize:
        ratio = dtype.itemsize // x.itemsize
        if not x.ndim or x.shape[-1] != ratio:
            raise invalid(
                f"Cannot bitcast from {x.dtype} to {dtype}: shape {format_shape(x.shape)}"
            )
        return np.ascontiguousarray(x).view(dtype).reshape(x.shape[:-1])
    more = () if x.itemsize == dtype.itemsize else (x.itemsize // dtype.itemsize,)
    return np.ascontiguousarray(x).view(dtype).reshape((*x.shape, *more))


define(
    "Bitcast",
    "input: T -> output: type",
    T=one_of(NUMBERS),
    type=one_of(NUMBERS),
    shape=infer(bitcast_shape),
    kernel=bitcast_kernel,
)
missing_gradient("Bitcast")
no_tangent("Bitcast")
bitcast = public("Bitcast", "The same bits, read as another type.")


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """value in another type, clipped to that type's range."""
    with name_scope(name, "saturate_cast", [value]) as scope:
        x = convert_to_tensor(value, name="value")
        wanted = d.as_dtype(dtype).base_dtype
        if x.dtype.is_complex or wanted.is_complex:
            raise NotImplementedError("the engine's saturate_cast has no complex numbers")
        low, high = (inner_limit(x.dtype, wanted, end) for end in ("min", "max"))
        low, high = (convert_to_tensor(end, dtype=x.dtype) for end in (low, high))
        x = apply("ClipByValue", "clamp", t=x, clip_value_min=low, clip_value_max=high)
        return cast(x, wanted, name=scope)


def inner_limit(inside: d.DType, wanted: d.DType, end: str) -> Any:
    """The end of `wanted`'s range, or the nearest number that both types can hold."""
    kind = inside.as_numpy_dtype
    numbers = getattr(inside, end), getattr(wanted, end)
    nearer = kind(max(numbers) if end == "min" else min(float(number) for number in numbers))
    pair = np.array([nearer, numbers[1]], np.promote_types(kind, wanted.as_numpy_dtype))
    beyond = pair[0] < pair[1] if end == "min" else pair[0] > pair[1]
    return np.nextafter(nearer, kind(0), dtype=kind) if beyond else nearer
