"""Reads what a student submitted from the course's folder."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace

from grader.classroom.course.facade import Folder
from grader.classroom.course.handed_in import LINKED, Submission
from grader.classroom.course.likely import likely, notebooks_in
from grader.classroom.course.plan import Plan
from grader.classroom.course.reading import Rejected, read_file
from grader.classroom.course.side_files import SideFiles, read_side_files
from grader.classroom.nbgrader.patch_timestamp import MAX_BYTES, TIMESTAMP, time_in
from grader.classroom.workers.job import SubmissionFiles
from grader.cleaning import printable
from grader.languages import ENGLISH, _, using

MAX_OTHERS = 10  # how many names of unexpected notebooks are listed


def collect(
    submission: Submission, plans: tuple[Plan, ...], language: str = ENGLISH
) -> SubmissionFiles:
    """Reads a submission. Never raises, whatever its folder contains.

    language: of the student's feedback.
    """
    with using(language):
        return replace(_collect(submission, plans), language=language)


def _collect(submission: Submission, plans: tuple[Plan, ...]) -> SubmissionFiles:
    names = [f"{plan.notebook}.ipynb" for plan in plans]
    if submission.linked:
        return SubmissionFiles(submission.student, {}, dict.fromkeys(names, LINKED), ())
    try:
        with submission.opened() as folder:
            side = read_side_files(folder, plans[0].files)
            return _collected(submission.student, folder, plans, side)
    except OSError:
        return SubmissionFiles(submission.student, {}, {}, ())


def _collected(
    student: str, folder: Folder, plans: tuple[Plan, ...], side: SideFiles
) -> SubmissionFiles:
    names = [f"{plan.notebook}.ipynb" for plan in plans]
    notebooks, refused = {}, {}
    for name in names:
        if not folder.has(name):
            continue
        try:
            notebooks[name] = read_file(name, folder)
        except Rejected as reason:
            refused[name] = str(reason)
    refused |= _renamed(folder, plans, {*notebooks, *refused})
    found = [one.name for one in folder.entries() if one.name.endswith(".ipynb")]
    expected = {*names, *plans[0].beside}
    found = [one for one in found if one not in expected and not one.startswith(".")]
    others = [printable(one)[:200] for one in found if not _is_taken(folder, one, notebooks)]
    timestamp, undated = _timestamp(folder)
    return SubmissionFiles(
        student, notebooks, refused, tuple(others[:MAX_OTHERS]), timestamp, undated, side
    )


def _is_taken(folder: Folder, name: str, notebooks: Mapping[str, bytes]) -> bool:
    """Whether it is a copy of a notebook that is graded, as `--take-renamed` makes one."""
    with contextlib.suppress(Rejected):
        return bool(notebooks) and read_file(name, folder) in notebooks.values()
    return False


def _renamed(folder: Folder, plans: tuple[Plan, ...], there: set[str]) -> dict[str, str]:
    """For each notebook that is missing, a sentence that names the file that is probably it."""
    missing = [plan for plan in plans if f"{plan.notebook}.ipynb" not in there]
    if not missing:
        return {}
    names = [name for name in notebooks_in(folder) if name not in there]
    told = {}
    for notebook, one in likely(folder, names, plans, missing).items():
        text = _("expected {name}, but found {files}, which looks like it. {advice}")
        if not one.sure:
            text = _("expected {name}, but found {files}, which may be it. {advice}")
        files = printable(", ".join(one.files))[:200]
        advice = _("Hand in the notebook under its original name.")
        told[f"{notebook}.ipynb"] = text.format(
            name=f"{notebook}.ipynb", files=files, advice=advice
        )
    return told


def _timestamp(folder: Folder) -> tuple[str, bool]:
    """The text of timestamp.txt, and whether it contains something that is not a time."""
    try:
        text = folder.read(TIMESTAMP, MAX_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return "", False
    except OSError:
        return "", True
    return text, time_in(text) is None
