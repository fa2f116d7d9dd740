"""Brings a class's sources to the course's newer version; what the instructor has edited stays.

Three versions of each file take part: the one that the class was made from (`origin`), the class's own, and
the course's.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from grader.atomic import write_atomically
from grader.authoring.source_changes import Differences, differences
from grader.authoring.source_merging import merge_sources
from grader.classroom.nbgrader.course import Course
from grader.classroom.publishing.class_release import (
    HIDDEN,
    ORIGIN,
    made_from,
    note_origin,
    refuse_shared_folders,
)
from grader.classroom.runs.journal import course_lock, read_entries
from grader.classroom.workers.code_version import code_versions
from grader.classroom.workers.job import JUDGE, SHORT
from grader.languages import _
from grader.places import ROOT, SOLUTIONS

INDEX = "index.ipynb"
BEFORE = Path(".grader") / "before-upgrade"
BESIDE = Path(".grader") / "upgrade"
SECONDS = 20  # for one call of git


@dataclass
class Upgrade:
    """What the course's newer version would change in a chapter of a class.

    version: the one that it was made from. known: whether that is at hand; if not, all that differs from the
    course is taken for the instructor's.
    differences: the course's changes. judges: exercises whose judge is another than the one that has graded
    submissions of this class, and how many. files: what is to be written, None for what goes.
    kept: how many cells and files of the instructor's stay as they are. conflicts: which of these the course
    has changed, too. blocked: why a notebook cannot be merged.
    """

    chapter: str
    version: str
    known: bool = True
    differences: Differences = field(default_factory=Differences)
    judges: dict[str, int] = field(default_factory=dict)
    files: dict[str, bytes | None] = field(default_factory=dict)
    theirs: dict[str, bytes] = field(default_factory=dict)
    kept: int = 0
    conflicts: list[str] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to do to the sources."""
        return bool(self.files or self.conflicts or self.blocked)


def upgrades(course: Course) -> list[Upgrade]:
    """For each chapter of the class that the course has, and the index: what an upgrade would change.

    Raises CourseError for a class whose sources are the course's own.
    """
    refuse_shared_folders(course)
    names = [name for name in [*course.chapters(), INDEX] if (SOLUTIONS / name).exists()]
    return [_look(course, name) for name in names if (course.folder("source") / name).exists()]


def upgrade(course: Course, one: Upgrade) -> Path | None:
    """Writes a chapter's new sources; returns the folder with the old ones.

    The course's are put into a folder of their own where a person must look at them. Returns None where
    nothing can be merged: all stays as it is then.
    """
    with course_lock(course.root):
        if one.conflicts or one.blocked:
            _write(course.root / BESIDE, one.theirs)
        if one.blocked:
            return None
        moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        kept, source = course.root / BEFORE / moment, course.folder("source")
        kept.mkdir(parents=True, exist_ok=True)
        _copy(source / one.chapter, kept / one.chapter)
        _write(source, one.files)
        note_origin(course.root, one.chapter)
    return kept


def _look(course: Course, chapter: str) -> Upgrade:
    version = made_from(course.root).get(chapter, "")
    base = _files(course.root / ORIGIN, chapter) or _from_git(version, chapter)
    ours, theirs = _files(course.folder("source"), chapter), _files(SOLUTIONS, chapter)
    found = Upgrade(chapter, version or _("an unknown version"), bool(base), theirs=theirs)
    found.differences = differences(base or ours, theirs)
    found.judges = _other_judges(course.root, chapter) if chapter != INDEX else {}
    for name in sorted(base.keys() | ours.keys() | theirs.keys()):
        _look_at_file(name, base.get(name), ours.get(name), theirs.get(name), found)
    return found


def _look_at_file(
    name: str, base: bytes | None, ours: bytes | None, theirs: bytes | None, found: Upgrade
) -> None:
    if ours == theirs:
        return
    if ours == base or (ours is None and base is None):
        found.files[name] = theirs
    elif name.endswith(".ipynb") and ours is not None and theirs is not None:
        merged = merge_sources(base, ours, theirs)
        found.kept += merged.kept
        if theirs != base:
            found.blocked += [f"{name}: {merged.blocked}"] * bool(merged.blocked)
            found.conflicts += [f"{name}: {told}" for told in merged.conflicts]
            if merged.data is not None:
                found.files[name] = merged.data
    else:  # the instructor has edited, added or removed it
        found.kept += 1
        if theirs not in (base, None):
            found.conflicts.append(_("{name}: the course has changed it, too").format(name=name))


def _files(folder: Path, chapter: str) -> dict[str, bytes]:
    """The files of a chapter, or the index, by their names below `folder`."""
    place = folder / chapter
    paths = [place] if place.is_file() else sorted(place.rglob("*"))
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if path.is_file()
        and not any(part.startswith(HIDDEN) for part in path.relative_to(folder).parts)
    }


def _from_git(version: str, chapter: str) -> dict[str, bytes]:
    """A chapter's files in an earlier version of the course, if the course is a clone that has it."""
    commit = version.rpartition("(")[2].rstrip(")").removesuffix("-dirty")
    if not commit or not SOLUTIONS.is_relative_to(ROOT):
        return {}
    folder = SOLUTIONS.relative_to(ROOT).as_posix()
    listed = _git("ls-tree", "-r", "--name-only", commit, f"{folder}/{chapter}")
    found = {}
    for name in (listed or b"").decode().splitlines():
        data = _git("show", f"{commit}:{name}")
        if data is not None:
            found[name.removeprefix(f"{folder}/")] = data
    return found


def _git(*words: str) -> bytes | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *words], capture_output=True, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _other_judges(root: Path, chapter: str) -> dict[str, int]:
    counted: dict[str, int] = {}
    versions = code_versions(chapter)
    for entry in read_entries(root, chapter).values():
        for name, version in versions.items():
            judged = entry.basis.get(f"{JUDGE}{name}")
            if judged is not None and judged != version[:SHORT]:
                counted[name] = counted.get(name, 0) + 1
    return counted


def _write(folder: Path, files: Mapping[str, bytes | None]) -> None:
    for name, data in files.items():
        path = folder / name
        if data is None:
            path.unlink(missing_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)


def _copy(source: Path, target: Path) -> Any:
    return (shutil.copytree if source.is_dir() else shutil.copyfile)(source, target)
