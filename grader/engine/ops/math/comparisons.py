"""Comparisons, logic, and the bits of integers: nothing flows back through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shapes import broadcast_inputs, unchanged
from grader.engine.ops.common.types import FLOATS, INTEGERS, REAL
from grader.engine.ops.math.elementwise import (
    Array,
    Kernel,
    broadcasting,
    of_one_number,
    of_two_numbers,
)
from grader.engine.registry import (
    any_type,
    define,
    flag,
    missing_gradient,
    no_derivative,
    no_tangent,
    plain,
)

# fmt: off
__all__ = [
    "equal", "greater", "greater_equal", "is_finite", "is_inf", "is_nan", "less", "less_equal",
    "logical_and", "logical_not", "logical_or", "logical_xor", "not_equal",
]
# fmt: on

# Equality -----------------------------------------------------------------------------------------


def _compared(c: Any) -> Any:
    """The shape of a comparison; one bool where incompatible shapes are not an error."""
    if c.attr("incompatible_shape_error"):
        return broadcast_inputs(c)
    if None in (c.shape(0), c.shape(1)):
        return None
    pairs = list(zip(reversed(c.shape(0)), reversed(c.shape(1)), strict=False))
    for x, y in reversed(pairs):
        if x != y and 1 not in (x, y) and (x, y) != (None, None):
            return None if None in (x, y) else ()
    return broadcast_inputs(c)


def comparing(function: Callable[..., Array]) -> Callable[[Array, Array], Array]:
    """== or != as an array of booleans, for strings as well."""
    return lambda x, y: np.asarray(function(x, y), dtype=bool)


def _equality(function: Kernel, *, unequal: bool) -> Kernel:
    compared = broadcasting(function)

    def kernel(node: Any, x: np.ndarray, y: np.ndarray) -> Any:
        if not node.attrs["incompatible_shape_error"]:
            try:
                np.broadcast_shapes(x.shape, y.shape)
            except ValueError:
                return np.array(unequal)
        return compared(node, x, y)

    return kernel


for _type, _function in {"Equal": np.equal, "NotEqual": np.not_equal}.items():
    define(
        _type,
        "x: T, y: T -> z: bool",
        T=any_type(),
        incompatible_shape_error=flag(True),
        shape=infer(_compared),
        kernel=_equality(comparing(_function), unequal=_type == "NotEqual"),
    )


def equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Whether x equals y; shapes broadcast."""
    return apply("Equal", name, x=x, y=y)


def not_equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Whether x differs from y; shapes broadcast."""
    return apply("NotEqual", name, x=x, y=y)


# Order --------------------------------------------------------------------------------------------

COMPARISONS: dict[str, Kernel] = {
    "Less": np.less,
    "LessEqual": np.less_equal,
    "Greater": np.greater,
    "GreaterEqual": np.greater_equal,
}
of_two_numbers(
    {name: (function, REAL) for name, function in COMPARISONS.items()}, "x: T, y: T -> z: bool"
)
less = public("Less", "Whether x < y; shapes broadcast.")
less_equal = public("LessEqual", "Whether x <= y; shapes broadcast.")
greater = public("Greater", "Whether x > y; shapes broadcast.")
greater_equal = public("GreaterEqual", "Whether x >= y; shapes broadcast.")

# Infinite numbers and NaN -------------------------------------------------------------------------

# Predicates: `x: T -> y: bool`.
PREDICATES: dict[str, Kernel] = {"IsNan": np.isnan, "IsInf": np.isinf, "IsFinite": np.isfinite}
of_one_number(
    {name: (function, FLOATS) for name, function in PREDICATES.items()}, "x: T -> y: bool"
)
is_nan = public("IsNan", "Whether x is NaN, element by element.")
is_inf = public("IsInf", "Whether x is infinite, element by element.")
is_finite = public("IsFinite", "Whether x is neither NaN nor infinite, element by element.")

# Logic --------------------------------------------------------------------------------------------

LOGIC: dict[str, Kernel] = {"LogicalAnd": np.logical_and, "LogicalOr": np.logical_or}
for _type, _kernel in LOGIC.items():
    define(
        _type,
        "x: bool, y: bool -> z: bool",
        shape=infer(broadcast_inputs),
        kernel=broadcasting(_kernel),
    )
define("LogicalNot", "x: bool -> y: bool", shape=infer(unchanged), kernel=plain(np.logical_not))
logical_not = public("LogicalNot", "Not x, element by element.")
logical_and = public("LogicalAnd", "x and y; shapes broadcast.")
logical_or = public("LogicalOr", "x or y; shapes broadcast.")


def logical_xor(x: Any, y: Any, name: str | None = "LogicalXor") -> Tensor:
    """Whether exactly one of x and y is true, element by element."""
    either, both = logical_or(x, y), logical_not(logical_and(x, y))
    return logical_and(either, both, name=name)


# Bits: tf.bitwise ---------------------------------------------------------------------------------

of_one_number({"Invert": (np.invert, INTEGERS)})
of_two_numbers(
    {
        "BitwiseAnd": (np.bitwise_and, INTEGERS),
        "BitwiseOr": (np.bitwise_or, INTEGERS),
        "BitwiseXor": (np.bitwise_xor, INTEGERS),
    }
)
bitwise_and = public("BitwiseAnd", "The bits that are set in both x and y.")
bitwise_or = public("BitwiseOr", "The bits that are set in x or y.")
bitwise_xor = public("BitwiseXor", "The bits that are set in exactly one of x and y.")
invert = public("Invert", "The bits that are not set in x.")

# Rules of differentiation: there are none --------------------------------------------------------

no_derivative(
    "BitwiseAnd BitwiseOr BitwiseXor Equal Greater GreaterEqual Invert Less LessEqual LogicalAnd",
    "LogicalNot LogicalOr NotEqual",
)
missing_gradient("IsFinite IsInf IsNan")
no_tangent("IsFinite IsInf IsNan")
