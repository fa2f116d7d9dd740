"""Draws graphs with closed scopes: one box for each, as TensorBoard does at first."""

from __future__ import annotations

from typing import Any

from grader.pictures.drawing import Picture, drawn, nested
from grader.pictures.graph import parts_of


def scopes_picture(thing: Any) -> Picture:
    """The drawing of a graph, or of all that a tensor needs, with every outermost scope as one box.

    thing: as for `graph_picture`. A node outside all scopes is drawn as usual. An arrow between two
    boxes is labelled with the number of tensors. A click opens a box.
    Raises TypeError for anything else.
    """
    nodes, edges = parts_of(thing)
    return drawn(nested(nodes, smallest=1), edges, closed=True)
