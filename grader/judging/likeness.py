"""Compares a wrong answer with the mistakes that are known, and stops at the first difference."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, tee
from typing import Any

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.bounded import TooLong, time_limit
from grader.judging.exercise import Case, Exercise, Misconception
from grader.judging.observing import Known, one_by_one, shown_by
from grader.judging.rerun import FailedRun
from grader.judging.verdict import CaseResult

# Of processor time, for what only names a mistake: the points are known.
SECONDS = 5.0


@dataclass(frozen=True)
class Wrong:
    """An answer that lost points, and what is known of it.

    right: the right answer. got: the observations, case by case. results: what came of them.
    """

    exercise: Exercise
    challenge: Challenge
    evidence: Evidence
    right: Known
    got: Sequence[Any]
    results: Sequence[CaseResult]
    _known: dict[int, Iterator[Any]] = field(default_factory=dict)  # what it shows in each part
    _spent: list[float] = field(default_factory=list)  # seconds, on observing the parts

    @property
    def expected(self) -> list[Any]:
        """The right observations, case by case."""
        return self.right.observations

    def like(self, mistake: Misconception) -> list[Any] | None:
        """The observations of a mistake, or None if one differs from this answer's."""
        if not self._may_be(mistake) or self._differs_in_a_part(mistake):
            return None
        cases = self.exercise.cases
        observations = []
        shown = shown_by(self.exercise, self.challenge, mistake.answer)
        for case, own, ours in zip(cases, self.got, shown, strict=True):
            if not self._says_nothing(own) and not same([case], [ours], [own]):
                return None
            observations.append(ours)
        return observations

    @cached_property
    def _is_unfinished(self) -> bool:
        """Whether it raises errors further down only: its first mistake may be a known one all the same."""
        raised = [isinstance(own, Raised) for own in self.got]
        return any(raised) and not raised[0]

    def _says_nothing(self, own: Any) -> bool:
        """Whether an observation is an error of an unfinished answer, which has no value there."""
        return self._is_unfinished and isinstance(own, Raised)

    def _may_be(self, mistake: Misconception) -> bool:
        """Whether this may be the mistake: nothing known of it in every draw is against that."""
        if mistake.passes in (None, "-"):
            return mistake.passes is None
        return all(
            self._says_nothing(own) or known in ("?", "1" if result.holds else "0")
            for known, own, result in zip(mistake.passes, self.got, self.results, strict=True)
        )

    def _differs_in_a_part(self, mistake: Misconception) -> bool:
        """Whether one of two parts shows that this is another mistake.

        They are the smallest in which the answer is wrong and, for a mistake that shows the same in so
        little, the largest.
        """
        return self._differs_in(self._smallest_wrong, mistake) or (
            self._largest_wrong != self._smallest_wrong
            and self._differs_in(self._largest_wrong, mistake)
        )

    def _differs_in(self, number: int | None, mistake: Misconception) -> bool:
        # Alone, a later part would not show what is remembered of those before it.
        if number is None or (number and mistake.remembers):
            return False
        return not self.shows_the_same(mistake.answer, number)

    @cached_property
    def parts(self) -> list[int]:
        """The parts of the challenge that the answer can be compared in, the smallest first.

        An unfinished answer has none.
        """
        result, count = self.evidence.result, self.exercise.parts_in(self.challenge)
        if self._is_unfinished or not isinstance(result, list) or len(result) != count:
            return []
        return sorted(range(count), key=self._size)

    @cached_property
    def _smallest_wrong(self) -> int | None:
        return self._first_wrong(self.parts)

    @cached_property
    def _largest_wrong(self) -> int | None:
        return self._first_wrong(self.parts[::-1])

    def _first_wrong(self, parts: Sequence[int]) -> int | None:
        """The first of these parts in which the answer is wrong; the first of all if there is none."""
        return next(
            (number for number in parts if not self._is_right_in(number)), next(iter(parts), None)
        )

    def _is_right_in(self, number: int) -> bool:
        part = self.exercise.part(self.challenge, number)
        shown = one_by_one(self.exercise, part, self.right.evidence.part(number))
        return self._agrees(number, shown)

    def _size(self, number: int) -> int:
        return len(repr(self.exercise.part(self.challenge, number)))

    def shows_the_same(self, answer: Any, number: int) -> bool:
        """Whether one of our answers shows the same in this part, in which there may be less to observe."""
        part = self.exercise.part(self.challenge, number)
        return self._agrees(number, shown_by(self.exercise, part, answer))

    def _agrees(self, number: int, shown: Iterator[Any]) -> bool:
        cases = zip(self.exercise.cases, self.shown(number), shown, strict=False)
        return all(same([case], [ours], [own]) for case, own, ours in cases)

    def shown(self, number: int) -> Iterator[Any]:
        """What the answer shows in this part, one after the other, as far as it can be observed."""
        if number not in self._known:
            (self._known[number],) = tee(self._observed(number), 1)
        return copy(self._known[number])

    def _observed(self, number: int) -> Iterator[Any]:
        part = self.exercise.part(self.challenge, number)
        observations = one_by_one(self.exercise, part, self.evidence.part(number))
        with suppress(Exception, TooLong):  # evidence may be hostile
            end = object()
            while True:
                with self._haste():
                    shown = next(observations, end)
                if shown is end:
                    return
                yield shown

    @contextmanager
    def _haste(self) -> Iterator[None]:
        """Raises TooLong in the block if all such blocks together have taken too long."""
        begin = time.process_time()
        try:
            with time_limit(max(SECONDS - sum(self._spent), 0.01)):
                yield
        finally:
            self._spent.append(time.process_time() - begin)


def same(cases: Sequence[Case], one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two answers are observed alike, in both directions: a case's `agree` may be one-sided."""
    return all(
        case.agree(first, second) and case.agree(second, first) and _same_errors(first, second)
        for case, first, second in zip(cases, one, other, strict=True)
    )


def _same_errors(one: Any, other: Any) -> bool:
    """Whether the judge's runs that fail in both fail for the same reason, not only with the same type.

    A run of the judge's that fails is not like code that fails while it builds.
    """
    if isinstance(one, FailedRun) and isinstance(other, FailedRun):
        return _words(one.message) == _words(other.message)
    if isinstance(one, Raised) and isinstance(other, Raised):
        return isinstance(one, FailedRun) == isinstance(other, FailedRun)
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_same_errors(part, other.get(key)) for key, part in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return all(map(_same_errors, one, other))
    return True


def _words(message: str) -> list[str]:
    """The words of the engine's message, without the numbers, names and nodes, which are the answer's own."""
    words = message.partition("[[{{node")[0].split()
    return [
        word
        for before, word in pairwise(["", *words])
        if word.rstrip(".,:").isalpha() and before != "value"
    ]
