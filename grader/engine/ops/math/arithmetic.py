"""Sums, differences, products, signs, rounding, extremes of two numbers, complex conjugates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shapes import merged_inputs, unchanged
from grader.engine.ops.common.tangent_helpers import (
    bilinear,
    linear,
    missing_tangent,
    partial_derivatives,
    zeros_for,
)
from grader.engine.ops.common.types import (
    ANALYTIC,
    COMPLEX,
    FLOATS,
    NUMBERS,
    REAL,
    SIGNED,
    WITH_SIGN,
)
from grader.engine.ops.math.elementwise import (
    Array,
    chosen,
    of_one_number,
    of_two_numbers,
    reduced_to,
    same_known_shapes,
)
from grader.engine.registry import (
    define,
    gradient_of,
    missing_gradient,
    no_derivative,
    no_tangent,
    number,
    one_of,
    plain,
    tangent_of,
)

# fmt: off
__all__ = [
    "abs", "add", "add_n", "ceil", "conj", "floor", "maximum", "minimum", "multiply", "negative",
    "rint", "round", "scalar_mul", "sign", "squared_difference", "subtract",
]
# fmt: on

# Functions of one number --------------------------------------------------------------------------

of_one_number(
    {
        "Neg": (np.negative, WITH_SIGN),
        "Abs": (np.abs, FLOATS | SIGNED),
        "Sign": (np.sign, WITH_SIGN),
        "Floor": (np.floor, FLOATS),
        "Ceil": (np.ceil, FLOATS),
        "Rint": (np.rint, FLOATS),
        "Round": (np.rint, WITH_SIGN),  # half to even, like Python's
    }
)
negative = public("Neg", "-x, element by element.", called="negative")
floor = public("Floor", "The largest integer not above x, element by element.")
ceil = public("Ceil", "The smallest integer not below x, element by element.")
rint = public("Rint", "The integer nearest to x; halves go to the even one, element by element.")


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


no_derivative("Ceil Floor Rint Round")
no_tangent("Sign")
gradient_of("Neg")(lambda op, g: -g)
gradient_of("Abs")(lambda op, g: g * sign(op.inputs[0]))
gradient_of("Sign")(lambda op, g: tf.zeros_like(op.inputs[0]))
linear("x", "Neg")


@tangent_of("Abs")
def _abs(op: Any, tangent: Any) -> Any:
    return sign(op.inputs[0]) * tangent


# Functions of two numbers -------------------------------------------------------------------------


def squared_difference_kernel(x: Array, y: Array) -> Array:
    difference = np.subtract(x, y)
    real = np.asarray(difference).dtype.kind != "c"
    return difference * (difference if real else np.conj(difference))


of_two_numbers(
    {
        "Add": (np.add, FLOATS | COMPLEX | SIGNED | {d.uint8, d.string}),
        "AddV2": (np.add, NUMBERS),
        "Sub": (np.subtract, NUMBERS),
        "Mul": (np.multiply, NUMBERS),
        "Maximum": (np.maximum, REAL),
        "Minimum": (np.minimum, REAL),
        "SquaredDifference": (squared_difference_kernel, ANALYTIC | {d.int32, d.int64}),
    }
)
multiply = public("Mul", "x * y; shapes broadcast.", called="multiply")
subtract = public("Sub", "x - y; shapes broadcast.", called="subtract")
maximum = public("Maximum", "The larger of x and y; shapes broadcast.")
minimum = public("Minimum", "The smaller of x and y; shapes broadcast.")
squared_difference = public("SquaredDifference", "(x - y) squared; shapes broadcast.")


def add(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x + y, element by element; shapes broadcast. Strings are joined."""
    with name_scope(name, "Add", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y", dtype_hint=x.dtype.base_dtype)
        return apply("Add" if x.dtype == d.string else "AddV2", scope, x=x, y=y)


@gradient_of("Add", "AddV2")
def _add(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    if same_known_shapes(x, y, gradient):
        return gradient, gradient
    return reduced_to(x, y, gradient, gradient)


@gradient_of("Sub")
def _sub(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    if same_known_shapes(x, y, gradient):
        return gradient, -gradient
    return reduced_to(x, y, gradient, -gradient)


def mul(x: Any, y: Any) -> Any:
    """x * y as a node named Mul (the operator names it mul)."""
    return apply("Mul", x=x, y=y)


@gradient_of("Mul")
def _mul(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    if same_known_shapes(x, y, gradient) and gradient.dtype.name in ("int32", "float32"):
        return mul(gradient, y), mul(gradient, x)
    of_x = mul(gradient, conj(y))
    return reduced_to(x, y, of_x, mul(conj(x), gradient))


@gradient_of("Maximum", "Minimum")
def _larger_or_smaller(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    zeros = tf.zeros_like(gradient)
    mask = (tf.greater_equal if op.type == "Maximum" else tf.less_equal)(x, y)
    of_x = tf.where_v2(mask, gradient, zeros)
    return reduced_to(x, y, of_x, tf.where_v2(mask, zeros, gradient))


@gradient_of("SquaredDifference")
def _squared_difference(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    with control_dependencies([gradient]):
        of_x = scalar_mul(2.0, gradient) * (x - y)
    if same_known_shapes(x, y, gradient):
        return of_x, -of_x
    return reduced_to(x, y, of_x, -of_x)


partial_derivatives(
    {
        "Add": (lambda x, y, z: tf.ones_like(z), lambda x, y, z: tf.ones_like(z)),
        "AddV2": (lambda x, y, z: tf.ones_like(z), lambda x, y, z: tf.ones_like(z)),
        "Sub": (lambda x, y, z: tf.ones_like(z), lambda x, y, z: -tf.ones_like(z)),
        "SquaredDifference": (lambda x, y, z: 2 * (x - y), lambda x, y, z: 2 * (y - x)),
    }
)
bilinear("x y", "Mul")


@tangent_of("Maximum", "Minimum")
def _tangent_of_larger_or_smaller(op: Any, of_x: Any, of_y: Any) -> Any:
    x, y = op.inputs
    takes_x = x >= y if op.type == "Maximum" else x <= y
    return chosen(takes_x, zeros_for(x, of_x), zeros_for(y, of_y))


# Sums of many tensors, multiples, polynomials -----------------------------------------------------


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


define(
    "AddN",
    "inputs: N * T -> sum: T",
    N=number(minimum=1),
    T=one_of(NUMBERS | {d.variant}),
    shape=infer(merged_inputs),
    kernel=plain(add_all),
)


def add_n(inputs: Any, name: str | None = None) -> Tensor:
    """The sum of tensors of the same shape and type. Raises ValueError for an empty list."""
    complaint = (
        "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and "
        "shape."
    )
    if not inputs or not isinstance(inputs, Iterable):
        raise ValueError(complaint)
    # IndexedSlices become tensors inside the operation's name scope, except where there is only one.
    several = len(list(inputs)) > 1
    tensors = [
        one if hasattr(one, "_components") and several else convert_to_tensor(one) for one in inputs
    ]
    if len(tensors) == 1:
        return apply("Identity", name, input=tensors[0]) if name else tensors[0]
    return apply("AddN", name, inputs=tensors)


@gradient_of("AddN")
def _add_n(op: Any, gradient: Any) -> Any:
    return [gradient] * len(op.inputs)


linear("inputs", "AddN")


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """scalar * x, IndexedSlices for IndexedSlices. Raises ValueError if `scalar` is not a scalar."""
    scalar = convert_to_tensor(scalar, dtype=x.dtype.base_dtype, name="scalar")
    if scalar.shape.rank != 0:
        raise ValueError(f"The input scalar must be a 0-D value. Received shape {scalar.shape}.")
    if hasattr(x, "_components"):
        values, *others = x._components()
        return x._rebuilt([multiply(scalar, values, name), *others])
    return multiply(scalar, x, name)


def polyval(coeffs: list[Any], x: Any, name: str | None = None) -> Any:
    """The polynomial with these coefficients, the highest power's first, at x, by Horner's rule."""
    if not isinstance(coeffs, list):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    with name_scope(name, "polyval", [*coeffs, x]) as scope:
        x = convert_to_tensor(x, name="x")
        if not coeffs:
            return tf.zeros_like(x, name=scope)
        first, *others = [
            convert_to_tensor(one, name=f"coeff_{index}") for index, one in enumerate(coeffs)
        ]
        result = first
        for coefficient in others:
            result = coefficient + result * x
        return result


# Complex numbers ----------------------------------------------------------------------------------

define(
    "Conj",
    "input: T -> output: T",
    T=one_of(COMPLEX, d.complex64),
    shape=infer(unchanged),
    kernel=plain(np.conj),
)
define(
    "ComplexAbs",
    "x: T -> y: Tout",
    T=one_of(COMPLEX, d.complex64),
    Tout=one_of([d.float32, d.float64], d.float32),
    shape=infer(unchanged),
    kernel=plain(np.abs),
)


def conj(x: Any, name: str | None = None) -> Tensor:
    """The complex conjugate; a real tensor is returned unchanged."""
    if isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_integer):
        return x
    with name_scope(name, "Conj", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return apply("Conj", scope, input=x)
        if x.dtype.is_floating or x.dtype.is_integer:
            return x
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}.")


gradient_of("Conj")(lambda op, g: conj(g))
linear("input", "Conj")
missing_gradient("ComplexAbs")
missing_tangent("ComplexAbs")
