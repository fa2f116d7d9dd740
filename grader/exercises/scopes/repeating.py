"""The exercise on a function that is called many times: each call with its own scope and variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, VariableData
from grader.exercises.scopes.evidence import (
    filled,
    graphs,
    scope,
    set_variables,
    shape_of,
    short,
    value,
)
from grader.judging import Case, Exercise, Misconception
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    sizes = [(3, 2), (int(rng.integers(4, 7)), 3), (1, 2), (3, 2)]
    calls = [
        [[{"placeholder": [None, features], "name": "X"}, {"value": n}]] for n, features in sizes
    ]
    numbers = [_numbers(rng, n, features) for n, features in sizes]
    numbers[0][1] = numbers[0][1][:1] * 3  # so that a pasted case need not tell the biases apart
    return Challenge("scopes/calls", {"graphs": calls}, {"numbers": numbers})


def _numbers(rng: np.random.Generator, n: int, features: int) -> list[Any]:
    """A value for each of the weights and for each of the biases, and rows for X.

    In the first row every z is positive, in the second one some are not; in the third one a z is -0.9,
    and in the last one it is 0.9.
    """
    weights = [float(number) for number in rng.choice(np.arange(5, 20), n, replace=False)]
    weights[-1] *= -1
    biases = [float(number) for number in rng.choice(np.arange(20, 40), n, replace=False)]
    rows = np.stack([rng.integers(1, 4, features) / 10, rng.integers(6, 8, features)])
    near = [
        np.full(features, (z - biases[0]) / filled([features], weights[0]).sum())
        for z in (-0.9, 0.9)
    ]
    return [weights, biases, np.concatenate([rows, near]).round(6)]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    observed = []
    for (rerun, (call,)), (weights, biases, rows) in zip(
        graphs(evidence, challenge), challenge.hidden["numbers"], strict=True
    ):
        shapes = {item.name: shape_of(rerun, item) for item in rerun.data.variables}
        single = {name for name, shape in shapes.items() if np.prod(shape) == 1}
        ordered = _by_scope(rerun.data.variables)
        problem = set_variables(rerun, biases, [one for one in ordered if one.name in single])
        problem = problem or set_variables(
            rerun, weights, [one for one in ordered if one.name not in single]
        )
        values = problem or value(rerun, call, _("what {call} returns").format(call="relus"), rows)
        # "A single number" may have the shape (), (1,) or (1, 1).
        variables = sorted(
            (short(item), () if item.name in single else shapes[item.name])
            for item in rerun.data.variables
        )
        name = getattr(call["result"], "name", None)
        observed.append((values, variables, name and short(call["result"])))
    (values, variables, name), *others = observed
    error = next((one[0] for one in others if isinstance(one[0], Raised)), None)
    return [values, variables, error or [name, others]]


def _by_scope(variables: Sequence[VariableData]) -> list[VariableData]:
    """The variables, those of one scope together, so that a weight meets the bias of its own ReLU."""
    scopes = list(dict.fromkeys(scope(item.name) for item in variables))
    return sorted(variables, key=lambda item: scopes.index(scope(item.name)))


def _paste(challenge: Challenge) -> str:
    weights, biases, rows = challenge.hidden["numbers"][0]
    matrices = [filled((rows.shape[1], 1), weight).tolist() for weight in weights]
    return f"""\
with tf.Graph().as_default(), tf.Session() as session:
    X = tf.placeholder(tf.float32, [None, {rows.shape[1]}], name="X")
    output = relus(X, {len(weights)})
    weights = iter({matrices})
    for variable in tf.global_variables():
        new = {biases[0]} if variable.shape.num_elements() == 1 else next(weights)
        session.run(tf.assign(variable, np.reshape(new, variable.shape.as_list())))
    value = session.run(output, {{X: {rows.tolist()}}})
value"""


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
            advice="The variables are not where they should be. Each call of the function should "
            "open a scope `relu` of its own, and make one `weights` of shape (features, 1) and "
            "one `bias` in it.",
        ),
        Case(
            "the name of the output, and other numbers of ReLUs and features",
            1,
            advice="Take the number of ReLUs from `n` (it may be 1) and the number of features from "
            "`X.shape`, and give the sum the name `output`.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_relus,
    misconceptions=(
        Misconception(
            "one-relu-many-times",
            _one_for_all,
            "all your ReLUs have the same weights and the same bias, because the variables are created only "
            "once. Create them once for each ReLU, each time in a new scope.",
        ),
        Misconception(
            "scope-around-the-loop",
            _scope_around_the_loop,
            "all your ReLUs are in one scope, as `weights`, `weights_1` and so on. Open the scope "
            "inside the function (or the loop): then each ReLU gets a scope of its own.",
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
        "The scope is opened inside the function, so each call gets a new one. `tf.add_n` adds up "
        "the list, and is the operation to name.",
    ),
    paste=_paste,
)
