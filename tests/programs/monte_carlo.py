"""Random numbers: pi by darts, a walk, an option's price, a chain of Metropolis; seeds of all kinds."""

import numpy as np


def run(tf, folder):
    found = {}

    # Two sessions begin the same stream, one session goes on with it.
    tf.reset_default_graph()
    tf.set_random_seed(1234)
    a = tf.random_uniform([3])
    b = tf.random_normal([3], mean=1.0, stddev=2.0)
    c = tf.random_uniform([3], seed=1)
    d = tf.truncated_normal([4], seed=2, dtype=tf.float64)
    e = tf.random_shuffle(tf.range(10))
    f = tf.random_uniform([6], minval=-3, maxval=9, dtype=tf.int32)
    g = tf.multinomial(tf.log([[10.0, 30.0, 60.0]]), 8)
    for name in ("first session", "second session"):
        with tf.Session() as sess:
            found[name] = [sess.run([a, b, c, d, e, f, g]) for _ in range(2)]
    tf.reset_default_graph()
    with tf.Session() as sess:
        found["operation's seed alone"] = sess.run(tf.random_normal([3], seed=5))

    # Pi by darts.
    tf.reset_default_graph()
    tf.set_random_seed(0)
    inside = tf.Variable(0.0)
    thrown = tf.Variable(0.0)
    darts = tf.random_uniform([1000, 2], -1.0, 1.0)
    hits = tf.reduce_sum(tf.to_float(tf.reduce_sum(darts**2, 1) <= 1.0))
    throw = tf.group(tf.assign_add(inside, hits), tf.assign_add(thrown, 1000.0))
    pi = 4.0 * inside / thrown
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found["pi"] = []
        for _ in range(20):
            sess.run(throw)
            found["pi"].append(sess.run(pi))

    # A European call by simulated paths, with its derivative by the pathwise method.
    tf.reset_default_graph()
    tf.set_random_seed(42)
    S0, K, r, sigma, T, n = tf.constant(100.0), 105.0, 0.05, 0.2, 1.0, 12
    z = tf.random_normal([2000, n])
    dt = T / n
    log_returns = (r - 0.5 * sigma**2) * dt + sigma * np.sqrt(dt) * z
    paths = S0 * tf.exp(tf.cumsum(log_returns, axis=1))
    payoff = tf.maximum(paths[:, -1] - K, 0.0)
    price = tf.exp(-r * T) * tf.reduce_mean(payoff)
    delta = tf.gradients(price, S0)[0]
    with tf.Session() as sess:
        found["option"] = sess.run([price, delta])

    # Metropolis: a chain whose state is a variable.
    tf.reset_default_graph()
    x = tf.Variable(0.0, name="x")
    proposal = x + tf.random_normal([], stddev=0.8, seed=1)
    log_density = lambda v: -0.5 * (v - 1.0) ** 2  # noqa: E731
    accept = tf.log(tf.random_uniform([], seed=2)) < log_density(proposal) - log_density(x)
    move = x.assign(tf.where(accept, proposal, x))
    with tf.Session() as sess:
        sess.run(x.initializer)
        found["chain"] = [sess.run(move) for _ in range(60)]
    return found
