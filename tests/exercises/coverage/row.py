"""One row of what the course promises to teach: where it is shown, by which figures, who grades it.

A row's id is the tag of the code cells that show it. `shown` are patterns that must appear in what
these cells show when the solution notebook is run; `code` are patterns that must stand in the cells
themselves, for what is a condition and not a result (a batch size, a step count). `graded` maps each
exercise that grades the row to a pattern that its question or its model answer must hold, so that the
row cannot outlive what it names. A row without an exercise is one that only needs to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    """One promise: its id, what a student then knows, and the patterns that hold it to its word."""

    id: str
    says: str
    shown: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    graded: Mapping[str, str] = field(default_factory=dict)
