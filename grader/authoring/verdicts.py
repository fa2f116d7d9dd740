"""Judges answers that are given as source; what the judge finds out about its own answers is kept.

The judge runs the reference and its mistakes anew for every answer, which is the larger part of judging a
list of answers; here they run once for each challenge.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from copy import copy
from itertools import tee
from typing import Any
from unittest import mock

import numpy as np

from grader.evidence import Challenge, collect_from
from grader.evidence.probes import bounded
from grader.judging import Exercise, Known, Verdict, draw, judge, known_of, rerun
from grader.judging.observing import shown_by

_seen: dict[tuple[Any, ...], Any] = {}


def judged(exercise: Exercise, source: str, seed: bytes, tf: Any, naming: bool = True) -> Verdict:
    """The verdict on an answer's source, collected as autograding collects it.

    naming: whether to look for the mistake behind a wrong answer, which takes most of the time.
    Raises AssertionError if the probe leaves another default graph or session behind.
    """
    namespace = {"tf": tf, "np": np}
    challenge = draw(exercise, seed)
    with tf.Graph().as_default() as graph:
        exec(source, namespace)
        data = collect_from(namespace, exercise.answers, challenge, tf)
        assert tf.get_default_graph() is graph, "the probe left another default graph behind"
    assert tf.get_default_session() is None, "the probe left a default session behind"
    with remembering(seed), nullcontext() if naming else nameless():
        return judge(exercise, challenge, data)


def known(exercise: Exercise, seed: bytes, challenge: Challenge, answer: Any) -> Known:
    """What is known of the reference or a misconception for this seed, computed once in a process.

    Raises WrongAnswer as `known_of` does.
    """
    key = _key(seed, exercise, id(answer))
    if key not in _seen:
        _seen[key] = known_of(exercise, challenge, answer)
    return _seen[key]


def observed(exercise: Exercise, seed: bytes, challenge: Challenge, answer: Any) -> list[Any]:
    """What the reference or a misconception shows for this seed; see `known`."""
    return list(known(exercise, seed, challenge, answer).observations)


@contextmanager
def remembering(seed: bytes) -> Iterator[None]:
    """In the block, the judge takes from memory what its own answers show for this seed."""

    def remembered(exercise: Exercise, challenge: Challenge, answer: Any) -> Known:
        return known(exercise, seed, challenge, answer)

    def remembered_observations(exercise: Exercise, challenge: Challenge, answer: Any) -> list[Any]:
        return observed(exercise, seed, challenge, answer)

    def shown(exercise: Exercise, challenge: Challenge, answer: Any) -> Iterator[Any]:
        with np.printoptions(threshold=sys.maxsize):
            key = _key(seed, exercise, id(answer), repr(challenge))  # the whole one, or a part
        if key not in _seen:
            (_seen[key],) = tee(shown_by(exercise, challenge, answer), 1)
        return copy(_seen[key])  # which has its own place, and works out only what nobody has seen

    with (
        mock.patch("grader.judging.judge.known_of", remembered),
        mock.patch("grader.judging.mistakes.observe_answer", remembered_observations),
        mock.patch("grader.judging.likeness.shown_by", shown),
    ):
        yield


@contextmanager
def nameless() -> Iterator[None]:
    """In the block, the judge looks for no mistake, only for points."""
    with (
        mock.patch("grader.judging.judge.misconception_of", return_value=None),
        mock.patch("grader.judging.judge.misconception_with_error", return_value=None),
        mock.patch("grader.judging.judge.mutant_of", return_value=None),
    ):
        yield


def _key(seed: bytes, exercise: Exercise, *more: Any) -> tuple[Any, ...]:
    """What the observations of one of our answers depend on; those of other exercises are forgotten."""
    if _seen and next(iter(_seen))[0] != exercise.id:
        _seen.clear()
    # Exercises live as long as the process, so do their ids; some tests set tighter limits.
    return (
        exercise.id,
        seed,
        *more,
        repr(rerun.Limits()),
        bounded.SECONDS,
        bounded.SECONDS_OF_A_CALL,
    )
