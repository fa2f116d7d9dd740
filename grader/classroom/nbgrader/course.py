"""Opens an nbgrader course folder: its configuration, its log, its submissions."""

from __future__ import annotations

import contextlib
import glob
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from traitlets.config import PyFileConfigLoader
from traitlets.log import get_logger

from grader.class_file import read_class_file
from grader.classroom.course.handed_in import Submission
from grader.classroom.nbgrader import patch_alembic, patch_timestamp  # noqa: F401 (before use)
from grader.classroom.nbgrader.chapters import CONFIG, LOG, Course
from grader.classroom.nbgrader.config import course_config
from grader.classroom.nbgrader.environment import prepare_environment
from grader.classroom.nbgrader.gradebook_file import refuse_damaged
from grader.errors import CourseError
from grader.languages import _


def open_course(root: Path, whole: bool = True) -> Course:
    """Opens the course in `root`, which may be empty. Raises CourseError unless it is a folder.

    whole: raise it for a damaged gradebook, too: nothing has been written or removed then.
    """
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
    course = Course(root, config, read_class_file(root))
    if whole:
        refuse_damaged(course.directory().db_url)
    return course


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
