"""`tf.custom_gradient`: the same nodes, values and errors as TensorFlow's."""

from __future__ import annotations

import pytest

from grader.engine.core import nest
from tests.engine.comparing import assert_same_outcome, built, nodes_of


def bodies(tf):
    """Functions with custom gradients: a list of (function, arguments)."""
    v = tf.Variable([2.0, 3.0], name="v")
    x = tf.constant([1.0, 2.0], name="x")

    @tf.custom_gradient
    def clipped(a):
        return a * a, lambda gradient: tf.clip_by_value(gradient * 2.0 * a, -3.0, 3.0)

    @tf.custom_gradient
    def swapped(a, b):
        return [a * b, {"sum": a + b}], lambda first, second: (first * b + second, None)

    @tf.custom_gradient
    def scaled(a):
        def rule(gradient, variables=None):
            return gradient * v, [gradient * a * 10.0 for _ in variables]

        return a * v, rule

    class Layer:
        def __init__(self, factor):
            self.factor = factor

        @tf.custom_gradient
        def __call__(self, a):
            return a * self.factor, lambda gradient: gradient * 100.0

    return x, v, [(clipped, (x,)), (swapped, (x, v)), (scaled, (x,)), (Layer(3.0).__call__, (x,))]


def custom_gradient_with_a_variable_that_it_does_not_take(tf):
    v = tf.Variable(2.0)
    return tf.custom_gradient(lambda a: (a * v, lambda gradient: gradient))(1.0)


def custom_gradient_with_a_variable_made_inside(tf):
    return tf.custom_gradient(lambda a: (a * tf.Variable(2.0), lambda gradient: gradient))(1.0)


def custom_gradient_with_keywords(tf):
    return tf.custom_gradient(lambda a: (a, lambda gradient: gradient))(a=1.0)


def custom_gradient_of_too_few_variables(tf):
    v = tf.Variable(2.0)

    def function(a):
        return a * v, lambda gradient, variables=None: (gradient, [])

    x = tf.constant(1.0)
    return tf.gradients(tf.custom_gradient(function)(x), x)


@pytest.mark.parametrize(
    "play",
    [
        custom_gradient_with_a_variable_that_it_does_not_take,
        custom_gradient_with_a_variable_made_inside,
        custom_gradient_with_keywords,
        custom_gradient_of_too_few_variables,
    ],
    ids=lambda play: play.__name__,
)
def test_functions_have_custom_gradients(tf, engine, play):
    assert_same_outcome(tf, engine, play)


def test_functions_with_their_custom_gradients_are_the_same_nodes(tf, engine):
    found = []
    for module in (tf, engine):
        graph, _, error = built(module, nodes_with_custom_gradients)
        assert error is None, error
        found.append(
            [{**node, "attr": node["attr"].keys()} for node in nodes_of(graph)]
        )  # but for the number in `_gradient_op_type`
    assert found[1] == found[0]


def nodes_with_custom_gradients(tf):
    x, v, functions = bodies(tf)
    for function, arguments in functions:
        tf.gradients(nest.flatten(function(*arguments)), [x, v])
