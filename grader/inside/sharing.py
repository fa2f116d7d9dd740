"""Keeps a submission with many busy threads from taking the processor away from its neighbours."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

LOOK_SECONDS = 0.5


def yield_if_greedy() -> None:
    """Called by init: if too many threads run, all of them run when nobody else wants to (SCHED_IDLE).

    Those that wait, too: they may have started the others, and would go on with new ones. More threads than
    the processor has room for gain a submission nothing but a larger share. The policy is inherited, and
    nothing without privileges can leave it. Where Linux shares the processor between sessions first
    (autogroups), it counts within one alone: the filter of system calls allows no second session.
    """
    threads = dict(_threads())
    if sum(threads.values()) <= max(4, 2 * len(os.sched_getaffinity(0))):
        return
    for thread in threads:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))


def _threads() -> Iterator[tuple[int, bool]]:
    """The threads in this PID namespace, without this process: which run, or wait for a processor?"""
    for process in filter(str.isdigit, os.listdir("/proc")):
        if int(process) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/stat", "rb") as file:
                    state = file.read().rpartition(b")")[2].split()[:1]
                yield int(thread), state == [b"R"]
