"""Measures for how long a submission could not run because others had the processor."""

from __future__ import annotations

import os
from pathlib import Path

from grader.sandbox.memory import descendants

TICKS = os.sysconf("SC_CLK_TCK")


def kept_waiting(init: int, shell: int, witness: int) -> float:
    """For how many seconds, since it started, the shell or the witness was ready to run and others ran.

    init, shell, witness: processes of the submission. Time in which its own other processes ran does not
    count, so that no process gets more time by being busy. 0.0 if the system does not tell.
    """
    try:
        ran, waited = _times(shell)
        own = max(0.0, _processor_seconds(init) - ran)
        beside = sum(_times(one)[1] for one in descendants(witness))
        return max(0.0, waited - own) + max(0.0, beside - own - ran)
    except (OSError, ValueError, IndexError):
        return 0.0


def _times(process: int) -> tuple[float, float]:
    """The seconds for which a process ran, and for which it waited to run."""
    ran, waited = Path(f"/proc/{process}/schedstat").read_text().split()[:2]
    return int(ran) / 1e9, int(waited) / 1e9


def _processor_seconds(init: int) -> float:
    """What a process and its descendants used, those included that have ended."""
    total = 0
    for one in descendants(init):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))  # utime, stime, and those of ended children
        except (OSError, ValueError, IndexError):
            continue
    return total / TICKS
