"""Trigonometric and hyperbolic functions, and their inverses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Tensor, control_dependencies
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shapes import broadcast_inputs
from grader.engine.ops.common.tangent_helpers import element_wise, partial_derivatives
from grader.engine.ops.common.types import ANALYTIC, FLOATS
from grader.engine.ops.math.elementwise import (
    broadcasting,
    of_one_number,
    of_result,
    reduced_to,
    waiting,
)
from grader.engine.registry import define, gradient_of, one_of

# fmt: off
__all__ = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh", "sin", "sinh",
    "tan", "tanh",
]
# fmt: on

of_one_number(
    {
        "Sin": (np.sin, ANALYTIC),
        "Cos": (np.cos, ANALYTIC),
        "Tan": (np.tan, ANALYTIC),
        "Asin": (np.arcsin, ANALYTIC),
        "Acos": (np.arccos, ANALYTIC),
        "Atan": (np.arctan, ANALYTIC),
        "Sinh": (np.sinh, ANALYTIC),
        "Cosh": (np.cosh, ANALYTIC),
        "Tanh": (np.tanh, ANALYTIC),
        "Asinh": (np.arcsinh, ANALYTIC),
        "Acosh": (np.arccosh, ANALYTIC),
        "Atanh": (np.arctanh, ANALYTIC),
    }
)
of_result({"TanhGrad": lambda y, dy: dy * (1 - y * y)})


def _work_of_angles(op: Any, given: Any) -> int:
    """Numbers near the smallest take NumPy a hundred times as long as others."""
    try:
        return 10 * math.prod(np.broadcast_shapes(*given))
    except ValueError:  # they don't fit: the kernel says so
        return 0


define(
    "Atan2",
    "y: T, x: T -> z: T",
    T=one_of(FLOATS),
    shape=infer(broadcast_inputs),
    kernel=broadcasting(np.arctan2),
    work=_work_of_angles,
)
sin = public("Sin", "The sine of x, element by element.")
cos = public("Cos", "The cosine of x, element by element.")
tan = public("Tan", "The tangent of x, element by element.")
asin = public("Asin", "The arc sine of x, element by element.")
acos = public("Acos", "The arc cosine of x, element by element.")
atan = public("Atan", "The arc tangent of x, element by element.")
sinh = public("Sinh", "The hyperbolic sine of x, element by element.")
cosh = public("Cosh", "The hyperbolic cosine of x, element by element.")
tanh = public("Tanh", "The hyperbolic tangent of x, element by element.")
asinh = public("Asinh", "The inverse hyperbolic sine of x, element by element.")
acosh = public("Acosh", "The inverse hyperbolic cosine of x, element by element.")
atanh = public("Atanh", "The inverse hyperbolic tangent of x, element by element.")
atan2 = public("Atan2", "The angle of the point (x, y), in radians; shapes broadcast.")

# Gradients ----------------------------------------------------------------------------------------


def _one(dtype: Any) -> Tensor:
    return constant(1, dtype.base_dtype)


def _inverse_root(x: Any, gradient: Any) -> Any:
    square = tf.square(x)
    return tf.reciprocal(tf.sqrt(tf.subtract(_one(gradient.dtype), square)))


waiting(
    {
        "Sin": ("x", lambda x, g: g * cos(x)),
        "Cos": ("x", lambda x, g: -g * sin(x)),
        "Tan": ("x", lambda x, g: tf.square(tf.reciprocal(cos(x))) * g),
        "Asin": ("x", lambda x, g: g * _inverse_root(x, g)),
        "Sinh": ("x", lambda x, g: g * cosh(x)),
        "Cosh": ("x", lambda x, g: g * sinh(x)),
        "Tanh": ("y", lambda y, g: apply("TanhGrad", y=y, dy=g)),
        "Asinh": ("y", lambda y, g: g / cosh(y)),
        "Acosh": ("y", lambda y, g: g / sinh(y)),
    }
)


@gradient_of("Acos")
def _acos(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        inverse = _inverse_root(tf.conj(op.inputs[0]), gradient)
        return -gradient * inverse


@gradient_of("Atan", "Atanh")
def _atan(op: Any, gradient: Any) -> Any:
    combine = tf.add if op.type == "Atan" else tf.subtract
    with control_dependencies([gradient]):
        x = tf.conj(op.inputs[0])
        square = tf.square(x)
        return gradient * tf.reciprocal(combine(_one(gradient.dtype), square))


@gradient_of("TanhGrad")
def _tanh_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        a, b = tf.conj(op.inputs[0]), tf.conj(op.inputs[1])
        return gradient * -2.0 * b * a, apply("TanhGrad", y=a, dy=gradient)


@gradient_of("Atan2")
def _atan2(op: Any, gradient: Any) -> Any:
    y, x = op.inputs
    with control_dependencies([gradient]):
        share = gradient / (tf.square(y) + tf.square(x))
        of_y = x * share
        of_x = -y * share
        return reduced_to(y, x, of_y, of_x)


# Tangents -----------------------------------------------------------------------------------------

element_wise(
    {
        "Sin": lambda x, y: cos(x),
        "Cos": lambda x, y: -sin(x),
        "Tan": lambda x, y: 1 + y * y,
        "Asin": lambda x, y: tf.rsqrt(1 - x * x),
        "Acos": lambda x, y: -tf.rsqrt(1 - x * x),
        "Atan": lambda x, y: 1 / (1 + x * x),
        "Sinh": lambda x, y: cosh(x),
        "Cosh": lambda x, y: sinh(x),
        "Tanh": lambda x, y: 1 - y * y,
        "Asinh": lambda x, y: tf.rsqrt(x * x + 1),
        "Acosh": lambda x, y: tf.rsqrt(x * x - 1),
        "Atanh": lambda x, y: 1 / (1 - x * x),
    }
)
partial_derivatives(
    {
        "TanhGrad": (lambda y, dy, z: -2 * y * dy, lambda y, dy, z: 1 - y * y),
        "Atan2": (lambda y, x, z: x / (x * x + y * y), lambda y, x, z: -y / (x * x + y * y)),
    }
)
