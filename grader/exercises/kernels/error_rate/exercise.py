"""The exercise on casts: two integer types in, a share out."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Builder, Case, Session, placeholder

BUILD = Builder("share = error_rate(predictions, classes)")


def _some_wrong(rng: np.random.Generator, size: int, wrong: int) -> tuple[Any, Any]:
    """Classes, `wrong` of them predicted as others; the differences tell nothing of how many."""
    while True:
        classes = rng.integers(0, 10, size)
        predictions = classes.copy()
        places = rng.choice(size, wrong, replace=False)
        predictions[places] = (classes[places] + rng.integers(1, 10, wrong)) % 10
        differences = predictions - classes
        if wrong not in (abs(differences.sum()), np.abs(differences).sum()):
            return predictions.astype(np.int64), classes.astype(np.int32)


def _large(rng: np.random.Generator) -> tuple[Any, Any]:
    """Seven numbers of things. Two differ by less than float32 sees, one by what int32 drops."""
    classes = (128 * rng.integers(2**18, 2**23, 7)).astype(np.int64)
    predictions = classes.copy()
    places = rng.permutation(7)
    predictions[places[:2]] += 1
    predictions[places[2]] += 2**32
    return predictions, classes.astype(np.int32)


def _draw(rng: np.random.Generator) -> Challenge:
    size = int(rng.choice([5, 7, 9]))
    drawn = {
        "shown": _some_wrong(rng, size, int(rng.integers(1, (size + 1) // 2))),
        "more": _some_wrong(rng, 32, int(rng.integers(17, 30))),
        "large": _large(rng),
    }
    feeds = {name: dict(zip(BUILD.takes, two, strict=True)) for name, two in drawn.items()}
    two = [placeholder([None], "int64"), placeholder([None], "int32")]
    return BUILD.challenge([two] * 3, graphs=[2, 1], feeds=feeds)


def _value(run: Session, feed: dict[str, Any]) -> Any:
    return run("share", **feed)


def _value_and_type(run: Session, feed: dict[str, Any]) -> list[Any]:
    return [_value(run, feed), getattr(run.names["share"], "dtype", None)]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, second, third = BUILD.built(evidence, 3, in_graph=True)
    feeds = challenge.hidden["feeds"]
    return [
        first.ask(_value, feeds["shown"]),
        second.ask(_value_and_type, feeds["more"]),
        third.ask(_value, feeds["large"]),
    ]


ERROR_RATE = exercise(
    id="kernels/error-rate",
    title="The share of wrong predictions",
    answers=("error_rate",),
    cases=(
        Case.shown(
            "the share for a few examples",
            0.5,
            advice="The share is the number of examples whose prediction is not their class, divided by "
            "the number of all examples. Compute it in float32; float16 is not precise enough.",
        ),
        Case(
            "the share for 32 other examples, as a float32",
            0.75,
            advice="The shown case is right, but this share is not, or its type is not float32.",
        ),
        Case(
            "item numbers, up to 2³⁰ and beyond, instead of ten classes",
            1.75,
            advice="Small classes work, but large numbers do not: your cast loses digits. Cast to the "
            "type that can hold all values of both.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "tf.not_equal wants two tensors of one type. Which of the two types can hold larger numbers?",
        "Cast classes up to tf.int64. The mean wants floating-point numbers: cast the truth values.",
        "There is one cast before the comparison and one after it. The second one decides the "
        "type of the mean.",
    ),
    paste=lambda challenge: BUILD.paste(challenge, _value, challenge.hidden["feeds"]["shown"]),
)
