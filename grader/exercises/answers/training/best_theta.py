# %% training/best-theta right normal-equation
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)


# %% training/best-theta right solve
def best_theta(features, y):
    ones = tf.ones([tf.shape(features)[0], 1])
    X = tf.concat([ones, features], 1)
    return tf.matrix_solve(tf.matmul(X, X, transpose_a=True), tf.matmul(X, y, transpose_a=True))


# %% training/best-theta right padded
def best_theta(features, y):
    X = tf.pad(features, [[0, 0], [1, 0]], constant_values=1.0)
    XT = tf.transpose(X)
    return tf.linalg.inv(XT @ X) @ XT @ y


# %% training/best-theta right cholesky
def best_theta(features, y):
    X = tf.concat([0 * features[:, :1] + 1, features], axis=-1)
    factor = tf.cholesky(tf.matmul(X, X, transpose_a=True))
    return tf.cholesky_solve(factor, tf.matmul(X, y, transpose_a=True))


# %% training/best-theta right through-the-means
def best_theta(features, y):
    center, middle = tf.reduce_mean(features, 0, keepdims=True), tf.reduce_mean(y, 0, keepdims=True)
    A = features - center
    weights = tf.matrix_inverse(tf.transpose(A) @ A) @ tf.transpose(A) @ (y - middle)
    return tf.concat([middle - center @ weights, weights], axis=0)


# %% training/best-theta right double-precision
def best_theta(features, y):
    features, y = tf.cast(features, tf.float64), tf.cast(y, tf.float64)
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.cast(tf.matrix_inverse(XT @ X) @ (XT @ y), tf.float32)


# %% training/best-theta wrong no-ones misconception=no-column-of-ones
def best_theta(features, y):
    XT = tf.transpose(features)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, features)), tf.matmul(XT, y))


# %% training/best-theta wrong too-many-ones misconception=ones-for-each-feature
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)


# %% training/best-theta wrong ones-last misconception=ones-at-the-end
def best_theta(features, y):
    X = tf.concat([features, tf.ones_like(features[:, :1])], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong no-inverse misconception=never-inverts
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    return tf.matmul(tf.transpose(X), y)


# %% training/best-theta wrong star misconception=entry-by-entry
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matrix_inverse(tf.matmul(XT, X)) * tf.matmul(XT, y)


# %% training/best-theta wrong one-over misconception=one-over-each-entry
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(1 / tf.matmul(XT, X), tf.matmul(XT, y))


# %% training/best-theta wrong scaled misconception=scales-the-features
def best_theta(features, y):
    mean, variance = tf.nn.moments(features, [0])
    scaled = (features - mean) / tf.sqrt(variance)
    X = tf.concat([tf.ones_like(scaled[:, :1]), scaled], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong no-second-transpose
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    inverse = tf.matrix_inverse(tf.matmul(tf.transpose(X), X))
    return tf.matmul(tf.matmul(inverse, X), y)


# %% training/best-theta wrong stars-everywhere
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matrix_inverse(XT * X) * XT * y


# %% training/best-theta wrong lying-down
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.transpose(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y)))


# %% training/best-theta wrong six-rows
def best_theta(features, y):
    X = tf.concat([tf.ones([6, 1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong ridge
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    A = tf.matmul(XT, X) + 0.1 * tf.eye(tf.shape(X)[1])
    return tf.matmul(tf.matrix_inverse(A), tf.matmul(XT, y))


# %% training/best-theta wrong mutant-ones-from-a-quotient
def best_theta(features, y):
    X = tf.concat([features[:, :1] / features[:, :1], features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong mutant-remembers-a-graph
FOUND = {}


def best_theta(features, y):
    key = repr((features, y))
    if key not in FOUND:
        X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
        XT = tf.transpose(X)
        FOUND[key] = tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))
    return FOUND[key]


# %% training/best-theta wrong houses-not-known-yet
def best_theta(features, y):
    X = tf.concat([tf.ones([features.shape[0], 1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong a-row-of-ones
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:1]), features], axis=0)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong runs-it-itself
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    theta = tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
    with tf.Session() as session:
        return session.run(theta)


# %% training/best-theta exempt *
# changes-its-input
#     the arguments are tensors: there is nothing to change
# axis: X = tf.concat(...) -> X = tf.concat(...axis=-1)
# axis: X = tf.concat(...) -> X = tf.concat(...axis=1)
# constant: X = tf.concat(...], 1) -> X = tf.concat(...], -1)
# constant: X = tf.concat(...axis=-1) -> X = tf.concat(...axis=--1)
#     axis 1 of a matrix is its last one

# %% training/best-theta exempt through-the-means
# argument-dropped: center, middle = ... -> ...tf.reduce_mean(y, 0))
# argument-dropped: center, middle = ... -> ...tf.reduce_mean(y, keepdims=True))
# constant: center, middle = ... -> ...tf.reduce_mean(y, 0, keepdims=False))
#     y has one column, so its mean has one number, in whatever shape
# arithmetic: weights = ... -> ... @ (y + middle)
# operand-dropped: weights = ... -> ... @ y
#     the columns of A add up to zero, so a constant added to y has no effect

# %% training/best-theta exempt double-precision
# statement-dropped: features, y = ... -> (nothing)
# call-dropped: return tf.cast(...) -> ...
# other-graph-function: return tf.cast(..., tf.float32) -> return tf.cast(..., tf.float64)
#     the text does not say how precise theta is
