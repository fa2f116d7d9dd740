"""A Gaussian process: Cholesky factors, predictions, and the likelihood's gradient for its scales."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    rng = np.random.RandomState(0)
    X_train = np.sort(rng.uniform(0, 5, (14, 1)), axis=0)
    y_train = np.sin(X_train) + 0.1 * rng.randn(14, 1)
    X_test = np.linspace(0, 5, 9)[:, None]

    log_scale = tf.Variable(0.0, dtype=tf.float64, name="log_scale")
    log_height = tf.Variable(0.0, dtype=tf.float64, name="log_height")
    log_noise = tf.Variable(-2.0, dtype=tf.float64, name="log_noise")
    X = tf.placeholder(tf.float64, [None, 1])
    y = tf.placeholder(tf.float64, [None, 1])
    Xs = tf.placeholder(tf.float64, [None, 1])

    def kernel(a, b):
        with tf.name_scope("kernel"):
            square = tf.reduce_sum(a**2, 1, keepdims=True) - 2.0 * tf.matmul(a, b, transpose_b=True)
            square += tf.transpose(tf.reduce_sum(b**2, 1, keepdims=True))
            return tf.exp(log_height) * tf.exp(-0.5 * square / tf.exp(2.0 * log_scale))

    n = tf.shape(X)[0]
    K = kernel(X, X) + tf.exp(2.0 * log_noise) * tf.eye(n, dtype=tf.float64)
    L = tf.cholesky(K)
    alpha = tf.cholesky_solve(L, y)
    fit = -0.5 * tf.reduce_sum(y * alpha)
    complexity = -tf.reduce_sum(tf.log(tf.matrix_diag_part(L)))
    likelihood = fit + complexity - 0.5 * tf.cast(n, tf.float64) * np.log(2 * np.pi)

    Ks = kernel(X, Xs)
    mean = tf.matmul(Ks, alpha, transpose_a=True)
    v = tf.matrix_triangular_solve(L, Ks)
    variance = tf.exp(log_height) - tf.reduce_sum(tf.square(v), 0)
    sample = mean + tf.matmul(
        tf.cholesky(
            kernel(Xs, Xs) - tf.matmul(v, v, transpose_a=True) + 1e-6 * tf.eye(9, dtype=tf.float64)
        ),
        tf.random_normal([9, 2], seed=1, dtype=tf.float64),
    )
    slope = tf.gradients(mean, Xs)[0]
    variables = tf.trainable_variables()
    gradients = tf.gradients(likelihood, variables)
    train = tf.train.AdamOptimizer(0.1).minimize(-likelihood)
    other = -0.5 * tf.linalg.logdet(K)

    feed = {X: X_train, y: y_train, Xs: X_test}
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        before = sess.run(gradients, feed)
        numeric = []
        for variable in variables:
            value = sess.run(variable)
            at = []
            for change in (1e-5, -1e-5):
                variable.load(value + change, sess)
                at.append(sess.run(likelihood, feed))
            variable.load(value, sess)
            numeric.append((at[0] - at[1]) / 2e-5)
        history = [sess.run([likelihood, train], feed)[0] for _ in range(25)]
        found = sess.run([mean, variance, slope, complexity - other], feed)
        drawn = sess.run(sample, feed)
    return {
        "gradients": before,
        "numeric": np.allclose(before, numeric, rtol=1e-4),
        "history": history,
        "mean": found[0],
        "variance": found[1],
        "slope": found[2],
        "difference": np.round(found[3], 8) + 0.0,
        "sample": drawn,
    }
