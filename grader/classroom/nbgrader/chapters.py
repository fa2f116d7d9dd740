"""A course folder and its chapters: where their sources are, and how the gradebook comes to know them."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from grader.class_file import FILE, ClassFile, did_you_mean, meant_by
from grader.classroom.course.earlier import with_earlier
from grader.classroom.course.plan import Plan, chapter_plans, chapters_in, no_such_chapter
from grader.classroom.nbgrader.backups import back_up
from grader.classroom.nbgrader.late_penalties import set_dates
from grader.classroom.nbgrader.preprocessors.finding import source_folder, source_folders
from grader.errors import CourseError
from grader.languages import _
from grader.places import DATA

CONFIG = "nbgrader_config.py"
LOG = Path(".grader") / "autograde.log"


@dataclass(frozen=True)
class Course:
    """An opened course folder. `config` holds our settings, overridden by the folder's own.

    about: what its `class.toml` says.
    """

    root: Path
    config: Config
    about: ClassFile = field(default_factory=ClassFile)

    def directory(self, chapter: str = "", student: str = "*") -> CourseDirectory:
        """nbgrader's view of the folder."""
        directory = CourseDirectory(config=self.config)
        directory.root = str(self.root)
        directory.assignment_id = chapter
        directory.student_id = student
        return directory

    def folder(self, kind: str) -> Path:
        """The folder called "source" or "release", wherever the configuration says it is."""
        return self.root / str(getattr(self.directory(), f"{kind}_directory"))

    def source(self, chapter: str) -> Path:
        """The folder of source notebooks: the course's own, or this package's."""
        return source_folder(self.config, self.root, chapter)

    def chapters(self) -> list[str]:
        """The chapters that can be graded here: those of its sources, if the class has them."""
        folders = source_folders(self.config, self.root)
        found = {name for folder in folders for name in chapters_in(folder)}
        return sorted(filter(self.about.has, found))

    def named(self, word: str) -> str:
        """The chapter that is meant by "01-graphs", "01" or "graphs"; the word itself where none is."""
        meant = meant_by(word, self.chapters())
        return meant[0] if len(meant) == 1 else word

    def plans(self, chapter: str) -> tuple[Plan, ...]:
        """The chapter's plans. Raises CourseError when there is no such chapter."""
        if chapter not in (known := self.chapters()):
            raise no_such_chapter(chapter, self.root, known)
        data = self.root / "data"
        data = data if data.is_dir() else DATA
        plans = chapter_plans(chapter, self.source(chapter), data, self.about)
        return with_earlier(plans, self.root)


def register(course: Course, chapter: str, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """Enters the chapter into the gradebook, as `nbgrader generate_assignment` does.

    Does nothing if the gradebook already has the same cells with the same points. Returns the plans, which
    know the release that was there before. Raises CourseError with nbgrader's reason when it refuses.
    """
    directory = course.directory(chapter)
    directory.notebook_id = "*"
    if not directory.course_id and not directory.db_url.startswith("sqlite"):
        # nbgrader refers to a course that does not exist; only SQLite accepts that.
        raise CourseError(
            "a gradebook that is not SQLite needs the course's name: add "
            f"c.CourseDirectory.course_id = 'NAME' to {course.root / CONFIG}"
        )
    back_up(course.root, directory.db_url)
    if _registered(course, chapter, plans):
        if course.about.due:
            with _gradebook(course, chapter) as gradebook:
                set_dates(gradebook, course.about, chapter)
        return plans
    with tempfile.TemporaryDirectory(prefix="grader-release-") as folder:
        directory.source_directory = str(course.source(chapter))
        directory.release_directory = folder
        try:
            GenerateAssignment(coursedir=directory, config=course.config, force=True).start()
        except (Exception, SystemExit) as error:
            raise CourseError(
                f"nbgrader could not record {chapter} into the gradebook "
                f"({type(error).__name__}: {error}); see {course.root / LOG}"
            ) from error
    return with_earlier(plans, course.root)


def is_entered(course: Course, chapter: str, plans: tuple[Plan, ...]) -> bool:
    """Whether the gradebook knows the chapter's notebooks, in whatever version."""
    with _gradebook(course, chapter) as gradebook:
        try:
            names = {notebook.name for notebook in gradebook.find_assignment(chapter).notebooks}
        except MissingEntry:
            return False
    return names >= {plan.notebook for plan in plans}


def unknown_students(course: Course) -> list[str]:
    """A sentence for each student of `class.toml` whom the gradebook does not know."""
    about = course.about
    named = {name for one in (*about.groups, *about.students) for name in one.students}
    if not named:
        return []
    with _gradebook(course, "") as gradebook:
        known = [student.id for student in gradebook.students]
    told = _("{file} names a student {student!r}, whom the gradebook does not know")
    return [
        told.format(file=FILE, student=name) + did_you_mean(name, known)
        for name in sorted(named - set(known))
    ]


@contextlib.contextmanager
def _gradebook(course: Course, chapter: str) -> Iterator[Gradebook]:
    """The course's gradebook. Raises CourseError if it cannot be read."""
    directory = course.directory(chapter)
    try:
        with Gradebook(directory.db_url, directory.course_id) as gradebook:
            yield gradebook
    except Exception as error:
        raise CourseError(
            f"the gradebook {directory.db_url} cannot be opened ({type(error).__name__}: {error})"
        ) from error


def _registered(course: Course, chapter: str, plans: tuple[Plan, ...]) -> bool:
    with _gradebook(course, chapter) as gradebook:
        try:
            for plan in plans:
                known = gradebook.find_notebook(plan.notebook, chapter)
                cells = {
                    cell.name: float(cell.max_score)
                    for cell in [*known.grade_cells, *known.task_cells]
                }
                sources = {cell.name: cell.source for cell in known.source_cells}
                if cells != {cell.grade_id: cell.points for cell in plan.cells if cell.graded}:
                    return False
                if any(
                    sources.get(cell.grade_id) != cell.test for cell in plan.cells if cell.locked
                ):
                    return False
        except MissingEntry:
            return False
    return True
