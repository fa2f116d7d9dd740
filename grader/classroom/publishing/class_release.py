"""Makes a class's release from its own sources, as its `class.toml` says."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from grader.atomic import write_atomically
from grader.class_file import GIVEN, given_to_students
from grader.classroom.course.class_source import disagreements
from grader.classroom.course.mentions import untrue
from grader.classroom.course.plan import no_such_chapter, points_told, read_source
from grader.classroom.nbgrader.backups import back_up
from grader.classroom.nbgrader.chapters import unknown_students
from grader.classroom.nbgrader.course import Course, quiet_nbgrader
from grader.classroom.publishing.pages import class_pages
from grader.classroom.publishing.release import differences, generate, take_over
from grader.errors import CourseError
from grader.languages import _
from grader.places import ROOT, SOLUTIONS

# Which version of the course each source was copied from, and the sources as they were there.
MADE_FROM = Path(".grader") / "made-from.json"
ORIGIN = Path(".grader") / "made-from"
HIDDEN = (".", "__pycache__")  # prefixes of names that belong to no source


def release_class(course: Course, chapters: Sequence[str] = (), check: bool = False) -> list[str]:
    """Writes a class's release, and enters the chapters into its gradebook; returns the files that changed.

    The sources that it lacks are copied from the course.
    chapters: only these; with none, the pages beside them, too. check: only says what would change.
    Raises CourseError for a chapter that the class does not have, or that nbgrader refuses.
    """
    refuse_shared_folders(course)
    known = course.chapters()
    for name in chapters:
        if name not in known:
            raise no_such_chapter(name, course.root, known)
    if not check:
        back_up(course.root, course.directory().db_url)
        _copy_sources(course, chapters or known)
    target = course.folder("release")
    with tempfile.TemporaryDirectory(prefix="grader-new-") as folder:
        new = Path(folder)
        with quiet_nbgrader(course.root):
            for name in chapters or known:
                generate(course, course.source(name), name, new)
        work = differences if check else take_over
        changed = work(new, target, chapters or known)
    points = {
        exercise: worth
        for name in known
        if (course.folder("source") / name).exists()
        for exercise, worth in points_told(course.plans(name)).items()
    }
    files = {GIVEN: given_to_students(course.about, points)}
    if not chapters:
        files |= class_pages(course.folder("source"), course.about)
    return changed + _write_files(files, target, check)


def remarks(course: Course, chapters: Sequence[str] = ()) -> list[str]:
    """What the instructor should know about the sources and `class.toml`, in sentences."""
    found = []
    for name in chapters or course.chapters():
        paths = sorted((course.folder("source") / name).glob("*.ipynb"))
        sources = {f"{name}/{path.name}": read_source(path) for path in paths}
        for source in sources.values():
            found += disagreements(source, course.about)
        found += untrue(sources, course.about)
    return found + unknown_students(course)


def _write_files(files: Mapping[str, str], target: Path, check: bool) -> list[str]:
    """Writes what stands beside the chapters; returns the names of the files that changed."""
    changed = []
    for name, text in files.items():
        path = target / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            changed.append(name)
            if not check:
                write_atomically(path, text.encode())
    return changed


def refuse_shared_folders(course: Course) -> None:
    """Raises CourseError for a class whose sources or release are the course's own."""
    for kind in ("source", "release"):
        if (folder := course.folder(kind)).resolve().is_relative_to(ROOT):
            told = _(
                "{folder} belongs to the course, not to this class. Give the class folders of its own: "
                "grader new-class {root} --adopt"
            )
            raise CourseError(told.format(folder=folder, root=course.root))


def _copy_sources(course: Course, chapters: Sequence[str]) -> None:
    """Copies what the class lacks from the course's solutions, and notes their version."""
    source = course.folder("source")
    for name in [*chapters, "index.ipynb"]:
        there = SOLUTIONS / name
        if (source / name).exists() or not there.exists():
            continue
        source.mkdir(exist_ok=True)
        _copy(there, source / name)
        note_origin(course.root, name)


def _copy(there: Path, here: Path) -> None:
    if there.is_dir():
        hidden = shutil.ignore_patterns(*(f"{name}*" for name in HIDDEN))
        shutil.copytree(there, here, ignore=hidden)
    else:
        shutil.copyfile(there, here)


def made_from(root: Path) -> dict[str, str]:
    """Which version of the course each source of a class was copied from."""
    path = root / MADE_FROM
    return dict(json.loads(path.read_text())) if path.is_file() else {}


def note_origin(root: Path, name: str) -> None:
    """Notes that a source of a class is now made from the course's present one, and keeps a copy of that."""
    origin = root / ORIGIN / name
    if origin.is_dir():
        shutil.rmtree(origin)
    origin.parent.mkdir(parents=True, exist_ok=True)
    _copy(SOLUTIONS / name, origin)
    told = json.dumps(made_from(root) | {name: course_version()}, indent=1, sort_keys=True)
    write_atomically(root / MADE_FROM, f"{told}\n".encode())


def course_version() -> str:
    """The version of the course, with its commit where it is a clone."""
    try:
        found = version("tf-graph-course")
    except PackageNotFoundError:
        found = ""
    try:
        command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
        commit = subprocess.run(command, capture_output=True, text=True, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        commit = ""
    return " ".join(filter(None, [found, f"({commit})" if commit else ""])) or "unknown"
