"""One student's folder for a chapter: opened, listed and copied through `facade`."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from grader.classroom.course.facade import Entry, Folder, opened
from grader.classroom.course.reading import Rejected, read_file

# Bytes of a file beside the notebook that is kept with the graded one, and of all of them.
MAX_SIDE_FILE, MAX_SIDE_FILES = 20_000_000, 50_000_000
LINKED = "The folder is a symbolic link; a folder with the notebook in it was expected."


@dataclass(frozen=True)
class Submission:
    """One student's folder for a chapter.

    linked: it is, or is reached by, a symbolic link that may lead anywhere; nothing in it is read.
    """

    student: str
    folder: Path
    linked: bool = False
    parts: int = 2  # how many parts of the path, counted from its end, are the students'

    def opened(self) -> AbstractContextManager[Folder]:
        """The folder, opened for reading. Raises OSError if there is none, or a link in its place."""
        base = self.folder.parents[self.parts - 1]
        return opened(base, *self.folder.parts[-self.parts :])

    def entries(self) -> list[Entry]:
        """What is in the folder itself; nothing if it cannot be opened."""
        with contextlib.suppress(OSError), self.opened() as folder:
            return folder.entries()
        return []


def is_chosen(student: str, only: Collection[str]) -> bool:
    """Whether a student is among `only`, which are ids or patterns with * and ?; an empty one chooses all."""
    return not only or any(student == name or fnmatchcase(student, name) for name in only)


def copy_notebooks(submission: Submission, place: Path) -> list[str]:
    """Copies a submission's notebooks; returns a sentence for each that is none or cannot be read."""
    reasons = []
    try:
        with submission.opened() as folder:
            for one in folder.entries():
                if one.name.endswith(".ipynb"):
                    try:
                        (place / one.name).write_bytes(read_file(one.name, folder))
                    except Rejected as reason:
                        reasons.append(str(reason))
    except OSError:
        reasons.append(LINKED)
    return reasons


def copy_side_files(submission: Submission, place: Path) -> None:
    """Copies a submission's ordinary files except notebooks: no links, nothing large, not too many."""
    left = MAX_SIDE_FILES
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(submission.opened())
        except OSError:
            return
        for one in folder.all_entries():
            parts = one.name.split("/")
            if one.kind != "file" or any(part.endswith(".ipynb") for part in parts):
                continue
            try:
                data = folder.read(one.name, min(left, MAX_SIDE_FILE))
            except OSError:
                continue
            left -= len(data)
            copy = place / one.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
