"""Going back: the walk that sums slopes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import CHANGED
from grader.evidence.probes.build_an_engine_graphs import RULELESS
from grader.exercises.build_an_engine.ordering import TOO_DEEP
from grader.exercises.build_an_engine.parts import gradients
from grader.exercises.build_an_engine.reading import (
    UNREADABLE,
    Program,
    in_a_function,
    part,
    reports,
    together,
)
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

# ---------------------------------------------------------------------------------- gradients

X, Z = 0, 1  # numbers of nodes in the drawn programs
LONG = 1_200  # nodes in a chain: more than Python lets functions call each other
SUMS = 30  # of a node with itself: more paths through them than anyone can walk


def _draw_gradients(rng: np.random.Generator) -> Challenge:
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
        ["placeholder", [], None, "x"],
        ["placeholder", [], None, "z"],
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
        *({"nodes": [*start, *_sums(count)], "y": count + 1, "xs": [X]} for count in (10, SUMS)),
        {"chain": LONG, "y": LONG, "xs": [0]},
    ]
    feeds = [{X: float(x), Z: float(z)} for x, z in rng.integers(2, 12, (2, 2))]
    return Challenge("build_an_engine/gradients", {"programs": programs}, {"feeds": feeds})


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


MORE_KERNELS: dict[str, Callable[..., Any]] = {
    "scale": lambda node, a: node.value * a,
    "cut": lambda node, a: a,
    "first": lambda node, a, b: a,
    "second": lambda node, a, b: b,
}


def _observe_gradients(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, late, late_too, apart, cut, one_side, few, many, chain = reports(evidence, 9)
    feeds = challenge.hidden["feeds"]
    if not isinstance(shown, Raised) and wrong_kind(part(shown, "slopes")):
        raise WrongAnswer(wrong_kind(part(shown, "slopes")))
    first, *values = (slopes_of(report, feeds) for report in (shown, late, late_too))
    parts = [slopes_of(report, feeds) for report in (apart, cut, one_side)]
    return [
        first[0][0] if isinstance(first, list) and first[0] else first,
        together(values),
        together(parts),
        [slopes_of(few, feeds), part(few, "asked"), slopes_of(many, feeds)],
        slopes_of(chain, [{0: feeds[0][X]}]),
    ]


def wrong_kind(slopes: Any) -> str:
    """What is wrong with the kind of thing that a function returned as slopes, or ""."""
    kinds = slopes if isinstance(slopes, list) else [slopes]
    found = next((kind for kind in kinds if isinstance(kind, str)), "")
    told = _("return a list with a node or None for each x; found a value of type {type}")
    return told.format(type=found) if found else ""


def slopes_of(report: Any, feeds: list[dict[int, Any]]) -> Any:
    """The values of the slopes for each of the feeds: None where there is no slope."""
    if isinstance(report, Raised):
        return report
    numbers = part(report, "slopes")
    if wrong_kind(numbers):
        return Raised("TypeError", wrong_kind(numbers))
    if not isinstance(numbers, list) or not all(n is None or type(n) is int for n in numbers):
        raise WrongAnswer(_(UNREADABLE))
    program = Program(part(report, "graph"), MORE_KERNELS)
    found: list[Any] = []
    for feed in feeds:
        values = program.try_run([n for n in numbers if n is not None], feed)
        if isinstance(values, Raised):
            return values
        there = iter(values)
        found.append([None if n is None else next(there) for n in numbers])
    return found


def overwrites(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    """The gradients of someone who keeps only the last part of each slope."""
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            for source, piece in zip(
                node.inputs, rules[node.kind](graph, node, slopes[node]), strict=True
            ):
                if piece is not None:
                    slopes[source] = piece
    return [slopes.get(x) for x in xs]


def _too_early(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    """Goes on to the inputs at once; a node whose slope is not complete yet passes on a part."""
    slopes = {y: graph.add("constant", value=1.0)}
    waiting, done = [y], set()
    while waiting:
        node = waiting.pop(0)
        if node in done or not node.inputs:
            continue
        done.add(node)
        for source, piece in zip(
            node.inputs, rules[node.kind](graph, node, slopes[node]), strict=True
        ):
            if piece is not None:
                known = slopes.get(source)
                slopes[source] = piece if known is None else graph.add("add", [known, piece])
                waiting.append(source)
    return [slopes.get(x) for x in xs]


def _zeros(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    found = gradients(graph, y, xs, rules)
    return [graph.add("constant", value=0.0) if node is None else node for node in found]


def _stops_at_an_x(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    def rule(graph: Any, node: Any, g: Any) -> Any:
        return [None] * len(node.inputs) if node in xs else rules[node.kind](graph, node, g)

    return gradients(graph, y, xs, dict.fromkeys(rules, rule))


def _every_way(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    slopes: dict[Any, Any] = {}
    waiting = [(y, graph.add("constant", value=1.0))]
    while waiting:
        node, g = waiting.pop()
        known = slopes.get(node)
        slopes[node] = g if known is None else graph.add("add", [known, g])
        if node.inputs:
            pieces = rules[node.kind](graph, node, g)
            waiting.extend(
                (source, piece)
                for source, piece in zip(node.inputs, pieces, strict=True)
                if piece is not None
            )
    return [slopes.get(x) for x in xs]


def _recursive(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    nodes = list(graph.nodes)
    users: dict[Any, list[Any]] = {}
    for node in nodes:
        for place, source in enumerate(node.inputs):
            users.setdefault(source, []).append((node, place))
    slopes = {y: graph.add("constant", value=1.0)}
    pieces: dict[Any, Any] = {}

    def slope(node: Any) -> Any:
        if node not in slopes:
            total = None
            for user, place in users.get(node, []):
                g = slope(user)
                if g is not None:
                    if user not in pieces:
                        pieces[user] = rules[user.kind](graph, user, g)
                    piece = pieces[user][place]
                    if piece is not None:
                        total = piece if total is None else graph.add("add", [total, piece])
            slopes[node] = total
        return slopes[node]

    return [slope(x) for x in xs]


def _each_x_once(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    slopes = gradients(graph, y, xs, rules)
    return list(dict(zip(xs, slopes, strict=True)).values())


def _starts_from_y(graph: Any, y: Any, xs: Any, rules: Mapping[str, Any]) -> list[Any]:
    """The gradients of someone for whom the slope of y is y."""
    slopes = gradients(graph, y, xs, rules)
    return [None if node is None else graph.add("multiply", [node, y]) for node in slopes]


GRADIENTS = Exercise(
    id="build_an_engine/gradients",
    title="From the loss back to everything",
    answers=("gradients",),
    cases=(
        Case("the slope of x in (x + z) * x, where x is used twice", 0.5, visible=True, gate=True),
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
    draw=_draw_gradients,
    observe=_observe_gradients,
    reference=lambda: gradients,
    misconceptions=(
        Misconception(
            "overwrites",
            lambda: overwrites,
            "where a node is used twice, you keep only one of the two slopes. What comes "
            "back along several paths is *summed*: add a node that adds the new part to what "
            "is there.",
        ),
        Misconception(
            "passes-on-too-early",
            lambda: _too_early,
            "you ask the rule of a node before all of its users have given their part, so it "
            "passes on an incomplete slope. Walk backwards through `graph.nodes`: in that list, "
            "every user comes after what it uses.",
        ),
        Misconception(
            "every-way",
            lambda: _every_way,
            "you follow every path from y back to x separately. The sums are right, but ten "
            "sums of a node with itself have a thousand paths. First add up what arrives at "
            "a node, then ask its rule once.",
        ),
        Misconception(
            "starts-from-y",
            lambda: _starts_from_y,
            "your walk starts with y itself as its slope, so every slope is multiplied by the value of y. "
            "The slope of y itself is 1: start with a constant 1.0.",
        ),
        Misconception(
            "stops-at-an-x",
            lambda: _stops_at_an_x,
            "your walk ends at the nodes in `xs`. One of them may lie between y and another: it passes "
            "on its slope like any other node.",
        ),
        Misconception(
            "each-x-once",
            lambda: _each_x_once,
            "a node that is in `xs` twice has one entry in your list. Return an entry for each of the xs, "
            "in their order: `[... for x in xs]`.",
        ),
        Misconception(
            "zeros-for-none",
            lambda: _zeros,
            "you return a node of zeros for an x that no slope reaches. The answer there is None, as in "
            "TensorFlow: None distinguishes a forgotten connection from a slope of zero.",
        ),
        Misconception(
            "too-deep", lambda: _recursive, "everything is right but for one thing: " + TOO_DEEP
        ),
    ),
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
