"""Reads what a student submitted from the course's folder."""

from __future__ import annotations

import os

from grader.classroom.course.plan import Plan
from grader.classroom.course.reading import Rejected, read_file
from grader.classroom.nbgrader.course import Submission
from grader.classroom.workers.job import SubmissionFiles

TIMESTAMP = "timestamp.txt"


def collect(submission: Submission, plans: tuple[Plan, ...]) -> SubmissionFiles:
    """Reads a submission. Never raises, whatever its folder contains."""
    names = [f"{plan.notebook}.ipynb" for plan in plans]
    notebooks, refused = {}, {}
    if submission.linked:
        why = "The folder is a symbolic link; a folder with the notebook in it was expected."
        return SubmissionFiles(submission.student, {}, dict.fromkeys(names, why), ())
    for name in names:
        path = submission.folder / name
        if not os.path.lexists(path):
            continue
        try:
            notebooks[name] = read_file(path)
        except Rejected as reason:
            refused[name] = str(reason)
    others = tuple(_printable(name) for name in submission.notebooks() if name not in names)
    try:
        timestamp = (submission.folder / TIMESTAMP).read_text("utf-8", "replace")[:200]
    except OSError:
        timestamp = ""
    return SubmissionFiles(submission.student, notebooks, refused, others, timestamp)


def _printable(name: str) -> str:
    """A file name that is safe on a screen and in JSON."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:200]
