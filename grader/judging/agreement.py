"""Compares two observations: numbers up to float32 rounding, structures part by part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import GraphRef, OperationRef, Other, Raised, TensorRef

RELATIVE_TOLERANCE = 1e-4
ABSOLUTE_TOLERANCE = 1e-6
REFERENCES = (TensorRef, OperationRef, GraphRef)


def agree(expected: Any, got: Any) -> bool:
    """Whether `got` agrees with `expected`.

    Numbers and arrays: equal shapes, and values that differ by at most 1e-4 of the largest expected
    magnitude (float32 rounding after some hundred operations); integers exactly. A bool agrees only
    with a bool, a string only with a string. Lists, tuples and arrays agree if their parts do.
    Two exceptions agree if their classes have the same name. Values that cannot be encoded
    (`Other`) agree with nothing.
    """
    if isinstance(expected, Raised) or isinstance(got, Raised):
        return (
            isinstance(expected, Raised) and isinstance(got, Raised) and expected.type == got.type
        )
    if isinstance(expected, Other) or isinstance(got, Other):
        return False
    if expected is None or got is None:
        return expected is None and got is None
    if isinstance(expected, REFERENCES) or isinstance(got, REFERENCES):
        return type(expected) is type(got) and bool(expected == got)
    if isinstance(expected, Mapping) or isinstance(got, Mapping):
        return _mappings_agree(expected, got)
    if isinstance(expected, (set, frozenset)) or isinstance(got, (set, frozenset)):
        sets = isinstance(expected, (set, frozenset)) and isinstance(got, (set, frozenset))
        return sets and expected == got
    if isinstance(expected, (list, tuple)) or isinstance(got, (list, tuple)):
        return _sequences_agree(expected, got)
    return _leaves_agree(expected, got)


def _mappings_agree(expected: Any, got: Any) -> bool:
    if not (isinstance(expected, Mapping) and isinstance(got, Mapping)):
        return False
    return expected.keys() == got.keys() and all(agree(expected[key], got[key]) for key in expected)


def _sequences_agree(expected: Any, got: Any) -> bool:
    parts = [_parts(expected), _parts(got)]
    if parts[0] is None or parts[1] is None or len(parts[0]) != len(parts[1]):
        return False
    return all(agree(one, other) for one, other in zip(*parts, strict=True))


def _parts(value: Any) -> list[Any] | None:
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, np.ndarray) and value.ndim > 0:
        return list(value)
    return None


def _leaves_agree(expected: Any, got: Any) -> bool:
    one, other = _array(expected), _array(got)
    if one is None or other is None or one.shape != other.shape:
        return False
    kinds = {_kind(one), _kind(other)}
    if kinds <= {"integer"} or kinds == {"bool"}:
        return bool(np.array_equal(one, other))
    if kinds <= {"integer", "float"}:
        return _close(one.astype(np.complex128), other.astype(np.complex128))
    if kinds == {"text"}:
        return [_as_text(item) for item in one.ravel()] == [
            _as_text(item) for item in other.ravel()
        ]
    return False


def _array(value: Any) -> np.ndarray | None:
    if isinstance(value, (bool, int, float, complex, str, bytes, np.ndarray, np.generic)):
        if isinstance(value, (str, bytes)):
            array = np.empty((), dtype=object)
            array[()] = value
            return array
        return np.asarray(value)
    return None


def _kind(array: np.ndarray) -> str:
    kinds = {"b": "bool", "i": "integer", "u": "integer", "f": "float", "c": "float"}
    return kinds.get(array.dtype.kind, "text" if array.dtype.kind == "O" else "other")


def _as_text(item: Any) -> Any:
    return item.encode("utf-8", "surrogatepass") if isinstance(item, str) else item


def _close(expected: np.ndarray, got: np.ndarray) -> bool:
    finite = np.abs(expected[np.isfinite(expected)])
    scale = float(finite.max()) if finite.size else 0.0
    tolerance = ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * scale
    return bool(np.allclose(got, expected, rtol=0.0, atol=tolerance, equal_nan=True))
