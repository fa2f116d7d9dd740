"""What coming late costs, worked out again when `class.toml` says otherwise than in the last run."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, replace
from typing import Any

from nbformat.v4 import new_notebook
from nbgrader.api import Assignment, Notebook, SubmittedAssignment, SubmittedNotebook

from grader.atomic import write_atomically
from grader.classroom.nbgrader.chapters import Course
from grader.classroom.nbgrader.gradebook import late_penalties
from grader.classroom.nbgrader.gradebook_session import GradebookSession, Locked
from grader.classroom.nbgrader.preprocessors import LatePenalties
from grader.classroom.runs.journal import FOLDER, Journal

KNOWN = FOLDER / "due-dates.json"
# What a file says that has neither dates nor penalties.
NOTHING: dict[str, Any] = {"due": None, "late": None, "own": {}}


def follow_dates(course: Course, chapter: str, journal: Journal, session: GradebookSession) -> None:
    """Gives everybody who has been graded the penalty that `class.toml` says now.

    Nothing is run for that, but the pages of those for whom it is another one are made again.
    """
    path = course.root / KNOWN
    known: dict[str, Any] = {}
    with contextlib.suppress(OSError, ValueError, TypeError):
        known = dict(json.loads(path.read_bytes()))
    now = _said(course, chapter)
    if known.get(chapter, NOTHING) == now:
        return
    before = late_penalties(course, chapter)
    try:
        session.retry_while_locked(lambda: _assign(course, chapter, session))
    except Locked:
        return  # the next run does it
    after = late_penalties(course, chapter)
    for student in {student for (student, _notebook), _lost in before.items() ^ after.items()}:
        if entry := journal.entries.get(student):
            journal.append(replace(entry, pages=False))
    text = json.dumps(known | {chapter: now}, indent=1, sort_keys=True) + "\n"
    write_atomically(path, text.encode())


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


def _assign(course: Course, chapter: str, session: GradebookSession) -> None:
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
            place = {"assignment": chapter, "student": student, "notebook": notebook}
            step.preprocess(new_notebook(), {"nbgrader": {**place, "db_url": url}})
