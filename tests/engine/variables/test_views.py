"""Values that share a variable's memory within a run, and values that do not: as in TensorFlow.

The two back ends are compared, and the engine's three ways of running: at once, step by step, in limits.
"""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import pytest

from grader.engine.core import limits
from tests.engine.comparing import assert_same_outcome

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


@pytest.mark.sampled(0.3)
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
