# %% gradient_control/weighted right weights-from-the-run
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    weights = [1 - share, tf.ones_like(helper)]
    return tf.gradients([main, helper], xs, grad_ys=weights, unconnected_gradients="zero")


# %% gradient_control/weighted right one-long-vector
def helped(main, helper, xs):
    def gradient(loss):
        return tf.gradients(loss, xs, unconnected_gradients="zero")

    def long(parts):
        return tf.concat([tf.reshape(part, [-1]) for part in parts], axis=0)

    m, h = gradient(main), gradient(helper)
    long_m, long_h = long(m), long(h)
    dot = tf.reduce_sum(long_m * long_h)
    squares = tf.maximum(tf.reduce_sum(tf.square(long_m)), 1e-30)
    share = tf.minimum(dot, 0.0) / squares
    return [b + (1 - share) * a for a, b in zip(m, h)]


# %% gradient_control/weighted right cond
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot, square = tf.constant(0.0), tf.constant(0.0)
    for a, b in zip(m, h):
        dot = dot + tf.reduce_sum(a * b)
        square = square + tf.reduce_sum(a * a)
    share = tf.cond(dot < 0, lambda: dot / square, lambda: tf.constant(0.0))
    return [a + (b - share * a) for a, b in zip(m, h)]


# %% gradient_control/weighted right safe-square
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    square = sum(tf.reduce_sum(a**2) for a in m)
    dot = sum(tf.reduce_sum(a * b) for a, b in zip(m, h))
    safe = tf.where(tf.equal(square, 0.0), tf.ones_like(square), square)
    share = tf.nn.relu(-dot) / safe
    return tuple(a + b + share * a for a, b in zip(m, h))


# %% gradient_control/weighted right nones-by-hand
def helped(main, helper, xs):
    m, h = tf.gradients(main, xs), tf.gradients(helper, xs)
    both = [(a, b) for a, b in zip(m, h) if a is not None and b is not None]
    dot = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * b) for a, b in both])
    square = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * a) for a in m if a is not None])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    found = []
    for x, a, b in zip(xs, m, h):
        total = tf.zeros_like(x)
        if a is not None:
            total = total + (1 - share) * a
        if b is not None:
            total = total + b
        found.append(total)
    return found


# %% gradient_control/weighted right one-more-loss
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.nn.l2_loss(one) for one in m]) * 2.0
    against = tf.where(dot < 0, dot / square, 0.0 * dot)
    total = main + helper - tf.stop_gradient(against) * main
    return tf.gradients(total, xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong plain misconception=plain-sum
def helped(main, helper, xs):
    return tf.gradients(main + helper, xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong always misconception=always-projects
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = dot / tf.maximum(square, 1e-20)
    return [a + b - share * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong always-and-nan
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    return [a + b - dot / square * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong by-x misconception=each-x-alone
def helped(main, helper, xs):
    found = []
    for x in xs:
        (m,) = tf.gradients(main, x, unconnected_gradients="zero")
        (h,) = tf.gradients(helper, x, unconnected_gradients="zero")
        dot, square = tf.reduce_sum(m * h), tf.reduce_sum(m * m)
        found.append(m + h - tf.where(dot < 0, dot / square, tf.zeros_like(dot)) * m)
    return found


# %% gradient_control/weighted wrong by-number
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    return [a + tf.where(a * b < 0, tf.zeros_like(b), b) for a, b in zip(m, h)]


# %% gradient_control/weighted wrong all-or-nothing misconception=drops-the-helper
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    return [tf.cond(dot < 0, lambda a=a: a, lambda a=a, b=b: a + b) for a, b in zip(m, h)]


# %% gradient_control/weighted wrong wrong-one misconception=main-gives-way
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(two * two) for two in h])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    return [a + b - share * b for a, b in zip(m, h)]


# %% gradient_control/weighted wrong both misconception=both-give-way
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    zero = tf.zeros_like(dot)
    to_h = tf.where(dot < 0, dot / tf.add_n([tf.reduce_sum(a * a) for a in m]), zero)
    to_m = tf.where(dot < 0, dot / tf.add_n([tf.reduce_sum(b * b) for b in h]), zero)
    return [a - to_m * b + b - to_h * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong length misconception=divides-by-the-length
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    share = tf.where(dot < 0, dot / tf.global_norm(m), tf.zeros_like(dot))
    return [a + b - share * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong nan misconception=divides-zero-by-zero
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    against = tf.cast(dot < 0, tf.float32)
    return [a + b - against * dot / square * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong sign
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    return [a + b + share * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong decides-in-python
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    if dot < 0:
        return [a + b - dot / square * a for a, b in zip(m, h)]
    return [a + b for a, b in zip(m, h)]


# %% gradient_control/weighted wrong stumbles-over-none
def helped(main, helper, xs):
    m, h = tf.gradients(main, xs), tf.gradients(helper, xs)
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    return [a + b - share * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong only-what-both-reach
def helped(main, helper, xs):
    m, h = tf.gradients(main, xs), tf.gradients(helper, xs)
    both = [(a, b) for a, b in zip(m, h) if a is not None and b is not None]
    dot = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * b) for a, b in both])
    square = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * a) for a, _ in both])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    found = tf.gradients([main, helper], xs, [1 - share, tf.constant(1.0)])
    return [tf.zeros_like(x) if g is None else g for g, x in zip(found, xs)]


# %% gradient_control/weighted wrong zero-where-one-is-unconnected
def helped(main, helper, xs):
    m, h = [], []
    for x in xs:
        (a,), (b,) = tf.gradients(main, x), tf.gradients(helper, x)
        if a is None or b is None:
            a = b = tf.zeros_like(x)
        m.append(a)
        h.append(b)
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    return [one + two - share * one for one, two in zip(m, h)]


# %% gradient_control/weighted wrong helper-alone misconception=main-left-out
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    return [b - share * a for a, b in zip(m, h)]


# %% gradient_control/weighted wrong a-little-added
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = tf.minimum(dot, 0.0) / (square + 1e-3)
    return [one + two - share * one for one, two in zip(m, h)]


# %% gradient_control/weighted wrong a-tiny-number-added
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = sum(tf.reduce_sum(one * two) for one, two in zip(m, h))
    square = sum(tf.reduce_sum(one * one) for one in m)
    share = tf.minimum(dot, 0.0) / (square + 1e-8)
    return [one + two - share * one for one, two in zip(m, h)]


# %% gradient_control/weighted wrong a-bound-below
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = sum(tf.reduce_sum(one * two) for one, two in zip(m, h))
    square = sum(tf.reduce_sum(one * one) for one in m)
    share = tf.minimum(dot, 0.0) / tf.maximum(square, 1e-6)
    return [one + two - share * one for one, two in zip(m, h)]


# %% gradient_control/weighted wrong none-stays-none
def helped(main, helper, xs):
    m, h = tf.gradients(main, xs), tf.gradients(helper, xs)
    both = [(a, b) for a, b in zip(m, h) if a is not None and b is not None]
    dot = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * b) for a, b in both])
    square = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * a) for a in m if a is not None])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    return tf.gradients([main, helper], xs, [1 - share, tf.constant(1.0)])


# %% gradient_control/weighted wrong runs-while-building
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    with tf.Session() as session:
        against = session.run(dot) < 0
    share = dot / square if against else 0.0
    return [one + two - share * one for one, two in zip(m, h)]


# %% gradient_control/weighted exempt *
# changes-its-input
#     who keeps the list is not said
# none-passed-over: ...unconnected_gradients='zero'...
#     where it says "zero", no gradient is None
# arguments-swapped: ...zip(m, h)...
#     the two factors of a product change places

# %% gradient_control/weighted exempt one-long-vector
# axis: ...axis=0) -> ...axis=-1)
#     a vector has one axis

# %% gradient_control/weighted exempt nones-by-hand
# operand-dropped: total = total + (1 - share) * a -> ...
#     the total before it is zero

# %% gradient_control/weighted exempt one-more-loss
# operand-dropped: against = tf.where(dot < 0, dot / square, 0.0 * dot) -> ...
#     a number becomes a tensor by itself
