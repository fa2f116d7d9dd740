"""The gradients of whole models are TensorFlow's graphs, node for node."""

from __future__ import annotations

import pytest

from tests.engine.comparing import assert_same_graph


def weights(tf, name, *shape):
    return tf.get_variable(name, shape, initializer=tf.constant_initializer(0.1))


def two_cross_entropies(tf):
    x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 3])
    logits = tf.matmul(x, weights(tf, "w", 4, 3))
    for name in ("softmax_cross_entropy_with_logits", "softmax_cross_entropy_with_logits_v2"):
        loss = tf.reduce_mean(getattr(tf.nn, name)(labels=y, logits=logits))
        second = tf.gradients(loss, [x, logits, y])
        tf.gradients(second[1], x)
    by_hand = tf.reduce_mean(-tf.reduce_sum(y * tf.log(tf.nn.softmax(logits)), axis=[1]))
    tf.gradients(by_hand, x)
    single = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits)
    tf.gradients(tf.reduce_mean(single), [x, y])


def word_vectors(tf):
    table, words = weights(tf, "table", 10, 3), tf.placeholder(tf.int32, [None, 2])
    found = tf.gather(table, words)
    tf.gradients(tf.reduce_sum(tf.reduce_mean(found, 1) ** 2), table)
    tf.gradients(tf.gather_nd(found, [[0, 1]]), table)
    tf.gradients(tf.boolean_mask(table, tf.constant([True, False] * 5)), table)


def rows_of_unstacked_parts(tf):
    x = tf.placeholder(tf.float32, [3, 4])
    parts = tf.unstack(x)
    tf.gradients(tf.gather(parts[0], 0), x)
    tf.gradients([tf.gather(parts[1], 0), tf.gather(parts[2], [1, 2])], x)
    tf.gradients([tf.gather(part, 0) for part in parts], x)
    tf.stack([weights(tf, "w", 4), parts[0]])
    tf.gradients(tf.gather(tf.unstack(x, axis=1)[0], 0), x)


def penalised_critic(tf):
    noise, real = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.float32, [None, 3])
    with tf.variable_scope("generator"):
        fake = tf.matmul(noise, weights(tf, "w", 2, 3))

    def critic(x):
        with tf.variable_scope("critic", reuse=tf.AUTO_REUSE):
            return tf.matmul(x, weights(tf, "w", 3, 1))

    better, worse = critic(real), critic(fake)
    slope = tf.gradients(critic(real * 0.3 + fake * 0.7), real)[0]
    steep = (tf.sqrt(tf.reduce_sum(tf.square(slope), 1)) - 1.0) ** 2
    loss = tf.reduce_mean(worse) - tf.reduce_mean(better) + tf.reduce_mean(steep)
    for scope in ("generator", "critic"):
        tf.gradients(loss, tf.trainable_variables(scope))


@pytest.mark.parametrize(
    "build",
    [
        two_cross_entropies,
        word_vectors,
        rows_of_unstacked_parts,
        penalised_critic,
    ],
    ids=lambda build: build.__name__,
)
def test_the_gradients_of_models_are_the_same_nodes(tf, engine, build):
    assert_same_graph(tf, engine, build)
