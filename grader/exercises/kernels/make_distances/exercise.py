"""The project: an operation of one's own in the reference engine, with kernel and gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import whole
from grader.judging import Case, agree, different, part, reports, together


def _draw(rng: np.random.Generator) -> Challenge:
    few = np.float64(rng.permutation(np.arange(-20, 21))[:10]).reshape(5, 2)
    n, m, d = different(rng, 3, 3, 8)
    programs = [
        _program(rng, few[:2], few[2:], "float32"),
        _program(rng, _sevenths(rng, [n, d]), _sevenths(rng, [m, d]), "float64"),
    ]
    programs[1]["b"][-1] = programs[1]["a"][0]  # a distance of 0, where a root has no slope
    return Challenge("kernels/make-distances", {"programs": programs})


def _sevenths(rng: np.random.Generator, shape: list[int]) -> Any:
    """An array of float64 numbers, all but the whole ones among them rounded in float32."""
    return np.float64(whole(rng, shape)) / 7


def _program(rng: np.random.Generator, a: Any, b: Any, dtype: str) -> dict[str, Any]:
    """Points a and b, and a gradient g for each of their distances, no two alike."""
    g = rng.permutation(np.arange(2, 2 + len(a) * len(b))) * rng.choice([-1, 1], len(a) * len(b))
    return {"a": a, "b": b / 2, "g": np.float64(g).reshape(len(a), len(b)), "dtype": dtype}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = small, large = reports(evidence, 2)
    gradients = [part(report, "gradients") for report in found]
    return [
        part(small, "value"),
        # What cannot be built for one type is told in the rows about that type.
        [part(small if isinstance(one, Raised) else one, "own") for one in found],
        part(large, "value"),
        together([part(report, "static") for report in found]),
        together([part(pair, 0) for pair in gradients]),
        together([part(pair, 1) for pair in gradients]),
    ]


def _in_float64(expected: Any, got: Any) -> bool:
    """As `agree`, but with more right digits than float32 holds."""
    if isinstance(expected, Raised) or not agree(expected, got):
        return agree(expected, got)
    return np.allclose(got, expected, rtol=0.0, atol=1e-9 * np.nanmax(expected), equal_nan=True)


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    a, b = (np.asarray(program[name]).tolist() for name in ("a", "b"))
    return f"""
from grader import engine
with engine.Graph().as_default(), engine.Session() as session:
    a, b = engine.placeholder("float32", [None, 2]), engine.placeholder("float32", [3, 2])
    value = session.run(make_distances()(a, b), {{a: {a}, b: {b}}})
value
"""


MAKE_DISTANCES = exercise(
    id="kernels/make-distances",
    title="An operation of your own: squared distances",
    answers=("make_distances",),
    cases=(
        Case.shown("the squared distances from two points to three others", 0.5),
        Case(
            "the result comes from an operation made with own_op",
            0.5,
            gate=True,
            advice="The values are right, but the node that your function makes is one of the "
            "engine's own operations. Give own_op a kernel that computes the distances.",
        ),
        Case(
            "more points with more coordinates, in float64",
            0.5,
            agree=_in_float64,
            advice="The values for a few points in float32 are right, but those for more points in "
            "float64 are not.",
        ),
        Case(
            "the static shape",
            0.5,
            advice="Your shape rule is wrong: it should give [rows of a, rows of b].",
        ),
        Case(
            "the gradient of a",
            1.5,
            advice="Your gradient of `a` is wrong. Compare it with a numerical one: move one number of `a` "
            "slightly, and look at the sum of g times the distances.",
        ),
        Case(
            "the gradient of b",
            1.5,
            advice="Your gradient of `b` is wrong. Take the formula for `a`, transpose g, and swap `a` "
            "and `b`.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Start with the kernel: NumPy is enough, and with broadcasting you need no loop. For the "
        "gradient, write one distance as a sum over coordinates and differentiate it by hand.",
        "With respect to a[i], the slope of the sum of g[i, j] * distance[i, j] is the sum over j of "
        "2 * g[i, j] * (a[i] - b[j]): a[i] times the sum of row i of g, minus row i of the matrix product of "
        "g and b, and all of it times 2.",
        "For `b` the roles change: `g` is transposed, and `a` takes the place of `b`. The shape "
        "rule takes one size from each of the two shapes.",
    ),
    paste=_paste,
)
