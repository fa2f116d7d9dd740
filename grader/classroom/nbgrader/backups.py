"""Copies of an SQLite gradebook, one for each day on which something is written; a few are kept.

The first command of a day that writes copies what the night has left. A copy without a submission does not
count: the next command makes it anew. Each copy is consistent, also while another process writes.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from traitlets.log import get_logger

from grader.languages import _

FOLDER = Path(".grader") / "backup"
NAME = re.compile(r"gradebook-(\d{4}-\d{2}-\d{2})\.db")
KEPT = 10
BUSY_SECONDS = 5.0
SQLITE = "sqlite:///"


@dataclass(frozen=True)
class Copy:
    """A copy of a gradebook; day: when it was made."""

    path: Path
    day: date

    def graded(self) -> int | None:
        """How many submissions are in it; None if that cannot be read."""
        try:
            with contextlib.closing(
                sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)
            ) as book:
                counted = book.execute("SELECT count(*) FROM submitted_assignment").fetchone()
                return int(counted[0])
        except sqlite3.Error:
            return None


def gradebook_path(url: str) -> Path | None:
    """The file of an SQLite gradebook; None for any other database."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


def copies(root: Path) -> list[Copy]:
    """The copies of a course folder's gradebook, the newest first."""
    found = []
    for path in sorted((root / FOLDER).glob("gradebook-*.db"), reverse=True):
        match = NAME.fullmatch(path.name)
        with contextlib.suppress(ValueError):  # no day of a calendar
            if match is not None:
                found.append(Copy(path, date.fromisoformat(match[1])))
    return found


def back_up(root: Path, url: str) -> None:
    """Copies a course folder's gradebook, unless the day has a copy; work goes on if it cannot be."""
    path, today = gradebook_path(url), date.today()
    if path is None or not path.is_file() or not path.stat().st_size:
        return
    if any(copy.day == today and copy.graded() for copy in copies(root)):
        return
    try:
        _copy(path, root / FOLDER / f"gradebook-{today.isoformat()}.db")
        for old in copies(root)[KEPT:]:
            old.path.unlink()
    except (OSError, sqlite3.Error) as error:
        told = _("no copy of the gradebook could be made today: {error}").format(error=error)
        get_logger().warning("%s", told)


def _copy(path: Path, target: Path) -> None:
    """Makes the copy whole, or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.draft")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    try:
        with (
            contextlib.closing(
                sqlite3.connect(
                    f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS
                )
            ) as source,
            contextlib.closing(sqlite3.connect(draft)) as copy,
        ):
            source.backup(copy)
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
