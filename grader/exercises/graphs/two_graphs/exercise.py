"""Exercises on building nodes: an expression, and one node in each of two graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import (
    Case,
    Rerun,
    WrongAnswer,
    describe,
    expect_tensor,
)
from grader.languages import _

# ------------------------------------------------------------------------------------ two-graphs


def _draw_two_graphs(rng: np.random.Generator) -> Challenge:
    a, b, c = (int(number) for number in rng.choice(np.arange(10, 99), 3, replace=False))
    # Two equal numbers are two constants, and the first pair again is two more.
    return Challenge("graphs/two-graphs", {"pairs": [(a, b), (c + 0.5, c + 0.5), (a, b)]})


def _observe_two_graphs(evidence: Evidence, challenge: Challenge) -> list[Any]:
    report = evidence.result
    first, *later = report["results"]
    if isinstance(first, Raised):
        return [first] * 5
    failed = next((result for result in later if isinstance(result, Raised)), None)
    if failed:
        shown = [Rerun(evidence, one.graph).run(one) for one in _two_tensors(first)]
        # Within a list: the case's advice follows the error, which is not one of the call shown.
        return [shown, [failed], failed, failed, failed]
    pairs = [_two_tensors(result) for result in report["results"]]
    shown, *others = ([Rerun(evidence, one.graph).run(one) for one in pair] for pair in pairs)
    constants = [constant for pair in pairs for constant in pair]
    graphs = [constant.graph for constant in constants]
    default = report["default"].graph
    return [
        shown,
        others,
        ["default" if graph == default else graphs.index(graph) for graph in graphs],
        report["added"] == 0 and report["default is back"],
        [constant.name for constant in constants],
    ]


def _two_tensors(result: Any) -> list[TensorRef]:
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("`two_graphs` should return two tensors, but it returned {found}").format(
                found=describe(result)
            )
        )
    return [expect_tensor(part, _("each of the two results")) for part in result]


def _paste_two_graphs(challenge: Challenge) -> str:
    a, b = challenge.inputs["pairs"][0]
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
        Case("the values of the two constants", 0.25, visible=True, gate=True),
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
    draw=_draw_two_graphs,
    observe=_observe_two_graphs,
    hints=(
        "Which graph does a new node join? Look at the cell that made the node `other`.",
        "You need two graphs and two `with graph.as_default():` blocks.",
        "A tensor outlives the block that it was made in: keep one from each block, and return "
        "both at the end. Being in different graphs, both can be called `c`.",
    ),
    paste=_paste_two_graphs,
)
