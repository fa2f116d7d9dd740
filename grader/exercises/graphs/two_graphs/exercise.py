"""The exercise on graphs as places: one node in each of two graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import Case, Rerun, WrongAnswer, describe, expect_tensor, first_error
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    a, b, c = (int(number) for number in rng.choice(np.arange(10, 99), 3, replace=False))
    # Two equal numbers are two constants, and the first pair again is two more.
    calls = [(a, b), (c + 0.5, c + 0.5), (a, b)]
    return Challenge("graphs/calls", {"calls": calls, "before": True})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    report = evidence.result
    results = report["results"]
    if isinstance(results[0], Raised):
        return [results[0]] * 5
    values = [_values(evidence, result) for result in results]
    if failed := first_error(results):
        # Within a list: the case's advice follows the error, which is not one of the call shown.
        return [values[0], [failed], failed, failed, failed]
    constants = [constant for result in results for constant in result]
    graphs = [constant.graph for constant in constants]
    default = report["graph"].graph
    return [
        values[0],
        values[1:],
        ["default" if graph == default else graphs.index(graph) for graph in graphs],
        report["added"] == 0 and report["default"],
        [constant.name for constant in constants],
    ]


def _values(evidence: Evidence, result: Any) -> Any:
    """The values of the two constants, each run in its own graph."""
    if isinstance(result, Raised):
        return result
    return [Rerun(evidence, one.graph).run(one) for one in _two_tensors(result)]


def _two_tensors(result: Any) -> list[TensorRef]:
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("`two_graphs` should return two tensors, but it returned {found}").format(
                found=describe(result)
            )
        )
    return [expect_tensor(part, _("each of the two results")) for part in result]


def _paste(challenge: Challenge) -> str:
    a, b = challenge.inputs["calls"][0]
    return f"""
values = []
for constant in two_graphs({a}, {b}):
    with tf.Session(graph=constant.graph) as session:
        values.append(session.run(constant))
values
"""


TWO_GRAPHS = exercise(
    id="graphs/two-graphs",
    title="Two graphs, one node in each",
    answers=("two_graphs",),
    cases=(
        Case.shown("the values of the two constants", 0.25),
        Case(
            "the values in two more calls, one of them with two equal numbers",
            0.25,
            gate=True,
            advice="Your constants hold the right numbers in the first call, but not in every call. "
            "Call `two_graphs(7.5, 7.5)` after another call, and look at the two values.",
        ),
        Case(
            "the constants are in two new graphs, in each call",
            1.25,
            advice="The two constants are not in two different new graphs. Each call should make two graphs "
            "with `tf.Graph()`, and one constant in each, inside `with graph.as_default():`.",
        ),
        Case(
            "no node was added to the default graph, and it is the default again",
            0.75,
            advice="Your function adds a node to the default graph, or leaves another graph as "
            "the default. Use `with graph.as_default():`, which restores the old one at its end, and leave "
            "out `tf.reset_default_graph()`, which replaces it.",
        ),
        Case(
            "each constant has the name c",
            0.5,
            advice="The two constants are not both named `c`. A name must be unique only within its "
            'graph: nodes in two graphs may both be called c. Pass name="c".',
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Which graph does a new node join? Look at the cell that made the node `other`.",
        "You need two graphs and two `with graph.as_default():` blocks.",
        "A tensor outlives the block that it was made in: keep one from each block, and return "
        "both at the end. Being in different graphs, both can be called `c`.",
    ),
    paste=_paste,
)
