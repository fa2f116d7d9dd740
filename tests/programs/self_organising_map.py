"""A self-organising map: the nearest node found in the graph, its neighbourhood drawn along."""

import numpy as np
from sklearn.datasets import load_iris


class SOM:
    """The map as a class, with its graph, its session and its training operation."""

    def __init__(self, tf, m, n, dim, n_iterations, alpha=0.3, sigma=None):
        self.tf, self._m, self._n = tf, m, n
        self._n_iterations = abs(int(n_iterations))
        sigma = max(m, n) / 2.0 if sigma is None else float(sigma)
        self._trained = False
        self._graph = tf.Graph()
        with self._graph.as_default():
            self._weightage_vects = tf.Variable(tf.random_normal([m * n, dim], seed=12))
            self._location_vects = tf.constant(np.array(list(self._neuron_locations(m, n))))
            self._vect_input = tf.placeholder("float", [dim])
            self._iter_input = tf.placeholder("float")
            bmu_index = tf.argmin(
                tf.sqrt(
                    tf.reduce_sum(
                        tf.pow(
                            tf.subtract(
                                self._weightage_vects,
                                tf.stack([self._vect_input for i in range(m * n)]),
                            ),
                            2,
                        ),
                        1,
                    )
                ),
                0,
            )
            slice_input = tf.pad(tf.reshape(bmu_index, [1]), np.array([[0, 1]]))
            bmu_loc = tf.reshape(
                tf.slice(
                    self._location_vects, slice_input, tf.constant(np.array([1, 2]), dtype=tf.int64)
                ),
                [2],
            )
            learning_rate_op = tf.subtract(1.0, tf.div(self._iter_input, self._n_iterations))
            _alpha_op = tf.multiply(alpha, learning_rate_op)
            _sigma_op = tf.multiply(sigma, learning_rate_op)
            bmu_distance_squares = tf.reduce_sum(
                tf.pow(
                    tf.subtract(self._location_vects, tf.stack([bmu_loc for i in range(m * n)])), 2
                ),
                1,
            )
            neighbourhood_func = tf.exp(
                tf.negative(tf.div(tf.cast(bmu_distance_squares, "float32"), tf.pow(_sigma_op, 2)))
            )
            learning_rate_op = tf.multiply(_alpha_op, neighbourhood_func)
            learning_rate_multiplier = tf.stack(
                [
                    tf.tile(tf.slice(learning_rate_op, np.array([i]), np.array([1])), [dim])
                    for i in range(m * n)
                ]
            )
            weightage_delta = tf.multiply(
                learning_rate_multiplier,
                tf.subtract(
                    tf.stack([self._vect_input for i in range(m * n)]), self._weightage_vects
                ),
            )
            self._training_op = tf.assign(
                self._weightage_vects, tf.add(self._weightage_vects, weightage_delta)
            )
            self._bmu = bmu_loc
            self._sess = tf.Session()
            self._sess.run(tf.global_variables_initializer())

    def _neuron_locations(self, m, n):
        for i in range(m):
            for j in range(n):
                yield np.array([i, j])

    def train(self, input_vects):
        for iter_no in range(self._n_iterations):
            for input_vect in input_vects:
                self._sess.run(
                    self._training_op,
                    feed_dict={self._vect_input: input_vect, self._iter_input: iter_no},
                )
        self._trained = True

    def centroids(self):
        if not self._trained:
            raise ValueError("SOM not trained yet")
        return self._sess.run(self._weightage_vects).reshape(self._m, self._n, -1)

    def map_vects(self, input_vects):
        return [tuple(self._sess.run(self._bmu, {self._vect_input: v})) for v in input_vects]


def run(tf, folder):
    data, kinds = load_iris(return_X_y=True)
    data = (data - data.mean(0)) / data.std(0)
    som = SOM(tf, 3, 4, 4, n_iterations=4)
    som.train(data[::5])
    places = som.map_vects(data[::10])
    return {
        "centroids": som.centroids(),
        "places": [[int(i) for i in place] for place in places],
        "operations": len(som._graph.get_operations()),
    }
