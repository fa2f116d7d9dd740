"""Element-wise kernels, where NumPy has no such function or TensorFlow's results differ from NumPy's.

They take and return arrays (or NumPy scalars) of one dtype, and broadcast as NumPy does.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from grader.engine.core.errors import KernelFailure, UnimplementedError, invalid
from grader.engine.ops.common.shape_algebra import format_shape

Array = np.ndarray


def is_float(x: Array) -> bool:
    """Whether `x` holds real floating-point numbers."""
    return np.asarray(x).dtype.kind == "f"


def floor_divide(x: Array, y: Array) -> Array:
    """x // y, rounded down. Raises InvalidArgumentError for an integer divisor of zero."""
    if is_float(x):
        return np.floor(np.divide(x, y))
    require_nonzero(x, y)
    return np.floor_divide(x, y)


def floor_modulo(x: Array, y: Array) -> Array:
    """The remainder with the divisor's sign, so that x = (x // y) * y + x % y."""
    if is_float(x):
        remainder = np.fmod(x, y)
        signs_differ = (remainder != 0) & ((y < 0) != (remainder < 0))
        return np.where(signs_differ, remainder + y, remainder)
    require_nonzero(x, y)
    return np.mod(x, y)


def divides_by_zero(x: Array, y: Array) -> bool:
    """Whether any element of x / y has a zero divisor."""
    return bool(np.size(x) and np.any(np.asarray(y) == 0))


def require_nonzero(x: Array, y: Array) -> None:
    if divides_by_zero(x, y):
        raise invalid("Integer division by zero")


def divide_no_nan(x: Array, y: Array) -> Array:
    """x / y, and 0 where y is 0."""
    zero = np.asarray(y) == 0
    return np.where(zero, np.zeros((), np.asarray(x).dtype), np.divide(x, np.where(zero, 1, y)))


def power(x: Array, y: Array) -> Array:
    """x ** y. Raises InvalidArgumentError for a negative integer exponent."""
    if np.asarray(x).dtype.kind in "iu" and np.size(x) and np.any(np.asarray(y) < 0):
        raise invalid("Integers to negative integer powers are not allowed")
    return np.power(x, y)


def reciprocal_square_root(x: Array) -> Array:
    return np.reciprocal(np.sqrt(x))


def sigmoid(x: Array) -> Array:
    """1 / (1 + exp(-x)); where exp(-x) is infinite, the result is too small for full precision."""
    wide = np.asarray(x, np.float32 if np.asarray(x).dtype.itemsize == 2 else None)
    return np.reciprocal(1 + np.exp(-wide)).astype(np.asarray(x).dtype, copy=False)


def softplus(x: Array) -> Array:
    """log(1 + exp(x)), without overflow."""
    return np.logaddexp(x, np.zeros((), np.asarray(x).dtype))


def softsign(x: Array) -> Array:
    return x / (1 + np.abs(x))


def relu(x: Array) -> Array:
    """max(x, 0); NaN stays NaN."""
    return np.maximum(x, x.dtype.type(0))


def relu6(x: Array) -> Array:
    return np.where(x > 6, np.asarray(6, np.asarray(x).dtype), relu(x))


def elu(x: Array) -> Array:
    """x, or exp(x) - 1 below zero."""
    return np.where(x < 0, np.expm1(np.minimum(x, 0)), x)


# Slopes of the scaled exponential linear unit (Klambauer et al., 2017): scale and scale * alpha.
SELU_SCALE, SELU_SCALE_ALPHA = 1.0507009873554805, 1.7580993408473766


def selu(x: Array) -> Array:
    dtype = np.asarray(x).dtype
    scale, alpha = dtype.type(SELU_SCALE), dtype.type(SELU_SCALE_ALPHA)
    return np.where(x < 0, alpha * np.expm1(np.minimum(x, 0)), scale * x)


def leaky_relu(x: Array, alpha: float) -> Array:
    return np.where(x > 0, x, np.asarray(x).dtype.type(alpha) * x)


def elementwise(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """A function of Python floats as a function of float arrays, computed in double precision."""
    mapped = np.vectorize(function, otypes=[np.float64])

    def apply(x: Array) -> Array:
        x = np.asarray(x)
        return mapped(x).astype(x.dtype) if x.size else x

    return apply


error_function = elementwise(math.erf)


def cast(x: Array, dtype: np.dtype) -> Array:
    """`x` in another dtype.

    Floats are truncated. C++ leaves undefined what a float outside an integer type's range becomes;
    here, as in TensorFlow on x86-64, short types go through int32 and wrap.
    """
    x = np.asarray(x)
    if (x.dtype.kind == "O") != (dtype.kind == "O"):
        raise KernelFailure(UnimplementedError, "Cast between strings and numbers is not supported")
    if x.dtype.kind == "c" and dtype.kind not in "cb":
        x = x.real
    if x.dtype.kind == "f" and dtype.kind in "iu" and dtype.itemsize < 4:
        return x.astype(np.int32).astype(dtype)
    return x.astype(dtype)


def real_divide(x: Array, y: Array) -> Array:
    return np.true_divide(x, y).astype(np.asarray(x).dtype, copy=False)


def squared_difference(x: Array, y: Array) -> Array:
    difference = np.subtract(x, y)
    real = np.asarray(difference).dtype.kind != "c"
    return difference * (difference if real else np.conj(difference))


def comparing(function: Callable[..., Array]) -> Callable[[Array, Array], Array]:
    """== or != as an array of booleans, for strings as well."""
    return lambda x, y: np.asarray(function(x, y), dtype=bool)


def add_all(*values: Array) -> Array:
    """The sum of arrays of one shape."""
    total = values[0]
    for position, value in enumerate(values[1:], 1):
        if value.shape != values[0].shape:
            raise invalid(
                "Inputs to operation AddN must have the same size and shape.  Input 0: "
                f"{list(values[0].shape)} != input {position}: {list(value.shape)}"
            )
        total = total + value
    return total


def require_broadcast(x: Array, y: Array) -> None:
    """Raises InvalidArgumentError where two shapes do not broadcast."""
    for a, b in zip(reversed(x.shape), reversed(y.shape), strict=False):
        if a != b and a != 1 and b != 1:
            raise invalid(f"Incompatible shapes: {list(x.shape)} vs. {list(y.shape)}")


def select(condition: Array, x: Array, y: Array) -> Array:
    """Select: the condition has the shape of x and y, selects rows, or is a scalar."""
    if x.shape != y.shape:
        raise invalid(
            "'then' and 'else' must have the same size.  but received: "
            f"{format_shape(x.shape)} vs. {format_shape(y.shape)}"
        )
    if condition.ndim == 1 and x.ndim > 1 and condition.shape[0] == x.shape[0]:
        condition = condition.reshape(-1, *(1,) * (x.ndim - 1))
    elif condition.ndim and condition.shape != x.shape:
        raise invalid(
            f"Inputs to operation Select must have the same size and shape.  Input 0: "
            f"{format_shape(condition.shape)} != input 1: {format_shape(x.shape)}"
        )
    return np.where(condition, x, y)
