"""The error that every command reports in one sentence."""

from __future__ import annotations


class CourseError(Exception):
    """A problem with the course folder or the command that only its owner can fix.

    The message says what was found, what was expected, and what to do.
    """
