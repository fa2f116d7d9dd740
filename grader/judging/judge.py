"""Turns evidence into a verdict."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grader.engine.core.absent import NOT_PART
from grader.evidence import Challenge, EvidenceError, Raised, decode
from grader.judging.exercise import CannotJudge, Case, Exercise, Misconception, WrongAnswer
from grader.judging.feedback import text_of
from grader.judging.likeness import Wrong
from grader.judging.mistakes import (
    misconception_of,
    misconception_with_error,
    mutant_of,
    relation_of,
)
from grader.judging.observing import Known, known_of, observe
from grader.judging.reasons import capitalized, reason_of, sentence
from grader.judging.verdict import CaseResult, Verdict
from grader.languages import _

# How the engine's errors begin where it does not have what TensorFlow has.
LACKING = re.compile(rf"\A(?:(\S.*?) {NOT_PART}|the engine has no ([^;.]+))")


class JudgeError(Exception):
    """The judge cannot decide whether an answer is right; a person has to look at it."""

    def __init__(self, exercise: str, cause: Exception):
        super().__init__(
            _(
                "{exercise}: the judge could not make sense of what this answer gave ({cause}). "
                "It gives no verdict: a person has to look at it."
            ).format(exercise=exercise, cause=f"{type(cause).__name__}: {cause}")
        )


def judge(
    exercise: Exercise,
    challenge: Challenge,
    evidence: bytes,
    right: Known | None = None,
) -> Verdict:
    """The verdict on `evidence`, which may be hostile.

    right: what the right answer shows for this challenge, if it is already known.

    Raises CannotJudge if it depends on something that the engine does not have.
    Raises JudgeError if the evidence has a form that the exercise does not expect: it was tampered
    with, or the judge has a bug. Either way a person has to look; such an answer is never scored as zero.
    """
    right = right or known_of(exercise, challenge, exercise.reference)
    expected = right.observations
    try:
        decoded = decode(evidence)
        expect_present(decoded.result, exercise.refuses)
        got = observe(exercise, challenge, decoded)
    except CannotJudge:
        raise
    except EvidenceError as error:
        return refusal(exercise, sentence(error))
    except WrongAnswer as error:
        # On a slow machine ours may take too long as well: that makes them no more alike.
        late = isinstance(decoded.result, Raised) and decoded.result.type == "TooLong"
        named = None if late else misconception_with_error(exercise, challenge, str(error))
        return refusal(exercise, sentence(error), named, pasted(exercise, challenge))
    except Exception as error:
        raise JudgeError(exercise.id, error) from error
    results = _results(exercise.cases, expected, got)
    points = sum(result.points for result in results)
    if points >= exercise.points:
        text = _message(points, exercise, _("every case passes."))
        return Verdict(exercise.id, exercise.points, exercise.points, text, results)
    wrong = Wrong(exercise, challenge, decoded, right, got, results)
    named = misconception_of(wrong)
    if named:
        reason = _(named.explanation)
    else:
        reason = (
            relation_of(wrong)
            or mutant_of(wrong)
            or reason_of(exercise.cases, results, expected, got)
        )
    return Verdict(
        exercise.id,
        points,
        exercise.points,
        _message(points, exercise, reason),
        results,
        named.name if named else None,
        pasted(exercise, challenge),
    )


def expect_present(result: Any, refused: Sequence[str] = ()) -> None:
    """Raises CannotJudge if the answer failed at a name that TensorFlow may have, and the engine has not.

    refused: names at which an answer may well fail.
    """
    if isinstance(result, Raised) and (missing := LACKING.match(result.message)):
        name = missing[1] or missing[2]
        if name not in refused:
            raise CannotJudge(name)
    if isinstance(result, Mapping):
        result = list(result.values())
    if isinstance(result, list | tuple):
        for part in result:
            expect_present(part, refused)


def pasted(exercise: Exercise, challenge: Challenge) -> str:
    """The code with which the student can reproduce the visible case of `challenge`, or ""."""
    return exercise.paste(challenge).strip() if exercise.paste else ""


def refusal(
    exercise: Exercise, reason: str, named: Misconception | None = None, paste: str = ""
) -> Verdict:
    """A verdict without points, for an answer that could not be observed at all."""
    cases = tuple(CaseResult(case.label, False, 0, case.points) for case in exercise.cases)
    return Verdict(
        exercise.id,
        0,
        exercise.points,
        _message(0, exercise, _(named.explanation) if named else reason),
        cases,
        named.name if named else None,
        paste,
    )


def _message(points: float, exercise: Exercise, reason: str) -> str:
    """A verdict's message. The reasons against an answer are sentences, unless a name begins them."""
    if points < exercise.points and re.split(r"\W", reason)[0] not in exercise.answers:
        reason = capitalized(reason)
    return _("{points} of {max_points} points: {reason}").format(
        points=text_of(points), max_points=text_of(exercise.points), reason=reason
    )


def _results(
    cases: Sequence[Case], expected: Sequence[Any], got: Sequence[Any]
) -> tuple[CaseResult, ...]:
    results = []
    open_gate = True
    for case, wanted, shown in zip(cases, expected, got, strict=True):
        holds = case.agree(wanted, shown)
        results.append(
            CaseResult(
                case.label,
                holds,
                case.points if holds and open_gate else 0,
                case.points,
                text_of(wanted) if case.visible else None,
                text_of(shown) if case.visible else None,
            )
        )
        open_gate = open_gate and (holds or not case.gate)
    return tuple(results)
