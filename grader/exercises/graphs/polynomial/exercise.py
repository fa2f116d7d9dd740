"""Exercises on building nodes: an expression, and one node in each of two graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.graphs.evidence import expect_in_the_same_graph, expect_new
from grader.judging import (
    Case,
    Rerun,
    expect_returned_tensor,
)

# ------------------------------------------------------------------------------------ polynomial

SCALAR = {"placeholder": "float32", "shape": []}


def _draw_polynomial(rng: np.random.Generator) -> Challenge:
    # From 3 on: the square of 2 is its double.
    x, *xs = (int(number) for number in rng.choice(np.arange(3, 12), 3, replace=False))
    y, *ys = (int(number) for number in rng.choice(np.arange(12, 30), 3, replace=False))
    return Challenge(
        "build",
        {"builds": [[SCALAR, SCALAR]] * 2},
        {"pairs": [(x, y), (-xs[0], ys[0] + 0.5), (xs[1] + 0.25, -ys[1])]},
    )


def _observe_polynomial(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, second = challenge.hidden["pairs"][:1], challenge.hidden["pairs"][1:]
    shown, hidden = (
        _polynomials(evidence, build, pairs)
        for build, pairs in zip(evidence.result, (first, second), strict=True)
    )
    results = [build["result"] for build in evidence.result]
    expect_new((result for result in results if isinstance(result, TensorRef)), "polynomial")
    return [shown if isinstance(shown, Raised) else shown[0], hidden]


def _polynomials(evidence: Evidence, build: Any, pairs: Any) -> Any:
    """The values of one built polynomial for some pairs of x and y."""
    if isinstance(build["result"], Raised):
        return build["result"]
    tensor = expect_returned_tensor(build["result"], "polynomial(x, y)")
    expect_in_the_same_graph(build, tensor, "polynomial")
    rerun = Rerun(evidence, tensor.graph)
    return [rerun.run(tensor, dict(zip(build["arguments"], pair, strict=True))) for pair in pairs]


def _paste_polynomial(challenge: Challenge) -> str:
    x, y = challenge.hidden["pairs"][0]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    value = session.run(polynomial(x, y), {{x: {x}, y: {y}}})
value
"""


POLYNOMIAL = exercise(
    id="graphs/polynomial",
    title="Build 2x²y − y + 5",
    answers=("polynomial",),
    cases=(
        Case("the value for one pair of x and y", 0.5, visible=True, gate=True),
        Case(
            "the values for two hidden pairs that contain negative numbers",
            1.5,
            advice="Your node gives the right value for one pair, but not for all. x and y may be "
            "negative, and need not be whole numbers.",
        ),
    ),
    draw=_draw_polynomial,
    observe=_observe_polynomial,
    hints=(
        "Write it as you would for two numbers. The operators *, - and + make nodes when they "
        "meet a tensor.",
        "x² is x * x (or tf.square(x)). No session is needed: return the last node.",
        "There are three terms: 2 times x² times y, minus y, plus 5. A Python number such as 5 "
        "becomes a constant by itself when it meets a tensor.",
    ),
    paste=_paste_polynomial,
)
