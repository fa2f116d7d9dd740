"""Makes notebooks/, which students get, from solutions/ with nbgrader's generate_assignment."""

from __future__ import annotations

import filecmp
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from nbgrader.converters import GenerateAssignment

from grader.classroom.nbgrader.course import Course, open_course, quiet_nbgrader
from grader.errors import CourseError


def chapters_in(source: Path) -> list[str]:
    """The chapters that `source` holds, in order."""
    return sorted({path.parent.name for path in source.glob("*/*.ipynb")})


def build(source: Path, chapters: list[str], target: Path) -> None:
    """Builds the release of `chapters` in `target`, with a temporary gradebook.

    Raises CourseError for a chapter that does not exist or that nbgrader refuses.
    """
    known = chapters_in(source)
    for chapter in chapters:
        if chapter not in known:
            raise CourseError(f"no chapter {chapter!r} in {source}; available: {', '.join(known)}")
    with tempfile.TemporaryDirectory(prefix="grader-release-") as folder:
        course = open_course(Path(folder))
        with quiet_nbgrader(course.root):
            for chapter in chapters:
                generate(course, source, chapter, target)


def generate(course: Course, source: Path, chapter: str, target: Path) -> None:
    """Generates the release of a chapter in `target`, and enters it into the course's gradebook.

    Raises CourseError with nbgrader's reason when it refuses.
    """
    directory = course.directory(chapter)
    directory.source_directory = str(source)
    directory.release_directory = str(target)
    try:
        GenerateAssignment(coursedir=directory, config=course.config, force=True).start()
    except (Exception, SystemExit) as error:
        log = (course.root / ".grader" / "autograde.log").read_text(encoding="utf-8")
        last = [line for line in log.splitlines() if " ERROR " in line][-3:]
        raise CourseError(
            f"nbgrader could not release {chapter} ({type(error).__name__}): {' '.join(last)}"
        ) from error


def release(source: Path, chapters: list[str], target: Path) -> list[str]:
    """Writes the release of `chapters` into `target`; returns the files that changed.

    Files that the source no longer has are removed; other chapters are left alone.
    """
    with tempfile.TemporaryDirectory(prefix="grader-new-") as folder:
        new = Path(folder)
        build(source, chapters, new)
        return take_over(new, target, chapters)


def take_over(new: Path, target: Path, chapters: Sequence[str]) -> list[str]:
    """Makes the chapters in `target` what they are in `new`; returns the files that changed."""
    changed = differences(new, target, chapters)
    for name in changed:
        made, place = new / name, target / name
        if made.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(made, place)
        else:
            place.unlink()
    return changed


def stale(source: Path, chapters: list[str], target: Path) -> list[str]:
    """The files in `target` that differ from what `source` produces."""
    with tempfile.TemporaryDirectory(prefix="grader-new-") as folder:
        build(source, chapters, Path(folder))
        return differences(Path(folder), target, chapters)


def differences(new: Path, old: Path, chapters: Sequence[str]) -> list[str]:
    """The files of `chapters` that differ between two folders, as paths relative to them."""
    names = {name for chapter in chapters for root in (new, old) for name in _files(root, chapter)}
    return sorted(
        name
        for name in names
        if not (new / name).is_file()
        or not (old / name).is_file()
        or not filecmp.cmp(new / name, old / name, shallow=False)
    )


def _files(root: Path, chapter: str) -> list[str]:
    found = []
    for parent, folders, files in os.walk(root / chapter):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        found += [str((Path(parent) / name).relative_to(root)) for name in files]
    return found
