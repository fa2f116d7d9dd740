"""Measures how much memory all processes of a submission hold."""

from __future__ import annotations

import os
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")


def descendants(pid: int) -> list[int]:
    """A process and all its descendants, except those that end in the meantime."""
    found: list[int] = []
    todo = [pid]
    while todo and len(found) < 100_000:
        one = todo.pop()
        found.append(one)
        try:
            for thread in os.listdir(f"/proc/{one}/task"):
                todo += map(int, Path(f"/proc/{one}/task/{thread}/children").read_text().split())
        except OSError:
            continue
    return found


def memory_of(pid: int) -> int:
    """Private memory of a process and its descendants, in bytes.

    Memory shared with the template is not counted. To be fast, the precise sum (Linux's
    `smaps_rollup`) is only read for processes above 16 MB.
    """
    total = 0
    for one in descendants(pid):
        try:
            resident = int(Path(f"/proc/{one}/statm").read_text().split()[1]) * PAGE
            total += _private(one) if resident > 2**24 else resident
        except (OSError, ValueError, IndexError):
            continue
    return total


def _private(pid: int) -> int:
    kilobytes = 0
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        # Memory that processes of one submission share among themselves counts as Pss_Shmem.
        if line.startswith(("Private_Clean:", "Private_Dirty:", "Swap:", "Pss_Shmem:")):
            kilobytes += int(line.split()[1])
    return kilobytes * 1024
