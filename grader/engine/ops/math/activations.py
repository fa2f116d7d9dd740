"""Activations of neural networks: the sigmoid, ReLU and its relatives; the error function."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import merge
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.tangent_helpers import element_wise, linear, partial_derivatives
from grader.engine.ops.common.types import ANALYTIC, FLOATS, REAL
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.elementwise import Array, chosen, of_one_number, of_result, waiting
from grader.engine.registry import (
    define,
    gradient_of,
    missing_gradient,
    one_of,
    plain,
    real,
    tangent_of,
)

__all__ = ["erf", "log_sigmoid", "sigmoid"]

# The sigmoid and the error function ---------------------------------------------------------------


def sigmoid_kernel(x: Array) -> Array:
    """1 / (1 + exp(-x)); where exp(-x) is infinite, the result is too small for full precision."""
    wide = np.asarray(x, np.float32 if np.asarray(x).dtype.itemsize == 2 else None)
    return np.reciprocal(1 + np.exp(-wide)).astype(np.asarray(x).dtype, copy=False)


def elementwise(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """A function of Python floats as a function of float arrays, computed in double precision."""
    mapped = np.vectorize(function, otypes=[np.float64])

    def apply(x: Array) -> Array:
        x = np.asarray(x)
        return mapped(x).astype(x.dtype) if x.size else x

    apply.work = lambda op, given: 50 * math.prod(given[0])  # type: ignore[attr-defined]
    return apply


error_function = elementwise(math.erf)
of_one_number({"Sigmoid": (sigmoid_kernel, ANALYTIC), "Erf": (error_function, FLOATS)})
of_result({"SigmoidGrad": lambda y, dy: dy * y * (1 - y)})
erf = public("Erf", "The error function of x, element by element.")


def sigmoid(x: Any, name: str | None = None) -> Tensor:
    """1 / (1 + exp(-x)), element by element."""
    with name_scope(name, "Sigmoid", [x]) as scope:
        return apply("Sigmoid", scope, x=convert_to_tensor(x, name="x"))


def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """log(sigmoid(x)), element by element."""
    with name_scope(name, "LogSigmoid", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return apply("Neg", scope, x=softplus(apply("Neg", x=x)))


waiting({"Sigmoid": ("y", lambda y, g: apply("SigmoidGrad", y=y, dy=g))})


@gradient_of("SigmoidGrad")
def _sigmoid_grad(op: Any, gradient: Any) -> Any:
    with control_dependencies([gradient]):
        a, b = tf.conj(op.inputs[0]), tf.conj(op.inputs[1])
        product = gradient * b
        return product - 2.0 * product * a, apply("SigmoidGrad", y=a, dy=gradient)


@gradient_of("Erf")
def _error_function(op: Any, gradient: Any) -> Any:
    factor = constant(2 / np.sqrt(np.pi), gradient.dtype.base_dtype)
    with control_dependencies([gradient]):
        x = tf.conj(op.inputs[0])
        return gradient * factor * tf.exp(-tf.square(x))


element_wise(
    {
        "Sigmoid": lambda x, y: y * (1 - y),
        "Erf": lambda x, y: 2 / math.sqrt(math.pi) * tf.exp(-x * x),
    }
)
partial_derivatives(
    {"SigmoidGrad": (lambda y, dy, z: dy * (1 - 2 * y), lambda y, dy, z: y * (1 - y))}
)

# ReLU and its relatives: kernels and entries ------------------------------------------------------


def relu_kernel(x: Array) -> Array:
    """max(x, 0); NaN stays NaN."""
    return np.maximum(x, x.dtype.type(0))


def relu6_kernel(x: Array) -> Array:
    return np.where(x > 6, np.asarray(6, np.asarray(x).dtype), relu_kernel(x))


def elu_kernel(x: Array) -> Array:
    """x, or exp(x) - 1 below zero."""
    return np.where(x < 0, np.expm1(np.minimum(x, 0)), x)


# Slopes of the scaled exponential linear unit (Klambauer et al., 2017): scale and scale * alpha.
SELU_SCALE, SELU_SCALE_ALPHA = 1.0507009873554805, 1.7580993408473766


def selu_kernel(x: Array) -> Array:
    dtype = np.asarray(x).dtype
    scale, alpha = dtype.type(SELU_SCALE), dtype.type(SELU_SCALE_ALPHA)
    return np.where(x < 0, alpha * np.expm1(np.minimum(x, 0)), scale * x)


def softplus_kernel(x: Array) -> Array:
    """log(1 + exp(x)), without overflow."""
    return np.logaddexp(x, np.zeros((), np.asarray(x).dtype))


def softsign_kernel(x: Array) -> Array:
    return x / (1 + np.abs(x))


def leaky_relu_kernel(x: Array, alpha: float) -> Array:
    return np.where(x > 0, x, np.asarray(x).dtype.type(alpha) * x)


of_one_number(
    {
        "Relu": (relu_kernel, REAL),
        "Relu6": (relu6_kernel, REAL),
        "Elu": (elu_kernel, FLOATS),
        "Selu": (selu_kernel, FLOATS),
        "Softplus": (softplus_kernel, FLOATS),
        "Softsign": (softsign_kernel, FLOATS),
    },
    "features: T -> activations: T",
)
define(
    "LeakyRelu",
    "features: T -> activations: T",
    alpha=real(0.2),
    T=one_of(FLOATS, d.float32),
    shape=infer(unchanged),
    kernel=lambda node, x: leaky_relu_kernel(x, node.attrs["alpha"]),
)


def _both(c: Any) -> Any:
    return merge(c.shape(0), c.shape(1))


# Activations: functions of the incoming gradient and the input (or the result).
OF_ACTIVATION: dict[str, tuple[str, Any, Callable[..., Any]]] = {
    "ReluGrad": ("features", REAL, lambda g, x: g * (x > 0)),
    "Relu6Grad": ("features", REAL, lambda g, x: g * ((x > 0) & (x < 6))),
    "EluGrad": ("outputs", FLOATS, lambda g, y: np.where(y < 0, g * (y + 1), g)),
    "SeluGrad": (
        "outputs",
        FLOATS,
        lambda g, y: g * np.where(y < 0, y + SELU_SCALE_ALPHA, SELU_SCALE).astype(g.dtype),
    ),
    "SoftplusGrad": ("features", FLOATS, lambda g, x: g / (np.exp(-x) + 1)),
    "SoftsignGrad": ("features", FLOATS, lambda g, x: g / np.square(1 + np.abs(x))),
}
for _type, (_given, _types, _function) in OF_ACTIVATION.items():
    define(
        _type,
        f"gradients: T, {_given}: T -> backprops: T",
        T=one_of(_types),
        shape=infer(_both),
        kernel=plain(_function),
    )
define(
    "LeakyReluGrad",
    "gradients: T, features: T -> backprops: T",
    alpha=real(0.2),
    T=one_of(FLOATS, d.float32),
    shape=infer(_both),
    kernel=lambda node, g, x: np.where(x > 0, g, g * g.dtype.type(node.attrs["alpha"])),
)

# Public functions ---------------------------------------------------------------------------------

relu = public("Relu", "max(x, 0), element by element.")
elu = public("Elu", "x, or exp(x) - 1 below zero, element by element.")
selu = public("Selu", "The scaled exponential linear unit of x, element by element.")
softplus = public("Softplus", "log(1 + exp(x)), element by element.")
softsign = public("Softsign", "x / (1 + |x|), element by element.")


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


# Gradients ----------------------------------------------------------------------------------------

missing_gradient("SoftsignGrad")
for _type in ("Relu", "Relu6"):
    gradient_of(_type)(lambda op, g: apply(op.type + "Grad", gradients=g, features=op.outputs[0]))
    gradient_of(_type + "Grad")(
        lambda op, g: (
            apply(op.type, gradients=g, features=op.inputs[1]),
            tf.zeros_like(op.inputs[1]),
        )
    )
for _type in ("Elu", "Selu"):
    gradient_of(_type)(lambda op, g: apply(op.type + "Grad", gradients=g, outputs=op.outputs[0]))
gradient_of("Softsign")(lambda op, g: apply("SoftsignGrad", gradients=g, features=op.inputs[0]))
gradient_of("Softplus")(lambda op, g: g * sigmoid(op.inputs[0]))


@gradient_of("EluGrad", "SeluGrad")
def _elu_grad(op: Any, gradient: Any) -> Any:
    arriving, y = op.inputs
    first = apply(op.type, gradients=gradient, outputs=y)
    return first, tf.where(y < 0, gradient * arriving, tf.zeros_like(y))


@gradient_of("SoftplusGrad")
def _softplus_grad(op: Any, gradient: Any) -> Any:
    arriving, x = op.inputs
    with control_dependencies([gradient]):
        first = apply("SoftplusGrad", gradients=gradient, features=x)
        return first, gradient * arriving / (tf.exp(-x) + 2.0 + tf.exp(x))


def _leaky(op: Any, gradient: Any, x: Any) -> Any:
    alpha = op.get_attr("alpha")
    return apply("LeakyReluGrad", gradients=gradient, features=x, alpha=alpha)


gradient_of("LeakyRelu")(lambda op, g: _leaky(op, g, op.inputs[0]))
gradient_of("LeakyReluGrad")(
    lambda op, g: (_leaky(op, g, op.inputs[1]), tf.zeros_like(op.inputs[1]))
)


# Tangents; at a kink they take the same side as TensorFlow's gradients ----------------------------

linear("gradients", "ReluGrad", "Relu6Grad", "LeakyReluGrad")
element_wise(
    {
        "Softplus": lambda x, y: sigmoid(x),
        "Softsign": lambda x, y: tf.square(1 - tf.abs(y)),
        "Elu": lambda x, y: chosen(x > 0, tf.ones_like(x), y + 1),
        "Selu": lambda x, y: chosen(x > 0, SELU_SCALE * tf.ones_like(x), y + SELU_SCALE_ALPHA),
    }
)


@tangent_of("Relu")
def _relu(op: Any, tangent: Any) -> Any:
    return chosen(op.inputs[0] > 0, tangent)


@tangent_of("Relu6")
def _relu6(op: Any, tangent: Any) -> Any:
    x = op.inputs[0]
    return chosen(tf.logical_and(x > 0, x < 6), tangent)


@tangent_of("LeakyRelu")
def _leaky_relu(op: Any, tangent: Any) -> Any:
    return chosen(op.inputs[0] > 0, tangent, op.get_attr("alpha") * tangent)


partial_derivatives(
    {
        "SoftplusGrad": (
            lambda g, x, z: sigmoid(x),
            lambda g, x, z: z * (1 - sigmoid(x)),
        ),
        "SoftsignGrad": (
            lambda g, x, z: 1 / tf.square(1 + tf.abs(x)),
            lambda g, x, z: -2 * tf.sign(x) * z / (1 + tf.abs(x)),
        ),
        "EluGrad": (
            lambda g, y, z: chosen(y < 0, y + 1, tf.ones_like(y)),
            lambda g, y, z: chosen(y < 0, g),
        ),
        "SeluGrad": (
            lambda g, y, z: chosen(y < 0, y + SELU_SCALE_ALPHA, SELU_SCALE * tf.ones_like(y)),
            lambda g, y, z: chosen(y < 0, g),
        ),
    }
)
