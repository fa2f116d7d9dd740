"""What decides a grade, beside the submission: the code that runs in the judge and in a graded kernel."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grader.exercises.catalogue import prefix, short_name
from grader.exercises.definition import PROBE
from grader.exercises.own import chapter_folder, own_chapters
from grader.exercises.sources import FILE, judged_with
from grader.imports import PACKAGE, file_of, imported, needed
from grader.sandbox.mounts import KERNEL

# Grades one notebook. Tests put something faster in its place.
GRADE = "grader.classroom.grading.submission:grade"
# Where the code that decides grades begins: what it needs, after a change, means to grade again.
CODE = (*KERNEL, "grader.classroom.judge.judge_server", GRADE.partition(":")[0])
# Imported by its name, and has the exercises below it.
CATALOGUE = "grader.exercises"
DEFINITION = f"{CATALOGUE}.definition"
# In the same folders, but nobody's code.
OTHERS = frozenset((".md", ".mo", ".po", ".py", ".pyc"))


# What stays (text in quotes, space within a line); and what says nothing to Python: comments, blank lines,
# space at a line's end.
STAYS_OR_IDLE = re.compile(
    r"""(\"{3}(?:[^"\\]|\\.|"(?!""))*+\"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*+'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|[ \t]++(?![\#\n]))"""
    r"""|[ \t]*+\#[^\n]*+|[ \t]++(?=\n)|\n(?=[ \t]*+(?:\#[^\n]*+)?+(?:\n|\Z))""",
    re.DOTALL,
)


@functools.cache
def code_versions(chapter: str) -> Mapping[str, str]:
    """Digests of the code and data of ours that decide the grades of a chapter, such as "01-graphs".

    One for each exercise, by its name: its own code, and the answers that the judge uses. The one called ""
    is for all else, which decides every exercise's grade. Comments count nowhere.
    """
    exercises = exercise_files(chapter)
    files = {"": shared_files()} | exercises
    versions = {}
    for name, paths in files.items():
        digest = hashlib.sha256()
        for path in sorted(paths):
            _add_file(digest, path)
        if name in exercises:
            digest.update(repr(judged_with(name)).encode())
        versions[name] = digest.hexdigest()
    return versions


def code_files(chapter: str) -> list[Path]:
    """The modules that run in the judge and in a graded kernel, and the data files beside them."""
    return sorted(shared_files().union(*exercise_files(chapter).values()))


def shared_files() -> set[Path]:
    """Those that decide the grades of every chapter."""
    return _with_data(path for path in map(file_of, needed(*CODE, DEFINITION)) if path is not None)


def exercise_files(chapter: str) -> dict[str, set[Path]]:
    """Those that decide the grades of one exercise, by its name."""
    own = chapter in own_chapters()
    folder = chapter_folder(chapter) if own else PACKAGE / "exercises" / short_name(chapter)
    folders = {
        f"{prefix(chapter)}/{file.parent.name.replace('_', '-')}": file.parent
        for file in sorted(folder.glob(f"*/{FILE}"))
    }
    return {
        name: _own_files(folder, one, set(folders.values()) - {one}) if own else _course_files(one)
        for name, one in folders.items()
    }


def _own_files(chapter: Path, exercise: Path, others: set[Path]) -> set[Path]:
    """What an instructor's exercise may use: all in the chapter's folder, except other exercises."""
    return {
        path
        for path in chapter.rglob("*")
        if path.suffix in (".py", ".json")
        and path.name != FILE
        and not any(path.is_relative_to(other) for other in others)
    }


def _course_files(exercise: Path) -> set[Path]:
    """The exercise's module, what it imports of other exercises' code, and the data beside these."""
    found: set[str] = set()
    waiting = [".".join(["grader", *exercise.relative_to(PACKAGE).parts, "exercise"])]
    while waiting:
        name = waiting.pop()
        if name not in found and name.startswith(f"{CATALOGUE}."):
            found.add(name)
            waiting += imported(name)
    # A package only lists what is in it: with it would come all its exercises.
    paths = (path for path in map(file_of, found) if path and path.name != "__init__.py")
    return _with_data(paths) - shared_files()


def _with_data(paths: Iterable[Path]) -> set[Path]:
    modules = set(paths)
    folders = {path.parent for path in modules}
    return modules | {
        one for folder in folders for one in folder.iterdir() if one.is_file() and _decides(one)
    }


def _decides(file: Path) -> bool:
    return file.suffix not in OTHERS or file.name == PROBE


def add_tree(digest: Any, root: Path, but: str = "") -> None:
    """Adds all files of a folder, with their names, except those with the suffix `but`."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != but:
            _add_file(digest, path, root.parent)


def _add_file(digest: Any, path: Path, root: Path | None = None) -> None:
    data = path.read_bytes()
    if root is None and path.suffix == ".py":
        data = without_comments(data.decode("utf-8", "replace")).encode()
    name = path.relative_to(root).as_posix() if root else f"{path.parent.name}/{path.name}"
    digest.update(b"%d %d " % (len(name.encode()), len(data)) + name.encode() + data)


def without_comments(source: str) -> str:
    """A Python source without what changes nothing: comments, blank lines, space at a line's end."""
    return STAYS_OR_IDLE.sub(lambda found: found[1] or "", source)
