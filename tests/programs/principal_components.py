"""Principal components by the singular values, by eigenvectors and by the power method."""

import numpy as np
from sklearn.datasets import load_iris


def run(tf, folder):
    tf.reset_default_graph()
    data = load_iris().data.astype(np.float64)
    X = tf.placeholder(tf.float64, shape=data.shape)
    mean = tf.reduce_mean(X, axis=0, keepdims=True)
    centred = X - mean
    singular_values, u, v = tf.svd(centred)
    sigma = tf.diag(singular_values)

    with tf.name_scope("reduce"):
        n_dims = 2
        ladder = tf.cumsum(singular_values**2) / tf.reduce_sum(singular_values**2)
        projected = tf.matmul(tf.slice(u, [0, 0], [150, n_dims]), sigma[:n_dims, :n_dims])
        back = tf.matmul(projected, v[:, :n_dims], transpose_b=True) + mean
        error = tf.sqrt(tf.reduce_mean(tf.square(back - X)))

    covariance = tf.matmul(centred, centred, transpose_a=True) / tf.cast(
        tf.shape(X)[0] - 1, tf.float64
    )
    eigenvalues, eigenvectors = tf.self_adjoint_eig(covariance)

    # The power method, with the first found taken away for the second.
    def power(matrix):
        start = tf.ones([4, 1], tf.float64)
        body = lambda i, b: (i + 1, tf.nn.l2_normalize(tf.matmul(matrix, b), 0))  # noqa: E731
        vector = tf.while_loop(lambda i, _: i < 200, body, [0, start])[1]
        return vector, tf.squeeze(tf.matmul(vector, tf.matmul(matrix, vector), transpose_a=True))

    first, largest = power(covariance)
    second, next_largest = power(covariance - largest * tf.matmul(first, tf.transpose(first)))

    # Whitened, the data have the identity as covariance.
    white = tf.matmul(centred, eigenvectors) * tf.rsqrt(eigenvalues)
    identity = tf.matmul(white, white, transpose_a=True) / 149.0

    with tf.Session() as sess:
        feed = {X: data}
        s, vectors, shares, wrong = sess.run([singular_values, v, ladder, error], feed)
        values, largest_, next_ = sess.run([eigenvalues, largest, next_largest], feed)
        one, two = sess.run([first, second], feed)
        return {
            "singular values": s,
            "absolute vectors": np.abs(vectors),
            "shares": shares,
            "error": wrong,
            "absolute projection": np.abs(sess.run(projected, feed)),
            "eigenvalues": values,
            "by power": [largest_, next_],
            "absolute power vectors": np.abs(np.hstack([one, two])),
            "identity": np.round(sess.run(identity, feed), 6) + 0.0,
            "shapes": [t.shape.as_list() for t in (singular_values, u, v, projected)],
        }
