"""The exercise on one step of gradient descent by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.training.best_theta.exercise import readable, table
from grader.exercises.training.errors import SIZES, UNKNOWN_LENGTH, explained, with_meaning
from grader.judging import (
    Builder,
    Case,
    Rerun,
    WrongAnswer,
    describe,
    placeholder,
    reports,
    variable,
)
from grader.languages import N_, _

BUILD = Builder("step = by_hand(X, y, theta, learning_rate)")

MEANINGS = {
    **dict.fromkeys(
        UNKNOWN_LENGTH,
        N_(
            "While the graph is being built, the number of rows isn't known: `tf.shape(X)[0]` is this "
            "number as a tensor"
        ),
    ),
    "float64": N_(
        "If you divide by `tf.shape(X)[0]`, cast it to float32 first, since a quotient of integers is float64"
    ),
    "int32": N_(
        "If you divide by `tf.shape(X)[0]`, cast it to float32 first: integers and floats don't mix"
    ),
    **SIZES,
    "}} = Assign": N_(
        "What you assign should be a column like `theta`. Did you write `*`, which multiplies entry by "
        "entry, instead of `tf.matmul`?"
    ),
}


def _draw(rng: np.random.Generator) -> Challenge:
    columns = (2, int(rng.integers(3, 5)), 2, 1)
    rates = rng.choice(range(3, 9), 2, replace=False)[[0, 1, 0, 1]]
    y = placeholder([None, 1])
    calls = [
        [placeholder([None, count]), y, variable(_far_theta(rng, count)), float(rate) / 100]
        for count, rate in zip(columns, rates, strict=True)
    ]
    sizes = ((4, 1), (7, 9), (1, 9), (13, 9))
    batches = [[table(rng, rows, count, digits) for rows, digits in sizes] for count in columns]
    return BUILD.challenge(calls, graphs=[1, 1, 2], batches=batches)


def _far_theta(rng: np.random.Generator, count: int) -> np.ndarray:
    """A column of numbers that are not small."""
    theta = rng.uniform(1.0, 3.0, (count, 1)) * rng.choice([-1, 1], (count, 1))
    return theta.round(1)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds = reports(evidence, len(challenge.inputs["builds"]), "arguments", "result")
    walks: list[list[Any]] = []
    starts = []
    for build, batches in zip(builds, challenge.hidden["batches"], strict=True):
        if isinstance(build["result"], Raised):
            error = explained(build["result"], MEANINGS)
            return [walks[0][0] if walks else error, error, error]
        step, (X, y, theta, _rate) = _fetched(build["result"]), build["arguments"]
        if any(not isinstance(node, str) and node.graph != theta.graph for node in step):
            raise WrongAnswer(_("what by_hand returns is in a different graph from its arguments"))
        rerun = Rerun(evidence, theta.graph)
        for name in step:
            if isinstance(name, str) and not _names_a_node(rerun, name):
                raise _nothing_to_fetch(name)
        rerun.initialize()
        starts.append(rerun.run(theta))
        walks.append([])
        for features, target in batches:
            outcome = with_meaning(rerun.run(step, {X: features, y: target}), SIZES)
            walks[-1].append(outcome if isinstance(outcome, Raised) else rerun.run(theta))
    return [walks[0][0], [walks[0][1:], *walks[1:]], starts]


def _paste(challenge: Challenge) -> str:
    theta, rate = (challenge.inputs["builds"][0][place] for place in (2, 3))
    features, prices = map(readable, challenge.hidden["batches"][0][0])
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    X, y = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.float32, [None, 1])
    theta = tf.Variable({readable(theta["variable"])})
    step = by_hand(X, y, theta, {rate["value"]})
    session.run(tf.global_variables_initializer())
    session.run(step, {{X: {features}, y: {prices}}})
    value = session.run(theta)
value
"""


def _fetched(value: Any) -> list[OperationRef | TensorRef | str]:
    """What a run has to fetch: one node or its name, or several in lists, tuples and dictionaries."""
    if isinstance(value, (OperationRef, TensorRef, str)):
        return [value]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)) and value:
        return [node for part in value for node in _fetched(part)]
    raise _nothing_to_fetch(value)


def _names_a_node(rerun: Rerun, name: str) -> bool:
    try:
        rerun.graph.as_graph_element(name)
    except (KeyError, ValueError):
        return False
    return True


def _nothing_to_fetch(value: Any) -> WrongAnswer:
    return WrongAnswer(
        _("`by_hand` should return something that a run can fetch, but it returned {found}").format(
            found=describe(value)
        )
    )


BY_HAND = exercise(
    id="training/by-hand",
    title="One step of gradient descent, by hand",
    answers=("by_hand",),
    cases=(
        Case.shown(
            "theta after one step with 4 houses",
            1,
            advice="The gradient is a column like `theta`: 2/m times `X` transposed times (X theta - y). "
            "Subtract learning_rate times this column from theta.",
        ),
        Case(
            "theta after three more steps, with 7, 1 and 13 houses, and for another number of features",
            1,
            gate=True,
            advice="The first step, with 4 houses, is right, but later ones are not. Each step starts "
            "from the current theta, m is the number of rows fed in this run (it may be 1), and only theta "
            "is kept from one step to the next.",
        ),
        Case(
            "before the first run, theta has its initial value",
            1,
            advice="Your function changes theta's initial value. It should only add nodes.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "It takes three lines: each house's error, the gradients, the assignment.",
        "m isn't known while the graph is built: any number of houses may be fed. "
        "`tf.cast(tf.shape(X)[0], tf.float32)` is m as a tensor.",
        "The gradients are 2/m times `X` transposed times the error: a column, like "
        "`theta`. Only an assignment moves `theta`, so return one.",
    ),
    paste=_paste,
)
