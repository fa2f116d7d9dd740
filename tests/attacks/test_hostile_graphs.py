"""Graphs that fit on a page, with far more paths than nodes, or no bottom: an end in time, or a reason."""

from __future__ import annotations

import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from grader import engine as tf
from grader import judging
from grader.engine.autodiff.differentiation.symbolic import symbolic_graph
from grader.engine.core import limits
from grader.engine.graph.build import apply
from grader.evidence import collect
from grader.exercises import find


def quickly(function, *arguments, seconds=2.0):
    """What the function returns, after less than so much processor time; the test's own end is far later."""
    begin = time.process_time()
    found = function(*arguments)
    assert time.process_time() - begin < seconds
    return found


def doubled(step, value, times=60):
    for _ in range(times):
        value = step(value, value)
    return value


def joined(one, other):
    return apply("ConcatV2", values=[one, other], axis=0)[:2]


# How a graph goes on from two constants, and how a number of elements is made of what it ends in.
ASKED = {
    "comparisons": (tf.constant, tf.equal, lambda end: tf.cast(end, tf.int32)),
    "differences": (tf.constant, tf.not_equal, lambda end: tf.cast(end, tf.int32)),
    "packs": (tf.constant, lambda a, b: tf.stack([a, b])[0], tf.identity),
    "joins": (lambda one: tf.constant([one, one]), joined, lambda end: end[0]),
    "sums": (tf.constant, tf.add, tf.identity),
}


@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("asks", ["dequeue", "reshape", "range"])
def test_the_value_of_a_constant_is_sought_once_per_tensor(kind, asks):
    begin, step, end = ASKED[kind]
    with tf.Graph().as_default() as graph:
        count = end(doubled(step, begin(1)))
        if asks == "dequeue":
            apply("QueueDequeueManyV2", handle=queue(), n=count, component_types=[tf.float32])
        elif asks == "reshape":
            tf.reshape(tf.placeholder(tf.float32), [count])
        else:
            tf.range(count)
    with tf.Graph().as_default(), limits.bounded():
        quickly(tf.import_graph_def, graph.as_graph_def())


def queue():
    return tf.FIFOQueue(3, [tf.float32], [[]]).queue_ref


def test_derivatives_that_do_not_exist_are_sought_once_per_tensor():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [])
        number = doubled(tf.add, tf.placeholder(tf.int32, []))
        y = x * tf.cast(tf.greater(number, number), tf.float32)
        quickly(symbolic_graph, y * y, [x])


def transfer_with(loops):
    exercise = find("graphs/transfer")
    challenge = judging.draw(exercise, b"seed")

    def transfer(*arguments):
        return deep(tf.cast(arguments[-1], tf.float32), loops)

    return judging.judge(exercise, challenge, collect(challenge, [transfer], tf))


def deep(value, loops):
    for number in range(loops):
        value = apply("Enter", data=value, frame_name=f"loop {number}".encode())
    for _ in range(loops):
        value = apply("Exit", data=value)
    return value


@pytest.mark.parametrize("loops", [300, 3000])
def test_loops_within_loops_without_end_are_a_wrong_answer(loops):
    verdict = transfer_with(loops=loops)
    assert verdict.points == 0


def test_naming_a_mistake_does_not_take_longer_than_finding_it(monkeypatch):
    """The parts of a wrong answer are observed again, to be compared with known mistakes: within bounds."""
    monkeypatch.setattr(sys.modules["grader.judging.likeness"], "SECONDS", 0.2)
    monkeypatch.setattr(sys.modules["grader.judging.mistakes"], "SECONDS", 0.2)
    exercise = find("graphs/polynomial")
    challenge = judging.draw(exercise, b"seed")
    evidence = collect(challenge, [lambda *arguments: tf.square(arguments[0])], tf)
    honest = judging.judge(exercise, challenge, evidence)
    seen = []

    def slow(evidence, challenge):
        seen.append(True)  # the right answer, the wrong one, and then parts of it
        for observation in exercise.observe(evidence, challenge):
            while len(seen) > 2 and not judging_our_own():
                pass
            yield observation

    verdict = quickly(
        judging.judge, replace(exercise, observe=slow), challenge, evidence, seconds=10.0
    )
    assert verdict.points == honest.points


def judging_our_own():
    from grader.judging.rerun import _ours

    return _ours.get()


def test_a_case_that_compares_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr(sys.modules["grader.judging.judge"], "SECONDS", 0.3)
    exercise = find("graphs/polynomial")
    challenge = judging.draw(exercise, b"seed")
    evidence = collect(challenge, [lambda *arguments: tf.square(arguments[0])], tf)

    def endless(expected, got):
        while True:
            np.zeros(1)

    cases = tuple(replace(case, agree=endless) for case in exercise.cases)
    verdict = judging.judge(replace(exercise, cases=cases), challenge, evidence)
    assert verdict.points == 0
    assert "needs more than 0.3 seconds" in verdict.message


ones = [1, 1, 1, 1]
# One line each, and far more passes of a Python loop, or far more work per element, than elements.
KERNELS = {
    "a filter larger than the image": lambda: tf.nn.conv2d(
        tf.fill(ones, 1.0), tf.fill([3900, 3900, 1, 1], 1.0), ones, "SAME"
    ),
    "a window larger than the image": lambda: tf.nn.avg_pool(
        tf.fill(ones, 1.0), [1, 9000, 9000, 1], ones, "SAME"
    ),
    "windows of no images": lambda: tf.nn.avg_pool(
        tf.zeros([0, 9000, 9000, 1]), [1, 9, 9, 1], ones, "SAME"
    ),
    "a group for each channel": lambda: tf.nn.conv2d(
        tf.fill([1, 1, 1, 200_000], 1.0), tf.fill([1, 1, 1, 200_000], 1.0), ones, "SAME"
    ),
    "half precision": lambda: tf.pow(tf.fill([10_000_000], tf.constant(0.5, tf.float16)), 0.3),
    "a long line of numbers": lambda: tf.decode_csv(
        tf.fill([10_000], b"1," * 500 + b"1"), [[0.0]] * 501
    ),
    "one text, many times": lambda: tf.string_join([tf.fill([8_000_000], b"a"), b"b"]),
    "many parts": lambda: tf.dynamic_partition(
        tf.zeros([500_000]), tf.zeros([500_000], tf.int32), 1000
    )[0],
    "axes": lambda: tf.reduce_all(tf.fill([1], True), axis=tf.fill([10_000_000], 0)),
}


@pytest.mark.parametrize("kind", KERNELS)
def test_a_kernel_that_would_take_long_is_refused(kind):
    with tf.Graph().as_default(), limits.bounded():
        made = KERNELS[kind]()
        end = made[0] if isinstance(made, list) else made
        with (
            tf.Session() as session,
            pytest.raises(tf.errors.OpError, match=r"needs more|has 10000"),
        ):
            quickly(session.run, end)
