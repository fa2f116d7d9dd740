"""A judge that repeats the verdicts which an earlier run gave and which still hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.classroom.judge.judge_client import Judge, RenderedVerdict


class KnownVerdicts:
    """Asks `judge` for all verdicts except the known ones, in place of a `Judge`.

    The answers are tried all the same, since trying one may change what a later one finds.
    """

    def __init__(self, judge: Judge, known: Sequence[Mapping[str, Any]]):
        self.asked = judge
        self.known = {verdict["exercise"]: verdict for verdict in known}

    def draw(self, exercise: str, seed: bytes) -> bytes:
        """As the judge does."""
        return self.asked.draw(exercise, seed)

    def judge(
        self, exercise: str, seed: bytes, evidence: bytes, worth: float | None = None
    ) -> RenderedVerdict:
        """The known verdict, in the points that the exercise is worth now, or the judge's."""
        return self.repeat(exercise, worth) or self.asked.judge(exercise, seed, evidence, worth)

    def refuse(self, exercise: str, reason: str, worth: float | None = None) -> RenderedVerdict:
        """The known verdict: it was reached once, so the answer can be tried."""
        return self.repeat(exercise, worth) or self.asked.refuse(exercise, reason, worth)

    def repeat(self, exercise: str, worth: float | None = None) -> RenderedVerdict | None:
        """The known verdict, also of an exercise that the course no longer has; None if there is none."""
        known = self.known.get(exercise)
        return None if known is None else self.asked.render(known, worth)
