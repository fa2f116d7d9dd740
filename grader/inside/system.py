"""Linux system calls that Python lacks: namespaces, mounts, Landlock, filters.

Flags and structures are from the kernel's headers sched.h, mount.h, prctl.h, landlock.h and filter.h.
Every function raises OSError with the name of the call.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct

NEW_NS, NEW_CGROUP, NEW_UTS = 0x00020000, 0x02000000, 0x04000000
NEW_IPC, NEW_USER, NEW_PID, NEW_NET = 0x08000000, 0x10000000, 0x20000000, 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 32, 4096, 16384, 1 << 18

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def _done(result: int, name: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def unshare(flags: int) -> None:
    """Moves this process (for PID: its next children) into new namespaces."""
    _done(_libc.unshare(ctypes.c_int(flags)), "unshare")


def mount(source: str, target: str, kind: str, flags: int = 0, options: str = "") -> None:
    """Mounts a file system, or binds `source` to `target`."""
    result = _libc.mount(
        source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode()
    )
    _done(result, f"mount {target}")


def bind_read_only(source: str, target: str) -> None:
    """Mounts the file or folder `source` read-only at `target`."""
    mount(source, target, "", MS_BIND)
    mount("", target, "", MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)


def _prctl(option: int, first: int, name: str, second: object = None) -> None:
    _done(
        _libc.prctl(
            ctypes.c_int(option),
            ctypes.c_ulong(first),
            second if second is not None else ctypes.c_ulong(0),
            ctypes.c_ulong(0),
            ctypes.c_ulong(0),
        ),
        name,
    )


def die_with_parent() -> None:
    """Has this process killed when its parent ends."""
    _prctl(1, 9, "prctl PR_SET_PDEATHSIG")


def hide_memory() -> None:
    """Stops processes of the same user from reading this one's memory and environment."""
    _prctl(4, 0, "prctl PR_SET_DUMPABLE")


def adopt_orphans() -> None:
    """Makes this process the parent of its orphaned descendants."""
    _prctl(36, 1, "prctl PR_SET_CHILD_SUBREAPER")


def no_new_privileges() -> None:
    """Stops programs started from now on from gaining privileges."""
    _prctl(38, 1, "prctl PR_SET_NO_NEW_PRIVS")


def drop_capabilities() -> None:
    """Gives up every capability. capset(2), version 3: a header and two sets of three words."""
    header = struct.pack("=Ii", 0x20080522, 0)
    _done(_libc.capset(header, bytes(24)), "capset")


def keep_reading() -> None:
    """Called as root before becoming another user, who may then read all that Landlock allows.

    Keeps only CAP_DAC_READ_SEARCH, also for programs started later (an ambient capability).
    """
    _prctl(8, 1, "prctl PR_SET_KEEPCAPS")


def read_search_only() -> None:
    """The second step after `keep_reading`, called as the other user."""
    header = struct.pack("=Ii", 0x20080522, 0)
    bit = 1 << 2
    _done(_libc.capset(header, struct.pack("=6I", bit, bit, bit, 0, 0, 0)), "capset")
    _prctl(47, 2, "prctl PR_CAP_AMBIENT", ctypes.c_ulong(2))


def filter_calls(program: bytes) -> None:
    """Installs a seccomp filter: steps of 8 bytes, as `struct sock_filter`."""

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]

    form = Program(len(program) // 8, program)
    _prctl(22, 2, "prctl PR_SET_SECCOMP", ctypes.byref(form))


def raise_loopback() -> None:
    """Brings up the loopback device (SIOCSIFFLAGS with IFF_UP and IFF_RUNNING)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        fcntl.ioctl(device, 0x8914, struct.pack("16sh14x", b"lo", 0x1 | 0x40))


# ---------------------------------------------------------------------------------------- Landlock

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEV, REFER = 1 << 14, 1 << 15, 1 << 13
READ = EXECUTE | READ_FILE | READ_DIR
FILE_ONLY = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
_NET = 1 | 2  # bind and connect over TCP, from version 4 on
_SCOPES = 1 | 2  # abstract sockets and signals, from version 6 on
_CREATE, _ADD, _RESTRICT = 444, 445, 446


def landlock_version() -> int:
    """The Landlock version of this kernel, 0 for none."""
    return max(0, int(_libc.syscall(ctypes.c_long(_CREATE), None, ctypes.c_size_t(0), 1)))


def _all_rights(version: int) -> int:
    bits = {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)
    return (1 << bits) - 1


def landlock(readable: list[str], writable: list[str]) -> None:
    """Restricts this process to reading below `readable` and `writable`, and writing below `writable`.

    Also forbids TCP (version 4), and signals and abstract sockets to processes outside (version 6).
    """
    version = landlock_version()
    if version < 1:
        raise OSError("this kernel has no Landlock")
    rights = _all_rights(version)
    form = struct.pack("=Q", rights)
    if version >= 4:
        form += struct.pack("=Q", _NET)
    if version >= 6:
        form += struct.pack("=Q", _SCOPES)
    rules = _syscall(_CREATE, form, len(form), 0)
    try:
        for path in readable:
            _allow(rules, path, READ & rights)
        for path in writable:
            _allow(rules, path, rights)
        _done(
            int(_libc.syscall(ctypes.c_long(_RESTRICT), ctypes.c_int(rules), ctypes.c_uint(0))),
            "landlock_restrict_self",
        )
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # a missing path needs no permission
    try:
        if not os.path.isdir(path):
            rights &= FILE_ONLY
        rule = struct.pack("=Qi", rights, place)
        _done(
            int(_libc.syscall(ctypes.c_long(_ADD), ctypes.c_int(rules), 1, rule, ctypes.c_uint(0))),
            f"landlock_add_rule {path}",
        )
    finally:
        os.close(place)


def _syscall(number: int, form: bytes, size: int, flags: int) -> int:
    result = _libc.syscall(ctypes.c_long(number), form, ctypes.c_size_t(size), ctypes.c_uint(flags))
    return _done(int(result), "landlock_create_ruleset")
