"""The feedback that a student reads: a verdict as HTML and as plain text.

The HTML appears in JupyterLab's output, in nbgrader's feedback pages and on paper: it contains its
own style, needs no script, and takes its colours from the page, light or dark. Whether a case holds
is shown by a sign and a word, not by colour alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import OF_PROBES, GraphRef, OperationRef, Other, Raised, TensorRef
from grader.judging.verdict import CaseResult, Verdict
from grader.languages import N_, _, tag

MAX_TEXT = 160

CELL = "padding:0.25em 0.8em;text-align:left;border-bottom:1px solid currentColor"
CODE = re.compile("`([^`]+)`")
# *a word*, but neither a * b nor a*b*c.
EMPHASIS = re.compile(r"(?<![\w*)\]])\*(?=[^\s*])([^*]+)(?<=[^\s*])\*(?![\w*(])", re.ASCII)
# White on these is readable (WCAG AA), and both stand out from a light and a dark page.
BADGE = "color:#fff;border-radius:3px;padding:0.1em 0.5em;white-space:nowrap"
COLOURS = {True: "#1b7f4b", False: "#b3541e", None: "#5f6368"}
# None: it holds, and counts only when the cases above hold, too.
SIGNS = {
    True: N_("\N{CHECK MARK} passed"),
    False: N_("\N{MULTIPLICATION X} failed"),
    None: N_("\N{CHECK MARK} passed, waits for a row above"),
}
PASTE = N_("The first case, as code for a cell of your own:")
HEADING = N_("{name}: {text}")
TITLES = (N_("result"), N_("what is checked"), N_("expected"), N_("got"), N_("points"))


def text_of(value: Any) -> str:
    """An observation as short text: numbers with six digits, long values truncated.

    Unordered values are sorted, so that the same answer always reads the same.
    """
    text = _text(value)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 2] + " \N{HORIZONTAL ELLIPSIS}"


def _text(value: Any) -> str:
    if isinstance(value, Raised):
        first = value.message.strip().splitlines()
        if first and value.type in OF_PROBES:
            return first[0]
        return f"{value.type}: {first[0]}" if first else value.type
    if isinstance(value, (TensorRef, OperationRef)):
        return value.name
    if isinstance(value, GraphRef):
        return _("graph {number}").format(number=value.graph)
    if isinstance(value, Other):
        return _("a value of type {type}").format(type=value.type)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        return f"{float(value):.6g}"
    if isinstance(value, np.ndarray):
        return _text(value.tolist())
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(sorted(f"{_text(k)}: {_text(item)}" for k, item in value.items())) + "}"
        )
    if isinstance(value, tuple):
        inner = ", ".join(_text(item) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, (set, frozenset)):
        return "[" + ", ".join(sorted(map(_text, value))) + "]"
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    return repr(value) if isinstance(value, (str, bytes)) else str(value)


def to_text(verdict: Verdict) -> str:
    """The verdict as plain text: the message, then one line per case."""
    lines = [_(HEADING).format(name=verdict.exercise, text=verdict.message)]
    for case in verdict.cases:
        lines.append("  " + _line(case))
    if code := _code_to_paste(verdict):
        lines.append("  " + _(PASTE))
        lines += [f"      {line}" for line in code.splitlines()]
    return "\n".join(lines)


def _line(case: CaseResult) -> str:
    hidden = case.expected is None or case.got is None
    told = (
        _("{state}, {points}: {case}")
        if hidden
        else _("{state}, {points}: {case} (expected {expected}, got {got})")
    )
    return told.format(
        state=_(SIGNS[_state(case)]),
        points=_points(case),
        case=_(case.label),
        expected=case.expected,
        got=case.got,
    )


def to_html(verdict: Verdict) -> str:
    """The verdict as self-contained HTML."""
    colour = COLOURS[verdict.full]
    rows = "".join(_row(case) for case in verdict.cases)
    head = "".join(
        f'<th scope="col" style="{CELL};white-space:nowrap">{_(title)}</th>' for title in TITLES
    )
    heading = _(HEADING).format(
        name=f"<strong>{html.escape(verdict.exercise)}</strong>", text=prose_html(verdict.message)
    )
    table = (
        f'<table style="border-collapse:collapse;margin:0.5em 0">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        if rows
        else ""
    )
    return (
        f'<div class="grader-verdict" lang="{tag()}" '
        f'style="border-left:4px solid {colour};padding-left:0.8em">'
        f"<div>{heading}</div>{table}{_pasted(verdict)}</div>"
    )


def _pasted(verdict: Verdict) -> str:
    """The shown case as code to copy, folded."""
    if not (code := _code_to_paste(verdict)):
        return ""
    style = "margin:0.5em 0;font-family:monospace;white-space:pre-wrap"
    shown = f'<pre style="{style}">{html.escape(code)}</pre>'
    return f"<details><summary>{_(PASTE)}</summary>{shown}</details>"


def _code_to_paste(verdict: Verdict) -> str:
    """The shown case as code; "" where the answer passes it, since there is no mistake to look for."""
    shown = next((case for case in verdict.cases if case.got is not None), None)
    return "" if shown and shown.holds else verdict.paste


def _state(case: CaseResult) -> bool | None:
    """Whether a case holds; None if it does without earning its points (see `Case.gate`)."""
    return None if case.holds and case.points < case.max_points else case.holds


def _row(case: CaseResult) -> str:
    state = _state(case)
    badge = f"background:{COLOURS[state]};{BADGE}"
    cells = (
        f'<span style="{badge}">{_(SIGNS[state])}</span>',
        prose_html(_(case.label)),
        _code(case.expected),
        _code(case.got),
        f'<span style="white-space:nowrap">{_points(case)}</span>',
    )
    return "<tr>" + "".join(f'<td style="{CELL}">{cell}</td>' for cell in cells) + "</tr>"


def _points(case: CaseResult) -> str:
    return _("{points} of {max_points}").format(
        points=text_of(case.points), max_points=text_of(case.max_points)
    )


def prose_html(text: str) -> str:
    """A sentence as HTML, with `code` as code and *a word* that matters in bold."""
    parts = CODE.split(html.escape(text))  # every other one stood between backticks
    return "".join(
        f"<code>{part}</code>" if number % 2 else EMPHASIS.sub(r"<strong>\1</strong>", part)
        for number, part in enumerate(parts)
    )


def _code(text: str | None) -> str:
    return _("hidden") if text is None else f"<code>{html.escape(text)}</code>"
