"""Feedback pages, by nbgrader's own generate_feedback, one student at a time."""

from __future__ import annotations

import glob
from collections.abc import Iterator
from pathlib import Path

from nbgrader.converters import GenerateFeedback

from grader.classroom.course import Course, quiet_nbgrader
from grader.classroom.places import CourseError


def graded_students(course: Course, chapter: str) -> list[str]:
    """The students with an autograded notebook. Raises CourseError when there is none."""
    directory = course.directory(chapter)
    pattern = directory.format_path(directory.autograded_directory, "*", chapter)
    before = Path(pattern.partition("*")[0])
    students = sorted(Path(path).relative_to(before).parts[0] for path in glob.glob(pattern))
    if not students:
        raise CourseError(
            f"nothing has been graded for {chapter!r} in {course.root}; "
            f"run: grader autograde {chapter} --course {course.root}"
        )
    return students


def feedback(course: Course, chapter: str) -> Iterator[tuple[str, list[Path], str]]:
    """Makes every student's pages; yields student, the pages, and what went wrong ("" if nothing)."""
    for student in graded_students(course, chapter):
        directory = course.directory(chapter, student)
        trouble = ""
        with quiet_nbgrader(course.root):
            try:
                GenerateFeedback(coursedir=directory, config=course.config, force=True).start()
            except (Exception, SystemExit) as error:
                trouble = f"{type(error).__name__}: {error}"
        folder = Path(directory.format_path(directory.feedback_directory, student, chapter))
        yield student, sorted(folder.glob("*.html")), trouble


def export_csv(course: Course, chapter: str, path: Path) -> None:
    """nbgrader's own CSV export of the chapter's grades."""
    from nbgrader.api import Gradebook
    from nbgrader.plugins.export import CsvExportPlugin

    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        CsvExportPlugin(to=str(path), assignment=[chapter]).export(gradebook)
