"""Writing a file whole or not at all: a reader finds the old file or the new one, never half of one.

The new bytes go into a draft beside the file, are flushed to the disk, and take the file's place in
one step. A full disk or a killed process leaves the old file as it was.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

# Windows would write another line end for each "\n".
BINARY = getattr(os, "O_BINARY", 0)


def write_atomically(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Replaces the file at `path` with `data`. A symbolic link stays a link: its target is replaced.

    mode: the new file's permissions, before the umask. Raises OSError where the disk is full.
    """
    place = path.resolve()
    with draft_of(place, data, mode) as draft:
        os.replace(draft, place)


@contextlib.contextmanager
def draft_of(path: Path, data: bytes, mode: int = 0o666, suffix: str = "") -> Iterator[Path]:
    """A file beside `path` with all of `data` flushed to the disk; removed at the end if still there.

    suffix: ends the draft's name. By default it is the process's number, so that two processes do
    not share a draft; a fixed one suits files that are written under a lock, because the next run
    then reuses a draft that a killed process left behind.
    """
    draft = path.with_name(f".{path.name}.{suffix or os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, mode)
        try:
            write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        yield draft
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def write_all(descriptor: int, data: bytes) -> None:
    """Writes all of `data`: a single `os.write` may stop early on a disk that is nearly full."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
