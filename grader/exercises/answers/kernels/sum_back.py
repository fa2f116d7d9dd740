# %% kernels/sum-back right sum-and-reshape
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    for axis, size in enumerate(x.shape.as_list()):
        if size == 1:
            axes.append(axis + missing)
    return tf.reshape(tf.reduce_sum(g, axes), x.shape)


# %% kernels/sum-back right two-sums
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    if missing:
        g = tf.reduce_sum(g, list(range(missing)))
    ones = [axis for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, ones, keepdims=True) if ones else g


# %% kernels/sum-back right asks-gradients
def sum_back(g, x):
    return tf.gradients(x + tf.zeros_like(g), x, g)[0]


# %% kernels/sum-back right one-axis-at-a-time
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = tf.reduce_sum(g, 0)
    for axis in range(x.shape.rank):
        if x.shape.as_list()[axis] == 1:
            g = tf.reduce_sum(g, axis, keepdims=True)
    return g


# %% kernels/sum-back right dynamic-shapes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    padded = tf.concat([tf.ones([missing], tf.int32), tf.shape(x)], 0)
    axes = tf.reshape(tf.where(tf.equal(padded, 1)), [-1])
    return tf.reshape(tf.reduce_sum(g, axes), tf.shape(x))


# %% kernels/sum-back right gradient-of-product
def sum_back(g, x):
    return tf.gradients(tf.reduce_sum(g * x), x)[0]


# %% kernels/sum-back wrong missing-axes-only misconception=forgets-the-sizes-of-one
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = tf.reduce_sum(g, 0)
    return g


# %% kernels/sum-back wrong mean misconception=takes-the-mean
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    axes += [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reshape(tf.reduce_mean(g, axes), x.shape)


# %% kernels/sum-back wrong first-copy misconception=takes-one-copy
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = g[0]
    for axis, size in enumerate(x.shape.as_list()):
        if size == 1:
            g = tf.gather(g, [0], axis=axis)
    return g


# %% kernels/sum-back wrong no-keepdims misconception=drops-the-axis
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    axes += [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, axes)


# %% kernels/sum-back wrong keepdims-everywhere misconception=keeps-the-missing-axes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    axes += [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, axes, keepdims=True)


# %% kernels/sum-back wrong only-ones misconception=forgets-the-missing-axes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, axes, keepdims=True)


# %% kernels/sum-back wrong last-axis
def sum_back(g, x):
    return tf.reduce_sum(g, -1, keepdims=True)


# %% kernels/sum-back wrong everything
def sum_back(g, x):
    return tf.reduce_sum(g)


# %% kernels/sum-back wrong runs-numpy
def sum_back(g, x):
    return np.sum(g, axis=1)


# %% kernels/sum-back wrong one-axis-of-size-one
def sum_back(g, x):
    sizes = x.shape.as_list()
    while g.shape.rank > len(sizes):
        g = tf.reduce_sum(g, 0)
    return tf.reduce_sum(g, sizes.index(1), keepdims=True) if 1 in sizes else g


# %% kernels/sum-back wrong axes-move-up
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = tf.reduce_sum(g, 0)
    for axis, (size, own) in enumerate(zip(g.shape.as_list(), x.shape.as_list())):
        if size != own:
            g = tf.reduce_sum(g, axis)
    return tf.reshape(g, x.shape)


# %% kernels/sum-back wrong sizes-for-places
def sum_back(g, x):
    sizes = x.shape.as_list()
    axes = [axis for axis, size in enumerate(g.shape.as_list()) if size not in sizes]
    return tf.reshape(tf.reduce_sum(g, axes), sizes)


# %% kernels/sum-back wrong from-the-left
def sum_back(g, x):
    sizes = x.shape.as_list() + [1] * (g.shape.rank - x.shape.rank)
    axes = [axis for axis, size in enumerate(g.shape.as_list()) if size != sizes[axis]]
    return tf.reshape(tf.reduce_sum(g, axes), x.shape)


# %% kernels/sum-back wrong where-the-sizes-differ
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    sizes = [1] * missing + x.shape.as_list()
    for axis in reversed(range(g.shape.rank)):
        if sizes[axis] != g.shape.as_list()[axis]:
            g = tf.reduce_sum(g, axis, keepdims=axis >= missing)
    return g


# %% kernels/sum-back wrong no-axes-as-all-axes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    sizes = [1] * missing + x.shape.as_list()
    axes = [axis for axis, size in enumerate(g.shape.as_list()) if size != sizes[axis]]
    if not axes:
        return tf.reduce_sum(g) + tf.zeros_like(x)
    return tf.reshape(tf.reduce_sum(g, axes), x.shape)


# %% kernels/sum-back exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.
# %% kernels/sum-back exempt two-sums
# condition: if missing: -> if True:
# none-for-truth: ...
# condition: ... -> return tf.reduce_sum(g, ones, keepdims=True) if True else g
#     A sum over no axes is the tensor itself.
# %% kernels/sum-back exempt asks-gradients
# arithmetic: ...
# call-dropped: return tf.gradients(x + tf.zeros_like(g), x, g)[0] -> return tf.gradients(x + g, x, g)[0]
# other-function: ...
#     The gradient of x in a sum or difference does not depend on what stands beside it.
# %% kernels/sum-back exempt *
# none-passed-over: ...
# constant: return tf.gradients(...)[0] -> return tf.gradients(...)[-1]
#     There is exactly one gradient, and it is never None.
# call-dropped: return tf.gradients(tf.reduce_sum(g * x), x)[0] -> return tf.gradients(g * x, x)[0]
#     The gradient of a tensor is that of its sum.
# %% kernels/sum-back exempt dynamic-shapes
# constant: padded = tf.concat(... 0) -> padded = tf.concat(... -1)
#     Vectors have one axis, which is the first and the last.
