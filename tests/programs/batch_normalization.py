"""Batch normalization with moving averages that update operations keep, in training and in use."""

import numpy as np
from sklearn.datasets import load_digits

UPDATE_OPS_COLLECTION = "update_ops"
BN_DECAY, BN_EPSILON = 0.9, 1e-3


def run(tf, folder):
    tf.reset_default_graph()
    is_training = tf.placeholder(tf.bool, [], name="is_training")
    x = tf.placeholder(tf.float32, [None, 8, 8, 1], name="x")
    labels = tf.placeholder(tf.int64, [None], name="labels")

    def _get_variable(name, shape, initializer, trainable=True):
        return tf.get_variable(
            name, shape=shape, initializer=initializer, dtype="float", trainable=trainable
        )

    def bn(x, name):
        with tf.variable_scope(name):
            params_shape = x.get_shape()[-1:]
            axis = list(range(len(x.get_shape()) - 1))
            beta = _get_variable("beta", params_shape, tf.zeros_initializer())
            gamma = _get_variable("gamma", params_shape, tf.ones_initializer())
            moving_mean = _get_variable(
                "moving_mean", params_shape, tf.zeros_initializer(), trainable=False
            )
            moving_variance = _get_variable(
                "moving_variance", params_shape, tf.ones_initializer(), trainable=False
            )
            mean, variance = tf.nn.moments(x, axis)
            update_mean = tf.assign(moving_mean, moving_mean * BN_DECAY + mean * (1 - BN_DECAY))
            update_variance = tf.assign(
                moving_variance, moving_variance * BN_DECAY + variance * (1 - BN_DECAY)
            )
            tf.add_to_collection(UPDATE_OPS_COLLECTION, update_mean)
            tf.add_to_collection(UPDATE_OPS_COLLECTION, update_variance)
            mean, variance = tf.cond(
                is_training, lambda: (mean, variance), lambda: (moving_mean, moving_variance)
            )
            return tf.nn.batch_normalization(x, mean, variance, beta, gamma, BN_EPSILON)

    with tf.variable_scope("conv", initializer=tf.variance_scaling_initializer(seed=1)):
        kernel = tf.get_variable("kernel", [3, 3, 1, 6])
        h = tf.nn.conv2d(x, kernel, [1, 2, 2, 1], "SAME")
        h = tf.nn.relu(bn(h, "bn"))
    with tf.variable_scope("top", initializer=tf.variance_scaling_initializer(seed=2)):
        pooled = tf.reduce_mean(h, axis=[1, 2])
        normal = bn(pooled, "bn")
        w = tf.get_variable("w", [6, 10])
        logits = tf.matmul(normal, w)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    update_ops = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
    with tf.control_dependencies(update_ops):
        train = tf.train.RMSPropOptimizer(0.01, decay=0.9).minimize(loss)

    digits = load_digits()
    images = digits.images[..., np.newaxis] / 16.0
    rng = np.random.RandomState(0)
    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(30):
            batch = rng.randint(0, 1500, 64)
            feed = {x: images[batch], labels: digits.target[batch], is_training: True}
            losses.append(sess.run([loss, train], feed)[0])
        averages = sess.run([v for v in tf.global_variables() if "moving" in v.op.name])
        test = {x: images[1500:1520], labels: digits.target[1500:1520], is_training: False}
        alone = sess.run(logits, {x: images[1500:1501], is_training: False})
        together = sess.run(logits, test)
    return {
        "losses": losses,
        "moving averages": averages,
        "alone as together": np.allclose(alone[0], together[0], atol=1e-5),
        "logits": together,
        "trainable": [v.op.name for v in tf.trainable_variables()],
        "update operations": [t.op.name for t in update_ops],
        "losses collection": [t.op.name for t in tf.losses.get_losses()],
    }
