"""Reads what is known about a chapter's class from gradebook, journal and submitted files.

The gradebook is authoritative for points, since people grade there too; the journal of
`grader autograde` adds verdicts, times and limits. Nothing is written.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy.engine
from nbgrader import api

from grader.class_file import FILE, ClassFile
from grader.classroom.course.plan import Plan
from grader.classroom.course.result import REJECTED, Result
from grader.classroom.nbgrader.course import Course, submissions
from grader.classroom.runs.journal import Entry, read_entries
from grader.errors import CourseError
from grader.judging import Exercise
from grader.languages import _

Key = tuple[str, str]  # a notebook's name and a grade id in it


@dataclass(frozen=True)
class Item:
    """A cell that carries points.

    name: the exercise, or the grade id of a cell without one; title: a few words.
    automatic: whether it is graded by machine.
    """

    notebook: str
    grade_id: str
    name: str
    title: str
    max_points: float
    automatic: bool
    exercise: Exercise | None = None

    @property
    def key(self) -> Key:
        """The item's key in `Row.marks`."""
        return self.notebook, self.grade_id


@dataclass(frozen=True)
class Mark:
    """A cell's points in the gradebook, of at most `most`. waiting: a person must still grade it."""

    points: float
    waiting: bool
    most: float = 0.0


@dataclass(frozen=True)
class Row:
    """One student.

    handed_in: whether there is a submission; graded: whether the gradebook has one.
    points: the sum over all cells; penalty: for late submission, in points.
    results: from the journal, one per notebook; empty if another command did the grading.
    """

    student: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_user_id: str = ""
    handed_in: bool = False
    graded: bool = False
    points: float = 0.0
    max_points: float = 0.0
    penalty: float = 0.0
    timestamp: datetime | None = None
    marks: Mapping[Key, Mark] = field(default_factory=dict)
    results: tuple[Result, ...] = ()

    @property
    def score(self) -> float:
        """The points minus the penalty, never below 0, as nbgrader exports them."""
        return max(0.0, self.points - self.penalty)

    @property
    def seconds(self) -> float | None:
        """How long grading took, or None if the journal does not say."""
        return sum(result.seconds for result in self.results) if self.results else None

    def judged(self, item: Item) -> Mark | None:
        """The mark of a judged item; None if the file could not be read or a person must grade it."""
        if any(one.notebook == item.notebook and one.status == REJECTED for one in self.results):
            return None
        mark = self.marks.get(item.key)
        return None if mark is None or mark.waiting else mark


@dataclass(frozen=True)
class ClassData:
    """A chapter's items in notebook order, and its students sorted by id.

    uncounted: the names of items that are left out.
    """

    chapter: str
    items: tuple[Item, ...]
    rows: tuple[Row, ...]
    uncounted: tuple[str, ...] = ()


def read_class(course: Course, chapter: str, catalogue: str = "grader.exercises") -> ClassData:
    """Reads all the data of the report. `catalogue`: the module whose `find` knows the exercises.

    Students for whom the chapter is not, by `class.toml`, are in it only if they handed it in.
    Raises CourseError when there is no such chapter, or nothing in it is graded.
    """
    plans = course.plans(chapter)
    items = tuple(item for plan in plans for item in _items(plan, catalogue))
    entries = read_entries(course.root, chapter)
    found = _gradebook(course, chapter)
    names = {*found, *entries}
    handed_in: set[str] = set()
    with contextlib.suppress(CourseError):  # no submissions: the report says so
        handed_in = {one.student for one in submissions(course, chapter)}
    all_rows = (
        _row(name, found.get(name, {}), entries.get(name), name in handed_in)
        for name in sorted(names | handed_in)
    )
    expects = course.about.expects
    rows = tuple(row for row in all_rows if row.handed_in or expects(row.student, chapter))
    if not any(row.graded for row in rows):
        raise CourseError(
            f"nothing has been graded for {chapter!r} in {course.root}; "
            f"run `grader autograde {chapter} --course {course.root}` first"
        )
    # The gradebook's maxima: it follows changed sources and a changed class.toml at the next release.
    most = {key: mark.most for row in rows for key, mark in row.marks.items()}
    items = tuple(replace(item, max_points=most.get(item.key, item.max_points)) for item in items)
    return ClassData(chapter, items, rows)


def counted(data: ClassData, about: ClassFile) -> ClassData:
    """The data without what counts in no report, by `class.toml`.

    Raises CourseError for a chapter that counts in none.
    """
    if data.chapter in about.report:
        told = _("{chapter} counts in no report, by report.left_out in {file}")
        raise CourseError(told.format(chapter=data.chapter, file=FILE))
    out = [item for item in data.items if item.name in about.report]
    if not out:
        return data
    keys, rows = {item.key for item in out}, []
    for row in data.rows:
        lost = [row.marks[item.key] for item in out if item.key in row.marks]
        points = row.points - sum(mark.points for mark in lost)
        most = row.max_points - sum(item.max_points for item in out) if row.graded else 0.0
        marks = {key: mark for key, mark in row.marks.items() if key not in keys}
        results = tuple(
            replace(one, verdicts=tuple(v for v in one.verdicts if v.exercise not in about.report))
            for one in row.results
        )
        rows.append(replace(row, points=points, max_points=most, marks=marks, results=results))
    items = tuple(item for item in data.items if item not in out)
    return ClassData(data.chapter, items, tuple(rows), tuple(item.name for item in out))


def _items(plan: Plan, catalogue: str) -> list[Item]:
    found = []
    for cell in plan.cells:
        if not cell.graded:
            continue
        exercise = _exercise(cell.exercise, catalogue) if cell.exercise else None
        name = cell.exercise or cell.grade_id
        title = exercise.title if exercise else ("" if cell.automatic else "written question")
        found.append(
            Item(
                plan.notebook,
                cell.grade_id,
                name,
                title,
                cell.points,
                cell.automatic,
                exercise,
            )
        )
    return found


def _exercise(identity: str, catalogue: str) -> Exercise | None:
    """The exercise, or None if the catalogue no longer has it: its points are reported anyway."""
    try:
        found: Exercise = importlib.import_module(catalogue).find(identity)
    except LookupError:
        return None
    return found


def _row(student: str, about: Mapping[str, Any], entry: Entry | None, handed_in: bool) -> Row:
    results = entry.results if entry is not None else ()
    # If the gradebook was replaced, the journal's results are not about this one.
    graded = bool(about.get("graded"))
    return Row(
        student,
        results=results if graded else (),
        **{**about, "handed_in": handed_in or graded},
    )


def _gradebook(course: Course, chapter: str) -> dict[str, dict[str, Any]]:
    """Each student's data in the gradebook, as fields of `Row`."""
    directory = course.directory(chapter)
    url = sqlalchemy.engine.make_url(directory.db_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        return {}  # opening it would create it
    try:
        with api.Gradebook(directory.db_url, directory.course_id) as book:
            return _students(book.db, chapter)
    except Exception as error:
        raise CourseError(
            f"the gradebook {directory.db_url} cannot be read ({type(error).__name__}: {error})"
        ) from error


def _students(session: Any, chapter: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {
        name: {
            "first_name": first or "",
            "last_name": last or "",
            "email": email or "",
            "lms_user_id": number or "",
            "marks": {},
        }
        for name, first, last, email, number in session.query(
            api.Student.id,
            api.Student.first_name,
            api.Student.last_name,
            api.Student.email,
            api.Student.lms_user_id,
        )
    }
    handed = (
        session.query(
            api.SubmittedAssignment.student_id,
            api.SubmittedAssignment.timestamp,
            api.SubmittedNotebook.late_submission_penalty,
        )
        .select_from(api.SubmittedNotebook)
        .join(
            api.SubmittedAssignment,
            api.SubmittedNotebook.assignment_id == api.SubmittedAssignment.id,
        )
        .join(api.Assignment, api.SubmittedAssignment.assignment_id == api.Assignment.id)
        .filter(api.Assignment.name == chapter)
    )
    for student, timestamp, penalty in handed:
        about = found[student]
        about |= {"graded": True, "timestamp": timestamp, "points": 0.0, "max_points": 0.0}
        about["penalty"] = about.get("penalty", 0.0) + (penalty or 0.0)
    for student, notebook, cell, points, most, waiting in _grades(session, chapter):
        about = found[student]
        about["marks"][notebook, cell] = Mark(
            float(points or 0.0), bool(waiting), float(most or 0.0)
        )
        about["points"] += float(points or 0.0)
        about["max_points"] += float(most or 0.0)
    return found


def _grades(session: Any, chapter: str) -> Any:
    """One row per cell and student, in a single query: a class has ten thousand of them."""
    return (
        session.query(
            api.SubmittedAssignment.student_id,
            api.Notebook.name,
            api.BaseCell.name,
            api.Grade.score,
            api.Grade.max_score,
            api.Grade.needs_manual_grade,
        )
        .select_from(api.Grade)
        .join(api.SubmittedNotebook, api.Grade.notebook_id == api.SubmittedNotebook.id)
        .join(
            api.SubmittedAssignment,
            api.SubmittedNotebook.assignment_id == api.SubmittedAssignment.id,
        )
        .join(api.Assignment, api.SubmittedAssignment.assignment_id == api.Assignment.id)
        .join(api.Notebook, api.SubmittedNotebook.notebook_id == api.Notebook.id)
        .join(api.BaseCell, api.Grade.cell_id == api.BaseCell.id)
        .filter(api.Assignment.name == chapter)
    )
