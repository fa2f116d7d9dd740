"""What a stepper shows, as plain data: groups of rows, in the order of the steps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """text, and below it a smaller detail. later: it is not known before the row's step is done."""

    text: str
    detail: str = ""
    later: bool = False


@dataclass(frozen=True)
class Span:
    """From step `born` to step `died` something is held; kept: and beyond."""

    born: int
    died: int
    kept: bool


@dataclass(frozen=True)
class Row:
    """number: of the step, from 1; 0 for a row that is not a step. say: the whole step in sentences.

    span: a bar over all the steps. level: of the curve (None: the strip has none). mark: "" or
    "peak", "back", "fails", which the row shows by more than its colour.
    """

    number: int
    cells: tuple[Cell, ...]
    say: str = ""
    span: Span | None = None
    level: float | None = None
    mark: str = ""


@dataclass(frozen=True)
class Group:
    """Rows under one heading. detail: a sentence below it."""

    heading: str
    detail: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Strip:
    """title: what this is, in one line; notes: sentences below the title; columns: their headings.

    step: how a control names one step ("Step", "Pass"). curve: the heading of the levels, and of the
    curve; "" for none. spans: the heading of the bars; "" for none. steps: how many there are.
    """

    title: str
    notes: tuple[str, ...]
    step: str
    columns: tuple[str, ...]
    spans: str
    curve: str
    groups: tuple[Group, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in order."""
        return tuple(row for group in self.groups for row in group.rows)

    @property
    def steps(self) -> int:
        """The number of the last step."""
        return max((row.number for row in self.rows), default=0)
