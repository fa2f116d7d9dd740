"""Draws the forward and the backward pass through a small graph, side by side.

Forward edges are solid lines in the page's text colour, backward edges dashed ones labelled with their
slope; a blocked one ends in a bar. Nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.languages import _
from grader.pictures.drawing.display import Picture, head
from grader.pictures.drawing.parts import width_of
from grader.pictures.moving.shapes import text

HEIGHT = 30
CHARACTER_WIDTH = 7.9
COLUMN = 118  # pixels from one column to the next
ROW = 88
MARGIN = 14
BESIDE = 6.0  # pixels from the middle between the two ways to each of them
BACK = "#D55E00"

Point = tuple[float, float]


@dataclass(frozen=True)
class Way:
    """The edge from node `source` to node `target`, and its gradient.

    slope: the factor written beside the backward edge ("3"); None: the gradient is blocked.
    """

    source: str
    target: str
    slope: str | None


def ways_picture(places: Mapping[str, Point], ways: Sequence[Way]) -> Picture:
    """The drawing of the edges between nodes, which are identified by their texts.

    places: the (column, row) of each node, counted from 0; row 0, at the top, has the inputs.
    Raises KeyError for an edge to or from a node without a place.
    """
    alternative = "\n".join(
        (
            _("{source} to {target}, closed to the gradient")
            if way.slope is None
            else _("{source} to {target}, the gradient times {slope}")
        ).format(source=way.source, target=way.target, slope=way.slope)
        for way in ways
    )
    centres = {
        name: ((column + 0.5) * COLUMN, row * ROW + HEIGHT / 2)
        for name, (column, row) in places.items()
    }
    width = max(max(x for x, _ in centres.values()) + COLUMN / 2, 310) + 2 * MARGIN
    bottom = max(y for _, y in centres.values()) + HEIGHT / 2
    height = bottom + 2 * MARGIN + 34
    parts = [
        head(width, height, alternative),
        f"<defs>{_marker('forward', 'currentColor')}{_marker('back', BACK)}</defs>",
        f'<g transform="translate({MARGIN} {MARGIN})">',
    ]
    for way in ways:
        parts += _both_ways(way, centres[way.source], centres[way.target])
    parts += [_box(name, *centre) for name, centre in centres.items()]
    some_closed = any(way.slope is None for way in ways)
    parts += [_legend(bottom + 28, some_closed), "</g></svg>"]
    return Picture("".join(parts), alternative)


def _width(name: str) -> float:
    return max(width_of(name, CHARACTER_WIDTH), 2 * CHARACTER_WIDTH) + 20


def _box(name: str, x: float, y: float) -> str:
    width = _width(name)
    return (
        f'<rect x="{x - width / 2:.1f}" y="{y - HEIGHT / 2:.1f}" width="{width:.1f}" '
        f'height="{HEIGHT}" rx="5" fill="#0072B2" fill-opacity="0.18" stroke="#0072B2"/>'
        + text(x, y + 4.5, name, "middle", 13)
    )


def _marker(name: str, colour: str) -> str:
    return (
        f'<marker id="grader-{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z" '
        f'fill="{colour}"/></marker>'
    )


def _both_ways(way: Way, source: Point, target: Point) -> list[str]:
    """Two parallel lines between the boxes: forward on one side, backward on the other."""
    dx, dy = target[0] - source[0], target[1] - source[1]
    length = (dx * dx + dy * dy) ** 0.5
    along = (dx / length, dy / length)
    aside = (along[1], -along[0])  # to the right of a line that points down

    def at(distance: float, side: float) -> Point:
        return (
            source[0] + along[0] * distance + aside[0] * side,
            source[1] + along[1] * distance + aside[1] * side,
        )

    def ends(side: float) -> tuple[float, float]:
        """Where the line leaves the source's box, and where it arrives at the target's."""
        offset = (aside[0] * side, aside[1] * side)
        back = (-along[0], -along[1])
        return _inside(way.source, along, offset), length - _inside(way.target, back, offset)

    start, end = ends(-BESIDE)
    parts = [_line(at(start, -BESIDE), at(end, -BESIDE), "currentColor", "", "forward")]
    start, end = ends(BESIDE)
    middle = (start + end) / 2
    if way.slope is None:
        # The gradient starts at the target and gets as far as the bar.
        parts.append(_line(at(end, BESIDE), at(middle, BESIDE), BACK, "5 3", ""))
        parts.append(_bar(at(middle, BESIDE - 9), at(middle, BESIDE + 9)))
    else:
        parts.append(_line(at(end, BESIDE), at(start, BESIDE), BACK, "5 3", "back"))
        x, y = at(middle, BESIDE + 7)
        parts.append(text(x, y + 5, f"\u00d7 {way.slope}", "start", 12))
    return parts


def _inside(name: str, along: Point, offset: Point) -> float:
    """How far a line runs inside a node's box that begins `offset` from the box's middle."""
    halves = (_width(name) / 2, HEIGHT / 2)
    return 1 + min(
        half / abs(step) - beside / step
        for half, step, beside in zip(halves, along, offset, strict=True)
        if step
    )


def _line(start: Point, end: Point, colour: str, dash: str, marker: str) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    arrow = f' marker-end="url(#grader-{marker})"' if marker else ""
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
        f'stroke="{colour}" stroke-width="1.6"{dashes}{arrow}/>'
    )


def _bar(start: Point, end: Point) -> str:
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
        f'stroke="{BACK}" stroke-width="4"/>'
    )


def _legend(y: float, closed: bool) -> str:
    signs = [
        _line((0, y), (26, y), "currentColor", "", "forward"),
        text(32, y + 4, _("value"), "start", 11),
        _line((92, y), (118, y), BACK, "5 3", "back"),
        text(124, y + 4, _("gradient"), "start", 11),
    ]
    if closed:
        signs += [
            _line((206, y), (226, y), BACK, "5 3", ""),
            _bar((228, y - 7), (228, y + 7)),
            text(238, y + 4, _("closed"), "start", 11),
        ]
    return "".join(signs)
