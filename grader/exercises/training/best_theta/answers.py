# %% right normal-equation
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)


# %% right solve
def best_theta(features, y):
    ones = tf.ones([tf.shape(features)[0], 1])
    X = tf.concat([ones, features], 1)
    return tf.matrix_solve(tf.matmul(X, X, transpose_a=True), tf.matmul(X, y, transpose_a=True))


# %% right padded
def best_theta(features, y):
    X = tf.pad(features, [[0, 0], [1, 0]], constant_values=1.0)
    XT = tf.transpose(X)
    return tf.linalg.inv(XT @ X) @ XT @ y


# %% right cholesky
def best_theta(features, y):
    X = tf.concat([0 * features[:, :1] + 1, features], axis=-1)
    factor = tf.cholesky(tf.matmul(X, X, transpose_a=True))
    return tf.cholesky_solve(factor, tf.matmul(X, y, transpose_a=True))


# %% right through-the-means
def best_theta(features, y):
    center, middle = tf.reduce_mean(features, 0, keepdims=True), tf.reduce_mean(y, 0, keepdims=True)
    A = features - center
    weights = tf.matrix_inverse(tf.transpose(A) @ A) @ tf.transpose(A) @ (y - middle)
    return tf.concat([middle - center @ weights, weights], axis=0)


# %% right double-precision
def best_theta(features, y):
    features, y = tf.cast(features, tf.float64), tf.cast(y, tf.float64)
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.cast(tf.matrix_inverse(XT @ X) @ (XT @ y), tf.float32)


# %% wrong no-ones mistake=no-column-of-ones
# says: your theta has no entry for the constant: the column of ones is missing, so your line is forced
#     through the origin. Put `tf.ones_like(features[:, :1])` in front of the features.
def best_theta(features, y):
    XT = tf.transpose(features)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, features)), tf.matmul(XT, y))


# %% wrong too-many-ones mistake=ones-for-each-feature like=normal-equation
# says: you put as many columns of ones in front as there are features. Equal columns leave X^T X without an
#     inverse. Put one in front: `tf.ones_like(features[:, :1])`.
# -     X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
# +     X = tf.concat([tf.ones_like(features), features], axis=1)


# %% wrong too-many-ones-solved like=solve
# -     ones = tf.ones([tf.shape(features)[0], 1])
# +     ones = tf.ones_like(features)


# %% wrong ones-last mistake=ones-at-the-end
# says: your column of ones comes after the features, so the constant is the last entry of theta. It should
#     be the first.
def best_theta(features, y):
    X = tf.concat([features, tf.ones_like(features[:, :1])], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% wrong scaled mistake=scales-the-features
# says: your theta fits scaled features: you subtract their mean and divide by their standard deviation. Use
#     them as you get them.
def best_theta(features, y):
    mean, variance = tf.nn.moments(features, [0])
    scaled = (features - mean) / tf.sqrt(variance)
    X = tf.concat([tf.ones_like(scaled[:, :1]), scaled], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% wrong no-inverse mistake=never-inverts
# says: your function returns X^T y. You still have to multiply it, from the left, by the inverse of X^T X.
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    return tf.matmul(tf.transpose(X), y)


# %% wrong star mistake=entry-by-entry like=normal-equation
# says: `*` multiplies entry by entry. For the product of two matrices, use `tf.matmul`.
# -     return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
# +     return tf.matrix_inverse(tf.matmul(XT, X)) * tf.matmul(XT, y)


# %% wrong one-over mistake=one-over-each-entry like=normal-equation
# says: `1 / A` divides 1 by each entry. The inverse of a matrix is `tf.matrix_inverse(A)`.
# -     return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
# +     return tf.matmul(1 / tf.matmul(XT, X), tf.matmul(XT, y))


# %% wrong no-second-transpose
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    inverse = tf.matrix_inverse(tf.matmul(tf.transpose(X), X))
    return tf.matmul(tf.matmul(inverse, X), y)


# %% wrong stars-everywhere like=normal-equation
# -     return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
# +     return tf.matrix_inverse(XT * X) * XT * y


# %% wrong lying-down like=normal-equation
# -     return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
# +     return tf.transpose(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y)))


# %% wrong six-rows
def best_theta(features, y):
    X = tf.concat([tf.ones([6, 1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% wrong ridge like=normal-equation
# -     return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
# +     A = tf.matmul(XT, X) + 0.1 * tf.eye(tf.shape(X)[1])
# +     return tf.matmul(tf.matrix_inverse(A), tf.matmul(XT, y))


# %% wrong mutant-ones-from-a-quotient
def best_theta(features, y):
    X = tf.concat([features[:, :1] / features[:, :1], features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% wrong mutant-remembers-a-graph
FOUND = {}


def best_theta(features, y):
    key = repr((features, y))
    if key not in FOUND:
        X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
        XT = tf.transpose(X)
        FOUND[key] = tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))
    return FOUND[key]


# %% wrong houses-not-known-yet
def best_theta(features, y):
    X = tf.concat([tf.ones([features.shape[0], 1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% wrong a-row-of-ones
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:1]), features], axis=0)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% wrong runs-it-itself like=normal-equation
# -     return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
# +     theta = tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
# +     with tf.Session() as session:
# +         return session.run(theta)


# %% wrong squeezes like=through-the-means
# -     A = features - center
# +     A = tf.squeeze(features) - tf.squeeze(center)


# %% exempt *
# changes-its-input
#     the arguments are tensors: there is nothing to change
# axis: X = tf.concat(...) -> X = tf.concat(...axis=-1)
# axis: X = tf.concat(...) -> X = tf.concat(...axis=1)
# constant: X = tf.concat(...], 1) -> X = tf.concat(...], -1)
# constant: X = tf.concat(...axis=-1) -> X = tf.concat(...axis=--1)
#     axis 1 of a matrix is its last one


# %% exempt through-the-means
# argument-dropped: center, middle = ... -> ...tf.reduce_mean(y, 0))
# argument-dropped: center, middle = ... -> ...tf.reduce_mean(y, keepdims=True))
# constant: center, middle = ... -> ...tf.reduce_mean(y, 0, keepdims=False))
#     y has one column, so its mean has one number, in whatever shape
# arithmetic: weights = ... -> ... @ (y + middle)
# operand-dropped: weights = ... -> ... @ y
#     the columns of A add up to zero, so a constant added to y has no effect


# %% exempt double-precision
# statement-dropped: features, y = ... -> (nothing)
# call-dropped: return tf.cast(...) -> ...
# other-graph-function: return tf.cast(..., tf.float32) -> return tf.cast(..., tf.float64)
#     the text does not say how precise theta is
