"""Reads what a student submitted from the course's folder."""

from __future__ import annotations

from grader.classroom.course.facade import Folder
from grader.classroom.course.handed_in import LINKED, Submission
from grader.classroom.course.plan import Plan
from grader.classroom.course.reading import Rejected, read_file
from grader.classroom.course.side_files import SideFiles, read_side_files
from grader.classroom.nbgrader.patch_timestamp import MAX_BYTES, TIMESTAMP, time_in
from grader.classroom.workers.job import SubmissionFiles
from grader.errors import printable

MAX_OTHERS = 10  # how many names of unexpected notebooks are listed


def collect(submission: Submission, plans: tuple[Plan, ...]) -> SubmissionFiles:
    """Reads a submission. Never raises, whatever its folder contains."""
    names = [f"{plan.notebook}.ipynb" for plan in plans]
    if submission.linked:
        return SubmissionFiles(submission.student, {}, dict.fromkeys(names, LINKED), ())
    try:
        with submission.opened() as folder:
            side = read_side_files(folder, plans[0].files)
            return _collected(submission.student, folder, names, side)
    except OSError:
        return SubmissionFiles(submission.student, {}, {}, ())


def _collected(student: str, folder: Folder, names: list[str], side: SideFiles) -> SubmissionFiles:
    notebooks, refused = {}, {}
    for name in names:
        if not folder.has(name):
            continue
        try:
            notebooks[name] = read_file(name, folder)
        except Rejected as reason:
            refused[name] = str(reason)
    found = [one.name for one in folder.entries() if one.name.endswith(".ipynb")]
    others = [printable(one)[:200] for one in found if one not in names and not one.startswith(".")]
    timestamp, undated = _timestamp(folder)
    return SubmissionFiles(
        student, notebooks, refused, tuple(others[:MAX_OTHERS]), timestamp, undated, side
    )


def _timestamp(folder: Folder) -> tuple[str, bool]:
    """The text of timestamp.txt, and whether it contains something that is not a time."""
    try:
        text = folder.read(TIMESTAMP, MAX_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return "", False
    except OSError:
        return "", True
    return text, time_in(text) is None
