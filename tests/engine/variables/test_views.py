"""Values that share a variable's memory within a run, and values that do not: as in TensorFlow.

The two back ends are compared, and the engine's three ways of running: at once, step by step, in limits.
"""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import pytest

from grader.engine.core import limits
from tests.engine.comparing import assert_same_outcome


def through_a_queue(tf, v, kind="FIFOQueue"):
    more = [0] if kind == "RandomShuffleQueue" else []
    queue = getattr(tf, kind)(2, *more, [tf.float32], shapes=[v.shape])
    with tf.control_dependencies([queue.enqueue(v)]):
        return queue.dequeue()


def through_a_queue_as_one_of_many(tf, v):
    queue = tf.FIFOQueue(2, [tf.float32], shapes=[v.shape])
    with tf.control_dependencies([queue.enqueue(v)]):
        return queue.dequeue_many(1)


MAKERS = {
    "identity": lambda tf, v: tf.identity(v),
    "reshape": lambda tf, v: tf.reshape(v, [-1]),
    "reshape of identity": lambda tf, v: tf.reshape(tf.identity(v), tf.shape(v)),
    "expand and squeeze": lambda tf, v: tf.squeeze(tf.expand_dims(v, 0), 0),
    "bitcast": lambda tf, v: tf.bitcast(v, tf.int32),
    "check_numerics": lambda tf, v: tf.check_numerics(v, "not finite"),
    "ensure_shape": lambda tf, v: tf.ensure_shape(v, v.shape),
    "identity_n": lambda tf, v: tf.identity_n([v, 2 * v])[0],
    "transpose": lambda tf, v: tf.transpose(v),
    "transpose that keeps the order": lambda tf, v: tf.transpose(v, list(range(v.shape.ndims))),
    "concat of one": lambda tf, v: tf.concat([v], 0),
    "stack of one": lambda tf, v: tf.stack([v]),
    "split in one": lambda tf, v: tf.split(v, 1)[0],
    "split in two": lambda tf, v: tf.split(v, 2)[1],
    "slice": lambda tf, v: tf.slice(v, [0] * v.shape.ndims, v.shape),
    "all of it": lambda tf, v: v[...],
    "a new axis": lambda tf, v: v[tf.newaxis],
    "the first": lambda tf, v: v[0],
    "the second": lambda tf, v: v[1],
    "the first, as a list": lambda tf, v: v[:1],
    "half of each row": lambda tf, v: v[..., :16],
    "initialized_value": lambda tf, v: v.initialized_value(),
    "cond": lambda tf, v: tf.cond(
        tf.placeholder_with_default(True, []), lambda: tf.identity(v), lambda: v * 0.0
    ),
    "reshape in a cond": lambda tf, v: tf.cond(
        tf.placeholder_with_default(False, []), lambda: v + 1, lambda: tf.reshape(v, [-1])
    ),
    "queue": through_a_queue,
    "shuffled queue": lambda tf, v: through_a_queue(tf, v, "RandomShuffleQueue"),
    "padded queue": lambda tf, v: through_a_queue(tf, v, "PaddingFIFOQueue"),
    "one of many of a queue": through_a_queue_as_one_of_many,
    "reshape of a queue's": lambda tf, v: tf.reshape(through_a_queue(tf, v), [-1]),
    "tensor array": lambda tf, v: tf.TensorArray(tf.float32, 1).write(0, v).read(0),
    "tensor array, stacked": lambda tf, v: tf.TensorArray(tf.float32, 1).write(0, v).stack(),
    "sum with zero": lambda tf, v: v + 0,
    "gather": lambda tf, v: tf.gather(v, [0]),
}
VALUES = {
    "a scalar": 3.0,
    "a list of one": [3.0],
    "a list": [3.0, 4.0],
    "a matrix": [[3.0, 4.0, 5.0], [6.0, 7.0, 8.0]],
    "rows of 128 bytes": np.arange(64.0).reshape(2, 32),
}
WAYS = [nullcontext, lambda: limits.bounded(limits.Limits())]


def read_after_an_update(make, value, kind):
    """What a reader sees that runs after the update; what is fetched; a run that does not update."""

    def play(tf):
        v = tf.Variable(np.asarray(value, np.float32), use_resource=False)
        made = make(tf, v)
        with tf.control_dependencies([made]):
            new = v * 0 + 100.0
            update = tf.assign_add(v, new) if kind == "add" else tf.assign(v, new)
        with tf.control_dependencies([update]):
            seen = made + made
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            return [session.run(made), session.run([seen, made]), session.run(made)]

    return play


@pytest.mark.sampled(20, ci=0.3)
@pytest.mark.parametrize("kind", ["assign", "add"])
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("maker", MAKERS)
def test_a_view_changes_with_its_variable(maker, value, kind, tf, engine):
    play = read_after_an_update(MAKERS[maker], VALUES[value], kind)
    for way in WAYS:
        with way():
            assert_same_outcome(tf, engine, play)


def test_a_view_keeps_its_value_when_the_variable_gets_another_buffer(tf, engine):
    def play(tf):
        v = tf.Variable([1.0, 2.0, 3.0], use_resource=False)
        flat = tf.reshape(v, [3])
        with tf.control_dependencies([flat]):
            update = tf.assign(v, [4.0, 5.0], validate_shape=False)
        with tf.control_dependencies([update]):
            seen = flat * 2.0
        with tf.Session() as session:
            session.run(v.initializer)
            return session.run(seen)

    assert_same_outcome(tf, engine, play)


def test_a_view_of_a_variable_without_a_value_is_its_error(tf, engine):
    def play(tf):
        view = tf.reshape(tf.Variable([1.0], use_resource=False), [])
        with tf.Session() as session:
            return session.run(view)

    assert_same_outcome(tf, engine, play)


def kept_by_a_queue(change, resource):
    """What a later run takes from a queue, after the variable has changed."""

    def play(tf):
        v = tf.Variable([3.0, 4.0], use_resource=resource, validate_shape=False)
        queue = tf.FIFOQueue(3, [tf.float32, tf.int32])
        enqueue, dequeue = queue.enqueue([v, 7]), queue.dequeue()
        changed = change(tf, v)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            session.run([enqueue, v])
            session.run(enqueue)
            session.run(changed)
            taken = session.run(dequeue)
            session.run(v.initializer)
            return [taken, session.run(dequeue), session.run(v)]

    return play


CHANGES = {
    "assign": lambda tf, v: tf.assign(v, [8.0, 9.0]),
    "assign_add": lambda tf, v: tf.assign_add(v, [8.0, 9.0]),
    "scatter_update": lambda tf, v: tf.scatter_update(v, [1], [9.0]),
    "nothing": lambda tf, v: tf.no_op(),
}
RESHAPED = {
    "another form": lambda tf, v: tf.assign(v, [[8.0], [9.0]], validate_shape=False),
    "another size": lambda tf, v: tf.assign(v, [7.0, 8.0, 9.0], validate_shape=False),
}


@pytest.mark.parametrize("resource", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_a_queue_keeps_a_variables_memory(change, resource, tf, engine):
    assert_same_outcome(tf, engine, kept_by_a_queue(CHANGES[change], resource))


@pytest.mark.parametrize("change", RESHAPED)
def test_a_queue_keeps_the_memory_of_a_variable_that_gets_another_shape(change, tf, engine):
    assert_same_outcome(tf, engine, kept_by_a_queue(RESHAPED[change], False))


def test_arrays_that_a_queue_keeps_alive_are_counted():
    from grader import engine as tf

    v = tf.Variable(tf.zeros([1000]))
    queue = tf.FIFOQueue(100, [tf.float32])
    enqueue, add = queue.enqueue(v), tf.assign_add(v, tf.ones([1000])).op

    def fill(session):
        for _ in range(20):
            session.run(add)
            session.run(enqueue)

    with limits.bounded(limits.Limits(alive_bytes=50_000)), tf.Session() as session:
        session.run(v.initializer)
        with pytest.raises(tf.errors.ResourceExhaustedError):
            fill(session)
