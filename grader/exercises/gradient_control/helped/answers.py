# %% right weights-from-the-run
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.reduce_sum(one * one) for one in m])
    share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
    weights = [1 - share, tf.ones_like(helper)]
    return tf.gradients([main, helper], xs, grad_ys=weights, unconnected_gradients="zero")


# %% right one-long-vector
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


# %% right cond
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot, square = tf.constant(0.0), tf.constant(0.0)
    for a, b in zip(m, h):
        dot = dot + tf.reduce_sum(a * b)
        square = square + tf.reduce_sum(a * a)
    share = tf.cond(dot < 0, lambda: dot / square, lambda: tf.constant(0.0))
    return [a + (b - share * a) for a, b in zip(m, h)]


# %% right safe-square
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    square = sum(tf.reduce_sum(a**2) for a in m)
    dot = sum(tf.reduce_sum(a * b) for a, b in zip(m, h))
    safe = tf.where(tf.equal(square, 0.0), tf.ones_like(square), square)
    share = tf.nn.relu(-dot) / safe
    return tuple(a + b + share * a for a, b in zip(m, h))


# %% right nones-by-hand
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


# %% right one-more-loss
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    square = tf.add_n([tf.nn.l2_loss(one) for one in m]) * 2.0
    against = tf.where(dot < 0, dot / square, 0.0 * dot)
    total = main + helper - tf.stop_gradient(against) * main
    return tf.gradients(total, xs, unconnected_gradients="zero")


# %% wrong plain mistake=plain-sum
# says: you return the plain sum m + h. Where m·h is negative, the helper must lose what works against the
#     main loss.
def helped(main, helper, xs):
    return tf.gradients(main + helper, xs, unconnected_gradients="zero")


# %% wrong always mistake=always-projects like=weights-from-the-run
# says: you also take something away where the helper pulls in the main loss's direction. Pulling that way
#     is what the helper is for: if m·h is not negative, h stays as it is.
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     share = dot / tf.maximum(square, 1e-20)


# %% wrong by-x mistake=each-x-alone
# says: you decide for each x by itself. The gradient is one long vector: m·h and m·m are sums over all xs.
def helped(main, helper, xs):
    found = []
    for x in xs:
        (m,) = tf.gradients(main, x, unconnected_gradients="zero")
        (h,) = tf.gradients(helper, x, unconnected_gradients="zero")
        dot, square = tf.reduce_sum(m * h), tf.reduce_sum(m * m)
        found.append(m + h - tf.where(dot < 0, dot / square, tf.zeros_like(dot)) * m)
    return found


# %% wrong all-or-nothing mistake=drops-the-helper
# says: where m·h is negative you drop the helper altogether. Only the part along m works against the main
#     loss; the rest of h still helps.
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    return [tf.cond(dot < 0, lambda a=a: a, lambda a=a, b=b: a + b) for a, b in zip(m, h)]


# %% wrong helper-alone mistake=main-left-out like=weights-from-the-run
# says: you return what is left of h, without m. The result is m + h: add the gradient of the main loss.
# -     weights = [1 - share, tf.ones_like(helper)]
# -     return tf.gradients([main, helper], xs, grad_ys=weights, unconnected_gradients="zero")
# +     return [b - share * a for a, b in zip(m, h)]


# %% wrong wrong-one mistake=main-gives-way like=weights-from-the-run
# says: it is the main loss that gives way in your answer. m stays whole; h loses its part along m.
# -     square = tf.add_n([tf.reduce_sum(one * one) for one in m])
# +     square = tf.add_n([tf.reduce_sum(two * two) for two in h])
# -     weights = [1 - share, tf.ones_like(helper)]
# -     return tf.gradients([main, helper], xs, grad_ys=weights, unconnected_gradients="zero")
# +     return [a + b - share * b for a, b in zip(m, h)]


# %% wrong both mistake=both-give-way
# says: both losses give way in your answer. Here the main one stays whole.
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    dot = tf.add_n([tf.reduce_sum(one * two) for one, two in zip(m, h)])
    zero = tf.zeros_like(dot)
    to_h = tf.where(dot < 0, dot / tf.add_n([tf.reduce_sum(a * a) for a in m]), zero)
    to_m = tf.where(dot < 0, dot / tf.add_n([tf.reduce_sum(b * b) for b in h]), zero)
    return [a - to_m * b + b - to_h * a for a, b in zip(m, h)]


# %% wrong length mistake=divides-by-the-length like=weights-from-the-run
# says: you divide by the length of m. The part of h along m is (m·h)/(m·m)·m: divide by the square of the
#     length.
# -     square = tf.add_n([tf.reduce_sum(one * one) for one in m])
# +     square = tf.global_norm(m)


# %% wrong nan mistake=divides-zero-by-zero like=weights-from-the-run
# says: where the main loss is flat, m·m is zero, and your quotient 0/0 is NaN. Use it only where m·h is
#     negative, because m·m cannot be zero there, and choose with `tf.where`: a product of 0 and NaN is
#     NaN.
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     share = tf.cast(dot < 0, tf.float32) * dot / square


# %% wrong by-number
def helped(main, helper, xs):
    m = tf.gradients(main, xs, unconnected_gradients="zero")
    h = tf.gradients(helper, xs, unconnected_gradients="zero")
    return [a + tf.where(a * b < 0, tf.zeros_like(b), b) for a, b in zip(m, h)]


# %% wrong sign like=weights-from-the-run
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     share = tf.where(dot < 0, -dot / square, tf.zeros_like(dot))


# %% wrong decides-in-python like=weights-from-the-run
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     share = dot / square if dot < 0 else tf.zeros_like(dot)


# %% wrong stumbles-over-none like=weights-from-the-run
# -     m = tf.gradients(main, xs, unconnected_gradients="zero")
# -     h = tf.gradients(helper, xs, unconnected_gradients="zero")
# +     m, h = tf.gradients(main, xs), tf.gradients(helper, xs)


# %% wrong only-what-both-reach like=nones-by-hand
# -     square = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * a) for a in m if a is not None])
# +     square = tf.add_n([tf.constant(0.0)] + [tf.reduce_sum(a * a) for a, _ in both])


# %% wrong zero-where-one-is-unconnected
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


# %% wrong a-little-added like=weights-from-the-run
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     share = tf.minimum(dot, 0.0) / (square + 1e-3)


# %% wrong a-tiny-number-added like=weights-from-the-run
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     share = tf.minimum(dot, 0.0) / (square + 1e-8)


# %% wrong a-bound-below like=weights-from-the-run
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     share = tf.minimum(dot, 0.0) / tf.maximum(square, 1e-6)


# %% wrong none-stays-none like=nones-by-hand
# -         found.append(total)
# +         found.append(None if a is None and b is None else total)


# %% wrong runs-while-building like=weights-from-the-run
# -     share = tf.where(dot < 0, dot / square, tf.zeros_like(dot))
# +     with tf.Session() as session:
# +         share = dot / square if session.run(dot) < 0 else 0.0 * dot


# %% wrong one-zero-for-none like=nones-by-hand
# -         total = tf.zeros_like(x)
# +         total = tf.constant(0.0)


# %% exempt *
# changes-its-input
#     who keeps the list is not said
# none-passed-over: ...unconnected_gradients='zero'...
#     where it says "zero", no gradient is None
# arguments-swapped: ...zip(m, h)...
#     the two factors of a product change places


# %% exempt one-long-vector
# axis: ...axis=0) -> ...axis=-1)
#     a vector has one axis


# %% exempt nones-by-hand
# operand-dropped: total = total + (1 - share) * a -> ...
#     the total before it is zero


# %% exempt one-more-loss
# operand-dropped: against = tf.where(dot < 0, dot / square, 0.0 * dot) -> ...
#     a number becomes a tensor by itself
