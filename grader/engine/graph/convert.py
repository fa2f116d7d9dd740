"""Conversion of Python values to tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.dtypes import DType
from grader.engine.core.protos import make_tensor_proto
from grader.engine.core.shapes import Dimension, TensorShape
from grader.engine.graph.graph import Graph, Operation, Tensor, get_default_graph
from grader.engine.registry import lookup

# Classes whose objects convert to tensors: `convert(value, dtype, name, as_ref)`.
_CONVERSIONS: list[tuple[type, Callable[..., Any]]] = []

# Those of them that a list is packed for, as for tensors.
_PACKED: list[type] = []

# Packs a list that holds tensors into one: `pack(values, dtype, name)`. It is in build.py, because it
# makes operations, which convert their inputs in turn.
_packer: list[Callable[..., Tensor]] = []


def packs_lists(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """A decorator: the function packs lists that hold tensors."""
    _packer[:] = [function]
    return function


def register_tensor_conversion_function(
    base_type: Any, conversion_func: Callable[..., Any]
) -> None:
    """Makes values of `base_type` usable as tensors: `conversion_func(value, dtype, name, as_ref)`."""
    _CONVERSIONS.append((base_type, conversion_func))


def packed_in_lists(kind: type) -> None:
    """Makes lists with values of `kind` convert to a Pack, as lists with tensors do."""
    _PACKED.append(kind)


def constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    name: str = "Const",
    verify_shape: bool = False,
) -> Tensor:
    """A Const operation's output, as `tf.constant`.

    Python numbers become int32 or float32 unless `dtype` says otherwise; with `shape`, one element
    fills it. Raises TypeError for values that do not fit `dtype`, ValueError for ragged ones.
    """
    return make_constant(get_default_graph(), value, dtype, shape, name, verify_shape)


def make_constant(
    graph: Graph, value: Any, dtype: Any, shape: Any, name: str, verify_shape: bool = False
) -> Tensor:
    """`constant`, in a given graph."""
    if shape is not None:
        shape = [int(size) for size in shape]
    proto = make_tensor_proto(value, dtype, shape, verify_shape)
    stored = dtypes.as_dtype(proto.dtype)
    attributes = {"value": proto, "dtype": stored}
    return graph.create(lookup("Const"), [], attributes, [stored], name).outputs[0]


def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
    as_ref: bool = False,
) -> Tensor:
    """`value` as a tensor, as `tf.convert_to_tensor`. A value that has a type is never cast.

    preferred_dtype, dtype_hint: the type for Python values that fit it.
    Raises ValueError for a tensor whose type is not `dtype`, TypeError or ValueError for values that
    cannot be converted (a function, None, a ragged list).
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    hint = preferred_dtype if preferred_dtype is not None else dtype_hint
    if isinstance(value, Tensor):
        return _checked(value, wanted)
    if hint is not None and wanted is None:
        try:
            return convert_value(value, dtypes.as_dtype(hint).base_dtype, name, as_ref)
        except (TypeError, ValueError):
            pass
    return convert_value(value, wanted, name, as_ref)


def convert_value(value: Any, dtype: DType | None, name: str | None, as_ref: bool) -> Tensor:
    """`value` as a tensor of exactly `dtype` (of the type that TensorFlow chooses if it is None)."""
    for kind, conversion in _CONVERSIONS:
        if isinstance(value, kind):
            return _checked(conversion(value, dtype, name, as_ref), dtype)
    if isinstance(value, Tensor):
        return _checked(value, dtype)
    if isinstance(value, (TensorShape, Dimension)):
        return _shape_as_tensor(value, dtype, name)
    if isinstance(value, Operation):
        raise TypeError(f"can't convert Operation '{value.name}' to Tensor")
    if isinstance(value, (list, tuple)) and _holds_tensors(value):
        return _packer[0](value, dtype, name)
    base = None if dtype is None else dtype.base_dtype
    return constant(value, base, name=name or "Const")


def _checked(tensor: Tensor, dtype: DType | None) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(tensor.dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {dtype.name} for Tensor with dtype "
            f"{tensor.dtype.name}: {tensor!r}. Use tf.cast to change the type."
        )
    return tensor


def _holds_tensors(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_holds_tensors(item) for item in value)
    return is_packed(value)


def _shape_as_tensor(value: Any, dtype: DType | None, name: str | None) -> Tensor:
    """A static shape, or one of its sizes, as a constant: int32, or int64 if it is large."""
    is_shape = isinstance(value, TensorShape)
    if dtype not in (None, dtypes.int32, dtypes.int64):
        raise TypeError(
            f"Cannot convert {type(value).__name__} {value} to dtype {dtype}. Allowed dtypes are "
            "tf.int32 and tf.int64."
        )
    if is_shape and not value.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {value} to a Tensor.")
    if not is_shape and value.value is None:
        raise ValueError(f"Cannot convert unknown Dimension {value} to a Tensor.")
    numbers = value.as_list() if is_shape else value.value
    large = any(size >= 2**31 for size in (numbers if is_shape else [numbers]))
    natural = dtypes.int64 if large else dtypes.int32
    return constant(numbers, dtype or natural, name=name or "shape_as_tensor")


def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor, or converts to one as a variable does."""
    return isinstance(x, Tensor) or any(isinstance(x, kind) for kind, _ in _CONVERSIONS)


def is_packed(x: Any) -> bool:
    """Whether a list with `x` in it becomes a Pack: a tensor or a variable, but no IndexedSlices."""
    return isinstance(x, (Tensor, *_PACKED))


def dtype_of_tensors(value: Any) -> DType | None:
    """The type of the first tensor in a nested list, or None."""
    if isinstance(value, (list, tuple)):
        for item in value:
            of_item = dtype_of_tensors(item)
            if of_item is not None:
                return of_item
        return None
    if is_packed(value):
        return value.dtype.base_dtype
    return None
