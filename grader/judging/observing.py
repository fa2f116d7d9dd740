"""Draws challenges, and turns evidence into one observation for each case."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from grader import engine
from grader.evidence import Challenge, Evidence, Raised, collect, decode
from grader.judging.exercise import Exercise, WrongAnswer
from grader.judging.reasons import told
from grader.judging.rerun import without_haste


def draw(exercise: Exercise, seed: bytes) -> Challenge:
    """The challenge of `exercise` for `seed`; the same bytes give the same challenge everywhere."""
    digest = hashlib.sha256(exercise.id.encode() + b"\0" + seed).digest()
    return exercise.draw(np.random.default_rng(int.from_bytes(digest, "big")))


def observe(exercise: Exercise, challenge: Challenge, evidence: Evidence) -> list[Any]:
    """One observation per case. Raises WrongAnswer if the evidence cannot be observed."""
    observations = list(one_by_one(exercise, challenge, evidence))
    if len(observations) != len(exercise.cases):
        raise AssertionError(
            f"{exercise.id}: {len(observations)} observations for {len(exercise.cases)} cases"
        )
    return observations


def one_by_one(exercise: Exercise, challenge: Challenge, evidence: Evidence) -> Iterator[Any]:
    """The observations one after the other; an exercise may work out each when it is asked for."""
    if isinstance(evidence.result, Raised):
        raise WrongAnswer(told(evidence.result))
    yield from exercise.observe(evidence, challenge)


class Known(NamedTuple):
    """What is known of one of our answers: its evidence, and the observations, case by case."""

    evidence: Evidence
    observations: list[Any]


def known_of(exercise: Exercise, challenge: Challenge, answer: Any) -> Known:
    """The evidence and the observations of one of our answers (the reference, a misconception)."""
    with without_haste():
        evidence = decode(evidence_of(challenge, answer))
        return Known(evidence, observe(exercise, challenge, evidence))


def observe_answer(exercise: Exercise, challenge: Challenge, answer: Any) -> list[Any]:
    """The observations of one of our answers."""
    return known_of(exercise, challenge, answer).observations


def shown_by(exercise: Exercise, challenge: Challenge, answer: Any) -> Iterator[Any]:
    """The observations of one of our answers, one after the other."""
    with without_haste():
        evidence = decode(evidence_of(challenge, answer))
    observations = one_by_one(exercise, challenge, evidence)
    end = object()
    while True:
        with without_haste():  # not while the one who asks does something else
            shown = next(observations, end)
        if shown is end:
            return
        yield shown


def evidence_of(challenge: Challenge, answer: Any) -> bytes:
    """The evidence of one of our answers, built and probed on the engine."""
    with engine.Graph().as_default():
        answers = answer()
        return collect(challenge, answers if isinstance(answers, tuple) else (answers,), engine)
