"""Draws the nodes of one graph, and beside them what each session holds for them.

A variable has a place on every session's shelf: with a value, or dashed and empty. All other nodes have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from grader.languages import _
from grader.pictures.drawing.display import Picture, head
from grader.pictures.drawing.parts import KINDS, width_of

CHARACTER_WIDTH = 7.9
HEIGHT = 30  # of a node, and of a place on a shelf
ROW = 46
GAP = 46
MARGIN = 14

Shelves = Mapping[str, Mapping[str, Any]]


def shelves_picture(nodes: Sequence[str], shelves: Shelves) -> Picture:
    """The drawing of one graph's nodes, by their names, and of the shelves of its sessions.

    shelves: what each session holds, by name of node; None is a place without a value.
    Raises ValueError for a place that belongs to no node.
    """
    for session, held in shelves.items():
        for name in held:
            if name not in nodes:
                raise ValueError(
                    _("{session} holds a value for {name}, which is not among the nodes").format(
                        session=session, name=name
                    )
                )
    columns = [(_("the graph"), list(nodes))]
    columns += [
        (name, [_shown(value) for value in held.values()]) for name, held in shelves.items()
    ]
    widths = [
        max(width_of(text, CHARACTER_WIDTH) for text in (title, *texts)) + 28
        for title, texts in columns
    ]
    lefts = [MARGIN + sum(widths[:place]) + GAP * place for place in range(len(widths))]
    width = lefts[-1] + widths[-1] + MARGIN
    height = 2 * MARGIN + 26 + ROW * len(nodes)
    alternative = _told(nodes, shelves)
    parts = [head(width, height, alternative)]
    for (title, _texts), left, wide in zip(columns, lefts, widths, strict=True):
        parts.append(_text(left + wide / 2, MARGIN + 12, title))
    for row, name in enumerate(nodes):
        y = MARGIN + 26 + ROW * (row + 0.5)
        kind = "variable" if any(name in one for one in shelves.values()) else "operation"
        for place, one in enumerate(shelves.values(), start=1):
            if name in one:
                before = lefts[place - 1] + widths[place - 1]
                parts.append(_thread(before, lefts[place], y))
                parts.append(_place(lefts[place], widths[place], y, one[name]))
        parts.append(_node(lefts[0], widths[0], y, name, KINDS[kind].colour))
    return Picture("".join([*parts, "</svg>"]), alternative)


def _shown(value: Any) -> str:
    return "" if value is None else str(value)


def _told(nodes: Sequence[str], shelves: Shelves) -> str:
    lines = [_("One graph with the nodes {names}").format(names=", ".join(nodes))]
    for session, held in shelves.items():
        told = ", ".join(
            (_("{name}: no value") if value is None else _("{name}: {value}")).format(
                name=name, value=value
            )
            for name, value in held.items()
        )
        lines.append(_("on the shelf of {session}: {values}").format(session=session, values=told))
    return "\n".join(lines)


def _node(left: float, width: float, y: float, name: str, colour: str) -> str:
    return (
        f'<rect x="{left:.1f}" y="{y - HEIGHT / 2:.1f}" width="{width:.1f}" height="{HEIGHT}" rx="5" '
        f'fill="{colour}" fill-opacity="0.22" stroke="{colour}" stroke-width="1.6"/>'
        + _text(left + width / 2, y + 4.5, name)
    )


def _place(left: float, width: float, y: float, value: Any) -> str:
    """A place on a shelf: the board, and what stands on it."""
    bottom = y + HEIGHT / 2
    empty = ' stroke-dasharray="4 3" fill="none"' if value is None else ' fill="currentColor"'
    return (
        f'<line x1="{left:.1f}" y1="{bottom:.1f}" x2="{left + width:.1f}" y2="{bottom:.1f}" '
        'stroke="currentColor" stroke-width="3" stroke-opacity="0.6"/>'
        f'<rect x="{left + 10:.1f}" y="{y - HEIGHT / 2 + 4:.1f}" width="{width - 20:.1f}" '
        f'height="{HEIGHT - 5}"{empty} fill-opacity="0.08" stroke="currentColor"/>'
        + _text(left + width / 2, y + 6, _shown(value))
    )


def _thread(start: float, end: float, y: float) -> str:
    """The dotted line from the node, or from the shelf before, to a place."""
    return (
        f'<line x1="{start:.1f}" y1="{y:.1f}" x2="{end:.1f}" y2="{y:.1f}" stroke="currentColor" '
        'stroke-opacity="0.5" stroke-dasharray="2 4"/>'
    )


def _text(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="13" '
        f'fill="currentColor">{escape(text)}</text>'
    )
