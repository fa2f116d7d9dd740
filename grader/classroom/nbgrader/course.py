"""An nbgrader course folder: its configuration, its source, its gradebook, its submissions."""

from __future__ import annotations

import contextlib
import glob
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config, PyFileConfigLoader
from traitlets.log import get_logger

from grader.classroom.course.handed_in import Submission
from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.nbgrader import patch_alembic, patch_timestamp  # noqa: F401 (before use)
from grader.classroom.nbgrader.config import course_config
from grader.classroom.nbgrader.environment import prepare_environment
from grader.classroom.nbgrader.preprocessors.finding import source_folder
from grader.errors import CourseError
from grader.languages import _
from grader.places import DATA

CONFIG = "nbgrader_config.py"
LOG = Path(".grader") / "autograde.log"


@dataclass(frozen=True)
class Course:
    """An opened course folder. `config` holds our settings, overridden by the folder's own."""

    root: Path
    config: Config

    def directory(self, chapter: str = "", student: str = "*") -> CourseDirectory:
        """nbgrader's view of the folder."""
        directory = CourseDirectory(config=self.config)
        directory.root = str(self.root)
        directory.assignment_id = chapter
        directory.student_id = student
        return directory

    def source(self, chapter: str) -> Path:
        """The folder of source notebooks: the course's own, or this package's."""
        return source_folder(self.config, self.root, chapter)

    def plans(self, chapter: str) -> tuple[Plan, ...]:
        """The chapter's plans. Raises CourseError when there is no such chapter."""
        data = self.root / "data"
        return chapter_plans(chapter, self.source(chapter), data if data.is_dir() else DATA)


def open_course(root: Path) -> Course:
    """Opens the course in `root`, which may be empty. Raises CourseError unless it is a folder."""
    root = root.resolve()
    if not root.is_dir():
        raise CourseError(
            _(
                "there is no folder {folder}; --course takes an nbgrader course folder, which "
                "contains submitted/STUDENT/CHAPTER/*.ipynb"
            ).format(folder=root)
        )
    prepare_environment()
    config = course_config()
    own = root / CONFIG
    if own.is_file():
        try:
            with _working_in(root):
                loaded = PyFileConfigLoader(CONFIG, path=str(root)).load_config()
        except Exception as error:
            raise CourseError(f"{own} cannot be loaded: {type(error).__name__}: {error}") from error
        config.merge(loaded)
        if str(root) not in sys.path:
            # nbgrader's own commands look for plug-ins here, too; last, so that it shadows nothing.
            sys.path.append(str(root))
    return Course(root, config)


@contextlib.contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def quiet_nbgrader(root: Path) -> Iterator[None]:
    """Sends nbgrader's log to a file in the course folder instead of the screen."""
    path = root / LOG
    path.parent.mkdir(parents=True, exist_ok=True)
    log = get_logger()
    log = log.logger if isinstance(log, logging.LoggerAdapter) else log
    before, level, up = list(log.handlers), log.level, log.propagate
    handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.handlers, log.propagate = [handler], False
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.handlers, log.propagate = before, up
        log.setLevel(level)
        handler.close()


def register(course: Course, chapter: str, plans: tuple[Plan, ...]) -> None:
    """Enters the chapter into the gradebook, as `nbgrader generate_assignment` does.

    Does nothing if the gradebook already has the same cells with the same points. Raises CourseError
    with nbgrader's reason when it refuses.
    """
    directory = course.directory(chapter)
    if not directory.course_id and not directory.db_url.startswith("sqlite"):
        # nbgrader refers to a course that does not exist; only SQLite accepts that.
        raise CourseError(
            "a gradebook that is not SQLite needs the course's name: add "
            f"c.CourseDirectory.course_id = 'NAME' to {course.root / CONFIG}"
        )
    if _registered(course, chapter, plans):
        return
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


def _registered(course: Course, chapter: str, plans: tuple[Plan, ...]) -> bool:
    directory = course.directory(chapter)
    try:
        with Gradebook(directory.db_url, directory.course_id) as gradebook:
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
    except Exception as error:
        raise CourseError(
            f"the gradebook {directory.db_url} cannot be opened ({type(error).__name__}: {error})"
        ) from error
    return True


def submissions(course: Course, chapter: str) -> list[Submission]:
    """Every student's folder for the chapter, sorted by name. Raises CourseError when there is none."""
    directory = course.directory(chapter)
    # The course may lie in a folder whose name has brackets.
    pattern = directory.format_path(directory.submitted_directory, "*", glob.escape(chapter))
    pattern = os.path.relpath(pattern, course.root)
    found = []
    base = course.root / pattern.partition("*")[0]
    for name in sorted(glob.glob(pattern, root_dir=course.root)):
        path = course.root / name
        parts = path.relative_to(base).parts
        if not parts[0].startswith("."):
            steps = [base.joinpath(*parts[:end]) for end in range(1, len(parts) + 1)]
            linked = any(step.is_symlink() for step in steps)
            found.append(Submission(parts[0], path, linked, len(parts)))
    if not found:
        raise CourseError(
            _(
                "no submissions for {name!r}: nothing matches {pattern}; put each notebook "
                "into submitted/STUDENT/CHAPTER/"
            ).format(name=chapter, pattern=pattern)
        )
    excluded = directory.student_id_exclude.split(",")
    return [one for one in found if one.student not in excluded]
