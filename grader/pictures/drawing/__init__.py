"""Draws nodes and edges in rows, with scopes as folding boxes.

The steps in order: `parts` (what is drawn), `tree` (which nodes are in which box), `layering` and
`layout` (the rows of each box), `placing` (coordinates while some boxes are open), `svg`, `page` (with
`folding.js`) and `telling` (the same in words).
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grader.pictures.drawing.display import Picture
from grader.pictures.drawing.layout import Layout, laid_out
from grader.pictures.drawing.page import to_html
from grader.pictures.drawing.parts import INITIAL_VALUE, KINDS, Edge, Kind, Node
from grader.pictures.drawing.placing import place
from grader.pictures.drawing.svg import to_svg
from grader.pictures.drawing.telling import told
from grader.pictures.drawing.tree import Tree, flat, is_of_gradients, nested, open_at_first, seal

__all__ = [
    "INITIAL_VALUE",
    "KINDS",
    "Edge",
    "Kind",
    "Node",
    "Picture",
    "Tree",
    "drawn",
    "flat",
    "is_of_gradients",
    "nested",
]

LARGEST = 700_000  # characters of one output: a graded notebook may show a megabyte in a cell
# Nodes and boxes that one drawing holds, open or closed: fewer where these make it too large.
MOST_LAID_OUT = (330, 160, 80, 0)


def drawn(tree: Tree, edges: Sequence[Edge], closed: bool = False) -> Picture:
    """The drawing of nodes in their boxes, and of the edges between them.

    closed: every box is closed at first; otherwise as many are open as can be read.
    """
    for most in MOST_LAID_OUT:
        seal(tree, most)
        picture = _drawn(laid_out(tree, edges), closed)
        if len(picture.html) <= LARGEST:
            break
    return picture


def _drawn(layout: Layout, closed: bool) -> Picture:
    open_boxes = frozenset() if closed else open_at_first(layout.tree)
    alternative = told(layout, open_boxes)
    if not layout.tree.nodes:
        return Picture(f"<p><em>{escape(alternative)}</em></p>", alternative)
    head, _colon, lines = alternative.partition("\n")
    label = f"{head} {lines.replace(chr(10), '; ')}".rstrip()
    svg = to_svg(layout, place(layout, open_boxes), label)
    return Picture(svg, alternative, to_html(layout, svg, open_boxes, label))
