"""Gradients of one's own: registered and mapped, for a Python function, by a decorator."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    found = {}

    # A sign that lets gradients through where it is not saturated.
    name = f"StraightThrough{np.random.randint(10**9)}"

    @tf.RegisterGradient(name)
    def _straight_through(op, grad):
        return grad * tf.cast(tf.abs(op.inputs[0]) < 1.0, tf.float32)

    def binarize(x):
        g = tf.get_default_graph()
        with g.gradient_override_map({"Sign": name}):
            return tf.sign(x)

    x = tf.constant([-2.0, -0.5, 0.25, 3.0])
    b = binarize(x)
    plain = tf.sign(x)
    with tf.Session() as sess:
        found["straight"] = sess.run([b, tf.gradients(b, x)[0], tf.gradients(plain, x)[0]])

    # A weight net of ones and minus ones, trained through the sign.
    rng = np.random.RandomState(1)
    inputs = tf.constant(rng.randn(40, 5).astype(np.float32))
    secret = tf.constant(np.sign(rng.randn(5, 1)).astype(np.float32))
    w = tf.Variable(rng.randn(5, 1).astype(np.float32) * 0.3, name="w")
    loss = tf.reduce_mean(tf.square(tf.matmul(inputs, binarize(w)) - tf.matmul(inputs, secret)))
    train = tf.train.GradientDescentOptimizer(0.02).minimize(loss)
    with tf.Session() as sess:
        sess.run(w.initializer)
        found["binary losses"] = [sess.run([loss, train])[0] for _ in range(12)]
        found["binary weights"] = sess.run(tf.sign(w))

    # A Python function with a gradient in Python.
    def py_func(func, inp, Tout, stateful=True, name=None, grad=None):
        rnd_name = "PyFuncGrad" + str(np.random.randint(0, 10**8))
        tf.RegisterGradient(rnd_name)(grad)
        g = tf.get_default_graph()
        with g.gradient_override_map({"PyFunc": rnd_name, "PyFuncStateless": rnd_name}):
            return tf.py_func(func, inp, Tout, stateful=stateful, name=name)

    def spiky(x):
        r = x % 1
        return (r if r <= 0.5 else 0.0) * 1.0

    def d_spiky(x):
        return 1.0 if x % 1 <= 0.5 else 0.0

    np_spiky_32 = lambda x: np.vectorize(spiky)(x).astype(np.float32)  # noqa: E731
    np_d_spiky_32 = lambda x: np.vectorize(d_spiky)(x).astype(np.float32)  # noqa: E731

    def spikygrad(op, grad):
        return grad * tf.py_func(np_d_spiky_32, [op.inputs[0]], tf.float32, stateful=False)

    x = tf.constant([0.2, 0.7, 1.2, 1.7])
    y = py_func(np_spiky_32, [x], [tf.float32], name="spiky", grad=spikygrad)[0]
    with tf.Session() as sess:
        found["spiky"] = sess.run([y, tf.gradients(y * 3.0, [x])[0]])

    # The decorator, with a stable formula.
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)

        def grad(dy):
            return dy * (1 - 1 / (1 + e))

        return tf.log(1 + e), grad

    z = tf.constant([-3.0, 0.0, 100.0])
    stable = tf.gradients(log1pexp(z), z)[0]
    naive = tf.gradients(tf.log(1 + tf.exp(z)), z)[0]
    with tf.Session() as sess:
        found["stable"], found["naive"] = sess.run([stable, naive])

    # A reversal layer, and a node that must not be differentiated.
    @tf.custom_gradient
    def reverse_gradient(x):
        return tf.identity(x), lambda dy: -0.5 * dy

    u = tf.constant([1.0, 2.0])
    found["kinds"] = [
        type(tf.gradients(tf.stop_gradient(u), u)[0]).__name__,
        type(tf.gradients(tf.argmax(u), u)[0]).__name__,
    ]
    with tf.Session() as sess:
        found["reversed"] = sess.run(tf.gradients(tf.square(reverse_gradient(u)), u)[0])
    return found
