"""NumPy inside a graph: pictures cut in Python, a loss from SciPy with its gradient, a state outside."""

import numpy as np
from scipy import special
from sklearn.datasets import load_digits


def run(tf, folder):
    tf.reset_default_graph()
    found = {}
    calls = []

    # A function with a gradient of its own, as in the well-known gist.
    def py_func(func, inp, Tout, stateful=True, name=None, grad=None):
        rnd_name = "PyFuncGrad" + str(np.random.randint(0, 10**9))
        tf.RegisterGradient(rnd_name)(grad)
        g = tf.get_default_graph()
        with g.gradient_override_map({"PyFunc": rnd_name, "PyFuncStateless": rnd_name}):
            return tf.py_func(func, inp, Tout, stateful=stateful, name=name)

    def _entropy_grad(op, grad):
        (x,) = op.inputs
        slope = tf.py_func(lambda v: (special.digamma(v + 1)).astype(np.float32), [x], tf.float32)
        return grad * slope

    def loggamma(x, name=None):
        with tf.name_scope(name, "LogGamma", [x]) as name:
            y = py_func(
                lambda v: special.gammaln(v + 1).astype(np.float32),
                [x], [tf.float32], name=name, grad=_entropy_grad,
            )[0]  # fmt: skip
            y.set_shape(x.get_shape())
            return y

    # Counts of Poisson variables: the rate is learned.
    rng = np.random.RandomState(6)
    counts = tf.placeholder(tf.float32, [None], name="counts")
    rate = tf.Variable(1.0, name="rate")
    likelihood = counts * tf.log(rate) - rate - loggamma(counts)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(-tf.reduce_mean(likelihood))
    slope = tf.gradients(likelihood, counts)[0]

    # Pictures that Python shifts, with a random generator outside the graph.
    shifter = np.random.RandomState(0)

    def shift(picture, label):
        calls.append(int(label))
        rows, columns = shifter.randint(-1, 2, 2)
        moved = np.roll(picture, (rows, columns), axis=(0, 1))
        return moved, np.int64(label + 1), f"{rows:+d}{columns:+d}"

    digits = load_digits()
    images = tf.constant(digits.images[:6].astype(np.float32) / 16)
    labels = tf.constant(digits.target[:6])
    index = tf.placeholder(tf.int32, [])
    moved, label, how = tf.py_func(
        shift, [images[index], labels[index]], [tf.float32, tf.int64, tf.string], name="shift"
    )
    shape_known = moved.shape.as_list() if moved.shape.ndims is not None else None
    moved.set_shape([8, 8])
    energy = tf.reduce_sum(tf.square(moved[1:] - moved[:-1]))

    # One function without a result, one that gives rows of text, and one that fails.
    log = []
    note = tf.py_func(lambda *values: log.append([float(v) for v in values]), [rate, energy], [])
    words = tf.py_func(
        lambda names: np.array([name.decode().upper().encode() for name in names], dtype=object),
        [tf.constant(["w", "b", "rate"])], tf.string, stateful=False,
    )  # fmt: skip

    def fails(x):
        raise IndexError(f"no row {x}")

    failing = tf.py_func(fails, [index], tf.float32)
    wrong_type = tf.py_func(lambda: np.arange(3), [], tf.float32)
    too_many = tf.py_func(lambda: (1.0, 2.0), [], [tf.float64])
    stop = tf.py_func(lambda: next(iter(())), [], tf.float32)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        data = rng.poisson(3.5, 100)
        rates = []
        for start in range(0, 100, 10):
            sess.run(train, {counts: data[start : start + 10]})
            rates.append(rate.eval())
        found["slope"] = sess.run(slope, {counts: [0.0, 1.0, 4.0]})
        cut = [sess.run([energy, label, how], {index: i}) for i in range(6)]
        with_note = sess.run([energy, note], {index: 0})
        found["words"] = sess.run(words).tolist()
        for name, fetch in [
            ("fails", failing), ("wrong type", wrong_type), ("too many", too_many), ("stop", stop),
        ]:  # fmt: skip
            try:
                sess.run(fetch, {index: 2})
            except tf.errors.OpError as error:
                found[name] = type(error).__name__
    found["rates"] = rates
    found["cut"] = [[float(e), int(n), text.decode()] for e, n, text in cut]
    found["calls"] = calls
    found["noted"] = [len(row) for row in log]
    found["note"] = with_note[1]
    found["shapes"] = [shape_known, words.shape.ndims, note.type if hasattr(note, "type") else None]
    found["gradient"] = tf.gradients(energy, images)
    return found
