"""Exercises on fitting a line: the normal equation, and one step of gradient descent by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.sessions.evidence import reports
from grader.judging import Case, Exercise, Misconception, Rerun, WrongAnswer, describe
from grader.languages import _

# -------------------------------------------------------------------------------- normal-equation


def table(rng: np.random.Generator, rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Features (rows, columns) around a centre that is not zero, and targets (rows, 1) with noise."""
    features = rng.normal(0.8, 1.0, (rows, columns)).astype(np.float32)
    weights = rng.uniform(0.5, 3.0, (columns, 1)) * rng.choice([-1, 1], (columns, 1))
    noise = rng.normal(0, 0.3, (rows, 1))
    return features, (features @ weights + rng.uniform(2, 6) + noise).astype(np.float32)


def _draw_best_theta(rng: np.random.Generator) -> Challenge:
    shapes = ((12, 2), (30, 4))
    return Challenge(
        "training/build",
        {
            "builds": [
                [
                    {"placeholder": "float32", "shape": [None, columns], "name": "features"},
                    {"placeholder": "float32", "shape": [None, 1], "name": "y"},
                ]
                for _, columns in shapes
            ]
        },
        {
            "tables": [
                [table(rng, rows + more, columns) for more in (0, 7)] for rows, columns in shapes
            ]
        },
    )


def _observe_best_theta(evidence: Evidence, challenge: Challenge) -> list[Any]:
    seen = []
    builds = reports(evidence, 2, "arguments", "result")
    for build, tables in zip(builds, challenge.hidden["tables"], strict=True):
        theta, (features, y) = build["result"], build["arguments"]
        if isinstance(theta, Raised):
            seen.append([theta, theta])
            continue
        if not isinstance(theta, TensorRef):
            raise WrongAnswer(
                _("expected best_theta to return a tensor, but it returns {found}").format(
                    found=describe(theta)
                )
            )
        rerun = Rerun(evidence, theta.graph)
        rerun.initialize()
        seen.append([rerun.run(theta, {features: given, y: target}) for given, target in tables])
    return [seen[0][0], [seen[0][1], *seen[1]]]


def _with_ones(features: Any, last: bool = False) -> Any:
    ones = tf.ones_like(features[:, :1])
    return tf.concat([features, ones] if last else [ones, features], axis=1)


def _solved(columns: Callable[[Any], Any]) -> Callable[[], Callable[..., Any]]:
    """The normal equation for the matrix that `columns` makes of the features."""

    def best_theta(features: Any, y: Any) -> Any:
        X = columns(features)
        XT = tf.transpose(X)
        return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))

    return lambda: best_theta


def _never_inverts() -> Callable[..., Any]:
    return lambda features, y: tf.matmul(_with_ones(features), y, transpose_a=True)


def _entry_by_entry() -> Callable[..., Any]:
    def best_theta(features: Any, y: Any) -> Any:
        X = _with_ones(features)
        XT = tf.transpose(X)
        return tf.matrix_inverse(tf.matmul(XT, X)) * tf.matmul(XT, y)

    return best_theta


def _one_over_each() -> Callable[..., Any]:
    def best_theta(features: Any, y: Any) -> Any:
        X = _with_ones(features)
        XT = tf.transpose(X)
        return tf.matmul(1.0 / tf.matmul(XT, X), tf.matmul(XT, y))

    return best_theta


BEST_THETA = Exercise(
    id="training/best-theta",
    title="The best line, in one computation",
    answers=("best_theta",),
    cases=(
        Case("theta for 12 houses with two features", 1, True, gate=True),
        Case("theta for other houses, and for other numbers of features", 1),
    ),
    draw=_draw_best_theta,
    observe=_observe_best_theta,
    reference=_solved(_with_ones),
    misconceptions=(
        Misconception(
            "no-column-of-ones",
            _solved(lambda features: features),
            "your theta has no entry for the constant part: the column of ones is missing, so your "
            "line is forced through zero. Put `tf.ones_like(features[:, :1])` before the features.",
        ),
        Misconception(
            "ones-at-the-end",
            _solved(lambda features: _with_ones(features, last=True)),
            "your column of ones stands after the features, so the constant part is the last entry "
            "of theta. It should be the first.",
        ),
        Misconception(
            "never-inverts",
            _never_inverts,
            "your function returns X^T y. It still has to be multiplied, from the left, by the "
            "inverse of X^T X.",
        ),
        Misconception(
            "entry-by-entry",
            _entry_by_entry,
            "`*` multiplies entry by entry. The product of two matrices is `tf.matmul`.",
        ),
        Misconception(
            "one-over-each-entry",
            _one_over_each,
            "`1 / A` takes one over every entry. The inverse of a matrix is `tf.matrix_inverse(A)`.",
        ),
    ),
    hints=(
        "The formula is theta = (X^T X)^-1 X^T y. What is X here, and what is still missing in "
        "features?",
        "X is [ones, features], side by side: tf.concat(..., axis=1). tf.ones_like(features[:, :1]) "
        "is a column of ones with as many rows as there are houses.",
        "XT = tf.transpose(X), then return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), "
        "tf.matmul(XT, y)).",
    ),
)

# ---------------------------------------------------------------------------------------- by-hand


def _draw_by_hand(rng: np.random.Generator) -> Challenge:
    columns = int(rng.integers(3, 5))
    theta = rng.uniform(1.0, 3.0, (columns, 1)) * rng.choice([-1, 1], (columns, 1))
    return Challenge(
        "training/build",
        {
            "builds": [
                [
                    {"placeholder": "float32", "shape": [None, columns], "name": "X"},
                    {"placeholder": "float32", "shape": [None, 1], "name": "y"},
                    {"variable": theta.astype(np.float32), "name": "theta"},
                    {"value": float(rng.integers(3, 9)) / 100},
                ]
            ]
        },
        {"batches": [table(rng, rows, columns) for rows in (8, 5, 13)]},
    )


def _observe_by_hand(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (build,) = reports(evidence, 1, "arguments", "result")
    step, (X, y, theta, _rate) = build["result"], build["arguments"]
    if isinstance(step, Raised):
        return [step] * 3
    if not isinstance(step, (OperationRef, TensorRef)):
        raise WrongAnswer(
            _("expected by_hand to return what a run can fetch, but it returns {found}").format(
                found=describe(step)
            )
        )
    rerun = Rerun(evidence, step.graph)
    rerun.initialize()
    before, seen = rerun.run(theta), []
    for features, target in challenge.hidden["batches"]:
        outcome = rerun.run(step, {X: features, y: target})
        seen.append(outcome if isinstance(outcome, Raised) else rerun.run(theta))
    return [seen[0], seen[1:], before]


def _by_hand(
    *,
    two: float = 2.0,
    mean: Callable[[Any, Any], Any] = lambda X, y: tf.cast(tf.shape(y)[0], tf.float32),
    sign: float = -1.0,
    assigns: bool = True,
    keeps: bool = True,
) -> Callable[[], Callable[..., Any]]:
    """One step; the keywords say how it goes wrong.

    two: the factor of the gradient. mean: what the sum over the houses is divided by. sign: -1 goes
    down. assigns: whether theta changes. keeps: whether the step starts from the theta of before.
    """

    def by_hand(X: Any, y: Any, theta: Any, learning_rate: float) -> Any:
        error = tf.matmul(X, theta) - y
        gradients = two / mean(X, y) * tf.matmul(X, error, transpose_a=True)
        new = sign * learning_rate * gradients
        if keeps:
            new = theta + new
        return tf.assign(theta, new) if assigns else new

    return lambda: by_hand


BY_HAND = Exercise(
    id="training/by-hand",
    title="One step of gradient descent, by hand",
    answers=("by_hand",),
    cases=(
        Case("theta after one step with 8 houses", 1, True, gate=True),
        Case("theta after two more steps, with 5 and with 13 houses", 1),
        Case(
            "before the first run theta has its initial value",
            1,
            advice="Your function changes the initial value of theta. It should only add nodes.",
        ),
    ),
    draw=_draw_by_hand,
    observe=_observe_by_hand,
    reference=_by_hand(),
    misconceptions=(
        Misconception(
            "forgets-the-mean",
            _by_hand(mean=lambda X, y: 1.0),
            "your gradient is the sum over the houses, not the mean: divide by m, the number of rows "
            "that are fed.",
        ),
        Misconception(
            "divides-by-the-features",
            _by_hand(mean=lambda X, y: tf.cast(tf.shape(X)[1], tf.float32)),
            "you divide by the number of columns of X. m is the number of its rows, the houses.",
        ),
        Misconception(
            "forgets-the-two",
            _by_hand(two=1.0),
            "your steps are half as long as they should be: the derivative of a square brings a "
            "factor of 2.",
        ),
        Misconception(
            "climbs",
            _by_hand(sign=1.0),
            "your theta walks uphill, and the error grows. The gradient points up: subtract it.",
        ),
        Misconception(
            "never-assigns",
            _by_hand(assigns=False),
            "your function computes the new theta, and theta keeps the old one: nobody assigns it. "
            "Return `tf.assign(theta, ...)`.",
        ),
        Misconception(
            "assigns-the-change",
            _by_hand(keeps=False),
            "you assign only the change. The new theta is the old theta minus "
            "learning_rate * gradients.",
        ),
    ),
    hints=(
        "Three lines: the error of every house, the gradients, the assignment.",
        "m is not known while the graph is built: any number of houses may be fed. "
        "tf.cast(tf.shape(X)[0], tf.float32) is m as a tensor.",
        "error = tf.matmul(X, theta) - y; gradients = 2 / m * tf.matmul(tf.transpose(X), error); "
        "return tf.assign(theta, theta - learning_rate * gradients).",
    ),
)
