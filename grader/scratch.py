"""Temporary folders of our own processes, which are removed even if a process is killed."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import tempfile
import time
from pathlib import Path

LEFT_SECONDS = 3600.0  # what a killed process left behind is kept for so long


def scratch_folder(*places: str) -> Path:
    """A new folder of this process, in the first of these places that can be written to."""
    place = next((one for one in places if os.access(one, os.W_OK)), tempfile.gettempdir())
    sweep(Path(place))
    return Path(tempfile.mkdtemp(prefix=f"grader-{os.getpid()}-", dir=place))


@functools.cache
def sweep(folder: Path) -> None:
    """Removes, once, the folders of our processes that were killed more than an hour ago."""
    for path in folder.glob("grader-*-*"):
        with contextlib.suppress(OSError, ValueError):
            pid, about = int(path.name.split("-")[1]), path.lstat()
            if about.st_uid == os.getuid() and time.time() - about.st_mtime > LEFT_SECONDS:
                try:
                    os.kill(pid, 0)
                except ProcessLookupError:
                    shutil.rmtree(path, ignore_errors=True)


def remove_left_by(pid: int, *places: str) -> None:
    """Removes what a process of ours left in these places, and among temporary files, when it was killed."""
    for place in {*places, tempfile.gettempdir()}:
        for path in Path(place).glob(f"grader-{pid}-*"):
            shutil.rmtree(path, ignore_errors=True)
