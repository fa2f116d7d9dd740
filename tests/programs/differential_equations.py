"""Differential equations: steps of Euler and Runge-Kutta, Lorenz's system, an adjoint by autodiff."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    found = {}

    def rk4(f, y, t, dt):
        k1 = f(y, t)
        half = dt / 2.0
        k2 = f(y + half * k1, t + half)
        k3 = f(y + half * k2, t + half)
        k4 = f(y + dt * k3, t + dt)
        return y + dt * tf.add_n([k1, 2.0 * k2, 2.0 * k3, k4]) / 6.0

    def integrate(f, y0, times, step):
        with tf.name_scope("integrate"):
            times = tf.convert_to_tensor(times, dtype=y0.dtype)

            def body(i, y, ys):
                t, dt = times[i], times[i + 1] - times[i]
                y = step(f, y, t, dt)
                return i + 1, y, ys.write(i + 1, y)

            n = tf.size(times)
            ys = tf.TensorArray(y0.dtype, size=n, clear_after_read=False).write(0, y0)
            _, _, ys = tf.while_loop(lambda i, *_: i < n - 1, body, [0, y0, ys])
            return ys.stack()

    # The pendulum, with the error of two methods.
    omega = tf.constant(2.0, tf.float64)
    swing = lambda y, t: tf.stack([y[1], -(omega**2) * y[0]])  # noqa: E731
    times = np.linspace(0.0, 1.0, 21)
    start = tf.constant([1.0, 0.0], tf.float64)
    exact = tf.cos(omega * times)
    by_rk4 = integrate(swing, start, times, rk4)
    by_euler = integrate(swing, start, times, lambda f, y, t, dt: y + dt * f(y, t))
    errors = [tf.reduce_max(tf.abs(ys[:, 0] - exact)) for ys in (by_rk4, by_euler)]
    sensitivity = tf.gradients(by_rk4[-1, 0], omega)[0]

    # Lorenz's butterfly, one step a run, in place.
    state = tf.Variable([1.0, 1.0, 1.0], dtype=tf.float64, name="state")

    def lorenz(y, t):
        u, v, w = tf.unstack(y)
        return tf.stack([10.0 * (v - u), u * (28.0 - w) - v, u * v - 8.0 / 3.0 * w])

    move = state.assign(rk4(lorenz, state, 0.0, tf.constant(0.02, tf.float64)))

    # Which force brings the ball to the target? Shooting, by the gradient through the steps.
    force = tf.Variable(tf.zeros([10, 2]), name="force")
    place, speed = tf.zeros([2]), tf.zeros([2])
    for i in range(10):
        speed += 0.1 * (force[i] - 0.2 * speed)
        place += 0.1 * speed
    miss = tf.reduce_sum(tf.square(place - [1.0, -0.5])) + 1e-3 * tf.reduce_sum(force**2)
    shoot = tf.train.MomentumOptimizer(3.0, 0.5).minimize(miss)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found["pendulum"], found["errors"] = sess.run([by_rk4, errors])
        found["sensitivity"] = [sess.run(sensitivity), -np.sin(2.0)]
        found["butterfly"] = [sess.run(move) for _ in range(50)]
        found["misses"] = [sess.run([miss, shoot])[0] for _ in range(25)]
        found["force"], found["place"] = sess.run([force, place])
    return found
