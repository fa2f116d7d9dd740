"""Variables, queues and Python functions: what a session keeps; the same on both back ends."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from tests.engine.comparing import assert_same_outcome


def run_all(tf, build, times=2):
    """Builds, initializes, and runs what `build` returns several times in one session."""
    fetches = build()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches) for _ in range(times)]


def updates(tf):
    def build():
        v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        first = v.assign_add([[1.0, 1.0], [1.0, 1.0]])
        with tf.control_dependencies([first]):
            second = tf.assign_sub(v, [[0.5, 0.5], [0.5, 0.5]])
        with tf.control_dependencies([second]):
            return [v.read_value(), tf.identity(v), v + 0.0]

    return run_all(tf, build)


def a_resource_variable_read_before_it_is_changed(tf):
    def build():
        v = tf.Variable(1, use_resource=True)
        before = v.read_value()
        with tf.control_dependencies([before]):
            moved = v.assign_add(1)
        with tf.control_dependencies([moved]):
            return [tf.identity(before), v.read_value()]

    return run_all(tf, build, times=2)


def scatters(tf):
    def build():
        v = tf.Variable([1.0, 2.0, 3.0])
        one = tf.scatter_update(v, [0], [10.0])
        with tf.control_dependencies([one]):
            two = tf.scatter_add(v, [1, 1], [1.0, 2.0])
        with tf.control_dependencies([two]):
            return v.read_value()

    return run_all(tf, build)


def a_scatter_outside(tf):
    return run_all(tf, lambda: tf.scatter_update(tf.Variable([1.0, 2.0]), [5], [1.0]))


def assigning_another_shape(tf):
    tf.assign(tf.Variable([1.0, 2.0]), [1.0])


def assigning_another_type(tf):
    tf.assign(tf.Variable([1.0, 2.0]), [1, 2])


def assigning_a_tensor(tf):
    tf.assign(tf.constant(1.0), 2.0)


def growing_without_validation(tf):
    def build():
        v = tf.Variable([1.0], validate_shape=False)
        return tf.assign(v, [1.0, 2.0], validate_shape=False)

    return run_all(tf, build)


def without_an_initial_value(tf):
    tf.Variable()


def of_an_unknown_shape(tf):
    tf.Variable(tf.placeholder(tf.float32))


def who_is_uninitialized(tf):
    a, b = tf.Variable(1, name="a"), tf.Variable(2, name="b")
    report = tf.report_uninitialized_variables()
    is_set = tf.is_variable_initialized(b)
    with tf.Session() as session:
        session.run(a.initializer)
        found = session.run([report, is_set])
        session.run(b.initializer)
        return [found, session.run([report, is_set])]


def loading(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.Session() as session:
        v.load([5.0, 6.0], session)
        return [session.run(v), len(tf.get_default_graph().get_operations())]


def local_variables(tf):
    tf.Variable(1, collections=[tf.GraphKeys.LOCAL_VARIABLES], trainable=False, name="l")
    tf.Variable(2, name="g", trainable=False)
    return [
        [v.name for v in tf.global_variables()],
        [v.name for v in tf.local_variables()],
        [v.name for v in tf.trainable_variables()],
        tf.local_variables_initializer().name,
    ]


def a_queue(tf):
    queue = tf.FIFOQueue(4, [tf.int32])
    put, get, size, close = queue.enqueue([7]), queue.dequeue(), queue.size(), queue.close()
    with tf.Session() as session, tf.Session() as other:
        session.run(put)
        session.run(put)
        found = [session.run([size]), other.run(size), session.run(get), session.run(size)]
        session.run(close)
        found.append(session.run(get))
        session.run(get)
        return found


def enqueueing_after_close(tf):
    queue = tf.FIFOQueue(4, [tf.int32])
    put = queue.enqueue([7])
    with tf.Session() as session:
        session.run(queue.close())
        session.run(put)


def rows_of_a_queue(tf):
    queue = tf.FIFOQueue(10, [tf.int32, tf.string], shapes=[[], []])
    fill = queue.enqueue_many([[1, 2, 3], ["a", "b", "c"]])
    with tf.Session() as session:
        session.run(fill)
        return session.run([queue.dequeue_many(2), queue.size()])[0]


def the_wrong_element(tf):
    tf.FIFOQueue(4, [tf.int32], shapes=[[]]).enqueue([[1, 2]])


def python_functions(tf):
    x = tf.constant([1.0, 2.0])
    double = tf.py_func(lambda value: value * 2, [x], tf.float32)
    two = tf.py_func(lambda a: (a.sum(), np.int64(len(a))), [x], [tf.float32, tf.int64])
    text = tf.py_func(lambda: "hello", [], tf.string)
    with tf.Session() as session:
        return [session.run(double), session.run(two), session.run(text), str(double.shape)]


def a_python_function_that_raises(tf):
    def fail(value):
        raise ValueError("no")

    with tf.Session() as session:
        session.run(tf.py_func(fail, [1.0], tf.float32))


def a_python_function_of_another_type(tf):
    with tf.Session() as session:
        session.run(tf.py_func(lambda: np.float64(1), [], tf.float32))


PLAYS = [
    updates,
    scatters,
    a_scatter_outside,
    a_resource_variable_read_before_it_is_changed,
    assigning_another_shape,
    assigning_another_type,
    assigning_a_tensor,
    growing_without_validation,
    without_an_initial_value,
    of_an_unknown_shape,
    who_is_uninitialized,
    loading,
    local_variables,
    a_queue,
    enqueueing_after_close,
    rows_of_a_queue,
    the_wrong_element,
    python_functions,
    a_python_function_that_raises,
    a_python_function_of_another_type,
]


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_both_do_the_same(tf, engine, play):
    assert_same_outcome(tf, engine, play)


def test_an_empty_queue_says_that_nobody_came(engine):
    with engine.Graph().as_default():
        get = engine.FIFOQueue(4, [engine.int32]).dequeue()
        with engine.limits.bounded(engine.limits.Limits(blocking_seconds=0.2)):
            session = engine.Session()
        start = time.monotonic()
        with pytest.raises(engine.errors.DeadlineExceededError):
            session.run(get)
        assert time.monotonic() - start < 5


def test_another_threads_enqueue_releases_a_waiting_dequeue(engine):
    with engine.Graph().as_default():
        queue = engine.FIFOQueue(4, [engine.int32])
        put, get = queue.enqueue([5]), queue.dequeue()
        with engine.Session() as session:
            thread = threading.Timer(0.3, lambda: session.run(put))
            thread.start()
            assert session.run(get) == 5
            thread.join()


@pytest.mark.parametrize(
    "value",
    [np.zeros(2, [("a", "f4")]), np.datetime64("2020-01-01"), np.longdouble(1), {"a": 1.0}],
    ids=["structured", "date", "long double", "dictionary"],
)
def test_a_python_function_that_returns_what_no_tensor_holds(tf, engine, value):
    def play(m):
        with m.Session() as session:
            return session.run(m.py_func(lambda: value, [], m.float32))

    assert_same_outcome(tf, engine, play, words=True)
