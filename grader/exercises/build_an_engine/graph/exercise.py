"""The first exercise: nodes and names."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, part, reports


def _draw_graph(rng: np.random.Generator) -> Challenge:
    first, second, third = (
        str(name) for name in rng.choice(["w", "x", "loss", "price", "rate"], 3, replace=False)
    )
    kind, other = (
        str(name) for name in rng.choice(["add", "multiply", "square", "mean"], 2, replace=False)
    )
    shown = [
        ["constant", [], float(rng.integers(2, 99)), None],
        ["placeholder", [], None, first],
        [kind, [0, 1], None, None],
        [kind, [2, 1], None, None],
        [other, [3], None, None],
        [kind, [4, 0], None, None],
    ]
    hidden = [
        ["constant", [], float(rng.integers(2, 99)), f"{kind}_1"],  # a name that numbering meets
        ["placeholder", [], None, second],
        [kind, [0, 1], None, None],
        [kind, [2, 0], None, None],
        ["variable", [], float(rng.integers(2, 99)), second],  # a chosen name, used again
        [other, [4, 4], None, f"{second}_1"],
        [kind, [3, 5], None, second],
        [other, [], float(rng.integers(2, 99)), None],
        ["constant", [], 0.0, third],
        # A chosen name leaves a gap: the first free number is not the one after the highest.
        ["constant", [], 0.0, f"{third}_2"],
        ["placeholder", [], None, third],
    ]
    alike: list[Any] = [[other, [], None, None]] * 4
    return Challenge("build-an-engine/graph", {"programs": [shown, hidden, alike]})


def _observe_graph(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, hidden, alike = found = reports(evidence, 3)
    error = next((report for report in found if isinstance(report, Raised)), None)
    if error:
        return [part(shown, "name"), error, error, error]
    keys = ("kind", "value", "inputs", "listed")
    return [
        shown["name"],
        [part(hidden, "name"), part(alike, "name")],
        [part(report, key) for report in (shown, hidden) for key in keys],
        [part(report, key) for report in (shown, hidden) for key in ("strangers", "grown by")],
    ]


def _paste_graph(challenge: Challenge) -> str:
    lines = ["graph, nodes = Graph(), []"]
    for kind, sources, value, name in challenge.inputs["programs"][0]:
        arguments = [repr(kind)]
        if sources:
            arguments.append("[" + ", ".join(f"nodes[{source}]" for source in sources) + "]")
        arguments += [f"name={name!r}"] if name else []
        arguments += [f"value={value}"] if value is not None else []
        lines.append(f"nodes.append(graph.add({', '.join(arguments)}))")
    return "\n".join([*lines, "[node.name for node in nodes]"])


GRAPH = exercise(
    id="build-an-engine/graph",
    title="Nodes and names",
    answers=("Graph",),
    cases=(
        Case.shown(
            "the names of six nodes",
            1,
            advice="`add` should return a node whose name no other node has: the name that the caller "
            "chose, or else the kind. If that is taken, put `_1`, `_2` and so on at its end: the first "
            "number that makes it free.",
        ),
        Case(
            "names when someone has chosen a name that numbering would use",
            1,
            advice="Two nodes have the same name, or a name has the wrong number. Try `name_1`, `name_2` "
            "... until one is free, for chosen names and for kinds alike.",
        ),
        Case(
            "what the nodes know (kind, inputs, value), and the list of all nodes in order",
            1,
            advice="A node's kind, inputs or value, or the order of `nodes`, differs from what "
            "`add` was given.",
        ),
        Case(
            "a node of another graph is refused with a ValueError, and nothing is added",
            1,
            advice="An input that is a node of another graph should raise a ValueError before "
            "anything is added, even if a node of this graph has the same name.",
        ),
    ),
    draw=_draw_graph,
    observe=_observe_graph,
    hints=(
        "Three steps, in this order: check that all inputs are nodes of this graph, find a free name, "
        "make the node and append it.",
        "A set of the names in self.nodes tells whether a name is taken. Try the wanted name first, "
        "then the wanted name with _1, _2 ... in a while loop.",
        "Chosen names are numbered like the others. Check all inputs before you append anything, "
        "and make a tuple of your own from them.",
    ),
    paste=_paste_graph,
)
