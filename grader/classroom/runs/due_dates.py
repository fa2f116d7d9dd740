"""What coming late costs, worked out again when `class.toml` or the points are others than they were."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from nbformat.v4 import new_notebook
from nbgrader.api import Assignment, Gradebook, Notebook, SubmittedAssignment, SubmittedNotebook

from grader.atomic import write_atomically
from grader.classroom.nbgrader.chapters import Course
from grader.classroom.nbgrader.gradebook import late_penalties
from grader.classroom.nbgrader.gradebook_session import GradebookSession, Locked
from grader.classroom.nbgrader.preprocessors import LatePenalties
from grader.classroom.runs.journal import FOLDER, Journal
from grader.errors import CourseError

KNOWN = FOLDER / "due-dates.json"
# What a file says that has neither dates nor penalties.
NOTHING: dict[str, Any] = {"due": None, "late": None, "own": {}}


def follow_dates(course: Course, chapter: str, journal: Journal, session: GradebookSession) -> None:
    """Gives everybody who has been graded the penalty that `class.toml` and the points so far say.

    Nothing is run for that, but the pages of those for whom it is another one are made again.
    """
    path = course.root / KNOWN
    known: dict[str, Any] = {}
    with contextlib.suppress(OSError, ValueError, TypeError):
        known = dict(json.loads(path.read_bytes()))
    now = _said(course, chapter)
    as_before = known.get(chapter, NOTHING) == now
    students = _late(session.database, chapter) if as_before else None
    if students == set():
        return
    before = late_penalties(course, chapter)
    try:
        session.retry_while_locked(lambda: _assign(course, chapter, session, students))
    except Locked:
        return  # the next run does it
    after = late_penalties(course, chapter)
    for student in {student for (student, _notebook), _lost in before.items() ^ after.items()}:
        if entry := journal.entries.get(student):
            journal.append(replace(entry, pages=False))
    text = json.dumps(known | {chapter: now}, indent=1, sort_keys=True) + "\n"
    write_atomically(path, text.encode())


def renew_penalties(course: Course, chapter: str) -> None:
    """Works out anew what late submissions lose, for points that a person has given since the last run.

    Raises CourseError while another process holds the gradebook.
    """
    if not (course.root / FOLDER / "journal" / f"{chapter}.jsonl").is_file():
        return  # nothing is graded, and perhaps there is no gradebook
    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as book:
        students = _late(book.db, chapter)
    if students:
        try:
            with GradebookSession(directory.db_url, directory.course_id) as session:
                session.retry_while_locked(lambda: _assign(course, chapter, session, students))
        except Locked as error:
            raise CourseError(str(error)) from error


def _late(database: Any, chapter: str) -> set[str]:
    """Who has handed in after the date that the gradebook knows."""
    rows = (
        database.query(
            SubmittedAssignment.student_id,
            SubmittedAssignment.timestamp,
            SubmittedAssignment.extension,
            Assignment.duedate,
        )
        .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
        .filter(Assignment.name == chapter)
    )
    return {
        student
        for student, moment, extension, due in rows
        if moment and due and moment > due + (extension or timedelta(0))
    }


def _said(course: Course, chapter: str) -> dict[str, Any]:
    """All that the file says about it, as JSON values."""
    about = course.about
    own = {
        student: str(one.due[chapter])
        for one in (*about.groups, *about.students)
        if chapter in one.due
        for student in sorted(one.students)
    }
    due = str(about.due.get(chapter)) if about.due else None
    return {"due": due, "late": asdict(about.late) if about.late else None, "own": own}


def _assign(
    course: Course, chapter: str, session: GradebookSession, students: Collection[str] | None
) -> None:
    """Enters the penalties of these students, or of all (None)."""
    url = course.directory(chapter).db_url
    with session.transaction(), contextlib.chdir(course.root):
        graded = (
            session.database.query(SubmittedAssignment.student_id, Notebook.name)
            .select_from(SubmittedNotebook)
            .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
            .join(Notebook, SubmittedNotebook.notebook_id == Notebook.id)
            .filter(Assignment.name == chapter)
            .all()
        )
        step = LatePenalties(config=course.config)
        for student, notebook in graded:
            if students is not None and student not in students:
                continue
            place = {"assignment": chapter, "student": student, "notebook": notebook}
            step.preprocess(new_notebook(), {"nbgrader": {**place, "db_url": url}})
