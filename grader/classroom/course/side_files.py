"""The small files that a student hands in beside the notebook: a module, a table, notes.

The notebook finds them in the sandbox as it did in JupyterLab. What is left out is listed, with the reason.
"""

from __future__ import annotations

import base64
import functools
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from grader.class_file.given import GIVEN
from grader.classroom.course import facade
from grader.classroom.course.facade import Entry, Folder
from grader.cleaning import printable
from grader.languages import N_, _
from grader.sandbox import ChapterFiles
from grader.sandbox.mounts import site_folders

KINDS = (".py", ".csv", ".txt")
MAX_FILES = 40
MAX_FILE, MAX_TOTAL = 1_000_000, 4_000_000  # bytes of one file, and of all of them
MAX_LEVELS = 2  # of folders
MAX_NAME = 100  # characters, with its folders
MAX_TOLD = 3  # names for each reason
# Python, or a tool, runs these by itself.
RUN_BY_THEMSELVES = {"conftest", "setup", "sitecustomize", "usercustomize"}
# nbgrader's, other each time; and the release's own.
NOT_THE_STUDENTS = {"timestamp.txt", "submission_secret.txt", GIVEN}
UNSEEN = {"__pycache__", "__MACOSX"}  # made by programs, missed by nobody

REASONS = {
    "kind": N_("only .py, .csv and .txt files are accepted"),
    "odd": N_("not an ordinary file: a link, a pipe or a device"),
    "name": N_("the name has characters that cannot be displayed, or is too long"),
    "hidden": N_("the name begins with a dot"),
    "deep": N_("more than two folders deep"),
    "own": N_("the chapter has its own file or folder of that name"),
    "module": N_("a module of that name already exists; rename yours"),
    "large": N_("larger than 1 MB"),
    "total": N_("more than 4 MB in total"),
    "many": N_("more than 40 files"),
    "unread": N_("could not be read"),
    "unseen": N_("there are too many files to look at all of them"),
}


@dataclass(frozen=True)
class LeftOut:
    """Files that are left out: why (a key of `REASONS`), how many, and a few of their names."""

    reason: str
    count: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class SideFiles:
    """The files handed in beside the notebook.

    files: (name in the working folder, bytes), sorted. left_out: what the notebook will not find.
    """

    files: tuple[tuple[str, bytes], ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def told(self) -> str:
        """A sentence about what was left out, "" for nothing."""
        if not self.left_out:
            return ""
        told = "; ".join(f"{_names(one)} ({_(REASONS[one.reason])})" for one in self.left_out)
        return _("Files left out when the notebook was graded: {files}.").format(files=told)

    def pack(self) -> dict[str, Any]:
        """As JSON values."""
        files = [[name, base64.b64encode(data).decode("ascii")] for name, data in self.files]
        return {
            "files": files,
            "left_out": [[one.reason, one.count, list(one.names)] for one in self.left_out],
        }

    @classmethod
    def unpack(cls, packed: Mapping[str, Any]) -> SideFiles:
        """The inverse of `pack`."""
        return cls(
            tuple((name, base64.b64decode(text)) for name, text in packed["files"]),
            tuple(
                LeftOut(reason, count, tuple(names)) for reason, count, names in packed["left_out"]
            ),
        )


NONE = SideFiles()


def _names(one: LeftOut) -> str:
    names = ", ".join(one.names)
    if one.count == len(one.names):
        return names
    if not names:
        return _("some")
    return _("{names} and {count} more").format(names=names, count=one.count - len(one.names))


def read_side_files(folder: Folder, chapter: ChapterFiles) -> SideFiles:
    """The files beside the notebooks in a submission's folder. Never raises, whatever is there."""
    own = dict(chapter.files)
    files: dict[str, bytes] = {}
    left_out: dict[str, list[str]] = {}
    entries = folder.all_entries(MAX_LEVELS + 1, _passed_over)
    for one in entries:
        if _is_nothing_to_tell(one) or _is_unchanged(folder, one, own):
            continue
        reason = _reason_at_sight(one, chapter) or _reason_of_size(one, files)
        if not reason:
            try:
                files[one.name] = folder.read(one.name, MAX_FILE)
            except OSError:
                reason = "unread"
        if reason:
            left_out.setdefault(reason, []).append(one.name)
    found = [
        LeftOut(reason, len(names), tuple(printable(name)[:MAX_NAME] for name in names[:MAX_TOLD]))
        for reason, names in left_out.items()
    ]
    if len(entries) >= facade.MAX_ENTRIES:
        found.append(LeftOut("unseen", 1, ()))
    return SideFiles(tuple(sorted(files.items())), tuple(found))


def side_files_beside(path: Path, chapter: ChapterFiles) -> SideFiles:
    """The files beside a single notebook, which may be in a folder of unrelated things."""
    try:
        with facade.opened(path.parent) as folder:
            side = read_side_files(folder, chapter)
    except OSError:
        return NONE
    told = tuple(one for one in side.left_out if one.reason not in ("kind", "unseen"))
    return replace(side, left_out=told)


def _passed_over(name: str) -> bool:
    """Whether a folder is not looked into."""
    return name.startswith(".") or name in UNSEEN


def _is_nothing_to_tell(one: Entry) -> bool:
    *folders, last = one.name.split("/")
    if one.kind == "folder" or last.endswith(".ipynb"):
        return True  # other notebooks are reported elsewhere
    if one.name in NOT_THE_STUDENTS or (_passed_over(last) and not last.endswith(KINDS)):
        return True
    return any(map(_passed_over, folders))


def _is_unchanged(folder: Folder, one: Entry, own: Mapping[str, Path]) -> bool:
    """Whether it is one of the chapter's own files, unchanged."""
    path = own.get(one.name)
    try:
        return (
            path is not None
            and one.kind == "file"
            and path.stat().st_size == one.size
            and path.read_bytes() == folder.read(one.name, one.size)
        )
    except OSError:
        return False


def _reason_at_sight(one: Entry, chapter: ChapterFiles) -> str:
    """Why a file is left out, as far as its name and kind tell; "" for no reason."""
    parts = one.name.split("/")
    if one.kind != "file":
        return "odd"
    if any(name in (one.name, *_folders_of(one.name)) for name in _taken(chapter)):
        return "own"
    if not one.name.lower().endswith(KINDS):
        return "kind"
    if not one.name.isprintable() or "\\" in one.name or len(one.name) > MAX_NAME:
        return "name"
    if any(part.startswith(".") for part in parts):
        return "hidden"
    if len(parts) - 1 > MAX_LEVELS:
        return "deep"
    if parts[-1].lower().endswith(".py") and _hides_a_module(parts[0], chapter):
        return "module"
    return ""


def _folders_of(name: str) -> list[str]:
    """The folders that a file is in: "a/b/c.txt" is in "a" and "a/b"."""
    return [str(folder) for folder in Path(name).parents if folder.name]


def _taken(chapter: ChapterFiles) -> set[str]:
    """The names that the chapter has taken: its files, and the folders that they are in."""
    return {taken for name, _path in chapter.files for taken in (name, *_folders_of(name))}


def _hides_a_module(first: str, chapter: ChapterFiles) -> bool:
    """Whether Python might take what is called `first` for a module that is not the student's."""
    name = first.split(".")[0]
    imported = {module.partition(".")[0] for module in chapter.modules}
    known = name in RUN_BY_THEMSELVES or name in imported or name == "grader"
    return known or name in sys.stdlib_module_names or _is_installed(name)


@functools.lru_cache(10_000)
def _is_installed(name: str) -> bool:
    try:
        return PathFinder.find_spec(name, site_folders()) is not None
    except (ImportError, ValueError):
        return True


def _reason_of_size(one: Entry, files: Mapping[str, bytes]) -> str:
    if one.size > MAX_FILE:
        return "large"
    if len(files) >= MAX_FILES:
        return "many"
    return "total" if one.size + sum(map(len, files.values())) > MAX_TOTAL else ""
