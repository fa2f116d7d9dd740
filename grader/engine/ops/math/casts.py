"""tf.bitcast: the same bits, read as another type."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, format_shape, merge_dimension
from grader.engine.ops.common.types import NUMBERS
from grader.engine.registry import define, missing_gradient, no_tangent, one_of

__all__ = ["bitcast"]

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
