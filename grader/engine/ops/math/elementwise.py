"""What the families of element-wise operations share: entries of one shape, steps of their rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, control_dependencies
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shapes import broadcast_inputs, unchanged
from grader.engine.ops.common.types import ANALYTIC
from grader.engine.registry import define, gradient_of, one_of, plain

Array = np.ndarray
Kernel = Callable[..., Any]
Functions = dict[str, tuple[Kernel, frozenset[d.DType]]]  # operation -> NumPy function, types

# Entries ------------------------------------------------------------------------------------------


def of_one_number(functions: Functions, signature: str = "x: T -> y: T") -> None:
    """Defines functions of one number, element by element."""
    for op_type, (function, types) in functions.items():
        define(
            op_type,
            signature,
            T=one_of(types),
            shape=infer(unchanged),
            kernel=plain(function),
            work=getattr(function, "work", None),
        )


def of_two_numbers(functions: Functions, signature: str = "x: T, y: T -> z: T") -> None:
    """Defines functions of two numbers, element by element; shapes broadcast."""
    for op_type, (function, types) in functions.items():
        define(
            op_type,
            signature,
            T=one_of(types),
            shape=infer(broadcast_inputs),
            kernel=broadcasting(function),
        )


def broadcasting(function: Kernel) -> Kernel:
    """A kernel of two arrays; its error names the shapes that do not broadcast, as TensorFlow's does."""

    def kernel(node: Any, x: np.ndarray, y: np.ndarray) -> Any:
        require_broadcast(x, y)
        return function(x, y)

    kernel.direct = function  # type: ignore[attr-defined]
    return kernel


def require_broadcast(x: Array, y: Array) -> None:
    """Raises InvalidArgumentError where two shapes do not broadcast."""
    for a, b in zip(reversed(x.shape), reversed(y.shape), strict=False):
        if a != b and a != 1 and b != 1:
            raise invalid(f"Incompatible shapes: {list(x.shape)} vs. {list(y.shape)}")


def of_result(functions: dict[str, Kernel]) -> None:
    """Defines derivatives, as functions of the result y and the incoming gradient dy."""
    for op_type, function in functions.items():
        define(
            op_type,
            "y: T, dy: T -> z: T",
            T=one_of(ANALYTIC),
            shape=infer(unchanged),
            kernel=plain(function),
        )


def zero_for_zero(function: Kernel) -> Kernel:
    """The function of y's conjugate and of dy; zero where dy is, even if the slope is infinite."""
    return lambda y, dy: np.where(dy == 0, dy.dtype.type(0), function(np.conj(y), dy))


# Steps of the rules -------------------------------------------------------------------------------

# op type -> (whether the formula takes the input x or the result y, the formula of it and g).
Formula = Callable[[Any, Any], Any]


def waiting(functions: dict[str, tuple[str, Formula]]) -> None:
    """Gradients of functions of one number: op type -> "x" or "y", and a formula of it and of g.

    The formula is the derivative (its conjugate, for complex numbers) times the incoming gradient g. A
    rule waits for that gradient before it computes anything, as TensorFlow's do.
    """
    for op_type, (side, formula) in functions.items():
        gradient_of(op_type)(_waiting(side, formula))


def _waiting(side: str, formula: Formula) -> Callable[..., Any]:
    def rule(op: Any, gradient: Any) -> Any:
        with control_dependencies([gradient]):
            return formula(tf.conj(op.inputs[0] if side == "x" else op.outputs[0]), gradient)

    return rule


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
    sizes = [tf.shape(x), tf.shape(y)]
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
            one = tf.reshape(tf.reduce_sum(one, along, keepdims=True), size)
        found.append(one)
    return found[0], found[1]


def same_known_shapes(*tensors: Any) -> bool:
    """Whether all are tensors of the same, fully defined shape."""
    known = [one.shape for one in tensors if isinstance(one, Tensor)]
    return len(known) == len(tensors) and all(
        one.is_fully_defined() and one.as_list() == known[0].as_list() for one in known
    )


def chosen(condition: Any, tangent: Any, otherwise: Any = None) -> Any:
    """The tangent where the condition holds, else `otherwise`, or zero."""
    other = apply("ZerosLike", x=tangent) if otherwise is None else otherwise
    return apply("SelectV2", condition=condition, t=tangent, e=other)
