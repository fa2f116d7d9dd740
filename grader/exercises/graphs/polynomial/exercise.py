"""The first exercise on building nodes: an expression of two inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Builder, Case, Session, first_error, placeholder

BUILD = Builder("node = polynomial(x, y)")


def _draw(rng: np.random.Generator) -> Challenge:
    # From 3 on: the square of 2 is its double.
    x, *xs = (int(number) for number in rng.choice(np.arange(3, 12), 3, replace=False))
    y, *ys = (int(number) for number in rng.choice(np.arange(12, 30), 3, replace=False))
    pairs = [(x, y), (-xs[0], ys[0] + 0.5), (xs[1] + 0.25, -ys[1])]
    # The second call and the third have one graph, in which the names x and y are taken.
    return BUILD.challenge([[placeholder(), placeholder()]] * 3, graphs=[1, 2], pairs=pairs)


def _value(run: Session, pair: tuple[float, float]) -> Any:
    x, y = pair
    return run("node", x=x, y=y)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds = BUILD.built(evidence, 3, in_graph=True)
    BUILD.refuse_the_same(builds[:2])
    pairs = zip(builds, challenge.hidden["pairs"], strict=True)
    shown, *others = (build.ask(_value, pair) for build, pair in pairs)
    return [shown, first_error(build.result for build in builds) or others]


POLYNOMIAL = exercise(
    id="graphs/polynomial",
    title="Build 2x²y − y + 5",
    answers=("polynomial",),
    cases=(
        Case.shown("the value for one pair of x and y", 0.5),
        Case(
            "the values for two hidden pairs that contain negative numbers",
            1.5,
            advice="Your node gives the right value for one pair, but not for all. x and y may be "
            "negative, and need not be whole numbers.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Write it as you would for two numbers. The operators *, - and + make nodes when they meet a tensor.",
        "x² is x * x (or tf.square(x)). No session is needed: return the last node.",
        "There are three terms: 2 times x² times y, minus y, plus 5. A Python number such as 5 "
        "becomes a constant by itself when it meets a tensor.",
    ),
    paste=lambda challenge: BUILD.paste(challenge, _value, challenge.hidden["pairs"][0]),
)
