# %% right sum-and-reshape
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    for axis, size in enumerate(x.shape.as_list()):
        if size == 1:
            axes.append(axis + missing)
    return tf.reshape(tf.reduce_sum(g, axes), x.shape)


# %% right two-sums
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    if missing:
        g = tf.reduce_sum(g, list(range(missing)))
    ones = [axis for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, ones, keepdims=True) if ones else g


# %% right asks-gradients
def sum_back(g, x):
    return tf.gradients(x + tf.zeros_like(g), x, g)[0]


# %% right one-axis-at-a-time
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = tf.reduce_sum(g, 0)
    for axis in range(x.shape.rank):
        if x.shape.as_list()[axis] == 1:
            g = tf.reduce_sum(g, axis, keepdims=True)
    return g


# %% right dynamic-shapes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    padded = tf.concat([tf.ones([missing], tf.int32), tf.shape(x)], 0)
    axes = tf.reshape(tf.where(tf.equal(padded, 1)), [-1])
    return tf.reshape(tf.reduce_sum(g, axes), tf.shape(x))


# %% right gradient-of-product
def sum_back(g, x):
    return tf.gradients(tf.reduce_sum(g * x), x)[0]


# %% wrong mean mistake=takes-the-mean
# says: you take the mean over the copies. Each copy changes the result by its own share, and the shares add
#     up: take the sum.
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    axes += [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reshape(tf.reduce_mean(g, axes), x.shape)


# %% wrong first-copy mistake=takes-one-copy
# says: you take the gradient of the first copy and forget the others. x was used in every copy, so all
#     their gradients add up.
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = g[0]
    for axis, size in enumerate(x.shape.as_list()):
        if size == 1:
            g = tf.gather(g, [0], axis=axis)
    return g


# %% wrong no-keepdims mistake=drops-the-axis like=mean
# says: the sums are right, but not the shape: a sum removes its axis. The gradient of x has the shape of x,
#     so keep axes of size 1 (`keepdims=True`, or reshape at the end).
# -     return tf.reshape(tf.reduce_mean(g, axes), x.shape)
# +     return tf.reduce_sum(g, axes)


# %% wrong keepdims-everywhere mistake=keeps-the-missing-axes like=mean
# says: the sums are right, but axes that x does not have remain in your result with size 1. The gradient of
#     x has the shape of x: reshape at the end.
# -     return tf.reshape(tf.reduce_mean(g, axes), x.shape)
# +     return tf.reduce_sum(g, axes, keepdims=True)


# %% wrong only-ones mistake=forgets-the-missing-axes
# says: you sum along axes where x has size 1, but not along those that x does not have at all. A vector
#     that is added to every row of a matrix was copied, too.
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, axes, keepdims=True)


# %% wrong missing-axes-only mistake=forgets-the-sizes-of-one
# says: you sum along axes that x does not have, but not along those where x has size 1. A column that is
#     added to every column of a matrix was copied, too.
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = tf.reduce_sum(g, 0)
    return g


# %% wrong last-axis
def sum_back(g, x):
    return tf.reduce_sum(g, -1, keepdims=True)


# %% wrong everything
def sum_back(g, x):
    return tf.reduce_sum(g)


# %% wrong runs-numpy
def sum_back(g, x):
    return np.sum(g, axis=1)


# %% wrong one-axis-of-size-one
def sum_back(g, x):
    sizes = x.shape.as_list()
    while g.shape.rank > len(sizes):
        g = tf.reduce_sum(g, 0)
    return tf.reduce_sum(g, sizes.index(1), keepdims=True) if 1 in sizes else g


# %% wrong axes-move-up
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = tf.reduce_sum(g, 0)
    for axis, (size, own) in enumerate(zip(g.shape.as_list(), x.shape.as_list())):
        if size != own:
            g = tf.reduce_sum(g, axis)
    return tf.reshape(g, x.shape)


# %% wrong sizes-for-places
def sum_back(g, x):
    sizes = x.shape.as_list()
    axes = [axis for axis, size in enumerate(g.shape.as_list()) if size not in sizes]
    return tf.reshape(tf.reduce_sum(g, axes), sizes)


# %% wrong from-the-left
def sum_back(g, x):
    sizes = x.shape.as_list() + [1] * (g.shape.rank - x.shape.rank)
    axes = [axis for axis, size in enumerate(g.shape.as_list()) if size != sizes[axis]]
    return tf.reshape(tf.reduce_sum(g, axes), x.shape)


# %% wrong where-the-sizes-differ
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    sizes = [1] * missing + x.shape.as_list()
    for axis in reversed(range(g.shape.rank)):
        if sizes[axis] != g.shape.as_list()[axis]:
            g = tf.reduce_sum(g, axis, keepdims=axis >= missing)
    return g


# %% wrong no-axes-as-all-axes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    sizes = [1] * missing + x.shape.as_list()
    axes = [axis for axis, size in enumerate(g.shape.as_list()) if size != sizes[axis]]
    if not axes:
        return tf.reduce_sum(g) + tf.zeros_like(x)
    return tf.reshape(tf.reduce_sum(g, axes), x.shape)


# %% exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.


# %% exempt two-sums
# condition: if missing: -> if True:
# none-for-truth: ...
# condition: ... -> return tf.reduce_sum(g, ones, keepdims=True) if True else g
#     A sum over no axes is the tensor itself.


# %% exempt asks-gradients
# arithmetic: ...
# call-dropped: return tf.gradients(x + tf.zeros_like(g), x, g)[0] -> return tf.gradients(x + g, x, g)[0]
# other-function: ...
#     The gradient of x in a sum or difference does not depend on what stands beside it.


# %% exempt *
# none-passed-over: ...
# constant: return tf.gradients(...)[0] -> return tf.gradients(...)[-1]
#     There is exactly one gradient, and it is never None.
# call-dropped: return tf.gradients(tf.reduce_sum(g * x), x)[0] -> return tf.gradients(g * x, x)[0]
#     The gradient of a tensor is that of its sum.


# %% exempt dynamic-shapes
# constant: padded = tf.concat(... 0) -> padded = tf.concat(... -1)
#     Vectors have one axis, which is the first and the last.
