"""Makes feedback pages with nbgrader's generate_feedback, one student at a time."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.plugins.export import CsvExportPlugin

from grader.classroom.nbgrader.course import Course, quiet_nbgrader
from grader.errors import CourseError


class Pages(GenerateFeedback):
    """nbgrader's GenerateFeedback. `cause`: the OSError that ended it, if any."""

    cause: OSError | None = None

    def init_notebooks(self) -> None:
        """The student's graded notebooks. nbgrader takes names for patterns; they may have brackets."""
        folder = self._format_source(self.coursedir.assignment_id, self.coursedir.student_id)
        found = sorted(str(path) for path in Path(folder).glob("*.ipynb"))
        if not found:
            raise NbGraderException(f"no graded notebook in {folder}")
        self.assignments = {folder: found}
        self.notebooks: list[str] = []

    def convert_single_notebook(self, notebook_filename: str) -> None:
        try:
            super().convert_single_notebook(notebook_filename)
        except OSError as error:
            self.cause = error
            raise


def graded_students(course: Course, chapter: str) -> list[str]:
    """The students with an autograded notebook. Raises CourseError when there is none."""
    directory = course.directory(chapter)
    pattern = directory.format_path(directory.autograded_directory, "*", glob.escape(chapter))
    pattern = os.path.relpath(pattern, course.root)
    before = Path(pattern.partition("*")[0])
    found = glob.glob(pattern, root_dir=course.root)
    students = sorted(Path(path).relative_to(before).parts[0] for path in found)
    if not students:
        raise CourseError(
            f"nothing has been graded for {chapter!r} in {course.root}; "
            f"run: grader autograde {chapter} --course {course.root}"
        )
    return students


def feedback(course: Course, chapter: str) -> Iterator[tuple[str, list[Path], str]]:
    """Makes every student's pages; yields the student, the pages, and an error message or ""."""
    for student in graded_students(course, chapter):
        with quiet_nbgrader(course.root):
            pages, trouble = feedback_of(course, chapter, student)
        yield student, pages, trouble


def feedback_of(course: Course, chapter: str, student: str) -> tuple[list[Path], str]:
    """Makes one student's pages; returns them and an error message or "".

    Raises OSError when the disk is full.
    """
    directory = course.directory(chapter, student)
    trouble = ""
    pages = Pages(coursedir=directory, config=course.config, force=True)
    try:
        pages.start()
    except (Exception, SystemExit) as error:
        if pages.cause is not None:
            raise pages.cause from error
        trouble = f"{type(error).__name__}: {error}"
    folder = Path(directory.format_path(directory.feedback_directory, student, chapter))
    return sorted(folder.glob("*.html")), trouble


def export_csv(course: Course, chapter: str, path: Path) -> None:
    """Writes the chapter's grades with nbgrader's CSV export."""
    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        CsvExportPlugin(to=str(path), assignment=[chapter]).export(gradebook)
