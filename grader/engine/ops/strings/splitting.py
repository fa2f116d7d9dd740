"""Splitting strings at separators; the pieces of each string are a row of a sparse tensor."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import name_scope
from grader.engine.ops.arrays.sparse import SparseTensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import Shape, with_rank
from grader.engine.ops.strings.kernels import Array
from grader.engine.registry import (
    define,
    flag,
    missing_gradient,
    no_gradient,
    no_tangent,
    number,
)

__all__ = ["string_split"]

# Kernels and shapes -------------------------------------------------------------------------------


def split(node: Any, x: Array, delimiter: Array) -> tuple[Array, Array, Array]:
    """Splits at every byte of the delimiter, or after every byte if it is empty."""
    at = require_vector(x, delimiter)
    pattern = re.compile(b"[" + re.escape(at) + b"]") if at else None
    rows = []
    for one in x:
        pieces = pattern.split(one) if pattern else [one[i : i + 1] for i in range(len(one))]
        keep_empty = one and not node.attrs["skip_empty"]
        rows.append([piece for piece in pieces if piece or keep_empty])
    return sparse_rows(rows)


def split_at(node: Any, x: Array, separator: Array) -> tuple[Array, Array, Array]:
    """Splits like Python: at the whole separator, or at white space if it is empty."""
    at = require_vector(x, separator) or None
    return sparse_rows([one.split(at, node.attrs["maxsplit"]) for one in x])


def require_vector(x: Array, separator: Array) -> bytes:
    """The separator. Raises InvalidArgumentError unless x is a vector and the separator a scalar."""
    if x.ndim != 1:
        raise invalid(f"input must be a vector, got shape: {list(x.shape)}")
    if np.ndim(separator):
        raise invalid(f"delimiter must be a scalar, got shape: {list(np.shape(separator))}")
    return bytes(np.asarray(separator, object)[()])


def sparse_rows(rows: list[list[bytes]]) -> tuple[Array, Array, Array]:
    """The pieces of each row as a sparse matrix: indices, values, shape."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    values = np.empty(len(places), object)
    values[:] = [piece for row in rows for piece in row]
    sizes = (len(rows), max(map(len, rows), default=0))
    return np.array(places, np.int64).reshape(-1, 2), values, np.array(sizes, np.int64)


def split_shapes(c: Any) -> list[Shape]:
    with_rank(c.shape(0), 1)
    with_rank(c.shape(1), 0)
    return [(None, 2), (None,), (2,)]


# The entries --------------------------------------------------------------------------------------

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
no_gradient("StringSplit")
missing_gradient("StringSplitV2")
no_tangent("StringSplit StringSplitV2")

# For users ----------------------------------------------------------------------------------------


def string_split(
    source: Any,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> Any:
    """The pieces between delimiters (every byte of `sep` is one), as a SparseTensor."""
    with name_scope(name, "StringSplit", [source]):
        at = either("sep", sep, "delimiter", delimiter)
        at = convert_to_tensor(" " if at is None else at, dtype=d.string)
        x = convert_to_tensor(source, dtype=d.string)
        require_sparse(result_type)
        return SparseTensor(*apply("StringSplit", input=x, delimiter=at, skip_empty=skip_empty))


def strings_split(
    input: Any = None,
    sep: Any = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> Any:
    """The pieces between separators (white space by default), as a SparseTensor."""
    x = either("input", input, "source", source)
    with name_scope(name, "StringSplit", [x]):
        x = convert_to_tensor(x, dtype=d.string, name="input")
        if x.shape.rank == 0:
            x = apply("ExpandDims", input=x, dim=0)
        require_sparse(result_type)
        at = convert_to_tensor("" if sep is None else sep, dtype=d.string)
        return SparseTensor(*apply("StringSplitV2", input=x, sep=at, maxsplit=maxsplit))


def require_sparse(result_type: str) -> None:
    if result_type == "RaggedTensor":
        raise NotImplementedError("the engine has no RaggedTensor; use result_type='SparseTensor'")
    if result_type != "SparseTensor":
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
