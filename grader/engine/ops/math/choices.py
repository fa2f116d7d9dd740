"""Public functions that choose between values, add many, or split complex numbers: tf.where, tf.add_n."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.late import tf
from grader.engine.ops.math.functions import multiply

__all__ = ["add_n", "conj", "scalar_mul", "where", "where_v2"]


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


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """scalar * x, IndexedSlices for IndexedSlices. Raises ValueError if `scalar` is not a scalar."""
    scalar = convert_to_tensor(scalar, dtype=x.dtype.base_dtype, name="scalar")
    if scalar.shape.rank != 0:
        raise ValueError(f"The input scalar must be a 0-D value. Received shape {scalar.shape}.")
    if hasattr(x, "_components"):
        values, *others = x._components()
        return x._rebuilt([multiply(scalar, values, name), *others])
    return multiply(scalar, x, name)


# Complex numbers -----------------------------------------------------------------------------


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
