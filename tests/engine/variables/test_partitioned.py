"""Partitioned variables: the same parts, nodes, values and errors as TensorFlow's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.engine.comparing import assert_close_outcome, assert_same_graph, assert_same_outcome

TABLE = np.arange(10, dtype=np.float32).reshape(5, 2)


def parts(tf: Any, count: int, axis: int = 0) -> Any:
    return tf.fixed_size_partitioner(count, axis=axis)


def described(whole: Any) -> Any:
    infos = [part._save_slice_info for part in whole]
    return [
        *(whole.name, str(whole.shape), str(whole.get_shape()), whole.dtype.name, len(whole)),
        [(part.name, str(part.shape)) for part in whole],
        [(one.full_name, one.full_shape, one.var_offset, one.spec) for one in infos],
    ]


def in_a_scope(tf: Any) -> Any:
    with tf.variable_scope("net", partitioner=parts(tf, 2), initializer=tf.ones_initializer()):
        w = tf.get_variable("w", [5, 2])
        b = tf.get_variable("b", [], tf.float64)
        listed = [v.name for v in tf.get_variable_scope().trainable_variables()]
        c = tf.get_variable("c", [4, 3], partitioner=parts(tf, 2, 1))
    with tf.variable_scope("net", reuse=True):
        same = tf.get_variable("w") is w, tf.get_variable("w", [5, 2]) is w
        same += (tf.get_variable("w", [5, 2], partitioner=parts(tf, 2)) is w,)
    return described(w), b.name, listed, described(c), same


def one_part(tf: Any) -> Any:
    w = tf.get_variable("w", [5, 2], partitioner=parts(tf, 1))
    return described(w), w.as_tensor()


def more_parts_than_rows(tf: Any) -> Any:
    return described(tf.get_variable("w", [3], partitioner=parts(tf, 9)))


def used_as_tensors(tf: Any) -> Any:
    w = tf.get_variable("w", [5, 2], initializer=tf.zeros_initializer(), partitioner=parts(tf, 2))
    with tf.name_scope("use"), tf.control_dependencies([tf.no_op()]):
        return w.as_tensor(), tf.matmul(w, tf.ones([2, 1])), tf.convert_to_tensor(w), tf.identity(w)


def from_a_tensor(tf: Any) -> Any:
    w = tf.get_variable("w", initializer=tf.ones([5, 2], tf.int64), partitioner=parts(tf, 2))
    v = tf.get_variable("v", [5, 2], initializer=TABLE, partitioner=parts(tf, 2, 1))
    return described(w), described(v)


def with_a_regularizer(tf: Any) -> Any:
    def penalty(v: Any) -> Any:
        return tf.reduce_sum(tf.square(v))

    tf.get_variable("w", [5, 2], partitioner=parts(tf, 2), regularizer=penalty)
    return tf.add_n(tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)).name


def initial_values(tf: Any) -> Any:
    tf.set_random_seed(3)
    made = []
    for number, initializer in enumerate([
        None, tf.glorot_normal_initializer(), tf.variance_scaling_initializer(mode="fan_in"),
        tf.uniform_unit_scaling_initializer(), tf.initializers.identity(gain=2.0),
        tf.orthogonal_initializer(), tf.constant_initializer(3.0),
    ]):  # fmt: skip
        made.append(
            tf.get_variable(f"w{number}", [5, 4], initializer=initializer, partitioner=parts(tf, 2))
        )
    return made


def looked_up(tf: Any) -> Any:
    w = tf.get_variable("w", initializer=tf.constant(TABLE), partitioner=parts(tf, 2))
    return [tf.nn.embedding_lookup(w, [4, 0, 3], partition_strategy=how) for how in ("div", "mod")]


def sampled(tf: Any) -> Any:
    tf.set_random_seed(1)
    w = tf.get_variable("w", [20, 2], partitioner=parts(tf, 3))
    b = tf.get_variable("b", [20], partitioner=parts(tf, 3))
    return tf.nn.nce_loss(w, b, [[3], [7]], tf.ones([2, 2]), 4, 20, partition_strategy="div")


def trained(tf: Any) -> Any:
    with tf.variable_scope("net", partitioner=parts(tf, 2)):
        w = tf.get_variable("w", initializer=tf.constant(TABLE))
        loss = tf.reduce_sum(tf.square(tf.matmul(w, tf.ones([2, 1]))))
        step = tf.train.AdamOptimizer(0.1).minimize(loss)
    named = [
        (v.name, v._save_slice_info and v._save_slice_info.spec) for v in tf.global_variables()
    ]
    averages = tf.train.ExponentialMovingAverage(0.9).apply(list(w))
    return step.name, named, averages.name, tf.gradients(loss, list(w))


def assigned(tf: Any) -> Any:
    w = tf.get_variable("w", [5, 2], initializer=tf.zeros_initializer(), partitioner=parts(tf, 2))
    v = tf.get_variable("v", [5, 2], initializer=tf.ones_initializer(), partitioner=parts(tf, 2))
    return [w.assign(TABLE), w.assign_add(v), w.assign_sub([np.ones((3, 2)), np.ones((2, 2))])]


def with_partition_info(tf: Any) -> Any:
    told = []

    def initializer(shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        told.append((shape, dtype.name, partition_info.full_shape, partition_info.var_offset))
        return tf.zeros(shape, dtype)

    tf.get_variable("w", [4, 3], initializer=initializer, partitioner=parts(tf, 2, 1))
    return told


PROGRAMS = [
    in_a_scope, one_part, more_parts_than_rows, used_as_tensors, from_a_tensor, with_a_regularizer,
    initial_values, looked_up, sampled, trained, assigned, with_partition_info,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_same_nodes(tf: Any, engine: Any, program: Any) -> None:
    assert_same_graph(tf, engine, program)


DESCRIBED = [in_a_scope, more_parts_than_rows, from_a_tensor, with_a_regularizer, trained]
DESCRIBED += [with_partition_info]


@pytest.mark.parametrize("program", DESCRIBED, ids=lambda program: program.__name__)
def test_the_same_descriptions(tf: Any, engine: Any, program: Any) -> None:
    assert_same_outcome(tf, engine, program)


@pytest.mark.parametrize("program", [initial_values, looked_up, assigned, sampled])
def test_the_same_values(tf: Any, engine: Any, program: Any) -> None:
    def play(module: Any) -> Any:
        made = program(module)
        made = made if isinstance(made, list) else [made]
        with module.Session() as session:
            session.run(module.global_variables_initializer())
            flat = [
                list(one) if hasattr(one, "as_tensor") or isinstance(one, list) else one
                for one in made
            ]
            return [session.run(one) for one in flat]

    assert_close_outcome(tf, engine, play)


def again(**change: Any) -> Any:
    def build(tf: Any) -> Any:
        with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
            tf.get_variable("w", [4], partitioner=parts(tf, 2))
            given: dict[str, Any] = {"shape": [4], "partitioner": parts(tf, 2), **change}
            if "dtype" in change:
                given["dtype"] = tf.as_dtype(change["dtype"])
            if isinstance(given["partitioner"], int):
                given["partitioner"] = parts(tf, given["partitioner"])
            return tf.get_variable("w", **given)

    return build


def asked(answer: Any, shape: Any = (4,)) -> Any:
    return lambda tf: tf.get_variable("w", shape, partitioner=lambda shape, dtype: answer)


def made_twice(tf: Any) -> Any:
    return [tf.get_variable("w", [4], partitioner=parts(tf, 2)) for _ in range(2)]


def first_whole(tf: Any) -> Any:
    tf.get_variable("w", [4])
    tf.get_variable("w", [4], partitioner=parts(tf, 2))


def never_made(tf: Any) -> Any:
    with tf.variable_scope("a", reuse=True):
        tf.get_variable("w", [4], partitioner=parts(tf, 2))


def of_one(use: Any) -> Any:
    return lambda tf: use(tf, tf.get_variable("w", [4], partitioner=parts(tf, 2)))


MISTAKES = [
    made_twice, first_whole, never_made,
    again(partitioner=None), again(partitioner=4), again(shape=[5]), again(dtype="int32"),
    asked(3), asked([1, 2]), asked([0]), asked([2, 2], (4, 4)), asked([2], (None,)),
    lambda tf: tf.get_variable("w", [4], partitioner=3),
    lambda tf: tf.get_variable("w", [4], partitioner=parts(tf, 2, 3)),
    lambda tf: tf.get_variable("w", [0], partitioner=parts(tf, 2)),
    lambda tf: tf.get_variable("w", initializer=TABLE, partitioner=parts(tf, 2)),
    of_one(lambda tf, w: tf.convert_to_tensor(w, tf.int32)),
    of_one(lambda tf, w: w + 1),
    of_one(lambda tf, w: w[1:2]),
    of_one(lambda tf, w: tf.gradients(tf.reduce_sum(w), w)),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_mistakes_are_told_in_tensorflows_words(tf: Any, engine: Any, number: int) -> None:
    assert_same_outcome(tf, engine, MISTAKES[number], words=True)


def test_a_list_of_another_length_is_not_assigned(tf: Any, engine: Any) -> None:
    assert_same_outcome(tf, engine, of_one(lambda tf, w: w.assign([1.0, 2.0, 3.0])))
