"""The exercise on a threshold that the first call makes and all others find."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
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
from grader.judging import Builder, Case, Rerun, WrongAnswer, different, first_error, placeholder
from grader.languages import _

BUILD = Builder("result = relu(X)")
# Where each call has its own weights. The numbers depend on how the threshold's scope was opened.
OWN_WEIGHTS = re.compile(r"relu(_\d+)?/weights")


def _draw(rng: np.random.Generator) -> Challenge:
    # No graph has three features, as in the chapter. The last is like the first, but for its variable.
    one, other = rng.permutation([2, 4, 5])[:2].tolist()
    widths, counts = (one, other, one), (3, int(rng.integers(4, 7)), 2)
    calls = [
        [placeholder([None, features])]
        for features, count in zip(widths, counts, strict=True)
        for _call in range(count)
    ]
    # In the first row the threshold is above each product, in the second one below, where w is positive.
    weights = [float(number) for number in different(rng, 7, 5, 20)]
    weights[1] *= -1
    thresholds = [float(number) for number in different(rng, 7, 400, 500)]
    rows = np.stack([rng.integers(1, 4, 5), rng.integers(400, 500, 5)]).astype(float)
    rows_of_each = [rows[:, :features] for features in widths]
    return BUILD.challenge(
        calls, graphs=counts, crowded=[2], rows=rows_of_each, set=[thresholds, weights]
    )


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    networks = zip(graphs(BUILD, evidence, challenge), challenge.hidden["rows"], strict=True)
    observed = [_observed(*graph, rows, challenge.hidden["set"]) for graph, rows in networks]
    (problem, names, *rest), *others = observed
    if not (problem or names):
        raise WrongAnswer(
            _(
                "no variable in the graph is a single number, with the shape `()`: there should be one, "
                "`relu/threshold`"
            )
        )
    later = [problem or [names, *rest[:-1]] for problem, names, *rest in others]
    if problem:
        # It is seen by which calls fail, and by the thresholds, whatever else was made first.
        rest = [isinstance(one, Raised) for one in rest[0]]
    return [problem or names, [problem, names, rest], later]


def _observed(rerun: Rerun, calls: Sequence[Any], rows: np.ndarray, numbers: Any) -> list[Any]:
    """An error of a call, the names of the thresholds, the values, the weights, and whether thresholds begin
    at 0."""
    thresholds, weights = of_rank(rerun, 0), of_rank(rerun, 2)
    initial = rerun.run([one.initializer for one in thresholds])
    if not isinstance(initial, Raised):
        initial = rerun.run([one.value for one in thresholds])
    for variables, wanted in zip((thresholds, weights), numbers, strict=True):
        set_variables(rerun, wanted, variables)
    own = [
        len(weights),
        len({scope(item.name) for item in weights}),
        all(OWN_WEIGHTS.fullmatch(short(item)) for item in weights),
        {shape_of(rerun, item) for item in weights},
    ]
    return [
        first_error(call.result for call in calls),
        [short(item) for item in thresholds],
        [value(rerun, call, X=rows) for call in calls],
        own,
        initial if isinstance(initial, Raised) else [not np.any(one) for one in initial],
    ]


def _paste(challenge: Challenge) -> str:
    shape = challenge.inputs["builds"][0][0]["shape"]
    return f"""\
with tf.Graph().as_default():
    for number in range({challenge.inputs["graphs"][0]}):
        relu(tf.placeholder(tf.float32, {shape}, name=f"X{{number}}"))
    thresholds = [one.op.name for one in tf.global_variables() if one.shape.as_list() == []]
thresholds"""


RELU = exercise(
    id="scopes/relu",
    title="A threshold made by the first call",
    answers=("relu",),
    cases=(
        Case.shown(
            "the thresholds in the graph after three calls",
            1,
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
    draw=_draw,
    observe=_observe,
    hints=(
        "Use tf.get_variable for what is shared, and tf.Variable for what each call keeps to itself.",
        'Open tf.variable_scope("relu", reuse=...) inside the function. Which value of reuse '
        "creates the threshold at the first call and finds it later?",
        "It is `tf.AUTO_REUSE`, and `get_variable` takes an `initializer`. `tf.Variable` does not "
        "care about reuse, so the weights can be made in the same block.",
    ),
    paste=_paste,
)
