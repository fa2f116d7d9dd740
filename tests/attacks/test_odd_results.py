"""Results and graphs of odd shapes, in places where few look: a verdict, and nobody has to look at them."""

from __future__ import annotations

import time

import numpy as np
import pytest

from grader import engine as tf
from grader import judging
from grader.evidence import collect_from
from grader.exercises import find

QUEUE = """
def carousel(items):
    queue, other = (tf.FIFOQueue(10_000, [tf.float32], [[]]) for _ in range(2))
    {more}
    fill = queue.enqueue_many([tf.constant(list(items) * {times})])
    item = queue.dequeue()
    with tf.control_dependencies([{back}.enqueue(item)]):
        return fill, tf.identity(item)
"""
SAME_NAME = """for kind in (tf.float32, tf.int32):
        tf.cond(tf.constant(True), queue.size, lambda: tf.FIFOQueue(5, [kind], shared_name="x").size())"""
HUGE = """
def {call}:
    make = lambda shape, **more: tf.fill(tf.constant(shape, tf.int64), 0.0)
    return tf.reduce_sum(tf.get_variable("huge", [2**{power}] * 2, initializer=make))
"""
# The exercise, the answer, and its points.
ANSWERS = {
    "a number that is an array": (
        "autodiff/passes",
        "def passes(inputs, outputs):\n    return [('forward', np.array(3.0))]",
        0,
    ),
    "a number beyond all floats": (
        "training/diary",
        "def diary(samples):\n    return [[2**1024 - 1] * 5 for _ in samples]",
        0,
    ),
    "a variable that becomes another shape": (
        "lifetimes/swap",
        "def swap(a, b):\n    return tf.assign(a, [1.0, 2.0, 3.0], validate_shape=False)",
        0,
    ),
    "text before what a function is called with": (
        "sessions/lift",
        "def lift(function, x):\n"
        "    return tf.py_func(lambda text, value: function(value), [tf.constant('x'), x], x.dtype)",
        0,
    ),
    "two queues with one name": (
        "lifetimes/carousel",
        QUEUE.format(more=SAME_NAME, times=1, back="queue"),
        3,
    ),
    "a queue that grows beside one that dries up": (
        "lifetimes/carousel",
        QUEUE.format(more="", times=30, back="other"),
        1,
    ),
    **{
        f"a variable of {power} bits by {power} in {call}": (
            f"scopes/{call.partition('(')[0]}",
            HUGE.format(call=call, power=power),
            0,
        )
        for call in ("relu(X)", "relus(X, sizes)", "distance(a, b, units)")
        for power in (20, 31, 32)
    },
}


def judged(identity, source):
    exercise = find(identity)
    names = {"tf": tf, "np": np}
    with tf.Graph().as_default():
        exec(source, names)
        challenge = judging.draw(exercise, b"seed")
        evidence = collect_from(names, exercise.answers, challenge, tf)
    return judging.judge(exercise, challenge, evidence)


@pytest.mark.parametrize("kind", ANSWERS)
def test_there_is_a_verdict(kind):
    identity, source, points = ANSWERS[kind]
    verdict = judged(identity, source)
    assert verdict.points == points, verdict.message


WAITING = """
def reprice(means, counts, rows, prices):
    changes = [tf.assign_add(means, tf.zeros_like(means)).op for _ in range(6)]
    with tf.control_dependencies(changes):
        return tf.FIFOQueue(1, [tf.float32]).dequeue()
"""


def test_a_graph_that_waits_in_every_order_takes_no_more_time_than_it_computes():
    """Waiting takes no processor time, by which a verdict is bounded, and seven hundred runs wait."""
    begin, computed = time.monotonic(), time.process_time()
    assert judged("lifetimes/reprice", WAITING).points == 0
    waited = time.monotonic() - begin - (time.process_time() - computed)
    assert waited < 15
