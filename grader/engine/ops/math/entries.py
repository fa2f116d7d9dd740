"""The table's element-wise operations: arithmetic, functions of one number, comparisons, logic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shapes import broadcast_inputs, merged_inputs, unchanged
from grader.engine.ops.common.types import (
    ANALYTIC,
    COMPLEX,
    FLOATS,
    INTEGERS,
    NUMBERS,
    REAL,
    SIGNED,
    WITH_SIGN,
)
from grader.engine.ops.math import kernels as n
from grader.engine.ops.math.shapes import select, select_broadcast
from grader.engine.registry import any_type, define, flag, number, one_of, plain, real

Kernel = Callable[..., Any]

# Functions of one number: operation -> (NumPy function, types). `x: T -> y: T`.
FUNCTIONS: dict[str, tuple[Kernel, frozenset[d.DType]]] = {
    # arithmetic
    "Neg": (np.negative, WITH_SIGN),
    "Abs": (np.abs, FLOATS | SIGNED),
    "Sign": (np.sign, WITH_SIGN),
    "Square": (np.square, NUMBERS),
    "Reciprocal": (np.reciprocal, WITH_SIGN),
    # powers, exponentials, logarithms
    "Sqrt": (np.sqrt, ANALYTIC),
    "Rsqrt": (n.reciprocal_square_root, ANALYTIC),
    "Exp": (np.exp, ANALYTIC),
    "Expm1": (np.expm1, ANALYTIC),
    "Log": (np.log, ANALYTIC),
    "Log1p": (np.log1p, ANALYTIC),
    # trigonometry
    "Sin": (np.sin, ANALYTIC),
    "Cos": (np.cos, ANALYTIC),
    "Tan": (np.tan, ANALYTIC),
    "Asin": (np.arcsin, ANALYTIC),
    "Acos": (np.arccos, ANALYTIC),
    "Atan": (np.arctan, ANALYTIC),
    "Sinh": (np.sinh, ANALYTIC),
    "Cosh": (np.cosh, ANALYTIC),
    "Tanh": (np.tanh, ANALYTIC),
    "Asinh": (np.arcsinh, ANALYTIC),
    "Acosh": (np.arccosh, ANALYTIC),
    "Atanh": (np.arctanh, ANALYTIC),
    # special functions
    "Sigmoid": (n.sigmoid, ANALYTIC),
    "Erf": (n.error_function, FLOATS),
    # rounding
    "Floor": (np.floor, FLOATS),
    "Ceil": (np.ceil, FLOATS),
    "Rint": (np.rint, FLOATS),
    "Round": (np.rint, WITH_SIGN),  # half to even, like Python's
    # bits
    "Invert": (np.invert, INTEGERS),
}

# Activations of neural networks: `features: T -> activations: T`.
ACTIVATIONS: dict[str, tuple[Kernel, frozenset[d.DType]]] = {
    "Relu": (n.relu, REAL),
    "Relu6": (n.relu6, REAL),
    "Elu": (n.elu, FLOATS),
    "Selu": (n.selu, FLOATS),
    "Softplus": (n.softplus, FLOATS),
    "Softsign": (n.softsign, FLOATS),
}

# Predicates: `x: T -> y: bool`.
PREDICATES: dict[str, Kernel] = {"IsNan": np.isnan, "IsInf": np.isinf, "IsFinite": np.isfinite}

# Functions of two numbers, broadcasting: `x: T, y: T -> z: T`.
ARITHMETIC: dict[str, tuple[Kernel, frozenset[d.DType]]] = {
    "Add": (
        np.add,
        FLOATS | COMPLEX | SIGNED | {d.uint8, d.string},
    ),
    "AddV2": (np.add, NUMBERS),
    "Sub": (np.subtract, NUMBERS),
    "Mul": (np.multiply, NUMBERS),
    "RealDiv": (n.real_divide, NUMBERS),
    "DivNoNan": (n.divide_no_nan, ANALYTIC),
    "FloorDiv": (n.floor_divide, NUMBERS),
    "FloorMod": (n.floor_modulo, REAL),
    "Pow": (n.power, WITH_SIGN),
    "Maximum": (np.maximum, REAL),
    "Minimum": (np.minimum, REAL),
    "SquaredDifference": (
        n.squared_difference,
        ANALYTIC | {d.int32, d.int64},
    ),
    "BitwiseAnd": (np.bitwise_and, INTEGERS),
    "BitwiseOr": (np.bitwise_or, INTEGERS),
    "BitwiseXor": (np.bitwise_xor, INTEGERS),
}

COMPARISONS: dict[str, Kernel] = {
    "Less": np.less,
    "LessEqual": np.less_equal,
    "Greater": np.greater,
    "GreaterEqual": np.greater_equal,
}
LOGIC: dict[str, Kernel] = {"LogicalAnd": np.logical_and, "LogicalOr": np.logical_or}


def broadcasting(function: Kernel) -> Kernel:
    """A kernel of two arrays; its error names the shapes that do not broadcast, as TensorFlow's does."""

    def kernel(node: Any, x: np.ndarray, y: np.ndarray) -> Any:
        n.require_broadcast(x, y)
        return function(x, y)

    kernel.direct = function  # type: ignore[attr-defined]
    return kernel


for _type, (_function, _types) in FUNCTIONS.items():
    define(_type, "x: T -> y: T", T=one_of(_types), shape=infer(unchanged), kernel=plain(_function))
for _type, (_function, _types) in ACTIVATIONS.items():
    define(
        _type,
        "features: T -> activations: T",
        T=one_of(_types),
        shape=infer(unchanged),
        kernel=plain(_function),
    )
for _type, _function in PREDICATES.items():
    define(
        _type, "x: T -> y: bool", T=one_of(FLOATS), shape=infer(unchanged), kernel=plain(_function)
    )
for _type, (_function, _types) in ARITHMETIC.items():
    define(
        _type,
        "x: T, y: T -> z: T",
        T=one_of(_types),
        shape=infer(broadcast_inputs),
        kernel=broadcasting(_function),
    )
for _type, _function in COMPARISONS.items():
    define(
        _type,
        "x: T, y: T -> z: bool",
        T=one_of(REAL),
        shape=infer(broadcast_inputs),
        kernel=broadcasting(_function),
    )
for _type, _function in LOGIC.items():
    define(
        _type,
        "x: bool, y: bool -> z: bool",
        shape=infer(broadcast_inputs),
        kernel=broadcasting(_function),
    )

define(
    "Atan2",
    "y: T, x: T -> z: T",
    T=one_of(FLOATS),
    shape=infer(broadcast_inputs),
    kernel=broadcasting(np.arctan2),
)
define("LogicalNot", "x: bool -> y: bool", shape=infer(unchanged), kernel=plain(np.logical_not))


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
        kernel=_equality(n.comparing(_function), unequal=_type == "NotEqual"),
    )
define(
    "LeakyRelu",
    "features: T -> activations: T",
    alpha=real(0.2),
    T=one_of(FLOATS, d.float32),
    shape=infer(unchanged),
    kernel=lambda node, x: n.leaky_relu(x, node.attrs["alpha"]),
)
define(
    "AddN",
    "inputs: N * T -> sum: T",
    N=number(minimum=1),
    T=one_of(NUMBERS | {d.variant}),
    shape=infer(merged_inputs),
    kernel=plain(n.add_all),
)
define(
    "Cast",
    "x: SrcT -> y: DstT",
    SrcT=any_type(),
    DstT=any_type(),
    Truncate=flag(False),
    shape=infer(unchanged),
    kernel=lambda node, x: n.cast(x, np.dtype(node.attrs["DstT"].as_numpy_dtype)),
)
define(
    "Select",
    "condition: bool, t: T, e: T -> output: T",
    T=any_type(),
    shape=infer(select),
    kernel=plain(n.select),
)
define(
    "SelectV2",
    "condition: bool, t: T, e: T -> output: T",
    T=any_type(),
    shape=infer(select_broadcast),
    kernel=plain(np.where),
)

define(
    "Conj",
    "input: T -> output: T",
    T=one_of(COMPLEX, d.complex64),
    shape=infer(unchanged),
    kernel=plain(np.conj),
)

define(
    "ComplexAbs",
    "x: T -> y: Tout",
    T=one_of(COMPLEX, d.complex64),
    Tout=one_of([d.float32, d.float64], d.float32),
    shape=infer(unchanged),
    kernel=plain(np.abs),
)
