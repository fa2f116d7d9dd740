"""Asks answers twice: in one process with the probe, and by way of a witness.

    python -m tests.evidence.by_witness BACK_END EXERCISE DRAWS ANSWER...

prints, as JSON, what differs. Witness and kernel are children of this process, which may not have run a
session of TensorFlow before: it could not be forked.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.back_end import tensorflow
from grader.evidence.collect import challenge_from_bytes, challenge_to_bytes, collect_from
from grader.evidence.data import Challenge
from grader.evidence.witness.kernel import serve
from grader.evidence.witness.witness import evidence_of
from grader.exercises import find
from grader.exercises.sources import answers_to
from grader.judging import draw, judge


def in_a_child(work: Callable[[], bytes]) -> Callable[[], bytes]:
    """Starts the work in a child; what is returned waits for its result."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as file:
                file.write(work())
        finally:
            os._exit(0)
    os.close(write)

    def result() -> bytes:
        with os.fdopen(read, "rb") as file:
            data = file.read()
        os.waitpid(child, 0)
        return data

    return result


def _names(source: str, tf: Any) -> dict[str, Any]:
    names = {"tf": tf, "np": np}
    exec(source, names)
    return names


def in_one_process(source: str, answers: tuple[str, ...], challenge: Challenge, tf: Any) -> bytes:
    """The evidence, collected where the answer is."""

    def work() -> bytes:
        with tf.Graph().as_default():
            return collect_from(_names(source, tf), answers, challenge, tf)

    return in_a_child(work)()


def by_witness(source: str, answers: tuple[str, ...], challenge: Challenge, tf: Any) -> bytes:
    """The evidence of a witness, whose kernel has run this source."""
    ours, theirs = socket.socketpair()

    def kernel() -> bytes:
        ours.close()
        with tf.Graph().as_default():
            serve(theirs, _names(source, tf), tf)
        return b""

    def witness() -> bytes:
        theirs.close()
        return evidence_of(ours, challenge, answers, tf)

    both = in_a_child(kernel), in_a_child(witness)
    ours.close()
    theirs.close()
    return [one() for one in both][1]


def differences(identity: str, names: list[str], draws: int, tf: Any) -> list[str]:
    """Where an answer's points, or the named mistake, depend on the way in which it was asked."""
    exercise, found = find(identity), []
    for answer in answers_to(identity):
        if names and answer.name not in names:
            continue
        for number in range(draws):
            challenge = draw(exercise, b"seed %d" % number)
            sent = challenge_from_bytes(challenge_to_bytes(challenge))
            verdicts = [
                judge(exercise, challenge, ask(answer.source, exercise.answers, sent, tf))
                for ask in (in_one_process, by_witness)
            ]
            points, mistakes = zip(
                *((one.points, one.misconception) for one in verdicts), strict=True
            )
            if len(set(points)) > 1 or len(set(mistakes)) > 1:
                found.append(
                    f"{answer.name}, draw {number}: {verdicts[0].message} | {verdicts[1].message}"
                )
    return found


if __name__ == "__main__":
    from grader import engine

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("back_end", choices=["engine", "tensorflow"])
    parser.add_argument("exercise")
    parser.add_argument("draws", type=int)
    parser.add_argument("answers", nargs="*", help="their names; all of them if none is given")
    given = parser.parse_args()
    tf = tensorflow() if given.back_end == "tensorflow" else engine
    print(json.dumps(differences(given.exercise, given.answers, given.draws, tf)))
