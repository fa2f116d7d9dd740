"""The limits on making one page."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 2**20
# Processor time of a page's first try in a run that grades a class; one that takes longer is made again,
# with all of its time, once nobody is waiting.
FIRST_TRY = 0.6


@dataclass(frozen=True)
class PageLimits:
    """The bounds on one page; times in seconds, sizes in bytes.

    seconds: processor time. An honest page takes 0.1 s.
    waiting: wall time, for a process that waits instead of computing; long, since other processes
        may keep the machine busy.
    memory: private memory of the process, the modules that it has loaded included.
    size: the length of the finished page.
    """

    seconds: float = 3.0
    waiting: float = 90.0
    memory: int = 1024 * MEGABYTE
    size: int = 32 * MEGABYTE
