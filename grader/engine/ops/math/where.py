"""Choices between values: `tf.where`, the operations Select and SelectV2."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shape_algebra import Shape, broadcast, format_shape, merge
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.math.elementwise import Array, reduced_to
from grader.engine.registry import any_type, define, gradient_of, plain

__all__ = ["where", "where_v2"]

# Kernels, shapes, entries -------------------------------------------------------------------------


def select(condition: Array, x: Array, y: Array) -> Array:
    """Select: the condition has the shape of x and y, selects rows, or is a scalar."""
    if x.shape != y.shape:
        raise invalid(
            "'then' and 'else' must have the same size.  but received: "
            f"{format_shape(x.shape)} vs. {format_shape(y.shape)}"
        )
    if condition.ndim == 1 and x.ndim > 1 and condition.shape[0] == x.shape[0]:
        condition = condition.reshape(-1, *(1,) * (x.ndim - 1))
    elif condition.ndim and condition.shape != x.shape:
        raise invalid(
            f"Inputs to operation Select must have the same size and shape.  Input 0: "
            f"{format_shape(condition.shape)} != input 1: {format_shape(x.shape)}"
        )
    return np.where(condition, x, y)


def select_shape(c: Any) -> Shape:
    data, condition = merge(c.shape(1), c.shape(2)), c.shape(0)
    if condition is None or data is None or len(condition) == 0:
        return data
    if len(condition) == 1 and len(data) > 0:
        merge(data[:1], condition)  # checked, but TensorFlow infers nothing from it
        return data
    return merge(data, condition)


def select_broadcast(c: Any) -> Shape:
    return broadcast(broadcast(c.shape(1), c.shape(2)), c.shape(0))


define(
    "Select",
    "condition: bool, t: T, e: T -> output: T",
    T=any_type(),
    shape=infer(select_shape),
    kernel=plain(select),
)
define(
    "SelectV2",
    "condition: bool, t: T, e: T -> output: T",
    T=any_type(),
    shape=infer(select_broadcast),
    kernel=plain(np.where),
)

# Public functions ---------------------------------------------------------------------------------


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """x where the condition holds, else y; without x and y, the indices where it holds.

    x and y have the same shape. So does the condition, unless it is a vector that selects rows or a
    scalar.
    """
    if not given_both(x, y):
        return indices_where(condition, name)
    return apply("Select", name, condition=condition, t=x, e=y)


def where_v2(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """Like `where`, but condition, x and y broadcast."""
    if not given_both(x, y):
        return indices_where(condition, name)
    return apply("SelectV2", name, condition=condition, t=x, e=y)


def given_both(x: Any, y: Any) -> bool:
    if (x is None) != (y is None):
        raise ValueError("x and y must both be non-None or both be None.")
    return x is not None


def indices_where(condition: Any, name: str | None) -> Tensor:
    with name_scope(name, "Where", [condition]) as scope:
        condition = convert_to_tensor(condition, name="condition", preferred_dtype=d.bool)
        return apply("Where", scope, input=condition)


# Rules of differentiation -------------------------------------------------------------------------


@gradient_of("Select")
def _select(op: Any, gradient: Any) -> Any:
    condition, x, _ = op.inputs
    zeros = tf.zeros_like(x)
    of_x = where(condition, gradient, zeros)
    return None, of_x, where(condition, zeros, gradient)


@gradient_of("SelectV2")
def _select_v2(op: Any, gradient: Any) -> Any:
    condition, x, y = op.inputs
    result = op.outputs[0]
    zero = tf.zeros([], dtype=gradient.dtype.base_dtype)
    of_x = where_v2(condition, gradient, zero)
    of_y = where_v2(condition, zero, gradient)
    of_x, _ = reduced_to(x, result, of_x, None)
    return None, of_x, reduced_to(y, result, of_y, None)[0]


linear("t e", "Select", "SelectV2")
