"""Questions: what is pasted does what the judge asked, in the same order."""

from __future__ import annotations

import numpy as np
import pytest

from grader import engine as tf
from grader.evidence import collect, decode
from grader.judging import Builder, placeholder

BUILD = Builder("added, total = running_total(x)")


def running_total(x):
    total = tf.Variable(1.0)
    return tf.assign_add(total, x), total


def alone(run):
    run.initialize()
    return run("added", x=2.0)


def after_others(run):
    run.initialize()
    run("added", x=2.0)
    return [run("added", x=3.0), run("total")]


def in_between(run):
    """A run whose value is not returned comes between two that are."""
    run.initialize()
    first = run("total")
    run("added", x=4.0)
    return [first, run("total")]


@pytest.mark.parametrize(
    ("question", "expected"), [(alone, 3), (after_others, [6, 6]), (in_between, [1, 5])]
)
def test_what_is_pasted_gives_what_the_judge_saw(question, expected):
    challenge = BUILD.challenge([[placeholder()]])
    with tf.Graph().as_default():
        evidence = decode(collect(challenge, (running_total,), tf))
    (built,) = BUILD.built(evidence, 1)
    assert np.asarray(built.ask(question)).tolist() == expected
    *code, last = BUILD.paste(challenge, question).rstrip().split("\n")
    namespace = {"tf": tf, "np": np, "running_total": running_total}
    exec("\n".join(code), namespace)
    assert np.asarray(eval(last, namespace)).tolist() == expected
