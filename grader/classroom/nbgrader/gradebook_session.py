"""One connection to the gradebook for a whole run, and one transaction per submission.

nbgrader's steps each open the gradebook and commit after every cell, so a run killed between two
cells would leave half a submission. Within a transaction they get this open gradebook instead,
whose commits wait for the end.
"""

from __future__ import annotations

import contextlib
import errno
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import sqlalchemy.exc
from nbgrader import api, plugins, preprocessors  # noqa: F401 (their modules are patched below)
from nbgrader.api import Comment, Grade, Gradebook, Student, SubmittedAssignment, SubmittedNotebook
from nbgrader.converters import autograde, generate_feedback  # noqa: F401
from sqlalchemy import Index, func, select

Found = TypeVar("Found")

# nbgrader looks for these, and has no index for them: it would read the whole table each time, which in a
# class of thousands takes longer than all else.
INDEXES = tuple(
    Index(f"grader_{column.table.name}_{column.name}", column)
    for column in (
        SubmittedAssignment.student_id,
        SubmittedNotebook.assignment_id,
        Grade.notebook_id,
        Comment.notebook_id,
    )
)


class Locked(Exception):
    """Another process holds the gradebook; trying again may work."""


class DiskFull(OSError):
    """The gradebook's disk is full."""


class GradebookSession:
    """The connection. For one thread only.

    url: the database, SQLite or PostgreSQL, as an SQLAlchemy URL; course_id: nbgrader's.
    lock_seconds: how long to wait while another process holds the database.
    """

    def __init__(self, url: str, course_id: str, lock_seconds: float = 120.0):
        self.lock_seconds = lock_seconds
        self.book = self.retry_while_locked(lambda: _opened(url, course_id))
        self.database: Any = self.book.db
        self._close_book = self.book.close

    def retry_while_locked(self, action: Callable[[], Found]) -> Found:
        """Repeats `action` while the database is locked. Raises Locked after `lock_seconds`."""
        deadline, pause = time.monotonic() + self.lock_seconds, 0.1
        while True:
            try:
                return action()
            except Locked:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 5.0)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commits all that nbgrader writes within it, or nothing.

        Raises Locked or DiskFull for those errors of the database; passes on all others.
        """
        with self._shared_with_nbgrader():
            try:
                yield
                type(self.database).commit(self.database)
            except BaseException as error:
                type(self.database).rollback(self.database)
                raise _root_cause(error) or error from error
            finally:
                # Otherwise the session would grow, and each submission be slower than the last.
                self.database.remove()

    @contextlib.contextmanager
    def _shared_with_nbgrader(self) -> Iterator[None]:
        modules = [
            module
            for name, module in list(sys.modules.items())
            if name.startswith("nbgrader.") and getattr(module, "Gradebook", None) is Gradebook
        ]
        self.database.commit = self.database.flush
        self.book.close = lambda: None
        for module in modules:
            module.Gradebook = self._open_book  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for module in modules:
                module.Gradebook = Gradebook  # type: ignore[attr-defined]
            del self.database.commit
            del self.book.close

    def _open_book(self, *arguments: Any, **keywords: Any) -> Gradebook:
        return self.book

    def scores(self, chapter: str, student: str = "") -> dict[str, float]:
        """The machine-graded points in the gradebook, by student; for one student or for all."""
        query = (
            select(Student.id, func.coalesce(func.sum(Grade.auto_score), 0.0))
            .select_from(SubmittedAssignment)
            .join(Student, SubmittedAssignment.student_id == Student.id)
            .join(api.Assignment, SubmittedAssignment.assignment_id == api.Assignment.id)
            .outerjoin(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .outerjoin(Grade, Grade.notebook_id == SubmittedNotebook.id)
            .where(api.Assignment.name == chapter)
            .group_by(Student.id)
        )
        if student:
            query = query.where(Student.id == student)
        return self.retry_while_locked(lambda: self._scores(query))

    def _scores(self, query: Any) -> dict[str, float]:
        try:
            return {name: round(float(points), 6) for name, points in self.database.execute(query)}
        except Exception as error:
            raise _root_cause(error) or error from error
        finally:
            self.database.remove()

    def close(self) -> None:
        """Closes the connection."""
        self._close_book()

    def __enter__(self) -> GradebookSession:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _opened(url: str, course_id: str) -> Gradebook:
    try:
        book = Gradebook(url, course_id)
        for index in INDEXES:
            index.create(book.db.get_bind(), checkfirst=True)
        return book
    except Exception as error:
        raise _root_cause(error) or error from error


def _root_cause(error: BaseException) -> Exception | None:
    """Locked or DiskFull if that is the root cause of an error that nbgrader may have wrapped; else None."""
    pending, seen = [error], set()
    while pending:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        pending += [other for other in (one.__cause__, one.__context__) if other is not None]
        if isinstance(one, sqlalchemy.exc.OperationalError):
            text = str(one.orig)
            if "locked" in text or "busy" in text or "deadlock" in text:
                return Locked(text)
            if "full" in text or "No space" in text or "disk I/O" in text:
                return DiskFull(errno.ENOSPC, text)
        if isinstance(one, OSError) and one.errno in (errno.ENOSPC, errno.EDQUOT):
            return DiskFull(one.errno, str(one))
    return None
