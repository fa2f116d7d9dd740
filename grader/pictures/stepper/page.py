"""Renders a strip as complete HTML, which a script turns into a stepper.

The table and its bars need neither script nor style sheet, so they survive JupyterLab's sanitizing of
untrusted notebooks, which keeps tables, classes and plain inline styles. If scripts may run, the script
shows the controls, and later rows hide what is not yet known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from grader.languages import _, sentences
from grader.pictures.lifetimes import amount
from grader.pictures.stepper.strip import Cell, Group, Row, Strip

LONG = 24  # rows; a longer table is scrolled in a window of its own
BAR = "height:9px;border-radius:3px;box-sizing:border-box;margin-top:3px;"
HELD = "background-color:#56b4e9;border:1px solid #0072b2;"
KEPT = "background-color:#e69f00;border:2px dashed #8a5a00;"
LEVEL = "background-color:#999999;border:1px solid #767676;"
PEAK = "background-color:#d55e00;border:1px solid #d55e00;"


@dataclass(frozen=True)
class Stepper:
    """A strip that a notebook displays: as HTML, or as plain text."""

    strip: Strip

    def _repr_html_(self) -> str:
        return html_of(self.strip)

    def __repr__(self) -> str:
        return text_of(self.strip)


def html_of(strip: Strip) -> str:
    """The strip as one element, with its style and script."""
    words = {
        "data-held": _("held"),
        "data-dropped": _("dropped"),
        "data-kept": _("kept"),
        "data-now": _("now"),
    }
    attributes = "".join(
        f' {name}="{escape(_("({word})").format(word=word))}"' for name, word in words.items()
    )
    notes = escape(sentences(strip.notes))
    return (
        f'<div class="grader-trace"{attributes}>'
        f"<style>{asset('page.css')}</style>"
        f'<p class="grader-trace-title"><strong>{escape(strip.title)}</strong></p>'
        f'<p class="grader-trace-notes">{notes}</p>'
        f"{_controls(strip)}{_table(strip)}"
        f"<script>{asset('page.js')}</script></div>"
    )


def text_of(strip: Strip) -> str:
    """The strip as plain text, one line per row."""
    lines = [strip.title, *strip.notes]
    for group in strip.groups:
        told = _("{heading}. {detail}").format(heading=group.heading, detail=group.detail)
        lines.append(told.strip())
        for row in group.rows:
            told = row.say or " ".join(cell.text for cell in row.cells)
            forms = (f" [{cell.detail}]" for cell in row.cells if cell.later and cell.detail)
            lines.append(f"  {told}{''.join(forms)}")
    return "\n".join(lines)


@cache
def asset(name: str) -> str:
    """The text of a file beside this one."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8").strip()


def _controls(strip: Strip) -> str:
    """Buttons, a slider, the curve above it, and the sentence of the step; shown by the script."""
    last = strip.steps
    if last < 2:  # there is nowhere to go
        return ""
    buttons = {"first": _("First"), "back": _("Back"), "forward": _("Forward"), "last": _("Last")}
    drawn = "".join(
        f'<button type="button" data-go="{name}">{escape(word)}</button>'
        for name, word in buttons.items()
    )
    highest = max((row.level or 0 for row in strip.rows), default=0)
    curve = ""
    if strip.curve and highest:
        columns = "".join(
            f'<i data-at="{row.number}" style="height:{100 * (row.level or 0) / highest:.1f}%"></i>'
            for row in strip.rows
            if row.number
        )
        curve = (
            f'<div class="grader-trace-curve" title="{escape(strip.curve)}" aria-hidden="true">'
            f"{columns}</div>"
        )
    hint = _("Press First, then Forward, to go through it step by step.")
    return (
        f'<div class="grader-trace-controls" role="group" aria-label="{escape(strip.title)}" '
        f'data-lm-suppress-shortcuts="true" style="display:none">'
        f'<div class="grader-trace-buttons">{drawn}</div>'
        f'<div class="grader-trace-slider">{curve}'
        f'<input type="range" min="1" max="{last}" value="{last}" step="1" '
        f'aria-label="{escape(strip.step)}"></div>'
        f'<output class="grader-trace-say" aria-live="polite">{escape(hint)}</output></div>'
    )


def _table(strip: Strip) -> str:
    headings = list(strip.columns)
    headings += [heading for heading in (strip.spans, strip.curve) if heading]
    head = "".join(
        f'<th scope="col" style="text-align:left">{escape(heading)}</th>' for heading in headings
    )
    highest = max((row.level or 0 for row in strip.rows), default=0)
    body = "".join(_group(strip, group, len(headings), highest) for group in strip.groups)
    table = (
        f'<table class="grader-trace-table" aria-label="{escape(strip.title)}">'
        f"<thead><tr>{head}</tr></thead>{body}</table>"
    )
    if len(strip.rows) <= LONG:
        return f'<div class="grader-trace-window">{table}</div>'
    return (
        '<div class="grader-trace-window grader-trace-long" role="region" tabindex="0" '
        f'aria-label="{escape(strip.title)}">{table}</div>'
    )


def _group(strip: Strip, group: Group, width: int, highest: float) -> str:
    detail = f"<br><small>{escape(group.detail)}</small>" if group.detail else ""
    heading = (
        f'<tr class="grader-trace-group"><th colspan="{width}" scope="rowgroup" '
        f'style="text-align:left">{_unspoken(escape(group.heading))}{detail}</th></tr>'
    )
    rows = "".join(_row(strip, row, highest) for row in group.rows)
    return f"<tbody>{heading}{rows}</tbody>"


def _unspoken(text: str) -> str:
    """The text with its arrows for the eye only: a word beside them says the same."""
    return re.sub("([\u2190\u2192]+)", r'<span aria-hidden="true">\1</span>', text)


def _row(strip: Strip, row: Row, highest: float) -> str:
    cells = [_cell(cell) for cell in row.cells[: len(strip.columns)]]
    if strip.spans:
        cells.append(_span(strip, row))
    if strip.curve:
        cells.append(_level(row, highest))
    if not row.number:
        return f"<tr>{''.join(cells)}</tr>"
    data = f'data-step="{row.number}" data-say="{escape(row.say)}" data-mark="{row.mark}"'
    if row.span:
        data += f' data-until="{row.span.died}" data-kept="{"yes" if row.span.kept else ""}"'
    return f"<tr {data}>{''.join(cells)}</tr>"


def _cell(cell: Cell) -> str:
    detail = f"<br><small>{_apart(cell.detail)}</small>" if cell.detail else ""
    inner = f"{_unspoken(_apart(cell.text))}{detail}"
    if cell.later:
        inner = f'<span class="grader-trace-later">{inner}</span>'
    return f'<td style="text-align:left">{inner}</td>'


def _apart(text: str) -> str:
    """The text; a name may be broken at its scopes, and its direction turns no neighbour's."""
    return f"<bdi>{escape(text).replace('/', '/<wbr>')}</bdi>"


def _span(strip: Strip, row: Row) -> str:
    text = row.cells[len(strip.columns)].text
    bar = ""
    if row.span is not None:
        left = 100 * (row.span.born - 1) / strip.steps
        width = 100 * (row.span.died - row.span.born + 1) / strip.steps
        paint = KEPT if row.span.kept else HELD
        bar = f'<div style="{BAR}{paint}margin-left:{left:.2f}%;width:{width:.2f}%"></div>'
    return (
        f'<td class="grader-trace-track" style="text-align:left;min-width:150px">'
        f'<span class="grader-trace-later">{escape(text)}</span> '
        f'<span class="grader-trace-state"></span>'
        f'<div class="grader-trace-later">{bar}</div></td>'
    )


def _level(row: Row, highest: float) -> str:
    if not row.number or row.level is None:
        return "<td></td>"
    text = amount(row.level)
    if row.mark == "peak":
        text = _("{memory}, the peak").format(memory=text)
    paint = PEAK if row.mark == "peak" else LEVEL
    width = 100 * row.level / highest if highest else 0
    bar = f'<div style="{BAR}{paint}width:{width:.1f}%"></div>' if width else ""
    return (
        '<td style="text-align:left;min-width:90px">'
        f'<span class="grader-trace-later">{escape(text)}</span>'
        f'<div class="grader-trace-later">{bar}</div></td>'
    )
