"""Turns evidence into a verdict."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from grader import engine
from grader.evidence import Challenge, Evidence, EvidenceError, Raised, collect, decode
from grader.judging.exercise import Case, Exercise, Misconception, WrongAnswer
from grader.judging.feedback import text_of
from grader.judging.files import Unreadable
from grader.judging.relations import relation
from grader.judging.verdict import CaseResult, Verdict
from grader.languages import ENGLISH, _, language

# The end of a message's first line that only announces the next ones: "Originally defined at:".
ANNOUNCEMENT = re.compile(r"(?<=[.?!]) [^.?!]*:$")
ENDS = tuple(".?!\N{HORIZONTAL ELLIPSIS}\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH QUESTION MARK}")


class JudgeError(Exception):
    """The judge cannot decide whether an answer is right; a person has to look at it."""

    def __init__(self, exercise: str, cause: Exception):
        super().__init__(
            _(
                "{exercise}: the judge could not make sense of what this answer gave ({cause}). "
                "It gives no verdict: a person has to look at it."
            ).format(exercise=exercise, cause=f"{type(cause).__name__}: {cause}")
        )


def draw(exercise: Exercise, seed: bytes) -> Challenge:
    """The challenge of `exercise` for `seed`; the same bytes give the same challenge everywhere."""
    digest = hashlib.sha256(exercise.id.encode() + b"\0" + seed).digest()
    return exercise.draw(np.random.default_rng(int.from_bytes(digest, "big")))


def judge(
    exercise: Exercise,
    challenge: Challenge,
    evidence: bytes,
    expected: Sequence[Any] | None = None,
) -> Verdict:
    """The verdict on `evidence`, which may be hostile.

    expected: the right answer's observations for this challenge, if they are already known.

    Raises JudgeError if the evidence has a form that the exercise does not expect: it was tampered
    with, or the judge has a bug. A person has to look; such an answer is never scored as zero.
    """
    if expected is None:
        expected = observe_answer(exercise, challenge, exercise.reference)
    try:
        decoded = decode(evidence)
        got = observe(exercise, challenge, decoded)
    except EvidenceError as error:
        return refusal(exercise, _sentence(error))
    except WrongAnswer as error:
        # On a slow machine ours may take too long as well: that makes them no more alike.
        late = isinstance(decoded.result, Raised) and decoded.result.type == "TooLong"
        named = None if late else _misconception_with_error(exercise, challenge, str(error))
        return refusal(exercise, _sentence(error), named, pasted(exercise, challenge))
    except Exception as error:
        raise JudgeError(exercise.id, error) from error
    results = _results(exercise.cases, expected, got)
    points = sum(result.points for result in results)
    if points >= exercise.points:
        text = _message(points, exercise, _("every case agrees."))
        return Verdict(exercise.id, exercise.points, exercise.points, text, results)
    named = _misconception(exercise, challenge, expected, got, results)
    if named:
        reason = _(named.explanation)
    else:
        reason = (
            _alike(exercise.cases, expected, got, results)
            or _like_an_idea(exercise, challenge, got, results)
            or _reason(exercise.cases, results, expected, got)
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


def _alike(
    cases: Sequence[Case],
    expected: Sequence[Any],
    got: Sequence[Any],
    results: Sequence[CaseResult],
) -> str | None:
    """How the answer differs from the right one, if it does so everywhere alike, and the case's advice."""
    try:
        told = relation(expected, got, [result.holds for result in results])
    except Exception:  # evidence may be hostile, and this is only a courtesy: the points are known
        return None
    return _advised(told, cases, results) if told else None


def _like_an_idea(
    exercise: Exercise, challenge: Challenge, got: Sequence[Any], results: Sequence[CaseResult]
) -> str | None:
    """The one small mistake with which the right answer shows the same, and the case's advice.

    None if there is no such mistake, or if there are several, since any of them may be the one.
    """
    told = set()
    for idea in exercise.ideas:
        if not _may_be(idea, got, results):
            continue
        try:
            wrong = _like(exercise, challenge, idea.answer, got)
            if wrong is not None and _same(exercise.cases, wrong, got):
                told.add(idea.explanation)
        except Exception:  # as above: a courtesy
            continue
    if len(told) != 1:
        return None
    (explanation,) = told
    return _advised(_(explanation), exercise.cases, results)


def _advised(clause: str, cases: Sequence[Case], results: Sequence[CaseResult]) -> str:
    """What was found, and the advice of the first case that does not hold: what to do about it."""
    pairs = zip(cases, results, strict=True)
    advice = next((case.advice for case, result in pairs if not result.holds), "")
    if not advice:
        return clause
    return _("{idea} {advice}").format(idea=_capitalized(clause), advice=_(advice))


def pasted(exercise: Exercise, challenge: Challenge) -> str:
    """The code with which the student can reproduce the visible case of `challenge`, or ""."""
    return exercise.paste(challenge).strip() if exercise.paste else ""


def refusal(
    exercise: Exercise, reason: str, named: Misconception | None = None, paste: str = ""
) -> Verdict:
    """A verdict without points, for an answer that could not be observed at all."""
    cases = tuple(CaseResult(case.label, False, 0, case.points) for case in exercise.cases)
    begins_with_a_name = re.split(r"\W", reason)[0] in exercise.answers
    text = reason if begins_with_a_name else _capitalized(reason)
    text = _(named.explanation) if named else text
    return Verdict(
        exercise.id,
        0,
        exercise.points,
        _message(0, exercise, text),
        cases,
        named.name if named else None,
        paste,
    )


def _message(points: float, exercise: Exercise, reason: str) -> str:
    """A verdict's message."""
    return _("{points} of {max_points} points: {reason}").format(
        points=text_of(points), max_points=text_of(exercise.points), reason=reason
    )


def _capitalized(reason: str) -> str:
    """The reason with a capital letter; in Chinese, where it may start with a name, unchanged."""
    return reason[:1].upper() + reason[1:] if language() == ENGLISH else reason


def _sentence(clause: object) -> str:
    """A clause with its full stop, if it has no end of its own: it may quote a question."""
    text = str(clause)
    return text if text.endswith(ENDS) else _("{reason}.").format(reason=text)


def observe(exercise: Exercise, challenge: Challenge, evidence: Evidence) -> list[Any]:
    """One observation per case. Raises WrongAnswer if the evidence cannot be observed."""
    observations = list(_observed(exercise, challenge, evidence))
    if len(observations) != len(exercise.cases):
        raise AssertionError(
            f"{exercise.id}: {len(observations)} observations for {len(exercise.cases)} cases"
        )
    return observations


def _observed(exercise: Exercise, challenge: Challenge, evidence: Evidence) -> Iterator[Any]:
    """The observations one after the other; an exercise may work out each when it is asked for."""
    if isinstance(evidence.result, Raised):
        raise WrongAnswer(_told(evidence.result))
    yield from exercise.observe(evidence, challenge)


def observe_answer(exercise: Exercise, challenge: Challenge, answer: Any) -> list[Any]:
    """The observations of one of our answers (the reference, a misconception)."""
    return observe(exercise, challenge, decode(evidence_of(challenge, answer)))


def observe_first(exercise: Exercise, challenge: Challenge, answer: Any) -> Any:
    """The observation for the first case, for which the answer gets no more than the first part."""
    inputs, hidden = (
        {name: value[:1] if name in exercise.parts else value for name, value in given.items()}
        for given in (challenge.inputs, challenge.hidden)
    )
    first = replace(challenge, inputs=inputs, hidden=hidden)
    return next(_observed(exercise, first, decode(evidence_of(first, answer))))


def evidence_of(challenge: Challenge, answer: Any) -> bytes:
    """The evidence of one of our answers, built and probed on the engine."""
    with engine.Graph().as_default():
        answers = answer()
        return collect(challenge, answers if isinstance(answers, tuple) else (answers,), engine)


def _results(
    cases: Sequence[Case], expected: Sequence[Any], got: Sequence[Any]
) -> tuple[CaseResult, ...]:
    results = []
    open_gate = True
    for case, one, other in zip(cases, expected, got, strict=True):
        holds = case.agree(one, other)
        results.append(
            CaseResult(
                case.label,
                holds,
                case.points if holds and open_gate else 0,
                case.points,
                text_of(one) if case.visible else None,
                text_of(other) if case.visible else None,
            )
        )
        open_gate = open_gate and (holds or not case.gate)
    return tuple(results)


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
    exercise: Exercise, challenge: Challenge, answer: Any, got: Sequence[Any]
) -> list[Any] | None:
    """The observations of one of our answers, or None if one differs from a value of the student's.

    The first difference ends it, so that further observations cost nothing.
    """
    if exercise.parts and not isinstance(got[0], Raised):
        begun = observe_first(exercise, challenge, answer)
        if not _same(exercise.cases[:1], [begun], got[:1]):
            return None
    observations = []
    evidence = decode(evidence_of(challenge, answer))
    for case, own, ours in zip(
        exercise.cases, got, _observed(exercise, challenge, evidence), strict=True
    ):
        if not isinstance(own, Raised) and not _same([case], [ours], [own]):
            return None
        observations.append(ours)
    return observations


def _misconception(
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
        if not _may_be(misconception, got, results):
            continue
        try:
            wrong = _like(exercise, challenge, misconception.answer, got)
        except WrongAnswer:
            continue
        if wrong is None:
            continue
        if _same(exercise.cases, wrong, got) and not _same(exercise.cases, expected, wrong):
            return misconception
        if _same_where_it_answers(exercise.cases, expected, wrong, got):
            partly.append(misconception)
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


def _misconception_with_error(
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


def _same(cases: Sequence[Case], one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two answers are observed alike, in both directions: a case's `agree` may be one-sided."""
    return all(
        case.agree(first, second) and case.agree(second, first)
        for case, first, second in zip(cases, one, other, strict=True)
    )


def _reason(
    cases: Sequence[Case],
    results: Sequence[CaseResult],
    expected: Sequence[Any],
    got: Sequence[Any],
) -> str:
    """Why points are missing: a sentence about the first case that does not hold."""
    for case, result, wanted, observation in zip(cases, results, expected, got, strict=True):
        if result.holds:
            continue
        if isinstance(observation, Raised) and not isinstance(observation, Unreadable):
            return _sentence(
                _("{case}: {reason}").format(case=_(case.label), reason=_told(observation))
            )
        if (error := _error_within(observation)) and not _error_within(wanted):
            return _advised(_sentence(_told(error)), cases, results)
        if case.advice:
            return _(case.advice)
        if case.visible:
            return _("{case}: expected {expected}, got {got}.").format(
                case=_(case.label), expected=result.expected, got=result.got
            )
        return _("this does not hold: {case}.").format(case=_(case.label))
    return _("an earlier case does not hold.")


def _error_within(observation: Any) -> Raised | None:
    """The first exception of the student's code in an observation of several runs."""
    if isinstance(observation, Raised):
        return None if isinstance(observation, Unreadable) else observation
    if isinstance(observation, dict):
        observation = list(observation.values())
    if not isinstance(observation, list | tuple):
        return None
    return next(filter(None, map(_error_within, observation)), None)


def _told(error: Raised) -> str:
    """An exception of the student's code as a clause."""
    message = error.message.strip().splitlines()
    if error.type == "NotImplementedError" and not message:
        return _("there is no answer yet: your code still raises NotImplementedError")
    line = error.line.strip()
    told = (
        _("your code raised {error} (at the line `{line}`): {reason}")
        if line
        else _("your code raised {error}: {reason}")
    )
    reason = ANNOUNCEMENT.sub("", message[0]).rstrip(".。:;, ") if message else _("no message")
    return told.format(error=error.type, line=line, reason=reason)
