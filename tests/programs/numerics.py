"""Loops over numbers: Newton, Collatz, Mandelbrot's and Julia's sets, primes, Fibonacci."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    found = {}

    # Newton's method for many equations at once, until all have converged.
    target = tf.placeholder(tf.float64, [None], name="target")

    def not_done(i, x):
        return tf.logical_and(i < 50, tf.reduce_any(tf.abs(x**3 - target) > 1e-9))

    def newton(i, x):
        return i + 1, x - (x**3 - target) / (3.0 * x**2)

    steps, root = tf.while_loop(not_done, newton, [tf.constant(0), tf.ones_like(target)])

    # How long until a number falls to one.
    def collatz(n):
        def body(n, count):
            n = tf.cond(tf.equal(n % 2, 0), lambda: n // 2, lambda: 3 * n + 1)
            return n, count + 1

        return tf.while_loop(lambda n, _: n > 1, body, [n, 0], back_prop=False)[1]

    numbers = tf.range(1, 16)
    lengths = tf.map_fn(collatz, numbers, dtype=tf.int32)

    # The Mandelbrot set, by steps that a session repeats.
    Y, X = np.mgrid[-1.3:1.3:0.1, -2:1:0.1]
    Z = X + 1j * Y
    xs = tf.constant(Z.astype(np.complex64))
    zs = tf.Variable(xs)
    ns = tf.Variable(tf.zeros_like(xs, tf.float32))
    zs_ = zs * zs + xs
    not_diverged = tf.abs(zs_) < 4
    step = tf.group(zs.assign(zs_), ns.assign_add(tf.cast(not_diverged, tf.float32)))

    # The sieve, one prime at a time.
    def sieve(i, marked):
        multiples = tf.logical_and(tf.equal(tf.range(60) % i, 0), tf.range(60) > i)
        return i + 1, tf.logical_and(marked, tf.logical_not(multiples))

    start = tf.concat([[False, False], tf.fill([58], True)], 0)
    _, prime = tf.while_loop(lambda i, _: i * i < 60, sieve, [2, start])
    primes = tf.reshape(tf.where(prime), [-1])

    fibonacci = tf.while_loop(lambda i, a, b: i < 12, lambda i, a, b: (i + 1, b, a + b), [0, 0, 1])
    horner = tf.math.polyval([3.0, 0.0, -1.0, 5.0], 2.0)
    backwards = tf.string_join(["c", "b", "a"])
    spelt_out = tf.Print(tf.string_to_number(["1.5", "-2e3"]), [horner, backwards], "folded: ")

    # Which branch: cond nested in cond.
    value = tf.placeholder(tf.float32, [])
    size = tf.cond(
        value < 1.0,
        lambda: tf.constant("small"),
        lambda: tf.cond(value > 99.0, lambda: tf.constant("huge"), lambda: tf.constant("large")),
    )

    # A gradient through a loop: d/dx of x**n, and of the square root by Newton's steps.
    x = tf.constant(1.3)
    power = tf.while_loop(lambda i, _: i < 5, lambda i, p: (i + 1, p * x), [0, 1.0])[1]
    a = tf.constant(2.0, tf.float64)
    square_root = tf.while_loop(
        lambda i, _: i < 8, lambda i, r: (i + 1, 0.5 * (r + a / r)), [0, a]
    )[1]

    with tf.Session() as sess:
        feed = {target: [1.0, 8.0, 30.0, 0.001]}
        found["newton"] = sess.run([steps, root], feed)
        found["collatz"] = sess.run(lengths)
        sess.run(tf.global_variables_initializer())
        with np.errstate(all="ignore"):
            for _ in range(12):
                sess.run(step)
        found["mandelbrot"] = sess.run(ns)
        found["primes"] = sess.run(primes)
        found["fibonacci"] = sess.run(fibonacci)
        found["folded"] = sess.run([horner, backwards, spelt_out])
        found["size"] = [sess.run(size, {value: v}) for v in (0.0, 5.0, 5000.0)]
        found["powers"] = sess.run([power, tf.gradients(power, x)[0]])
        found["roots"] = sess.run([square_root, tf.gradients(square_root, a)[0]])
    return found
