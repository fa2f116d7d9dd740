"""Turns evidence into a verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from grader.cleaning import printable
from grader.engine.core.absent import NOT_PART
from grader.evidence import Challenge, Evidence, EvidenceError, Raised, decode
from grader.evidence.probes.bounded import TooLong, time_limit
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
from grader.judging.rerun import graphs_kept
from grader.judging.verdict import CaseResult, Verdict, message_of
from grader.languages import N_, _

# Of processor time, for all runs of an answer's graphs together; the slowest right one needs 0.3.
SECONDS = 5.0
BEYOND = N_(
    "your graph needs more than {seconds:g} seconds of computing, which no right answer does. Is there a "
    "loop that never ends, or a tensor that is far too large?"
)
# Characters of a reason, which may quote a value or a name of the answer's; ours have a few hundred.
LONGEST_REASON = 2_000
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


@graphs_kept()
def judge(
    exercise: Exercise,
    challenge: Challenge,
    evidence: bytes,
    right: Known | None = None,
    alarm: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Verdict:
    """The verdict on `evidence`, which may be hostile.

    right: what the right answer shows for this challenge, if it is already known.
    alarm: what surrounds all that the evidence can make last, beside the limit in `SECONDS`, which stops
    Python code alone.

    Raises CannotJudge if it depends on something that the engine does not have, and MemoryError.
    Raises JudgeError if the evidence has a form that the exercise does not expect: it was tampered
    with, or the judge has a bug. Either way a person has to look; such an answer is never scored as zero.
    """
    right = right or known_of(exercise, challenge, exercise.reference)
    expected = right.observations
    decoded = Evidence(None)

    def look() -> tuple[list[Any], tuple[CaseResult, ...]]:
        nonlocal decoded
        with alarm(), time_limit(SECONDS):
            decoded = decode(evidence)
            expect_present(decoded.result, exercise.refuses)
            got = observe(exercise, challenge, decoded)
            return got, _results(exercise.cases, expected, got)

    try:
        try:
            got, results = look()
        except TooLong:  # a machine that stood still may have charged its seconds to this process
            got, results = look()
    except (CannotJudge, MemoryError):
        raise
    except TooLong:
        return refusal(exercise, beyond(), None, pasted(exercise, challenge))
    except EvidenceError as error:
        return refusal(exercise, sentence(error))
    except WrongAnswer as error:
        # On a slow machine ours may take too long as well: that makes them no more alike.
        late = isinstance(decoded.result, Raised) and decoded.result.type == "TooLong"
        named = None if late else misconception_with_error(exercise, challenge, str(error))
        return refusal(exercise, sentence(error), named, pasted(exercise, challenge))
    except Exception as error:
        raise JudgeError(exercise.id, error) from error
    points = sum(result.points for result in results)
    if points >= exercise.points:
        return _verdict(exercise, exercise.points, _("every case passes."), results)
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
    return _verdict(exercise, points, reason, results, named, pasted(exercise, challenge))


def beyond() -> str:
    """Why an answer that computes without end has no points."""
    return _(BEYOND).format(seconds=SECONDS)


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
    return _verdict(exercise, 0, _(named.explanation) if named else reason, cases, named, paste)


def _verdict(
    exercise: Exercise,
    points: float,
    reason: str,
    cases: tuple[CaseResult, ...],
    named: Misconception | None = None,
    paste: str = "",
) -> Verdict:
    """A verdict in words: one line, and no longer than anybody reads.

    The reasons against an answer are sentences, unless a name begins them.
    """
    most = exercise.points
    reason = printable(reason)
    if len(reason) > LONGEST_REASON:
        reason = f"{reason[:LONGEST_REASON]} \N{HORIZONTAL ELLIPSIS}"
    if points < most and re.split(r"\W", reason)[0] not in exercise.answers:
        reason = capitalized(reason)
    message, name = message_of(points, most, reason), named.name if named else None
    return Verdict(exercise.id, points, most, message, cases, name, paste, reason)


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
