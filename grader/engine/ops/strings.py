"""Strings: joining them, and the numbers that they spell out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.ops.common.kernel_helpers import as_str
from grader.engine.ops.common.public import TensorLike, TypeLike
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import Shape, merge
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.math.elementwise import require_broadcast
from grader.engine.registry import define, no_derivative, number, one_of, string

__all__ = ["string_join", "string_to_number"]

Array = np.ndarray

# Joining ------------------------------------------------------------------------------------------


def joined(node: Any, *inputs: Array) -> Array:
    """The strings at each position joined; scalars broadcast."""
    separator = node.attrs["separator"]
    separator = separator.encode() if isinstance(separator, str) else separator
    for x in inputs[1:]:
        require_broadcast(np.asarray(inputs[0]), np.asarray(x))
    arrays = np.broadcast_arrays(*[np.asarray(x, object) for x in inputs])
    result = np.empty(arrays[0].shape, object)
    for index in np.ndindex(result.shape):
        result[index] = separator.join(bytes(array[index]) for array in arrays)
    return result


def joined_shape(c: Any) -> Shape:
    shapes = [c.shape(i) for i in range(c.count)]
    if None in shapes:
        return None
    result: Shape = ()
    for shape in shapes:
        if shape:
            result = merge(result, shape) if result else shape
    return result


def bytes_made(op: Any, shapes: Any) -> int:
    """A bound on the bytes of joined strings: each input's longest string at every position."""
    values = [Inference(op).value(i) for i in range(len(shapes))]
    longest = sum(
        max(map(len, value.flat), default=0)
        for value in values
        if value is not None and value.dtype == object
    )
    sizes = zip_longest(*map(reversed, shapes), fillvalue=1)
    return 8 * longest * math.prod(map(max, sizes))


define(
    "StringJoin",
    "inputs: N * string -> output: string",
    N=number(minimum=0),
    separator=string(b""),
    shape=infer(joined_shape),
    kernel=joined,
    work=bytes_made,
)
no_derivative("StringJoin")


def string_join(
    inputs: Sequence[TensorLike], separator: str = "", name: str | None = None
) -> Tensor:
    """The strings joined element by element, with the separator in between."""
    return apply("StringJoin", name, inputs=inputs, separator=separator)


# Numbers ------------------------------------------------------------------------------------------


def as_number(text: bytes, dtype: Any) -> Any:
    """The number of a NumPy type that a text stands for; ValueError or OverflowError if there is none."""
    if b"_" in text:
        raise ValueError
    if dtype.kind == "f":
        is_hex = text.strip().lower().lstrip(b"+-").startswith(b"0x")
        return float.fromhex(as_str(text)) if is_hex else float(text)
    value = int(text)
    if not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        raise ValueError
    return value


def numbers(node: Any, texts: Array) -> Array:
    texts = np.asarray(texts, object)
    result = np.empty(texts.shape, node.output_dtypes[0].as_numpy_dtype)
    for index in np.ndindex(texts.shape) if texts.size else ():  # ndindex is slow for (0, 2**31)
        text: Any = texts[index]
        try:
            result[index] = as_number(text, result.dtype)
        except (ValueError, OverflowError):
            raise invalid(
                f"StringToNumberOp could not correctly convert string: {as_str(text)}"
            ) from None
    return result


define(
    "StringToNumber",
    "string_tensor: string -> output: out_type",
    out_type=one_of([d.float32, d.float64, d.int32, d.int64, d.uint32, d.uint64], d.float32),
    shape=infer(unchanged),
    kernel=numbers,
    work=lambda op, given: 500 * math.prod(given[0]),
)
no_derivative("StringToNumber")


def string_to_number(
    string_tensor: TensorLike = None,
    out_type: TypeLike = d.float32,
    name: str | None = None,
    input: TensorLike = None,
) -> Tensor:
    """The numbers that the strings spell out; a run fails on a string that is not a number."""
    x = either("input", input, "string_tensor", string_tensor)
    return apply("StringToNumber", name, string_tensor=x, out_type=out_type)
