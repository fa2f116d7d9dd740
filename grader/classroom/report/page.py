"""The report as one self-contained HTML page, readable without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from grader.class_file import AS_IN_COURSE, ClassFile
from grader.classroom.pages.heading import under_heading
from grader.classroom.report.answers import Alike, Topic
from grader.classroom.report.data import ClassData
from grader.classroom.report.statistics import Bin, Figures, Spread, figures
from grader.classroom.report.tables import Column, shown, status, tables, term_table, who_waits
from grader.classroom.report.term import Term

# The histogram's dimensions, in SVG units.
WIDTH, HEIGHT, FOOT, HEAD, SIDE = 640, 240, 40, 24, 20


@dataclass(frozen=True)
class Bar:
    """One bar: its rectangle, and the number above it."""

    x: float
    y: float
    width: float
    height: float
    count: int


@dataclass(frozen=True)
class Tick:
    """A position where two bars meet, and the points there."""

    x: float
    label: str


@dataclass(frozen=True)
class Parts:
    """What the report shows beside the figures of the chapter: see `term.py` and `answers.py`."""

    topics: Sequence[Topic] = ()
    alike: Sequence[Alike] = ()
    term: Term | None = None


def page(
    data: ClassData,
    made: str,
    links: Mapping[str, str] | None = None,
    about: ClassFile = AS_IN_COURSE,
    parts: Parts = Parts(),
) -> str:
    """The page's HTML.

    made: when it was made, as shown on the page; links: the relative URLs of students' feedback.
    about: what the class says of itself. parts: what needs more than this chapter's grades.
    """
    found = figures(data)
    over = parts.term
    text = _template().render(
        data=data,
        figures=found,
        made=made,
        links=links or {},
        facts=_facts(data, found),
        tables=tables(data, found),
        topics=parts.topics,
        alike=parts.alike,
        term=term_table(over) if over and len(over.chapters) > 1 else None,
        bars=_bars(found.bins),
        ticks=_ticks(found.bins),
        picture=_in_words(found),
        width=WIDTH,
        height=HEIGHT,
        foot=HEIGHT - FOOT,
    )
    return under_heading(text, about)


@cache
def _template() -> Template:
    # Everything is escaped: students can choose what names, flags and messages contain.
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals |= {"shown": shown, "sort_key": _sort_key, "numeric": _numeric}
    room = resources.files(__package__ or "grader.classroom.report")
    return environment.from_string((room / "page.html").read_text(encoding="utf-8"))


def _numeric(column: Column) -> bool:
    return column.kind not in ("text", "code", "time", "names")


def _sort_key(column: Column, value: Any) -> str:
    """What the page's script sorts by: the unrounded number, or the text."""
    return f"{value:.9g}" if _numeric(column) and value is not None else shown(column, value)


def _facts(data: ClassData, found: Figures) -> list[tuple[str, str]]:
    """The page's first lines, as pairs of a label and a text."""
    states = [status(row) for row in data.rows]
    graded = sum(row.graded for row in data.rows)
    facts = [
        ("students", str(len(data.rows))),
        ("graded", str(graded)),
        ("not handed in", str(states.count("not handed in"))),
        ("handed in, not graded yet", str(states.count("not graded yet"))),
        ("rejected (the file is not a notebook)", str(states.count("rejected"))),
        ("failed (an error on our side; a person must look)", str(states.count("failed"))),
        ("with flags", str(sum(any(one.flags for one in row.results) for row in data.rows))),
        ("waiting for a person", who_waits(data) or "nobody"),
    ]
    if data.uncounted:
        facts.append(("not counted in this report", ", ".join(data.uncounted)))
    if found.scores is not None:
        facts.append(("score", _spread(found.scores, f" of {found.max_points:.6g} points")))
    if found.seconds is not None:
        facts.append(("seconds per submission", _spread(found.seconds, "")))
    return facts


def _spread(spread: Spread, unit: str) -> str:
    deviation = "" if spread.deviation is None else f", standard deviation {spread.deviation:.2f}"
    tenth = f"; nine in ten are at {spread.p90:.2f} or below" if spread.count >= 10 else ""
    return (
        f"mean {spread.mean:.2f}{unit}, median {spread.median:.2f}{deviation}, "
        f"from {spread.lowest:.2f} to {spread.highest:.2f}{tenth}"
    )


def _bars(bins: Sequence[Bin]) -> list[Bar]:
    highest = max((one.count for one in bins), default=0) or 1
    room = HEIGHT - FOOT - HEAD
    return [
        Bar(
            round(_edge(number, bins) + 4, 2),
            round(HEIGHT - FOOT - room * one.count / highest, 2),
            round(_edge(1, bins) - _edge(0, bins) - 8, 2),
            round(room * one.count / highest, 2),
            one.count,
        )
        for number, one in enumerate(bins)
    ]


def _ticks(bins: Sequence[Bin]) -> list[Tick]:
    edges = [*(one.low for one in bins), *(one.high for one in bins[-1:])]
    return [Tick(round(_edge(n, bins), 2), f"{edge:.3g}") for n, edge in enumerate(edges)]


def _edge(number: int, bins: Sequence[Bin]) -> float:
    return SIDE + number * (WIDTH - 2 * SIDE) / len(bins)


def _in_words(found: Figures) -> str:
    """A description of the histogram for readers who cannot see it."""
    if found.scores is None or not found.bins:
        return "There are no scores yet."
    parts = [f"{one.count} from {one.low:.3g} to {one.high:.3g}" for one in found.bins if one.count]
    return (
        f"{found.scores.count} students by their score, of at most {found.max_points:.6g} points: "
        f"{'; '.join(parts)}."
    )
