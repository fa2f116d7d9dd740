"""The exercise on one layer for two inputs, which share its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.scopes.evidence import (
    first_error,
    graphs,
    of_rank,
    set_variables,
    shape_of,
    short,
    value,
)
from grader.judging import Case, Exercise, Misconception


def _draw_twins(rng: np.random.Generator) -> Challenge:
    features, units = int(rng.integers(2, 5)), int(rng.integers(2, 5))

    def call(number: int) -> list[Any]:
        shape = [None, features]
        return [
            {"placeholder": shape, "name": f"a{number}"},
            {"placeholder": shape, "name": f"b{number}"},
            {"value": units},
        ]

    rows = rng.choice(np.arange(10, 60), (2, 3, features), replace=False).astype(float)
    rows[1, 0] *= -1  # so that both ReLUs have something to do; in the last row neither has
    rows[0, 1] *= -1
    weights = [float(number) for number in rng.choice(np.arange(2, 9), 4, replace=False)]
    biases = [float(number) for number in rng.choice(np.arange(1, 30), 4, replace=False)]
    return Challenge(
        "scopes/calls",
        {
            "graphs": [[call(1)], [call(1), call(2)], [call(1), call(2)]],
            "variables": [[], [], ["other"]],
        },
        {"rows": rows, "weights": weights, "biases": biases},
    )


def _observe_twins(evidence: Evidence, challenge: Challenge) -> list[Any]:
    a, b = challenge.hidden["rows"]
    observed = []
    for rerun, calls in graphs(evidence, challenge):
        for rank, key in ((2, "weights"), (1, "biases"), (0, "biases")):
            set_variables(rerun, challenge.hidden[key], of_rank(rerun, rank))
        shapes = sorted((short(item), shape_of(rerun, item)) for item in rerun.data.variables)
        values = [value(rerun, call, "distance", a, b) for call in calls]
        observed.append((first_error(calls), shapes, values))
    (problem, shapes, (distance,)), *others = observed
    return [problem or shapes, [distance, shapes], [two for _problem, *two in others]]


def _paste_twins(challenge: Challenge) -> str:
    a, _b, units = challenge.inputs["graphs"][0][0]
    return f"""\
with tf.Graph().as_default():
    a = tf.placeholder(tf.float32, {a["placeholder"]}, name="a")
    b = tf.placeholder(tf.float32, {a["placeholder"]}, name="b")
    distance(a, b, {units["value"]})
    variables = [(one.op.name, tuple(one.shape.as_list())) for one in tf.global_variables()]
sorted(variables)"""


def _layer(x: Any, units: int, rectify: bool = True) -> Any:
    w = tf.get_variable("weights", [x.shape.as_list()[1], units])
    b = tf.get_variable("bias", [units], initializer=tf.zeros_initializer())
    z = tf.matmul(x, w) + b
    return tf.nn.relu(z) if rectify else z


def _apart(one: Any, other: Any) -> Any:
    return tf.reduce_sum(tf.square(one - other), axis=1)


def _distance(
    apart: Callable[[Any, Any], Any] = _apart, rectify: bool = True
) -> Callable[[], Callable[..., Any]]:
    """The reference, or an answer that measures otherwise, or whose layer has no maximum."""

    def distance(a: Any, b: Any, units: int) -> Any:
        encoded = []
        for x in (a, b):
            with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
                encoded.append(_layer(x, units, rectify))
        return apart(*encoded)

    return lambda: distance


def _variables_that_ignore_reuse() -> Callable[..., Any]:
    def distance(a: Any, b: Any, units: int) -> Any:
        encoded = []
        for x in (a, b):
            with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
                w = tf.Variable(tf.zeros([x.shape.as_list()[1], units]), name="weights")
                c = tf.Variable(tf.zeros([units]), name="bias")
                encoded.append(tf.nn.relu(tf.matmul(x, w) + c))
        return _apart(*encoded)

    return distance


def _shares_within_one_call() -> Callable[..., Any]:
    def distance(a: Any, b: Any, units: int) -> Any:
        with tf.variable_scope("encoder") as encoder:
            one = _layer(a, units)
            encoder.reuse_variables()
            return _apart(one, _layer(b, units))

    return distance


def _never_shares() -> Callable[..., Any]:
    def distance(a: Any, b: Any, units: int) -> Any:
        with tf.variable_scope("encoder"):
            one = _layer(a, units)
        with tf.variable_scope("encoder"):
            return _apart(one, _layer(b, units))

    return distance


def _kept_in_a_dictionary() -> Callable[..., Any]:
    kept: dict[str, Any] = {}

    def distance(a: Any, b: Any, units: int) -> Any:
        if not kept:
            with tf.variable_scope("encoder"):
                kept["w"] = tf.get_variable("weights", [a.shape.as_list()[1], units])
                kept["c"] = tf.get_variable("bias", [units])
        one, other = (tf.nn.relu(tf.matmul(x, kept["w"]) + kept["c"]) for x in (a, b))
        return _apart(one, other)

    return distance


def _looks_for_any_variable() -> Callable[..., Any]:
    def distance(a: Any, b: Any, units: int) -> Any:
        with tf.variable_scope("encoder", reuse=bool(tf.global_variables())) as encoder:
            one = _layer(a, units)
            encoder.reuse_variables()
            return _apart(one, _layer(b, units))

    return distance


def _two_encoders() -> Callable[..., Any]:
    def distance(a: Any, b: Any, units: int) -> Any:
        with tf.variable_scope("encoder_a", reuse=tf.AUTO_REUSE):
            one = _layer(a, units)
        with tf.variable_scope("encoder_b", reuse=tf.AUTO_REUSE):
            return _apart(one, _layer(b, units))

    return distance


def _reuses_from_the_start() -> Callable[..., Any]:
    def distance(a: Any, b: Any, units: int) -> Any:
        with tf.variable_scope("encoder", reuse=True):
            return _apart(_layer(a, units), _layer(b, units))

    return distance


TWINS = Exercise(
    id="scopes/twins",
    title="Twins: one layer for two inputs",
    answers=("distance",),
    cases=(
        Case(
            "the variables after one call: names and shapes",
            1,
            visible=True,
            gate=True,
            advice="After one call there should be two variables in the graph, and no others: "
            "`encoder/weights` of shape (features, units) and `encoder/bias` of shape (units,).",
        ),
        Case(
            "the distances, for weights set by the check",
            1,
            gate=True,
            advice="The variables are right, but the distances are not. For each row, the distance is the "
            "sum of the squared differences between the layer's results, relu(x W + c), for `a` and for "
            "`b`: one number per row, of shape `(rows,)`.",
        ),
        Case(
            "two calls in each of two other graphs: still the same two variables",
            2,
            advice="One call works. But in every new graph, the first call should create the two variables, "
            "and the second should find them, even if the graph has other variables: `tf.get_variable` does "
            "both, with AUTO_REUSE.",
        ),
    ),
    draw=_draw_twins,
    observe=_observe_twins,
    reference=_distance(),
    misconceptions=(
        Misconception(
            "a-variable-ignores-reuse",
            _variables_that_ignore_reuse,
            "each input has its own weights, in `encoder` and `encoder_1`. `tf.Variable` makes a new "
            "variable at every call, whatever `reuse` says. Ask with `tf.get_variable`.",
        ),
        Misconception(
            "shares-within-one-call-only",
            _shares_within_one_call,
            "one call works, but the second one wants to create the variables again, which is a "
            "ValueError. With `reuse=tf.AUTO_REUSE`, the first call creates them, and all others find them.",
        ),
        Misconception(
            "remembers-in-python",
            _kept_in_a_dictionary,
            "your function keeps its variables in Python. In another graph it still holds those of the "
            "first, and a node cannot take its input from another graph. `tf.get_variable` with "
            "`tf.AUTO_REUSE` asks the graph instead.",
        ),
        Misconception(
            "reuses-if-anything-is-there",
            _looks_for_any_variable,
            "your function reuses as soon as the graph has any variable, whoever made it, although its own "
            "two may not be there. `reuse=tf.AUTO_REUSE` decides for each of them.",
        ),
        Misconception(
            "no-relu",
            _distance(rectify=False),
            "your layer has no ReLU: it lets negative values through. It should be relu(x W + c).",
        ),
        Misconception(
            "root-of-the-sum",
            _distance(lambda one, other: tf.sqrt(_apart(one, other))),
            "you take the square root of the sum. The distance here is the sum of the squares itself.",
        ),
        Misconception(
            "mean-for-sum",
            _distance(lambda one, other: tf.reduce_mean(tf.square(one - other), axis=1)),
            "you take the mean of the squared differences. The distance here is their sum.",
        ),
        Misconception(
            "no-squares",
            _distance(lambda one, other: tf.reduce_sum(tf.abs(one - other), axis=1)),
            "you add the differences without squaring them. The distance here is the sum of their squares.",
        ),
        Misconception(
            "one-number-for-all-rows",
            _distance(lambda one, other: tf.reduce_sum(tf.square(one - other))),
            "you add up the rows, too. Each row has a distance of its own: `axis=1`.",
        ),
        Misconception(
            "asks-twice-without-reuse",
            _never_shares,
            "`get_variable` makes a variable once; asking again without reuse is a ValueError, so that "
            "nobody shares by accident. Say that you want to: `reuse=tf.AUTO_REUSE`.",
        ),
        Misconception(
            "two-scopes",
            _two_encoders,
            "your two inputs use variables of two scopes. To share them, both must ask in the same scope, "
            "`encoder`.",
        ),
        Misconception(
            "reuses-what-is-not-there",
            _reuses_from_the_start,
            "with `reuse=True`, a scope only finds variables, and at the first call there are none. With "
            "`reuse=tf.AUTO_REUSE`, it creates what is missing.",
        ),
    ),
    hints=(
        "Write the layer as a function of x, and call it for a and for b in the scope `encoder`.",
        "`tf.get_variable` asks for a variable by name. Which value of `reuse` creates it at the first "
        "call, and finds it at all others?",
        "It is `tf.AUTO_REUSE`. Each row has one distance: sum the squares over the "
        "columns, axis 1.",
    ),
    paste=_paste_twins,
)
