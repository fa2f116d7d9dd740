"""Encodes values as bounded JSON bytes and decodes them. Never pickle.

Encoding runs in the student's kernel, `decode` in the judge, which treats the bytes as hostile:
whatever they contain, `decode` returns an `Evidence` or raises `EvidenceError`.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.cleaning import cleaned, encodable, printable
from grader.evidence.data import (
    Evidence,
    GraphData,
    GraphRef,
    OperationRef,
    Other,
    Raised,
    TensorRef,
    VariableData,
)
from grader.languages import _

MAX_BYTES = 8 * 2**20
MAX_ITEMS = 100_000
MAX_DEPTH = 40
MAX_MARKS = 10 * MAX_ITEMS  # brackets and commas, which become objects of ten times their size
# Of one dictionary or set, besides strings: numbers can be chosen so that all of them collide.
MAX_ODD_KEYS = 1_000
MAX_TEXT = 4_000
NUMERIC_KINDS = "biufc"


class EvidenceError(ValueError):
    """The evidence is too large, or is not what `encode` writes. The message is one sentence."""


# ------------------------------------------------------------------------------------------ encode


class Encoder:
    """Encodes one result; `special` turns a graph object into JSON, or returns None."""

    def __init__(self, special: Callable[[Any], dict[str, Any] | None] = lambda value: None):
        self.special = special
        self.items = 0

    def encode(self, value: Any, depth: int = 0) -> Any:
        self.items += 1
        if self.items > MAX_ITEMS or depth > MAX_DEPTH:
            raise EvidenceError(
                _(
                    "the answer has more than {parts} parts or is nested deeper than {depth}; "
                    "return only what the exercise asks for"
                ).format(parts=MAX_ITEMS, depth=MAX_DEPTH)
            )
        special = self.special(value)
        if special is not None:
            return special
        for kind, write in WRITERS:
            if isinstance(value, kind):
                return write(self, value, depth + 1)
        return {"other": type(value).__name__, "text": safe_text(value)}


def _write_array(encoder: Encoder, value: Any, depth: int) -> Any:
    array = np.array(value, copy=True, subok=False)
    if array.dtype.kind in "OSU":
        flat = [encoder.encode(_plain_string(item), depth) for item in array.ravel().tolist()]
        return {"strings": flat, "shape": list(array.shape)}
    if array.dtype.kind not in NUMERIC_KINDS:
        return {"other": f"array of {array.dtype}", "text": safe_text(value)}
    if array.nbytes > MAX_BYTES:
        raise EvidenceError(
            _("the answer contains an array of {bytes} bytes; at most {most} are accepted").format(
                bytes=array.nbytes, most=MAX_BYTES
            )
        )
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    data = base64.b64encode(np.ascontiguousarray(little).tobytes()).decode("ascii")
    return {"array": data, "dtype": array.dtype.name, "shape": list(array.shape)}


def _plain_string(item: Any) -> Any:
    return item if isinstance(item, (str, bytes)) else Other(type(item).__name__, safe_text(item))


def _write_int(encoder: Encoder, value: int, depth: int) -> Any:
    number = int(value)
    if number.bit_length() > 1024:
        return {"other": "int", "text": "an integer of more than 1024 bits"}
    return number


def _write_float(encoder: Encoder, value: float, depth: int) -> Any:
    number = float(value)
    return number if math.isfinite(number) else {"float": repr(number)}


def _write_dict(encoder: Encoder, value: Mapping[Any, Any], depth: int) -> Any:
    return {
        "dict": [
            [encoder.encode(key, depth), encoder.encode(item, depth)] for key, item in value.items()
        ]
    }


def _write_raised(encoder: Encoder, value: Raised, depth: int) -> Any:
    return {
        "raised": value.type[:MAX_TEXT],
        "message": value.message[:MAX_TEXT],
        "line": value.line[:MAX_TEXT],
        "function": value.function[:MAX_TEXT],
    }


# In this order: a bool is an int, a NumPy float64 is a float, a namedtuple is a tuple.
WRITERS: tuple[tuple[Any, Callable[[Encoder, Any, int], Any]], ...] = (
    (type(None), lambda encoder, value, depth: None),
    (bool, lambda encoder, value, depth: bool(value)),
    ((np.ndarray, np.generic), _write_array),
    (int, _write_int),
    (float, _write_float),
    (complex, lambda encoder, value, depth: {"complex": [value.real, value.imag]}),
    (str, lambda encoder, value, depth: str(value)),
    (
        (bytes, bytearray),
        lambda encoder, value, depth: {"bytes": base64.b64encode(value).decode("ascii")},
    ),
    (list, lambda encoder, value, depth: [encoder.encode(item, depth) for item in value]),
    (
        tuple,
        lambda encoder, value, depth: {"tuple": [encoder.encode(item, depth) for item in value]},
    ),
    (
        (set, frozenset),
        lambda encoder, value, depth: {"set": [encoder.encode(item, depth) for item in value]},
    ),
    (Mapping, _write_dict),
    (Raised, _write_raised),
    (Other, lambda encoder, value, depth: {"other": value.type, "text": value.text[:MAX_TEXT]}),
)


def safe_text(value: Any) -> str:
    """`repr(value)`, truncated to a readable length; also for objects whose repr fails."""
    try:
        return repr(value)[:200]
    except Exception:
        return "an object whose repr() raises an error"


def to_bytes(document: Any) -> bytes:
    """A JSON document as bytes. Raises EvidenceError for more than `MAX_BYTES`."""
    data = json.dumps(document, allow_nan=False, separators=(",", ":")).encode("utf-8")
    if len(data) > MAX_BYTES:
        raise EvidenceError(
            _("the answer takes {bytes} bytes; at most {most} are accepted").format(
                bytes=len(data), most=MAX_BYTES
            )
        )
    return data


# ------------------------------------------------------------------------------------------ decode


def decode(data: bytes) -> Evidence:
    """The `Evidence` in `data`. Raises EvidenceError for anything that `encode` would not write."""
    document = from_bytes(data)
    try:
        graphs = tuple(_read_graph(graph) for graph in document["graphs"])
        evidence = Evidence(read(document["result"]), graphs)
    except EvidenceError:
        raise
    except (LookupError, TypeError, ValueError, RecursionError, AttributeError) as error:
        raise EvidenceError(
            _("the data sent to the judge is malformed: {error}").format(
                error=f"{type(error).__name__}: {error}"
            )
        ) from None
    return evidence


def from_bytes(data: bytes) -> Any:
    """The JSON document in `data`, which may have at most `MAX_BYTES`."""
    if len(data) > MAX_BYTES:
        raise EvidenceError(
            _(
                "the data sent to the judge is {bytes} bytes long; at most {most} are accepted"
            ).format(bytes=len(data), most=MAX_BYTES)
        )
    if sum(map(data.count, (b"[", b"{", b","))) > MAX_MARKS:
        raise EvidenceError(_("the data sent to the judge has too many parts"))
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise EvidenceError(
            _("the data sent to the judge is not JSON: {error}").format(error=error)
        ) from None


def read(document: Any, depth: int = 0) -> Any:
    """The value that `Encoder.encode` wrote as `document`."""
    if depth > 2 * MAX_DEPTH:
        raise EvidenceError(_("the data sent to the judge is nested too deeply"))
    if isinstance(document, str):
        return encodable(document)  # a value is shown by its `repr`
    if document is None or isinstance(document, (bool, int, float)):
        return document
    if isinstance(document, list):
        return [read(item, depth + 1) for item in document]
    if not isinstance(document, dict):
        raise EvidenceError(_("the data sent to the judge is malformed"))
    for key, reader in READERS.items():
        if key in document:
            return reader(document, depth + 1)
    raise EvidenceError(
        _("the data sent to the judge has a part of unknown kind: {found}").format(
            found=sorted(document)[:3]
        )
    )


def _read_array(document: dict[str, Any], depth: int) -> np.ndarray:
    dtype = np.dtype(_text(document["dtype"]))
    if dtype.kind not in NUMERIC_KINDS:
        raise EvidenceError(
            _("the data sent to the judge has an array of type {dtype}").format(dtype=dtype)
        )
    try:
        raw = base64.b64decode(document["array"], validate=True)
    except binascii.Error as error:
        raise EvidenceError(
            _("the data sent to the judge has a broken array: {error}").format(error=error)
        ) from None
    return np.frombuffer(raw, dtype.newbyteorder("<")).astype(dtype).reshape(_shape(document))


def _read_strings(document: dict[str, Any], depth: int) -> np.ndarray:
    items = [read(item, depth) for item in document["strings"]]
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array.reshape(_shape(document))


def _shape(document: dict[str, Any]) -> tuple[int, ...]:
    shape = document["shape"]
    if len(shape) > 32 or not all(type(size) is int and size >= 0 for size in shape):
        raise EvidenceError(_("the data sent to the judge has an array with an impossible shape"))
    return tuple(shape)


def _read_dict(document: dict[str, Any], depth: int) -> dict[Any, Any]:
    keys = _keys([key for key, _item in document["dict"]], depth)
    values = [read(item, depth) for _key, item in document["dict"]]
    return dict(zip(keys, values, strict=True))


def _read_set(document: dict[str, Any], depth: int) -> frozenset[Any]:
    return frozenset(_keys(document["set"], depth))


def _keys(documents: list[Any], depth: int) -> list[Any]:
    if sum(not isinstance(document, str) for document in documents) > MAX_ODD_KEYS:
        raise EvidenceError(
            _("the answer has a dictionary or a set with more than {count} keys").format(
                count=MAX_ODD_KEYS
            )
        )
    return [_hashable(read(document, depth)) for document in documents]


def _hashable(key: Any) -> Any:
    try:
        hash(key)
    except TypeError:
        return str(key)
    return key


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise EvidenceError(_("the data sent to the judge is malformed: a string was expected"))
    return cleaned(value)


def _name(value: Any) -> str:
    return printable(_text(value))


def _graph_number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1000:
        raise EvidenceError(_("the data sent to the judge refers to a graph that does not exist"))
    return value


def _read_tensor(document: dict[str, Any], depth: int) -> TensorRef:
    shape = document["shape"]
    if shape is not None:
        if not all(size is None or type(size) is int for size in shape):
            raise EvidenceError(
                _("the data sent to the judge has a tensor with an impossible shape")
            )
        shape = tuple(shape)
    return TensorRef(
        _graph_number(document["graph"]),
        _name(document["tensor"]),
        _text(document["dtype"]),
        shape,
        bool(document["variable"]),
    )


READERS: dict[str, Callable[[dict[str, Any], int], Any]] = {
    "float": lambda document, depth: float(_text(document["float"])),
    "complex": lambda document, depth: complex(*document["complex"]),
    "bytes": lambda document, depth: base64.b64decode(document["bytes"], validate=True),
    "tuple": lambda document, depth: tuple(read(item, depth) for item in document["tuple"]),
    "set": _read_set,
    "dict": _read_dict,
    "array": _read_array,
    "strings": _read_strings,
    "tensor": _read_tensor,
    "operation": lambda document, depth: OperationRef(
        _graph_number(document["graph"]), _name(document["operation"]), _name(document["type"])
    ),
    "whole_graph": lambda document, depth: GraphRef(_graph_number(document["whole_graph"])),
    "raised": lambda document, depth: Raised(
        _name(document["raised"]),
        _text(document["message"]),
        _name(document["line"]),
        _name(document["function"]),
    ),
    "other": lambda document, depth: Other(_name(document["other"]), _name(document["text"])),
}


def _read_graph(document: dict[str, Any]) -> GraphData:
    variables = tuple(
        VariableData(
            _name(variable["name"]),
            _name(variable["initializer"]),
            _name(variable["value"]),
            bool(variable["trainable"]),
        )
        for variable in document["variables"]
    )
    return GraphData(base64.b64decode(document["graph_def"], validate=True), variables)
