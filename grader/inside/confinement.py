"""The confinement of one submission: the steps that a forked child takes before it runs a student's cell.

It takes four processes. The *supervisor*, the template's child, creates new namespaces. Its second child
is the first process in a PID namespace (*init*): it mounts a new `/proc` and empty scratch folders, starts
the shell, and reaps orphans; when it ends, the kernel ends everything in its namespace. The *shell* drops
every privilege, sets the limits, and runs the cells. The supervisor's first child, the *witness*, drops and
sets the same, but runs no cell, and stays out of that namespace, where the shell cannot see it.

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
from grader.inside.witness_process import Answer, serve

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
    witness: socket.socket,
    side: int | None,
    run: Callable[[socket.socket, socket.socket], None],
    answer: Answer,
) -> None:
    """Makes the confinement and calls `run(channel, link)` in the shell's process. Never returns.

    witness: the host's channel to the process beside the shell that tries what acts, by `answer`; link is
    between the two. side: an open file with what the student handed in beside the notebook (see
    `launcher.write_files`).
    Sends on `control` either b"p" with pidfds of init, shell and witness, or b"e" with an error message.
    """
    try:
        confinement = Confinement(**settings)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        system.die_with_parent()
        os.setsid()  # the only one: Linux shares the processor between sessions first
        sides = socket.socketpair()

        def be_witness() -> None:
            for other in (control, channel, sides[1]):
                other.close()
            _become_student(confinement)
            system.hide_memory()
            serve(witness, sides[0], answer)

        if confinement.namespaces:
            _new_namespaces(confinement)
            beside = _fork_when_told(be_witness)
            system.unshare(system.NEW_PID)
            if (pid := os.fork()) != 0:
                for other in (control, channel, witness, *sides):
                    other.close()
                if side is not None:
                    os.close(side)
                os.close(beside.go)
                _end_as(os.waitpid(pid, 0)[1])
            system.die_with_parent()
            _mount_all(confinement)
        else:
            system.adopt_orphans()
            beside = _fork_when_told(be_witness)
        os.close(beside.go)
        sides[0].close()
        witness.close()
        _be_init(confinement, control, channel, side, beside.handle, lambda: run(channel, sides[1]))
    except BaseException as error:
        with contextlib.suppress(OSError):
            frames.send(control, b"e", f"{type(error).__name__}: {error}".encode())
    os._exit(1)


@dataclass(frozen=True)
class _Beside:
    """A process beside this one: a handle to it, and the pipe that lets it go on when it is closed."""

    handle: int
    go: int


def _fork_when_told(work: Callable[[], None]) -> _Beside:
    """A process that does some work once all have closed `go`."""
    told, go = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            system.die_with_parent()
            os.close(go)
            os.read(told, 1)
            os.close(told)
            work()
        finally:
            os._exit(0)
    os.close(told)
    return _Beside(os.pidfd_open(pid), go)


def _end_as(status: int) -> None:
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _new_namespaces(confinement: Confinement) -> None:
    uid, gid = os.getuid(), os.getgid()
    flags = system.NEW_NS | system.NEW_IPC | system.NEW_UTS | system.NEW_NET
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
    beside: int,
    run: Callable[[], None],
) -> None:
    if side is not None:
        with _acting_as(confinement.uid):
            write_files(side, confinement.folder)
    signal.pthread_sigmask(signal.SIG_BLOCK, NEWS)
    shell = os.fork()
    if shell == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, NEWS)
        control.close()
        os.close(beside)
        _become_student(confinement)
        run()
        os._exit(0)
    channel.close()
    handles = [os.pidfd_open(os.getpid()), os.pidfd_open(shell), beside]
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
    os.setpgid(0, 0)
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
