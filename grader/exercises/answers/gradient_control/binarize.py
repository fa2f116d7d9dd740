# %% gradient_control/binarize right where
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    return clip + tf.stop_gradient(signs - clip)


# %% gradient_control/binarize right cast
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    signs = 2 * tf.cast(x >= 0, tf.float32) - 1
    return clip + tf.stop_gradient(signs - clip)


# %% gradient_control/binarize right mask
def binarize(x):
    signs = 2.0 * tf.cast(tf.greater_equal(x, 0.0), tf.float32) - 1.0
    passes = tf.cast(tf.abs(x) <= 1, tf.float32)
    return tf.stop_gradient(signs) + passes * (x - tf.stop_gradient(x))


# %% gradient_control/binarize right min-and-max
def binarize(x):
    t = tf.maximum(tf.minimum(x, 1.0), -1.0)
    signs = 1.0 - 2.0 * tf.cast(x < 0, tf.float32)
    return t - tf.stop_gradient(t - signs)


# %% gradient_control/binarize right custom-gradient
def binarize(x):
    @tf.custom_gradient
    def step(x):
        signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
        return signs, lambda grad: grad * tf.cast(tf.abs(x) <= 1, tf.float32)

    return step(x)


# %% gradient_control/binarize wrong everywhere misconception=passes-everywhere
def binarize(x):
    signs = 2 * tf.cast(x >= 0, tf.float32) - 1
    return x + tf.stop_gradient(signs - x)


# %% gradient_control/binarize wrong closed misconception=no-gradient
def binarize(x):
    return tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))


# %% gradient_control/binarize wrong tf-sign misconception=zero-at-zero
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    return clip + tf.stop_gradient(tf.sign(x) - clip)


# %% gradient_control/binarize wrong clip-only misconception=soft-forward
def binarize(x):
    return tf.clip_by_value(x, -1.0, 1.0)


# %% gradient_control/binarize wrong stops-the-near-ones misconception=passes-further-out
def binarize(x):
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    t = tf.where(tf.abs(x) < 1, tf.stop_gradient(x), x)
    return t + tf.stop_gradient(signs - t)


# %% gradient_control/binarize wrong mask-over-all misconception=zero-further-out
def binarize(x):
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    near = tf.cast(tf.abs(x) <= 1, tf.float32)
    return near * (x + tf.stop_gradient(signs - x))


# %% gradient_control/binarize wrong subtracts-outside misconception=cancels-the-gradient
def binarize(x):
    t = tf.clip_by_value(x, -1.0, 1.0)
    signs = 2 * tf.cast(x >= 0, tf.float32) - 1
    return t + tf.stop_gradient(signs) - t


# %% gradient_control/binarize wrong faces-swapped
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    return signs + tf.stop_gradient(clip - signs)


# %% gradient_control/binarize wrong zero-one
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    return clip + tf.stop_gradient(tf.cast(x >= 0, tf.float32) - clip)


# %% gradient_control/binarize wrong tanh misconception=slope-of-tanh
def binarize(x):
    signs = 2 * tf.cast(x >= 0, tf.float32) - 1
    return tf.tanh(x) + tf.stop_gradient(signs - tf.tanh(x))


# %% gradient_control/binarize wrong sign-of-a-little-more misconception=step-in-another-place
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    return clip + tf.stop_gradient(tf.sign(x + 1e-6) - clip)


# %% gradient_control/binarize wrong step-before-zero misconception=step-in-another-place
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    signs = tf.where(x > -0.05, tf.ones_like(x), -tf.ones_like(x))
    return clip + tf.stop_gradient(signs - clip)


# %% gradient_control/binarize wrong wider-bounds
def binarize(x):
    clip = tf.clip_by_value(x, -1.05, 1.05)
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    return clip + tf.stop_gradient(signs - clip)


# %% gradient_control/binarize wrong narrower-bounds
def binarize(x):
    passes = tf.cast(tf.abs(x) < 0.99, tf.float32)
    signs = 2.0 * tf.cast(x >= 0, tf.float32) - 1.0
    return tf.stop_gradient(signs) + passes * (x - tf.stop_gradient(x))


# %% gradient_control/binarize wrong plain-sign
def binarize(x):
    return tf.sign(x)


# %% gradient_control/binarize wrong ignores-what-arrives
def binarize(x):
    @tf.custom_gradient
    def step(x):
        signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
        return signs, lambda grad: tf.cast(tf.abs(x) <= 1, tf.float32)

    return step(x)


# %% gradient_control/binarize wrong passes-between-minus-two-and-two
def binarize(x):
    clip = tf.clip_by_value(x, -2.0, 2.0)
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    return clip + tf.stop_gradient(signs - clip)


# %% gradient_control/binarize exempt *
# changes-its-input
#     the argument is a tensor: there is nothing in it that the function could change
# comparison: ...tf.abs(x) <= 1... -> ...tf.abs(x) < 1...
#     the text leaves open what the gradient is at 1 and at -1 themselves

# %% gradient_control/binarize exempt mask
# call-dropped: return tf.stop_gradient(signs) + ... -> return signs + ...
#     the signs are made of truth values, through which no gradient passes anyway
