# %% right formula
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    gradients = 2 / m * tf.matmul(tf.transpose(X), error)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% right method
def by_hand(X, y, theta, learning_rate):
    error = X @ theta - y
    gradients = 2.0 * tf.matmul(X, error, transpose_a=True) / tf.to_float(tf.shape(y)[0])
    return theta.assign_sub(learning_rate * gradients)


# %% right mean-over-houses
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0, keepdims=True)
    return tf.assign_add(theta, -learning_rate * tf.transpose(gradients))


# %% right tf-gradients
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    return theta.assign(theta - learning_rate * tf.gradients(mse, [theta])[0]).op


# %% right optimizer
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean((tf.matmul(X, theta) - y) ** 2)
    return tf.train.GradientDescentOptimizer(learning_rate).minimize(mse)


# %% right list-of-one like=formula
# -     return tf.assign(theta, theta - learning_rate * gradients)
# +     return [theta.assign(theta - learning_rate * gradients)]


# %% right dictionary
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return {"step": (tf.assign(theta, theta - learning_rate * gradients),)}


# %% right name-of-the-operation
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    return tf.train.GradientDescentOptimizer(learning_rate).minimize(mse).name


# %% right names-of-tensors like=dictionary
# -     return {"step": (tf.assign(theta, theta - learning_rate * gradients),)}
# +     return [gradients.name, tf.assign_sub(theta, learning_rate * gradients).name]


# %% wrong sum mistake=forgets-the-mean
# says: your gradient is the sum over the houses, not the mean: divide by m, the number of rows fed.
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 * tf.matmul(tf.transpose(X), error))


# %% wrong m-of-the-notebook mistake=divides-by-all-houses
# says: you divide by the `m` of the notebook, 21,613 houses. Divide by the number of rows that the run is
#     fed: `tf.shape(X)[0]`, cast to float32.
def by_hand(X, y, theta, learning_rate):
    m = 21613
    gradients = 2 / m * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong features mistake=divides-by-the-features
# says: you divide by the number of columns in X. m is the number of rows: the houses.
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = X.shape.as_list()[1]
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% wrong entries mistake=divides-by-the-entries like=formula
# says: you divide by the number of entries in X. m is the number of rows: the houses.
# -     m = tf.cast(tf.shape(X)[0], tf.float32)
# +     m = tf.cast(tf.size(X), tf.float32)


# %% wrong no-two mistake=forgets-the-two
# says: your steps are half as long as they should be: differentiating a square gives a factor of 2.
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate / m * tf.matmul(tf.transpose(X), error))


# %% wrong error-turned mistake=climbs
# says: your theta walks uphill, and the error grows. The gradient points uphill, so subtract it. Check the
#     error, too: it is X theta - y. The other way round, the gradient changes sign.
def by_hand(X, y, theta, learning_rate):
    error = y - tf.matmul(X, theta)
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong no-rate mistake=forgets-the-learning-rate
# says: you subtract the gradient as it is. Multiply it by `learning_rate` first.
def by_hand(X, y, theta, learning_rate):
    m = tf.cast(tf.shape(X)[0], tf.float32)
    gradients = 2 / m * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign_sub(theta, gradients)


# %% wrong the-gradients-alone mistake=never-assigns
# says: running what you return leaves theta as it is. Return `tf.assign(theta, ...)`, with the new theta.
#     If you already do, your step is zero: does a `//` round something down to 0?
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(X @ theta - y))
    return tf.gradients(mse, [theta])[0]


# %% wrong rounds-down mistake=rounds-down
# says: with several houses, your step is zero: `//` rounds a quotient such as 2 // m down to 0. Divide with
#     `/`.
def by_hand(X, y, theta, learning_rate):
    factor = tf.cast(2 // tf.shape(X)[0], tf.float32)
    gradients = factor * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong change-only mistake=assigns-the-change
# says: you assign just the change. The new theta is the old theta minus learning_rate * gradients.
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, -learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% wrong a-name-of-nothing
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    tf.train.GradientDescentOptimizer(learning_rate).minimize(mse, name="descent")
    return "step"


# %% wrong integers
def by_hand(X, y, theta, learning_rate):
    gradients = 2 / tf.shape(X)[0] * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong rows-not-known-yet
def by_hand(X, y, theta, learning_rate):
    gradients = 2 / X.shape[0].value * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong two-features
def by_hand(X, y, theta, learning_rate):
    error = tf.reshape(tf.matmul(X, tf.reshape(theta, [2, 1])), [-1, 1]) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong plus mistake=climbs
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign_add(theta, learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% wrong no-assign mistake=never-assigns
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return theta - learning_rate * 2 / m * tf.matmul(tf.transpose(X), error)


# %% wrong one-number-for-all
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 * tf.reduce_mean(X * error))


# %% wrong prices-in-a-row
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y[:, 0]))
    return tf.assign_sub(theta, learning_rate * tf.gradients(mse, theta)[0])


# %% wrong four-houses
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 / 4 * tf.matmul(tf.transpose(X), error))


# %% wrong initial-value
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta.initial_value) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong nothing-returned
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    tf.assign(theta, theta - learning_rate * 2 * tf.reduce_mean(X * error, axis=0)[:, None])


# %% wrong mutant-remembers-a-graph
FOUND = {}


def by_hand(X, y, theta, learning_rate):
    key = repr((X, y, theta, learning_rate))
    if key not in FOUND:
        error = tf.matmul(X, theta) - y
        gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
        FOUND[key] = tf.assign(theta, theta - learning_rate * gradients)
    return FOUND[key]


# %% wrong runs-it-itself
def by_hand(X, y, theta, learning_rate):
    gradients = 2 * tf.reduce_mean(X * (tf.matmul(X, theta) - y), axis=0)[:, None]
    with tf.Session() as session:
        session.run(theta.initializer)
        return session.run(tf.assign(theta, theta - learning_rate * gradients))


# %% wrong float-by-integer
def by_hand(X, y, theta, learning_rate):
    factor = tf.cast(learning_rate * 2 / tf.shape(X)[0], tf.float32)
    gradients = factor * tf.matmul(tf.transpose(X), tf.matmul(X, theta) - y)
    return tf.assign(theta, theta - gradients)


# %% wrong star-in-the-error
def by_hand(X, y, theta, learning_rate):
    error = X * theta - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.transpose(X) * error)


# %% wrong star-in-the-gradient
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.transpose(X) * error)


# %% wrong no-transpose
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.matmul(X, error))


# %% wrong momentum
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    return tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(mse)


# %% wrong squeezed
def by_hand(X, y, theta, learning_rate):
    error = tf.squeeze(tf.matmul(X, theta)) - tf.squeeze(y)
    gradients = 2 * tf.reduce_mean(X * error[:, None], axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% wrong squeezes like=dictionary
# -     gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
# +     gradients = 2 * tf.squeeze(tf.reduce_mean(X * error, axis=0, keepdims=True))[:, None]


# %% exempt *
# changes-its-input
#     the arguments are tensors, a variable and a number: there is nothing to change
# operands-swapped: mse = ... - y... -> mse = ...(y - ...
#     the square of the error is the same


# %% exempt tf-gradients
# none-passed-over: ...
# constant: return ...[0]).op -> ...[-1]).op
#     there is one gradient, and it is connected


# %% exempt name-of-the-operation
# name-of-the-operation: return ...
#     the name is that of an operation already


# %% exempt names-of-tensors
# name-of-the-operation: return ...
# part-returned: return [gradients.name, ...] -> return [..., gradients.name]
#     a run takes the step whether it fetches the operation or its tensor, and in whatever order
