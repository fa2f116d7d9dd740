# %% scopes/relus right function-with-a-scope
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        b = tf.Variable(0.0, name="bias")
        return tf.maximum(tf.matmul(X, w) + b, 0.0, name="relu")


def relus(X, n):
    return tf.add_n([relu(X) for _ in range(n)], name="output")


# %% scopes/relus right everything-in-one-loop
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.truncated_normal((X.get_shape()[1].value, 1)), name="weights")
            b = tf.Variable([0.0], name="bias")
            parts.append(tf.nn.relu(tf.matmul(X, w) + b))
    return tf.add_n(parts, name="output")


# %% scopes/relus right inner-function
def relus(X, n):
    features = X.shape.as_list()[1]

    def relu():
        with tf.name_scope("relu"):
            b = tf.Variable(0.0, name="bias")
            w = tf.Variable(tf.zeros([features, 1]), name="weights")
            return tf.maximum(tf.add(tf.matmul(X, w), b, name="z"), 0.0, name="max")

    total = relu()
    for _ in range(n - 1):
        total = total + relu()
    return tf.identity(total, name="output")


# %% scopes/relus right variable-scope-with-a-default-name
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.variable_scope(None, default_name="relu"):
            w = tf.get_variable("weights", shape=[int(X.shape[1]), 1])
            b = tf.get_variable("bias", shape=[1], initializer=tf.zeros_initializer())
            parts.append(tf.nn.relu(tf.matmul(X, w) + b))
    return tf.add_n(parts, name="output")


# %% scopes/relus right numpy-initial-values
def relus(X, n):
    def relu(X):
        with tf.name_scope("relu"):
            w = tf.Variable(np.ones((X.shape[1], 1), dtype=np.float32), name="weights")
            b = tf.Variable(np.float32(1), name="bias")
            z = tf.nn.bias_add(tf.matmul(X, w), tf.reshape(b, [1]))
            return tf.where(z > 0, z, tf.zeros_like(z))

    return tf.add_n([relu(X) for _ in range(n)], name="output")


# %% scopes/relus right names-of-ones-own
def relus(X, n):
    parts = []
    for number in range(n):
        with tf.name_scope("relu" if number == 0 else f"relu_{number}"):
            w = tf.Variable(tf.random_uniform([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong one-relu misconception=one-relu-many-times
def relus(X, n):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        b = tf.Variable(0.0, name="bias")
        relu = tf.maximum(tf.matmul(X, w) + b, 0.0)
    return tf.add_n([relu for _ in range(n)], name="output")


# %% scopes/relus wrong one-scope misconception=scope-around-the-loop
def relus(X, n):
    parts = []
    with tf.name_scope("relu"):
        for _ in range(n):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong no-scope misconception=no-scope
def relus(X, n):
    parts = []
    for _ in range(n):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        b = tf.Variable(0.0, name="bias")
        parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0, name="relu"))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong maximum-of-the-sum misconception=relu-of-the-sum
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.matmul(X, w) + b)
    return tf.maximum(tf.add_n(parts), 0.0, name="output")


# %% scopes/relus wrong one-w-for-all misconception=shares-the-weights
def relus(X, n):
    w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.nn.relu(tf.matmul(X, w) + b))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong no-output-name
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts)


# %% scopes/relus wrong names-of-its-own
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="w")
            b = tf.Variable(0.0, name="b")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong always-three
def relus(X, n):
    parts = []
    for _ in range(3):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong without-bias
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            parts.append(tf.maximum(tf.matmul(X, w), 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong asks-for-the-same-variable-twice
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.variable_scope("relu"):
            w = tf.get_variable("weights", [int(X.shape[1]), 1])
            b = tf.get_variable("bias", [])
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus right all-weights-first
def relus(X, n):
    weights, parts = [], []
    for number in range(n):
        with tf.name_scope(f"relu_{number}/" if number else "relu/"):
            weights.append(tf.Variable(tf.zeros([int(X.shape[1]), 1]), name="weights"))
    for number in range(n)[::-1]:
        with tf.name_scope(f"relu_{number}/" if number else "relu/"):
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.nn.relu(tf.matmul(X, weights[number]) + b))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong names-swapped
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="bias")
            b = tf.Variable(0.0, name="weights")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong weights-lie-down
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([1, int(X.shape[1])]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w, transpose_b=True) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong bias-of-the-first
def relus(X, n):
    parts, biases = [], []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            biases.append(tf.Variable(0.0, name="bias"))
            parts.append(tf.maximum(tf.matmul(X, w) + biases[0], 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus exempt *
# changes-its-input
#     The arguments are a tensor and a number: there is nothing to empty.
# variant: identity-at-the-end
# variant: name-scope
#     The names of the output and of the scopes are demanded.
# constant: ...X.shape[1]... -> ...X.shape[-1]...
# constant: ...X.get_shape()[1]... -> ...X.get_shape()[-1]...
# constant: ...X.shape.as_list()[1] -> ...X.shape.as_list()[-1]
#     X has two dimensions: the second is the last.
# constant: b = tf.Variable(..., name='bias') -> b = tf.Variable(..., name='bias')
# other-function: ...(tf.zeros([... -> ...(tf.ones([...
# other-function: w = tf.Variable(np.ones(... -> w = tf.Variable(np.zeros(...
# argument-dropped: b = tf.get_variable('bias', ...) -> b = tf.get_variable('bias', shape=[1])
#     No initial values are demanded.


# %% scopes/relus exempt numpy-initial-values
# constant: ...tf.reshape(b, [1])) -> ...tf.reshape(b, [-1]))
#     A single number has the shape (1,) in both cases.
# comparison: return tf.where(z > 0, z, tf.zeros_like(z)) -> return tf.where(z >= 0, z, tf.zeros_like(z))
#     Where z is 0, both give 0.


# %% scopes/relus exempt names-of-ones-own
# condition: with tf.name_scope('relu' if number == 0 ... -> with tf.name_scope('relu' if True ...
#     A name scope that is opened again gets the same numbers from TensorFlow.


# %% scopes/relus exempt all-weights-first
# sign: ... -> for number in range(n)[::1]:
# constant: ... -> for number in range(n)[::--1]:
#     The order in which the biases are made is free.
