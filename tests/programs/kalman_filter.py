"""A Kalman filter: as a graph step that a session repeats, and unrolled over the measurements."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    rng = np.random.RandomState(0)
    dt = 0.1
    truth = np.cumsum(0.4 + 0.1 * rng.randn(40)) * dt
    measured = (truth + 0.15 * rng.randn(40)).reshape(-1, 1, 1)

    F = tf.constant([[1.0, dt], [0.0, 1.0]], tf.float64, name="F")
    H = tf.constant([[1.0, 0.0]], tf.float64, name="H")
    Q = tf.constant(np.array([[dt**4 / 4, dt**3 / 2], [dt**3 / 2, dt**2]]) * 0.2, name="Q")
    R = tf.Variable([[0.0225]], dtype=tf.float64, name="R")
    I = tf.eye(2, dtype=tf.float64)  # noqa: E741

    def predict(x, P):
        return F @ x, tf.matmul(F, tf.matmul(P, F, transpose_b=True)) + Q

    def update(x, P, z):
        S = H @ P @ tf.transpose(H) + R
        K = tf.matmul(P, tf.matmul(H, tf.matrix_inverse(S), transpose_a=True))
        innovation = z - H @ x
        likelihood = -0.5 * (
            tf.squeeze(tf.matmul(innovation, tf.matrix_solve(S, innovation), transpose_a=True))
            + tf.log(tf.matrix_determinant(2.0 * np.pi * S))
        )
        return x + K @ innovation, (I - K @ H) @ P, likelihood

    x0, P0 = tf.zeros([2, 1], tf.float64), tf.diag(tf.constant([1.0, 10.0], tf.float64))
    x, P = tf.Variable(x0, name="x"), tf.Variable(P0, name="P")
    z = tf.placeholder(tf.float64, [1, 1], name="z")
    new_x, new_P, likelihood = update(*predict(x, P), z)
    with tf.control_dependencies([new_x, new_P]):
        step = tf.tuple([tf.assign(x, new_x), tf.assign(P, new_P), likelihood])

    unrolled = []
    state, covariance = x0, P0
    for measurement in measured:
        state, covariance, likelihood = update(*predict(state, covariance), measurement)
        unrolled.append([state, covariance, likelihood])
    states, covariances, likelihoods = (tf.stack(parts) for parts in zip(*unrolled))
    total = tf.reduce_sum(likelihoods)
    gradient = tf.gradients(total, R)[0]
    fit = R.assign(tf.maximum(R + 1e-5 * gradient, 1e-4))

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        stepped = [sess.run(step, {z: value}) for value in measured]
        scanned, spread, logs = sess.run([states, covariances, likelihoods])
        fitted = []
        for _ in range(6):
            fitted.append(sess.run([total, gradient]))
            sess.run(fit)
    return {
        "stepped": stepped[-1],
        "scanned": scanned[:, :, 0],
        "covariance": spread[-1],
        "likelihoods": logs,
        "agree": np.allclose(stepped[-1][0], scanned[-1]),
        "fitted": fitted,
        "shapes": [str(states.shape), str(covariances.shape), str(gradient.shape)],
    }
