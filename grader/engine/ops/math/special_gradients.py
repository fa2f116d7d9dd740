"""Reverse rules of the special functions: they add the same nodes as TensorFlow's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import control_dependencies
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import shape
from grader.engine.ops.common.kernel_helpers import as_str
from grader.engine.ops.math import functions as m
from grader.engine.ops.math import special
from grader.engine.ops.math.choices import conj, where_v2
from grader.engine.ops.reductions.functions import reduce_sum
from grader.engine.registry import gradient_of, missing_gradient, no_gradient

no_gradient("LeftShift RightShift PopulationCount ApproximateEqual")
missing_gradient("IgammaGradA")


def _of_one(partial: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """The rule of a function of one number; `partial` builds the derivative from x and y."""

    def rule(op: Any, gradient: Any) -> Any:
        with control_dependencies([gradient]):
            return gradient * partial(op.inputs[0], op.outputs[0])

    return rule


def _bessel_i1(x: Any, y: Any) -> Any:
    return where_v2(m.equal(x, 0.0), m.cast(1.0, x.dtype), special.bessel_i0(x) - m.div(y, x))


def _bessel_i1e(x: Any, y: Any) -> Any:
    at_zero = m.equal(x, 0.0)
    return where_v2(
        at_zero, m.cast(0.5, x.dtype), special.bessel_i0e(x) - y * (m.sign(x) + m.reciprocal(x))
    )


def _trigamma(x: Any, _: Any) -> Any:
    x = conj(x)
    return special.polygamma(constant(1, dtype=x.dtype), x)


# Functions of one number: operation -> what builds the derivative from x and y.
DERIVATIVES: dict[str, Callable[[Any, Any], Any]] = {
    "Digamma": _trigamma,
    "BesselI0": lambda x, y: special.bessel_i1(x),
    "BesselI0e": lambda x, y: special.bessel_i1e(x) - m.sign(x) * y,
    "BesselI1": _bessel_i1,
    "BesselI1e": _bessel_i1e,
}
for _type, _derivative in DERIVATIVES.items():
    gradient_of(_type)(_of_one(_derivative))


@gradient_of("Erfinv", "Ndtri")
def _inverse_of_error(op: Any, gradient: Any) -> Any:
    normal = op.type == "Ndtri"
    root = np.sqrt(2 * np.pi) if normal else np.sqrt(np.pi) / 2
    factor = constant(root, dtype=gradient.dtype)
    with control_dependencies([gradient]):
        scaled = gradient * factor
        squared = m.square(op.outputs[0])
        return scaled * m.exp(squared / 2.0 if normal else squared)


Partials = Callable[[Any, Any], Any]


def _of_two(partials: Partials) -> Callable[..., Any]:
    """The rule of a function of two broadcasting numbers; a partial derivative may be None."""
    return lambda op, gradient: _reduced(op, gradient, lambda *_: partials(*op.inputs))


def _reduced(op: Any, gradient: Any, partials: Partials) -> list[Any]:
    """Both gradients, from what builds the partial derivatives for inputs of two shapes."""
    sizes = shape(op.inputs[0]), shape(op.inputs[1])
    axes = apply("BroadcastGradientArgs", s0=sizes[0], s1=sizes[1])
    with control_dependencies([gradient]):
        return [
            None if part is None else arrays.reshape(reduce_sum(part * gradient, axis=axis), size)
            for part, axis, size in zip(partials(*sizes), axes, sizes, strict=True)
        ]


def _not_zero(x: Any) -> Any:
    return m.cast(m.not_equal(x, m.cast(0.0, dtype=x.dtype)), dtype=x.dtype)


def zeta_partials(x: Any, q: Any) -> Any:
    x, q = conj(x), conj(q)
    return None, -x * special.zeta(x + 1, q)


def polygamma_partials(n: Any, x: Any) -> Any:
    n, x = conj(n), conj(x)
    return None, special.polygamma(n + 1, x)


def igamma_partials(a: Any, x: Any) -> Any:
    of_a = apply("IgammaGradA", a=a, x=x)
    return of_a, m.exp(-x + (a - 1) * m.log(x) - m.lgamma(a))


def _divided(x: Any, y: Any) -> Any:
    return apply("Xdivy", x=x, y=y)


PARTIALS: dict[str, Partials] = {
    "Zeta": zeta_partials,
    "Polygamma": polygamma_partials,
    "Igamma": igamma_partials,
    "Xlogy": lambda x, y: (special.xlogy(_not_zero(x), y), _divided(x, y)),
    "Xlog1py": lambda x, y: (
        apply("Xlog1py", x=_not_zero(x), y=y),
        _divided(x, y + 1.0),
    ),
    "Xdivy": lambda x, y: (_divided(_not_zero(x), y), _divided(m.negative(x), y**2)),
}
for _type, _partials in PARTIALS.items():
    gradient_of(_type)(_of_two(_partials))


@gradient_of("NextAfter")
def _next(op: Any, gradient: Any) -> Any:
    def partials(x_shape: Any, y_shape: Any) -> Any:
        x, y = op.inputs
        return making.ones(x_shape, dtype=x.dtype), making.zeros(y_shape, dtype=y.dtype)

    return _reduced(op, gradient, partials)


@gradient_of("Igammac")
def _igammac(op: Any, gradient: Any) -> Any:
    return [-part for part in _of_two(igamma_partials)(op, gradient)]


def betainc_by_x(a: Any, b: Any, x: Any) -> Any:
    """The derivative of betainc by x: the density of the beta distribution."""
    log_beta = m.lgamma(a) + m.lgamma(b) - m.lgamma(a + b)
    return m.exp(special.xlog1py(b - 1, -x) + special.xlogy(a - 1, x) - log_beta)


@gradient_of("Betainc")
def _betainc(op: Any, gradient: Any) -> Any:
    a, b, x = op.inputs
    sizes, size = shape(a), shape(x)
    _, axes = apply("BroadcastGradientArgs", s0=sizes, s1=size)
    part = betainc_by_x(a, b, x)
    return None, None, arrays.reshape(reduce_sum(part * gradient, axis=axes), size)


@gradient_of("CheckNumerics")
def _check(op: Any, gradient: Any) -> Any:
    message = as_str(op.get_attr("message")).encode()  # TensorFlow shows the bytes, b'' included
    said = f"Not a number (NaN) or infinity (Inf) values detected in gradient. {message!r}"
    return special.check_numerics(gradient, said)


@gradient_of("CumulativeLogsumexp")
def _running(op: Any, gradient: Any) -> Any:
    """Positive and negative gradients are handled apart, since only positive numbers have a logarithm."""
    (x, axis), exclusive, reverse = op.inputs, op.get_attr("exclusive"), op.get_attr("reverse")
    least = gradient.dtype.min
    rows = [
        where_v2(m.greater(gradient, 0), m.log(gradient), least),
        where_v2(m.less(gradient, 0), m.log(-gradient), least),
    ]

    def back(row: Any) -> Any:
        sums = special.cumulative_logsumexp(
            row - op.outputs[0], axis=axis, reverse=not reverse, exclusive=exclusive
        )
        return m.exp(sums + x)

    positive, negative = (back(row) for row in rows)
    return positive - negative, None
