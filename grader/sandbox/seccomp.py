"""The sandbox's system call filter: it refuses calls that attacks begin with and no notebook needs.

The filter is a classic BPF program, as seccomp(2) takes it: each step is a `struct sock_filter` of
8 bytes. Refused calls fail with EPERM (or ENOSYS where a library then falls back to an older call),
so that an honest program can handle the error.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
import tempfile
from dataclasses import dataclass

# Offsets into `struct seccomp_data`: the call's number, the architecture, the lower halves of the first
# two arguments (both architectures here are little-endian).
NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24

LOAD, JUMP_EQUAL, JUMP_BITS, JUMP_ABOVE, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
ALLOW, FAIL, KILL = 0x7FFF0000, 0x00050000, 0x80000000

# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. (CLONE_NEWTIME is for clone3 alone.)
NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x70000000
TIOCSCTTY = 0x540E
X32 = 0x40000000  # x32 calls would slip past the numbers below


@dataclass(frozen=True)
class Machine:
    """An architecture: its audit number, the numbers of some calls, and the refused calls.

    setsid: it does nothing and succeeds, and so does TIOCSCTTY of ioctl, which then has no session to give
    a terminal to (pseudo-terminals work without). Linux gives each session a fair share of the processor
    (sched(7), autogroups), so that many sessions would have many shares.
    """

    audit: int
    clone: int
    clone3: int
    socket: int
    setsid: int
    ioctl: int
    refused: dict[str, int]
    x32: bool = False


MACHINES = {
    "x86_64": Machine(
        0xC000003E,
        56,
        435,
        41,
        112,
        16,
        {
            "ptrace": 101,
            "mount": 165,
            "umount2": 166,
            "pivot_root": 155,
            "chroot": 161,
            "swapon": 167,
            "reboot": 169,
            "kexec_load": 246,
            "init_module": 175,
            "finit_module": 313,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "unshare": 272,
            "setns": 308,
            "perf_event_open": 298,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "bpf": 321,
            "userfaultfd": 323,
            "io_uring_setup": 425,
            "open_tree": 428,
            "move_mount": 429,
            "fsopen": 430,
            "fsmount": 432,
            "mount_setattr": 442,
            # Memory that belongs to no process, and so escapes every limit.
            "memfd_create": 319,
            "memfd_secret": 447,
            "shmget": 29,
        },
        x32=True,
    ),
    "aarch64": Machine(
        0xC00000B7,
        220,
        435,
        198,
        157,
        29,
        {
            "ptrace": 117,
            "mount": 40,
            "umount2": 39,
            "pivot_root": 41,
            "chroot": 51,
            "swapon": 224,
            "reboot": 142,
            "kexec_load": 104,
            "init_module": 105,
            "finit_module": 273,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "unshare": 97,
            "setns": 268,
            "perf_event_open": 241,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "bpf": 280,
            "userfaultfd": 282,
            "io_uring_setup": 425,
            "open_tree": 428,
            "move_mount": 429,
            "fsopen": 430,
            "fsmount": 432,
            "mount_setattr": 442,
            "memfd_create": 279,
            "memfd_secret": 447,
            "shmget": 194,
        },
    ),
}


def program(name: str = "", sockets: bool = True) -> bytes | None:
    """The filter for an architecture (default: this machine's), or None if it is not in MACHINES.

    sockets: whether sockets are allowed (without a network namespace, they are not).
    """
    machine = MACHINES.get(name or platform.machine())
    if machine is None:
        return None
    steps = [
        _step(LOAD, ARCHITECTURE),
        _step(JUMP_EQUAL, machine.audit, 1, 0),
        _step(RETURN, KILL),
        _step(LOAD, NUMBER),
    ]
    if machine.x32:
        steps += [_step(JUMP_ABOVE, X32, 0, 1), _step(RETURN, FAIL | errno.ENOSYS)]
    refused = [*machine.refused.values(), *([] if sockets else [machine.socket])]
    for number in sorted(refused):
        steps += [_step(JUMP_EQUAL, number, 0, 1), _step(RETURN, FAIL | errno.EPERM)]
    steps += [_step(JUMP_EQUAL, machine.setsid, 0, 1), _step(RETURN, FAIL | 0)]
    # A filter cannot read the flags of clone3, which are in memory; glibc falls back to clone.
    steps += [_step(JUMP_EQUAL, machine.clone3, 0, 1), _step(RETURN, FAIL | errno.ENOSYS)]
    steps += [
        _step(JUMP_EQUAL, machine.ioctl, 0, 4),
        _step(LOAD, SECOND_ARGUMENT),
        _step(JUMP_EQUAL, TIOCSCTTY, 0, 1),
        _step(RETURN, FAIL | 0),
        _step(RETURN, ALLOW),
        _step(JUMP_EQUAL, machine.clone, 0, 3),
        _step(LOAD, FIRST_ARGUMENT),
        _step(JUMP_BITS, NEW_NAMESPACES, 0, 1),
        _step(RETURN, FAIL | errno.EPERM),
        _step(RETURN, ALLOW),
    ]
    return b"".join(steps)


def _step(code: int, value: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, value)


def open_program() -> int | None:
    """A file descriptor from which bubblewrap reads the filter, or None if there is no filter."""
    text = program()
    if text is None:
        return None
    with tempfile.TemporaryFile() as file:
        file.write(text)
        file.flush()
        descriptor = os.dup(file.fileno())
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
