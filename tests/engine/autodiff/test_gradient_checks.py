"""`tf.test`: gradients are compared with differences as TensorFlow does."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engine.comparing import assert_same_outcome


def jacobians(tf):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]], tf.float64, name="x")
    z = tf.complex([1.0, 2.0], [0.5, 1.0])
    v = tf.Variable([0.5, 0.25, 2.0])
    at = np.array([[0.5, 1.5], [2.5, 1.0]])
    rows = tf.gather(v, [2, 0, 2])
    with tf.Session():
        squares = tf.test.compute_gradient(x, [2, 2], tf.matmul(x, x), [2, 2], at, delta=1e-4)
        return [
            np.round(squares, 5),
            np.round(
                tf.test.compute_gradient(z, [2], z * z, [2], np.array([1j, 2], np.complex64))[0], 4
            ),
            tf.test.compute_gradient(
                v, [3], rows * 2.0, [3], np.ones(3, np.float32), init_targets=[v.initializer]
            )[0],
            bool(tf.test.compute_gradient_error(x, [2, 2], tf.sin(x), [2, 2], at) < 1e-5),
            len(tf.test.compute_gradient([x, x], [[2, 2], [2, 2]], x * x, [2, 2])),
            tf.test.compute_gradient_error(x, (2, 2), x[:, :0], (2, 0)),
        ]


def jacobian_of_whole_numbers(tf):
    x = tf.constant([1, 2])
    with tf.Session():
        return tf.test.compute_gradient_error(x, [2], x * x, [2])


def jacobian_at_another_shape(tf):
    x = tf.constant([1.0, 2.0])
    with tf.Session():
        return tf.test.compute_gradient_error(x, [2], x * x, [2], np.ones([3], np.float32))


@pytest.mark.parametrize(
    "play",
    [jacobians, jacobian_of_whole_numbers, jacobian_at_another_shape],
    ids=lambda play: play.__name__,
)
def test_gradients_are_checked_against_differences(tf, engine, play):
    assert_same_outcome(tf, engine, play)
