"""Special functions, shifts and numeric checks: kernels, entries and public functions, such as tf.digamma.

SciPy computes the values. It is heavy, so the first kernel that needs it imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, colocate_with, control_dependencies, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str, axis_of
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, broadcast
from grader.engine.ops.common.shapes import broadcast_inputs, merged_inputs, unchanged
from grader.engine.ops.common.types import ANALYTIC, FLOATS, INDEX, INTEGERS, NUMBERS
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.entries import broadcasting
from grader.engine.ops.reductions.functions import reduce_sum
from grader.engine.registry import define, flag, one_of, plain, real, string

# fmt: off
__all__ = [
    "betainc", "check_numerics", "digamma", "igamma", "igammac", "lbeta", "polygamma",
    "verify_tensor_all_finite", "zeta",
]
# fmt: on

Array = np.ndarray
DOUBLE = FLOATS - {d.bfloat16, d.float16}


def scipy(name: str) -> Callable[..., Array]:
    """The kernel of SciPy's special function of that name, in double precision."""

    def function(*inputs: Array) -> Array:
        compute = getattr(import_module("scipy.special"), name)
        found = np.asarray(compute(*(x.astype(np.float64) for x in inputs)))
        if name == "psi":  # SciPy returns the limit from one side at 0, minus infinity
            found = np.where(inputs[0] == 0, np.nan, found)
        return found.astype(inputs[0].dtype)

    return function


def without_zeros(function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    """`function(x, y)`, but 0 where x is 0, whatever y is."""
    return lambda x, y: np.where(x == 0, np.zeros((), x.dtype), function(x, y)).astype(x.dtype)


def polygamma_kernel(a: Array, x: Array) -> Array:
    """The derivative of order a of digamma; NaN unless the order is a natural number."""
    special = import_module("scipy.special")
    order, at = np.broadcast_arrays(a.astype(np.float64), x.astype(np.float64))
    natural = (order >= 0) & (order == np.floor(order))
    found = special.polygamma(np.where(natural, order, 0).astype(int), at)
    return np.where(natural, found, np.nan).astype(x.dtype)


def igamma_by_a(a: Array, x: Array) -> Array:
    """The derivative of igamma(a, x) with respect to a: a five-point difference in double precision."""
    special = import_module("scipy.special")
    a, x, dtype = a.astype(np.float64), x.astype(np.float64), a.dtype
    step = 1e-3 * np.maximum(np.minimum(a, 1.0), 1e-3)
    near = special.gammainc(a + step, x) - special.gammainc(a - step, x)
    far = special.gammainc(a + 2 * step, x) - special.gammainc(a - 2 * step, x)
    return np.asarray((8 * near - far) / (12 * step)).astype(dtype)


# The entries --------------------------------------------------------------------------------------

FUNCTIONS = {
    "Digamma": "psi",
    "Erfinv": "erfinv",
    "Ndtri": "ndtri",
    "BesselI0": "i0",
    "BesselI0e": "i0e",
    "BesselI1": "i1",
    "BesselI1e": "i1e",
}
for _type, _name in FUNCTIONS.items():
    define(
        _type, "x: T -> y: T", T=one_of(FLOATS), shape=infer(unchanged), kernel=plain(scipy(_name))
    )
PAIRS: dict[str, tuple[str, Callable[[Array, Array], Array], frozenset[d.DType]]] = {
    "Polygamma": ("a x z", polygamma_kernel, DOUBLE),
    "Zeta": ("x q z", scipy("zeta"), DOUBLE),
    "Igamma": ("a x z", scipy("gammainc"), FLOATS),
    "Igammac": ("a x z", scipy("gammaincc"), FLOATS),
    "IgammaGradA": ("a x z", igamma_by_a, DOUBLE),
    "NextAfter": ("x1 x2 output", np.nextafter, DOUBLE),
    "Xlogy": ("x y z", without_zeros(lambda x, y: x * np.log(y)), ANALYTIC),
    "Xlog1py": ("x y z", without_zeros(lambda x, y: x * np.log1p(y)), ANALYTIC),
    "Xdivy": ("x y z", without_zeros(np.divide), ANALYTIC),
    "LeftShift": ("x y z", lambda x, y: np.left_shift(x, shift(x, y)), INTEGERS),
    "RightShift": ("x y z", lambda x, y: np.right_shift(x, shift(x, y)), INTEGERS),
}


def shift(x: Array, y: Array) -> Array:
    """By how many bits: TensorFlow clips y to the width of x, as C++ leaves larger shifts undefined."""
    return np.clip(y, 0, x.dtype.itemsize * 8 - 1).astype(y.dtype)


for _type, (_names, _kernel, _types) in PAIRS.items():
    _first, _second, _result = _names.split()
    define(
        _type,
        f"{_first}: T, {_second}: T -> {_result}: T",
        T=one_of(_types, d.float32) if _type == "NextAfter" else one_of(_types),
        shape=infer(broadcast_inputs),
        kernel=broadcasting(_kernel),
    )


def betainc_shape(c: Any) -> Shape:
    """All inputs have one shape, except for scalars, which broadcast."""
    shapes = [c.shape(i) for i in range(3)]
    if None in shapes:
        return None
    result: Shape = ()
    for one in shapes:
        if one:
            if result and len(result) != len(one):
                raise ValueError(f"Shapes must be equal rank, but are {len(result)} and {len(one)}")
            result = broadcast(result, one)
    return result


define(
    "Betainc",
    "a: T, b: T, x: T -> z: T",
    T=one_of(DOUBLE),
    shape=infer(betainc_shape),
    kernel=plain(scipy("betainc")),
)
define(
    "PopulationCount",
    "x: T -> y: uint8",
    T=one_of(INTEGERS),
    shape=infer(unchanged),
    kernel=plain(
        # Viewed as unsigned: of a negative number, NumPy would count the bits of the absolute value.
        lambda x: np.bitwise_count(x.view(np.dtype(f"u{x.dtype.itemsize}"))).astype(np.uint8)
    ),
)
define(
    "ApproximateEqual",
    "x: T, y: T -> z: bool",
    T=one_of(NUMBERS),
    tolerance=real(1e-5),
    shape=infer(merged_inputs),
    kernel=lambda node, x, y: np.abs(x - y) < node.attrs["tolerance"],
)


def checked_numbers(node: Any, x: Array) -> Array:
    problems = [("Inf", np.isinf(x)), ("NaN", np.isnan(x))]
    found = [name for name, where in problems if where.any()]
    if found:
        message = as_str(node.attrs["message"])
        raise invalid(f"{message} : Tensor had {' and '.join(found)} values")
    return x


define(
    "CheckNumerics",
    "tensor: T -> output: T",
    T=one_of(FLOATS),
    message=string(),
    shape=infer(unchanged),
    kernel=checked_numbers,
    stateful=True,
)


def running_log_sum(node: Any, x: Array, axis: Array) -> Array:
    """log(cumsum(exp(x))); an exclusive sum starts with log(0)."""
    position = axis_of(axis, x.ndim, "CumulativeLogsumexp")
    x = np.flip(x, position) if node.attrs["reverse"] else x
    if node.attrs["exclusive"] and x.shape[position]:
        least = np.full_like(np.take(x, [0], position), -np.inf)
        x = np.concatenate([least, np.take(x, range(x.shape[position] - 1), position)], position)
    result = np.logaddexp.accumulate(x, position).astype(x.dtype)
    return np.flip(result, position) if node.attrs["reverse"] else result


define(
    "CumulativeLogsumexp",
    "x: T, axis: Tidx -> out: T",
    exclusive=flag(False),
    reverse=flag(False),
    T=one_of(FLOATS),
    Tidx=one_of(INDEX, d.int32),
    shape=infer(unchanged),
    kernel=running_log_sum,
)

# For users ----------------------------------------------------------------------------------------

digamma = public("Digamma", "The derivative of lgamma.")
erfinv = public("Erfinv", "The inverse of erf.")
ndtri = public("Ndtri", "The quantile function of the normal distribution.")


def _bessel(op_type: str, scope: str, formula: str) -> Callable[..., Tensor]:
    def function(x: Any, name: str | None = None) -> Tensor:
        with name_scope(name, scope, [x]):
            return apply(op_type, x=x)

    return m.described(function, scope, formula)


bessel_i0 = _bessel("BesselI0", "bessel_i0", "The modified Bessel function of order 0.")
bessel_i0e = _bessel("BesselI0e", "bessel_i0e", "exp(-|x|) bessel_i0(x).")
bessel_i1 = _bessel("BesselI1", "bessel_i1", "The modified Bessel function of order 1.")
bessel_i1e = _bessel("BesselI1e", "bessel_i1e", "exp(-|x|) bessel_i1(x).")
polygamma = public("Polygamma", "The derivative of order a of digamma, at x.")
zeta = public("Zeta", "The sum of 1 / (q + n) ** x over all n from 0.")
igamma = public("Igamma", "The lower regularized incomplete gamma function.")
igammac = public("Igammac", "The upper regularized incomplete gamma function.")
betainc = public("Betainc", "The regularized incomplete beta function.")
next_after = public("NextAfter", "The next representable number after x1, in the direction of x2.")
xlogy = public("Xlogy", "x log(y), and 0 where x is 0.")


def xdivy(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y, and 0 where x is 0."""
    with name_scope(name, "xdivy", [x]):
        return apply("Xdivy", x=x, y=y)


def xlog1py(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x log(1 + y), and 0 where x is 0."""
    with name_scope(name, "xlog1py", [x]):
        return apply("Xlog1py", x=x, y=y)


bitwise_and = public("BitwiseAnd", "The bits that are set in both x and y.")
bitwise_or = public("BitwiseOr", "The bits that are set in x or y.")
bitwise_xor = public("BitwiseXor", "The bits that are set in exactly one of x and y.")
invert = public("Invert", "The bits that are not set in x.")
left_shift = public("LeftShift", "The bits of x, shifted left by y.")
right_shift = public("RightShift", "The bits of x, shifted right by y.")
population_count = public("PopulationCount", "The number of bits that are set in x.")
approximate_equal = public("ApproximateEqual", "Whether |x - y| < tolerance.")
check_numerics = public("CheckNumerics", "The tensor; a run fails if it contains NaN or Inf.")


def cumulative_logsumexp(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """log(cumsum(exp(x))) along an axis, without overflow."""
    with name_scope(name, "CumulativeLogsumexp", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return apply(
            "CumulativeLogsumexp", scope, x=x, axis=axis, exclusive=exclusive, reverse=reverse
        )


def verify_tensor_all_finite(
    t: Any = None, msg: Any = None, name: str | None = None, x: Any = None, message: Any = None
) -> Tensor:
    """The tensor; a run fails with the message if it contains NaN or Inf."""
    with name_scope(name, "VerifyFinite", [t if x is None else x]):
        checked = convert_to_tensor(t if x is None else x, name="x")
        said = msg if message is None else message
        with colocate_with(checked):
            check = check_numerics(checked, message=said)
            with control_dependencies([check]):
                return apply("Identity", "control_dependency", input=checked)


def lbeta(x: Any, name: str | None = None) -> Tensor:
    """The logarithm of the beta function of the last axis."""
    with name_scope(name, "lbeta", [x]):
        x = convert_to_tensor(x, name="x")
        of_each: Any = reduce_sum(m.lgamma(x), axis=[-1])
        of_sum: Any = m.lgamma(reduce_sum(x, axis=[-1]))
        return of_each - of_sum
