"""The exercise on one layer for two inputs, which share its variables."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.scopes.evidence import (
    graphs,
    of_rank,
    set_variables,
    shape_of,
    short,
    value,
)
from grader.judging import Builder, Case, first_error, placeholder

BUILD = Builder("distances = distance(a, b, units)")


def _draw_twins(rng: np.random.Generator) -> Challenge:
    features, units = int(rng.integers(2, 5)), int(rng.integers(2, 5))
    call = [*[placeholder([None, features])] * 2, units]
    rows = rng.choice(np.arange(10, 60), (2, 3, features), replace=False).astype(float)
    rows[1, 0] *= -1  # so that both ReLUs have something to do; in the last row neither has
    rows[0, 1] *= -1
    weights = [float(number) for number in rng.choice(np.arange(2, 9), 4, replace=False)]
    biases = [float(number) for number in rng.choice(np.arange(1, 30), 4, replace=False)]
    return BUILD.challenge(
        [call] * 5, graphs=[1, 2, 2], crowded=[2], rows=rows, weights=weights, biases=biases
    )


def _observe_twins(evidence: Evidence, challenge: Challenge) -> list[Any]:
    a, b = challenge.hidden["rows"]
    observed = []
    for rerun, calls in graphs(BUILD, evidence, challenge):
        for rank, key in ((2, "weights"), (1, "biases"), (0, "biases")):
            set_variables(rerun, challenge.hidden[key], of_rank(rerun, rank))
        shapes = sorted((short(item), shape_of(rerun, item)) for item in rerun.data.variables)
        values = [value(rerun, call, a=a, b=b) for call in calls]
        observed.append((first_error(call.result for call in calls), shapes, values))
    (problem, shapes, (distance,)), *others = observed
    return [problem or shapes, [distance, shapes], [two for _problem, *two in others]]


def _paste_twins(challenge: Challenge) -> str:
    a, _b, units = challenge.inputs["builds"][0]
    return f"""\
with tf.Graph().as_default():
    a = tf.placeholder(tf.float32, {a["shape"]}, name="a")
    b = tf.placeholder(tf.float32, {a["shape"]}, name="b")
    distance(a, b, {units["value"]})
    variables = [(one.op.name, tuple(one.shape.as_list())) for one in tf.global_variables()]
sorted(variables)"""


DISTANCE = exercise(
    id="scopes/distance",
    title="Twins: one layer for two inputs",
    answers=("distance",),
    cases=(
        Case.shown(
            "the variables after one call: names and shapes",
            1,
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
    hints=(
        "Write the layer as a function of x, and call it for a and for b in the scope `encoder`.",
        "`tf.get_variable` asks for a variable by name. Which value of `reuse` creates it at the first "
        "call, and finds it at all others?",
        "It is `tf.AUTO_REUSE`. Each row has one distance: sum the squares over the "
        "columns, axis 1.",
    ),
    paste=_paste_twins,
)
