"""Draws a file byte by byte: one box per byte, grouped into named parts.

Each part has a letter as well as a colour (the Okabe-Ito palette); text takes its colour from the
page, so the drawing reads in light and dark themes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from grader.languages import _
from grader.pictures.drawing.display import Picture, head
from grader.pictures.drawing.parts import width_of

ACROSS = 16
BOX = 30
LINE = 38  # pixels from one row of boxes to the next
MARGIN = 14
OFFSETS = 44  # pixels left of the boxes, for the number of a row's first byte
MAX_BYTES = 256
LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLOURS = ("#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#D55E00", "#0072B2", "#999999")


@dataclass(frozen=True)
class Part:
    """A group of `size` bytes. note: what they contain, in words."""

    label: str
    size: int
    note: str = ""


def bytes_picture(data: bytes, parts: Sequence[Part]) -> Picture:
    """The drawing of `data`, in hexadecimal, divided into `parts` in order.

    Raises ValueError for more than 256 bytes or 26 parts, and if the sizes of the parts do not add
    up to that of the data.
    """
    if len(data) > MAX_BYTES or len(parts) > len(LETTERS):
        raise ValueError(
            _(
                "{bytes} bytes in {parts} parts are too many for one drawing; at most {most} "
                "bytes and {letters} parts fit"
            ).format(bytes=len(data), parts=len(parts), most=MAX_BYTES, letters=len(LETTERS))
        )
    total = sum(part.size for part in parts)
    if total != len(data) or any(part.size < 0 for part in parts):
        raise ValueError(
            _("the parts have {total} bytes in total, but the data has {size}").format(
                total=total, size=len(data)
            )
        )
    owners = [number for number, part in enumerate(parts) for _ in range(part.size)]
    rows = -(-len(data) // ACROSS)
    legend = MARGIN + LINE * rows + 14
    lines = [_told(number, part, owners) for number, part in enumerate(parts)]
    width = max(
        2 * MARGIN + OFFSETS + BOX * ACROSS,
        2 * MARGIN + 30 + max((width_of(line, 7.3) for line in lines), default=0),
    )
    height = legend + 22 * len(parts) + 4
    lettered = [f"{LETTERS[number]}: {line}" for number, line in enumerate(lines)]
    alternative = "; ".join([_("the bytes of a file ({count})").format(count=len(data)), *lettered])
    pieces = [head(width, height, alternative)]
    pieces += [
        _text(MARGIN, MARGIN + LINE * row + 24, str(row * ACROSS), 11, "start")
        for row in range(rows)
    ]
    pieces += [_byte(place, data[place], owners) for place in range(len(data))]
    for number, line in enumerate(lines):
        y = legend + 22 * number
        pieces.append(_box(MARGIN, y, 22, 16, number))
        pieces.append(_text(MARGIN + 11, y + 12, LETTERS[number], 11, "middle"))
        pieces.append(_text(MARGIN + 30, y + 12, line, 12, "start"))
    return Picture("".join([*pieces, "</svg>"]), alternative)


def _told(number: int, part: Part, owners: Sequence[int]) -> str:
    """The legend's entry for a part: its name, and its bytes."""
    if not part.size:
        return _("{part}, no bytes").format(part=part.label)
    first = owners.index(number)
    last = first + part.size - 1
    where = _("{part}, byte {first}") if part.size == 1 else _("{part}, bytes {first} to {last}")
    told = where.format(part=part.label, first=first, last=last)
    return _("{name}: {note}").format(name=told, note=part.note) if part.note else told


def _byte(place: int, value: int, owners: Sequence[int]) -> str:
    x = MARGIN + OFFSETS + BOX * (place % ACROSS)
    y = MARGIN + LINE * (place // ACROSS) + 6
    number = owners[place]
    pieces = [_box(x, y, BOX, 26, number), _text(x + BOX / 2, y + 18, f"{value:02x}", 12, "middle")]
    if place == 0 or owners[place - 1] != number:
        pieces.append(
            f'<line x1="{x}" y1="{y - 5}" x2="{x}" y2="{y + 26}" stroke="currentColor" '
            'stroke-width="2.5"/>'
        )
        pieces.append(_text(x + 4, y - 1, LETTERS[number], 10, "start"))
    return "".join(pieces)


def _box(x: float, y: float, width: float, height: float, number: int) -> str:
    colour = COLOURS[number % len(COLOURS)]
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}" '
        f'fill-opacity="0.38" stroke="currentColor" stroke-opacity="0.3"/>'
    )


def _text(x: float, y: float, text: str, size: int, anchor: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="currentColor">{escape(text)}</text>'
    )
