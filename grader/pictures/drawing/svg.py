"""Writes a placed drawing as SVG.

It uses no script, style sheet or identifiers, so two drawings in one page cannot interfere. Text and
lines have the page's text colour. Every item that can become visible is in it once; `folding.js` moves
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from grader.languages import _
from grader.pictures.drawing.display import FONT
from grader.pictures.drawing.layout import Layout
from grader.pictures.drawing.outlines import OUTLINES
from grader.pictures.drawing.parts import KINDS, readable, width_of
from grader.pictures.drawing.placing import HEADER, PADDING, Placement, Rect, Wire
from grader.pictures.drawing.tree import ROOT

MARGIN = 14.0
LEGEND_WIDTH = 640.0  # pixels after which the legend continues in a new row
LEGEND_ROW = 24.0
LABEL_CHARACTER = 6.0
BETWEEN_LABELS = 4.0
# Where the page tells its colour, labels stand out from the lines that cross them.
HALO = "paint-order:stroke;stroke:var(--jp-layout-color0,none);stroke-width:3px"
_HIDDEN = ' display="none"'
LONGEST_DETAILS = 1000  # characters that hovering shows


def to_svg(layout: Layout, placement: Placement, label: str) -> str:
    """The drawing as one SVG element. label: the description for screen readers."""
    below, legend_height = legend_size(layout)
    side = beyond(placement)
    width = max(placement.width + 2 * side, below) + 2 * MARGIN
    height = placement.height + 2 * MARGIN + legend_height
    left = MARGIN + max(side, (below - placement.width) / 2)
    frames = [item for item in layout.levels if item != ROOT]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'style="max-width:none;color:inherit" font-family="{FONT}">',
        f'<g data-part="graph" transform="translate({left:.1f} {MARGIN:g})">',
        '<g data-part="frames">',
        *(_frame(layout, item, placement) for item in frames),
        '</g><g data-part="wires">',
        wires_svg(placement),
        '</g><g data-part="items">',
        *(_item(layout, item, placement) for item in sorted(layout.sizes)),
        f'</g></g><g data-part="legend" transform="translate({MARGIN:g} '
        f'{placement.height + 2 * MARGIN:.1f})">',
        _legend(layout),
        "</g></svg>",
    ]
    return "".join(parts)


def details_of(layout: Layout, item: int) -> str:
    """The text shown when hovering over an item."""
    tree = layout.tree
    box = tree.box(item)
    if box is None:
        return _bounded(tree.nodes[item].details)
    inside = tree.inside(item)
    lines = [_("the scope {name}").format(name=box.name) if box.kind != "group" else box.name]
    lines += [f"{node.name} ({node.type})" for node in inside[:12]]
    if len(inside) > 12:
        lines.append(_("and {count} more").format(count=len(inside) - 12))
    if item in tree.sealed:
        lines.append(_("too large to open here; show(tensor) draws what one tensor needs"))
    return _bounded("\n".join(lines))


def wire_path(wire: Wire) -> str:
    """The line as SVG path data: vertical pieces, and between them bends."""
    (x, top, bottom), *rest = wire.stations
    path = f"M{x:.1f} {top:.1f}V{bottom:.1f}"
    for next_x, next_top, next_bottom in rest:
        if abs(next_x - x) > 0.05:
            middle = (bottom + next_top) / 2
            path += f"C{x:.1f} {middle:.1f} {next_x:.1f} {middle:.1f} {next_x:.1f} {next_top:.1f}"
        path += f"V{next_bottom:.1f}"
        x, bottom = next_x, next_bottom
    return path


def wire_label(wire: Wire) -> str:
    """The label of a line: the number of its edges, and their shape."""
    return " ".join(part for part in (f"\u00d7{wire.times}" * (wire.times > 1), wire.label) if part)


def label_places(placement: Placement) -> list[tuple[str, float, float]]:
    """The label of each line that has one, with its left end and baseline.

    Each is put near a bend of its line, at the first of several places that is free, or at the
    first if none is.
    """
    taken: list[Rect] = []
    found = []
    for wire in placement.wires:
        text = wire_label(wire)
        if not text:
            continue
        width = width_of(text, LABEL_CHARACTER)
        rects = [
            Rect(left, y - 5, width, 11) for x, y in _bends(wire) for left in (x + 4, x - 4 - width)
        ]
        rect = next(
            (one for one in rects if not any(_touch(one, other) for other in taken)), rects[0]
        )
        taken.append(rect)
        found.append((text, rect.x, rect.y + 9))
    return found


def beyond(placement: Placement) -> float:
    """How many pixels labels reach beyond the left or the right end of the drawing, at most."""
    reaches = [
        max(-x, x + width_of(text, LABEL_CHARACTER) - placement.width)
        for text, x, _ in label_places(placement)
    ]
    return max([0.0, *reaches])


def _bends(wire: Wire) -> Iterator[tuple[float, float]]:
    """Candidate points for a label: near the end of the line first, then towards its beginning."""
    pieces = list(zip(wire.stations, wire.stations[1:], strict=False))
    pieces = [one for one in pieces if one[1][1] - one[0][2] >= 20] or pieces[-1:]
    for (x, _top, y), (next_x, next_y, _bottom) in reversed(pieces):
        for t in (0.5, 0.75, 0.25, 0.9):
            # The cubic of `wire_path`: its control points are at half height.
            across = t * t * (3 - 2 * t)
            down = 1.5 * t * (1 - t) + t**3
            yield x + (next_x - x) * across, y + (next_y - y) * down


def _touch(one: Rect, other: Rect) -> bool:
    return (
        abs(one.x + one.width / 2 - other.x - other.width / 2)
        < (one.width + other.width) / 2 + BETWEEN_LABELS
        and abs(one.y - other.y) < one.height
    )


def wires_svg(placement: Placement) -> str:
    """All lines, with their arrows and labels."""
    parts = []
    for wire in placement.wires:
        dash = ' stroke-dasharray="2 4"' if wire.control else ""
        x, _top, y = wire.stations[-1]
        parts.append(
            f'<path d="{wire_path(wire)}" fill="none" stroke="currentColor" '
            f'stroke-opacity="0.7"{dash}/>'
            f'<path d="M{x - 3.5:.1f} {y - 7:.1f}L{x:.1f} {y:.1f}L{x + 3.5:.1f} {y - 7:.1f}z" '
            'fill="currentColor"/>'
        )
    parts += [
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="10" fill="currentColor" style="{HALO}">'
        f"{escape(text)}</text>"
        for text, x, y in label_places(placement)
    ]
    return "".join(parts)


def legend_size(layout: Layout) -> tuple[float, float]:
    """The width and the height of the legend in pixels."""
    entries = _legend_entries(layout)
    right = max(x + _width_in_legend(kind) for kind, x, _y in entries)
    return right, max(y for _kind, _x, y in entries) + LEGEND_ROW


def _legend_entries(layout: Layout) -> list[tuple[str, float, float]]:
    """Each kind in the legend with its left and its top."""
    entries, x, y = [], 0.0, 8.0
    for kind in _kinds(layout):
        width = _width_in_legend(kind)
        if x and x + width > LEGEND_WIDTH:
            x, y = 0.0, y + LEGEND_ROW
        entries.append((kind, x, y))
        x += width
    return entries


def _kinds(layout: Layout) -> list[str]:
    found = {_kind(layout, item) for item in layout.sizes}
    return [kind for kind in KINDS if kind in found]


def _kind(layout: Layout, item: int) -> str:
    box = layout.tree.box(item)
    return layout.tree.nodes[item].kind if box is None else box.kind


def _frame(layout: Layout, item: int, placement: Placement) -> str:
    """An open box: its border, its name, and a handle as wide as the box to close it with."""
    colour = KINDS[_kind(layout, item)].colour
    seen = item in placement.open_boxes and item in placement.rects
    at = placement.rects[item] if seen else Rect(0, 0, 0, 0)
    return (
        f'<g data-frame="{item}"{"" if seen else _HIDDEN} '
        f'transform="translate({at.x:.1f} {at.y:.1f})">'
        f"<title>{escape(details_of(layout, item))}</title>"
        f'<rect data-part="border" width="{at.width:.1f}" height="{at.height:.1f}" rx="8" '
        f'fill="{colour}" fill-opacity="0.08" stroke="{colour}" stroke-width="1.5"/>'
        f'<rect width="{at.width:.1f}" height="{HEADER:g}" fill="transparent"/>'
        f'<text x="{PADDING:g}" y="15" font-size="12" font-weight="bold" fill="currentColor">'
        f"\u25be {escape(layout.texts[item][0])}</text></g>"
    )


def _item(layout: Layout, item: int, placement: Placement) -> str:
    kind = KINDS[_kind(layout, item)]
    width, height = layout.sizes[item]
    name, below = layout.texts[item]
    if item in layout.levels:
        name = f"\u25b8 {name}"
    rect = None if item in placement.open_boxes else placement.rects.get(item)
    x, y = (rect.x + rect.width / 2, rect.y + rect.height / 2) if rect else (0.0, 0.0)
    return (
        f'<g data-item="{item}"{"" if rect else _HIDDEN} transform="translate({x:.1f} {y:.1f})">'
        f"<title>{escape(details_of(layout, item))}</title>"
        f'<path d="{OUTLINES[kind.outline](width, height)}" {_paint(kind.colour)}/>'
        f'<text y="-3" text-anchor="middle" font-size="12" fill="currentColor" '
        f'font-weight="bold">{escape(name)}</text>'
        f'<text y="12" text-anchor="middle" font-size="10" fill="currentColor">'
        f"{escape(below)}</text></g>"
    )


def _paint(colour: str) -> str:
    return f'fill="{colour}" fill-opacity="0.3" stroke="currentColor" stroke-opacity="0.8"'


def _width_in_legend(kind: str) -> float:
    return width_of(_(KINDS[kind].label), 6.8) + 48


def _legend(layout: Layout) -> str:
    parts = []
    for name, x, y in _legend_entries(layout):
        kind = KINDS[name]
        outline = OUTLINES[kind.outline](26, 16)
        parts.append(
            f'<path transform="translate({x + 13:.1f} {y + 6:g})" d="{outline}" '
            f'{_paint(kind.colour)}/><text x="{x + 32:.1f}" y="{y + 10:g}" font-size="11" '
            f'fill="currentColor">{escape(_(kind.label))}</text>'
        )
    return "".join(parts)


def _bounded(text: str) -> str:
    lines = [readable(line, 200) for line in text.splitlines()]
    text = "\n".join(lines)
    return text if len(text) <= LONGEST_DETAILS else text[: LONGEST_DETAILS - 1] + "\u2026"
