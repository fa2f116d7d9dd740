"""Tells cells of an earlier release of a chapter from cells that the student changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from nbformat import NotebookNode

from grader.classroom.course import flags


def is_as_released(cell: NotebookNode) -> bool:
    """Whether a cell is as nbgrader gave it out once: its checksum fits what is in it.

    A forged checksum changes no points: the cell is reset to today's source either way, and named.
    """
    from nbgrader.utils import compute_checksum  # takes a second; few submissions need it

    try:
        return bool(compute_checksum(cell) == cell.metadata["nbgrader"]["checksum"])
    except Exception:  # the metadata may be of any shape
        return False


@dataclass
class Differences:
    """How a notebook differs from today's release in cells that are as they were once given out.

    other: tests whose source or points are others today; gone: tests that the chapter no longer has;
    missing: cells of today's that are not in the notebook.
    """

    other: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def is_earlier(self) -> bool:
        """Whether the notebook comes from another release."""
        return bool(self.other or self.gone)

    def reversed(self) -> Differences:
        """The same, in the notebook's order, where it was gone through from its end."""
        return Differences(self.other[::-1], self.gone[::-1], self.missing)

    def told(self) -> str:
        """A phrase for the instructor."""
        return flags.earlier_release(self.other, self.gone, self.missing)
