"""Collects archives from a learning management system, with nbgrader's own `zip_collect`."""

from __future__ import annotations

import contextlib
import filecmp
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from traitlets.log import get_logger

from grader.classroom.nbgrader.archives import free
from grader.classroom.nbgrader.course import Course, quiet_nbgrader
from grader.errors import CourseError
from grader.languages import _


@dataclass(frozen=True)
class Collected:
    """What became of the archives.

    students: how many submissions are new; notes: what was decided; left_out: what was not collected.
    """

    students: int
    notes: tuple[str, ...]
    left_out: tuple[str, ...]


def collect_archives(
    course: Course, chapter: str, files: Iterable[Path] = (), force: bool = False
) -> Collected:
    """Copies the files to the chapter's archives, and collects all that are there.

    force: whether submissions that are there are replaced. Raises CourseError if there is no such chapter, or
    nothing to collect.
    """
    from nbgrader.apps.zipcollectapp import ZipCollectApp  # slow, and only needed here

    course.plans(chapter)
    directory = course.directory(chapter)
    if not any((course.root / directory.release_directory).glob(f"{chapter}/*.ipynb")):
        directory.source_directory = str(course.source(chapter))  # names of notebooks
    app = ZipCollectApp(config=course.config, coursedir=directory, force=True)
    archives = Path(app._format_collect_path(app.archive_directory))
    for file in files:
        _keep(file, archives)
    nothing = _("nothing to collect in {folder}: name the files, or put them there")
    if not archives.is_dir() or not any(archives.iterdir()):
        raise CourseError(nothing.format(folder=archives))
    with quiet_nbgrader(course.root):
        app.log = get_logger()
        app.init_plugins()
        collector, extractor = app.collector_plugin_inst, app.extractor_plugin_inst
        with contextlib.suppress(SystemExit):  # what it says is in `left_out`
            app.extract_archive_files()  # into an empty folder
            app.force = force
            app.process_extracted_files()
    left_out = (*getattr(extractor, "troubles", ()), *getattr(collector, "left_out", ()))
    notes = tuple(getattr(collector, "notes", ()))
    if (
        not left_out and getattr(collector, "decided", ...) is None
    ):  # there was nothing to ask it about
        raise CourseError(nothing.format(folder=archives))
    return Collected(getattr(collector, "collected", 0), notes, left_out)


def _keep(file: Path, archives: Path) -> None:
    """Copies a file or a folder to the archives, unless it is there; another one of that name stays."""
    archives.mkdir(parents=True, exist_ok=True)
    file = file.resolve()
    if file.is_relative_to(archives.resolve()):
        return
    place = archives / file.name
    if file.is_dir():
        if archives.resolve().is_relative_to(file):
            raise CourseError(
                _("{folder} contains the class; name a folder of submissions").format(folder=file)
            )
        shutil.copytree(file, free(place), symlinks=True, ignore=_no_files)
        return
    if place.exists():
        if place.is_file() and filecmp.cmp(place, file, shallow=False):
            return
        place = free(place)
    shutil.copy2(file, place)


def _no_files(folder: str, names: list[str]) -> list[str]:
    """What is neither a file nor a folder, such as a pipe, for which copying would wait."""
    places = [Path(folder, name) for name in names]
    return [one.name for one in places if not (one.is_symlink() or one.is_dir() or one.is_file())]
