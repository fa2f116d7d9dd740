# %% gradient_control/keep_some right two-picks
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    apart = squares > 0
    roots = tf.sqrt(tf.where(apart, squares, tf.ones_like(squares)))
    return tf.where(apart, roots, tf.zeros_like(squares))


# %% gradient_control/keep_some right added-and-taken-away
def distances(points):
    gaps = tf.expand_dims(points, 1) - tf.expand_dims(points, 0)
    squares = tf.reduce_sum(tf.square(gaps), axis=-1)
    same = tf.cast(tf.equal(squares, 0), tf.float32)
    return tf.sqrt(squares + same) * (1 - same)


# %% gradient_control/keep_some right own-rule
def distances(points):
    @tf.custom_gradient
    def root(squares):
        found = tf.sqrt(squares)

        def rule(grad):
            safe = tf.where(squares > 0, found, tf.ones_like(found))
            return tf.where(squares > 0, 0.5 * grad / safe, tf.zeros_like(grad))

        return found, rule

    gaps = points[:, None] - points[None]
    return root(tf.reduce_sum(gaps * gaps, axis=2))


# %% gradient_control/keep_some right two-faces
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    roots = tf.stop_gradient(tf.sqrt(squares))
    t = squares / tf.where(roots > 0, 2 * roots, tf.ones_like(roots))
    return t + tf.stop_gradient(roots - t)


# %% gradient_control/keep_some right hardly-anything-added
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    return tf.sqrt(tf.maximum(squares, 1e-35))


# %% gradient_control/keep_some right valve-for-the-zeros
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    differ = tf.not_equal(squares, 0)
    safe = tf.where(differ, squares, tf.stop_gradient(squares))
    return tf.sqrt(safe)


# %% gradient_control/keep_some wrong plain misconception=nan-comes-back
def distances(points):
    gaps = points[:, None] - points[None]
    return tf.sqrt(tf.reduce_sum(gaps * gaps, axis=2))


# %% gradient_control/keep_some wrong norm misconception=nan-comes-back
def distances(points):
    return tf.norm(points[:, None] - points[None], axis=2)


# %% gradient_control/keep_some wrong picked-behind misconception=nan-comes-back
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    return tf.where(squares > 0, tf.sqrt(squares), tf.zeros_like(squares))


# %% gradient_control/keep_some wrong masked-behind misconception=nan-comes-back
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    mask = tf.cast(squares > 0, tf.float32)
    target = tf.sqrt(squares)
    return mask * target + tf.stop_gradient((1 - mask) * target)


# %% gradient_control/keep_some wrong ones misconception=ones-remain
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    return tf.sqrt(tf.where(squares > 0, squares, tf.ones_like(squares)))


# %% gradient_control/keep_some wrong diagonal misconception=only-the-diagonal
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    apart = 1 - tf.eye(tf.shape(points)[0])
    return apart * tf.sqrt(squares + (1 - apart))


# %% gradient_control/keep_some wrong a-little misconception=near-ones-lost
def distances(points):
    gaps = points[:, None] - points[None]
    return tf.sqrt(tf.reduce_sum(gaps * gaps, axis=2) + 1e-12)


# %% gradient_control/keep_some wrong a-bit-more
def distances(points):
    gaps = points[:, None] - points[None]
    return tf.sqrt(tf.reduce_sum(gaps * gaps, axis=2) + 1e-6)


# %% gradient_control/keep_some wrong bound misconception=near-ones-lost
def distances(points):
    gaps = points[:, None] - points[None]
    return tf.sqrt(tf.maximum(tf.reduce_sum(gaps * gaps, axis=2), 1e-12))


# %% gradient_control/keep_some wrong near-counts-as-same misconception=near-ones-lost
def distances(points):
    gaps = points[:, None] - points[None]
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    apart = squares > 1e-12
    roots = tf.sqrt(tf.where(apart, squares, tf.ones_like(squares)))
    return tf.where(apart, roots, tf.zeros_like(squares))


# %% gradient_control/keep_some wrong closed misconception=all-stopped
def distances(points):
    gaps = points[:, None] - points[None]
    return tf.stop_gradient(tf.sqrt(tf.reduce_sum(gaps * gaps, axis=2)))


# %% gradient_control/keep_some wrong squares misconception=forgets-the-root
def distances(points):
    gaps = points[:, None] - points[None]
    return tf.reduce_sum(gaps * gaps, axis=2)


# %% gradient_control/keep_some wrong by-products
def distances(points):
    lengths = tf.reduce_sum(points * points, axis=1)
    products = tf.matmul(points, points, transpose_b=True)
    squares = lengths[:, None] + lengths[None] - 2 * products
    apart = squares > 0
    roots = tf.sqrt(tf.where(apart, squares, tf.ones_like(squares)))
    return tf.where(apart, roots, tf.zeros_like(squares))


# %% gradient_control/keep_some wrong by-coordinates
def distances(points):
    gaps = points[:, None] - points[None]
    return tf.reduce_sum(tf.abs(gaps), axis=2)


# %% gradient_control/keep_some wrong one-of-each-pair
def distances(points):
    gaps = points[:, None] - tf.stop_gradient(points[None])
    squares = tf.reduce_sum(gaps * gaps, axis=2)
    apart = squares > 0
    roots = tf.sqrt(tf.where(apart, squares, tf.ones_like(squares)))
    return tf.where(apart, roots, tf.zeros_like(squares))


# %% gradient_control/keep_some exempt *
# changes-its-input
#     the argument is a tensor: there is nothing in it that the function could change
# operands-swapped: gaps = ...
#     a difference and its opposite have the same square
# axis: ...axis=2)... -> ...axis=-1)...
#     the last of three axes

# %% gradient_control/keep_some exempt two-picks
# other-function: roots = tf.sqrt(... -> roots = tf.sqrt(tf.where(apart, squares, tf.zeros_like(squares)))
#     the first `tf.where` picks, so what the root sends back for zeros does not pass it
# call-dropped: return tf.where(apart, roots, tf.zeros_like(squares)) -> ...
#     the squares are zero there, and so is their gradient

# %% gradient_control/keep_some exempt added-and-taken-away
# call-dropped: ... -> gaps = tf.expand_dims(points, 1) - points
#     broadcasting adds the axis in front by itself

# %% gradient_control/keep_some exempt own-rule
# comparison: ...
# constant: ...
# call-dropped: ...
# other-function: ...
#     for points that coincide, the differences multiply whatever the rule gives by zero; and what `tf.where`
#     does not pick may be anything

# %% gradient_control/keep_some exempt two-faces
# operand-dropped: ... -> return t + tf.stop_gradient(t)
#     t is half the distance
