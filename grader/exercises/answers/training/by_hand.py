# %% training/by-hand right formula
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    gradients = 2 / m * tf.matmul(tf.transpose(X), error)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand right method
def by_hand(X, y, theta, learning_rate):
    error = X @ theta - y
    gradients = 2.0 * tf.matmul(X, error, transpose_a=True) / tf.to_float(tf.shape(y)[0])
    return theta.assign_sub(learning_rate * gradients)


# %% training/by-hand right mean-over-houses
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0, keepdims=True)
    return tf.assign_add(theta, -learning_rate * tf.transpose(gradients))


# %% training/by-hand right tf-gradients
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    return theta.assign(theta - learning_rate * tf.gradients(mse, [theta])[0]).op


# %% training/by-hand right optimizer
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean((tf.matmul(X, theta) - y) ** 2)
    return tf.train.GradientDescentOptimizer(learning_rate).minimize(mse)


# %% training/by-hand right list-of-one
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    gradients = 2 / m * tf.matmul(tf.transpose(X), error)
    return [theta.assign(theta - learning_rate * gradients)]


# %% training/by-hand right dictionary
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return {"step": (tf.assign(theta, theta - learning_rate * gradients),)}


# %% training/by-hand right name-of-the-operation
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    return tf.train.GradientDescentOptimizer(learning_rate).minimize(mse).name


# %% training/by-hand right names-of-tensors
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return [gradients.name, tf.assign_sub(theta, learning_rate * gradients).name]


# %% training/by-hand wrong a-name-of-nothing
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    tf.train.GradientDescentOptimizer(learning_rate).minimize(mse, name="descent")
    return "step"


# %% training/by-hand wrong entries misconception=divides-by-the-entries
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.size(X), tf.float32)
    gradients = 2 / m * tf.matmul(tf.transpose(X), error)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong integers
def by_hand(X, y, theta, learning_rate):
    gradients = 2 / tf.shape(X)[0] * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong rows-not-known-yet
def by_hand(X, y, theta, learning_rate):
    gradients = 2 / X.shape[0].value * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong two-features
def by_hand(X, y, theta, learning_rate):
    error = tf.reshape(tf.matmul(X, tf.reshape(theta, [2, 1])), [-1, 1]) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong sum misconception=forgets-the-mean
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong m-of-the-notebook misconception=divides-by-all-houses
def by_hand(X, y, theta, learning_rate):
    m = 21613
    gradients = 2 / m * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong features misconception=divides-by-the-features
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = X.shape.as_list()[1]
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong no-two misconception=forgets-the-two
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong plus misconception=climbs
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign_add(theta, learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong error-turned misconception=climbs
def by_hand(X, y, theta, learning_rate):
    error = y - tf.matmul(X, theta)
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong no-assign misconception=never-assigns
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return theta - learning_rate * 2 / m * tf.matmul(tf.transpose(X), error)


# %% training/by-hand wrong change-only misconception=assigns-the-change
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, -learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong no-rate misconception=forgets-the-learning-rate
def by_hand(X, y, theta, learning_rate):
    m = tf.cast(tf.shape(X)[0], tf.float32)
    gradients = 2 / m * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign_sub(theta, gradients)


# %% training/by-hand wrong one-number-for-all
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 * tf.reduce_mean(X * error))


# %% training/by-hand wrong prices-in-a-row
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y[:, 0]))
    return tf.assign_sub(theta, learning_rate * tf.gradients(mse, theta)[0])


# %% training/by-hand wrong four-houses
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 / 4 * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong initial-value
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta.initial_value) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong nothing-returned
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    tf.assign(theta, theta - learning_rate * 2 * tf.reduce_mean(X * error, axis=0)[:, None])


# %% training/by-hand wrong mutant-remembers-a-graph
FOUND = {}


def by_hand(X, y, theta, learning_rate):
    key = repr((X, y, theta, learning_rate))
    if key not in FOUND:
        error = tf.matmul(X, theta) - y
        gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
        FOUND[key] = tf.assign(theta, theta - learning_rate * gradients)
    return FOUND[key]


# %% training/by-hand wrong the-gradients-alone misconception=never-assigns
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(X @ theta - y))
    return tf.gradients(mse, [theta])[0]


# %% training/by-hand wrong runs-it-itself
def by_hand(X, y, theta, learning_rate):
    gradients = 2 * tf.reduce_mean(X * (tf.matmul(X, theta) - y), axis=0)[:, None]
    with tf.Session() as session:
        session.run(theta.initializer)
        return session.run(tf.assign(theta, theta - learning_rate * gradients))


# %% training/by-hand wrong rounds-down misconception=rounds-down
def by_hand(X, y, theta, learning_rate):
    factor = tf.cast(2 // tf.shape(X)[0], tf.float32)
    gradients = factor * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong float-by-integer
def by_hand(X, y, theta, learning_rate):
    factor = tf.cast(learning_rate * 2 / tf.shape(X)[0], tf.float32)
    gradients = factor * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - gradients)


# %% training/by-hand wrong star-in-the-error
def by_hand(X, y, theta, learning_rate):
    error = X * theta - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.transpose(X) * error)


# %% training/by-hand wrong star-in-the-gradient
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.transpose(X) * error)


# %% training/by-hand wrong no-transpose
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.matmul(X, error))


# %% training/by-hand wrong momentum
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    return tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(mse)


# %% training/by-hand wrong squeezed
def by_hand(X, y, theta, learning_rate):
    error = tf.squeeze(tf.matmul(X, theta)) - tf.squeeze(y)
    gradients = 2 * tf.reduce_mean(X * error[:, None], axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand exempt *
# changes-its-input
#     the arguments are tensors, a variable and a number: there is nothing to change
# operands-swapped: mse = ... - y... -> mse = ...(y - ...
#     the square of the error is the same

# %% training/by-hand exempt tf-gradients
# none-passed-over: ...
# constant: return ...[0]).op -> ...[-1]).op
#     there is one gradient, and it is connected

# %% training/by-hand exempt name-of-the-operation
# name-of-the-operation: return ...
#     the name is that of an operation already

# %% training/by-hand exempt names-of-tensors
# name-of-the-operation: return ...
# part-returned: return [gradients.name, ...] -> return [..., gradients.name]
#     a run takes the step whether it fetches the operation or its tensor, and in whatever order
