"""`tf.gradients`, `tf.hessians` and registered rules: the same nodes, values and errors as TensorFlow's."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome


def of_a_chain_and_of_several_ys(tf):
    x = tf.placeholder(tf.float32, [2], name="x")
    y = tf.exp(tf.square(x))
    tf.gradients([y, tf.sqrt(x)], [x])
    tf.gradients(y, [x], grad_ys=tf.constant([1.0, 2.0]))
    tf.gradients([y, tf.sin(x)], [x], grad_ys=[None, [1.0, 2.0]], name="weighted")
    tf.gradients(tf.exp(tf.stop_gradient(x)), [x])
    tf.gradients(y, [x], name=None)
    tf.gradients([], [x])
    tf.gradients(y, [])


def of_values_of_python(tf):
    tf.gradients([1.0, 2], [3.0, [4.0]])
    x = tf.constant(2.0)
    tf.gradients(x * x, x, grad_ys=3)


def of_variables(tf):
    v = tf.Variable([1.0, 4.0], name="v")
    w = tf.Variable(np.ones([2, 2], np.float32), name="w")
    tf.gradients(tf.sqrt(v), [v])
    tf.gradients([v, tf.matmul(w, w)], [v, w, w.value()], stop_gradients=[w])
    tf.gradients(v, [v, w], unconnected_gradients="zero")


def of_sums_that_stop(tf):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    a = tf.exp(x)
    b = a * x
    tf.gradients(a + b, [a, b, x], stop_gradients=[a, b])
    tf.gradients(a + b, [a, b, x], stop_gradients=a)
    tf.gradients(a + b, [a, b, x])


def several_ways(tf, **options):
    x = tf.placeholder(tf.float32, [2, 3], name="x")
    w = tf.Variable(np.ones([3, 3], np.float32), name="w")
    h = tf.matmul(x, w)
    y = tf.tanh(h) * tf.sigmoid(h) + tf.matmul(h, w) - tf.reduce_mean(h)
    return tf.gradients(y, [x, w], **options)


def on_devices(tf):
    x = tf.placeholder(tf.float32, [2], name="x")
    with tf.device("/cpu:0"):
        a, b = tf.exp(x), tf.sin(x)
    with tf.device("/job:other/cpu:1"):
        c = tf.cos(x)
    for colocated in (False, True):
        tf.gradients(a + b * c, [x], colocate_gradients_with_ops=colocated)
        with tf.device("/cpu:0"):
            tf.gradients(a + b * c, [x], colocate_gradients_with_ops=colocated, gate_gradients=True)


def of_gathered_rows(tf):
    table = tf.Variable(np.ones([5, 2], np.float32), name="table")
    once, twice = tf.gather(table, [1, 2, 1]), tf.gather(table, [[0], [4]])
    tf.gradients(once, table)
    tf.gradients([once, twice, tf.gather(table, tf.constant([1], tf.int64))], [table])
    tf.gradients([once, tf.exp(table)], [table])
    tf.gradients(once, table, gate_gradients=True, colocate_gradients_with_ops=True)
    tf.gradients(tf.gather(tf.exp(table), [1]), table)
    tf.convert_to_tensor(tf.gradients(once, table)[0])


def with_slices_as_weights(tf):
    x = tf.placeholder(tf.float32, [4, 2], name="x")
    slices = tf.IndexedSlices(tf.ones([2, 2]), tf.constant([0, 2]), tf.constant([4, 2]))
    tf.gradients(tf.identity(x), x, grad_ys=slices)
    tf.gradients(tf.exp(x), x, grad_ys=slices)


def in_a_scope_and_twice(tf):
    x = tf.placeholder(tf.float32, [], name="x")
    with tf.name_scope("outer"):
        y = x**3.0
        tf.gradients(y, x)
        tf.gradients(y, x, name="mine")
        tf.gradients(y, x)


def of_some_outputs(tf):
    x = tf.placeholder(tf.float32, [4, 6], name="x")
    first, _, third = tf.split(x, 3, axis=1)
    tf.gradients(first, x)
    a, b = tf.unstack(tf.gradients(first * third, x)[0][:2])
    tf.gradients(a, [x, b])
    tf.gradients(tf.identity_n([x, x])[1], x)


def second_derivatives(tf):
    x = tf.placeholder(tf.float32, [3], name="x")
    w = tf.placeholder(tf.float32, [2, 2], name="w")
    return tf.hessians(tf.reduce_sum(x**3.0) * tf.reduce_sum(w * w), [x, w])


@pytest.mark.parametrize(
    "build",
    [
        of_a_chain_and_of_several_ys,
        of_values_of_python,
        of_variables,
        of_sums_that_stop,
        on_devices,
        of_gathered_rows,
        with_slices_as_weights,
        in_a_scope_and_twice,
        of_some_outputs,
        second_derivatives,
    ],
    ids=lambda build: build.__name__,
)
def test_both_build_the_same_nodes(tf, engine, build):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about slices that become a whole tensor
        assert_same_graph(tf, engine, build)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"gate_gradients": True},
        {"colocate_gradients_with_ops": True},
        {"gate_gradients": True, "colocate_gradients_with_ops": True, "name": "gated"},
        {"aggregation_method": 1},
        {"aggregation_method": 2, "gate_gradients": True},
        {"aggregation_method": 7},
        {"unconnected_gradients": "all"},
    ],
    ids=str,
)
def test_options_change_the_nodes_as_in_tensorflow(tf, engine, options):
    assert_same_graph(tf, engine, lambda module: several_ways(module, **options))


def unconnected(tf):
    x, z = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [2])
    through_python = tf.py_func(lambda value: value, [x], tf.float32)
    zero = tf.UnconnectedGradients.ZERO
    with tf.Session() as session:
        return [
            tf.gradients(tf.exp(x), z),
            tf.gradients(through_python, x),
            tf.gradients(tf.argmax(x), x),
            tf.gradients(tf.cast(tf.cast(x, tf.int32), tf.float32), x),
            tf.gradients(x > 0.0, [x]),
            session.run(tf.gradients(tf.exp(x), [z], unconnected_gradients=zero), {z: [1, 2]}),
        ]


def slices(tf):
    table = tf.constant(np.arange(10.0, dtype=np.float32).reshape(5, 2))
    [found] = tf.gradients(tf.gather(table * 1.0, [1, 3, 1]), table)
    rows = tf.gradients(tf.gather(table, [1, 3, 1]), table)[0]
    with tf.Session() as session:
        return [
            type(rows).__name__,
            session.run([found, rows, tf.convert_to_tensor(rows), -rows]),
            [str(rows.shape), rows.dtype, rows.name],
        ]


def registering_twice(tf):
    for _ in range(2):
        tf.RegisterGradient("TestTwice")(lambda op, gradient: gradient)


def overridden(rule):
    """A program whose Identity has `rule`, under a different name in each back end."""

    def play(tf):
        name = f"Test{id(rule)}{tf.__name__}"
        tf.RegisterGradient(name)(rule)
        x = tf.placeholder(tf.float32, [2])
        with tf.get_default_graph().gradient_override_map({"Identity": name}):
            y = tf.identity(x)
        return tf.gradients(tf.exp(y), x)

    return play


def without_a_rule(tf):
    x = tf.placeholder(tf.float32, [2, 2])
    with tf.get_default_graph().gradient_override_map({"Exp": "NobodyRegisteredThis"}):
        y = tf.exp(x)
    return tf.gradients(y, x)


def around_what_has_no_rule(tf):
    x = tf.placeholder(tf.float32, [2, 2])
    with tf.get_default_graph().gradient_override_map({"Exp": "NobodyRegisteredThis"}):
        y = tf.exp(x)
    return [
        tf.gradients(tf.stop_gradient(y), x),
        tf.gradients(y * 2.0, y),
        tf.gradients(y + x, x, stop_gradients=y),
    ]


def too_few_weights(tf):
    x = tf.constant(1.0)
    return tf.gradients([x, x], x, grad_ys=[1.0])


def of_complex_numbers(tf):
    x = tf.constant(1.0 + 2.0j)
    return tf.gradients(x * x, x)


def real_weights_of_complex_numbers(tf):
    x = tf.constant(1.0 + 2.0j)
    return tf.gradients(x * x, x, grad_ys=1.0)


def complex_weights_of_real_numbers(tf):
    x = tf.constant(1.0)
    return tf.gradients(x * x, x, grad_ys=1.0 + 1.0j)


def of_strings(tf):
    x = tf.constant("a")
    return tf.gradients(x, x)


def weighted_truth(tf):
    x = tf.constant(True)
    return tf.gradients(x, x, grad_ys=tf.constant(1.0))


def inside_a_loop(tf):
    def body(x):
        return x + tf.gradients(x * x, x)[0]

    return tf.while_loop(lambda x: x < 10.0, body, [tf.constant(1.0)])


def by_what_a_loop_starts_with(tf):
    start = tf.constant(1.0)

    def body(x):
        return x + tf.gradients(x * x, start)[0]

    return tf.while_loop(lambda x: x < 10.0, body, [start])


def of_nothing(tf):
    return tf.gradients(None, tf.constant(1.0))


def of_two_graphs(tf):
    x = tf.constant(1.0)
    with tf.Graph().as_default():
        return tf.gradients(tf.constant(2.0), x)


def from_another_graph(tf):
    with tf.Graph().as_default() as graph:
        x = tf.constant(1.0)
        y = tf.exp(x)
    [found] = tf.gradients(y, x)
    with tf.Session(graph=graph) as session:
        return [found.graph is graph, round(float(session.run(found)), 5)]


PLAYS = [
    unconnected,
    slices,
    registering_twice,
    without_a_rule,
    around_what_has_no_rule,
    too_few_weights,
    of_complex_numbers,
    real_weights_of_complex_numbers,
    complex_weights_of_real_numbers,
    of_strings,
    weighted_truth,
    inside_a_loop,
    by_what_a_loop_starts_with,
    of_nothing,
    of_two_graphs,
    from_another_graph,
]


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_both_do_the_same(tf, engine, play):
    assert_same_outcome(tf, engine, play)


@pytest.mark.parametrize(
    "rule",
    [
        lambda op, gradient: [gradient, gradient],
        lambda op, gradient: None,
        lambda op, gradient: gradient[0],
        lambda op, gradient: [gradient],
        lambda op: op,
    ],
    ids=["two", "none", "another shape", "a list", "no argument"],
)
def test_both_take_the_same_from_a_rule(tf, engine, rule):
    assert_same_outcome(tf, engine, overridden(rule))


def test_a_rule_that_returns_a_number_is_told_to_return_a_tensor(engine):
    with engine.Graph().as_default(), pytest.raises(TypeError, match="have to be"):
        overridden(lambda op, gradient: 7.0)(engine)


def test_slices_of_a_large_tensor_warn_when_they_become_one(tf, engine):
    for module in (tf, engine):
        with module.Graph().as_default():
            table = module.placeholder(module.float32, [10**8, 2])
            [found] = module.gradients(module.gather(table, [1]), table)
            with pytest.warns(UserWarning, match="200000000 elements"):
                module.convert_to_tensor(found)
