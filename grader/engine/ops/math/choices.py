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

# fmt: off
__all__ = [
    "add_n", "angle", "complex", "conj", "imag", "real", "scalar_mul", "where",
    "where_v2",
]
# fmt: on


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


def complex(real: Any, imag: Any, name: str | None = None) -> Tensor:
    """real + i imag: complex64 from float32, complex128 from float64."""
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag")
    with name_scope(name, "Complex", [real, imag]) as scope:
        kinds = {d.float32: d.complex64, d.float64: d.complex128}
        if real.dtype != imag.dtype or real.dtype not in kinds:
            raise TypeError(
                "The `real` and `imag` components have incorrect types: "
                f"{real.dtype.name} {imag.dtype.name}. They must be consistent, and one of "
                f"{list(kinds)}"
            )
        return apply("Complex", scope, real=real, imag=imag, Tout=kinds[real.dtype])


def real(input: Any, name: str | None = None) -> Tensor:
    """The real part; a real tensor is returned unchanged."""
    with name_scope(name, "Real", [input]) as scope:
        value = convert_to_tensor(input, name="input")
        if not value.dtype.is_complex:
            return value
        return apply("Real", scope, input=value, Tout=value.dtype.real_dtype)


def imag(input: Any, name: str | None = None) -> Tensor:
    """The imaginary part of a complex tensor."""
    with name_scope(name, "Imag", [input]) as scope:
        value = convert_to_tensor(input, name="input")
        if not value.dtype.is_complex:
            return apply("ZerosLike", x=value)
        return apply("Imag", scope, input=value, Tout=value.dtype.real_dtype)


def angle(input: Any, name: str | None = None) -> Tensor:
    """The argument of a complex tensor, in radians."""
    with name_scope(name, "Angle", [input]) as scope:
        value = convert_to_tensor(input, name="input")
        return apply("Angle", scope, input=value, Tout=value.dtype.real_dtype)


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
