"""The exercise on name scopes: a loss whose nodes carry the names that were asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.scopes.evidence import graphs
from grader.judging import Case, Exercise, Misconception, WrongAnswer, describe, expect_tensor
from grader.languages import _

SCOPES = ("loss", "error", "distance", "misfit", "penalty", "quality", "fit", "score")
COLUMN = [None, 1]


def _draw(rng: np.random.Generator) -> Challenge:
    name = str(rng.choice(SCOPES))
    call = [
        {"value": name},
        {"placeholder": COLUMN, "name": "y_pred"},
        {"placeholder": COLUMN, "name": "y"},
    ]
    predicted, targets = (
        rng.choice(np.arange(1, 40), (2, 3), replace=False).astype(float).reshape(2, 3, 1)
    )
    return Challenge(
        "scopes/calls", {"graphs": [[call, call]]}, {"predicted": predicted, "targets": targets}
    )


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    ((rerun, calls),) = graphs(evidence, challenge)
    first, second = (_pair(call["result"]) for call in calls)
    values: Any = first
    if not isinstance(first, Raised):
        _, y_pred, y = calls[0]["arguments"]
        feeds = {y_pred: challenge.hidden["predicted"], y: challenge.hidden["targets"]}
        values = rerun.run(first, feeds)
    return [_names(first), values, _names(second)]


def _pair(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("expected {count} tensors ({names}), but {function} returns {found}").format(
                count=2, names="error, mse", function="squared_error", found=describe(result)
            )
        )
    return [expect_tensor(part, _("each of the two results")) for part in result]


def _names(pair: Any) -> Any:
    if isinstance(pair, Raised):
        return pair
    return [tensor.name.partition(":")[0] for tensor in pair]


def _squared_error() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        with tf.name_scope(scope):
            error = y_pred - y
            return error, tf.reduce_mean(tf.square(error), name="mse")

    return squared_error


def _without_scope() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")

    return squared_error


def _scope_as_text() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        error = tf.subtract(y_pred, y, name=f"{scope}/sub")
        return error, tf.reduce_mean(tf.square(error), name=f"{scope}/mse")

    return squared_error


def _error_outside() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        error = y_pred - y
        with tf.name_scope(scope):
            return error, tf.reduce_mean(tf.square(error), name="mse")

    return squared_error


def _without_name() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        with tf.name_scope(scope):
            error = y_pred - y
            return error, tf.reduce_mean(tf.square(error))

    return squared_error


SQUARED_ERROR = Exercise(
    id="scopes/squared-error",
    title="A loss in a scope",
    answers=("squared_error",),
    cases=(
        Case("the names of both operations", 1, visible=True, gate=True),
        Case("the values of both, for hidden numbers", 1),
        Case(
            "the names after a second call in the same graph",
            1,
            advice="The names of your second call are wrong. Every `with tf.name_scope(...)` opens a new "
            "scope, and numbers the scope, not the nodes in it.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_squared_error,
    misconceptions=(
        Misconception(
            "no-scope",
            _without_scope,
            "your nodes are in no scope. Make them inside `with tf.name_scope(scope):`; every node that "
            "is made in this block gets the prefix.",
        ),
        Misconception(
            "no-new-scope",
            _scope_as_text,
            "your second call gets no scope of its own: its nodes stand beside those of the first, as "
            "`mse_1`. A prefix that is written into the names opens no scope (nor does a name that ends "
            "in a slash). `with tf.name_scope(scope):` opens a new one each time.",
        ),
        Misconception(
            "error-outside-the-scope",
            _error_outside,
            "your error was made before the scope was opened. Only the nodes that are made inside the "
            "block get the prefix, not those that are used there.",
        ),
        Misconception(
            "mean-without-a-name",
            _without_name,
            "your mean has the name that TensorFlow gives it, `Mean`. Most functions take the name as an "
            'argument: `name="mse"`.',
        ),
    ),
    hints=(
        "Which nodes have to be made inside the block of the scope? Both.",
        "Open `with tf.name_scope(scope):`. The operator - calls its node `sub`; the mean needs a "
        "name=... of its own.",
        'with tf.name_scope(scope): error = y_pred - y; mse = tf.reduce_mean(tf.square(error), name="mse"); '
        "then return error, mse.",
    ),
)
