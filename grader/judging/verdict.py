"""The verdict on one answer, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from grader.languages import _

DIGITS = 6  # of points, behind the decimal point


def message_of(points: float, most: float, reason: str) -> str:
    """The line that says a score and its reason."""
    return _("{points} of {max_points} points: {reason}").format(
        points=f"{points:g}", max_points=f"{most:g}", reason=reason
    )


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
    message: one line with the score and the reason ("2 of 3 points: ..."); reason: without the score.
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
    reason: str = ""

    @property
    def full(self) -> bool:
        """Whether the answer earned every point; where there are none to earn, whether it is right."""
        return self.points >= self.max_points and all(case.holds for case in self.cases)

    def worth(self, points: float) -> Verdict:
        """The same verdict in a class where the exercise is worth so many points.

        Judges count in the exercise's own points. This is the only place where those become what students,
        tables and the gradebook are told.
        """
        if points == self.max_points:
            return self
        scale = points / self.max_points if self.max_points else 0.0

        def scaled(own: float) -> float:
            return round(min(points, max(0.0, own * scale)), DIGITS)

        reached = scaled(self.points)
        cases = (
            replace(case, points=scaled(case.points), max_points=scaled(case.max_points))
            for case in self.cases
        )
        return replace(
            self,
            points=reached,
            max_points=points,
            message=message_of(reached, points, self.reason) if self.reason else self.message,
            cases=tuple(cases),
        )

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Verdict:
        """The verdict that `to_json` wrote."""
        cases = tuple(CaseResult(**case) for case in document["cases"])
        return cls(**{**document, "cases": cases})
