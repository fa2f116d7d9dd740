"""Variables, queues and Python functions: what a session keeps; the same on both back ends."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tests.engine.comparing import assert_same_outcome


def run_all(tf, fetches, times=2):
    """Initializes, and runs the fetches several times in one session."""
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches) for _ in range(times)]


def a_resource_variable_read_in_place(tf):
    """Each use reads it anew: before the change, and after it."""
    v = tf.Variable([1], use_resource=True)

    def uses():
        return [v.read_value(), v.value(), v + 0, v[0], tf.identity(v), tf.reshape(v, [])]

    before = uses()
    with tf.control_dependencies(before):
        moved = v.assign_add([1])
    with tf.control_dependencies([moved]):
        after = uses()
    return run_all(tf, [before, after])


def growing_without_validation(tf):
    v = tf.Variable([1.0], validate_shape=False)
    return run_all(tf, tf.assign(v, [1.0, 2.0], validate_shape=False))


def arguments_by_position(tf):
    """As they are, not as the documentation has them, with the collections in the third place."""
    return tf.Variable(1.0, False, True, None, "named").name


def collections_by_position(tf):
    return tf.Variable(1.0, False, [tf.GraphKeys.LOCAL_VARIABLES])


def loading(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.Session() as session:
        v.load([5.0, 6.0], session)
        return [session.run(v), len(tf.get_default_graph().get_operations())]


def returned(value):
    """A run of a Python function that returns this; that raises it, if it is an error."""

    def play(tf):
        def function():
            if isinstance(value, Exception):
                raise value
            return value

        with tf.Session() as session:
            return session.run(tf.py_func(function, [], tf.float32))

    return play


PLAYS = [
    a_resource_variable_read_in_place,
    growing_without_validation,
    arguments_by_position,
    collections_by_position,
    loading,
    returned(ValueError("no")),
    returned(np.float64(1)),
    lambda tf: run_all(tf, tf.scatter_update(tf.Variable([1.0, 2.0]), [5], [1.0])),
    lambda tf: tf.assign(tf.constant(1.0), 2.0),
    lambda tf: tf.is_variable_initialized(tf.constant(1.0)),
    lambda tf: tf.Variable(tf.placeholder(tf.float32)),
    lambda tf: tf.assign(tf.Variable([1.0, 2.0]), tf.constant([1, 2])),
    lambda tf: tf.scatter_add(tf.constant([1.0]), [0], [1.0]),
]
MISTAKES = [
    lambda tf: tf.Variable(),
    lambda tf: tf.Variable([[1, 2], [3]]),
    lambda tf: tf.Variable(lambda x: x),
    lambda tf: tf.assign(tf.Variable([1.0, 2.0]), [1.0]),
    lambda tf: tf.assign(3, 2.0),
    lambda tf: tf.Variable(1).assign_add(1.5),
    lambda tf: tf.scatter_add(tf.Variable([1.0]), [0, 1], [1.0]),
    lambda tf: tf.scatter_add([1.0], [0], [1.0]),
    lambda tf: tf.scatter_nd_add(None, [[0]], [1.0]),
    lambda tf: tf.is_variable_initialized(3),
    lambda tf: tf.FIFOQueue(4, [tf.int32], shapes=[[]]).enqueue([[1, 2]]),
    lambda tf: tf.FIFOQueue(3, tf.float32, shapes=3),
    lambda tf: tf.FIFOQueue(3, tf.float32).enqueue({"a": 1.0}),
    lambda tf: tf.FIFOQueue(3, tf.float32, names=["a"]).enqueue(1.0),
    lambda tf: tf.FIFOQueue(3, tf.float32, names=["a"]).enqueue({"b": 1.0}),
    returned(np.zeros(2, [("a", "f4")])),
    returned(np.datetime64("2020-01-01")),
    returned(np.longdouble(1)),
    returned({"a": 1.0}),
]


@pytest.mark.parametrize("play", PLAYS)
def test_both_do_the_same(tf, engine, play):
    assert_same_outcome(tf, engine, play)


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_mistakes_are_told_in_the_same_words(tf, engine, number):
    assert_same_outcome(tf, engine, MISTAKES[number], words=True)


@pytest.mark.parametrize(
    "use",
    [
        lambda tf: tf.get_variable("v", [2], regularizer=tf.nn.l2_loss),
        lambda tf: tf.variable_scope("s", custom_getter=print),
        lambda tf: tf.Variable(1.0, aggregation=1),
        lambda tf: tf.train.RMSPropOptimizer(0.1, centered=True),
        lambda tf: tf.train.ExponentialMovingAverage(0.9, zero_debias=True),
    ],
)
def test_an_argument_that_the_engine_lacks_is_named(engine, use):
    with engine.Graph().as_default(), pytest.raises(NotImplementedError, match=r"\(\.\.\., \w+="):
        use(engine)


def test_an_empty_queue_says_that_nobody_came(engine):
    with engine.Graph().as_default():
        get = engine.FIFOQueue(4, [engine.int32]).dequeue()
        with engine.limits.bounded(engine.limits.Limits(blocking_seconds=0.2)):
            session = engine.Session()
        start = time.monotonic()
        with pytest.raises(engine.errors.DeadlineExceededError):
            session.run(get)
        assert time.monotonic() - start < 5
