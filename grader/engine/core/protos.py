"""Constants as TensorProto messages, in the layout that TensorFlow's Python layer chooses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.dtypes import DType
from grader.engine.core.messages import TensorProto
from grader.engine.core.nest import leaves
from grader.engine.core.shapes import as_shape

# Types whose arrays of several elements are stored as one block of bytes.
BLOCK_TYPES = (dtypes.INTEGERS - {dtypes.uint16}) | {
    dtypes.bfloat16,
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
}

# The repeated field that holds single elements, and how they are written into it.
FIELDS: dict[DType, tuple[str, Callable[[np.ndarray], Any]]] = {
    dtypes.float32: ("float_val", np.ndarray.tolist),
    dtypes.float64: ("double_val", np.ndarray.tolist),
    dtypes.float16: ("half_val", lambda flat: flat.view(np.uint16).tolist()),
    dtypes.bfloat16: ("half_val", lambda flat: flat.view(np.uint16).tolist()),
    dtypes.int64: ("int64_val", np.ndarray.tolist),
    dtypes.uint32: ("uint32_val", np.ndarray.tolist),
    dtypes.uint64: ("uint64_val", np.ndarray.tolist),
    dtypes.bool: ("bool_val", np.ndarray.tolist),
    dtypes.string: ("string_val", lambda flat: [as_bytes(item) for item in flat.tolist()]),
    dtypes.complex64: ("scomplex_val", lambda flat: flat.view(np.float32).tolist()),
    dtypes.complex128: ("dcomplex_val", lambda flat: flat.view(np.float64).tolist()),
} | dict.fromkeys(
    (dtypes.int32, dtypes.int16, dtypes.int8, dtypes.uint16, dtypes.uint8),
    ("int_val", np.ndarray.tolist),
)

# The Python values that each kind of type accepts without an explicit cast.
_TAKES: tuple[tuple[Callable[[DType], bool], tuple[type, ...]], ...] = (
    (lambda dtype: dtype.is_integer, (int, np.integer)),
    (lambda dtype: dtype.is_floating, (int, float, np.integer, np.floating)),
    (lambda dtype: dtype.is_complex, (int, float, complex, np.number)),
    (lambda dtype: dtype.is_bool, (bool, np.bool_)),
    (lambda dtype: dtype is dtypes.string, (str, bytes)),
)


def as_bytes(item: Any) -> bytes:
    """A string as UTF-8 bytes; TypeError for anything else."""
    if isinstance(item, bytes):
        return item
    if isinstance(item, str):
        return item.encode("utf-8")
    raise TypeError(f"Expected binary or unicode string, got {item!r}")


def make_tensor_proto(
    values: Any,
    dtype: Any = None,
    shape: Any = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> TensorProto:
    """A TensorProto with `values`, as `tf.make_tensor_proto`.

    Python numbers become float32 and int32 (int64 where they do not fit) unless `dtype` says
    otherwise. With `shape`, one element fills it.
    Raises TypeError for values of the wrong type, ValueError for ragged or too many values.
    """
    if isinstance(values, TensorProto):
        return values
    wanted = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
    array = as_array(values, wanted, shape)
    found = dtypes.as_dtype(array.dtype)
    if wanted is not None and wanted != found:
        raise TypeError(f"`dtype` {wanted} is not compatible with {values} of dtype {array.dtype}.")
    sizes = list(array.shape) if shape is None else [int(size) for size in shape]
    count = math.prod(sizes)
    if verify_shape and list(array.shape) != sizes:
        raise TypeError(f"Expected Tensor's shape: {tuple(sizes)}, but got {array.shape}.")
    if allow_broadcast and array.shape not in ((), (1,)) and array.size != count:
        raise TypeError(f"Expected Tensor's shape: {tuple(sizes)}, but got {array.shape}.")
    if array.size > count:
        raise ValueError(
            f"Too many elements provided. Takes at most {count}, but got {array.size}."
        )
    proto = TensorProto(dtype=found.as_datatype_enum, tensor_shape=as_shape(sizes).as_proto())
    if array.size == count and count > 1 and found in BLOCK_TYPES:
        proto.tensor_content = array.tobytes()
    else:
        field, write = FIELDS[found]
        try:
            getattr(proto, field).extend(write(np.ascontiguousarray(array).ravel()))
        except TypeError:
            raise TypeError(
                f"Failed to convert elements of {values} to Tensor. Use elements of one supported "
                "type: numbers, Booleans or strings."
            ) from None
    return proto


def as_array(values: Any, dtype: DType | None, shape: Any = None) -> np.ndarray:
    """`values` as an array of the type that TensorFlow would choose (or of `dtype`)."""
    if is_array_like(values):
        array = np.asarray(values)
        if dtype is not None:
            with np.errstate(all="ignore"):
                array = array.astype(dtype.as_numpy_dtype)
        return _as_objects(array) if array.dtype.kind in "SU" else array
    if values is None:
        raise ValueError("None values not supported.")
    numpy_type = None if dtype is None else dtype.as_numpy_dtype
    if shape is not None and math.prod(map(int, shape)) == 0:
        return np.empty([int(size) for size in shape], numpy_type or np.float32)
    _check_python_values(values, dtype)
    array = _from_python(values, numpy_type, dtype)
    if list(array.shape) != _sizes_of_lists(values):
        raise ValueError(
            f"Expected values {values} to be a dense tensor with shape {_sizes_of_lists(values)}, "
            f"but got shape {list(array.shape)}."
        )
    return array


def _sizes_of_lists(values: Any) -> list[int]:
    """The shape of nested lists, assuming that all lists at one level have the same length."""
    sizes = []
    while isinstance(values, (list, tuple)):
        sizes.append(len(values))
        if not values:
            break
        values = values[0]
    return sizes


def is_array_like(value: Any) -> bool:
    """Whether NumPy converts `value` by itself: an array, a NumPy scalar, a buffer."""
    if hasattr(value, "op") and hasattr(value, "graph"):
        return False
    return callable(getattr(value, "__array__", None)) or isinstance(value, (bytearray, memoryview))


def _from_python(values: Any, numpy_type: Any, dtype: DType | None) -> np.ndarray:
    try:
        array = np.array(values, numpy_type)
    except OverflowError:
        array = np.array(values).astype(numpy_type)
    if array.dtype.kind in "SUO":
        array = _as_objects(np.array(values, object))
    if array.dtype == np.float64 and dtype is None:
        with np.errstate(all="ignore"):
            array = array.astype(np.float32)
    elif array.dtype == np.int64 and dtype is None:
        narrow = array.astype(np.int32)
        array = narrow if (narrow == array).all() else array
    return array


def _as_objects(array: np.ndarray) -> np.ndarray:
    return np.asarray(array, object)


def _check_python_values(values: Any, dtype: DType | None) -> None:
    if dtype is None:
        for item in leaves([values]):
            if hasattr(item, "op") and hasattr(item, "graph"):
                raise TypeError("Expected any non-tensor type, but got a tensor instead.")
        return
    takes = next((kinds for holds, kinds in _TAKES if holds(dtype)), None)
    for item in leaves([values]):
        if takes is not None and not isinstance(item, takes):
            if isinstance(item, np.ndarray) or (dtype.is_numpy_compatible and _size_like(item)):
                continue
            raise TypeError(
                f"Expected {dtype.name}, but got {item} of type '{type(item).__name__}'."
            )


def _size_like(item: Any) -> bool:
    """Whether an object is a Dimension or something else with `__index__`."""
    return hasattr(item, "__index__") and not isinstance(item, (int, float, str, bytes))


def size_of_proto(proto: Any) -> tuple[DType, int]:
    """The type and the number of elements of a TensorProto, without building the array.

    Raises ValueError for a message that contradicts itself.
    """
    dtype = dtypes.BY_NUMBER.get(proto.dtype)
    if dtype not in FIELDS:
        raise ValueError(f"a constant cannot be of type number {proto.dtype}")
    sizes = [dim.size for dim in proto.tensor_shape.dim]
    if proto.tensor_shape.unknown_rank or any(size < 0 for size in sizes):
        raise ValueError("a constant must have a known shape")
    count = math.prod(sizes)
    content, given = len(proto.tensor_content), len(getattr(proto, FIELDS[dtype][0]))
    if content and (dtype is dtypes.string or content != count * dtype.size):
        raise ValueError(
            f"the constant's content has {content} bytes, expected {count} elements of type "
            f"{dtype.name}"
        )
    if dtype.is_complex:
        if given % 2:
            raise ValueError("the constant gives half a complex number")
        given //= 2
    if given > count:
        raise ValueError(f"the constant gives {given} elements for a shape of {count}")
    return dtype, count


def make_ndarray(tensor: Any) -> np.ndarray:
    """The array in a TensorProto, as `tf.make_ndarray`: the last element fills the rest.

    Raises ValueError for a message that contradicts itself.
    """
    dtype, count = size_of_proto(tensor)
    sizes = [dim.size for dim in tensor.tensor_shape.dim]
    if tensor.tensor_content:
        flat = np.frombuffer(tensor.tensor_content, dtype.as_numpy_dtype)
        return flat.copy().reshape(sizes)
    flat = _read_field(tensor, dtype)
    if len(flat) == count:
        return flat.reshape(sizes)
    if len(flat) == 0:
        return np.full(sizes, b"" if dtype is dtypes.string else 0, dtype.as_numpy_dtype)
    full = np.empty(count, dtype.as_numpy_dtype)
    full[: len(flat)] = flat
    full[len(flat) :] = flat[-1]
    return full.reshape(sizes)


def _read_field(proto: Any, dtype: DType) -> np.ndarray:
    values = list(getattr(proto, FIELDS[dtype][0]))
    if dtype is dtypes.float16:
        return np.array(values, np.uint16).view(np.float16)
    if dtype is dtypes.bfloat16:
        return np.array(values, np.uint16).view(ml_dtypes.bfloat16)
    if dtype.is_complex:
        parts = np.array(values, np.float32 if dtype is dtypes.complex64 else np.float64)
        return parts.view(dtype.as_numpy_dtype)
    array = np.empty(len(values), dtype.as_numpy_dtype)
    array[:] = values if dtype is dtypes.string else np.array(values).astype(dtype.as_numpy_dtype)
    return array
