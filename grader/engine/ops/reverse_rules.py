"""Reverse rules of element-wise functions, as nodes that TensorFlow would make, too.

Source of each formula: the derivative of the function, times the gradient that arrives.
"""

from __future__ import annotations

from typing import Any

from grader.engine.build import apply
from grader.engine.convert import constant
from grader.engine.graph import control_dependencies
from grader.engine.ops.types import ANALYTIC
from grader.engine.registry import broadcast, define, gradient_of, no_gradient, one_of, plain

__all__: list[str] = []

define(
    "SqrtGrad",
    "y: T, dy: T -> z: T",
    T=one_of(ANALYTIC),
    shape=broadcast,
    kernel=plain(lambda y, dy: dy * y.dtype.type(0.5) / y),
)


@gradient_of("Sqrt")
def _sqrt(op: Any, gradient: Any) -> Any:
    return apply("SqrtGrad", y=op.outputs[0], dy=gradient)


@gradient_of("Neg")
def _neg(op: Any, gradient: Any) -> Any:
    return apply("Neg", x=gradient)


@gradient_of("Exp")
def _exp(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        return apply("Mul", name="mul", x=gradient, y=op.outputs[0])


@gradient_of("Square")
def _square(op: Any, gradient: Any) -> Any:
    x = op.inputs[0]
    with control_dependencies([gradient]):
        two = constant(2.0, x.dtype.base_dtype)
        return apply("Mul", x=gradient, y=apply("Mul", x=x, y=two))


no_gradient(
    *["PyFunc", "PyFuncStateless", "Const", "Placeholder", "VariableV2", "Shape", "Size", "Rank", "ZerosLike", "OnesLike", "Range", "NoOp", "ArgMax", "ArgMin", "Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual", "LogicalAnd", "LogicalOr", "LogicalNot", "StopGradient", "Floor", "Ceil", "Round"]
)


@gradient_of("Identity")
def _identity(op: Any, gradient: Any) -> Any:
    return gradient
