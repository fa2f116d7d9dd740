"""Strings converted to and from numbers and base 64."""

from __future__ import annotations

import base64
import binascii
import math
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str
from grader.engine.ops.common.public import public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.types import NUMBERS
from grader.engine.ops.strings.kernels import Array, each, each_string, of_each
from grader.engine.registry import define, flag, no_derivative, number, one_of, string

__all__ = ["as_string", "decode_base64", "encode_base64", "string_to_number"]

# Numbers ------------------------------------------------------------------------------------------


def format_numbers(node: Any, x: Array) -> Array:
    """Numbers as C's printf formats them, with the node's width, fill and precision."""
    x = np.asarray(x)
    kind = {"i": "d", "u": "d", "b": "b", "O": "s"}.get(x.dtype.kind, "f")
    if kind == "f":
        kind = "e" if node.attrs["scientific"] else "g" if node.attrs["shortest"] else "f"
    fill, width = as_str(node.attrs["fill"]), node.attrs["width"]
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


def parse_numbers(node: Any, x: Array) -> Array:
    dtype = np.dtype(node.output_dtypes[0].as_numpy_dtype)

    def read(one: bytes) -> Any:
        try:
            return as_number(one, dtype)
        except (ValueError, OverflowError):
            message = f"StringToNumberOp could not correctly convert string: {as_str(one)}"
            raise invalid(message) from None

    return each_string(read, x, dtype)


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
    kernel=format_numbers,
    work=lambda op, shapes: (
        8 * math.prod(shapes[0]) * max(op.get_attr("width"), op.get_attr("precision"), 1)
    ),
)
define(
    "StringToNumber",
    "string_tensor: string -> output: out_type",
    out_type=one_of([d.float32, d.float64, d.int32, d.int64, d.uint32, d.uint64], d.float32),
    shape=infer(unchanged),
    kernel=parse_numbers,
)
no_derivative("AsString StringToNumber")


def as_string(
    input: Any,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Numbers, truth values and strings formatted as strings."""
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


def string_to_number(
    string_tensor: Any = None, out_type: Any = d.float32, name: str | None = None, input: Any = None
) -> Tensor:
    """The numbers that the strings spell out; a run fails on a string that is not a number."""
    x = either("input", input, "string_tensor", string_tensor)
    return apply("StringToNumber", name, string_tensor=x, out_type=out_type)


# Base 64 ------------------------------------------------------------------------------------------


def to_base64(node: Any, x: Array) -> Array:
    end = b"" if node.attrs["pad"] else b"="
    return each_string(lambda s: base64.urlsafe_b64encode(s).rstrip(end or None), x)


def from_base64(one: bytes) -> bytes:
    try:
        standard = one.rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
        return base64.b64decode(standard + b"=" * (-len(standard) % 4), validate=True)
    except binascii.Error:
        raise invalid("Invalid character found in base64.") from None


define(
    "EncodeBase64",
    "input: string -> output: string",
    pad=flag(False),
    shape=infer(unchanged),
    kernel=to_base64,
)
define(
    "DecodeBase64",
    "input: string -> output: string",
    shape=infer(unchanged),
    kernel=of_each(from_base64),
)
no_derivative("DecodeBase64 EncodeBase64")

decode_base64 = public("DecodeBase64", "The bytes that the web-safe base 64 encodes.")
encode_base64 = public("EncodeBase64", "The bytes in web-safe base 64, padded with `=` if `pad`.")
