"""System calls that only the filter refuses, and a cell that tries them."""

from __future__ import annotations

import platform

from grader.sandbox import seccomp

# With these arguments Linux fails for another reason, or not at all, before it asks for a capability. It
# asks for one first in the calls that are missing here, so that it refuses them without the filter, too.
TRIED = {
    "ptrace": (16, 2**30),
    "mount": (0, 0, 1, 0, 0),
    "umount2": (0, 2**16),
    "chroot": (0,),
    "swapon": (0, 2**30),
    "add_key": (0, 0, 0, 2**30, 0),
    "request_key": (0, 0, 0, 0),
    "keyctl": (9999,),
    "unshare": (1,),
    "setns": (-1, 0),
    "perf_event_open": (0, 0, -1, -1, 2**30),
    "process_vm_readv": (0, 0, 0, 0, 0, 1),
    "process_vm_writev": (0, 0, 0, 0, 0, 1),
    "bpf": (0, 0, 2**20),
    "userfaultfd": (1,),
    "io_uring_setup": (8, 0),
    "open_tree": (-1, 0, 2**30),
    "mount_setattr": (-1, 0, 2**30, 0, 0),
    "memfd_create": (0, 2**30),
    "memfd_secret": (2**30,),
    "shmget": (0, 2**20, 0o1600),
}


def trying_calls() -> str:
    """A cell that prints the names of those that fail with EPERM."""
    numbers = seccomp.MACHINES[platform.machine()].refused
    calls = [(name, numbers[name], *arguments) for name, arguments in TRIED.items()]
    return f"""
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
for name, *call in {calls}:
    if libc.syscall(*map(ctypes.c_long, call)) < 0 and ctypes.get_errno() == errno.EPERM: print(name)
"""
