"""Division: Python's / for every type, // and %, reciprocals, and the older spellings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.tangent_helpers import element_wise, partial_derivatives
from grader.engine.ops.common.types import ANALYTIC, NUMBERS, REAL, WITH_SIGN
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.elementwise import (
    Array,
    of_one_number,
    of_result,
    of_two_numbers,
    reduced_to,
    zero_for_zero,
)
from grader.engine.registry import gradient_of, no_derivative

# fmt: off
__all__ = [
    "div", "div_no_nan", "divide", "floor_div", "floordiv", "floormod", "mod", "realdiv",
    "reciprocal", "truediv",
]
# fmt: on

# Kernels ------------------------------------------------------------------------------------------


def real_divide(x: Array, y: Array) -> Array:
    return np.true_divide(x, y).astype(np.asarray(x).dtype, copy=False)


def divide_no_nan(x: Array, y: Array) -> Array:
    """x / y, and 0 where y is 0."""
    zero = np.asarray(y) == 0
    return np.where(zero, np.zeros((), np.asarray(x).dtype), np.divide(x, np.where(zero, 1, y)))


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


# The entries --------------------------------------------------------------------------------------

of_two_numbers(
    {
        "RealDiv": (real_divide, NUMBERS),
        "DivNoNan": (divide_no_nan, ANALYTIC),
        "FloorDiv": (floor_divide, NUMBERS),
        "FloorMod": (floor_modulo, REAL),
    }
)
of_one_number({"Reciprocal": (np.reciprocal, WITH_SIGN)})
of_result({"ReciprocalGrad": zero_for_zero(lambda y, dy: -dy * y * y)})

# Public functions ---------------------------------------------------------------------------------

reciprocal = public("Reciprocal", "1 / x, element by element.")
realdiv = public("RealDiv", "x / y; shapes broadcast.", called="realdiv")
floor_div = public("FloorDiv", "x // y; shapes broadcast.")
mod = floormod = public("FloorMod", "x % y, with the sign of y; shapes broadcast.", called="mod")

# The type in which integers are divided; None for types that divide as they are.
TRUE_DIVISION = {
    **dict.fromkeys((d.uint8, d.int8, d.uint16, d.int16), d.float32),
    **dict.fromkeys((d.uint32, d.int32, d.uint64, d.int64), d.float64),
    **dict.fromkeys((d.bfloat16, d.float16, d.float32, d.float64, d.complex64, d.complex128)),
}


def same_type(x: Tensor, y: Tensor) -> d.DType:
    """The type of both. Raises TypeError when they differ."""
    one_type, other = x.dtype.base_dtype, y.dtype.base_dtype
    if one_type != other:
        raise TypeError(f"`x` and `y` must have the same dtype, got {one_type!r} != {other!r}.")
    return one_type


def divisible(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Both as floating-point numbers. Raises TypeError for types that cannot be divided."""
    dtype = same_type(x, y)
    if dtype not in TRUE_DIVISION:
        allowed = ", ".join(repr(one_type) for one_type in TRUE_DIVISION)
        raise TypeError(f"Invalid dtype {dtype!r} in __truediv__. Expected one of {{{allowed}}}.")
    wide = TRUE_DIVISION[dtype]
    return (x, y) if wide is None else (cast(x, wide), cast(y, wide))


def truediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y as Python 3 divides: integers give float64 (short ones float32)."""
    with name_scope(name, "truediv", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y", dtype_hint=x.dtype.base_dtype)
        x, y = divisible(x, y)
        return apply("RealDiv", scope, x=x, y=y)


def divide(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y, as the operator."""
    if name is not None:
        return truediv(x, y, name)
    if not is_tensor_like(x):
        hint = y.dtype.base_dtype if is_tensor_like(y) else None
        x = convert_to_tensor(x, dtype=hint)
    return x / y


def is_tensor_like(value: Any) -> bool:
    """Whether `value` is a tensor or a variable."""
    return isinstance(value, Tensor) or hasattr(value, "_as_graph_element")


def div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y of floats, x // y of integers, as Python 2 divides."""
    with name_scope(name, "div", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y", dtype=x.dtype.base_dtype)
        dtype = same_type(x, y)
        real_division = dtype.is_floating or dtype.is_complex
        return apply("RealDiv" if real_division else "FloorDiv", scope, x=x, y=y)


def div_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y, and 0 where y is 0."""
    with name_scope(name, "div_no_nan", [x, y]) as scope:
        if not is_tensor_like(x) and is_tensor_like(y):
            y = convert_to_tensor(y, name="y")
            x = convert_to_tensor(x, name="x", dtype=y.dtype.base_dtype)
        else:
            x = convert_to_tensor(x, name="x")
            y = convert_to_tensor(y, name="y", dtype_hint=x.dtype.base_dtype)
        x, y = divisible(x, y)
        return apply("DivNoNan", scope, x=x, y=y)


def floordiv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x // y, rounded towards minus infinity."""
    with name_scope(name, "floordiv", [x, y]) as scope:
        return apply("FloorDiv", scope, x=x, y=y)


def scoped_mod(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x % y as the operator names its node."""
    with name_scope(name, "mod", [x, y]) as scope:
        return apply("FloorMod", scope, x=x, y=y)


# Rules of differentiation -------------------------------------------------------------------------

no_derivative("FloorDiv")


def _quotient(divide: Callable[..., Any], conjugated_shapes: bool = False) -> Callable[..., Any]:
    def rule(op: Any, gradient: Any) -> Any:
        x, y = op.inputs
        a, b = tf.conj(x), tf.conj(y)
        of_x = divide(gradient, b)
        of_y = gradient * divide(divide(-a, b), b)
        return reduced_to(a, b, of_x, of_y) if conjugated_shapes else reduced_to(x, y, of_x, of_y)

    return rule


gradient_of("RealDiv")(_quotient(realdiv))
gradient_of("DivNoNan")(_quotient(div_no_nan, conjugated_shapes=True))
gradient_of("Reciprocal")(lambda op, g: apply("ReciprocalGrad", y=op.outputs[0], dy=g))


@gradient_of("FloorMod")
def _floor_mod(op: Any, gradient: Any) -> Any:
    x, y = tf.conj(op.inputs[0]), tf.conj(op.inputs[1])
    times = floor_div(x, y)
    return reduced_to(x, y, gradient, gradient * tf.negative(times))


@gradient_of("ReciprocalGrad")
def _reciprocal_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        a, arriving = tf.conj(op.inputs[0]), tf.conj(gradient)
        by_a = arriving * -2.0 * op.inputs[1] * a
        return by_a, apply("ReciprocalGrad", y=a, dy=gradient)


element_wise({"Reciprocal": lambda x, y: -y * y})
partial_derivatives(
    {
        "RealDiv": (lambda x, y, z: 1 / y, lambda x, y, z: -z / y),
        "DivNoNan": (
            lambda x, y, z: div_no_nan(tf.ones_like(z), y),
            lambda x, y, z: -div_no_nan(z, y),
        ),
        "FloorMod": (lambda x, y, z: tf.ones_like(z), lambda x, y, z: -tf.floor(x / y)),
        "ReciprocalGrad": (lambda y, dy, z: -2 * dy * y, lambda y, dy, z: -y * y),
    }
)
