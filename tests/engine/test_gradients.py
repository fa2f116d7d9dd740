"""`tf.gradients` on what has rules so far: the same nodes and values as TensorFlow's."""

from __future__ import annotations

import contextlib

import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome


def of_functions(tf):
    x = tf.placeholder(tf.float32, [None], name="x")
    for function in (tf.sqrt, tf.negative, tf.exp, tf.square, tf.identity):
        tf.gradients(function(x), x)


def of_a_chain_and_of_several_ys(tf):
    x = tf.placeholder(tf.float32, [2], name="x")
    y = tf.exp(tf.square(x))
    tf.gradients([y, tf.sqrt(x)], [x])
    tf.gradients(y, [x], grad_ys=tf.constant([1.0, 2.0]))
    tf.gradients(tf.exp(tf.stop_gradient(x)), [x])


@pytest.mark.parametrize(
    "build", [of_functions, of_a_chain_and_of_several_ys], ids=lambda build: build.__name__
)
def test_both_build_the_same_nodes(tf, engine, build):
    assert_same_graph(tf, engine, build)


def values(tf):
    x = tf.placeholder(tf.float32, [None])
    y = tf.exp(-tf.sqrt(x))
    with tf.Session() as session:
        return session.run(tf.gradients([y, tf.square(x)], [x]), {x: [1.0, 4.0]})


def unconnected(tf):
    x, z = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [2])
    through_python = tf.py_func(lambda value: value, [x], tf.float32)
    with tf.Session() as session:
        return [
            tf.gradients(tf.exp(x), z),
            tf.gradients(through_python, x),
            session.run(tf.gradients(tf.exp(x), [z], unconnected_gradients="zero"), {z: [1, 2]}),
        ]


def of_a_variable(tf):
    v = tf.Variable([1.0, 4.0])
    with tf.Session() as session:
        session.run(v.initializer)
        return session.run(tf.gradients(tf.sqrt(v), [v]))


def with_a_registered_rule(tf):
    name = "TestTimesFive"
    with contextlib.suppress(KeyError):
        tf.RegisterGradient(name)(lambda op, gradient: -gradient)
    x = tf.constant([1.0, 2.0])
    with tf.get_default_graph().gradient_override_map({"Identity": name}):
        y = tf.identity(x)
    with tf.Session() as session:
        return session.run([y, *tf.gradients(y, [x])])


def registering_twice(tf):
    for _ in range(2):
        tf.RegisterGradient("TestTwice")(lambda op, gradient: gradient)


@pytest.mark.parametrize(
    "play",
    [values, unconnected, of_a_variable, with_a_registered_rule, registering_twice],
    ids=lambda play: play.__name__,
)
def test_both_do_the_same(tf, engine, play):
    assert_same_outcome(tf, engine, play)


def test_an_operation_without_a_rule_is_named(engine):
    with engine.Graph().as_default():
        x = engine.placeholder(engine.float32, [2])
        with pytest.raises(LookupError, match="'Tan'"):
            engine.gradients(engine.tan(x), x)
