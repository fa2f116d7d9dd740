"""The verdict on one answer, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class CaseResult:
    """One line of the verdict. `expected` and `got` are strings, or None if hidden."""

    label: str
    holds: bool
    points: float
    max_points: float
    expected: str | None = None
    got: str | None = None


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict on one answer.

    exercise: the exercise's identity.
    message: one line with the score and the reason ("2 of 3 points: ...").
    misconception: the name of the known mistake that the answer shows, or None.
    paste: Python code with the input of the visible case (see `Exercise.paste`), or "".
    """

    exercise: str
    points: float
    max_points: float
    message: str
    cases: tuple[CaseResult, ...] = ()
    misconception: str | None = None
    paste: str = ""

    @property
    def full(self) -> bool:
        """Whether the answer earned every point."""
        return self.points >= self.max_points

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Verdict:
        """The verdict that `to_json` wrote."""
        cases = tuple(CaseResult(**case) for case in document["cases"])
        return cls(**{**document, "cases": cases})
