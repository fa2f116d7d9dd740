"""What a variable is made of: initial values that read other variables, creators, parts, protos."""

from __future__ import annotations

from typing import Any

import numpy as np
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
    a[0].assign([1.0, 2.0, 3.0])
    a[:, 1:2].assign(tf.ones([3, 1]), name="put")
    a.scatter_add(tf.IndexedSlices(tf.ones([2, 3]), tf.constant([0, 1])))
    a.scatter_nd_update([[0, 0]], [5.0])
    a.scatter_nd_add([[0, 0]], [5.0])
    tf.scatter_nd_sub(a, [[1, 1]], [3.0])
    tf.batch_scatter_update(a, [[0], [1], [2]], [[5.0], [6.0], [7.0]])


def asking_for_values(tf: Any) -> list[Any]:
    a = tf.Variable(1.0)
    tf.get_local_variable("b", [2])
    return [
        tf.report_uninitialized_variables(),
        tf.report_uninitialized_variables([a], name="report"),
        tf.assert_variables_initialized(),
        tf.assert_variables_initialized([a]),
        tf.is_variable_initialized(a),
    ]


def own_creator(tf: Any) -> list[str]:
    def creator(next_creator: Any, **arguments: Any) -> Any:
        arguments["name"] = "made_" + (arguments["name"] or "here")
        return next_creator(**arguments)

    with tf.variable_creator_scope(creator):
        return [tf.Variable(1.0, name="x").name, tf.get_variable("y", [2]).name]


def by_proto(tf: Any) -> list[str]:
    made = tf.Variable(2.0, name="v", trainable=False)
    again = tf.Variable.from_proto(made.to_proto())
    return [str(made.to_proto()), str(again.to_proto()), again.name, made.to_proto("w")]


def chosen_shape(tf: Any) -> list[Any]:
    value = tf.placeholder(tf.float32)
    return [tf.Variable(value, validate_shape=False), tf.Variable(1.0, constraint=tf.nn.relu)]


@pytest.mark.parametrize(
    "build",
    [
        reading_others,
        changing_parts,
        asking_for_values,
        own_creator,
        by_proto,
        chosen_shape,
        lambda tf: tf.Variable(tf.assign_add(tf.Variable(1.0, name="a"), 1.0), name="b"),
        lambda tf: tf.cond(
            tf.constant(True), lambda: tf.Variable(tf.constant(1.0)).value(), lambda: 2.0
        ),
        lambda tf: tf.cond(
            tf.constant(True), lambda: tf.Variable(lambda: tf.constant(1.0)).value(), lambda: 2.0
        ),
        lambda tf: tf.Variable(),
        lambda tf: tf.Variable(1.0, aggregation=9),
        lambda tf: tf.Variable(1.0, collections="variables"),
        lambda tf: tf.Variable(1.0, constraint=1),
        lambda tf: tf.Variable([1.0]).scatter_add([1.0]),
    ],
)
def test_the_nodes_are_tensorflows(tf: Any, engine: Any, build: Any) -> None:
    assert_same_graph(tf, engine, build)
    if build in (own_creator, by_proto):
        assert_same_outcome(tf, engine, build)


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


def test_a_variable_that_was_not_seen_to_be_initialized_is_told(tf: Any, engine: Any) -> None:
    def play(module: Any) -> Any:
        module.Variable(1.0, name="first")
        module.Variable(2.0, name="second")
        with module.Session() as session:
            session.run(module.trainable_variables()[0].initializer)
            return session.run(module.assert_variables_initialized())

    assert_same_outcome(tf, engine, play, words=True)


def test_a_part_of_a_variable_is_assigned(tf: Any, engine: Any) -> None:
    def play(module: Any) -> Any:
        table = module.Variable(np.arange(12.0).reshape(3, 4))
        with module.Session() as session:
            session.run(table.initializer)
            session.run(table[1].assign([9.0, 9.0, 9.0, 9.0]))
            session.run(table[:, ::2].assign(module.zeros([3, 2], module.float64)))
            session.run(module.batch_scatter_update(table, [[3], [2], [1]], [[5.0], [6.0], [7.0]]))
            return session.run(table)

    assert_same_outcome(tf, engine, play)
