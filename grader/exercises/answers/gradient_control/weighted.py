# %% gradient_control/weighted right grad-ys
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, [tf.constant(w) for w in weights], unconnected_gradients="zero")


# %% gradient_control/weighted right scaled-losses
def weighted(ys, xs, weights):
    total = tf.add_n([w * y for w, y in zip(weights, ys)])
    return tf.gradients(total, xs, unconnected_gradients="zero")


# %% gradient_control/weighted right list-of-scaled
def weighted(ys, xs, weights):
    return tf.gradients([w * y for w, y in zip(weights, ys)], xs, unconnected_gradients="zero")


# %% gradient_control/weighted right zeros-by-hand
def weighted(ys, xs, weights):
    found = tf.gradients(ys, xs, grad_ys=[w * tf.ones_like(y) for w, y in zip(weights, ys)])
    return [tf.zeros_like(x) if g is None else g for g, x in zip(found, xs)]


# %% gradient_control/weighted right loss-by-loss
def weighted(ys, xs, weights):
    result = []
    for x in xs:
        parts = [
            w * tf.gradients(y, x, unconnected_gradients="zero")[0] for w, y in zip(weights, ys)
        ]
        result.append(tf.add_n(parts))
    return tuple(result)


# %% gradient_control/weighted wrong plain misconception=forgets-the-weights
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong none misconception=none-where-unconnected
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, [tf.constant(w) for w in weights])


# %% gradient_control/weighted wrong first-loss misconception=only-the-first-loss
def weighted(ys, xs, weights):
    return tf.gradients(weights[0] * ys[0], xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong plain-and-none
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs)


# %% gradient_control/weighted wrong weights-swapped
def weighted(ys, xs, weights):
    return tf.gradients(
        ys, xs, [tf.constant(w) for w in weights[::-1]], unconnected_gradients="zero"
    )


# %% gradient_control/weighted wrong sum-of-weights
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, [tf.constant(sum(weights))] * 2, unconnected_gradients="zero")


# %% gradient_control/weighted wrong drops-none
def weighted(ys, xs, weights):
    found = tf.gradients(ys, xs, [tf.constant(w) for w in weights])
    return [g for g in found if g is not None]
