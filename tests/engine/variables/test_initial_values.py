"""What a variable is made of: initial values that read other variables, parts, protos."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome


def reading_others(tf: Any) -> Any:
    a = tf.Variable([1.0, 2.0])
    b = tf.Variable(a * 2 + 1, name="b")
    tf.Variable(b, name="c")
    tf.Variable(lambda: b.initialized_value() * a, name="d")
    tf.get_variable("e", initializer=a.initialized_value())
    with tf.control_dependencies([a.initializer]):
        tf.Variable(tf.zeros_like(b))
    return tf.global_variables_initializer()


def changing_parts(tf: Any) -> None:
    a = tf.Variable(tf.zeros([3, 3]), caching_device="/cpu:0")
    tf.scatter_update(a, [0, 1], tf.ones([2, 3]))
    tf.scatter_sub(a, 1, [1.0, 2.0, 3.0], name="less")
    tf.scatter_nd_update(a, [[0, 0]], [5.0])
    tf.scatter_nd_add(a, [[1, 1]], [3.0])


def asking_for_values(tf: Any) -> list[Any]:
    a = tf.Variable(1.0)
    tf.Variable([1.0], collections=["local_variables"], name="b")
    return [
        tf.report_uninitialized_variables(),
        tf.report_uninitialized_variables([a], name="report"),
        tf.is_variable_initialized(a),
    ]


def chosen_shape(tf: Any) -> list[Any]:
    value = tf.placeholder(tf.float32)
    return [tf.Variable(value, validate_shape=False), tf.Variable(1.0, constraint=tf.nn.relu)]


@pytest.mark.parametrize(
    "build",
    [
        reading_others,
        changing_parts,
        asking_for_values,
        chosen_shape,
        lambda tf: tf.Variable(tf.assign_add(tf.Variable(1.0, name="a"), 1.0), name="b"),
        lambda tf: tf.cond(
            tf.constant(True), lambda: tf.Variable(tf.constant(1.0)).value(), lambda: 2.0
        ),
        lambda tf: tf.cond(
            tf.constant(True), lambda: tf.Variable(lambda: tf.constant(1.0)).value(), lambda: 2.0
        ),
        lambda tf: tf.Variable(),
        lambda tf: tf.Variable(1.0, collections="variables"),
        lambda tf: tf.Variable(1.0, constraint=1),
    ],
)
def test_the_nodes_are_tensorflows(tf: Any, engine: Any, build: Any) -> None:
    assert_same_graph(tf, engine, build)


def test_variables_are_initialized_in_whatever_order(tf: Any, engine: Any) -> None:
    def play(module: Any) -> Any:
        module.set_random_seed(3)
        a = module.Variable(module.random_normal([3]))
        b = module.Variable(a + 1)
        c = module.Variable(b * a)
        report = module.report_uninitialized_variables()
        with module.Session() as session:
            before = session.run(report)
            session.run(b.initializer)  # a has no value yet: b begins from a's initial value
            alone = session.run([report, b.initialized_value(), a.initialized_value()])[0]
            session.run(module.global_variables_initializer())
            return before, alone, session.run(report), session.run([a, b, c])

    assert_same_outcome(tf, engine, play)
