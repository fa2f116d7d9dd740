"""The confinement of one submission: the steps that a forked child takes before it runs a student's cell.

It takes three processes. The *supervisor*, the template's child, creates new namespaces. Its child is the
first process in them (*init*): it mounts a new `/proc` and empty scratch folders, starts the shell, and
reaps orphans; when it ends, the kernel ends everything in its namespace. The *shell* drops every
privilege, sets the limits, and runs the cells.

Without namespaces the supervisor is also init: it adopts orphans and kills them.
"""

from __future__ import annotations

import base64
import contextlib
import os
import resource
import signal
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from grader.inside import frames, system
from grader.inside.launcher import write_files
from grader.inside.sharing import LOOK_SECONDS, yield_if_greedy

OWN = "/launch/own"
NEWS = {signal.SIGCHLD, signal.SIGTERM}


@dataclass(frozen=True)
class Confinement:
    """The settings of a confinement; made by the host, sent as JSON.

    namespaces: "root" (made with root's rights), "user" (by a user namespace), "" (none).
    uid: the user id that the shell switches to, or None for no change.
    rlimits: by their names in `resource`. calls: the system call filter in base64, "" for none.
    folder: the working folder. home: the home folder. scratch: bytes in each scratch folder.
    files: (name in the working folder, where the template has it), shown read-only.
    kept: folders that stay visible even inside a scratch folder (those of Python).
    readable, writable: the paths that Landlock allows; both empty: no Landlock.
    environment: variables to set.
    """

    namespaces: str
    uid: int | None
    rlimits: dict[str, int]
    calls: str
    folder: str
    home: str
    scratch: int
    files: list[list[str]] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    readable: list[str] = field(default_factory=list)
    writable: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)


def enter(
    settings: dict[str, Any],
    control: socket.socket,
    channel: socket.socket,
    side: int | None,
    run: Callable[[socket.socket], None],
) -> None:
    """Makes the confinement and calls `run(channel)` in the shell's process. Never returns.

    side: an open file with what the student handed in beside the notebook (see `launcher.write_files`).
    Sends on `control` either b"p" with pidfds of init and shell, or b"e" with an error message.
    """
    try:
        confinement = Confinement(**settings)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        system.die_with_parent()
        if confinement.namespaces:
            _new_namespaces(confinement)
            if (pid := os.fork()) != 0:
                control.close()
                channel.close()
                if side is not None:
                    os.close(side)
                _end_as(os.waitpid(pid, 0)[1])
            system.die_with_parent()
        _be_init(confinement, control, channel, side, run)
    except BaseException as error:
        with contextlib.suppress(OSError):
            frames.send(control, b"e", f"{type(error).__name__}: {error}".encode())
    os._exit(1)


def _end_as(status: int) -> None:
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _new_namespaces(confinement: Confinement) -> None:
    uid, gid = os.getuid(), os.getgid()
    flags = system.NEW_NS | system.NEW_PID | system.NEW_IPC | system.NEW_UTS | system.NEW_NET
    if confinement.namespaces == "user":
        system.unshare(flags | system.NEW_USER)
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{uid} {uid} 1"),
            ("gid_map", f"{gid} {gid} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    else:
        system.unshare(flags | system.NEW_CGROUP)


def _be_init(
    confinement: Confinement,
    control: socket.socket,
    channel: socket.socket,
    side: int | None,
    run: Callable[[socket.socket], None],
) -> None:
    os.setsid()
    if confinement.namespaces:
        _mount_all(confinement)
    else:
        system.adopt_orphans()
    if side is not None:
        with _acting_as(confinement.uid):
            write_files(side, confinement.folder)
    signal.pthread_sigmask(signal.SIG_BLOCK, NEWS)
    shell = os.fork()
    if shell == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, NEWS)
        control.close()
        _become_student(confinement)
        run(channel)
        os._exit(0)
    channel.close()
    handles = [os.pidfd_open(os.getpid()), os.pidfd_open(shell)]
    frames.send(control, b"p", b"", handles)
    frames.close_all(handles)
    control.close()
    if confinement.namespaces:
        _drop_rights(confinement)
        system.die_with_parent()
        system.hide_memory()
    _wait_for(shell, bool(confinement.namespaces))
    if not confinement.namespaces:
        _kill_descendants()
    os._exit(0)


def _wait_for(shell: int, alone: bool) -> None:
    """Reaps children until the shell ends, or SIGTERM arrives from the host.

    alone: whether all processes that this one sees are the submission's, so that it can share fairly.
    """
    while True:
        while (pid := os.waitpid(-1, os.WNOHANG)[0]) != 0:
            if pid == shell:
                return
        news = signal.sigtimedwait(NEWS, LOOK_SECONDS)
        if news is not None and news.si_signo == signal.SIGTERM:
            return
        if news is None and alone:
            yield_if_greedy()


def _kill_descendants() -> None:
    """Kills every descendant; orphans of killed ones are adopted by this process and killed, too."""
    listing = f"/proc/self/task/{os.getpid()}/children"
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with open(listing) as file:
            children = file.read().split()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def _mount_all(confinement: Confinement) -> None:
    """Mounts the confinement's own file systems over what the template shows."""
    quiet = system.MS_NOSUID | system.MS_NODEV
    system.mount("", "/", "", system.MS_REC | system.MS_PRIVATE)
    system.mount("proc", "/proc", "proc", quiet | system.MS_NOEXEC)
    options = "newinstance,ptmxmode=0666,mode=620"
    system.mount("devpts", "/dev/pts", "devpts", system.MS_NOSUID | system.MS_NOEXEC, options)
    kept = {path: os.open(path, os.O_PATH) for path in confinement.kept}
    for folder in ("/tmp", "/dev/shm", confinement.home, confinement.folder):
        system.mount("tmpfs", folder, "tmpfs", quiet, f"size={confinement.scratch},mode=1777")
    for path, handle in kept.items():
        if not os.path.exists(path):  # hidden by a scratch folder now
            os.makedirs(path, mode=0o755)
            system.mount(f"/proc/self/fd/{handle}", path, "", system.MS_BIND | system.MS_REC)
        os.close(handle)
    for name, source in confinement.files:
        place = os.path.join(confinement.folder, name)
        os.makedirs(os.path.dirname(place), mode=0o755, exist_ok=True)
        with open(place, "w"):
            pass
        system.bind_read_only(source, place)
    _write_accounts(confinement)
    system.raise_loopback()


@contextlib.contextmanager
def _acting_as(uid: int | None) -> Iterator[None]:
    """What is written belongs to the user that the shell switches to."""
    if uid is None:
        yield
        return
    before = os.geteuid(), os.getegid()
    os.setegid(uid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(before[0])
        os.setegid(before[1])


def _write_accounts(confinement: Confinement) -> None:
    """A user database with one user, so that `getpass.getuser` and the like work."""
    uid, gid = (
        (os.getuid(), os.getgid())
        if confinement.uid is None
        else (confinement.uid, confinement.uid)
    )
    system.mount("tmpfs", OWN, "tmpfs", 0, "size=65536,mode=755")
    for name, text in (
        ("passwd", f"student:x:{uid}:{gid}:student:{confinement.home}:/bin/sh\n"),
        ("group", f"student:x:{gid}:\n"),
    ):
        with open(f"{OWN}/{name}", "w") as file:
            file.write(text)
        system.bind_read_only(f"{OWN}/{name}", f"/etc/{name}")
    system.mount("", OWN, "", system.MS_REMOUNT | system.MS_RDONLY)


def _become_student(confinement: Confinement) -> None:
    os.setsid()
    os.environ.update(confinement.environment)
    os.chdir(confinement.folder)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # if memory runs out, the student's process is killed first
    for name, value in confinement.rlimits.items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))
    _drop_rights(confinement)
    system.no_new_privileges()
    if confinement.readable or confinement.writable:
        system.landlock(confinement.readable, confinement.writable)
    if confinement.calls:
        system.filter_calls(base64.b64decode(confinement.calls))


def _drop_rights(confinement: Confinement) -> None:
    # Landlock decides which files the student can read. File permissions must not get in the way: if
    # we are root, Python may be in root's home folder.
    reading = bool(confinement.readable) and confinement.uid is not None
    if reading:
        system.keep_reading()
    if confinement.uid is not None:
        os.setgroups([])
        os.setresgid(confinement.uid, confinement.uid, confinement.uid)
        os.setresuid(confinement.uid, confinement.uid, confinement.uid)
    if confinement.namespaces:
        system.drop_capabilities()
    if reading:
        system.read_search_only()
