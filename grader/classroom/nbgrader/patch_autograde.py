"""Lets nbgrader's own Autograde, the formgrader's button, read submissions through `course.facade`.

nbgrader follows links: a link to a file of the instructor's would be graded, and kept with the graded
notebook, as if the student had written it; a pipe would be waited for. Here it works on copies.

It also enters a chapter that the gradebook does not know, as `grader autograde` does: nbgrader would
ask for `generate_assignment`, which writes a release that students already have.

And it keeps the notebooks of an earlier grading until the grades are saved, so that points given by hand
hold where the answer is the same (`SaveJudgedGrades`).
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter, NbGraderException

from grader.class_file import read_class_file
from grader.classroom.course.handed_in import Submission, copy_notebooks, copy_side_files
from grader.classroom.course.reading import Rejected, read_notebook
from grader.classroom.nbgrader.chapters import Course, is_entered, register
from grader.classroom.nbgrader.gradebook_file import refuse_damaged
from grader.classroom.nbgrader.preprocessors.finding import submission_of
from grader.cleaning import printable
from grader.errors import CourseError


def start(self: Autograde) -> None:
    """Copies the submissions that are asked for, and grades the copies."""
    if type(self) is not Autograde:  # ours takes its own copies
        BaseConverter.start(self)
        return
    _enter_chapter(self)
    with tempfile.TemporaryDirectory(prefix="grader-submitted-") as folder:
        for one in _submissions(self):
            place = Path(folder) / one.student / self.coursedir.assignment_id
            place.mkdir(parents=True)
            for reason in copy_notebooks(one, place):
                self.log.warning("%s: %s", printable(one.student), printable(reason))
            _write_as_read(place)
            copy_side_files(one, place)
        self.copies = folder
        try:
            BaseConverter.start(self)
        finally:
            del self.copies


def _enter_chapter(self: Autograde) -> None:
    """Enters the chapter into the gradebook, unless it is there. Raises NbGraderException for no chapter."""
    chapter = self.coursedir.assignment_id
    root = Path(self.coursedir.root)
    try:
        course = Course(root, self.config, read_class_file(root))
        refuse_damaged(self.coursedir.db_url)
        plans = course.plans(chapter)
        if not is_entered(course, chapter, plans):
            register(course, chapter, plans)
    except CourseError as error:
        self.log.error("%s", error)
        raise NbGraderException(str(error)) from None


def _write_as_read(place: Path) -> None:
    """Writes the notebooks in a folder anew, as `reading` understands them, without what stops nbgrader."""
    for path in place.glob("*.ipynb"):
        with contextlib.suppress(Rejected):  # nbgrader says itself what is wrong with it
            notebook = read_notebook(path.read_bytes(), path.name)
            path.write_text(nbformat.v4.writes(notebook), encoding="utf-8")


def _submissions(self: Autograde) -> list[Submission]:
    directory = self.coursedir
    found = glob.glob(
        BaseConverter._format_source(self, directory.assignment_id, directory.student_id)
    )
    names = BaseConverter._format_source(
        self, re.escape(directory.assignment_id), "(?P<student>.*)", escape=True
    )
    students = [match["student"] for path in sorted(found) if (match := re.fullmatch(names, path))]
    about = {"assignment": directory.assignment_id}
    return [submission_of(directory, about | {"student": student}) for student in students]


def format_source(
    self: Autograde, assignment_id: str, student_id: str, escape: bool = False
) -> str:
    """The folder of a submission: of its copy, while there is one and it has not been cleaned."""
    copies = getattr(self, "copies", "")
    if not copies or not self._sanitizing:
        return str(BaseConverter._format_source(self, assignment_id, student_id, escape))
    base, separator = (re.escape(copies), re.escape(os.sep)) if escape else (copies, os.sep)
    return separator.join([base, student_id, assignment_id])


def init_destination(self: Autograde, assignment_id: str, student_id: str) -> bool:
    """nbgrader's, after keeping what it removes: the notebooks of an earlier grading, by name."""
    directory = self.coursedir
    place = directory.format_path(directory.autograded_directory, student_id, assignment_id)
    self.graded_before = {
        path.stem: path.read_text(encoding="utf-8", errors="replace")
        for path in Path(place).glob("*.ipynb")
        if path.is_file()
    }
    return bool(BaseConverter.init_destination(self, assignment_id, student_id))


def init_single_notebook_resources(self: Autograde, notebook_filename: str) -> dict[str, Any]:
    """nbgrader's, with the notebook of an earlier grading, or "", as `graded_before`."""
    resources: dict[str, Any] = BaseConverter.init_single_notebook_resources(
        self, notebook_filename
    )
    resources["graded_before"] = self.graded_before.get(resources["nbgrader"]["notebook"], "")
    return resources


Autograde.start = start
Autograde.init_destination = init_destination
Autograde.init_single_notebook_resources = init_single_notebook_resources
Autograde._format_source = format_source
