"""Forward rules of element-wise operations, grouped by how their derivative is found.

Each formula is the derivative of the function times the incoming tangent. At a kink, the rule takes
the same side as TensorFlow's gradient.
"""

from __future__ import annotations

import math
from typing import Any

from grader.engine.graph.build import apply
from grader.engine.ops.arrays import making
from grader.engine.ops.common.tangent_helpers import (
    again,
    bilinear,
    element_wise,
    linear,
    missing_tangent,
    partial_derivatives,
    zeros_for,
)
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.kernels import SELU_SCALE, SELU_SCALE_ALPHA
from grader.engine.registry import no_tangent, tangent_of

# ------------------------------------------------------------------------ nothing flows

no_tangent(
    "BitwiseAnd BitwiseOr BitwiseXor Ceil Equal Floor FloorDiv Greater GreaterEqual Invert",
    "IsFinite IsInf IsNan Less LessEqual LogicalAnd LogicalNot LogicalOr NotEqual Rint Round Sign",
)

# ------------------------------------------------------------------- linear operations

linear("input", "Conj")
linear("x", "Neg")
linear("inputs", "AddN")
linear("t e", "Select", "SelectV2")
bilinear("x y", "Mul")


@tangent_of("Cast")
def _cast(op: Any, tangent: Any) -> Any:
    dtype = op.outputs[0].dtype
    return again(op, {"x": tangent}) if dtype.is_floating or dtype.is_complex else None


# ------------------------------------------------------------------ functions of one number


def _where(condition: Any, tangent: Any, otherwise: Any = None) -> Any:
    other = apply("ZerosLike", x=tangent) if otherwise is None else otherwise
    return apply("SelectV2", condition=condition, t=tangent, e=other)


element_wise(
    {
        "Square": lambda x, y: 2 * x,
        "Reciprocal": lambda x, y: -y * y,
        "Sqrt": lambda x, y: 0.5 / y,
        "Rsqrt": lambda x, y: -0.5 * y / x,
        "Exp": lambda x, y: y,
        "Expm1": lambda x, y: y + 1,
        "Log": lambda x, y: 1 / x,
        "Log1p": lambda x, y: 1 / (1 + x),
        "Sin": lambda x, y: m.cos(x),
        "Cos": lambda x, y: -m.sin(x),
        "Tan": lambda x, y: 1 + y * y,
        "Asin": lambda x, y: m.rsqrt(1 - x * x),
        "Acos": lambda x, y: -m.rsqrt(1 - x * x),
        "Atan": lambda x, y: 1 / (1 + x * x),
        "Sinh": lambda x, y: m.cosh(x),
        "Cosh": lambda x, y: m.sinh(x),
        "Tanh": lambda x, y: 1 - y * y,
        "Asinh": lambda x, y: m.rsqrt(x * x + 1),
        "Acosh": lambda x, y: m.rsqrt(x * x - 1),
        "Atanh": lambda x, y: 1 / (1 - x * x),
        "Sigmoid": lambda x, y: y * (1 - y),
        "Erf": lambda x, y: 2 / math.sqrt(math.pi) * m.exp(-x * x),
        "Softplus": lambda x, y: m.sigmoid(x),
        "Softsign": lambda x, y: m.square(1 - m.abs(y)),
        "Elu": lambda x, y: _where(x > 0, making.ones_like(x), y + 1),
        "Selu": lambda x, y: _where(x > 0, SELU_SCALE * making.ones_like(x), y + SELU_SCALE_ALPHA),
    }
)


@tangent_of("Abs")
def _abs(op: Any, tangent: Any) -> Any:
    return m.sign(op.inputs[0]) * tangent


@tangent_of("Relu")
def _relu(op: Any, tangent: Any) -> Any:
    return _where(op.inputs[0] > 0, tangent)


@tangent_of("Relu6")
def _relu6(op: Any, tangent: Any) -> Any:
    x = op.inputs[0]
    return _where(m.logical_and(x > 0, x < 6), tangent)


@tangent_of("LeakyRelu")
def _leaky_relu(op: Any, tangent: Any) -> Any:
    return _where(op.inputs[0] > 0, tangent, op.get_attr("alpha") * tangent)


# ------------------------------------------------------------ gradients of such functions

partial_derivatives(
    {
        "SigmoidGrad": (lambda y, dy, z: dy * (1 - 2 * y), lambda y, dy, z: y * (1 - y)),
        "TanhGrad": (lambda y, dy, z: -2 * y * dy, lambda y, dy, z: 1 - y * y),
        "SqrtGrad": (lambda y, dy, z: -z / y, lambda y, dy, z: 0.5 / y),
        "RsqrtGrad": (lambda y, dy, z: -1.5 * dy * y * y, lambda y, dy, z: -0.5 * y * y * y),
        "ReciprocalGrad": (lambda y, dy, z: -2 * dy * y, lambda y, dy, z: -y * y),
        "SoftplusGrad": (
            lambda g, x, z: m.sigmoid(x),
            lambda g, x, z: z * (1 - m.sigmoid(x)),
        ),
        "SoftsignGrad": (
            lambda g, x, z: 1 / m.square(1 + m.abs(x)),
            lambda g, x, z: -2 * m.sign(x) * z / (1 + m.abs(x)),
        ),
        "EluGrad": (
            lambda g, y, z: _where(y < 0, y + 1, making.ones_like(y)),
            lambda g, y, z: _where(y < 0, g),
        ),
        "SeluGrad": (
            lambda g, y, z: _where(y < 0, y + SELU_SCALE_ALPHA, SELU_SCALE * making.ones_like(y)),
            lambda g, y, z: _where(y < 0, g),
        ),
    }
)

# --------------------------------------------------------------- functions of two numbers

partial_derivatives(
    {
        "Add": (lambda x, y, z: making.ones_like(z), lambda x, y, z: making.ones_like(z)),
        "AddV2": (lambda x, y, z: making.ones_like(z), lambda x, y, z: making.ones_like(z)),
        "Sub": (lambda x, y, z: making.ones_like(z), lambda x, y, z: -making.ones_like(z)),
        "RealDiv": (lambda x, y, z: 1 / y, lambda x, y, z: -z / y),
        "DivNoNan": (
            lambda x, y, z: m.div_no_nan(making.ones_like(z), y),
            lambda x, y, z: -m.div_no_nan(z, y),
        ),
        "FloorMod": (lambda x, y, z: making.ones_like(z), lambda x, y, z: -m.floor(x / y)),
        "SquaredDifference": (lambda x, y, z: 2 * (x - y), lambda x, y, z: 2 * (y - x)),
        "Atan2": (lambda y, x, z: x / (x * x + y * y), lambda y, x, z: -y / (x * x + y * y)),
        "Pow": (lambda x, y, z: y * m.pow(x, y - 1), lambda x, y, z: z * _safe_log(x)),
    }
)


def _safe_log(x: Any) -> Any:
    """log(x) where it is real, else 0."""
    if x.dtype.is_complex:
        return m.log(x)
    positive = x > 0
    return _where(positive, m.log(_where(positive, x, making.ones_like(x))))


@tangent_of("Maximum", "Minimum")
def _larger_or_smaller(op: Any, of_x: Any, of_y: Any) -> Any:
    x, y = op.inputs
    takes_x = x >= y if op.type == "Maximum" else x <= y
    return _where(takes_x, zeros_for(x, of_x), zeros_for(y, of_y))


missing_tangent("ComplexAbs")
