"""Draws graphs that readers build themselves: nodes with a name, a kind and inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from grader.languages import _
from grader.pictures.drawing import Edge, Node, Picture, drawn, flat

# Which of a reader's kinds are drawn as what; all others are operations.
DRAWN_AS = {
    "constant": "constant",
    "placeholder": "placeholder",
    "variable": "variable",
    "assign": "stateful",
}


def nodes_picture(nodes: Sequence[Any], notes: Mapping[Any, str] | None = None) -> Picture:
    """The drawing of nodes that have `.name`, `.kind` and `.inputs`.

    nodes: the nodes to draw; other inputs are omitted. notes: a few words for some of the nodes,
    written beside the kind.
    """
    notes = notes or {}
    shown = [_node(node, notes.get(node, "")) for node in nodes]
    places = {id(node): place for place, node in enumerate(nodes)}
    edges = []
    for target, node in enumerate(nodes):
        times = Counter(id(source) for source in node.inputs)
        for source, count in times.items():
            if source in places:
                edges.append(Edge(places[source], target, "", False, count))
    return drawn(flat(shown), edges)


def _node(node: Any, note: str) -> Node:
    kind = _("{name}: {note}").format(name=node.kind, note=note) if note else str(node.kind)
    return Node(node.name, kind, DRAWN_AS.get(node.kind, "operation"), f"{node.name}\n{kind}")
