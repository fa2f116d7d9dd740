"""Lines of comma-separated values parsed in a graph: tf.decode_csv.

Source: tensorflow/core/kernels/decode_csv_op.cc.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.data.raw_bytes import c_name
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.strings import as_number
from grader.engine.registry import (
    define,
    flag,
    many_types,
    missing_gradient,
    no_tangent,
    numbers,
    string,
)

__all__ = ["decode_csv"]


def fields(line: bytes, delimiter: bytes, quotes: bool, columns: Sequence[int]) -> list[bytes]:
    """The fields of a line; if `columns` are given, only those. A quoted field may hold delimiters."""
    texts: list[bytes] = []
    at = index = 0
    while at < len(line):
        if line[at] in b"\r\n":
            at += 1
            continue
        wanted = not columns or columns[len(texts)] == index
        if quotes and line[at] == ord('"'):
            field, at = quoted_field(line, at + 1, delimiter)
        else:
            end = line.find(delimiter, at)
            field = line[at:end] if end >= 0 else line[at:]
            at += len(field) + 1
            if b"\r" in field or b"\n" in field or (quotes and b'"' in field):
                raise invalid("Unquoted fields cannot have quotes/CRLFs inside")
        index += 1
        if wanted:
            texts.append(field)
            if len(texts) == len(columns):
                return texts
    if line.endswith(delimiter) and (not columns or columns[len(texts)] == index):
        texts.append(b"")
    return texts


def quoted_field(line: bytes, at: int, delimiter: bytes) -> tuple[bytes, int]:
    """The field whose first quote is before `at`, and the place of the next one."""
    parts, last = [], len(line) - 1
    while at < last and line[at : at + 2] != b'"' + delimiter:
        end = line.find(b'"', at, last)
        if end == at:
            if line[at + 1] != ord('"'):
                raise invalid("Quote inside a string has to be escaped by another quote")
            parts.append(b'"')
            at += 2
        else:
            end = last if end < 0 else end
            parts.append(line[at:end])
            at = end
    if line[at : at + 1] != b'"' or line[at + 1 : at + 2] not in (b"", delimiter):
        raise invalid("Quoted field has to end with quote followed by delim or end")
    return b"".join(parts), at + 2


def decode(node: Any, records: Any, *defaults: Any) -> tuple[np.ndarray, ...]:
    """One output per field: its values in all records."""
    delimiter, columns = node.attrs["field_delim"], node.attrs["select_cols"]
    types, missing = node.output_dtypes, (b"", node.attrs["na_value"])
    if len(delimiter) != 1:
        raise invalid("field_delim should be only 1 char")
    if columns and len(columns) != len(types):
        raise invalid("select_cols should match output size")
    if any(a >= b for a, b in pairwise([-1, *columns])):
        raise invalid("select_cols should be strictly increasing indices")
    for index, default in enumerate(defaults):
        if np.ndim(default) > 1:
            raise invalid("Each record default should be at most rank 1")
        if np.size(default) > 1:
            size = np.size(default)
            raise invalid(f"There should only be 1 default per field but field {index} has {size}")
    outputs = [np.empty(np.shape(records), dtype.as_numpy_dtype) for dtype in types]
    for row, record in enumerate(np.ravel(records)):
        texts = fields(record, delimiter, node.attrs["use_quote_delim"], columns)
        if len(texts) != len(types):
            raise invalid(f"Expect {len(types)} fields but have {len(texts)} in record {row}")
        for index, (text, default) in enumerate(zip(texts, defaults, strict=True)):
            if text in missing:
                if not np.size(default):
                    raise invalid(f"Field {index} is required but missing in record {row}!")
                value = np.ravel(default)[0]
            else:
                value = _value(text, types[index], f"Field {index} in record {row}")
            outputs[index].flat[row] = value
    return tuple(outputs)


def _value(text: bytes, dtype: d.DType, place: str) -> Any:
    if dtype is d.string:
        return text
    try:
        return as_number(text, np.dtype(dtype.as_numpy_dtype))
    except (ValueError, OverflowError):
        shown = text.decode(errors="replace")
        raise invalid(f"{place} is not a valid {c_name(dtype)}: {shown}") from None


def same_shapes(c: Any) -> Any:
    for index in range(1, len(c.op.inputs)):
        shape = c.shape(index)
        if shape is not None and len(shape) > 1:
            raise ValueError(f"Shape must be at most rank 1 but is rank {len(shape)}")
        if shape and shape[0] is not None and shape[0] > 1:
            raise ValueError(
                "Shape of a default must be a length-0 or length-1 vector, or a scalar."
            )
    return [c.shape(0)] * len(c.op.outputs)


def looking_at_each_byte(op: Any, given: Any) -> int:
    """Python looks at each byte of each line, and at each field."""
    lines = op.inputs[0].value
    return 60 * sum(map(len, lines.flat)) + 1500 * lines.size * len(op.outputs)


define(
    "DecodeCSV",
    "records: string, record_defaults: OUT_TYPE -> output: OUT_TYPE",
    OUT_TYPE=many_types(1, allowed=[d.float32, d.float64, d.int32, d.int64, d.string]),
    field_delim=string(b","),
    use_quote_delim=flag(True),
    na_value=string(b""),
    select_cols=numbers([]),
    shape=infer(same_shapes),
    kernel=decode,
    work=looking_at_each_byte,
)
missing_gradient("DecodeCSV")
no_tangent("DecodeCSV")


def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[TensorLike],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
) -> list[Tensor]:
    """The columns of lines of comma-separated values, each of the shape of `records`.

    record_defaults: for each column a value, which gives its type and stands for an empty field (or
    `na_value`), or an empty vector where a field must not be empty. select_cols: the columns to return.
    """
    columns = [] if select_cols is None else list(select_cols)
    if any(a >= b for a, b in pairwise(columns)):
        raise ValueError("select_cols is not strictly increasing.")
    if select_cols is not None and columns[0] < 0:
        raise ValueError("select_cols contains negative values.")
    if select_cols is not None and len(columns) != len(record_defaults):
        raise ValueError("Length of select_cols and record_defaults do not match.")
    fields = apply(
        "DecodeCSV",
        name,
        records=records,
        record_defaults=record_defaults,
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=columns,
    )
    return fields if isinstance(fields, list) else [fields]
