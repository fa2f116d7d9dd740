"""The report's tables as data, from which both the page and the CSV files are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from grader.classroom.course.result import FAILED, GRADED, REJECTED
from grader.classroom.report.data import ClassData, Item, Row
from grader.classroom.report.statistics import SMALLEST_CLASS, Figures
from grader.classroom.report.term import Term, change

MISSING = "not handed in"


@dataclass(frozen=True)
class Column:
    """A column. kind: a key of `KINDS`, which decides how values are shown."""

    title: str
    kind: str = "text"


@dataclass(frozen=True)
class Table:
    """A table. A row's first value is its header. note: text below; empty: text for no rows."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    empty: str = ""
    note: str = ""


def _text(value: Any) -> str:
    return str(value)


def _time(value: Any) -> str:
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else str(value)


# How values are shown; None is shown as an empty cell.
KINDS: dict[str, Callable[[Any], str]] = {
    "text": _text,
    "code": _text,
    "time": _time,
    "names": ", ".join,
    "count": lambda value: f"{value:d}",
    "points": lambda value: f"{value:.6g}",
    "percent": lambda value: f"{100 * value:.0f} %",
    "figure": lambda value: f"{value:.2f}",
    "seconds": lambda value: f"{value:.1f}",
    "change": lambda value: f"{100 * value:+.0f}",
}


def shown(column: Column, value: Any) -> str:
    """A value as shown on the page."""
    return "" if value is None else KINDS[column.kind](value)


def status(row: Row) -> str:
    """The state of a student's submission, in a few words."""
    if not row.handed_in:
        return MISSING
    if not row.graded:
        return "not graded yet"
    states = {result.status for result in row.results}
    return next((state for state in (FAILED, REJECTED) if state in states), GRADED)


def waiting(row: Row, items: Sequence[Item]) -> list[Item]:
    """A student's items that a person must still grade."""
    return [item for item in items if item.key in row.marks and row.marks[item.key].waiting]


def lacked(row: Row, item: Item) -> str:
    """What a student's answer uses that the engine does not have, so that a person must judge it; or ""."""
    results = (one for one in row.results if one.notebook == item.notebook)
    return next((one.lacking[item.grade_id] for one in results if item.grade_id in one.lacking), "")


def tables(data: ClassData, found: Figures) -> dict[str, Table]:
    """Every table of the page, by name."""
    made = (
        _scores(found),
        _students(data),
        _exercises(found),
        _mistakes(found),
        _checks(found),
        _limits(found),
        _flags(data),
        _rejected(data),
        _waiting(data),
        _missing(data),
    )
    return {table.name: table for table in made}


def _scores(found: Figures) -> Table:
    rows = tuple(
        (f"{one.low:.4g} to {one.high:.4g}", one.count, one.count / found.scores.count)
        for one in found.bins
        if found.scores is not None
    )
    columns = (Column("points"), Column("students", "count"), Column("share", "percent"))
    return Table("scores", "How many students have each score", columns, rows)


def _students(data: ClassData) -> Table:
    columns = (
        Column("student"),
        Column("name"),
        Column("status"),
        Column("score", "points"),
        Column("of", "points"),
        Column("late penalty", "points"),
        Column("handed in", "time"),
        Column("seconds", "seconds"),
        Column("mistakes named", "count"),
        Column("flags", "count"),
        Column("waiting", "count"),
    )
    rows = tuple(
        (
            row.student,
            " ".join(filter(None, [row.first_name, row.last_name])),
            status(row),
            row.score,
            row.max_points,
            row.penalty or None,
            row.timestamp,
            row.seconds,
            sum(bool(one.misconception) for result in row.results for one in result.verdicts),
            sum(len(result.flags) for result in row.results),
            len(waiting(row, data.items)),
        )
        for row in data.rows
        if row.graded
    )
    return Table("students", "Every graded student", columns, rows, "Nobody has been graded yet.")


def _exercises(found: Figures) -> Table:
    columns = (
        Column("exercise", "code"),
        Column("title"),
        Column("points", "points"),
        Column("judged", "count"),
        Column("solved", "count"),
        Column("solved, share", "percent"),
        Column("difficulty", "figure"),
        Column("discrimination", "figure"),
        Column("wrong, named", "count"),
        Column("wrong, no name", "count"),
        Column("most frequent mistake", "code"),
    )
    rows = tuple(
        (
            one.item.name,
            one.item.title,
            one.item.max_points,
            one.judged,
            one.solved,
            one.solved / one.judged if one.judged else None,
            one.difficulty,
            one.discrimination,
            sum(count for _, count in one.mistakes) if one.item.automatic else None,
            one.unnamed if one.item.automatic else None,
            one.mistakes[0][0] if one.mistakes else None,
        )
        for one in found.items
    )
    note = (
        "Judged: answers with a verdict, in files that could be read. Difficulty: the mean share of "
        "the points, 1 if everyone has full points. Discrimination: the correlation of the item's "
        "points with those of all other automatically judged items; an item near 0 or below does "
        f"not tell strong students from weak ones. It is blank for fewer than {SMALLEST_CLASS} "
        "students, and if all have the same points."
    )
    return Table("exercises", "Exercise by exercise", columns, rows, note=note)


def _mistakes(found: Figures) -> Table:
    columns = (
        Column("misconception", "code"),
        Column("exercise", "code"),
        Column("students", "count"),
        Column("share of judged answers", "percent"),
        Column("what the answer does"),
        Column("who", "names"),
    )
    rows = tuple(
        (
            one.name,
            one.item.name,
            len(one.students),
            len(one.students) / one.judged,
            one.sentence,
            one.students,
        )
        for one in found.mistakes
    )
    empty = "No answer shows a named misconception."
    return Table("mistakes", "Misconceptions, most frequent first", columns, rows, empty)


def _checks(found: Figures) -> Table:
    columns = (
        Column("check"),
        Column("exercise", "code"),
        Column("judged", "count"),
        Column("holds", "count"),
        Column("share", "percent"),
    )
    rows = tuple(
        (one.label, one.exercise, one.judged, one.holds, one.holds / one.judged)
        for one in found.checks
    )
    empty = "The journal of `grader autograde` contains no verdicts."
    return Table("checks", "What is checked, and for how many it holds", columns, rows, empty)


def _limits(found: Figures) -> Table:
    columns = (Column("limit"), Column("students", "count"), Column("who", "names"))
    rows = tuple((text, len(students), students) for text, students in found.limits)
    return Table("limits", "Limits that were hit", columns, rows, "No limit was hit.")


def _flags(data: ClassData) -> Table:
    columns = (Column("student"), Column("notebook", "code"), Column("why"))
    rows = tuple(
        (row.student, result.notebook, flag)
        for row in data.rows
        for result in row.results
        for flag in result.flags
    )
    return Table("flags", "What was flagged, and why", columns, rows, "Nothing was flagged.")


def _rejected(data: ClassData) -> Table:
    columns = (Column("student"), Column("notebook", "code"), Column("status"), Column("why"))
    rows = tuple(
        (row.student, result.notebook, result.status, result.message)
        for row in data.rows
        for result in row.results
        if result.status != GRADED
    )
    caption = "Submissions that could not be graded"
    return Table("rejected", caption, columns, rows, "Every submission could be graded.")


def _waiting(data: ClassData) -> Table:
    columns = (
        Column("student"),
        Column("notebook", "code"),
        Column("cell", "code"),
        Column("kind"),
        Column("points", "points"),
    )
    rows = tuple(
        (
            row.student,
            item.notebook,
            item.name,
            _why_waiting(row, item),
            item.max_points,
        )
        for row in data.rows
        for item in waiting(row, data.items)
    )
    empty = "Nothing is left for a person to grade."
    return Table("waiting", "Answers that a person must still grade", columns, rows, empty)


def _why_waiting(row: Row, item: Item) -> str:
    if not item.automatic:
        return "written question"
    name = lacked(row, item)
    return f"the engine has no {name}" if name else "it could not be judged automatically"


def term_table(found: Term) -> Table:
    """The class, then each student, chapter by chapter."""
    columns = (
        Column("student"),
        *(Column(chapter, "percent") for chapter in found.chapters),
        Column("change", "change"),
    )
    lines = {"the class, on average": found.whole, **found.shares}
    rows = tuple((name, *shares, change(shares)) for name, shares in lines.items())
    note = (
        "The share of a chapter's points, without answers that wait for a person; blank without a grade. "
        "Change: percentage points of the last chapter above or below the mean of those before it."
    )
    return Table("term", "Chapter by chapter", columns, rows, note=note)


def who_waits(data: ClassData) -> str:
    """How many answers wait for a person, of how many students, and why; "" if none does."""
    waits = [(row, item) for row in data.rows for item in waiting(row, data.items)]
    if not waits:
        return ""
    students = len({row.student for row, _ in waits})
    reasons = Counter(_why_waiting(row, item) for row, item in waits)
    told = "; ".join(f"{why}: {count}" for why, count in reasons.most_common())
    return f"{_many(len(waits), 'answer')} of {_many(students, 'student')} ({told})"


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _missing(data: ClassData) -> Table:
    columns = (Column("student"), Column("name"), Column("what is missing"))
    rows = tuple(
        (row.student, " ".join(filter(None, [row.first_name, row.last_name])), status(row))
        for row in data.rows
        if not row.graded
    )
    empty = "Every student in the gradebook has been graded."
    return Table("missing", "Students without a grade for this chapter", columns, rows, empty)
