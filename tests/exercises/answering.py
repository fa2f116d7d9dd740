"""How the tests of this room judge an answer that is given as source."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from copy import copy
from itertools import tee
from typing import Any
from unittest import mock

import numpy as np

from grader.back_end import tensorflow
from grader.evidence import Challenge, collect_from
from grader.evidence.probes import autodiff, bounded
from grader.judging import Exercise, Known, Verdict, draw, judge, known_of, rerun
from grader.judging.observing import shown_by
from tests import layers

BACK_ENDS = ("engine", "tensorflow")

# Laws are tried with many more challenges than every day.
MANY = layers.WHOLE

_seen: dict[tuple[Any, ...], Any] = {}


def _key(seed: bytes, exercise: Exercise, *more: Any) -> tuple[Any, ...]:
    """What the observations of one of our answers depend on; those of other exercises are forgotten."""
    if _seen and next(iter(_seen))[0] != exercise.id:
        _seen.clear()
    # Exercises live as long as the process, so do their ids; some tests set tighter limits.
    return (exercise.id, seed, *more, repr(rerun.Limits()), bounded.SECONDS, autodiff.SECONDS)


def known(exercise: Exercise, seed: bytes, challenge: Challenge, answer: Any) -> Known:
    """What is known of the reference or a misconception for this seed, computed once in a process.

    The judge computes it anew for every answer, which is the larger part of judging a list of answers.
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


def module_of(back_end: str) -> Any:
    """The module that a notebook gets as `tf`."""
    if back_end == "engine":
        from grader import engine

        return engine
    return tensorflow()


@contextmanager
def nameless() -> Iterator[None]:
    """In the block, the judge looks for no mistake, which takes most of its time, and only for points."""
    with (
        mock.patch("grader.judging.judge.misconception_of", return_value=None),
        mock.patch("grader.judging.judge.misconception_with_error", return_value=None),
        mock.patch("grader.judging.judge.mutant_of", return_value=None),
    ):
        yield


def judged(exercise: Exercise, source: str, seed: bytes, tf: Any, naming: bool = True) -> Verdict:
    """The verdict on an answer's source, collected as autograding collects it.

    naming: whether to look for the mistake behind a wrong answer.
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
