"""The exercise on a function that is called many times: each call with its own scope and variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.scopes.evidence import (
    graphs,
    of_rank,
    set_variables,
    shape_of,
    short,
    value,
)
from grader.judging import Case, Exercise, Misconception
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    sizes = [(3, 2), (int(rng.integers(4, 7)), 3)]
    calls = [
        [[{"placeholder": [None, features], "name": "X"}, {"value": n}]] for n, features in sizes
    ]
    numbers = [_numbers(rng, n, features) for n, features in sizes]
    return Challenge("scopes/calls", {"graphs": calls}, {"numbers": numbers})


def _numbers(rng: np.random.Generator, n: int, features: int) -> list[Any]:
    """A value for each of the weights, one for all biases, and rows for X.

    In the first row every z is positive, in the second one some are not.
    """
    weights = [float(number) for number in rng.choice(np.arange(2, 20), n, replace=False)]
    weights[-1] *= -1
    bias = float(rng.integers(400, 500))
    rows = rng.integers(1, 4, (2, features)).astype(float)
    rows[1] *= 400
    return [weights, bias, rows]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    observed = []
    for (rerun, (call,)), (weights, bias, rows) in zip(
        graphs(evidence, challenge), challenge.hidden["numbers"], strict=True
    ):
        biases = of_rank(rerun, 0) + of_rank(rerun, 1)
        problem = set_variables(rerun, weights, of_rank(rerun, 2))
        problem = problem or set_variables(rerun, [bias], biases)
        values = problem or value(rerun, call, _("what {call} returns").format(call="relus"), rows)
        names = sorted(short(item) for item in rerun.data.variables)
        sizes = sorted(int(np.prod(shape_of(rerun, item))) for item in rerun.data.variables)
        name = getattr(call["result"], "name", None)
        observed.append((values, names, sizes, name and short(call["result"])))
    shown, other = observed
    return [shown[0], [shown[1], shown[2]], [shown[3], other]]


def _relu(X: Any) -> Any:
    w = tf.Variable(tf.random_normal([X.shape.as_list()[1], 1]), name="weights")
    b = tf.Variable(0.0, name="bias")
    return tf.maximum(tf.matmul(X, w) + b, 0.0, name="relu")


def _relus() -> Callable[..., Any]:
    def relus(X: Any, n: int) -> Any:
        parts = []
        for _each in range(n):
            with tf.name_scope("relu"):
                parts.append(_relu(X))
        return tf.add_n(parts, name="output")

    return relus


def _one_for_all() -> Callable[..., Any]:
    def relus(X: Any, n: int) -> Any:
        with tf.name_scope("relu"):
            relu = _relu(X)
        return tf.add_n([relu] * n, name="output")

    return relus


def _scope_around_the_loop() -> Callable[..., Any]:
    def relus(X: Any, n: int) -> Any:
        with tf.name_scope("relu"):
            parts = [_relu(X) for _ in range(n)]
        return tf.add_n(parts, name="output")

    return relus


def _without_scope() -> Callable[..., Any]:
    return lambda X, n: tf.add_n([_relu(X) for _ in range(n)], name="output")


def _relu_of_the_sum() -> Callable[..., Any]:
    def relus(X: Any, n: int) -> Any:
        sums = []
        for _each in range(n):
            with tf.name_scope("relu"):
                w = tf.Variable(tf.random_normal([X.shape.as_list()[1], 1]), name="weights")
                b = tf.Variable(0.0, name="bias")
                sums.append(tf.matmul(X, w) + b)
        return tf.maximum(tf.add_n(sums), 0.0, name="output")

    return relus


def _shared_weights() -> Callable[..., Any]:
    def relus(X: Any, n: int) -> Any:
        w = tf.Variable(tf.random_normal([X.shape.as_list()[1], 1]), name="weights")
        parts = []
        for _each in range(n):
            with tf.name_scope("relu"):
                b = tf.Variable(0.0, name="bias")
                parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0, name="relu"))
        return tf.add_n(parts, name="output")

    return relus


RELUS = Exercise(
    id="scopes/relus",
    title="n ReLUs from one function",
    answers=("relus",),
    cases=(
        Case("the output of three ReLUs, for weights set by the judge", 1, visible=True, gate=True),
        Case(
            "each ReLU has a scope of its own, with its own weights and bias",
            1,
            advice="The variables are not where they should be. Each call of the function opens the scope "
            "`relu` anew, and makes one `weights` of shape (features, 1) and one `bias` in it.",
        ),
        Case(
            "the output's name, and a graph with more ReLUs and features",
            1,
            advice="Take the number of features from `X.shape`, and give the sum the name `output`.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_relus,
    misconceptions=(
        Misconception(
            "one-relu-many-times",
            _one_for_all,
            "you call the function once and add its result n times. Each call makes nodes of its own: "
            "call it n times.",
        ),
        Misconception(
            "scope-around-the-loop",
            _scope_around_the_loop,
            "all your ReLUs stand in one scope, as `weights`, `weights_1` and so on. Open the scope inside "
            "the function (or the loop): then each ReLU gets a scope of its own.",
        ),
        Misconception(
            "no-scope",
            _without_scope,
            'your variables are in no scope. Put `with tf.name_scope("relu"):` around the nodes of one '
            "ReLU.",
        ),
        Misconception(
            "relu-of-the-sum",
            _relu_of_the_sum,
            "you add first and take the maximum of the sum. Each ReLU has its own maximum; the results "
            "are added.",
        ),
        Misconception(
            "shares-the-weights",
            _shared_weights,
            "all your ReLUs use the same weights. Here each of them has its own.",
        ),
    ),
    hints=(
        "Write a function for one ReLU first. Then a list comprehension calls it n times.",
        'In the function: with tf.name_scope("relu"), two variables, and tf.maximum. The number of '
        "features is int(X.shape[1]).",
        'return tf.add_n([relu(X) for _ in range(n)], name="output"), where relu opens the scope '
        "itself.",
    ),
)
