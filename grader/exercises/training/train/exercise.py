"""The exercise on epochs of mini-batches."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.training.best_theta.exercise import table
from grader.judging import Case, WrongAnswer, first_error, reports
from grader.languages import _

# The variables of the model, which the session has initialized; "taken" counts the steps.
ELSEWHERE = re.compile(r"uninitialized value (theta|taken)\b(?!/)")


def _program(rng: np.random.Generator, rows: int, epochs: int, size: int, calls: int = 1) -> Any:
    X, y = table(rng, rows, 3)
    return {
        "X": X,
        "y": y,
        "initial": rng.uniform(-1, 1, (3, 1)).astype(np.float32),
        "theta": rng.uniform(-3, -1, (3, 1)).astype(np.float32),
        "learning_rate": float(rng.integers(20, 50)) / 1000,
        "orders": [rng.permutation(rows).tolist() for _ in range(epochs)],
        "n_epochs": epochs,
        "batch_size": size,
        "calls": calls,
    }


def _draw_train(rng: np.random.Generator) -> Challenge:
    """Last batches of one house, of the whole size, of all but one, and of two: none is rounded alike."""
    size, large = int(rng.integers(5, 8)), int(rng.integers(110, 130))
    programs = [
        _program(rng, size * int(rng.integers(2, 4)) + 1, 2, size),
        _program(rng, 3 * size, 3, size),
        _program(rng, 2 * large - 1, 2, large),  # the notebook's batches have 100 houses
        _program(rng, 2 * size + 2, 1, size, calls=2),
    ]
    return Challenge("training/train", {"programs": programs})


def _observe_train(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, len(challenge.inputs["programs"]), "value", "theta", "taken")
    if isinstance(shown["value"], Raised):
        if ELSEWHERE.search(shown["value"].message):
            raise WrongAnswer(
                _(
                    "your code takes its steps in another session, where the variables have no values. "
                    "Use the `session` that `train` is given"
                )
            )
        return [shown["value"]] * 3
    *once, twice = others
    # Where it is called twice, an initializer in between may set the count back, too.
    rest = [[report["taken"], report["theta"]] for report in once] + [twice["theta"]]
    failed = first_error(report["value"] for report in others)
    return [shown["taken"], shown["theta"], failed or rest]


def _paste_train(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    m, size = len(program["X"]), program["batch_size"]
    return f"""
import types
with tf.Graph().as_default(), tf.Session() as session:
    model = types.SimpleNamespace(theta=tf.Variable(tf.ones([3, 1])))
    model.X, model.y = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 1])
    taken = tf.Variable(0, trainable=False)
    model.mse = tf.reduce_mean(tf.square(tf.matmul(model.X, model.theta) - model.y))
    model.step = tf.group(model.mse, tf.assign_add(taken, 1))
    session.run(tf.global_variables_initializer())
    batch = lambda epoch, i, size: [np.ones([{m}, n])[i * size : (i + 1) * size] for n in (3, 1)]
    train(session, model, batch, {m}, 2, {size})
    value = session.run(taken)
value
"""


TRAIN = exercise(
    id="training/train",
    title="Epochs of mini-batches",
    answers=("train",),
    cases=(
        Case.shown(
            "the number of steps in two epochs, with a short last batch",
            1,
            advice="Each epoch takes one step per batch, and there are m / batch_size batches, rounded up. "
            "A step is one run of `model.step` in the session you are given. Batches are numbered from 0.",
        ),
        Case(
            "theta after these two epochs",
            2,
            advice="The number of steps is right, but theta is not. Does every batch come from "
            "its own epoch, in order, from batch 0? Does X get the features and y the prices?",
        ),
        Case(
            "a last batch that is full, and last batches of other sizes",
            1,
            advice="Take `n_epochs` and `batch_size` as they are given: there may be only one epoch, and "
            "batches may be large. In each epoch, every house is seen once: round m / batch_size up, not "
            "down and not to the nearest number, and don't ask for a batch past the end.",
        ),
    ),
    draw=_draw_train,
    observe=_observe_train,
    parts=("programs",),
    hints=(
        "You need two loops, one inside the other: over the epochs, and over the batches of each epoch.",
        "The last batch may be smaller than the others, so the number of batches is m / batch_size, "
        "rounded up.",
        "In the inner loop, fetch one batch and run `model.step` once, feeding the features to "
        "`model.X` and the prices to `model.y`.",
    ),
    paste=_paste_train,
)
