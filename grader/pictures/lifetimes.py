"""Draws lifetimes: when each value is held in memory, and how much memory that takes.

Time runs from left to right, one column per moment; each value is one bar. Colours are of the Okabe-Ito
palette, text takes its colour from the page, and every colour is paired with a pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from operator import attrgetter
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from grader.languages import _
from grader.pictures.drawing.display import Picture, head
from grader.pictures.drawing.parts import width_of

if TYPE_CHECKING:
    from grader.engine.runtime.traces import Trace

ROW = 26
BAR = 16
MARGIN = 14
CHARACTER_WIDTH = 7.2
CURVE = 90
MAX_ROWS = 60
LEGEND_WIDTH = 380


@dataclass(frozen=True)
class Life:
    """One bar: `label` lives from moment `born` to moment `died`, both included, counted from 0.

    kept: whether the value outlives the drawing (it is returned to the caller). note: text in the bar.
    """

    label: str
    born: int
    died: int
    kept: bool = False
    note: str = ""


def lives_picture(
    lives: Sequence[Life], moments: Sequence[str], curve: Sequence[float] = (), unit: str = ""
) -> Picture:
    """The drawing of `lives` over `moments` (their names, in order), a row per label.

    Lives with the same label, listed one after the other, share their row and must not overlap.
    curve: a number per moment, drawn below as columns with the peak marked. unit: that of the curve.
    Raises ValueError for more than 60 lives, for a life outside the moments, or for two in one row that
    overlap.
    """
    if len(lives) > MAX_ROWS:
        raise ValueError(
            _("{count} lifetimes are too many for one drawing; at most {most} fit").format(
                count=len(lives), most=MAX_ROWS
            )
        )
    for life in lives:
        if not 0 <= life.born <= life.died < len(moments):
            raise ValueError(
                _(
                    "the lifetime of {name} goes from moment {born} to {died}, but the moments "
                    "are 0 to {last}"
                ).format(name=life.label, born=life.born, died=life.died, last=len(moments) - 1)
            )
    left = MARGIN + max((width_of(life.label, CHARACTER_WIDTH) for life in lives), default=0) + 10
    room = max([7, *(len(word) for moment in moments for word in moment.split())])
    named = [wrap(moment, room) for moment in moments]
    longest = max((width_of(line, 6.2) for lines in named for line in lines), default=6.2)
    noted = (width_of(life.note, 6.2) / (life.died - life.born + 1) for life in lives)
    column = max(46.0, longest + 10, *(width + 14 for width in noted))
    width = max(left + column * len(moments) + MARGIN, LEGEND_WIDTH)
    top = MARGIN + 6 + 12 * max(map(len, named), default=1)
    rows = [(label, list(held)) for label, held in groupby(lives, attrgetter("label"))]
    for label, held in rows:
        for one, other in pairwise(sorted(held, key=attrgetter("born"))):
            if other.born <= one.died:
                raise ValueError(
                    _(
                        "two lifetimes of {name} overlap at moment {moment}; in one row, the first must "
                        "end before the next begins"
                    ).format(name=label, moment=other.born)
                )
    bottom = top + ROW * len(rows)
    height = bottom + (CURVE + 34 if curve else 8) + 26
    alternative = _alternative(lives, moments, curve, unit)
    parts = [head(width, height, alternative), KEPT]
    parts += [
        _moment(left + column * (number + 0.5), top, bottom, lines)
        for number, lines in enumerate(named)
    ]
    for number, (label, held) in enumerate(rows):
        y = top + ROW * (number + 0.5)
        parts.append(_text(left - 8, y + 4, label, "end", 12))
        parts += [_bar(life, left, column, y) for life in held]
    if curve:
        parts.append(_curve(curve, unit, left, column, bottom + 22))
    parts += [_legend(lives, height - 16), "</svg>"]
    return Picture("".join(parts), alternative)


def lifetimes_picture(trace: Trace, smallest: int = 0) -> Picture:
    """The lifetimes of the values of a run, and its memory, step by step.

    smallest: values of fewer bytes get no bar, but are included in the memory.
    """
    end = len(trace.steps) - 1
    lives = [
        Life(
            node.name,
            node.order,
            end if node.fetched else max(node.order, node.last_use or 0),
            node.fetched,
            amount(node.bytes),
        )
        for node in sorted(trace.nodes.values(), key=lambda node: node.order)
        if node.bytes >= smallest
    ]
    moments = [str(number + 1) for number in range(len(trace.steps))]
    return lives_picture(lives, moments, [step.alive_bytes for step in trace.steps], "bytes")


def amount(size: float, unit: str = "bytes") -> str:
    """A number of bytes for people: "12 B", "3.5 kB", "1 MB" (powers of 1000)."""
    if unit != "bytes":
        return f"{size:g} {unit}".strip()
    for factor, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= factor:
            return f"{size / factor:.3g} {name}"
    return f"{size:g} B"


# ------------------------------------------------------------------------------------- the parts


KEPT = (
    '<defs><pattern id="grader-kept" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="6" height="6" fill="#E69F00" '
    'fill-opacity="0.35"/><line x1="0" y1="0" x2="0" y2="6" stroke="#E69F00" '
    'stroke-opacity="0.6" stroke-width="2"/></pattern></defs>'
)


def _moment(x: float, top: float, bottom: float, lines: Sequence[str]) -> str:
    """The line of a moment, and its name above it."""
    upwards = enumerate(reversed(lines))
    return (
        f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="currentColor" '
        'stroke-opacity="0.18"/>'
        + "".join(_text(x, top - 8 - 12 * row, line, "middle", 10) for row, line in upwards)
    )


def _bar(life: Life, left: float, column: float, y: float) -> str:
    x = left + column * life.born + 4
    width = column * (life.died - life.born + 1) - 8
    paint = (
        'fill="url(#grader-kept)" stroke="#E69F00" stroke-width="2"'
        if life.kept
        else 'fill="#56B4E9" fill-opacity="0.35" stroke="#0072B2" stroke-width="1.2"'
    )
    return (
        f'<rect x="{x:.1f}" y="{y - BAR / 2:.1f}" width="{width:.1f}" height="{BAR}" rx="4" '
        f"{paint}/>" + _text(x + width / 2, y + 4, life.note, "middle", 10)
    )


def _curve(curve: Sequence[float], unit: str, left: float, column: float, top: float) -> str:
    peak = max(curve)
    parts = []
    floor = top + CURVE
    for number, value in enumerate(curve):
        height = (CURVE - 16) * value / peak if peak else 0.0
        x = left + column * number
        highest = value == peak
        paint = (
            'fill="#D55E00" fill-opacity="0.55" stroke="#D55E00" stroke-width="2"'
            if highest
            else 'fill="currentColor" fill-opacity="0.22" stroke="currentColor" stroke-opacity="0.5"'
        )
        parts.append(
            f'<rect x="{x + 4:.1f}" y="{floor - height:.1f}" width="{column - 8:.1f}" '
            f'height="{height:.1f}" {paint}/>'
        )
        if highest and value not in curve[:number]:
            text = _("peak {amount}").format(amount=amount(value, unit))
            parts.append(_text(x + column / 2, floor - height - 5, text, "middle", 11))
    parts.append(
        f'<line x1="{left:.1f}" y1="{floor}" x2="{left + column * len(curve):.1f}" y2="{floor}" '
        'stroke="currentColor" stroke-opacity="0.6"/>'
    )
    parts.append(_text(left - 8, floor - 4, _("memory"), "end", 12))
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str, size: int) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="currentColor">{escape(text)}</text>'
    )


def _legend(lives: Sequence[Life], y: float) -> str:
    entries: list[tuple[bool, str]] = []
    if any(not life.kept for life in lives):
        entries.append((False, _("held, then dropped")))
    if any(life.kept for life in lives):
        entries.append((True, _("kept beyond the end")))
    parts, x = [], float(MARGIN)
    for kept, words in entries:
        paint = (
            'fill="url(#grader-kept)" stroke="#E69F00"'
            if kept
            else 'fill="#56B4E9" fill-opacity="0.35" stroke="#0072B2"'
        )
        parts.append(f'<rect x="{x:.1f}" y="{y - 10}" width="22" height="12" rx="3" {paint}/>')
        parts.append(_text(x + 28, y, words, "start", 11))
        x += width_of(words, CHARACTER_WIDTH) + 44
    return "".join(parts)


def _alternative(
    lives: Sequence[Life], moments: Sequence[str], curve: Sequence[float], unit: str
) -> str:
    lines = [_("Lifetimes over {count} moments:").format(count=len(moments))]
    for life in lives:
        name = life.label + (f" ({life.note})" if life.note else "")
        born, died = moments[life.born], moments[life.died]
        told = _("{name}: from {born} to {died}")
        if life.kept:
            told = _("{name}: from {born} kept beyond the end")
        lines.append(told.format(name=name, born=born, died=died))
    if curve:
        most: Any = max(curve)
        moment = moments[list(curve).index(most)]
        peak = _("peak: {amount} at {moment}")
        lines.append(peak.format(amount=amount(most, unit), moment=moment))
    return "\n".join(lines)
