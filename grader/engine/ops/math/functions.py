"""Public element-wise functions: tf.add, tf.exp, tf.cast and the like.

All work element by element, and functions of two numbers broadcast. A function that only adds its
operation is made by `public`; the others are written out, since they make more nodes, with
TensorFlow's names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.public import public
from grader.engine.ops.math import entries  # noqa: F401 (public() reads them)

# fmt: off
__all__ = [
    "abs", "acos", "acosh", "add", "asin", "asinh", "atan", "atan2", "atanh", "cast", "ceil",
    "cos", "cosh", "div", "div_no_nan", "divide", "equal", "erf", "exp", "expm1", "floor",
    "floor_div", "floordiv", "floormod", "greater", "greater_equal", "is_finite", "is_inf",
    "is_nan", "less", "less_equal", "log", "log1p", "log_sigmoid", "logical_and", "logical_not",
    "logical_or", "logical_xor", "maximum", "minimum", "mod", "multiply", "negative",
    "not_equal", "pow", "realdiv", "reciprocal", "rint", "round", "rsqrt", "sigmoid", "sign",
    "sin", "sinh", "sqrt", "square", "squared_difference", "subtract", "tan", "tanh",
    "to_double", "to_float", "to_int32", "to_int64", "truediv",
]
# fmt: on


def described(function: Callable[..., Tensor], name: str, text: str) -> Callable[..., Tensor]:
    """A function made by another one, under its public name and with a docstring."""
    function.__doc__ = text
    function.__name__ = function.__qualname__ = name
    return function


# Functions of one number -------------------------------------------------------------------

negative = public("Neg", "-x, element by element.", called="negative")
square = public("Square", "x * x, element by element.")
reciprocal = public("Reciprocal", "1 / x, element by element.")
sqrt = public("Sqrt", "The square root of x, element by element.")
rsqrt = public("Rsqrt", "1 / sqrt(x), element by element.")
exp = public("Exp", "e to the power of x, element by element.")
expm1 = public("Expm1", "exp(x) - 1, exact for small x, element by element.")
log = public("Log", "The natural logarithm of x, element by element.")
log1p = public("Log1p", "log(1 + x), exact for small x, element by element.")
sin = public("Sin", "The sine of x, element by element.")
cos = public("Cos", "The cosine of x, element by element.")
tan = public("Tan", "The tangent of x, element by element.")
asin = public("Asin", "The arc sine of x, element by element.")
acos = public("Acos", "The arc cosine of x, element by element.")
atan = public("Atan", "The arc tangent of x, element by element.")
sinh = public("Sinh", "The hyperbolic sine of x, element by element.")
cosh = public("Cosh", "The hyperbolic cosine of x, element by element.")
asinh = public("Asinh", "The inverse hyperbolic sine of x, element by element.")
acosh = public("Acosh", "The inverse hyperbolic cosine of x, element by element.")
atanh = public("Atanh", "The inverse hyperbolic tangent of x, element by element.")
tanh = public("Tanh", "The hyperbolic tangent of x, element by element.")
erf = public("Erf", "The error function of x, element by element.")
floor = public("Floor", "The largest integer not above x, element by element.")
ceil = public("Ceil", "The smallest integer not below x, element by element.")
rint = public("Rint", "The integer nearest to x; halves go to the even one, element by element.")
is_nan = public("IsNan", "Whether x is NaN, element by element.")
is_inf = public("IsInf", "Whether x is infinite, element by element.")
is_finite = public("IsFinite", "Whether x is neither NaN nor infinite, element by element.")
logical_not = public("LogicalNot", "Not x, element by element.")

relu = public("Relu", "max(x, 0), element by element.")
elu = public("Elu", "x, or exp(x) - 1 below zero, element by element.")
selu = public("Selu", "The scaled exponential linear unit of x, element by element.")
softplus = public("Softplus", "log(1 + exp(x)), element by element.")
softsign = public("Softsign", "x / (1 + |x|), element by element.")

# Functions of two numbers -------------------------------------------------------------------

multiply = public("Mul", "x * y; shapes broadcast.", called="multiply")
subtract = public("Sub", "x - y; shapes broadcast.", called="subtract")
realdiv = public("RealDiv", "x / y; shapes broadcast.", called="realdiv")
floor_div = public("FloorDiv", "x // y; shapes broadcast.")
maximum = public("Maximum", "The larger of x and y; shapes broadcast.")
minimum = public("Minimum", "The smaller of x and y; shapes broadcast.")
squared_difference = public("SquaredDifference", "(x - y) squared; shapes broadcast.")


def equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Whether x equals y; shapes broadcast."""
    return apply("Equal", name, x=x, y=y)


def not_equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Whether x differs from y; shapes broadcast."""
    return apply("NotEqual", name, x=x, y=y)


less = public("Less", "Whether x < y; shapes broadcast.")
less_equal = public("LessEqual", "Whether x <= y; shapes broadcast.")
greater = public("Greater", "Whether x > y; shapes broadcast.")
greater_equal = public("GreaterEqual", "Whether x >= y; shapes broadcast.")
logical_and = public("LogicalAnd", "x and y; shapes broadcast.")
logical_or = public("LogicalOr", "x or y; shapes broadcast.")
atan2 = public("Atan2", "The angle of the point (x, y), in radians; shapes broadcast.")


def logical_xor(x: Any, y: Any, name: str | None = "LogicalXor") -> Tensor:
    """Whether exactly one of x and y is true, element by element."""
    either, both = logical_or(x, y), logical_not(logical_and(x, y))
    return logical_and(either, both, name=name)


def add(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x + y, element by element; shapes broadcast. Strings are joined."""
    with name_scope(name, "Add", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y", dtype_hint=x.dtype.base_dtype)
        return apply("Add" if x.dtype == d.string else "AddV2", scope, x=x, y=y)


def pow(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x to the power of y, element by element."""
    with name_scope(name, "Pow", [x]) as scope:
        return apply("Pow", scope, x=x, y=y)


def abs(x: Any, name: str | None = None) -> Tensor:
    """The absolute value of x, element by element."""
    with name_scope(name, "Abs", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return apply("ComplexAbs", scope, x=x, Tout=x.dtype.real_dtype)
        return apply("Abs", scope, x=x)


def sign(x: Any, name: str | None = None) -> Tensor:
    """-1, 0 or 1: the sign of x, element by element."""
    return apply("Sign", name, x=convert_to_tensor(x))


def round(x: Any, name: str | None = None) -> Tensor:
    """The nearest integer, halves to the even one. Integers come back as they are."""
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else apply("Round", name, x=x)


def sigmoid(x: Any, name: str | None = None) -> Tensor:
    """1 / (1 + exp(-x)), element by element."""
    with name_scope(name, "Sigmoid", [x]) as scope:
        return apply("Sigmoid", scope, x=convert_to_tensor(x, name="x"))


def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """log(sigmoid(x)), element by element."""
    with name_scope(name, "LogSigmoid", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return apply("Neg", scope, x=softplus(apply("Neg", x=x)))


def relu6(features: Any, name: str | None = None) -> Tensor:
    """min(max(x, 0), 6), element by element."""
    with name_scope(name, "Relu6", [features]) as scope:
        return apply("Relu6", scope, features=convert_to_tensor(features, name="features"))


def leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> Tensor:
    """x, or alpha * x below zero, element by element. Integers become float32."""
    with name_scope(name, "LeakyRelu", [features, alpha]) as scope:
        features = convert_to_tensor(features, name="features")
        if features.dtype.is_integer:
            features = cast(features, d.float32)
        alpha = alpha.item() if isinstance(alpha, np.ndarray) else alpha
        return apply("LeakyRelu", scope, features=features, alpha=alpha)


# Division: Python's / for every type, // and %, and the older spellings ---------------------

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


mod = floormod = public("FloorMod", "x % y, with the sign of y; shapes broadcast.", called="mod")


def scoped_mod(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x % y as the operator names its node."""
    with name_scope(name, "mod", [x, y]) as scope:
        return apply("FloorMod", scope, x=x, y=y)


# Types ---------------------------------------------------------------------------------------


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """x in another type; x itself when it has that type already."""
    wanted = d.as_dtype(dtype).base_dtype
    if isinstance(x, Tensor) and x.dtype == wanted:
        return x
    with name_scope(name, "Cast", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return x if x.dtype == wanted else apply("Cast", scope, x=x, DstT=wanted)


def casting(dtype: d.DType, kind: str) -> Callable[..., Tensor]:
    """An old spelling of `cast` to one type."""

    def function(x: Any, name: str | None = f"To{kind}") -> Tensor:
        return cast(x, dtype, name=name)

    text = f"`tf.cast(x, {dtype!r})`, in an old spelling."
    return described(function, f"to_{kind.lower()}", text)


to_float = casting(d.float32, "Float")
to_double = casting(d.float64, "Double")
to_int32 = casting(d.int32, "Int32")
to_int64 = casting(d.int64, "Int64")
