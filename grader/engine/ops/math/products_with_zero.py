"""x log(y) and x / y that are 0 where x is 0, whatever y is: tf.math.xlogy and what its gradient needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.graph import control_dependencies
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shapes import broadcast_inputs
from grader.engine.ops.common.tangent_helpers import partial_derivatives
from grader.engine.ops.common.types import ANALYTIC
from grader.engine.ops.math.entries import broadcasting
from grader.engine.registry import define, gradient_of, one_of

Array = np.ndarray


def without_zeros(function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    """`function(x, y)`, but 0 where x is 0, whatever y is."""
    return lambda x, y: np.where(x == 0, np.zeros((), x.dtype), function(x, y)).astype(x.dtype)


KERNELS: dict[str, Callable[[Array, Array], Array]] = {
    "Xlogy": without_zeros(lambda x, y: x * np.log(y)),
    "Xdivy": without_zeros(np.divide),
}
for _type, _kernel in KERNELS.items():
    define(
        _type,
        "x: T, y: T -> z: T",
        T=one_of(ANALYTIC),
        shape=infer(broadcast_inputs),
        kernel=broadcasting(_kernel),
    )
xlogy = public("Xlogy", "x log(y), and 0 where x is 0.")

# Rules of differentiation -------------------------------------------------------------------------


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
