# %% training/safe-gradients right list
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients right grad-ys
def safe_gradients(loss, xs, scale):
    start = tf.constant(scale, loss.dtype)
    return [tf.to_float(g) * (1 / scale) for g in tf.gradients(loss, xs, grad_ys=start)]


# %% training/safe-gradients right optimizer-like
def safe_gradients(loss, xs, scale):
    result = []
    for gradient in tf.gradients(tf.multiply(loss, tf.cast(scale, tf.float16)), xs):
        wide = tf.cast(gradient, tf.float32)
        result.append(tf.divide(wide, scale))
    return result


# %% training/safe-gradients right scaled-in-float32
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(tf.cast(loss, tf.float32) * scale, xs)
    return tuple(tf.cast(gradient, "float32") / scale for gradient in gradients)


# %% training/safe-gradients right one-at-a-time
def safe_gradients(loss, xs, scale):
    return [tf.cast(tf.gradients(scale * loss, x)[0], tf.float32) / scale for x in xs]


# %% training/safe-gradients right factor-in-double
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * scale, xs)
    return [tf.cast(tf.cast(g, tf.float64) / scale, tf.float32) for g in gradients]


# %% training/safe-gradients right whole-scale
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * int(scale), xs)
    return [tf.cast(gradient, tf.float32) / int(scale) for gradient in gradients]


# %% training/safe-gradients wrong unscaled misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(loss, xs)]


# %% training/safe-gradients wrong scaled-too-late misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g * scale, tf.float32) / scale for g in tf.gradients(loss, xs)]


# %% training/safe-gradients wrong cast-loss-only misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(tf.cast(loss, tf.float32), xs)]


# %% training/safe-gradients wrong divides-in-half misconception=unscales-in-half-precision
def safe_gradients(loss, xs, scale):
    return [tf.cast(g / scale, tf.float32) for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong still-scaled misconception=never-unscales
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong multiplied-twice misconception=scales-twice
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong half-precision-result misconception=stays-in-half-precision
def safe_gradients(loss, xs, scale):
    return [g / scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong only-the-loss-cast misconception=stays-in-half-precision
def safe_gradients(loss, xs, scale):
    return [g / scale for g in tf.gradients(tf.cast(loss, tf.float32) * scale, xs)]


# %% training/safe-gradients wrong divided-loss misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss / scale, xs)]


# %% training/safe-gradients wrong scale-forgotten-in-the-loss misconception=only-unscales
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss, xs)]


# %% training/safe-gradients wrong multiplied-afterwards misconception=scales-the-gradients
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss, xs)]


# %% training/safe-gradients wrong divides-everywhere misconception=divides-the-loss
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss / scale, xs)]


# %% training/safe-gradients wrong summed
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * scale, xs)
    return tf.add_n([tf.reduce_sum(tf.cast(g, tf.float32)) / scale for g in gradients])


# %% training/safe-gradients wrong fixed-scale misconception=a-scale-of-its-own
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * 1024.0, xs)
    return [tf.cast(g, tf.float32) / 1024.0 for g in gradients]


# %% training/safe-gradients wrong overwritten-scale misconception=a-scale-of-its-own
def safe_gradients(loss, xs, scale):
    scale = 2.0**13
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong small-fixed-scale
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * 8.0, xs)
    return [tf.cast(g, tf.float32) / 8.0 for g in gradients]


# %% training/safe-gradients wrong mutant-empties-xs
def safe_gradients(loss, xs, scale):
    found = []
    while xs:
        gradient = tf.gradients(loss * scale, xs.pop(0))[0]
        found.append(tf.cast(gradient, tf.float32) / scale)
    return found


# %% training/safe-gradients wrong for-new-casts
def safe_gradients(loss, xs, scale):
    return tf.gradients(tf.cast(loss, tf.float32), [tf.cast(x, tf.float32) for x in xs])


# %% training/safe-gradients wrong runs-it-itself
def safe_gradients(loss, xs, scale):
    gradients = [
        tf.cast(gradient, tf.float32) / scale for gradient in tf.gradients(loss * scale, xs)
    ]
    with tf.Session() as session:
        return session.run(gradients)


# %% training/safe-gradients wrong half-precision-without-a-scale
def safe_gradients(loss, xs, scale):
    if scale == 1:
        return tf.gradients(loss, xs)
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong never-more-than-4096
def safe_gradients(loss, xs, scale):
    scale = min(scale, 4096)
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong large-fixed-scale misconception=a-large-scale-of-its-own
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * 2.0**15, xs)
    return [tf.cast(g, tf.float32) / 2.0**15 for g in gradients]


# %% training/safe-gradients exempt *
# none-passed-over: ...
#     the loss depends on all of `xs`, as the text says
# remembers-results
#     it remembers calls with the same scale and tensors of the same names only

# %% training/safe-gradients exempt optimizer-like
# call-dropped: for gradient in ... -> for gradient in tf.gradients(tf.multiply(loss, scale), xs):
#     the multiplication converts the scale itself

# %% training/safe-gradients exempt scaled-in-float32
# call-dropped: gradients = ... -> gradients = tf.gradients(loss * scale, xs)
# other-graph-function: gradients = ...tf.float32... -> gradients = ...tf.float64...
#     a scaled loss has gradients that float16 holds, in whatever precision it is scaled

# %% training/safe-gradients exempt one-at-a-time
# constant: return ...[0], tf.float32)... -> return ...[-1], tf.float32)...
#     there is one gradient for one tensor

# %% training/safe-gradients exempt factor-in-double
# other-graph-function: return ...tf.float64) / scale... -> return ...tf.float32) / scale...
#     float32 holds the quotient as well
