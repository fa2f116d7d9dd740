"""The graph below two of the pictures: its nodes with their places, and its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.pictures.drawing.layout import laid_out
from grader.pictures.drawing.parts import Edge, Node, readable, width_of
from grader.pictures.drawing.placing import Rect, place
from grader.pictures.drawing.svg import wire_path
from grader.pictures.drawing.tree import flat
from grader.pictures.moving.shapes import CHARACTER

MARGIN = 20.0
STRETCH = 1.4  # a node is as high as two lines and their margins, and the rows have room between


@dataclass(frozen=True)
class Line:
    """From node `source` to node `target`. path: in SVG; end: where it meets the target."""

    source: int
    target: int
    path: str
    end: tuple[float, float]

    def plain(self) -> str:
        """The line with an arrow, in the page's colour."""
        x, y = self.end
        return self.thick("currentColor", 1, 0.6) + (
            f'<path d="M{x - 3.5:.1f} {y - 7:.1f}L{x:.1f} {y:.1f}L{x + 3.5:.1f} {y - 7:.1f}z" '
            'fill="currentColor"/>'
        )

    def thick(self, colour: str, width: float, opacity: float) -> str:
        """The line alone."""
        return (
            f'<path d="{self.path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            f'stroke-opacity="{opacity:g}"/>'
        )


@dataclass(frozen=True)
class Placed:
    """rects: of the nodes, in their order; wires: the lines between them."""

    rects: tuple[Rect, ...]
    wires: tuple[Line, ...]
    width: float
    height: float


def placed(names: Sequence[str], edges: Sequence[tuple[int, int]], widest: Sequence[str]) -> Placed:
    """The nodes in rows, each as wide as its name and the widest text below it.

    edges: (source, target), positions in `names`.
    """
    # What the layout measures is the longer of two lines.
    nodes = [
        Node(readable(name), "m" * round(width_of(wide, CHARACTER) / 6), "operation", "")
        for name, wide in zip(names, widest, strict=True)
    ]
    lines = [Edge(source, target, "", False) for source, target in dict.fromkeys(edges)]
    layout = laid_out(flat(nodes), lines)
    found = place(layout, frozenset())
    rects = tuple(
        Rect(MARGIN + rect.x, MARGIN + rect.y * STRETCH, rect.width, rect.height * STRETCH)
        for rect in (found.rects[item] for item in range(len(nodes)))
    )
    wires = []
    for wire in found.wires:
        stations = tuple(
            (MARGIN + x, MARGIN + top * STRETCH, MARGIN + bottom * STRETCH)
            for x, top, bottom in wire.stations
        )
        stretched = replace(wire, stations=stations)
        x, _top, y = stations[-1]
        wires.append(Line(wire.source, wire.target, wire_path(stretched), (x, y)))
    size = found.width + 2 * MARGIN, found.height * STRETCH + 2 * MARGIN
    return Placed(rects, tuple(wires), *size)
