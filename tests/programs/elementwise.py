"""Functions of one number and of two, with their slopes, as calculators and old code have them."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    x = tf.placeholder(tf.float64, [None], name="x")
    small, positive = 0.9 * tf.sin(x), 1.0 + tf.square(x)
    curves = {
        "asin": tf.asin(small), "acos": tf.acos(small), "atanh": tf.atanh(small),
        "acosh": tf.acosh(1.0 + positive), "asinh": tf.asinh(x), "atan": tf.atan(x),
        "tan": tf.tan(small), "sinh": tf.sinh(x), "cosh": tf.cosh(x), "atan2": tf.atan2(x, positive),
        "expm1": tf.expm1(x), "log1p": tf.log1p(positive), "erf": tf.erf(x),
        "rsqrt": tf.rsqrt(positive), "reciprocal": tf.reciprocal(positive),
        "softsign": tf.nn.softsign(x), "selu": tf.nn.selu(x), "relu6": tf.nn.relu6(4.0 * x),
        "log_sigmoid": tf.log_sigmoid(x), "difference": tf.squared_difference(x, small),
        "prod": tf.reduce_prod(tf.reshape(x, [-1, 3]), axis=1),
    }  # fmt: skip
    slopes = {name: tf.gradients(curve, x)[0] for name, curve in curves.items()}
    special = tf.constant([0.5, -np.inf, np.nan, 1.5])
    whole = tf.constant([6, -3, 12])
    others = {
        "predicates": [tf.is_nan(special), tf.is_inf(special), tf.is_finite(special)],
        "order": [
            tf.less(whole, 6),
            tf.greater_equal(whole, 6),
            tf.logical_xor(whole > 0, whole < 9),
        ],
        "rint": tf.rint(tf.constant([0.5, 1.5, -2.5])),
        "bits": [whole & 5, whole | 1, whole ^ 3],
        "parts": tf.split(tf.linspace(0.0, 1.0, 5), [2, 3]),
        "kept": tf.where(tf.ones_like(whole, dtype=tf.bool)),
        "unique": tf.unique(whole % 3),
        "rank": tf.rank(x),
        "kinds": [tf.floordiv(whole, 4), tf.truediv(whole, 4), tf.to_double(whole)],
    }
    with tf.Session() as session:
        feed = {x: np.linspace(-2.0, 2.5, 9)}
        found = session.run([curves, slopes, others], feed)
        try:
            session.run(tf.check_numerics(tf.log(small), "not a number"), feed)
        except tf.errors.InvalidArgumentError as error:
            found.append("not a number" in error.message)
    return {"found": [part if isinstance(part, bool) else {**part} for part in found]}
