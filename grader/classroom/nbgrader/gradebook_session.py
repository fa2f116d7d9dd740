"""One connection to the gradebook for a whole run, and one transaction for each submission.

nbgrader's steps open the gradebook anew and commit after every cell, so that a run killed between
two cells would leave half a submission. Here they are handed an open gradebook whose commits wait
for the end.
"""

from __future__ import annotations

import contextlib
import errno
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import sqlalchemy.exc
from nbgrader import api, plugins, preprocessors  # noqa: F401 (the steps must be there to be lent to)
from nbgrader.api import Grade, Gradebook, Student, SubmittedAssignment, SubmittedNotebook
from nbgrader.converters import autograde, generate_feedback  # noqa: F401
from sqlalchemy import func, select

Found = TypeVar("Found")


class Locked(Exception):
    """Somebody else holds the gradebook; it can be tried again."""


class DiskFull(OSError):
    """The gradebook's disk takes no more."""


class GradebookSession:
    """The connection. For one thread.

    url: SQLAlchemy's name of the database, SQLite or PostgreSQL; course_id: nbgrader's.
    lock_seconds: how long somebody else may hold the database.
    """

    def __init__(self, url: str, course_id: str, lock_seconds: float = 120.0):
        self.lock_seconds = lock_seconds
        self.book = self.patiently(lambda: _opened(url, course_id))
        self.session: Any = self.book.db
        self.closing = self.book.close

    def patiently(self, action: Callable[[], Found]) -> Found:
        """Does `action`, again and again while the database is locked. Raises Locked at last."""
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
        """Everything that nbgrader writes within is in the gradebook afterwards, or nothing is.

        Raises Locked or DiskFull for what the database says of itself, else what was raised within.
        """
        with self._lent():
            try:
                yield
                type(self.session).commit(self.session)
            except BaseException as error:
                type(self.session).rollback(self.session)
                raise _meaning(error) or error from error
            finally:
                # Without this each submission would make the next one slower.
                self.session.remove()

    @contextlib.contextmanager
    def _lent(self) -> Iterator[None]:
        borrowers = [
            module
            for name, module in list(sys.modules.items())
            if name.startswith("nbgrader.") and getattr(module, "Gradebook", None) is Gradebook
        ]
        self.session.commit = self.session.flush
        self.book.close = lambda: None
        for module in borrowers:
            module.Gradebook = self._lend  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for module in borrowers:
                module.Gradebook = Gradebook  # type: ignore[attr-defined]
            del self.session.commit
            del self.book.close

    def _lend(self, *arguments: Any, **keywords: Any) -> Gradebook:
        return self.book

    def scores(self, chapter: str, student: str = "") -> dict[str, float]:
        """The points by machine that the gradebook holds, by student; of one student or of all."""
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
        return self.patiently(lambda: self._scores(query))

    def _scores(self, query: Any) -> dict[str, float]:
        try:
            return {name: round(float(points), 6) for name, points in self.session.execute(query)}
        except Exception as error:
            raise _meaning(error) or error from error
        finally:
            self.session.remove()

    def close(self) -> None:
        """Closes the connection."""
        self.closing()

    def __enter__(self) -> GradebookSession:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _opened(url: str, course_id: str) -> Gradebook:
    try:
        return Gradebook(url, course_id)
    except Exception as error:
        raise _meaning(error) or error from error


def _meaning(error: BaseException) -> Exception | None:
    """What a database's error means, looking through what nbgrader made of it."""
    waiting, seen = [error], set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        waiting += [other for other in (one.__cause__, one.__context__) if other is not None]
        if isinstance(one, sqlalchemy.exc.OperationalError):
            text = str(one.orig)
            if "locked" in text or "busy" in text or "deadlock" in text:
                return Locked(text)
            if "full" in text or "No space" in text or "disk I/O" in text:
                return DiskFull(errno.ENOSPC, text)
        if isinstance(one, OSError) and one.errno in (errno.ENOSPC, errno.EDQUOT):
            return DiskFull(one.errno, str(one))
    return None
