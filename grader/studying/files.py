"""Writes a reader's files: atomically, one process at a time, and never over unseen changes."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.atomic import draft_of
from grader.errors import CourseError
from grader.languages import _

# Our folder beside the chapters; the record that `check` keeps is there, too.
FOLDER = ".grader"
# Seconds to wait for the lock, which is held only while a few small files are written.
PATIENCE = 30.0
FULL = (errno.ENOSPC, errno.EDQUOT)


class ChangedMeanwhile(Exception):
    """The file was saved between our reading and writing it; nothing was written."""


def digest(data: bytes) -> str:
    """The SHA-256 hash of the bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read_bytes(path: Path) -> bytes | None:
    """The bytes of a file, or None if it does not exist. Raises CourseError for a folder."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        raise CourseError(
            _(
                "{path} is a folder, but a file of the course belongs there; rename the folder"
            ).format(path=path)
        ) from None


def write_whole(path: Path, data: bytes, seen: bytes | None) -> None:
    """Atomically writes `data` to `path`, if it still contains `seen` (None: does not exist).

    On any error the old file is unchanged. Raises ChangedMeanwhile if the file differs from `seen`,
    and CourseError if the disk is full.
    """
    place = path.resolve()  # a link stays a link
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with draft_of(place, data, suffix="new") as draft:
            if read_bytes(path) != seen:
                raise ChangedMeanwhile(f"{path} was saved at this moment")
            os.replace(draft, place)
    except OSError as error:
        if error.errno in FULL:
            raise CourseError(
                _(
                    "the disk is full: {path} could not be written. Your files are unchanged; "
                    "free some space and start again"
                ).format(path=path)
            ) from error
        raise


def write_beside(path: Path, data: bytes) -> Path:
    """Writes `data` to `path` or, if that exists, to the next free name; returns the path.

    `1-recipes.updated.ipynb` is followed by `1-recipes.updated-2.ipynb`.
    """
    place, number = path, 1
    while os.path.lexists(place):
        if place.is_file() and place.read_bytes() == data:
            return place
        number += 1
        place = path.with_name(f"{path.stem}-{number}{path.suffix}")
    write_whole(place, data, None)
    return place


@contextlib.contextmanager
def alone(
    work: Path, say: Callable[[str], None] = lambda text: None, patience: float = PATIENCE
) -> Iterator[None]:
    """Locks a folder of working copies, so that only one process at a time changes it.

    say: called with a sentence if the lock is taken. patience: seconds to wait before CourseError.
    """
    path = work / FOLDER / "lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait(descriptor, work, say, patience)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Locks a file until it is closed; raises OSError if another process has it."""
    with contextlib.suppress(ImportError):
        import fcntl  # Unix

        return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with contextlib.suppress(ImportError):
        import msvcrt  # Windows

        getattr(msvcrt, "locking")(descriptor, getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009
    # Elsewhere (in a browser) there is one process.


def _wait(descriptor: int, work: Path, say: Callable[[str], None], patience: float) -> None:
    until, told = time.monotonic() + patience, False
    while True:
        try:
            _lock(descriptor)
            return
        except (BlockingIOError, PermissionError):  # PermissionError: on Windows
            if not told:
                say(
                    _("Another command is working in {folder}; waiting for it.").format(folder=work)
                )
                told = True
        if time.monotonic() > until:
            raise CourseError(
                _(
                    "another `grader lab` or `grader reset` has been working in {folder} for more "
                    "than {seconds:g} seconds; stop it, then start again"
                ).format(folder=work, seconds=patience)
            )
        time.sleep(0.05)
