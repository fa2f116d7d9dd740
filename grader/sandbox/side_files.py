"""The files that a student handed in beside the notebook, on their way into the working folder.

A sandbox gets a copy of its own, which ends with it: what is written there reaches no other file.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from grader.inside.launcher import HEAD

# (name in the working folder, bytes)
Files = tuple[tuple[str, bytes], ...]


@contextlib.contextmanager
def packed(files: Files) -> Iterator[int | None]:
    """An open, sealed file in memory that contains all of them; None if there are none."""
    if not files:
        yield None
        return
    descriptor = os.memfd_create("side files", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        with open(descriptor, "wb", closefd=False) as file:
            for name, data in files:
                named = name.encode()
                file.write(HEAD.pack(len(named), len(data)) + named + data)
        seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
        yield descriptor
    finally:
        os.close(descriptor)


def write(files: Files, folder: Path, user: int | None = None) -> None:
    """Writes them into a new folder of this machine, for a sandbox without mounts of its own."""
    for name, data in files:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(place, "xb") as file:
            file.write(data)
            if user is not None:
                os.fchown(file.fileno(), user, user)
