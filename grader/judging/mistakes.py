"""Finds the mistake behind a wrong answer: a misconception, a relation to the right values, or an idea."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from grader.evidence import Challenge, Raised
from grader.judging.exercise import Case, Exercise, Misconception, WrongAnswer
from grader.judging.observing import observe_answer, observe_first, shown_by
from grader.judging.reasons import advised
from grader.judging.relations import relation
from grader.judging.rerun import FailedRun
from grader.judging.verdict import CaseResult
from grader.languages import _


def misconception_of(
    exercise: Exercise,
    challenge: Challenge,
    expected: Sequence[Any],
    got: Sequence[Any],
    results: Sequence[CaseResult],
) -> Misconception | None:
    """The misconception whose observations equal the student's, case by case.

    If there is none: the only one that equals them in every case for which the student's code has an
    answer. An unfinished answer raises errors further down, and its first mistake is no less that mistake.
    """
    partly = []
    for misconception in exercise.misconceptions:
        try:
            wrong = _like(exercise, challenge, misconception, got, results)
            if wrong is None:
                continue
            if _same(exercise.cases, wrong, got) and not _same(exercise.cases, expected, wrong):
                return misconception
            if _same_where_it_answers(exercise.cases, expected, wrong, got):
                partly.append(misconception)
        except (
            Exception
        ):  # evidence may be hostile, and a name is only a courtesy: the points are known
            continue
    return partly[0] if len({one.explanation for one in partly}) == 1 else None


def _same_where_it_answers(
    cases: Sequence[Case], expected: Sequence[Any], wrong: Sequence[Any], got: Sequence[Any]
) -> bool:
    """Whether two wrong answers are observed alike up to the student's errors, which must come later."""
    answered = [
        parts
        for parts in zip(cases, expected, wrong, got, strict=True)
        if not isinstance(parts[-1], Raised)
    ]
    if len(answered) == len(cases) or not answered or answered[0][0] is not cases[0]:
        return False
    kept, right, slip, own = zip(*answered, strict=True)
    return _same(kept, slip, own) and not kept[0].agree(right[0], own[0])


def misconception_with_error(
    exercise: Exercise, challenge: Challenge, message: str
) -> Misconception | None:
    """The misconception that cannot be observed for the same reason as the student's answer."""
    for misconception in exercise.misconceptions:
        if misconception.holds and set(misconception.holds) & {"0", "1"}:
            continue  # it can be observed, in some case of every draw
        try:
            observe_answer(exercise, challenge, misconception.answer)
        except WrongAnswer as error:
            if str(error) == message:
                return misconception
    return None


def relation_of(
    cases: Sequence[Case],
    expected: Sequence[Any],
    got: Sequence[Any],
    results: Sequence[CaseResult],
) -> str | None:
    """How the answer differs from the right one, if it does so everywhere alike, and the case's advice.

    Without the advice where the values are right.
    """
    try:
        told = relation(expected, got, [result.holds for result in results])
    except Exception:  # as above
        return None
    if told is None:
        return None
    return told.text if told.enough else advised(told.text, cases, results)


def idea_of(
    exercise: Exercise, challenge: Challenge, got: Sequence[Any], results: Sequence[CaseResult]
) -> str | None:
    """The one small mistake with which the right answer shows the same, and the case's advice.

    None if there is no such mistake, or if there are several, since any of them may be the one.
    """
    told = set()
    for idea in exercise.ideas:
        try:
            wrong = _like(exercise, challenge, idea, got, results)
            if wrong is not None and _same(exercise.cases, wrong, got):
                told.add(idea.explanation)
        except Exception:  # as above
            continue
    if len(told) != 1:
        return None
    (explanation,) = told
    return advised(_(explanation), exercise.cases, results)


def _may_be(mistake: Misconception, got: Sequence[Any], results: Sequence[CaseResult]) -> bool:
    """Whether this may be the student's mistake: nothing known of it is against that.

    A case in which the student's code raises an error says nothing: an unfinished answer has no value there.
    """
    if mistake.holds in (None, "-"):
        return mistake.holds is None
    return all(
        isinstance(own, Raised) or known in ("?", "1" if result.holds else "0")
        for known, own, result in zip(mistake.holds, got, results, strict=True)
    )


def _like(
    exercise: Exercise,
    challenge: Challenge,
    mistake: Misconception,
    got: Sequence[Any],
    results: Sequence[CaseResult],
) -> list[Any] | None:
    """The observations of a mistake, or None if one differs from a value of the student's.

    The first difference ends it, so that further observations cost nothing.
    """
    if not _may_be(mistake, got, results):
        return None
    if exercise.parts and not isinstance(got[0], Raised):
        begun = observe_first(exercise, challenge, mistake.answer)
        if not _same(exercise.cases[:1], [begun], got[:1]):
            return None
    observations = []
    shown = shown_by(exercise, challenge, mistake.answer)
    for case, own, ours in zip(exercise.cases, got, shown, strict=True):
        if not isinstance(own, Raised) and not _same([case], [ours], [own]):
            return None
        observations.append(ours)
    return observations


def _same(cases: Sequence[Case], one: Sequence[Any], other: Sequence[Any]) -> bool:
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
