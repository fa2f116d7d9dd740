"""Makes feedback pages with nbgrader's generate_feedback, one student at a time."""

from __future__ import annotations

import contextlib
import glob
import html
import os
import shutil
from collections.abc import Callable, Collection, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from nbformat import read
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.plugins.export import CsvExportPlugin
from nbgrader.utils import is_grade

from grader.classroom.course.feedback_languages import read_languages
from grader.classroom.course.handed_in import is_chosen
from grader.classroom.nbgrader.course import Course, quiet_nbgrader
from grader.errors import CourseError
from grader.languages import _, language, tag, using


class Pages(GenerateFeedback):
    """nbgrader's GenerateFeedback. `cause`: the OSError that ended it, if any; `kept`: what it leaves out."""

    cause: OSError | None = None
    kept: Collection[str] = ()

    def init_notebooks(self) -> None:
        """The student's graded notebooks. nbgrader takes names for patterns; they may have brackets."""
        folder = self._format_source(self.coursedir.assignment_id, self.coursedir.student_id)
        found = sorted(str(path) for path in Path(folder).glob("*.ipynb"))
        if not found:
            raise NbGraderException(f"no graded notebook in {folder}")
        self.assignments = {folder: [path for path in found if Path(path).stem not in self.kept]}
        self.notebooks: list[str] = []

    def convert_single_notebook(self, notebook_filename: str) -> None:
        try:
            super().convert_single_notebook(notebook_filename)
        except OSError as error:
            self.cause = error
            raise


def graded_students(course: Course, chapter: str, only: Collection[str] = ()) -> list[str]:
    """The students with an autograded notebook, of whom `only` chooses. Raises CourseError for none."""
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
    for name in only:
        if not any(is_chosen(student, (name,)) for student in students):
            near = get_close_matches(name, students, n=3)
            raise CourseError(
                _("no graded submission of {chapter!r} matches --only {name!r}{near}").format(
                    chapter=chapter,
                    name=name,
                    near=_("; did you mean {names}?").format(names=", ".join(near)) if near else "",
                )
            )
    return [student for student in students if is_chosen(student, only)]


def feedback(
    course: Course, chapter: str, only: Collection[str] = ()
) -> Iterator[tuple[str, list[Path], str]]:
    """Makes the pages of the students whom `only` chooses, as `is_chosen` does.

    Yields the student, the pages, and an error message or "".
    """
    languages = read_languages(course.root)
    for student in graded_students(course, chapter, only):
        with quiet_nbgrader(course.root), using(languages.of(student, language(), course.about)):
            pages, trouble = feedback_of(course, chapter, student)
        yield student, pages, trouble


def feedback_of(
    course: Course, chapter: str, student: str, kept: Collection[str] = ()
) -> tuple[list[Path], str]:
    """Makes one student's pages; returns them and an error message or "".

    kept: the notebooks whose pages stay as they are, where there are any. All others stay until the
    new ones are there. Raises OSError when the disk is full.
    """
    directory = course.directory(chapter, student)
    trouble = ""
    pages = Pages(coursedir=directory, config=course.config, force=True)
    folder = Path(directory.format_path(directory.feedback_directory, student, chapter))
    aside = folder.with_name(f".{folder.name} before")
    with _kept_aside(folder, aside) as done:
        pages.kept = {name for name in kept if (aside / f"{name}.html").is_file()}
        try:
            pages.start()
            for name in pages.kept:
                (aside / f"{name}.html").rename(folder / f"{name}.html")
            _add_the_others(directory, chapter, student, folder)
            done()
        except (Exception, SystemExit) as error:
            if pages.cause is not None:
                raise pages.cause from error
            trouble = f"{type(error).__name__}: {error}"
    return sorted(folder.glob("*.html")), trouble


def _add_the_others(directory: Any, chapter: str, student: str, folder: Path) -> None:
    """A page of one sentence for each notebook of the chapter that was handed in and has no points.

    nbgrader's Assignment List shows a student no feedback before every notebook has some.
    """
    source = Path(directory.format_path(directory.source_directory, ".", chapter))
    submitted = Path(directory.format_path(directory.submitted_directory, student, chapter))
    told = _("This notebook has no points: nothing in it is graded.")
    for path in source.glob("*.ipynb"):
        page = folder / f"{path.stem}.html"
        if not (submitted / path.name).is_file() or page.exists():
            continue
        if not any(map(is_grade, read(path, as_version=4).cells)):
            page.write_text(
                f'<!DOCTYPE html><html lang="{tag()}"><meta charset="utf-8">'
                f"<title>{html.escape(path.stem)}</title><p>{html.escape(told)}</p></html>\n",
                encoding="utf-8",
            )


@contextlib.contextmanager
def _kept_aside(folder: Path, aside: Path) -> Iterator[Callable[[], None]]:
    """Puts a folder aside, and back if what is yielded was not called: nbgrader begins by removing it."""
    if aside.is_dir():  # a run was killed, and only the one aside is whole
        shutil.rmtree(folder, ignore_errors=True)
    elif folder.is_dir():
        folder.rename(aside)
    whole: list[bool] = []
    try:
        yield lambda: whole.append(True)
    finally:
        if not whole and aside.is_dir():
            shutil.rmtree(folder, ignore_errors=True)
            aside.rename(folder)
        shutil.rmtree(aside, ignore_errors=True)


def export_csv(course: Course, chapter: str, path: Path) -> None:
    """Writes the chapter's grades with nbgrader's CSV export."""
    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        CsvExportPlugin(to=str(path), assignment=[chapter]).export(gradebook)
