"""A denoising autoencoder: masked inputs, dropout in the code, weights drawn layer by layer."""

import numpy as np
from sklearn.datasets import load_digits
from sklearn.preprocessing import minmax_scale


def xavier_init(tf, fan_in, fan_out, constant=1):
    low = -constant * np.sqrt(6.0 / (fan_in + fan_out))
    high = constant * np.sqrt(6.0 / (fan_in + fan_out))
    return tf.random_uniform((fan_in, fan_out), minval=low, maxval=high, dtype=tf.float32)


class DenoisingAutoencoder:
    """As in the models repository: a class with a session of its own and `partial_fit`."""

    def __init__(self, tf, n_input, n_hidden, optimizer, dropout_probability=0.9, scale=0.1):
        self.tf = tf
        self.n_input, self.n_hidden = n_input, n_hidden
        self.dropout_probability = dropout_probability
        self.keep_prob = tf.placeholder(tf.float32)
        self.scale = tf.placeholder(tf.float32)
        self.training_scale = scale
        self.weights = self._initialize_weights()

        self.x = tf.placeholder(tf.float32, [None, self.n_input])
        noise = scale * tf.random_normal((n_input,))
        masked = tf.nn.dropout(self.x, self.keep_prob)
        self.hidden = tf.nn.softplus(
            tf.add(tf.matmul(masked + self.scale * noise, self.weights["w1"]), self.weights["b1"])
        )
        self.reconstruction = tf.add(tf.matmul(self.hidden, self.weights["w2"]), self.weights["b2"])
        self.cost = 0.5 * tf.reduce_sum(tf.pow(tf.subtract(self.reconstruction, self.x), 2.0))
        self.optimizer = optimizer.minimize(self.cost)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def _initialize_weights(self):
        tf = self.tf
        all_weights = {}
        all_weights["w1"] = tf.Variable(xavier_init(tf, self.n_input, self.n_hidden))
        all_weights["b1"] = tf.Variable(tf.zeros([self.n_hidden], dtype=tf.float32))
        all_weights["w2"] = tf.Variable(tf.zeros([self.n_hidden, self.n_input], dtype=tf.float32))
        all_weights["b2"] = tf.Variable(tf.zeros([self.n_input], dtype=tf.float32))
        return all_weights

    def _feed(self, X, keep_prob, scale):
        return {self.x: X, self.keep_prob: keep_prob, self.scale: scale}

    def partial_fit(self, X):
        feed = self._feed(X, self.dropout_probability, self.training_scale)
        cost, opt = self.sess.run((self.cost, self.optimizer), feed_dict=feed)
        return cost

    def calc_total_cost(self, X):
        return self.sess.run(self.cost, feed_dict=self._feed(X, 1.0, 0.0))

    def transform(self, X):
        return self.sess.run(self.hidden, feed_dict=self._feed(X, 1.0, 0.0))

    def generate(self, hidden):
        return self.sess.run(self.reconstruction, feed_dict={self.hidden: hidden})

    def reconstruct(self, X):
        return self.sess.run(self.reconstruction, feed_dict=self._feed(X, 1.0, 0.0))


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(19)
    X = minmax_scale(load_digits().data).astype(np.float32)
    model = DenoisingAutoencoder(
        tf,
        n_input=64,
        n_hidden=32,
        optimizer=tf.train.AdamOptimizer(learning_rate=0.002, epsilon=10.0),
    )
    costs, batch_size = [], 100
    for epoch in range(3):
        avg_cost = 0.0
        for start in range(0, 1200, batch_size):
            cost = model.partial_fit(X[start : start + batch_size])
            avg_cost += cost / 1200 * batch_size
        costs.append(float(avg_cost))
    found = {
        "costs": costs,
        "total": model.calc_total_cost(X[1200:1500]),
        "codes": model.transform(X[1500:1504]),
        "picture": model.reconstruct(X[1500:1502]),
        "from a code": model.generate(np.ones((1, 32))),
        "weights": model.sess.run(model.weights),
    }
    try:
        model.sess.run(model.reconstruction, {model.x: X[:2], model.scale: 0.0})
    except tf.errors.InvalidArgumentError as error:
        found["forgotten"] = error.op.name
    try:
        model.sess.run(model.reconstruction, model._feed(X[:2, :63], 1.0, 0.0))
    except ValueError as error:
        found["narrow"] = str(error)
    model.sess.close()
    try:
        model.transform(X[:2])
    except RuntimeError as error:
        found["closed"] = str(error)
    return found
