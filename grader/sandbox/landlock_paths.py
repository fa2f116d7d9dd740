"""The paths that a submission may read and write on a machine without namespaces."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from grader.sandbox import side_files
from grader.sandbox.mounts import (
    CONFIGURATION,
    SYSTEM,
    ChapterFiles,
    python_prefixes,
    rooms_shown,
)

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx", "/dev/pts")
SOURCES = (
    *("/dev/random", "/dev/urandom", "/proc/self", "/proc/cpuinfo", "/proc/meminfo"),
    *("/proc/stat", "/proc/loadavg", "/sys/devices/system/cpu", "/sys/fs/cgroup"),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts"),
)


def readable(files: ChapterFiles) -> list[str]:
    """What Landlock lets a submission read: no more than what bubblewrap would mount."""
    rooms = [str(place) for place in rooms_shown()]
    data = [] if files.data is None else [str(files.data)]
    return [*SYSTEM, *CONFIGURATION, *SOURCES, *python_prefixes(), *rooms, *data]


def own_folder(work: Path) -> dict[str, str]:
    """The environment variables that name a folder to write to."""
    return {
        "HOME": str(work),
        "IPYTHONDIR": str(work / ".ipython"),
        "MPLCONFIGDIR": str(work / ".matplotlib"),
        "TMPDIR": str(work),
    }


def working_folder(
    scratch: Path, files: ChapterFiles, user: int | None, side: side_files.Files = ()
) -> Path:
    """Makes the working folder of one submission, with copies of the chapter's and the student's files."""
    work = scratch / "notebooks" / files.chapter
    work.mkdir(parents=True)
    for name, path in files.files:
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, work / name)
    side_files.write(side, work, user)
    if files.data is not None:
        (scratch / "data").symlink_to(files.data)
    scratch.chmod(0o755)
    if user is not None:
        for place in (work, *(path for path in work.rglob("*") if path.is_dir())):
            os.chown(place, user, user)
    return work
