"""Forward rules of the special functions."""

from __future__ import annotations

import math
from typing import Any

from grader.engine.graph.build import apply
from grader.engine.ops.arrays import making
from grader.engine.ops.common.tangent_helpers import element_wise, partial_derivatives
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.special_gradients import (
    DERIVATIVES,
    PARTIALS,
    betainc_by_x,
    igamma_partials,
    polygamma_partials,
    zeta_partials,
)
from grader.engine.registry import no_tangent, tangent_of

no_tangent("LeftShift RightShift PopulationCount ApproximateEqual IgammaGradA")
element_wise(
    {
        **DERIVATIVES,
        "Erfinv": lambda x, y: math.sqrt(math.pi) / 2 * m.exp(y * y),
        "Ndtri": lambda x, y: math.sqrt(2 * math.pi) * m.exp(y * y / 2),
        "CheckNumerics": lambda x, y: making.ones_like(y),
    }
)


def _nothing(*values: Any) -> Any:
    return making.zeros_like(values[-1])


partial_derivatives(
    {
        **{
            name: (lambda x, y, z, f=f: f(x, y)[0], lambda x, y, z, f=f: f(x, y)[1])
            for name, f in PARTIALS.items()
            if name not in ("Zeta", "Polygamma")
        },
        "Zeta": (_nothing, lambda x, q, z: zeta_partials(x, q)[1]),
        "Polygamma": (_nothing, lambda n, x, z: polygamma_partials(n, x)[1]),
        "Igammac": (
            lambda a, x, z: -igamma_partials(a, x)[0],
            lambda a, x, z: -igamma_partials(a, x)[1],
        ),
        "NextAfter": (lambda x, y, z: making.ones_like(z), _nothing),
    }
)


@tangent_of("Betainc")
def _betainc_tangent(op: Any, of_a: Any, of_b: Any, tangent: Any) -> Any:
    if tangent is None:
        return None
    return betainc_by_x(*op.inputs) * tangent


@tangent_of("CumulativeLogsumexp")
def _running_tangent(op: Any, tangent: Any, _: Any) -> Any:
    how = {name: op.get_attr(name) for name in ("exclusive", "reverse")}
    x, axis = op.inputs
    top = apply("Max", input=x, reduction_indices=axis, keep_dims=True)
    weights = m.exp(x - top)
    sums = apply("Cumsum", x=weights * tangent, axis=axis, **how)
    return m.div_no_nan(sums, m.exp(op.outputs[0] - top))
