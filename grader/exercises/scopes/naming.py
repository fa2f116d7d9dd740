"""The exercise on name scopes: a loss whose nodes carry the names that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.scopes.evidence import graphs, run, scope
from grader.judging import (
    Case,
    Exercise,
    Misconception,
    Rerun,
    WrongAnswer,
    describe,
    expect_tensor,
)
from grader.languages import _

SCOPES = ("loss", "error", "distance", "misfit", "penalty", "quality", "fit", "score")
COLUMN = [None, 1]


def _draw(rng: np.random.Generator) -> Challenge:
    name, other = (str(one) for one in rng.choice(SCOPES, 2, replace=False))
    calls = [
        [
            {"value": one},
            {"placeholder": COLUMN, "name": "y_pred"},
            {"placeholder": COLUMN, "name": "y"},
        ]
        for one in (name, name, other)
    ]
    # One pair of columns for each call; the last one is made in another graph.
    numbers = rng.choice(np.arange(1, 40), (4, 2, 3, 1), replace=False).astype(float)
    return Challenge("scopes/calls", {"graphs": [calls, calls[:1]]}, {"numbers": numbers})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    both = graphs(evidence, challenge)
    calls = [(rerun, call) for rerun, calls in both for call in calls]
    pairs = [_pair(call["result"]) for _rerun, call in calls]
    values = [
        _values(rerun, call, pair, columns)
        for (rerun, call), pair, columns in zip(
            calls, pairs, challenge.hidden["numbers"], strict=True
        )
    ]
    shown, *later = (_names(pair) for pair in pairs)
    error = next((names for names in later if isinstance(names, Raised)), None)
    return [shown, values[0], error or [later, values[1:], _outside(*both[0])]]


def _paste(challenge: Challenge) -> str:
    return f"""\
with tf.Graph().as_default():
    y_pred = tf.placeholder(tf.float32, [None, 1], name="y_pred")
    y = tf.placeholder(tf.float32, [None, 1], name="y")
    error, mse = squared_error("{challenge.inputs["graphs"][0][0][0]["value"]}", y_pred, y)
[error.op.name, mse.op.name]"""


def _values(rerun: Rerun, call: Mapping[str, Any], pair: Any, columns: Any) -> Any:
    if isinstance(pair, Raised):
        return pair
    fed = {**call, "arguments": call["arguments"][1:]}
    return [run(rerun, fed, tensor, *columns) for tensor in pair]


def _outside(rerun: Rerun, calls: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of the nodes that were made outside the scope of their call."""
    name, _same, other = (call["arguments"][0] for call in calls)
    given = {tensor.name.partition(":")[0] for call in calls for tensor in call["arguments"][1:]}
    made = {operation.name for operation in rerun.operations()} - given
    return sorted(one for one in made if scope(one) not in (name, f"{name}_1", other))


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


def _old_scope() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        with tf.name_scope(f"{scope}/"):
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


def _square_outside() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        squares = tf.square(y_pred - y)
        with tf.name_scope(scope):
            return y_pred - y, tf.reduce_mean(squares, name="mse")

    return squared_error


def _the_other_way_round() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        with tf.name_scope(scope):
            error = y - y_pred
            return error, tf.reduce_mean(tf.square(error), name="mse")

    return squared_error


def _sum() -> Callable[..., Any]:
    def squared_error(scope: str, y_pred: Any, y: Any) -> Any:
        with tf.name_scope(scope):
            error = y_pred - y
            return error, tf.reduce_sum(tf.square(error), name="mse")

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
        Case(
            "the values of both, for hidden numbers",
            1,
            gate=True,
            advice="The names are right, but the values are not: `error` is `y_pred` minus `y`, and `mse` is "
            "the mean of its squares.",
        ),
        Case(
            "more calls in the same graph, all of their nodes in scopes",
            1,
            advice="One call works. In a second call, `with tf.name_scope(scope):` opens a new scope, and "
            "numbers the scope, not the nodes in it. All the nodes you create belong inside.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_squared_error,
    misconceptions=(
        Misconception(
            "no-scope",
            _without_scope,
            "your nodes are in no scope. Create them inside `with tf.name_scope(scope):`; every node "
            "created in this block gets the prefix.",
        ),
        Misconception(
            "no-new-scope",
            _old_scope,
            "your second call gets no scope of its own: its nodes are beside those of the first, "
            "as `mse_1`. A name that ends in a slash opens the old scope again. `with "
            "tf.name_scope(scope):` opens a new one each time.",
        ),
        Misconception(
            "prefix-by-hand",
            _scope_as_text,
            "you write the prefix into the names, and that opens no scope: other nodes are "
            "outside, and those of a second call are beside the first, as `mse_1`. Make all of "
            "them inside `with tf.name_scope(scope):`.",
        ),
        Misconception(
            "error-outside-the-scope",
            _error_outside,
            "your error was created before the scope was opened. Only nodes created inside the block get "
            "the prefix, not those that are merely used there.",
        ),
        Misconception(
            "nodes-outside-the-scope",
            _square_outside,
            "`error` and `mse` are in the scope, but not all nodes that lead to them. Compute everything "
            "inside the block.",
        ),
        Misconception(
            "the-other-way-round",
            _the_other_way_round,
            "your `error` is `y` minus `y_pred`. The names are right, but the sign is wrong.",
        ),
        Misconception(
            "sum-for-mean",
            _sum,
            "your `mse` is the sum of the squared errors. The mean is `tf.reduce_mean`.",
        ),
        Misconception(
            "mean-without-a-name",
            _without_name,
            "your mean has the name that TensorFlow gives it, `Mean`. Most functions take the name as an "
            'argument: `name="mse"`.',
        ),
    ),
    hints=(
        "Which of the two nodes have to be created inside the scope's block? Both.",
        "Open `with tf.name_scope(scope):`. The operator - names its node `sub`; the mean needs a "
        "name=... of its own.",
        "The operation that computes the mean is the one to call `mse`; what the squares are "
        "called does not matter. Return the error first.",
    ),
    paste=_paste,
)
