"""The limits on one submission. The feedback names every limit that it hits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MEGABYTE = 2**20


@dataclass(frozen=True)
class Limits:
    """The bounds on one submission's run; times in seconds, sizes in bytes.

    cell_seconds: wall time of one cell, without that in which others had the processor.
    answer_seconds: the same for an answer that is being tried.
    notebook_seconds: wall time of the whole notebook, not counting the kernel's start.
    cpu_seconds: processor time of one process.
    start_seconds: how long a kernel may take to be ready.
    grace_seconds: how long an interrupted cell may take to stop before its kernel is killed.
    memory: private memory of one process (not of all together).
    processes: processes and threads, counted together.
    open_files: open files and sockets of one process.
    file_size: the longest file that can be written.
    scratch: the total size of the files in each scratch folder.
    cell_output: how much of one cell's output is kept; the rest is dropped with a note.
    notebook_output: how much of all cells' output is kept.
    cell_outputs: how many separate outputs of one cell are kept.
    message: the longest message that is accepted from a forked kernel.
    """

    cell_seconds: float = 60.0
    answer_seconds: float = 15.0
    notebook_seconds: float = 300.0
    cpu_seconds: int = 600
    start_seconds: float = 60.0
    grace_seconds: float = 5.0
    memory: int = 4096 * MEGABYTE
    processes: int = 512
    open_files: int = 1024
    file_size: int = 256 * MEGABYTE
    scratch: int = 256 * MEGABYTE
    cell_output: int = 1 * MEGABYTE
    notebook_output: int = 8 * MEGABYTE
    cell_outputs: int = 200
    message: int = 32 * MEGABYTE

    def rlimits(self) -> dict[str, int]:
        """The limits that the operating system enforces, by their names in `resource`."""
        return {
            "RLIMIT_DATA": self.memory,
            "RLIMIT_CPU": self.cpu_seconds,
            "RLIMIT_NPROC": self.processes,
            "RLIMIT_NOFILE": self.open_files,
            "RLIMIT_FSIZE": self.file_size,
            "RLIMIT_CORE": 0,
        }


def limits_of(chosen: Mapping[str, float]) -> Limits:
    """The usual limits, except for those that somebody chose, by their names."""
    usual = Limits()
    return Limits(**{name: type(getattr(usual, name))(value) for name, value in chosen.items()})
