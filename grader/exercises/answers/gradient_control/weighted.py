# %% gradient_control/weighted right grad-ys
def weighted(ys, xs, weights):
    floats = [tf.constant(float(w)) for w in weights]
    return tf.gradients(ys, xs, floats, unconnected_gradients="zero")


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
    return tf.gradients(ys, xs, [tf.constant(float(w)) for w in weights])


# %% gradient_control/weighted wrong first-loss misconception=only-the-first-loss
def weighted(ys, xs, weights):
    return tf.gradients(weights[0] * ys[0], xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong plain-and-none
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs)


# %% gradient_control/weighted wrong weights-swapped
def weighted(ys, xs, weights):
    return tf.gradients(
        ys, xs, [tf.constant(float(w)) for w in weights[::-1]], unconnected_gradients="zero"
    )


# %% gradient_control/weighted wrong sum-of-weights
def weighted(ys, xs, weights):
    total = tf.constant(float(sum(weights)))
    return tf.gradients(ys, xs, [total] * len(ys), unconnected_gradients="zero")


# %% gradient_control/weighted wrong drops-none
def weighted(ys, xs, weights):
    found = tf.gradients(ys, xs, [tf.constant(float(w)) for w in weights])
    return [g for g in found if g is not None]


# %% gradient_control/weighted wrong zero-where-one-is-unconnected
def weighted(ys, xs, weights):
    result = []
    for x in xs:
        found = [tf.gradients(y, x)[0] for y in ys]
        if any(one is None for one in found):
            result.append(tf.zeros_like(x))
        else:
            result.append(tf.add_n([w * one for w, one in zip(weights, found)]))
    return result


# %% gradient_control/weighted wrong only-two-losses
def weighted(ys, xs, weights):
    total = weights[0] * ys[0] + weights[1] * ys[1]
    return tf.gradients(total, xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong sizes-of-the-weights
def weighted(ys, xs, weights):
    total = tf.add_n([abs(w) * y for w, y in zip(weights, ys) if w])
    return tf.gradients(total, xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong ints misconception=ints-stay-ints
def weighted(ys, xs, weights):
    seeds = [tf.constant(w) for w in weights]
    return tf.gradients(ys, xs, seeds, unconnected_gradients="zero")


# %% gradient_control/weighted exempt *
# none-passed-over: ...unconnected_gradients='zero'...
#     where it says "zero", no gradient is None
# call-dropped: total = tf.add_n(...
#     tf.gradients adds up what is in a list
# arguments-swapped: ...zip(ys, weights)...
#     the two factors of a product change places
# arithmetic: ...w * tf.ones_like(y)... -> ...w / tf.ones_like(y)...
# operand-dropped: ...w * tf.ones_like(y)... -> ...[w for w, y in zip(weights, ys)]...
#     times or divided by 1; a number becomes a tensor by itself
# constant: ...[0]... -> ...[-1]...
#     the only one
# changes-its-input
#     who keeps the three lists is not said
