"""Square brackets after a tensor: `x[0]`, `x[1:, ::2]`, `x[..., tf.newaxis]`, `x[i]`, `x[mask]`."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.shapes import Dimension
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.late import tf

__all__ = ["newaxis"]

newaxis = None

ALLOWED = (
    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
    "tf.int32/tf.int64 tensors are valid indices"
)
INDEX_TYPES = (d.int16, d.int32, d.int64)


class Brackets:
    """The arguments of a StridedSlice, collected one position at a time."""

    def __init__(self) -> None:
        self.begin: list[Any] = []
        self.end: list[Any] = []
        self.strides: list[Any] = []
        kinds = ("begin", "end", "shrink_axis", "new_axis", "ellipsis")
        self.masks = {f"{kind}_mask": 0 for kind in kinds}

    def add(self, begin: Any, end: Any, stride: Any, *masks: str) -> None:
        for mask in masks:
            self.masks[mask] |= 1 << len(self.begin)
        self.begin.append(begin)
        self.end.append(end)
        self.strides.append(stride)


def getitem(tensor: Any, key: Any) -> Tensor:
    """`tensor[key]`. Raises TypeError for an invalid index."""
    tensor = convert_to_tensor(tensor)
    if is_mask(key):
        return tf.boolean_mask(tensor, key)
    parts = key if isinstance(key, (list, tuple)) else [key]
    brackets = Brackets()
    for part in parts:
        add_part(brackets, part)
    values = [tensor, *brackets.begin, *brackets.end, *brackets.strides]
    with name_scope(None, "strided_slice", values) as scope:
        begin, end, strides = packed(brackets)
        return tf.strided_slice(tensor, begin, end, strides, name=scope, **brackets.masks)


def is_mask(key: Any) -> bool:
    if isinstance(key, bool):
        return True
    return isinstance(key, (Tensor, np.ndarray)) and key.dtype == (
        d.bool if isinstance(key, Tensor) else np.bool_
    )


def add_part(brackets: Brackets, part: Any) -> None:
    """One position: a slice, an Ellipsis, a new axis, or an integer."""
    if isinstance(part, builtins.slice):
        add_slice(brackets, part)
    elif part is Ellipsis:
        brackets.add(0, 0, 1, "ellipsis_mask")
    elif part is newaxis:
        brackets.add(0, 0, 1, "new_axis_mask")
    else:
        require_index(part)
        wide = isinstance(part, Tensor) and part.dtype in (d.int16, d.int64)
        stride = constant(1, dtype=part.dtype) if wide else None
        brackets.add(part, part + 1, 1 if stride is None else stride, "shrink_axis_mask")


def add_slice(brackets: Brackets, part: builtins.slice) -> None:
    """A slice; a missing start or stop is masked, with 0 as a stand-in."""
    kinds = [end.dtype for end in (part.start, part.stop, part.step) if isinstance(end, Tensor)]
    dtype = next((kind for kind in (d.int64, d.int32, d.int16) if kind in kinds), None)
    masks = []
    ends: list[Any] = []
    for value, missing, mask in (
        (part.start, 0, "begin_mask"),
        (part.stop, 0, "end_mask"),
        (part.step, 1, None),
    ):
        if value is None or (isinstance(value, Dimension) and value.value is None):
            ends.append(missing if dtype is None else constant(missing, dtype=dtype))
            if mask is not None:
                masks.append(mask)
        else:
            require_index(value)
            ends.append(value)
    brackets.add(*ends, *masks)


def require_index(value: Any) -> None:
    if isinstance(value, (int, np.integer, Dimension)):
        return
    dtype = getattr(value, "dtype", None)
    shape = getattr(value, "shape", None)
    if dtype is None or not known_index_type(dtype) or (shape and len(shape) == 1):
        raise TypeError(f"{ALLOWED}, got {value!r}")


def known_index_type(dtype: Any) -> bool:
    try:
        return d.as_dtype(dtype).base_dtype in INDEX_TYPES
    except TypeError:
        return False


def packed(brackets: Brackets) -> tuple[Any, Any, Any]:
    """begin, end and strides as vectors of one integer type."""
    if not brackets.begin:
        empty = constant([], dtype=d.int32)
        return empty, empty, empty
    vectors = [tf.stack(part) for part in (brackets.begin, brackets.end, brackets.strides)]
    if any(vector.dtype == d.int64 for vector in vectors):
        vectors = [
            vector if vector.dtype == d.int64 else apply("Cast", x=vector, DstT=d.int64)
            for vector in vectors
        ]
    return vectors[0], vectors[1], vectors[2]
