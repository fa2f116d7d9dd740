# %% right list
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% right grad-ys
def safe_gradients(loss, xs, scale):
    start = tf.constant(scale, loss.dtype)
    return [tf.to_float(g) * (1 / scale) for g in tf.gradients(loss, xs, grad_ys=start)]


# %% right optimizer-like
def safe_gradients(loss, xs, scale):
    result = []
    for gradient in tf.gradients(tf.multiply(loss, tf.cast(scale, tf.float16)), xs):
        wide = tf.cast(gradient, tf.float32)
        result.append(tf.divide(wide, scale))
    return result


# %% right scaled-in-float32
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(tf.cast(loss, tf.float32) * scale, xs)
    return tuple(tf.cast(gradient, "float32") / scale for gradient in gradients)


# %% right one-at-a-time
def safe_gradients(loss, xs, scale):
    return [tf.cast(tf.gradients(scale * loss, x)[0], tf.float32) / scale for x in xs]


# %% right factor-in-double
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * scale, xs)
    return [tf.cast(tf.cast(g, tf.float64) / scale, tf.float32) for g in gradients]


# %% right whole-scale
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * int(scale), xs)
    return [tf.cast(gradient, tf.float32) / int(scale) for gradient in gradients]


# %% wrong unscaled mistake=underflows
# says: your gradients are zero: they underflow during the backward pass, and a zero stays zero, whatever
#     you do with it later. Multiply the loss by the scale before `tf.gradients` sees it.
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(loss, xs)]


# %% wrong scale-forgotten-in-the-loss mistake=only-unscales
# says: your gradients are zero: they underflow during the backward pass, and a zero stays zero, whatever
#     you do with it later. Multiply the loss by the scale before `tf.gradients` sees it.
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss, xs)]


# %% wrong multiplied-afterwards mistake=scales-the-gradients
# says: your gradients are zero: they underflow during the backward pass, and a zero stays zero, whatever
#     you do with it later. Multiply the loss by the scale before `tf.gradients` sees it.
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss, xs)]


# %% wrong divides-everywhere mistake=divides-the-loss
# says: your gradients are zero: they underflow during the backward pass, and a zero stays zero, whatever
#     you do with it later. Multiply the loss by the scale before `tf.gradients` sees it.
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss / scale, xs)]


# %% wrong divides-in-half mistake=unscales-in-half-precision
# says: you scale the loss, but then you divide while the gradients are still float16, so they underflow
#     after all. Cast to float32 first, then divide.
def safe_gradients(loss, xs, scale):
    return [tf.cast(g / scale, tf.float32) for g in tf.gradients(loss * scale, xs)]


# %% wrong half-precision-result mistake=stays-in-half-precision
# says: your gradients are still float16 when you divide, so they underflow after all. A gradient has the
#     dtype of its x, whatever the dtype of the loss. Cast each gradient to float32, then divide.
def safe_gradients(loss, xs, scale):
    return [g / scale for g in tf.gradients(loss * scale, xs)]


# %% wrong still-scaled mistake=never-unscales
# says: your gradients are too large by a factor of the scale: divide by it after the cast to float32.
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(loss * scale, xs)]


# %% wrong multiplied-twice mistake=scales-twice
# says: you multiply by the scale twice. Multiply the loss, but divide the gradients.
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss * scale, xs)]


# %% wrong overwritten-scale mistake=a-scale-of-its-own
# says: you don't use the `scale` you are given. A fixed scale makes large gradients infinite in float16, or
#     is too small for others.
def safe_gradients(loss, xs, scale):
    scale = 2.0**13
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% wrong large-fixed-scale mistake=a-large-scale-of-its-own
# says: you don't use the `scale` you are given. A fixed scale makes large gradients infinite in float16, or
#     is too small for others.
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * 2.0**15, xs)
    return [tf.cast(g, tf.float32) / 2.0**15 for g in gradients]


# %% wrong scaled-too-late mistake=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g * scale, tf.float32) / scale for g in tf.gradients(loss, xs)]


# %% wrong cast-loss-only mistake=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(tf.cast(loss, tf.float32), xs)]


# %% wrong only-the-loss-cast mistake=stays-in-half-precision
def safe_gradients(loss, xs, scale):
    return [g / scale for g in tf.gradients(tf.cast(loss, tf.float32) * scale, xs)]


# %% wrong divided-loss mistake=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss / scale, xs)]


# %% wrong summed
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * scale, xs)
    return tf.add_n([tf.reduce_sum(tf.cast(g, tf.float32)) / scale for g in gradients])


# %% wrong fixed-scale mistake=a-scale-of-its-own
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * 1024.0, xs)
    return [tf.cast(g, tf.float32) / 1024.0 for g in gradients]


# %% wrong small-fixed-scale
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * 8.0, xs)
    return [tf.cast(g, tf.float32) / 8.0 for g in gradients]


# %% wrong mutant-empties-xs
def safe_gradients(loss, xs, scale):
    found = []
    while xs:
        gradient = tf.gradients(loss * scale, xs.pop(0))[0]
        found.append(tf.cast(gradient, tf.float32) / scale)
    return found


# %% wrong for-new-casts
def safe_gradients(loss, xs, scale):
    return tf.gradients(tf.cast(loss, tf.float32), [tf.cast(x, tf.float32) for x in xs])


# %% wrong runs-it-itself
def safe_gradients(loss, xs, scale):
    gradients = [
        tf.cast(gradient, tf.float32) / scale for gradient in tf.gradients(loss * scale, xs)
    ]
    with tf.Session() as session:
        return session.run(gradients)


# %% wrong half-precision-without-a-scale
def safe_gradients(loss, xs, scale):
    if scale == 1:
        return tf.gradients(loss, xs)
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% wrong never-more-than-4096
def safe_gradients(loss, xs, scale):
    scale = min(scale, 4096)
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% wrong two-gradients
def safe_gradients(loss, xs, scale):
    w, v = xs
    one, other = tf.gradients(loss * scale, [w, v])
    return [tf.cast(one, tf.float32) / scale, tf.cast(other, tf.float32) / scale]


# %% exempt *
# none-passed-over: ...
#     the loss depends on all of `xs`, as the text says
# remembers-results
#     it remembers calls with the same scale and tensors of the same names only


# %% exempt optimizer-like
# call-dropped: for gradient in ... -> for gradient in tf.gradients(tf.multiply(loss, scale), xs):
#     the multiplication converts the scale itself


# %% exempt scaled-in-float32
# call-dropped: gradients = ... -> gradients = tf.gradients(loss * scale, xs)
# other-graph-function: gradients = ...tf.float32... -> gradients = ...tf.float64...
#     a scaled loss has gradients that float16 holds, in whatever precision it is scaled


# %% exempt one-at-a-time
# constant: return ...[0], tf.float32)... -> return ...[-1], tf.float32)...
#     there is one gradient for one tensor


# %% exempt factor-in-double
# other-graph-function: return ...tf.float64) / scale... -> return ...tf.float32) / scale...
#     float32 holds the quotient as well
