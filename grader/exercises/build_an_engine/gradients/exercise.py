"""Going back: the walk that sums slopes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import CHANGED
from grader.exercises.build_an_engine.graphs import RUN, in_a_function, nodes
from grader.exercises.build_an_engine.reading import counts_of, slopes_of
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, part, reports, together
from grader.languages import N_, _

NO_SLOPES = N_("return a list with a node or None for each x; found a value of type {type}")

X, Z = 0, 1  # numbers of nodes in the drawn programs
LONG = 1_200  # nodes in a chain: more than Python lets functions call each other
SUMS = 30  # of a node with itself: more paths through them than anyone can walk


def _draw(rng: np.random.Generator) -> Challenge:
    factors = iter(float(number) for number in rng.choice(range(2, 30), 16, replace=False))

    def graph(text: str) -> list[Any]:
        return nodes(f"placeholder; placeholder; {text}", "x z", scale=factors)

    # y needs 2 directly, and again through 3: the slope of 2 is complete only after the rule of 3.
    # A walk that moves on too early may be right by luck, but not for both orders of the inputs.
    # 6 is a product of a node with itself, 8 is not needed by y.
    late = graph("scale 0; scale 2; add 2 3; multiply 4 1; multiply 5 5; add 2 6; scale 7")
    late_too = graph("scale 0; scale 2; add 3 2; multiply 1 4; multiply 5 5; add 6 2; scale 7")
    # 5 is needed by nobody, nor is 6, of a kind that has no rule.
    apart = graph("cut 0; scale 1; add 2 3; scale 0; assign 3")
    # To x and z come a slope and a None, in both orders; to 7 and, by way of it, to 2 comes a None. So it
    # does to 3, which has no rule.
    cut = graph(
        "placeholder; assign 2; cut 0; scale 0; scale 1; scale 2; cut 1; cut 7; cut 3; "
        "add 4 5; add 6 8; multiply 11 12; add 13 9; add 14 10"
    )
    # The slope of 6 goes back to its second input alone, that of 7 to its first one alone: no slope
    # comes to 4, whose inputs have one, by way of 5.
    one_side = graph("scale 0; scale 1; add 2 3; multiply 2 3; second 4 5; first 6 4")
    start = nodes("placeholder", "x")
    programs = [
        _program(graph("add 0 1; multiply 2 0"), 3, [X]),
        _program(late, 7, [X, Z, 2, 4, 7]),
        _program(late_too, 7, [7, 4, 2, Z, X, Z], before=[7]),
        _program(apart, 4, [X, Z, 2, 5], before=[5]),
        _program(cut, 15, [X, Z, 2, 7]),
        _program(one_side, 7, [X, Z, 2, 4, 5]),
        _program(nodes("placeholder; placeholder", "x z"), X, [Z]),
        *(_program(start, n, [X], repeat=["add", 2, n]) for n in (10, SUMS)),
        _program(start, LONG, [X], repeat=["negative", 1, LONG]),
    ]
    feeds = [{X: float(x), Z: float(z)} for x, z in rng.integers(2, 12, (2, 2))]
    return Challenge("build-an-engine/calls", {"programs": programs}, {"feeds": feeds})


def _program(
    nodes: list[Any], y: int, xs: list[int], before: Sequence[int] = (), **repeat: Any
) -> dict[str, Any]:
    """One call for y, perhaps after one for another node in the same graph."""
    calls = [[["graph"], ["node", end], ["nodes", xs], ["rules"]] for end in [*before, y]]
    return {"nodes": nodes, **repeat, "calls": calls}


def _paste(challenge: Challenge) -> str:
    feed = challenge.hidden["feeds"][0]
    return in_a_function(f"""
{RUN}
x, z = graph.add("placeholder", value={feed[X]}), graph.add("placeholder", value={feed[Z]})
y = graph.add("multiply", [graph.add("add", [x, z]), x])
rules = {{"add": lambda graph, node, g: [g, g],
         "multiply": lambda graph, node, g: [graph.add("multiply", [g, i]) for i in node.inputs[::-1]]}}
before = [node.inputs for node in graph.nodes]
(slope,) = gradients(graph, y, [x], rules)
if [node.inputs for node in graph.nodes[:len(before)]] != before:
    return {_(CHANGED)!r}
run(slope)
""")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, 10)
    # A call before the last one may not change the xs and the table of rules.
    shown, late, late_too, *parts = (slopes_of(one, NO_SLOPES, feeds, (2, 3)) for one in found[:7])
    few, many, chain = (slopes_of(one, NO_SLOPES, [{X: feeds[0][X]}]) for one in found[7:])
    if isinstance(shown, Raised) and shown.type == "WrongResult":
        raise WrongAnswer(shown.message)
    return [
        shown[0][0] if isinstance(shown, list) and shown[0] else shown,
        together([late, late_too]),
        together(parts),
        few
        if isinstance(few, Raised)
        else [few, max(counts_of(part(found[7], "calls", -1))), many],
        chain,
    ]


GRADIENTS = exercise(
    id="build-an-engine/gradients",
    title="From the loss back to everything",
    answers=("gradients",),
    cases=(
        Case.shown("the slope of x in (x + z) * x, where x is used twice", 0.5),
        Case(
            "slopes of inputs, of nodes on the way, and of y itself",
            2.25,
            advice="The slope of y itself is 1. A node may be in `xs` and on the way: it keeps its slope "
            "after its rule was asked. Ask a rule only when all users of the node have given their parts: "
            "walk backwards through `graph.nodes`. A node that is both inputs of one user gets two parts.",
        ),
        Case(
            "None for nodes that no slope reaches",
            0.5,
            advice="The answer has one entry for each of the xs: None where no slope arrives. This includes "
            "nodes that nobody uses, and inputs for which a rule returns None.",
        ),
        Case(
            "ten and thirty sums of a node with itself: each node's rule is asked once",
            0.25,
            advice="There are a billion paths through thirty sums of a node with itself. Add up "
            "first, then ask a rule; and if you search for nodes, mark those that you have "
            "seen.",
        ),
        Case(
            "a chain of more than 1,000 nodes",
            0.5,
            advice="A long chain has no slope, or a wrong one. Walk through `graph.nodes` in a loop.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Keep a dictionary from node to the slope that has arrived so far. At the start it holds y "
        "alone, with a constant 1.0.",
        "Go through a copy of graph.nodes in reverse. If a slope has arrived at the node, ask its rule, "
        "and give each part to its input: the first part is stored, each later one is added.",
        "Where a slope is there already, an `add` node of both takes its place. A part that is "
        "None counts as nothing, and an x that nothing has reached gets None.",
    ),
    paste=_paste,
)
