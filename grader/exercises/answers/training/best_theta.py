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


# %% training/best-theta wrong lying-down
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.transpose(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y)))


# %% training/best-theta wrong twelve-rows
def best_theta(features, y):
    X = tf.concat([tf.ones([12, 1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong ridge
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    A = tf.matmul(XT, X) + 0.1 * tf.eye(tf.shape(X)[1])
    return tf.matmul(tf.matrix_inverse(A), tf.matmul(XT, y))
