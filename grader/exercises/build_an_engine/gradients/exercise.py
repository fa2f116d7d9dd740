"""Going back: the walk that sums slopes."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import CHANGED
from grader.evidence.probes.build_an_engine_graphs import RULELESS
from grader.exercises.build_an_engine.reading import in_a_function, slopes_of, wrong_kind
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, part, reports, together
from grader.languages import _

X, Z = 0, 1  # numbers of nodes in the drawn programs
LONG = 1_200  # nodes in a chain: more than Python lets functions call each other
SUMS = 30  # of a node with itself: more paths through them than anyone can walk


def _draw(rng: np.random.Generator) -> Challenge:
    factors = iter(float(number) for number in rng.choice(range(2, 30), 16, replace=False))
    start: list[Any] = [["placeholder", [], None, "x"], ["placeholder", [], None, "z"]]
    shown = [*start, ["add", [X, Z], None, None], ["multiply", [2, X], None, None]]
    # y needs b directly, and again through a: b's slope is complete only after a's rule.
    # A walk that moves on too early may be right by luck, but not for both orders of the inputs.
    late, late_too = (
        [
            *start,
            ["scale", [X], next(factors), None],  # 2: b
            ["scale", [2], next(factors), None],  # 3: a
            ["add", [2, 3][::way], None, None],  # 4
            ["multiply", [4, Z][::way], None, None],  # 5
            ["multiply", [5, 5], None, None],  # 6: a node with itself
            ["add", [2, 6][::way], None, None],  # 7
            ["scale", [7], next(factors), None],  # 8: not needed by y
        ]
        for way in (1, -1)
    )
    apart = [
        *start,
        ["cut", [X], None, None],
        ["scale", [Z], next(factors), None],
        ["add", [2, 3], None, None],
        ["scale", [X], next(factors), None],  # 5: needed by nobody
        [RULELESS, [3], "w", None],  # 6: nor this
    ]
    # To x and z come a slope and a None, in both orders; to 7 and, by way of it, to 2 comes a None. So it
    # does to 3, which has no rule.
    cut = [
        *start,
        ["placeholder", [], None, "apart"],
        [RULELESS, [2], "w", None],  # 3
        ["cut", [X], None, None],
        ["scale", [X], next(factors), None],
        ["scale", [Z], next(factors), None],
        ["scale", [2], next(factors), None],  # 7
        ["cut", [Z], None, None],
        ["cut", [7], None, None],
        ["cut", [3], None, None],
        ["add", [4, 5], None, None],
        ["add", [6, 8], None, None],
        ["multiply", [11, 12], None, None],
        ["add", [13, 9], None, None],
        ["add", [14, 10], None, None],  # 15
    ]
    # The slope of 6 goes back to its second input alone, that of 7 to its first one alone: no slope
    # comes to 4, whose inputs have one, by way of 5.
    one_side = [
        *start,
        ["scale", [X], next(factors), None],  # 2
        ["scale", [Z], next(factors), None],  # 3
        ["add", [2, 3], None, None],  # 4
        ["multiply", [2, 3], None, None],  # 5
        ["second", [4, 5], None, None],  # 6
        ["first", [6, 4], None, None],  # 7
    ]
    programs = [
        {"nodes": shown, "y": 3, "xs": [X]},
        {"nodes": late, "y": 7, "xs": [X, Z, 2, 4, 7]},
        {"nodes": late_too, "y": 7, "xs": [7, 4, 2, Z, X, Z], "before": 7},
        {"nodes": apart, "y": 4, "xs": [X, Z, 2, 5], "before": 5},
        {"nodes": cut, "y": 15, "xs": [X, Z, 2, 7]},
        {"nodes": one_side, "y": 7, "xs": [X, Z, 2, 4, 5]},
        {"nodes": start, "y": X, "xs": [Z]},
        *({"nodes": [*start, *_sums(count)], "y": count + 1, "xs": [X]} for count in (10, SUMS)),
        {"chain": LONG, "y": LONG, "xs": [0]},
    ]
    feeds = [{X: float(x), Z: float(z)} for x, z in rng.integers(2, 12, (2, 2))]
    return Challenge("build-an-engine/gradients", {"programs": programs}, {"feeds": feeds})


def _sums(count: int) -> list[Any]:
    """That many sums of a node with itself, starting from X; z is in between."""
    return [
        ["add", [number if number > Z else X] * 2, None, None] for number in range(Z, count + Z)
    ]


def _paste(challenge: Challenge) -> str:
    feed = challenge.hidden["feeds"][0]
    return in_a_function(f"""
class Graph:
    nodes = []
    def add(self, kind, inputs=(), name=None, value=None):  # computes at once, for this trial
        numbers = [source.number for source in inputs]
        number = {{"add": np.sum, "multiply": np.prod}}[kind](numbers) if numbers else value
        new = {{"kind": kind, "inputs": tuple(inputs), "name": name, "value": value, "number": number}}
        self.nodes.append(type("Node", (), new))
        return self.nodes[-1]
graph = Graph()
x, z = graph.add("placeholder", value={feed[X]}), graph.add("placeholder", value={feed[Z]})
y = graph.add("multiply", [graph.add("add", [x, z]), x])
rules = {{"add": lambda graph, node, g: [g, g],
         "multiply": lambda graph, node, g: [graph.add("multiply", [g, i]) for i in node.inputs[::-1]]}}
before = [node.inputs for node in graph.nodes]
(slope,) = gradients(graph, y, [x], rules)
if [node.inputs for node in graph.nodes[:len(before)]] != before:
    return {_(CHANGED)!r}
slope.number
""")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, late, late_too, apart, cut, one_side, alone, few, many, chain = reports(evidence, 10)
    feeds = challenge.hidden["feeds"]
    if not isinstance(shown, Raised) and (told := wrong_kind(part(shown, "slopes"))):
        raise WrongAnswer(told)
    first, *values = (slopes_of(report, feeds) for report in (shown, late, late_too))
    parts = [slopes_of(report, feeds) for report in (apart, cut, one_side, alone)]
    return [
        first[0][0] if isinstance(first, list) and first[0] else first,
        together(values),
        together(parts),
        [slopes_of(few, feeds), part(few, "asked"), slopes_of(many, feeds)],
        slopes_of(chain, [{0: feeds[0][X]}]),
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
