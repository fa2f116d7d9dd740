"""Graphs with their scopes closed: one box for each, as TensorBoard draws them at first."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grader.pictures.graph import Edge, Node, Picture, parts_of, picture_of


def scopes_picture(thing: Any) -> Picture:
    """The drawing of a graph, or of all that a tensor needs, with every outermost scope as one box.

    thing: as for `graph_picture`. A node in no scope is drawn as it is. An arrow between two boxes
    tells how many tensors go that way.
    Raises TypeError for anything else, ValueError for more than 120 boxes.
    """
    nodes, edges = parts_of(thing)
    places: dict[str, int] = {}
    members: list[list[Node]] = []
    box_of = []
    for node in nodes:
        scope, slash, _ = node.name.partition("/")
        key = scope + "/" if slash else node.name
        if key not in places:
            places[key] = len(members)
            members.append([])
        members[places[key]].append(node)
        box_of.append(places[key])
    boxes = [_box(key, inside) for key, inside in zip(places, members, strict=True)]
    return picture_of(boxes, _between(edges, box_of))


def _box(key: str, inside: list[Node]) -> Node:
    if not key.endswith("/"):
        return inside[0]
    count = f"{len(inside)} node{'s' if len(inside) > 1 else ''}"
    details = "\n".join([f"the scope {key}", *(f"{node.name} ({node.type})" for node in inside)])
    return Node(key, count, "scope", details)


def _between(edges: list[Edge], box_of: list[int]) -> list[Edge]:
    times: Counter[tuple[int, int, bool]] = Counter()
    for edge in edges:
        source, target = box_of[edge.source], box_of[edge.target]
        if source != target:
            times[source, target, edge.control] += edge.times
    return [
        Edge(source, target, "", control, count)
        for (source, target, control), count in times.items()
    ]
