"""Strings: the table's operations, and the functions for users (tf.as_string, tf.strings.join ...)."""

from __future__ import annotations

import math
from itertools import zip_longest
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.arrays.shapes import strings_joined
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.ops.common.types import NUMBERS
from grader.engine.ops.math.kernels import require_broadcast
from grader.engine.ops.math.shapes import unchanged
from grader.engine.registry import define, flag, number, one_of, string

__all__ = ["as_string", "string_join"]


def each(function: Any, x: np.ndarray, dtype: Any = object) -> np.ndarray:
    """`function` of every element, as an array of `dtype`."""
    result = np.empty(x.shape, dtype)
    for index in np.ndindex(x.shape) if x.size else ():  # NumPy's goes through (0, 2**31) slowly
        result[index] = function(x[index])
    return result


def decoded(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value


def to_text(node: Any, x: np.ndarray) -> np.ndarray:
    """Numbers as C's printf writes them: `%d`, `%f`, with the node's width, fill and precision."""
    x = np.asarray(x)
    kind = {"i": "d", "u": "d", "b": "b", "O": "s"}.get(x.dtype.kind, "f")
    if kind == "f":
        kind = "e" if node.attrs["scientific"] else "g" if node.attrs["shortest"] else "f"
    fill, width = decoded(node.attrs["fill"]), node.attrs["width"]
    precision = node.attrs["precision"]
    if precision >= 0 and kind == "d":
        raise invalid(f"precision not supported for integers, got {precision}")
    form = "%" + fill + (str(width) if width >= 0 else "")
    form += (f".{precision}" if precision >= 0 else "") + kind

    def write(value: Any) -> bytes:
        if kind == "b":
            return b"true" if value else b"false"
        if kind == "s":
            return bytes(value)
        return (form % (int(value) if kind == "d" else float(value))).encode()

    return each(write, x)


def joined(node: Any, *inputs: np.ndarray) -> np.ndarray:
    """The strings at each place, one after the other; scalars go to every place."""
    separator = node.attrs["separator"]
    separator = separator.encode() if isinstance(separator, str) else separator
    for x in inputs[1:]:
        require_broadcast(np.asarray(inputs[0]), np.asarray(x))
    arrays = np.broadcast_arrays(*[np.asarray(x, object) for x in inputs])
    result = np.empty(arrays[0].shape, object)
    for index in np.ndindex(result.shape):
        result[index] = separator.join(bytes(array[index]) for array in arrays)
    return result


def lengths(node: Any, x: np.ndarray) -> np.ndarray:
    characters = node.attrs["unit"] in (b"UTF8_CHAR", "UTF8_CHAR")
    return each(
        lambda s: len(s.decode()) if characters else len(s), np.asarray(x, object), np.int32
    )


def bytes_made(op: Any, shapes: Any) -> int:
    """The bytes of joined or cut strings: each input's longest string, at every place."""
    values = [Inference(op).value(i) for i in range(len(shapes))]
    longest = sum(
        max(map(len, value.flat), default=0)
        for value in values
        if value is not None and value.dtype == object
    )
    return (
        8
        * longest
        * math.prod(max(sizes) for sizes in zip_longest(*map(reversed, shapes), fillvalue=1))
    )


define(
    "AsString",
    "input: T -> output: string",
    T=one_of(NUMBERS | {d.bool, d.variant, d.string}),
    precision=number(-1),
    scientific=flag(False),
    shortest=flag(False),
    width=number(-1),
    fill=string(b""),
    shape=infer(unchanged),
    kernel=to_text,
    work=lambda op, shapes: (
        8 * math.prod(shapes[0]) * max(op.get_attr("width"), op.get_attr("precision"), 1)
    ),
)
define(
    "StringJoin",
    "inputs: N * string -> output: string",
    N=number(minimum=0),
    separator=string(b""),
    shape=infer(strings_joined),
    kernel=joined,
    work=bytes_made,
)
define(
    "StringLength",
    "input: string -> output: int32",
    unit=string(b"BYTE"),
    shape=infer(unchanged),
    kernel=lengths,
)


def as_string(
    input: Any,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Numbers and truth values as text."""
    return apply(
        "AsString",
        name,
        input=input,
        precision=precision,
        scientific=scientific,
        shortest=shortest,
        width=width,
        fill=fill,
    )


def string_join(inputs: Any, separator: str = "", name: str | None = None) -> Tensor:
    """Strings one after the other, with the separator between them."""
    return apply("StringJoin", name, inputs=inputs, separator=separator)


def string_length(input: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """How many bytes (or, with unit="UTF8_CHAR", characters) each string has."""
    return apply("StringLength", name, input=input, unit=unit)
