"""The exercise on a threshold that the first call makes and all others find."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, VariableData
from grader.exercises.definition import exercise
from grader.exercises.scopes.evidence import (
    graphs,
    of_rank,
    scope,
    set_variables,
    shape_of,
    short,
    value,
)
from grader.judging import Case, Rerun, WrongAnswer, first_error
from grader.languages import _

# Where each call has its own weights. The numbers depend on how the threshold's scope was opened.
OWN_WEIGHTS = re.compile(r"relu(_\d+)?/weights")


def _draw_threshold(rng: np.random.Generator) -> Challenge:
    features = int(rng.integers(2, 5))
    graphs_of = []
    for calls in (3, int(rng.integers(4, 7)), 2):
        name = {"placeholder": [None, features]}
        graphs_of.append([[{**name, "name": f"X{number}"}] for number in range(calls)])
    # In the first row the threshold is above each product, in the second one below, where w is positive.
    weights = [float(number) for number in rng.choice(np.arange(5, 20), 7, replace=False)]
    weights[1] *= -1
    thresholds = [float(number) for number in rng.choice(np.arange(400, 500), 7, replace=False)]
    rows = np.stack([rng.integers(1, 4, features), rng.integers(400, 500, features)]).astype(float)
    return Challenge(
        "scopes/calls",
        {"graphs": graphs_of, "variables": [[], [], ["other"]]},
        {"rows": rows, "weights": weights, "thresholds": thresholds},
    )


def _observe_threshold(evidence: Evidence, challenge: Challenge) -> list[Any]:
    rows = challenge.hidden["rows"]
    observed = []
    for rerun, calls in graphs(evidence, challenge):
        thresholds, weights = of_rank(rerun, 0), of_rank(rerun, 2)
        initial = _initial_values(rerun, thresholds)
        for key, variables in (("thresholds", thresholds), ("weights", weights)):
            set_variables(rerun, challenge.hidden[key], variables)
        values = [value(rerun, call, "relu", rows) for call in calls]
        names = [short(item) for item in thresholds]
        scopes = {scope(item.name) for item in weights}
        right = all(OWN_WEIGHTS.fullmatch(short(item)) for item in weights)
        own = [len(weights), len(scopes), right, {shape_of(rerun, item) for item in weights}]
        observed.append(
            (first_error(call["result"] for call in calls), names, values, own, initial)
        )
    (problem, names, values, own, initial), *others = observed
    if not (problem or names):
        raise WrongAnswer(_no_number(graphs(evidence, challenge)[0][0]))
    later = [problem or rest[:-1] for problem, *rest in others]
    # A call that fails is seen by its error and by the thresholds there are, whatever else it made first.
    return [problem or names, [problem, names] if problem else [values, own, names, initial], later]


def _no_number(rerun: Rerun) -> str:
    """What to say where no variable is a single number."""
    for variable in rerun.data.variables:
        if short(variable) == "relu/threshold":
            return _(
                "your threshold has the shape {shape}; a single number has the shape `()`"
            ).format(shape=f"`{shape_of(rerun, variable)}`")
    return _(
        "no variable in the graph is a single number, with the shape `()`: there should be one, "
        "`relu/threshold`"
    )


def _initial_values(rerun: Rerun, variables: Sequence[VariableData]) -> Any:
    """Whether each of these begins at 0; the first error where one has no initial value."""
    error = rerun.run([variable.initializer for variable in variables])
    if isinstance(error, Raised):
        return error
    values = rerun.run([variable.value for variable in variables])
    return values if isinstance(values, Raised) else [not np.any(one) for one in values]


def _paste_threshold(challenge: Challenge) -> str:
    shape = challenge.inputs["graphs"][0][0][0]["placeholder"]
    return f"""\
with tf.Graph().as_default():
    for number in range({len(challenge.inputs["graphs"][0])}):
        relu(tf.placeholder(tf.float32, {shape}, name=f"X{{number}}"))
    thresholds = [one.op.name for one in tf.global_variables() if one.shape.as_list() == []]
thresholds"""


RELU = exercise(
    id="scopes/relu",
    title="A threshold made by the first call",
    answers=("relu",),
    cases=(
        Case(
            "the thresholds in the graph after three calls",
            1,
            visible=True,
            gate=True,
            advice="After three calls, there should be one variable in the graph that is a single number "
            "(its shape is `()`): `relu/threshold`, which all calls share.",
        ),
        Case(
            "the values of the three, each with its own weights in its own scope",
            1,
            advice="Each ReLU is max(X w, threshold), with weights of its own, of shape (features, 1), in a "
            "scope of its own: `relu/weights`, `relu_1/weights` and so on. The threshold begins at 0.",
        ),
        Case(
            "the same in new graphs",
            2,
            advice="Your function works in the first graph, but not in every new one; a new graph may "
            "already have other variables. `tf.get_variable` with `tf.AUTO_REUSE` asks the current default "
            "graph, and for this variable only.",
        ),
    ),
    draw=_draw_threshold,
    observe=_observe_threshold,
    hints=(
        "Use tf.get_variable for what is shared, and tf.Variable for what each call keeps to itself.",
        'Open tf.variable_scope("relu", reuse=...) inside the function. Which value of reuse '
        "creates the threshold at the first call and finds it later?",
        "It is `tf.AUTO_REUSE`, and `get_variable` takes an `initializer`. `tf.Variable` does not "
        "care about reuse, so the weights can be made in the same block.",
    ),
    paste=_paste_threshold,
)
