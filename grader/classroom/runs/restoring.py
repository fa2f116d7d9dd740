"""Puts a copy of the gradebook in its place."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from grader.atomic import write_atomically
from grader.classroom.nbgrader.backups import Copy, copies, gradebook_path
from grader.classroom.nbgrader.course import Course
from grader.classroom.nbgrader.gradebook_file import damage_of
from grader.classroom.runs.journal import course_lock
from grader.errors import CourseError
from grader.languages import _

# What SQLite keeps beside a database: left there, it would be played back into the one that is restored.
BESIDE = ("-journal", "-wal", "-shm")


def copies_of(course: Course) -> list[Copy]:
    """The copies of the course's gradebook, the newest first. Raises CourseError if it is not SQLite's."""
    if gradebook_path(course.directory().db_url) is None:
        raise CourseError(
            _("the gradebook is not an SQLite file; restore it with the database's own tools")
        )
    return copies(course.root)


def restore(course: Course, day: str) -> Path | None:
    """Puts the copy of a day in the gradebook's place; returns where the gradebook is now, if there was one.

    day: "2027-03-01", or "newest". Raises CourseError for a copy that is not there, or damaged.
    """
    copy = _chosen(copies_of(course), day)
    if found := damage_of(copy.path):
        told = _("the copy {path} is damaged, too ({found}); choose another")
        raise CourseError(told.format(path=copy.path, found=found))
    path = gradebook_path(course.directory().db_url)
    assert path is not None
    with course_lock(course.root):
        kept = _move_away(path)
        write_atomically(path, copy.path.read_bytes(), mode=0o600)
    return kept


def _chosen(found: Sequence[Copy], day: str) -> Copy:
    if not found:
        raise CourseError(
            _(
                "there is no copy of the gradebook yet; the first command of a day that writes makes one"
            )
        )
    for copy in found:
        if day in ("newest", copy.day.isoformat()):
            return copy
    days = ", ".join(copy.day.isoformat() for copy in found)
    raise CourseError(_("there is no copy of {day}, only of {days}").format(day=day, days=days))


def _move_away(path: Path) -> Path | None:
    """Keeps the present file, with what SQLite has beside it, under a new name."""
    if not path.exists():
        return None
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    kept = path.with_name(f"{path.name}.before-restore-{moment}")
    for end in BESIDE:
        beside = path.with_name(path.name + end)
        if beside.exists():
            shutil.move(beside, kept.with_name(kept.name + end))
    path.rename(kept)
    return kept
