"""Writes the report's files: the page, a CSV of the students, a CSV of the exercises."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from grader.atomic import write_atomically
from grader.classroom.nbgrader.course import Course
from grader.classroom.report.answers import alike, answers_of, topics
from grader.classroom.report.data import ClassData, Item, Row, counted, read_class
from grader.classroom.report.page import Parts, page
from grader.classroom.report.statistics import figures
from grader.classroom.report.tables import Column, shown, status, tables, waiting
from grader.classroom.report.term import term

FOLDER = "reports"
# A spreadsheet takes a string that begins with one of these for a formula, and would run it; some do so
# with the wide forms of these signs.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def write_report(
    course: Course,
    chapter: str,
    target: Path | None = None,
    catalogue: str = "grader.exercises",
    now: datetime | None = None,
) -> list[Path]:
    """Writes the page and the CSV files beside it; returns their paths, the page's first.

    target: the page; by default `reports/CHAPTER.html` in the course. Raises CourseError like
    `read_class`, and OSError if nothing can be written.
    """
    data = counted(read_class(course, chapter, catalogue), course.about)
    path = target or course.root / FOLDER / f"{chapter}.html"
    moment = now or datetime.now(UTC)
    made, links = f"{moment:%Y-%m-%d %H:%M} UTC", feedback_links(course, data, path)
    files = {
        path: page(data, made, links, course.about, parts_of(course, data, catalogue)),
        path.with_suffix(".csv"): students_csv(data),
        path.with_name(f"{path.stem}-exercises.csv"): exercises_csv(data),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    for one, text in files.items():
        write_atomically(one, text.encode("utf-8"))
    return list(files)


def parts_of(course: Course, data: ClassData, catalogue: str = "grader.exercises") -> Parts:
    """The parts of the report that need the answers themselves, or the other chapters."""
    answers = answers_of(course, data)
    return Parts(
        topics(figures(data), answers), alike(course, data, answers), term(course, data, catalogue)
    )


def feedback_links(course: Course, data: ClassData, path: Path) -> dict[str, str]:
    """Each student's first feedback page, as a URL relative to the page at `path`."""
    directory = course.directory(data.chapter)
    names = list(dict.fromkeys(item.notebook for item in data.items))
    links = {}
    for row in data.rows:
        folder = directory.format_path(directory.feedback_directory, row.student, data.chapter)
        pages = (Path(folder) / f"{name}.html" for name in names)
        first = next((one for one in pages if row.graded and one.is_file()), None)
        if first is not None:
            links[row.student] = quote(os.path.relpath(first, path.resolve().parent))
    return links


def students_csv(data: ClassData) -> str:
    """One line per student, including those without a submission.

    Each exercise has two columns: its points (blank while unknown) and the misconception that was
    named. A string that a spreadsheet would take for a formula is prefixed with an apostrophe.
    """
    heads = ["student", "first_name", "last_name", "status", "handed_in_at", "score", "max_score"]
    heads += ["late_penalty", "seconds", "limits", "flags", "waiting"]
    for item in data.items:
        heads += [item.name, f"{item.name} misconception"] if item.automatic else [item.name]
    return _csv([heads, *(_student(row, data.items) for row in data.rows)])


def exercises_csv(data: ClassData) -> str:
    """The table of exercises, with unrounded figures."""
    table = tables(data, figures(data))["exercises"]
    exact = [column.kind in ("text", "code") for column in table.columns]
    lines = [
        [
            _plain(column, value, text)
            for column, value, text in zip(table.columns, row, exact, strict=True)
        ]
        for row in table.rows
    ]
    return _csv([[column.title for column in table.columns], *lines])


def _plain(column: Column, value: Any, text: bool) -> Any:
    return shown(column, value) if text else value


def _student(row: Row, items: Sequence[Item]) -> list[Any]:
    line: list[Any] = [row.student, row.first_name, row.last_name, status(row)]
    line.append(f"{row.timestamp:%Y-%m-%d %H:%M:%S}" if row.timestamp else "")
    line += [row.score, row.max_points, row.penalty] if row.graded else ["", "", ""]
    line.append("" if row.seconds is None else round(row.seconds, 3))
    line.append("; ".join(limit for result in row.results for limit in result.limits))
    line.append("; ".join(flag for result in row.results for flag in result.flags))
    line.append("; ".join(item.name for item in waiting(row, items)))
    named = {one.exercise: one.misconception for result in row.results for one in result.verdicts}
    for item in items:
        mark = row.judged(item)
        line.append("" if mark is None else mark.points)
        if item.automatic:
            line.append(named.get(item.name) or "")
    return line


def _csv(lines: Iterable[Sequence[Any]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    for line in lines:
        writer.writerow([_harmless(value) for value in line])
    return file.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
