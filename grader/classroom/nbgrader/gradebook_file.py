"""Recognizes a damaged gradebook before anything is written into it, or made of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from grader.classroom.nbgrader.backups import SQLITE, copies
from grader.errors import CourseError
from grader.languages import N_, _

BUSY_SECONDS = 2.0
TO_DO = N_(
    "Put your backup in its place. If there is none, move it away and run `grader autograde` for "
    "each chapter: all that was graded automatically comes back, but points and comments given by "
    'hand do not (`sqlite3 gradebook.db ".recover"` may save some of them).'
)
COPY_THERE = N_(
    "`grader restore newest` puts the copy of {day} in its place and keeps the damaged file beside it; "
    "`grader restore` lists older ones. Then run `grader autograde` for each chapter: what has been "
    "graded since comes back, but not what a person gave since."
)


def refuse_damaged(url: str) -> None:
    """Raises CourseError if the URL is that of an SQLite gradebook that is damaged."""
    if not url.startswith(SQLITE):
        return
    path = Path(url.removeprefix(SQLITE))
    if found := damage_of(path):
        told = _("the gradebook {path} is damaged ({found}). {to_do}")
        raise CourseError(told.format(path=path, found=found, to_do=way_back(path.parent)))


def way_back(root: Path) -> str:
    """What to do about the damaged gradebook of a course folder."""
    found = [copy for copy in copies(root) if not damage_of(copy.path)]
    return _(COPY_THERE).format(day=found[0].day.isoformat()) if found else _(TO_DO)


def damage_of(path: Path) -> str:
    """What is wrong with a gradebook's file; "" if nothing is, or it cannot be seen now."""
    if not path.is_file():
        return ""
    if not path.stat().st_size:
        # SQLite takes it for a new one; after a full disk, say, it is what is left of an old one.
        journals = (path.parent / ".grader" / "journal").glob("*.jsonl")
        graded = any(one.stat().st_size for one in journals)
        return _("it is empty, although there are grades") if graded else ""
    try:
        book = sqlite3.connect(path, timeout=BUSY_SECONDS)
        try:
            found = book.execute("PRAGMA quick_check(1)").fetchone()[0]
        finally:
            book.close()
    except sqlite3.OperationalError:  # locked, or not readable: whoever opens it says so
        return ""
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else " ".join(str(found).split())
