"""Powers, roots, exponentials and logarithms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.tangent_helpers import element_wise, partial_derivatives
from grader.engine.ops.common.types import ANALYTIC, NUMBERS, WITH_SIGN
from grader.engine.ops.math.elementwise import (
    Array,
    chosen,
    of_one_number,
    of_result,
    of_two_numbers,
    reduced_to,
    waiting,
    zero_for_zero,
)
from grader.engine.registry import gradient_of

__all__ = ["exp", "expm1", "log", "log1p", "pow", "rsqrt", "sqrt", "square"]

# Squares and roots --------------------------------------------------------------------------------


def reciprocal_square_root(x: Array) -> Array:
    return np.reciprocal(np.sqrt(x))


of_one_number(
    {
        "Square": (np.square, NUMBERS),
        "Sqrt": (np.sqrt, ANALYTIC),
        "Rsqrt": (reciprocal_square_root, ANALYTIC),
    }
)
of_result(
    {
        "SqrtGrad": zero_for_zero(lambda y, dy: dy * y.dtype.type(0.5) / y),
        "RsqrtGrad": zero_for_zero(lambda y, dy: y.dtype.type(-0.5) * dy * y * y * y),
    }
)
square = public("Square", "x * x, element by element.")
sqrt = public("Sqrt", "The square root of x, element by element.")
rsqrt = public("Rsqrt", "1 / sqrt(x), element by element.")


@gradient_of("Square")
def _square(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        x = tf.conj(op.inputs[0])
        two = constant(2.0, x.dtype.base_dtype)
        return tf.multiply(gradient, tf.multiply(x, two))


gradient_of("Sqrt")(lambda op, g: apply("SqrtGrad", y=op.outputs[0], dy=g))
gradient_of("Rsqrt")(lambda op, g: apply("RsqrtGrad", y=op.outputs[0], dy=g))


@gradient_of("SqrtGrad")
def _sqrt_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        share = gradient / op.inputs[0]
        return -tf.conj(share) * op.outputs[0], 0.5 * share


@gradient_of("RsqrtGrad")
def _rsqrt_grad(op: Any, gradient: Any) -> Any:
    a, b = op.inputs
    with control_dependencies([gradient]):
        a, arriving = tf.conj(a), tf.conj(gradient)
        by_a = -1.5 * arriving * b * square(a)
        return by_a, apply("RsqrtGrad", y=a, dy=gradient)


element_wise(
    {
        "Square": lambda x, y: 2 * x,
        "Sqrt": lambda x, y: 0.5 / y,
        "Rsqrt": lambda x, y: -0.5 * y / x,
    }
)
partial_derivatives(
    {
        "SqrtGrad": (lambda y, dy, z: -z / y, lambda y, dy, z: 0.5 / y),
        "RsqrtGrad": (lambda y, dy, z: -1.5 * dy * y * y, lambda y, dy, z: -0.5 * y * y * y),
    }
)

# Exponentials and logarithms ----------------------------------------------------------------------

of_one_number(
    {
        "Exp": (np.exp, ANALYTIC),
        "Expm1": (np.expm1, ANALYTIC),
        "Log": (np.log, ANALYTIC),
        "Log1p": (np.log1p, ANALYTIC),
    }
)
exp = public("Exp", "e to the power of x, element by element.")
expm1 = public("Expm1", "exp(x) - 1, exact for small x, element by element.")
log = public("Log", "The natural logarithm of x, element by element.")
log1p = public("Log1p", "log(1 + x), exact for small x, element by element.")

waiting(
    {
        "Exp": ("y", lambda y, g: g * y),
        "Expm1": ("x", lambda x, g: g * exp(x)),
        "Log": ("x", lambda x, g: g * tf.reciprocal(x)),
        "Log1p": ("x", lambda x, g: g * tf.reciprocal(1 + x)),
    }
)
element_wise(
    {
        "Exp": lambda x, y: y,
        "Expm1": lambda x, y: y + 1,
        "Log": lambda x, y: 1 / x,
        "Log1p": lambda x, y: 1 / (1 + x),
    }
)

# Powers -------------------------------------------------------------------------------------------


def power(x: Array, y: Array) -> Array:
    """x ** y. Raises InvalidArgumentError for a negative integer exponent."""
    if np.asarray(x).dtype.kind in "iu" and np.size(x) and np.any(np.asarray(y) < 0):
        raise invalid("Integers to negative integer powers are not allowed")
    return np.power(x, y)


of_two_numbers({"Pow": (power, WITH_SIGN)})


def pow(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x to the power of y, element by element."""
    with name_scope(name, "Pow", [x]) as scope:
        return apply("Pow", scope, x=x, y=y)


@gradient_of("Pow")
def _pow(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    a, b = tf.conj(x), tf.conj(y)
    of_x = gradient * b * pow(a, b - 1)
    mask = tf.not_equal(a, 0) if x.dtype.is_complex else a > 0
    safe = tf.where(mask, a, tf.ones_like(x))
    logarithm = tf.where(mask, log(safe), tf.zeros_like(x))
    of_y = gradient * tf.conj(op.outputs[0]) * logarithm
    return reduced_to(x, y, of_x, of_y)


partial_derivatives({"Pow": (lambda x, y, z: y * pow(x, y - 1), lambda x, y, z: z * _safe_log(x))})


def _safe_log(x: Any) -> Any:
    """log(x) where it is real, else 0."""
    if x.dtype.is_complex:
        return log(x)
    positive = x > 0
    return chosen(positive, log(chosen(positive, x, tf.ones_like(x))))


# x log(y) and x / y that are 0 where x is 0, whatever y is ----------------------------------------


def without_zeros(function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    """`function(x, y)`, but 0 where x is 0, whatever y is."""
    return lambda x, y: np.where(x == 0, np.zeros((), x.dtype), function(x, y)).astype(x.dtype)


of_two_numbers(
    {
        "Xlogy": (without_zeros(lambda x, y: x * np.log(y)), ANALYTIC),
        "Xdivy": (without_zeros(np.divide), ANALYTIC),
    }
)
xlogy = public("Xlogy", "x log(y), and 0 where x is 0.")


def _not_zero(x: Any) -> Any:
    return tf.cast(tf.not_equal(x, tf.cast(0.0, dtype=x.dtype)), dtype=x.dtype)


def _divided(x: Any, y: Any) -> Any:
    return apply("Xdivy", x=x, y=y)


# Operation -> what builds the two partial derivatives.
PARTIALS: dict[str, Callable[[Any, Any], tuple[Any, Any]]] = {
    "Xlogy": lambda x, y: (xlogy(_not_zero(x), y), _divided(x, y)),
    "Xdivy": lambda x, y: (_divided(_not_zero(x), y), _divided(tf.negative(x), y**2)),
}


@gradient_of("Xlogy", "Xdivy")
def _product_gradients(op: Any, gradient: Any) -> list[Any]:
    sizes = tf.shape(op.inputs[0]), tf.shape(op.inputs[1])
    axes = apply("BroadcastGradientArgs", s0=sizes[0], s1=sizes[1])
    with control_dependencies([gradient]):
        return [
            tf.reshape(tf.reduce_sum(part * gradient, axis=axis), size)
            for part, axis, size in zip(PARTIALS[op.type](*op.inputs), axes, sizes, strict=True)
        ]


partial_derivatives(
    {
        name: (lambda x, y, z, f=f: f(x, y)[0], lambda x, y, z, f=f: f(x, y)[1])
        for name, f in PARTIALS.items()
    }
)
