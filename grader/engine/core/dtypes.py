"""Element types: TensorFlow's names and numbers, and the NumPy types that hold their values."""

from __future__ import annotations

from builtins import bool as builtin_bool
from typing import Any

import ml_dtypes
import numpy as np

from grader.engine.core.absent import lacking
from grader.engine.core.messages import DataType

# fmt: off
__all__ = [
    "DType", "as_dtype", "bfloat16", "bool", "complex64", "complex128", "double", "float16",
    "float32", "float64", "half", "int8", "int16", "int32", "int64", "resource", "string",
    "uint8", "uint16", "uint32", "uint64", "variant",
]
# fmt: on

REF_OFFSET = 100


class DType:
    """The type of a tensor's elements, as `tf.DType`: `tf.float32`, `tf.int32_ref` and the like."""

    __getattr__ = lacking("tf.DType", "is_numeric is_quantized is_unsigned limits")

    def __init__(self, number: int, name: str, numpy_type: Any):
        self.as_datatype_enum = number
        self.name = name
        self._numpy_type = numpy_type

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy scalar type that holds a value of this type (`object` for strings)."""
        return self._numpy_type

    @property
    def base_dtype(self) -> DType:
        """The type itself; for a reference type, the type that it refers to."""
        return BY_NUMBER[self.as_datatype_enum % REF_OFFSET]

    @property
    def _is_ref_dtype(self) -> builtin_bool:
        return self.as_datatype_enum > REF_OFFSET

    @property
    def real_dtype(self) -> DType:
        """The type of the real part: float32 for complex64, itself for a real type."""
        return {complex64: float32, complex128: float64}.get(self.base_dtype, self)

    @property
    def is_floating(self) -> builtin_bool:
        """Whether values are real numbers with a fraction."""
        return self.base_dtype in FLOATING

    @property
    def is_integer(self) -> builtin_bool:
        """Whether values are integers (quantized ones do not count)."""
        return self.base_dtype in INTEGERS

    @property
    def is_complex(self) -> builtin_bool:
        """Whether values are complex numbers."""
        return self.base_dtype in COMPLEX

    @property
    def is_bool(self) -> builtin_bool:
        """Whether values are booleans."""
        return self.base_dtype is bool

    @property
    def is_numpy_compatible(self) -> builtin_bool:
        """Whether NumPy can hold values of this type."""
        return self.base_dtype not in (resource, variant)

    @property
    def min(self) -> Any:
        """The smallest value that can be represented."""
        return self._bounds().min

    @property
    def max(self) -> Any:
        """The largest value that can be represented."""
        return self._bounds().max

    def _bounds(self) -> Any:
        if self.is_integer:
            return np.iinfo(self._numpy_type)
        if self.base_dtype is bfloat16:
            return ml_dtypes.finfo(ml_dtypes.bfloat16)
        if self.is_floating:
            return np.finfo(self._numpy_type)
        raise TypeError(f"Cannot find minimum value of {self}.")

    @property
    def size(self) -> int:
        """The bytes per element (0 for strings and handles, whose size is not fixed)."""
        return 0 if self._numpy_type is object else np.dtype(self._numpy_type).itemsize

    @property
    def itemsize(self) -> int:
        """The bytes per element in an array; for a string, those of the reference to it."""
        return np.dtype(self._numpy_type).itemsize

    def is_compatible_with(self, other: Any) -> builtin_bool:
        """Whether a value of `other` can be used as this type: a reference accepts its base type."""
        other = as_dtype(other)
        return self.as_datatype_enum in (
            other.as_datatype_enum,
            other.base_dtype.as_datatype_enum,
        )

    def __eq__(self, other: object) -> builtin_bool:
        if other is None:
            return False
        if not isinstance(other, DType):
            try:
                other = as_dtype(other)
            except TypeError:
                return False
        return self.as_datatype_enum == other.as_datatype_enum

    def __ne__(self, other: object) -> builtin_bool:
        return not self == other

    def __hash__(self) -> int:
        return self.as_datatype_enum

    def __int__(self) -> int:
        return self.as_datatype_enum

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __reduce__(self) -> Any:
        return as_dtype, (self.name,)


_TABLE = (
    ("float32", DataType.DT_FLOAT, np.float32),
    ("float64", DataType.DT_DOUBLE, np.float64),
    ("int32", DataType.DT_INT32, np.int32),
    ("uint8", DataType.DT_UINT8, np.uint8),
    ("int16", DataType.DT_INT16, np.int16),
    ("int8", DataType.DT_INT8, np.int8),
    ("string", DataType.DT_STRING, object),
    ("complex64", DataType.DT_COMPLEX64, np.complex64),
    ("int64", DataType.DT_INT64, np.int64),
    ("bool", DataType.DT_BOOL, np.bool_),
    ("bfloat16", DataType.DT_BFLOAT16, ml_dtypes.bfloat16),
    ("uint16", DataType.DT_UINT16, np.uint16),
    ("complex128", DataType.DT_COMPLEX128, np.complex128),
    ("float16", DataType.DT_HALF, np.float16),
    ("resource", DataType.DT_RESOURCE, object),
    ("variant", DataType.DT_VARIANT, object),
    ("uint32", DataType.DT_UINT32, np.uint32),
    ("uint64", DataType.DT_UINT64, np.uint64),
)
BY_NUMBER: dict[int, DType] = {}
BY_NAME: dict[str, DType] = {}
for _name, _number, _numpy_type in _TABLE:
    for _offset, _suffix in ((0, ""), (REF_OFFSET, "_ref")):
        _dtype = DType(_number + _offset, _name + _suffix, _numpy_type)
        BY_NUMBER[_number + _offset] = BY_NAME[_name + _suffix] = _dtype

float32, float64, float16 = BY_NAME["float32"], BY_NAME["float64"], BY_NAME["float16"]
bfloat16 = BY_NAME["bfloat16"]
int8, int16, int32, int64 = (BY_NAME[f"int{size}"] for size in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (BY_NAME[f"uint{size}"] for size in (8, 16, 32, 64))
complex64, complex128 = BY_NAME["complex64"], BY_NAME["complex128"]
bool = BY_NAME["bool"]
string, resource, variant = BY_NAME["string"], BY_NAME["resource"], BY_NAME["variant"]
half, double = float16, float64

FLOATING = frozenset([float16, bfloat16, float32, float64])
INTEGERS = frozenset([int8, int16, int32, int64, uint8, uint16, uint32, uint64])
COMPLEX = frozenset([complex64, complex128])
NUMBERS = FLOATING | INTEGERS | COMPLEX
EVERY_TYPE = frozenset(BY_NUMBER[number] for _, number, _ in _TABLE)

BY_NAME |= {"half": float16, "double": float64, "float": float32}
_BY_NUMPY = {
    np.dtype(dtype.as_numpy_dtype): dtype
    for dtype in EVERY_TYPE
    if dtype.as_numpy_dtype is not object
}
# Python's int is missing on purpose: TensorFlow does not define which integer type it is.
_BY_PYTHON = {float: float32, builtin_bool: bool, object: string}


def as_dtype(type_value: Any) -> DType:
    """The DType that `type_value` denotes: a DType, a name, a number, a NumPy or a Python type.

    Raises TypeError for anything else.
    """
    if isinstance(type_value, DType):
        return type_value
    if isinstance(type_value, str) and type_value in BY_NAME:
        return BY_NAME[type_value]
    if isinstance(type_value, int) and type_value in BY_NUMBER:
        return BY_NUMBER[type_value]
    if isinstance(type_value, type) and type_value in _BY_PYTHON:
        return _BY_PYTHON[type_value]
    if type_value is not None and type_value is not int:
        try:
            numpy_type = np.dtype(
                type_value
                if isinstance(type_value, type)
                else getattr(type_value, "dtype", type_value)
            )
        except TypeError:
            numpy_type = None
        if numpy_type is not None:
            if numpy_type in _BY_NUMPY:
                return _BY_NUMPY[numpy_type]
            if numpy_type.kind in "OSU":
                return string
    raise TypeError(
        f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType."
    )
