"""A variational autoencoder: noise that gradients go through, and a divergence in closed form."""

import functools

import numpy as np
from sklearn.datasets import load_digits


def lazy_property(function):
    """A property whose part of the graph is built once, under a scope of its name."""
    attribute = "_cache_" + function.__name__

    @property
    @functools.wraps(function)
    def decorator(self):
        if not hasattr(self, attribute):
            with self.tf.variable_scope(function.__name__):
                setattr(self, attribute, function(self))
        return getattr(self, attribute)

    return decorator


class VariationalAutoencoder:
    def __init__(self, tf, data, latent=3):
        self.tf = tf
        self.data = data
        self.latent_size = latent
        self.code
        self.reconstruction
        self.cost
        self.optimize

    def _dense(self, x, size, name, activation=None):
        tf = self.tf
        with tf.variable_scope(name):
            kernel = tf.get_variable("kernel", [x.shape[-1].value, size])
            bias = tf.get_variable("bias", [size], initializer=tf.constant_initializer(0.0))
            y = tf.nn.bias_add(tf.matmul(x, kernel), bias)
        return activation(y) if activation else y

    @lazy_property
    def code(self):
        tf = self.tf
        hidden = self._dense(self.data, 24, "hidden", tf.nn.softplus)
        self.mean = self._dense(hidden, self.latent_size, "mean")
        self.log_sigma_sq = self._dense(hidden, self.latent_size, "log_sigma_sq")
        eps = tf.random_normal(tf.shape(self.mean), 0, 1, dtype=tf.float32)
        return tf.add(self.mean, tf.multiply(tf.sqrt(tf.exp(self.log_sigma_sq)), eps))

    @lazy_property
    def reconstruction(self):
        hidden = self._dense(self.code, 24, "hidden", self.tf.nn.softplus)
        self.logits = self._dense(hidden, 64, "logits")
        return self.tf.nn.sigmoid(self.logits)

    @lazy_property
    def cost(self):
        tf = self.tf
        reconstr_loss = -tf.reduce_sum(
            self.data * tf.log(1e-7 + self.reconstruction)
            + (1 - self.data) * tf.log(1e-7 + 1 - self.reconstruction),
            1,
        )
        latent_loss = -0.5 * tf.reduce_sum(
            1 + self.log_sigma_sq - tf.square(self.mean) - tf.exp(self.log_sigma_sq), 1
        )
        self.parts = tf.reduce_mean(reconstr_loss), tf.reduce_mean(latent_loss)
        return tf.reduce_mean(reconstr_loss + latent_loss)

    @lazy_property
    def optimize(self):
        return self.tf.train.AdamOptimizer(learning_rate=0.005).minimize(self.cost)


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(8)
    images = load_digits().data / 16.0
    x = tf.placeholder(tf.float32, [None, 64], name="x")
    with tf.variable_scope("vae", initializer=tf.glorot_uniform_initializer()):
        model = VariationalAutoencoder(tf, x)
    history = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(40):
            batch = images[(step * 50) % 1500 :][:50]
            _, *costs = sess.run([model.optimize, model.cost, *model.parts], {x: batch})
            history.append(costs)
        mean, log_sigma_sq = sess.run([model.mean, model.log_sigma_sq], {x: images[:4]})
        # The code can be fed: from there on the decoder is a generator.
        generated = sess.run(model.reconstruction, {model.code: np.eye(3)})
    return {
        "history": history,
        "mean": mean,
        "log variance": log_sigma_sq,
        "generated": generated,
        "variables": [v.name for v in tf.trainable_variables()],
        "operations": [model.cost.name, model.code.name, model.optimize.name],
    }
