"""Keeps a submission with many busy threads from taking the processor away from its neighbours."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

LOOK_SECONDS = 0.5


def yield_if_greedy() -> None:
    """Called by init: threads that run, if they are too many, run when nobody else wants to (SCHED_IDLE).

    More threads than the processor has room for gain a submission nothing but a larger share. The policy is
    inherited, and nothing without privileges can leave it. Where Linux shares the processor between sessions
    first (autogroups), it counts within one alone: the filter of system calls allows no second session.
    """
    running = list(_running())
    if len(running) <= max(4, 2 * len(os.sched_getaffinity(0))):
        return
    for thread in running:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))


def _running() -> Iterator[int]:
    """The threads in this PID namespace that run or wait for a processor, without this process."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        if int(process) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/stat", "rb") as file:
                    state = file.read().rpartition(b")")[2].split()[:1]
                if state == [b"R"]:
                    yield int(thread)
