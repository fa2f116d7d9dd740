"""More strings: splitting, cutting, patterns, numbers, hashes. The table's operations, and tf.substr ..."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays.kernels import as_text, axis_of, numbers
from grader.engine.ops.arrays.shape_functions import rank
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import Shape, broadcast, with_rank
from grader.engine.ops.common.types import INDEX
from grader.engine.ops.math.shapes import reduction, unchanged
from grader.engine.ops.strings.conversion import bytes_made, each
from grader.engine.ops.strings.hashing import fingerprint64, hash64
from grader.engine.registry import (
    define,
    flag,
    missing_gradient,
    no_gradient,
    no_tangent,
    number,
    one_of,
    string,
)

# fmt: off
__all__ = [
    "decode_base64", "encode_base64", "reduce_join", "regex_replace", "string_split", "string_strip",
    "string_to_hash_bucket", "string_to_hash_bucket_fast", "string_to_number", "substr",
]
# fmt: on

Array = np.ndarray
SPACE = b" \t\n\v\f\r"


def of_each(function: Callable[[bytes], Any], dtype: Any = object) -> Callable[..., Array]:
    return lambda node, x: each(function, np.asarray(x, object), dtype)


# Splitting ----------------------------------------------------------------------------------------


def sparse_rows(rows: list[list[bytes]]) -> tuple[Array, Array, Array]:
    """The pieces of each row as a sparse matrix: indices, values, shape."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    values = np.empty(len(places), object)
    values[:] = [piece for row in rows for piece in row]
    sizes = (len(rows), max(map(len, rows), default=0))
    return np.array(places, np.int64).reshape(-1, 2), values, np.array(sizes, np.int64)


def require_vector(x: Array, separator: Array) -> bytes:
    if x.ndim != 1:
        raise invalid(f"input must be a vector, got shape: {list(x.shape)}")
    if np.ndim(separator):
        raise invalid(f"delimiter must be a scalar, got shape: {list(np.shape(separator))}")
    return bytes(np.asarray(separator, object)[()])


def split(node: Any, x: Array, delimiter: Array) -> tuple[Array, Array, Array]:
    """At each byte of the delimiter; after each byte where it is empty."""
    at = require_vector(x, delimiter)
    pattern = re.compile(b"[" + re.escape(at) + b"]") if at else None
    rows = []
    for one in x:
        pieces = pattern.split(one) if pattern else [one[i : i + 1] for i in range(len(one))]
        keep_empty = one and not node.attrs["skip_empty"]
        rows.append([piece for piece in pieces if piece or keep_empty])
    return sparse_rows(rows)


def split_at(node: Any, x: Array, separator: Array) -> tuple[Array, Array, Array]:
    """As Python's `split`: at the whole separator, or at white space where it is empty."""
    at = require_vector(x, separator) or None
    return sparse_rows([one.split(at, node.attrs["maxsplit"]) for one in x])


def split_shapes(c: Any) -> list[Shape]:
    with_rank(c.shape(0), 1)
    with_rank(c.shape(1), 0)
    return [(None, 2), (None,), (2,)]


for _type, _name, _kernel in (
    ("StringSplit", "delimiter", split),
    ("StringSplitV2", "sep", split_at),
):
    _attribute = {"skip_empty": flag(True)} if _type == "StringSplit" else {"maxsplit": number(-1)}
    define(
        _type,
        f"input: string, {_name}: string -> indices: int64, values: string, shape: int64",
        attributes=_attribute,
        shape=infer(split_shapes),
        kernel=_kernel,
    )

# Cutting and joining ------------------------------------------------------------------------------


def substrings(node: Any, x: Array, start: Array, length: Array) -> Array:
    if start.shape != length.shape:
        raise invalid(f"pos and len should have the same shape, got: {start.shape}, {length.shape}")
    characters = as_text(node.attrs["unit"]) == "UTF8_CHAR"
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
            raise invalid(f"pos {first} out of range for string b'{as_text(words[index])}'{where}")
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


def joined_along(node: Any, x: Array, axes: Array) -> Array:
    """The strings along the axes, the first axis running fastest."""
    x = np.asarray(x, object)
    order = [axis_of(axis, x.ndim, "ReduceJoin") for axis in numbers(axes)]
    if len(set(order)) != len(order):
        raise invalid(f"Duplicate reduction dimension in {numbers(axes)}")
    if not order:
        return x
    kept = [axis for axis in range(x.ndim) if axis not in order]
    sizes = [x.shape[axis] for axis in kept]
    rows = np.transpose(x, [*kept, *reversed(order)]).reshape(*sizes, -1)
    separator = as_text(node.attrs["separator"]).encode()
    result = np.empty(sizes, object)
    for index in np.ndindex(*sizes):
        result[index] = separator.join(rows[index])
    if not node.attrs["keep_dims"]:
        return result
    return result.reshape([1 if axis in order else n for axis, n in enumerate(x.shape)])


define(
    "Substr",
    "input: string, pos: T, len: T -> output: string",
    T=one_of(INDEX),
    unit=string(b"BYTE"),
    shape=infer(substrings_shape),
    kernel=substrings,
    work=bytes_made,
)
define(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> output: string",
    keep_dims=flag(False),
    separator=string(b""),
    shape=infer(reduction),
    kernel=joined_along,
    work=bytes_made,
)

# Letters and patterns -----------------------------------------------------------------------------


def changed_case(method: str) -> Callable[..., Array]:
    """ASCII letters only, or with encoding="utf-8" all of them."""

    def kernel(node: Any, x: Array) -> Array:
        if as_text(node.attrs["encoding"]) == "utf-8":
            return each(lambda s: getattr(s.decode(), method)().encode(), np.asarray(x, object))
        return each(lambda s: getattr(s, method)(), np.asarray(x, object))

    return kernel


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


def compiled(pattern: Any) -> re.Pattern[bytes]:
    source = pattern.encode() if isinstance(pattern, str) else bytes(pattern)
    try:
        return re.compile(source)
    except re.error as error:
        raise invalid(f"Invalid pattern: {as_text(source)}, error: {error}") from None


def replaced(x: Array, pattern: Any, rewrite: Any, everywhere: bool) -> Array:
    r"""RE2 writes groups in the rewrite as \0 to \9, Python's \g<0> to \g<9>."""
    new = rewrite.encode() if isinstance(rewrite, str) else bytes(rewrite)
    template, found = re.sub(rb"\\([0-9])", rb"\\g<\1>", new), compiled(pattern)
    try:
        return each(
            lambda s: found.sub(template, s, count=0 if everywhere else 1), np.asarray(x, object)
        )
    except (re.error, IndexError) as error:
        raise invalid(f"Invalid rewrite: {as_text(new)}, error: {error}") from None


def matched(x: Array, pattern: Any) -> Array:
    found = compiled(pattern)
    return each(lambda s: found.fullmatch(s) is not None, np.asarray(x, object), bool)


def item(x: Array) -> bytes:
    if np.ndim(x):
        raise invalid(f"Pattern must be scalar, but received {list(np.shape(x))}")
    return bytes(np.asarray(x, object)[()])


# `files`: no file, but a pattern from elsewhere may be made to run for ever.
define(
    "RegexReplace",
    "input: string, pattern: string, rewrite: string -> output: string",
    replace_global=flag(True),
    shape=infer(unchanged),
    kernel=lambda node, x, pattern, rewrite: replaced(
        x, item(pattern), item(rewrite), node.attrs["replace_global"]
    ),
    files=True,
)
define(
    "StaticRegexReplace",
    "input: string -> output: string",
    pattern=string(),
    rewrite=string(),
    replace_global=flag(True),
    shape=infer(unchanged),
    kernel=lambda node, x: replaced(
        x, *(node.attrs[name] for name in ("pattern", "rewrite", "replace_global"))
    ),
    files=True,
)
define(
    "RegexFullMatch",
    "input: string, pattern: string -> output: bool",
    shape=infer(unchanged),
    kernel=lambda node, x, pattern: matched(x, item(pattern)),
    files=True,
)

# Numbers, hashes, base 64 -------------------------------------------------------------------------


def to_numbers(node: Any, x: Array) -> Array:
    dtype = np.dtype(node.output_dtypes[0].as_numpy_dtype)

    def read(one: bytes) -> Any:
        try:
            if b"_" in one:
                raise ValueError
            if dtype.kind == "f":
                is_hex = one.strip().lower().lstrip(b"+-").startswith(b"0x")
                return float.fromhex(as_text(one)) if is_hex else float(one)
            value = int(one)
            if not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
                raise ValueError
            return value
        except (ValueError, OverflowError):
            message = f"StringToNumberOp could not correctly convert string: {as_text(one)}"
            raise invalid(message) from None

    return each(read, np.asarray(x, object), dtype)


def hashed(function: Callable[[bytes], int]) -> Callable[..., Array]:
    return lambda node, x: each(
        lambda s: function(s) % node.attrs["num_buckets"], np.asarray(x, object), np.int64
    )


def to_base64(node: Any, x: Array) -> Array:
    end = b"" if node.attrs["pad"] else b"="
    return each(lambda s: base64.urlsafe_b64encode(s).rstrip(end or None), np.asarray(x, object))


def from_base64(one: bytes) -> bytes:
    try:
        standard = one.rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
        return base64.b64decode(standard + b"=" * (-len(standard) % 4), validate=True)
    except binascii.Error:
        raise invalid("Invalid character found in base64.") from None


define(
    "StringToNumber",
    "string_tensor: string -> output: out_type",
    out_type=one_of([d.float32, d.float64, d.int32, d.int64, d.uint32, d.uint64], d.float32),
    shape=infer(unchanged),
    kernel=to_numbers,
)
for _type, _name, _function in (
    ("StringToHashBucketFast", "input", fingerprint64),
    ("StringToHashBucket", "string_tensor", hash64),
):
    define(
        _type,
        f"{_name}: string -> output: int64",
        num_buckets=number(minimum=1),
        shape=infer(unchanged),
        kernel=hashed(_function),
    )
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
_DECLARED = "StringSplit RegexReplace StringToNumber ReduceJoin StringToHashBucketFast "
_DECLARED += "StringToHashBucket DecodeBase64 EncodeBase64"
_MISSING = "StringSplitV2 Substr StringUpper StringLower StringStrip StaticRegexReplace "
_MISSING += "RegexFullMatch"
no_gradient(_DECLARED)
missing_gradient(_MISSING)
no_tangent(_DECLARED, _MISSING)

# For users ----------------------------------------------------------------------------------------

decode_base64 = public("DecodeBase64", "The bytes that web-safe base 64 stands for.")
encode_base64 = public("EncodeBase64", "Bytes as web-safe base 64, with `=` at the end if `pad`.")
string_strip = public("StringStrip", "Without white space at both ends.")
string_upper = public("StringUpper", "Letters as capitals: ASCII, or all with encoding='utf-8'.")
string_lower = public("StringLower", "Letters as small ones: ASCII, or all with encoding='utf-8'.")
string_to_hash_bucket_fast = public(
    "StringToHashBucketFast", "A number below num_buckets for each string, always the same one."
)


def substr(input: Any, pos: Any, len: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """`len` bytes (characters with unit="UTF8_CHAR") of each string from `pos`."""
    return apply("Substr", name, input=input, pos=pos, len=len, unit=unit)


def string_to_number(
    string_tensor: Any = None, out_type: Any = d.float32, name: str | None = None, input: Any = None
) -> Tensor:
    """The numbers that the strings spell; a run fails where one does not."""
    x = either("input", input, "string_tensor", string_tensor)
    return apply("StringToNumber", name, string_tensor=x, out_type=out_type)


def string_to_hash_bucket(
    string_tensor: Any = None,
    num_buckets: int | None = None,
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """A number below num_buckets for each string."""
    x = either("input", input, "string_tensor", string_tensor)
    return apply("StringToHashBucket", name, string_tensor=x, num_buckets=num_buckets)


def regex_replace(
    input: Any, pattern: Any, rewrite: Any, replace_global: bool = True, name: str | None = None
) -> Tensor:
    r"""Each match of the pattern replaced; \1 in the rewrite is the first group."""
    static = isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes))
    return apply(
        "StaticRegexReplace" if static else "RegexReplace",
        name,
        input=input,
        pattern=pattern,
        rewrite=rewrite,
        replace_global=replace_global,
    )


def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Tensor:
    """Whether the pattern matches all of a string."""
    kind = "StaticRegexFullMatch" if isinstance(pattern, (str, bytes)) else "RegexFullMatch"
    return apply(kind, name, input=input, pattern=pattern)


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: Any = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The strings along the axes (all of them by default) joined."""
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    axis = either("axis", axis, "reduction_indices", reduction_indices)
    with name_scope(None, "ReduceJoin", [inputs, axis]):
        x = convert_to_tensor(inputs)
        if axis is None and x.shape.rank is not None:
            axis = constant(np.arange(x.shape.rank - 1, -1, -1), dtype=d.int32)
        elif axis is None:
            axis = making.range(rank(x) - 1, -1, -1)
        return apply(
            "ReduceJoin",
            name,
            inputs=x,
            reduction_indices=axis,
            keep_dims=bool(keep),
            separator=separator,
        )


def _as_sparse(indices: Tensor, values: Tensor, sizes: Tensor) -> Any:
    from grader.engine.ops.arrays.sparse import SparseTensor

    return SparseTensor(indices, values, sizes)


def string_split(
    source: Any,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> Any:
    """The pieces of each string between delimiters (any byte of them), as a SparseTensor."""
    with name_scope(name, "StringSplit", [source]):
        at = either("sep", sep, "delimiter", delimiter)
        at = convert_to_tensor(" " if at is None else at, dtype=d.string)
        x = convert_to_tensor(source, dtype=d.string)
        require_sparse(result_type)
        return _as_sparse(*apply("StringSplit", input=x, delimiter=at, skip_empty=skip_empty))


def strings_split(
    input: Any = None,
    sep: Any = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> Any:
    """The pieces of each string between separators (white space if none), as a SparseTensor."""
    x = either("input", input, "source", source)
    with name_scope(name, "StringSplit", [x]):
        x = convert_to_tensor(x, dtype=d.string, name="input")
        if x.shape.rank == 0:
            x = apply("ExpandDims", input=x, dim=0)
        require_sparse(result_type)
        at = convert_to_tensor("" if sep is None else sep, dtype=d.string)
        return _as_sparse(*apply("StringSplitV2", input=x, sep=at, maxsplit=maxsplit))


def require_sparse(result_type: str) -> None:
    if result_type == "RaggedTensor":
        raise NotImplementedError("the engine has no RaggedTensor; use result_type='SparseTensor'")
    if result_type != "SparseTensor":
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
