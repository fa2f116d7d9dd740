"""Graphs with their scopes closed: one box for each, as TensorBoard draws them at first."""

from __future__ import annotations

from typing import Any

from grader.pictures.drawing import Picture, drawn, nested
from grader.pictures.graph import parts_of


def scopes_picture(thing: Any) -> Picture:
    """The drawing of a graph, or of all that a tensor needs, with every outermost scope as one box.

    thing: as for `graph_picture`. A node in no scope is drawn as it is. An arrow between two boxes
    tells how many tensors go that way. A click on a box opens it.
    Raises TypeError for anything else.
    """
    nodes, edges = parts_of(thing)
    return drawn(nested(nodes, smallest=1), edges, closed=True)
