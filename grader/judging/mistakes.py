"""Finds the mistake behind a wrong answer: a misconception, a relation to the right values, or a mutant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.evidence import Challenge, Raised
from grader.evidence.probes.bounded import TooLong, time_limit
from grader.judging.exercise import Case, Exercise, Misconception, WrongAnswer
from grader.judging.likeness import SECONDS, Wrong, same
from grader.judging.observing import observe_answer
from grader.judging.reasons import advised
from grader.judging.relations import relation
from grader.languages import _


def misconception_of(wrong: Wrong) -> Misconception | None:
    """The misconception whose observations equal the student's, case by case.

    If there is none: the only one that equals them in every case for which the student's code has an
    answer. An unfinished answer raises errors further down, and its first mistake is no less that mistake.
    """
    cases, expected, got = wrong.exercise.cases, wrong.expected, wrong.got
    partly = []
    for misconception in wrong.exercise.misconceptions:
        try:
            slip = wrong.like(misconception)
            if slip is None:
                continue
            if same(cases, slip, got) and not same(cases, expected, slip):
                return misconception
            if _same_where_it_answers(cases, expected, slip, got):
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
    return same(kept, slip, own) and not kept[0].agree(right[0], own[0])


def misconception_with_error(
    exercise: Exercise, challenge: Challenge, message: str
) -> Misconception | None:
    """The misconception that cannot be observed for the same reason as the student's answer."""
    for misconception in exercise.misconceptions:
        if misconception.passes and set(misconception.passes) & {"0", "1"}:
            continue  # it can be observed, in some case of every draw
        try:
            observe_answer(exercise, challenge, misconception.answer)
        except WrongAnswer as error:
            if str(error) == message:
                return misconception
    return None


def relation_of(wrong: Wrong) -> str | None:
    """How the answer differs from the right one, if it does so everywhere alike, and the case's advice.

    Without the advice where the values are right.
    """
    try:
        holds = [result.holds for result in wrong.results]
        with time_limit(SECONDS):
            told = relation(wrong.expected, wrong.got, holds, wrong.exercise.choice)
    except (Exception, TooLong):  # as above
        return None
    if told is None:
        return None
    if told.enough:
        return told.text
    return advised(told.text, wrong.exercise.cases, wrong.results)


def mutant_of(wrong: Wrong) -> str | None:
    """The one small mistake with which the right answer shows the same, and the case's advice.

    None if there is no such mistake, or if there are several, since any of them may be the one.
    """
    told = set()
    for mutant in wrong.exercise.mutants:
        try:
            slip = wrong.like(mutant)
            if slip is not None and same(wrong.exercise.cases, slip, wrong.got):
                told.add(mutant.explanation)
        except Exception:  # as above
            continue
    if len(told) != 1:
        return None
    (explanation,) = told
    return advised(_(explanation), wrong.exercise.cases, wrong.results)
