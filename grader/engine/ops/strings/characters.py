"""Lengths, substrings, case and white space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, broadcast
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.types import INDEX
from grader.engine.ops.strings.kernels import Array, bytes_made, each_string, of_each
from grader.engine.registry import define, missing_gradient, no_tangent, one_of, string

__all__ = ["string_strip", "substr"]

SPACE = b" \t\n\v\f\r"

# Kernels and shapes -------------------------------------------------------------------------------


def lengths(node: Any, x: Array) -> Array:
    characters = node.attrs["unit"] in (b"UTF8_CHAR", "UTF8_CHAR")
    return each_string(lambda s: len(s.decode()) if characters else len(s), x, np.int32)


def substrings(node: Any, x: Array, start: Array, length: Array) -> Array:
    if start.shape != length.shape:
        raise invalid(f"pos and len should have the same shape, got: {start.shape}, {length.shape}")
    characters = as_str(node.attrs["unit"]) == "UTF8_CHAR"
    try:
        words: Any
        words, start, length = np.broadcast_arrays(np.asarray(x, object), start, length)
    except ValueError:
        raise invalid("Tensor shapes of input, pos and len do not broadcast") from None
    result = np.empty(words.shape, object)
    for index in np.ndindex(words.shape):
        whole = words[index].decode() if characters else words[index]
        first = int(start[index])
        if not -len(whole) <= first <= len(whole):
            where = f" at index {index[0]}" if index else ""
            raise invalid(f"pos {first} out of range for string b'{as_str(words[index])}'{where}")
        first = first + len(whole) if first < 0 else first
        piece = whole[first : first + max(int(length[index]), 0)]
        result[index] = piece.encode() if characters else piece
    return result


def substrings_shape(c: Any) -> Shape:
    if c.shape(1) is not None and c.shape(2) is not None and c.shape(1) != c.shape(2):
        known = [pair for pair in zip(c.shape(1), c.shape(2), strict=False) if None not in pair]
        if len(c.shape(1)) != len(c.shape(2)) or any(a != b for a, b in known):
            raise ValueError(f"pos and len shapes must match, got: {c.shape(1)} vs. {c.shape(2)}")
    return broadcast(c.shape(0), c.shape(1))


def changed_case(method: str) -> Callable[..., Array]:
    """A kernel that calls a method of bytes (ASCII letters only), or of str with encoding="utf-8"."""

    def kernel(node: Any, x: Array) -> Array:
        if as_str(node.attrs["encoding"]) == "utf-8":
            return each_string(lambda s: getattr(s.decode(), method)().encode(), x)
        return each_string(lambda s: getattr(s, method)(), x)

    return kernel


# The entries --------------------------------------------------------------------------------------

define(
    "StringLength",
    "input: string -> output: int32",
    unit=string(b"BYTE"),
    shape=infer(unchanged),
    kernel=lengths,
)
define(
    "Substr",
    "input: string, pos: T, len: T -> output: string",
    T=one_of(INDEX),
    unit=string(b"BYTE"),
    shape=infer(substrings_shape),
    kernel=substrings,
    work=bytes_made,
)
for _type, _method in (("StringUpper", "upper"), ("StringLower", "lower")):
    define(
        _type,
        "input: string -> output: string",
        encoding=string(b""),
        shape=infer(unchanged),
        kernel=changed_case(_method),
    )
define(
    "StringStrip",
    "input: string -> output: string",
    shape=infer(unchanged),
    kernel=of_each(lambda s: s.strip(SPACE)),
)
missing_gradient("StringLength StringLower StringStrip StringUpper Substr")
no_tangent("StringLength StringLower StringStrip StringUpper Substr")

# For users ----------------------------------------------------------------------------------------

string_strip = public("StringStrip", "The strings without white space at their ends.")
string_upper = public(
    "StringUpper", "Letters in upper case: ASCII only, or all with encoding='utf-8'."
)
string_lower = public(
    "StringLower", "Letters in lower case: ASCII only, or all with encoding='utf-8'."
)


def string_length(input: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """The number of bytes (with unit="UTF8_CHAR": characters) in each string."""
    return apply("StringLength", name, input=input, unit=unit)


def substr(input: Any, pos: Any, len: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """`len` bytes (with unit="UTF8_CHAR": characters) of each string, starting at `pos`."""
    return apply("Substr", name, input=input, pos=pos, len=len, unit=unit)
