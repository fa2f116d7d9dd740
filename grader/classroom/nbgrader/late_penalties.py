"""Due dates and late penalties, as `class.toml` says them."""

from __future__ import annotations

from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.plugins import LateSubmissionPlugin

from grader.class_file import ClassFile, Late, read_class_file
from grader.judging import DIGITS

DAY = 24 * 60 * 60  # seconds


def penalty(late: Late, score: float, seconds: float) -> float:
    """The points that a submission of this score loses, so many seconds after it was due."""
    if seconds <= 60 * late.grace_minutes:
        return 0.0
    days = -(-seconds // DAY)
    return round(score * min(days * late.per_day, late.at_most, 100.0) / 100, DIGITS)


class ClassPenalty(LateSubmissionPlugin):
    """What `[late]` takes; without it, what nbgrader's own plug-in does, as it is configured."""

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        late = read_class_file(Path.cwd()).late  # nbgrader works in the class's folder
        if late is not None:
            return penalty(late, score, total_seconds_late)
        lost: float | None = super().late_submission_penalty(student_id, score, total_seconds_late)
        return lost


def set_dates(book: Gradebook, about: ClassFile, chapter: str, student: str = "") -> None:
    """Enters when a chapter is due; for a student, too, whose own date is an extension in nbgrader's words.

    Does nothing if the file has no dates at all: then those in the gradebook count.
    """
    if not about.due:
        return
    due = about.due.get(chapter)
    book.find_assignment(chapter).duedate = due
    if student:
        try:
            submission = book.find_submission(chapter, student)
        except MissingEntry:
            submission = None
        own = about.due_of(student, chapter)
        if submission is not None:
            submission.extension = own - due if own and due and own != due else None
    book.db.commit()
