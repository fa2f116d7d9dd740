# %% right chosen-before
def log_distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    safe = tf.where(squares > 0, squares, tf.ones_like(squares))
    return tf.log(safe) / 2


# %% right two-choices
def log_distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    apart = squares > 0
    safe = tf.where(apart, squares, 5 * tf.ones_like(squares))
    return tf.where(apart, tf.log(tf.sqrt(safe)), tf.zeros_like(squares))


# %% right ones-added
def log_distances(points):
    gaps = tf.expand_dims(points, 1) - tf.expand_dims(points, 0)
    squares = tf.reduce_sum(tf.square(gaps), axis=-1)
    same = tf.cast(tf.equal(squares, 0), tf.float32)
    return 0.5 * tf.log(squares + same)


# %% right own-rule
def log_distances(points):
    @tf.custom_gradient
    def logarithm(squares):
        safe = tf.where(squares > 0, squares, tf.ones_like(squares))

        def rule(grad):
            return tf.where(squares > 0, 0.5 * grad / safe, tf.zeros_like(grad))

        return 0.5 * tf.log(safe), rule

    gaps = points[:, None] - points[None]
    return logarithm(tf.reduce_sum(gaps * gaps, axis=2))


# %% right two-faces
def log_distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    still = tf.stop_gradient(squares)
    safe = tf.where(still > 0, still, tf.ones_like(still))
    t = squares / (2 * safe)
    return t + tf.stop_gradient(0.5 * tf.log(safe) - t)


# %% right tiny-bound
def log_distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    mask = tf.cast(squares > 0, tf.float32)
    return mask * (0.5 * tf.log(tf.maximum(squares, 1e-35)))


# %% right product-that-skips-zeros
def log_distances(points):
    squares = tf.reduce_sum(tf.square(points[:, None] - points[None]), 2)
    return 0.5 * tf.math.xlogy(tf.cast(squares > 0, tf.float32), squares)


# %% right gaps-replaced
def log_distances(points):
    gaps = points[:, None] - points[None]
    same = tf.reduce_all(tf.equal(gaps, 0), axis=2, keepdims=True)
    spread = tf.concat([tf.cast(same, tf.float32), gaps], axis=2)
    return tf.log(tf.norm(spread, axis=2))


# %% right rows-gathered
def log_distances(points):
    n = tf.shape(points)[0]
    differ = tf.reduce_any(tf.not_equal(points[:, None], points[None]), -1)
    pairs = tf.where(differ)
    gaps = tf.gather(points, pairs[:, 0]) - tf.gather(points, pairs[:, 1])
    return tf.scatter_nd(pairs, tf.log(tf.norm(gaps, axis=1)), tf.cast(tf.stack([n, n]), tf.int64))


# %% right pair-by-pair
def log_distances(points):
    def of_pair(i, j):
        if i == j:
            return tf.constant(0.0)
        square = tf.reduce_sum(tf.square(points[i] - points[j]))
        return tf.cond(square > 0, lambda: 0.5 * tf.log(square), lambda: tf.constant(0.0))

    count = points.shape[0]
    return tf.stack([tf.stack([of_pair(i, j) for j in range(count)]) for i in range(count)])


# %% wrong norm mistake=minus-infinity
# says: where points coincide, at least on the diagonal, you take the logarithm of 0. It is minus infinity,
#     and NaN comes back. Give the logarithm another number there.
def log_distances(points):
    return tf.log(tf.norm(points[:, None] - points[None], axis=2))


# %% wrong root-chosen-after mistake=nan-comes-back
# says: the logarithms are right, but NaN comes back. You choose after the logarithm: going backward, the
#     choice sends it a 0, and 0 times its infinite slope is NaN. Choose before the logarithm.
def log_distances(points):
    gaps = points[:, None] - points[None]
    roots = tf.sqrt(tf.reduce_sum(gaps * gaps, axis=2))
    return tf.where(roots > 0, tf.log(roots), tf.zeros_like(roots))


# %% wrong masked-after mistake=masked-after like=tiny-bound
# says: a mask after the logarithm does not remove an infinity: 0 times infinity is NaN, forward and
#     backward. Choose before the logarithm.
# -     return mask * (0.5 * tf.log(tf.maximum(squares, 1e-35)))
# +     return mask * tf.log(squares) / 2


# %% wrong diagonal mistake=only-the-diagonal like=chosen-before
# says: you take care of the diagonal, but two different rows may hold the same point. Ask where the squares
#     are zero, not where the rows are the same.
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# +     safe = squares + tf.eye(tf.shape(points)[0])


# %% wrong a-little mistake=a-little-added
# says: a small number inside the logarithm keeps NaN away. But where points coincide, you return its
#     logarithm instead of 0, and for points that are very close, the gradient is wrong. Replace the zeros
#     inside the logarithm, and only them.
def log_distances(points):
    gaps = points[:, None] - points[None]
    return 0.5 * tf.log(tf.reduce_sum(gaps * gaps, axis=2) + 1e-12)


# %% wrong bound mistake=near-ones-lost like=chosen-before
# says: a bound above zero keeps NaN away. But points that are closer than that lose their logarithm and
#     their gradient. Ask whether the squares are exactly zero.
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# -     return tf.log(safe) / 2
# +     return tf.where(squares > 0, tf.log(tf.maximum(squares, 1e-12)) / 2, tf.zeros_like(squares))


# %% wrong bound-alone mistake=logarithm-of-the-bound like=chosen-before
# says: a bound inside the logarithm keeps NaN away. But where points coincide, you return half the bound's
#     logarithm instead of 0. Replace the zeros inside the logarithm by 1.
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# +     safe = tf.maximum(squares, 1e-20)


# %% wrong near-counts-as-same mistake=near-counts-as-same like=chosen-before
# says: points that are closer than your bound count as the same point. Ask whether the squares are exactly
#     zero.
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# +     safe = tf.where(squares > 1e-10, squares, tf.ones_like(squares))


# %% wrong closed mistake=all-stopped like=chosen-before
# says: the logarithms are right, but no gradient comes back at all. It should pass wherever two points
#     differ.
# -     return tf.log(safe) / 2
# +     return tf.stop_gradient(tf.log(safe) / 2)


# %% wrong squares mistake=forgets-the-root like=chosen-before
# says: you return the logarithms of the squared distances: the root is missing.
# -     return tf.log(safe) / 2
# +     return tf.log(safe)


# %% wrong distances mistake=forgets-the-logarithm like=chosen-before
# says: you return the distances. What is asked for is their natural logarithms.
# -     return tf.log(safe) / 2
# +     return tf.where(squares > 0, tf.sqrt(safe), tf.zeros_like(squares))


# %% wrong plain mistake=minus-infinity
def log_distances(points):
    gaps = points[:, None] - points[None]
    return 0.5 * tf.log(tf.reduce_sum(gaps * gaps, axis=2))


# %% wrong only-the-logarithm-kept-safe
def log_distances(points):
    gaps = points[:, None] - points[None]
    return tf.log(tf.sqrt(tf.reduce_sum(gaps * gaps, -1)) + tf.eye(tf.shape(points)[0]))


# %% wrong zeros-for-zeros like=chosen-before
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# +     safe = tf.where(squares > 0, squares, tf.zeros_like(squares))


# %% wrong chosen-after mistake=nan-comes-back like=chosen-before
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# -     return tf.log(safe) / 2
# +     return tf.where(squares > 0, 0.5 * tf.log(squares), tf.zeros_like(squares))


# %% wrong split-after mistake=masked-after like=tiny-bound
# -     return mask * (0.5 * tf.log(tf.maximum(squares, 1e-35)))
# +     target = 0.5 * tf.log(squares)
# +     return mask * target + tf.stop_gradient((1 - mask) * target)


# %% wrong stand-in-remains like=chosen-before
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# +     safe = tf.where(squares > 0, squares, 2 * tf.ones_like(squares))


# %% wrong a-bit-more
def log_distances(points):
    gaps = points[:, None] - points[None]
    return tf.log(tf.norm(gaps, axis=2) + 1e-6)


# %% wrong by-products
def log_distances(points):
    lengths = tf.reduce_sum(points * points, axis=1)
    products = tf.matmul(points, points, transpose_b=True)
    squares = lengths[:, None] + lengths[None] - 2 * products
    return tf.log(tf.where(squares > 0, squares, tf.ones_like(squares))) / 2


# %% wrong by-coordinates
def log_distances(points):
    sums = tf.reduce_sum(tf.abs(points[:, None] - points[None]), axis=2)
    return tf.log(tf.where(sums > 0, sums, tf.ones_like(sums)))


# %% wrong with-base-two like=chosen-before
# -     return tf.log(safe) / 2
# +     return tf.log(safe) / (2 * np.log(2))


# %% wrong one-of-each-pair like=chosen-before
# -     gaps = points[:, None] - points[None]
# +     gaps = points[:, None] - tf.stop_gradient(points[None])


# %% wrong one-coordinate-is-enough like=chosen-before
# -     safe = tf.where(squares > 0, squares, tf.ones_like(squares))
# +     differ = tf.reduce_all(tf.not_equal(gaps, 0.0), axis=2)
# +     safe = tf.where(differ, squares, tf.ones_like(squares))


# %% exempt *
# changes-its-input
#     the argument is a tensor: there is nothing in it that the function could change
# operands-swapped: gaps = ...
# operands-swapped: ...tf.square(points[:, None] - points[None])... -> ...
#     a difference and its opposite have the same square
# axis: ...axis=2... -> ...axis=-1...
#     the last of three axes


# %% exempt two-choices
# arithmetic: safe = ...
# operand-dropped: safe = ...
# constant: safe = ...5 * tf.ones_like(squares)... -> ...
# other-function: safe = ...5 * tf.zeros_like(squares))
#     what stands there instead of a zero is not chosen after the logarithm, and the first `tf.where` sends
#     nothing back from it
# call-dropped: return tf.where(apart, tf.log(tf.sqrt(safe)), tf.zeros_like(squares)) -> ...
#     the squares are zero there, and so is their gradient


# %% exempt ones-added
# call-dropped: ... -> gaps = tf.expand_dims(points, 1) - points
#     broadcasting adds the axis in front by itself


# %% exempt own-rule
# comparison: return tf.where(squares > 0, 0.5 * grad / safe, ...
# constant: return tf.where(squares > 0, 0.5 * grad / safe, ... -> ...squares > -1...
# call-dropped: return tf.where(squares > 0, 0.5 * grad / safe, ...
# other-function: return tf.where(squares > 0, 0.5 * grad / safe, ...
#     for points that coincide, the differences multiply whatever the rule gives by zero


# %% exempt pair-by-pair
# condition: if i == j: -> if False:
# statement-dropped: if i == j: ...
# returns-none: return tf.constant(0.0) -> ...
#     what comes after it gives the same for a point and itself
# operands-swapped: square = ...
# arguments-swapped: return ...
#     a difference and its opposite have the same square
# call-dropped: return tf.stack(...
#     `tf.stack` makes a tensor of each list in its list


# %% exempt rows-gathered
# constant: gaps = ... -> ...pairs[:, -1])
#     the last of two columns
# axis: return ... -> ...axis=-1...
#     the last of two axes
# call-dropped: return ... -> ...tf.cast([n, n], tf.int64))
#     `tf.cast` stacks a list of scalars by itself
