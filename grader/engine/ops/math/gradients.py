"""Reverse rules of element-wise operations: they add the same nodes as TensorFlow's.

Each formula is the derivative of the function (its conjugate, for complex numbers) times the incoming
gradient. A rule of one number waits for that gradient before it computes anything
(`control_dependencies`), as TensorFlow's rules do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Tensor, control_dependencies
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.math import choices
from grader.engine.ops.math import functions as m
from grader.engine.ops.reductions import functions as reductions
from grader.engine.registry import gradient_of, missing_gradient, no_gradient

no_gradient(
    "BitwiseAnd BitwiseOr BitwiseXor Ceil Equal Floor FloorDiv Greater GreaterEqual Invert Less",
    "LessEqual LogicalAnd LogicalNot LogicalOr NotEqual Rint Round",
)
missing_gradient("ComplexAbs IsFinite IsInf IsNan SoftsignGrad")

conj = choices.conj


def mul(x: Any, y: Any) -> Any:
    """x * y as a node named Mul (the operator names it mul)."""
    return apply("Mul", x=x, y=y)


# ------------------------------------------------------------------ functions of one number


def _one(dtype: Any) -> Tensor:
    return constant(1, dtype.base_dtype)


def _inverse_root(x: Any, gradient: Any) -> Any:
    square = m.square(x)
    return m.reciprocal(m.sqrt(m.subtract(_one(gradient.dtype), square)))


# op type -> (whether the formula takes the input x or the result y, the formula of it and g).
Formula = Callable[[Any, Any], Any]
FUNCTIONS: dict[str, tuple[str, Formula]] = {
    "Exp": ("y", lambda y, g: g * y),
    "Expm1": ("x", lambda x, g: g * m.exp(x)),
    "Log": ("x", lambda x, g: g * m.reciprocal(x)),
    "Log1p": ("x", lambda x, g: g * m.reciprocal(1 + x)),
    "Sinh": ("x", lambda x, g: g * m.cosh(x)),
    "Cosh": ("x", lambda x, g: g * m.sinh(x)),
    "Tanh": ("y", lambda y, g: apply("TanhGrad", y=y, dy=g)),
    "Asinh": ("y", lambda y, g: g / m.cosh(y)),
    "Acosh": ("y", lambda y, g: g / m.sinh(y)),
    "Sigmoid": ("y", lambda y, g: apply("SigmoidGrad", y=y, dy=g)),
    "Sin": ("x", lambda x, g: g * m.cos(x)),
    "Cos": ("x", lambda x, g: -g * m.sin(x)),
    "Tan": ("x", lambda x, g: m.square(m.reciprocal(m.cos(x))) * g),
    "Asin": ("x", lambda x, g: g * _inverse_root(x, g)),
}


def _waiting(side: str, formula: Formula) -> Callable[..., Any]:
    def rule(op: Any, gradient: Any) -> Any:
        with control_dependencies([gradient]):
            return formula(conj(op.inputs[0] if side == "x" else op.outputs[0]), gradient)

    return rule


for _type, (_side, _formula) in FUNCTIONS.items():
    gradient_of(_type)(_waiting(_side, _formula))


@gradient_of("Square")
def _square(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        x = conj(op.inputs[0])
        two = constant(2.0, x.dtype.base_dtype)
        return m.multiply(gradient, m.multiply(x, two))


@gradient_of("Acos")
def _acos(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        inverse = _inverse_root(conj(op.inputs[0]), gradient)
        return -gradient * inverse


@gradient_of("Atan", "Atanh")
def _atan(op: Any, gradient: Any) -> Any:
    combine = m.add if op.type == "Atan" else m.subtract
    with control_dependencies([gradient]):
        x = conj(op.inputs[0])
        square = m.square(x)
        return gradient * m.reciprocal(combine(_one(gradient.dtype), square))


@gradient_of("Erf")
def _error_function(op: Any, gradient: Any) -> Any:
    factor = constant(2 / np.sqrt(np.pi), gradient.dtype.base_dtype)
    with control_dependencies([gradient]):
        x = conj(op.inputs[0])
        return gradient * factor * m.exp(-m.square(x))


for _type in ("Sqrt", "Rsqrt", "Reciprocal"):
    gradient_of(_type)(lambda op, g, name=_type + "Grad": apply(name, y=op.outputs[0], dy=g))
gradient_of("Neg")(lambda op, g: -g)
gradient_of("Conj")(lambda op, g: conj(g))
gradient_of("Abs")(lambda op, g: g * m.sign(op.inputs[0]))
gradient_of("Sign")(lambda op, g: making.zeros_like(op.inputs[0]))
gradient_of("Softplus")(lambda op, g: g * m.sigmoid(op.inputs[0]))


# ------------------------------------------------- gradients of gradients of one number


@gradient_of("TanhGrad")
def _tanh_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        a, b = conj(op.inputs[0]), conj(op.inputs[1])
        return gradient * -2.0 * b * a, apply("TanhGrad", y=a, dy=gradient)


@gradient_of("SigmoidGrad")
def _sigmoid_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        a, b = conj(op.inputs[0]), conj(op.inputs[1])
        product = gradient * b
        return product - 2.0 * product * a, apply("SigmoidGrad", y=a, dy=gradient)


@gradient_of("SqrtGrad")
def _sqrt_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        share = gradient / op.inputs[0]
        return -conj(share) * op.outputs[0], 0.5 * share


@gradient_of("RsqrtGrad")
def _rsqrt_grad(op: Any, gradient: Any) -> Any:
    a, b = op.inputs
    with control_dependencies([gradient]):
        a, arriving = conj(a), conj(gradient)
        by_a = -1.5 * arriving * b * m.square(a)
        return by_a, apply("RsqrtGrad", y=a, dy=gradient)


@gradient_of("ReciprocalGrad")
def _reciprocal_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        a, arriving = conj(op.inputs[0]), conj(gradient)
        by_a = arriving * -2.0 * op.inputs[1] * a
        return by_a, apply("ReciprocalGrad", y=a, dy=gradient)


# --------------------------------------------------------------------------- activations

for _type in ("Relu", "Relu6"):
    gradient_of(_type)(lambda op, g: apply(op.type + "Grad", gradients=g, features=op.outputs[0]))
    gradient_of(_type + "Grad")(
        lambda op, g: (
            apply(op.type, gradients=g, features=op.inputs[1]),
            making.zeros_like(op.inputs[1]),
        )
    )
for _type in ("Elu", "Selu"):
    gradient_of(_type)(lambda op, g: apply(op.type + "Grad", gradients=g, outputs=op.outputs[0]))
gradient_of("Softsign")(lambda op, g: apply("SoftsignGrad", gradients=g, features=op.inputs[0]))


@gradient_of("EluGrad", "SeluGrad")
def _elu_grad(op: Any, gradient: Any) -> Any:
    arriving, y = op.inputs
    first = apply(op.type, gradients=gradient, outputs=y)
    return first, choices.where(y < 0, gradient * arriving, making.zeros_like(y))


@gradient_of("SoftplusGrad")
def _softplus_grad(op: Any, gradient: Any) -> Any:
    arriving, x = op.inputs
    with control_dependencies([gradient]):
        first = apply("SoftplusGrad", gradients=gradient, features=x)
        return first, gradient * arriving / (m.exp(-x) + 2.0 + m.exp(x))


def _leaky(op: Any, gradient: Any, x: Any) -> Any:
    alpha = op.get_attr("alpha")
    return apply("LeakyReluGrad", gradients=gradient, features=x, alpha=alpha)


gradient_of("LeakyRelu")(lambda op, g: _leaky(op, g, op.inputs[0]))
gradient_of("LeakyReluGrad")(
    lambda op, g: (_leaky(op, g, op.inputs[1]), making.zeros_like(op.inputs[1]))
)


# ----------------------------------------------------------- functions of two numbers


def spread_axes(x: Any, y: Any) -> tuple[list[int], list[int]] | None:
    """The axes along which x and y broadcast in x + y; None if that is known only at run time."""
    if x.shape.rank is None or y.shape.rank is None:
        return None
    rank = max(x.shape.rank, y.shape.rank)
    sizes = [[1] * (rank - one.shape.rank) + one.shape.as_list() for one in (x, y)]
    axes: tuple[list[int], list[int]] = ([], [])
    for axis, (a, b) in enumerate(zip(*sizes, strict=True)):
        if a == 1 and b != 1:
            axes[0].append(axis)
        elif b == 1 and a != 1:
            axes[1].append(axis)
        elif a is None or b is None:
            return None
    return axes


def reduced_to(x: Any, y: Any, of_x: Any, of_y: Any) -> tuple[Any, Any]:
    """Gradients of the shape of x + y, summed over the axes along which x or y broadcast."""
    if of_x is None and of_y is None:
        return None, None
    sizes = [shapes.shape(x), shapes.shape(y)]
    axes: Any = spread_axes(x, y)
    if axes is None:
        axes = apply("BroadcastGradientArgs", s0=sizes[0], s1=sizes[1])
        must = [True, True]
    else:
        ranks = (x.shape.rank, y.shape.rank)
        must = [bool(axes[0]) or ranks[0] < ranks[1], bool(axes[1]) or ranks[1] < ranks[0]]
    found = []
    for one, size, along, needed in zip((of_x, of_y), sizes, axes, must, strict=True):
        if one is not None and needed:
            one = arrays.reshape(reductions.reduce_sum(one, along, keepdims=True), size)
        found.append(one)
    return found[0], found[1]


def same_known_shapes(*tensors: Any) -> bool:
    """Whether all are tensors of the same, fully defined shape."""
    known = [one.shape for one in tensors if isinstance(one, Tensor)]
    return len(known) == len(tensors) and all(
        one.is_fully_defined() and one.as_list() == known[0].as_list() for one in known
    )


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


@gradient_of("Mul")
def _mul(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    if same_known_shapes(x, y, gradient) and gradient.dtype.name in ("int32", "float32"):
        return mul(gradient, y), mul(gradient, x)
    of_x = mul(gradient, conj(y))
    return reduced_to(x, y, of_x, mul(conj(x), gradient))


def _quotient(divide: Callable[..., Any], conjugated_shapes: bool = False) -> Callable[..., Any]:
    def rule(op: Any, gradient: Any) -> Any:
        x, y = op.inputs
        a, b = conj(x), conj(y)
        of_x = divide(gradient, b)
        of_y = gradient * divide(divide(-a, b), b)
        return reduced_to(a, b, of_x, of_y) if conjugated_shapes else reduced_to(x, y, of_x, of_y)

    return rule


gradient_of("RealDiv")(_quotient(m.realdiv))
gradient_of("DivNoNan")(_quotient(m.div_no_nan, conjugated_shapes=True))


@gradient_of("FloorMod")
def _floor_mod(op: Any, gradient: Any) -> Any:
    x, y = conj(op.inputs[0]), conj(op.inputs[1])
    times = m.floor_div(x, y)
    return reduced_to(x, y, gradient, gradient * m.negative(times))


@gradient_of("Pow")
def _pow(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    a, b = conj(x), conj(y)
    of_x = gradient * b * m.pow(a, b - 1)
    mask = m.not_equal(a, 0) if x.dtype.is_complex else a > 0
    safe = choices.where(mask, a, making.ones_like(x))
    logarithm = choices.where(mask, m.log(safe), making.zeros_like(x))
    of_y = gradient * conj(op.outputs[0]) * logarithm
    return reduced_to(x, y, of_x, of_y)


@gradient_of("Maximum", "Minimum")
def _larger_or_smaller(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    zeros = making.zeros_like(gradient)
    mask = (m.greater_equal if op.type == "Maximum" else m.less_equal)(x, y)
    of_x = choices.where_v2(mask, gradient, zeros)
    return reduced_to(x, y, of_x, choices.where_v2(mask, zeros, gradient))


@gradient_of("SquaredDifference")
def _squared_difference(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    with control_dependencies([gradient]):
        of_x = choices.scalar_mul(2.0, gradient) * (x - y)
    if same_known_shapes(x, y, gradient):
        return of_x, -of_x
    return reduced_to(x, y, of_x, -of_x)


@gradient_of("Atan2")
def _atan2(op: Any, gradient: Any) -> Any:
    y, x = op.inputs
    with control_dependencies([gradient]):
        share = gradient / (m.square(y) + m.square(x))
        of_y = x * share
        of_x = -y * share
        return reduced_to(y, x, of_y, of_x)


# --------------------------------------------------------------------- choices, types


@gradient_of("AddN")
def _add_n(op: Any, gradient: Any) -> Any:
    return [gradient] * len(op.inputs)


@gradient_of("Select")
def _select(op: Any, gradient: Any) -> Any:
    condition, x, _ = op.inputs
    zeros = making.zeros_like(x)
    of_x = choices.where(condition, gradient, zeros)
    return None, of_x, choices.where(condition, zeros, gradient)


@gradient_of("SelectV2")
def _select_v2(op: Any, gradient: Any) -> Any:
    condition, x, y = op.inputs
    result = op.outputs[0]
    zero = making.zeros([], dtype=gradient.dtype.base_dtype)
    of_x = choices.where_v2(condition, gradient, zero)
    of_y = choices.where_v2(condition, zero, gradient)
    of_x, _ = reduced_to(x, result, of_x, None)
    return None, of_x, reduced_to(y, result, of_y, None)[0]


@gradient_of("Cast")
def _cast(op: Any, gradient: Any) -> Any:
    source, target = op.inputs[0].dtype.base_dtype, gradient.dtype.base_dtype
    smooth = all(one.is_floating or one.is_complex for one in (source, target))
    return m.cast(gradient, source) if smooth else None
