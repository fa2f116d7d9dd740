"""Runs an untrusted notebook: isolation, limits, and one sandboxed session per submission."""

from grader.sandbox.isolation import (
    CHOICES,
    KERNELS,
    Isolation,
    SandboxUnavailable,
    find_isolation,
)
from grader.sandbox.limits import Limits, limits_of
from grader.sandbox.mounts import ChapterFiles
from grader.sandbox.outputs import error_output

__all__ = [
    "CHOICES",
    "KERNELS",
    "ChapterFiles",
    "Isolation",
    "Limits",
    "SandboxUnavailable",
    "error_output",
    "find_isolation",
    "limits_of",
]
