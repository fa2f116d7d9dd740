"""Sessions: structures, feeds, defaults, state; the same on both back ends."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import OrderedDict, namedtuple
from contextlib import nullcontext

import numpy as np
import pytest

from grader import engine
from grader.engine.core import blas, limits
from tests.engine.comparing import assert_same_outcome

Pair = namedtuple("Pair", "first second")


def structures(tf):
    a, b = tf.constant([1, 2]), tf.constant(3.0)
    nothing = tf.no_op()
    with tf.Session() as session:
        return [
            session.run(a),
            session.run([a, b, a]),
            session.run((a, [b, (a,)])),
            session.run({"a": a, "deep": {"b": [b, nothing]}}),
            session.run(OrderedDict([("z", a), ("y", b)])),
            session.run(Pair(a, [b])),
            session.run([]),
            session.run({}),
            session.run("Const:0"),
            session.run(["Const_1:0", "NoOp"]),
        ]


def named_results(tf):
    with tf.Session() as session:
        made, run = tf.unique([3, 3]), session.run(tf.unique([3, 3]))
    return [type(made).__name__, made._fields, type(run).__name__, run._fields, run.y, run.idx]


def a_constant_behind_what_cannot_run(tf):
    """TensorFlow removes what nobody reads."""
    wide = tf.placeholder_with_default(np.ones((2, 3)), (None, None))
    with tf.control_dependencies([tf.matmul(wide, wide)]):
        result = tf.constant(7.0)
    bounded = limits.bounded() if tf is engine else nullcontext()
    with tf.Session() as session, bounded, tf.Session() as other:
        return session.run(result), other.run(result)


def fetching_from_another_graph(tf):
    tf.constant(1)
    with tf.Graph().as_default():
        other = tf.constant(2)
    with tf.Session() as session:
        session.run(other)


def an_empty_graph(tf):
    with tf.Session() as session:
        session.run([])


def fetching_what_is_fed(tf):
    text, number = tf.placeholder(tf.string), tf.placeholder(tf.float32)
    with tf.Session() as session:
        return [
            session.run(text, {text: 1.5}),  # no string, but nothing runs
            session.run([text, text, number], {text: "a", number: 2}),
            session.run({"a": number}, {number: [1, 2]}),
        ]


def feeds(tf):
    p = tf.placeholder(tf.float32, (None, 2), name="p")
    v = tf.Variable(2.0)
    doubled = p * v
    result = doubled + 1.0
    with tf.Session() as session:
        session.run(v.initializer)
        return [
            session.run(result, {p: [[1, 2]]}),
            session.run(result, {"p:0": np.ones((2, 2))}),
            session.run(result, {doubled: [[5, 6]]}),
            session.run(result, {p: [[1, 2]], v: 10}),
            session.run(v),
            session.run([p, v], {p: [[0, 0]], v: 3}),
            session.run(result, {(p, v): ([[1, 1]], 4)}),
            session.run(result, {v: 4, p: [[1, 1]], "p:0": [[2, 2]]}),
            session.run([result, v], {(p, "p:0", v): ([[1, 1]], [[2, 2]], 4), "Variable:0": 5}),
        ]


def a_fed_variable_that_runs_anyway(tf):
    v = tf.Variable([2.0, 3.0])
    alias = tf.identity(v)
    with tf.control_dependencies([v, alias]):
        results = [v + 1.0, tf.identity(v), tf.reshape(v, [2, 1]), v.read_value(), alias + 1.0]
    feeds = [{v: [5.0, 6.0]}, {v.value(): [5.0, 6.0]}, {alias: [5.0, 6.0]}]
    with tf.Session() as session:
        session.run(v.initializer)
        return [
            *[session.run(result, fed) for fed in feeds for result in results],
            *[session.run([v, alias, *results], fed) for fed in feeds],
            session.run(v),
        ]


def _feeding(make):
    def play(tf):
        p = tf.placeholder(tf.float32, (None, 2))
        i = tf.placeholder(tf.int32, [])
        with tf.Session() as session:
            return session.run([p + 1.0, i + 1], make(tf, p, i))

    return play


def the_default_session(tf):
    a = tf.constant(1)
    found = [tf.get_default_session()]
    with tf.Session() as outer:
        found.append(tf.get_default_session() is outer)
        inner = tf.Session()
        with inner.as_default():
            found += [tf.get_default_session() is inner, a.eval()]
        found += [tf.get_default_session() is outer, inner.run(a)]
        inner.close()
    found.append(tf.get_default_session())
    return found


def eval_without_a_session(tf):
    tf.constant(1).eval()


def eval_in_a_session_of_another_graph(tf):
    a = tf.constant(1)
    with tf.Graph().as_default(), tf.Session():
        tf.constant(2)
        a.eval()


def an_interactive_session(tf):
    v = tf.Variable(4)
    session = tf.InteractiveSession()
    v.initializer.run()
    found = [v.eval(), tf.get_default_session() is session]
    session.close()
    return [*found, tf.get_default_session()]


def a_callable(tf):
    p = tf.placeholder(tf.float32, [])
    with tf.Session() as session:
        call = session.make_callable(p * 2.0, [p])
        return [call(3.0), call(4.0)]


def a_run_that_waits_too_long(tf):
    get = tf.FIFOQueue(3, tf.float32).dequeue()
    start = time.monotonic()
    with tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=5000)) as session:
        try:
            session.run(get, options=tf.RunOptions(timeout_in_ms=100))
        except tf.errors.DeadlineExceededError:
            return time.monotonic() - start < 3


def metadata_of_a_run_without_a_trace(tf):
    a, metadata = tf.constant(1), tf.RunMetadata()
    with tf.Session() as session:
        session.run(a, options=tf.RunOptions(trace_level=3), run_metadata=metadata)
        traced = bool(metadata.step_stats.dev_stats)
        return traced, session.run(a, run_metadata=metadata), str(metadata)


def what_is_returned_may_be_changed(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.Session() as session:
        session.run(v.initializer)
        value = session.run(v)
        value[0] = 100.0
        return session.run(v)


PLAYS = [
    structures,
    named_results,
    a_constant_behind_what_cannot_run,
    fetching_from_another_graph,
    an_empty_graph,
    fetching_what_is_fed,
    feeds,
    a_fed_variable_that_runs_anyway,
    the_default_session,
    eval_without_a_session,
    eval_in_a_session_of_another_graph,
    an_interactive_session,
    a_callable,
    a_run_that_waits_too_long,
    metadata_of_a_run_without_a_trace,
    what_is_returned_may_be_changed,
]
WRONG_OPTIONS = [{"options": 3}, {"options": "x"}, {"run_metadata": 3}]
WRONG_FEEDS = {
    "a number too large": lambda tf, p, i: {p: [[1, 2]], i: 2**40},
    "a fraction for an integer": lambda tf, p, i: {p: [[1, 2]], i: 1.5},
    "an operation as a key": lambda tf, p, i: {p.op: 1},
    "an operation's name as a key": lambda tf, p, i: {i.op.name: 1},
    "no dictionary": lambda tf, p, i: [p],
    "one key twice": lambda tf, p, i: {(i, i): (1, 2)},
    "one key, also alone": lambda tf, p, i: {i: 1, (p, i): ([[1, 2]], 1)},
    "fewer values": lambda tf, p, i: {(i, p): 1},
    "not feedable": lambda tf, p, i: (
        tf.get_default_graph().prevent_feeding(i) or {p: [[1, 2]], i: 1}
    ),
}


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_both_do_the_same(tf, engine, play):
    assert_same_outcome(tf, engine, play)


@pytest.mark.parametrize("wrong", WRONG_FEEDS)
def test_both_treat_a_wrong_feed_alike(tf, engine, wrong):
    assert_same_outcome(tf, engine, _feeding(WRONG_FEEDS[wrong]), words=True)


@pytest.mark.parametrize("wrong", WRONG_OPTIONS, ids=str)
def test_both_treat_wrong_options_alike(tf, engine, wrong):
    assert_same_outcome(tf, engine, lambda m: m.Session().run(m.constant(1), **wrong), words=True)


@pytest.mark.parametrize("name", ["partial_run", "partial_run_setup"])
def test_partial_runs_are_told_as_lacking(engine, name):
    with pytest.raises(AttributeError, match=rf"^tf\.Session\.{name} is not part of the reference"):
        getattr(engine.Session(), name)


def test_updates_from_many_threads_are_not_lost(engine):
    with engine.Graph().as_default():
        count = engine.Variable(0)
        more = count.assign_add(1)
        with engine.Session() as session:
            session.run(count.initializer)
            run_in_threads(8, lambda: [session.run(more) for _ in range(100)])
            assert session.run(count) == 800


def run_in_threads(count, *works):
    threads = [threading.Thread(target=works[k % len(works)]) for k in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)


THREADS = """
import threadpoolctl
from grader import engine as tf
def counts():
    return [one["num_threads"] for one in threadpoolctl.threadpool_info() if one["user_api"] == "blas"]
threadpoolctl.ThreadpoolController().limit(limits=3, user_api="blas")
before = counts()
tf.Session(graph=tf.Graph())
print(before == counts(), set(counts()) <= {1})
"""


@pytest.mark.parametrize("chosen", [{}, {"OMP_NUM_THREADS": "3"}])
def test_products_take_one_thread_unless_the_environment_says_how_many(chosen):
    others = {name: value for name, value in os.environ.items() if name not in blas.NAMES}
    environment = {**others, **chosen}
    found = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, check=True, env=environment
    )
    assert found.stdout.split() == (["True", "False"] if chosen else ["False", "True"])
