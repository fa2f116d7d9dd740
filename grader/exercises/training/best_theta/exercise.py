"""The exercise on the normal equation; tables of houses for it and the exercises after it."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.training.errors import SIZES, UNKNOWN_LENGTH, explained, with_meaning
from grader.judging import Builder, Case, Session, placeholder
from grader.languages import N_

BUILD = Builder("theta = best_theta(features, y)")


def table(
    rng: np.random.Generator, rows: int, columns: int, digits: int = 9
) -> tuple[np.ndarray, np.ndarray]:
    """Features (rows, columns) around a centre that is not zero, and targets (rows, 1) with noise.

    digits: after the decimal point; few of them make a table that can be read and pasted.
    """
    features = rng.normal(0.8, 1.0, (rows, columns)).round(digits).astype(np.float32)
    weights = rng.uniform(0.5, 3.0, (columns, 1)) * rng.choice([-1, 1], (columns, 1))
    noise = rng.normal(0, 0.3, (rows, 1))
    prices = (features @ weights + rng.uniform(2, 6) + noise).round(digits)
    return features, prices.astype(np.float32)


def readable(values: Any) -> Any:
    """Numbers of one digit after the point or two as plain lists, as one writes them."""
    return np.round(np.asarray(values, np.float64), 2).tolist()


MEANINGS = {
    **dict.fromkeys(
        UNKNOWN_LENGTH,
        N_(
            "While the graph is being built, the number of houses isn't known: "
            "`tf.ones_like(features[:, :1])` is a column of ones for any number"
        ),
    ),
    **SIZES,
}
IN_A_RUN = {
    "not invertible": N_(
        "X^T X has no inverse if a column of X can be made from the others: are two of them equal?"
    ),
    **SIZES,
}

# A matrix whose condition is worse would cost float32 more digits than the judge allows for.
WORST_CONDITION = 100


def _good_table(rng: np.random.Generator, rows: int, columns: int) -> tuple[Any, Any]:
    """A table whose normal equation float32 can solve, with a zero that nobody should divide by."""
    while True:
        features, prices = table(rng, rows, columns)
        features[rng.integers(rows), 0] = 0
        if _well_conditioned(features):
            return features, prices


def _plain_table(rng: np.random.Generator, rows: int) -> tuple[Any, Any]:
    """A table of short numbers, without a zero; its theta consists of short numbers, too."""
    while True:
        features = (rng.uniform(0.2, 3, (rows, 2)) * rng.choice([-1, 1, 1], (rows, 2))).round(1)
        theta = (rng.uniform(0.6, 3, (3, 1)) * rng.choice([-1, 1], (3, 1))).round(1)
        prices = np.c_[np.ones(rows), features] @ theta
        if _well_conditioned(features):
            return features.astype(np.float32), prices.round(2).astype(np.float32)


def _well_conditioned(features: np.ndarray) -> bool:
    X = np.c_[np.ones(len(features)), features]
    return bool(np.linalg.cond(X.T @ X) < WORST_CONDITION)


def _draw(rng: np.random.Generator) -> Challenge:
    shapes = ((6, 2), (30, 4), (9, 2), (9, 1))
    tables = [
        [_good_table(rng, rows + more, columns) for more in (0, 7)] for rows, columns in shapes
    ]
    tables[0][0] = _plain_table(rng, 6)
    calls = [[placeholder([None, columns]), placeholder([None, 1])] for _, columns in shapes]
    return BUILD.challenge(calls, graphs=[1, 1, 2], tables=tables)


def _theta(run: Session, features: Any, prices: Any) -> Any:
    run.initialize()
    return with_meaning(run("theta", features=features, y=prices), IN_A_RUN)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    seen = []
    builds = BUILD.built(evidence, len(challenge.hidden["tables"]), in_graph=True)
    for build, tables in zip(builds, challenge.hidden["tables"], strict=True):
        if isinstance(build.result, Raised):
            seen.append([explained(build.result, MEANINGS)] * 2)
        else:
            seen.append([build.ask(_theta, *table) for table in tables])
    return [seen[0][0], [seen[0][1], *seen[1:]]]


BEST_THETA = exercise(
    id="training/best-theta",
    title="The best line, in one computation",
    answers=("best_theta",),
    cases=(
        Case.shown(
            "theta for 6 houses with two features",
            0.5,
            advice="Theta is (X^T X)^-1 X^T y, with matrix products (`tf.matmul`). X is one column of ones "
            "and then the features, as they are.",
        ),
        Case(
            "theta for other houses, and for another number of features",
            1.5,
            advice="Your theta is right for 6 houses with two features, but not for other tables. If your "
            "code contains the number of houses or of features, take it from `features` instead. A feature "
            "may be 0: don't divide by it. If your theta only comes close to the best one, use the "
            "formula.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("builds", "tables"),
    hints=(
        "The formula is theta = (X^T X)^-1 X^T y. What is X here, and what do the features still "
        "lack?",
        "X is [ones, features], side by side: `tf.concat(..., axis=1)`. `tf.ones_like(features[:, :1])` "
        "is a column of ones with as many rows as there are houses.",
        "Transpose `X` once and give the result a name. Then write the formula factor by factor, "
        "with `tf.matmul` and `tf.matrix_inverse`.",
    ),
    paste=lambda challenge: BUILD.paste(
        challenge, _theta, *map(readable, challenge.hidden["tables"][0][0])
    ),
)
