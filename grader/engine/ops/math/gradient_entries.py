"""The derivatives of elementwise functions as operations: `SigmoidGrad`, `SqrtGrad`, `ReluGrad` ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import merge
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import ANALYTIC, FLOATS, REAL
from grader.engine.ops.math.kernels import SELU_SCALE, SELU_SCALE_ALPHA
from grader.engine.registry import define, one_of, plain, real


def _both(c: Any) -> Any:
    return merge(c.shape(0), c.shape(1))


# Functions of the result y and the incoming gradient dy: `y: T, dy: T -> z: T`.
OF_RESULT: dict[str, Callable[..., Any]] = {
    "SigmoidGrad": lambda y, dy: dy * y * (1 - y),
    "TanhGrad": lambda y, dy: dy * (1 - y * y),
    "SqrtGrad": lambda y, dy: dy * y.dtype.type(0.5) / y,
    "RsqrtGrad": lambda y, dy: y.dtype.type(-0.5) * dy * y * y * y,
    "ReciprocalGrad": lambda y, dy: -dy * y * y,
}


def _of_result(op_type: str) -> Callable[..., Any]:
    """The function; those of roots and reciprocals take the conjugate of a complex result.

    They give zero where a zero arrives, as TensorFlow's kernels do, even where the slope is infinite.
    """
    function = OF_RESULT[op_type]
    if op_type in ("SigmoidGrad", "TanhGrad"):
        return function
    return lambda y, dy: np.where(dy == 0, dy.dtype.type(0), function(np.conj(y), dy))


for _type in OF_RESULT:
    define(
        _type,
        "y: T, dy: T -> z: T",
        T=one_of(ANALYTIC),
        shape=infer(unchanged),
        kernel=plain(_of_result(_type)),
    )

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

# Linear in the gradient that arrives. The tangents of the others are in tangents.py.
linear("gradients", "ReluGrad", "Relu6Grad", "LeakyReluGrad")
