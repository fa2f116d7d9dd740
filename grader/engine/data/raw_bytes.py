"""Strings of bytes as numbers: `tf.decode_raw`."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import TensorLike, TypeLike
from grader.engine.registry import define, flag, no_derivative, one_of

__all__ = ["decode_raw"]


def c_name(dtype: d.DType) -> str:
    """A type's name in TensorFlow's C++: `float`, `int32`."""
    return {"float32": "float", "float64": "double", "float16": "half"}.get(dtype.name, dtype.name)


def decode(node: Any, values: np.ndarray) -> np.ndarray:
    """The bytes of each string as numbers along a new last axis."""
    dtype, flat = node.attrs["out_type"], list(values.ravel())
    size = len(flat[0]) if flat else 0
    for index, value in enumerate(flat):
        if len(value) != size:
            raise invalid(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{index} has size {size} != {len(value)}"
            )
    if size % dtype.size:
        raise invalid(
            f"Input to DecodeRaw has length {size} that is not a multiple of {dtype.size}, the size "
            f"of {c_name(dtype)}"
        )
    order = "<" if node.attrs["little_endian"] else ">"
    kind = np.dtype(dtype.as_numpy_dtype)
    stored = kind.newbyteorder(order) if kind.kind in "iufc" else kind
    numbers = np.frombuffer(b"".join(flat), stored).astype(kind)
    return numbers.reshape(*values.shape, size // dtype.size)


define(
    "DecodeRaw",
    "bytes: string -> output: out_type",
    out_type=one_of(d.NUMBERS - {d.uint32, d.uint64} | {d.bool}),
    little_endian=flag(True),
    shape=infer(lambda c: None if (outer := c.shape(0)) is None else (*outer, None)),
    kernel=decode,
)
no_derivative("DecodeRaw")


def decode_raw(
    input_bytes: TensorLike = None,
    out_type: TypeLike = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: TensorLike = None,
) -> Tensor:
    """The bytes of strings of one length as numbers of `out_type`, along a new last axis."""
    value = bytes if input_bytes is None else input_bytes
    return apply("DecodeRaw", name, bytes=value, out_type=out_type, little_endian=little_endian)
