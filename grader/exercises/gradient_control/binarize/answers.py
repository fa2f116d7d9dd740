# %% right where
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    return clip + tf.stop_gradient(signs - clip)


# %% right cast like=where
# -     signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
# +     signs = 2 * tf.cast(x >= 0, tf.float32) - 1


# %% right mask
def binarize(x):
    signs = 2.0 * tf.cast(tf.greater_equal(x, 0.0), tf.float32) - 1.0
    passes = tf.cast(tf.abs(x) <= 1, tf.float32)
    return tf.stop_gradient(signs) + passes * (x - tf.stop_gradient(x))


# %% right min-and-max
def binarize(x):
    t = tf.maximum(tf.minimum(x, 1.0), -1.0)
    signs = 1.0 - 2.0 * tf.cast(x < 0, tf.float32)
    return t - tf.stop_gradient(t - signs)


# %% right custom-gradient
def binarize(x):
    @tf.custom_gradient
    def step(x):
        signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
        return signs, lambda grad: grad * tf.cast(tf.abs(x) <= 1, tf.float32)

    return step(x)


# %% wrong everywhere mistake=passes-everywhere like=where
# says: the gradient passes everywhere. It should pass only where x is between -1 and 1: use
#     `tf.clip_by_value(x, -1, 1)` for the backward pass.
# -     clip = tf.clip_by_value(x, -1.0, 1.0)
# +     clip = x


# %% wrong stops-the-near-ones mistake=passes-further-out
# says: the values are right, but the gradient is 0 where x is between -1 and 1, and passes further out. It
#     should be the other way round: use `tf.clip_by_value(x, -1, 1)` for the backward pass.
def binarize(x):
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    t = tf.where(tf.abs(x) < 1, tf.stop_gradient(x), x)
    return t + tf.stop_gradient(signs - t)


# %% wrong tanh mistake=slope-of-tanh like=where
# says: the values are right, but the gradient is that of tanh. Here it should be exactly 1 between -1 and
#     1, and 0 further out: use `tf.clip_by_value(x, -1, 1)` for the backward pass.
# -     clip = tf.clip_by_value(x, -1.0, 1.0)
# +     clip = tf.tanh(x)


# %% wrong mask-over-all mistake=zero-further-out
# says: the gradients are right, but where x is not between -1 and 1, your values are 0. Only the gradient
#     should be 0 there: don't multiply the values by a mask.
def binarize(x):
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    near = tf.cast(tf.abs(x) <= 1, tf.float32)
    return near * (x + tf.stop_gradient(signs - x))


# %% wrong subtracts-outside mistake=cancels-the-gradient like=where
# says: the values are right, but the gradient is 0 everywhere. If you add t and subtract it again, the two
#     gradients cancel: subtract it inside `stop_gradient`.
# -     return clip + tf.stop_gradient(signs - clip)
# +     return clip + tf.stop_gradient(signs) - clip


# %% wrong closed mistake=no-gradient
# says: the values are right, but no gradient comes back: the step passes none on. Add a straight-through
#     estimator.
def binarize(x):
    return tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))


# %% wrong tf-sign mistake=zero-at-zero
# says: `tf.sign` gives 0 for 0, a third value. Map 0 to +1, with `tf.where(x >= 0, ...)`.
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    return clip + tf.stop_gradient(tf.sign(x) - clip)


# %% wrong step-before-zero mistake=step-in-another-place like=where
# says: your step is not exactly at 0: a number just below 0 gives +1. Compare x itself with 0, in
#     `tf.where(x >= 0, ...)`.
# -     signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
# +     signs = tf.where(x > -0.05, tf.ones_like(x), -tf.ones_like(x))


# %% wrong clip-only mistake=soft-forward
# says: the gradients are right, but forward your function only clips: the values are not all +1 or -1. Add
#     what is missing inside `stop_gradient`.
def binarize(x):
    return tf.clip_by_value(x, -1.0, 1.0)


# %% wrong faces-swapped like=where
# -     return clip + tf.stop_gradient(signs - clip)
# +     return signs + tf.stop_gradient(clip - signs)


# %% wrong zero-one like=where
# -     signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
# +     signs = tf.cast(x >= 0, tf.float32)


# %% wrong sign-of-a-little-more mistake=step-in-another-place
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    return clip + tf.stop_gradient(tf.sign(x + 1e-6) - clip)


# %% wrong wider-bounds like=where
# -     clip = tf.clip_by_value(x, -1.0, 1.0)
# +     clip = tf.clip_by_value(x, -1.05, 1.05)


# %% wrong narrower-bounds
def binarize(x):
    passes = tf.cast(tf.abs(x) < 0.99, tf.float32)
    signs = 2.0 * tf.cast(x >= 0, tf.float32) - 1.0
    return tf.stop_gradient(signs) + passes * (x - tf.stop_gradient(x))


# %% wrong plain-sign
def binarize(x):
    return tf.sign(x)


# %% wrong ignores-what-arrives like=custom-gradient
# -         return signs, lambda grad: grad * tf.cast(tf.abs(x) <= 1, tf.float32)
# +         return signs, lambda grad: tf.cast(tf.abs(x) <= 1, tf.float32)


# %% wrong passes-between-minus-two-and-two like=where
# -     clip = tf.clip_by_value(x, -1.0, 1.0)
# +     clip = tf.clip_by_value(x, -2.0, 2.0)


# %% exempt *
# changes-its-input
#     the argument is a tensor: there is nothing in it that the function could change
# comparison: ...tf.abs(x) <= 1... -> ...tf.abs(x) < 1...
#     the text leaves open what the gradient is at 1 and at -1 themselves


# %% exempt mask
# call-dropped: return tf.stop_gradient(signs) + ... -> return signs + ...
#     the signs are made of truth values, through which no gradient passes anyway
