# %% scopes/relus right function-with-a-scope
def relu(x, size):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(x.shape[1]), size]), name="weights")
        c = tf.Variable(tf.zeros([size]), name="bias")
        return tf.maximum(tf.matmul(x, w) + c, 0.0, name="max")


def relus(X, sizes):
    for size in sizes:
        X = relu(X, size)
    return tf.identity(X, name="output")


# %% scopes/relus right pairs-of-sizes
def relus(X, sizes):
    widths = [X.shape.as_list()[1], *sizes]
    out = X
    for before, after in zip(widths, sizes):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.truncated_normal((before, after)), name="weights")
            c = tf.Variable([0.0] * after, name="bias")
            out = tf.nn.relu(tf.nn.bias_add(tf.matmul(out, w), c))
    return tf.identity(out, "output")


# %% scopes/relus right recursion
def relus(X, sizes):
    if len(sizes) == 0:
        return tf.identity(X, name="output")
    with tf.name_scope("relu"):
        w = tf.Variable(np.ones((int(X.shape[1]), sizes[0]), np.float32), name="weights")
        c = tf.Variable(np.zeros(sizes[0], np.float32), name="bias")
        z = tf.add(tf.matmul(X, w), c, name="z")
        h = tf.where(z > 0, z, tf.zeros_like(z))
    return relus(h, sizes[1:])


# %% scopes/relus right variable-scope-with-a-default-name
def relus(X, sizes):
    for size in sizes:
        with tf.variable_scope(None, default_name="relu"):
            w = tf.get_variable("weights", shape=[int(X.shape[1]), size])
            c = tf.get_variable("bias", shape=[size], initializer=tf.zeros_initializer())
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus right last-layer-apart
def relus(X, sizes):
    def sums(x, size):
        w = tf.Variable(tf.random_uniform([int(x.shape[1]), size]), name="weights")
        c = tf.Variable(tf.zeros([size]), name="bias")
        return tf.matmul(x, w) + c

    *inner, last = sizes
    for size in inner:
        with tf.name_scope("relu"):
            X = tf.maximum(sums(X, size), 0.0)
    with tf.name_scope("relu"):
        z = sums(X, last)
    return tf.maximum(z, 0.0, name="output")


# %% scopes/relus right names-of-ones-own
def relus(X, sizes):
    h = X
    for number, size in enumerate(sizes):
        scope = "relu" if number == 0 else f"relu_{number}"
        with tf.name_scope(scope):
            c = tf.Variable(tf.zeros(size), name="bias")
            w = tf.Variable(tf.random_normal([int(h.shape[-1]), size]), name="weights")
            h = tf.nn.relu(c + tf.matmul(h, w))
    return tf.add(h, 0.0, name="output")


# %% scopes/relus right all-variables-first
def relus(X, sizes):
    variables, inputs = [], int(X.shape[1])
    for number, size in enumerate(sizes):
        with tf.name_scope(f"relu_{number}/" if number else "relu/"):
            w = tf.Variable(tf.zeros([inputs, size]), name="weights")
            variables.append((w, tf.Variable(tf.zeros([size]), name="bias")))
        inputs = size
    for w, c in variables:
        X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong parallel misconception=all-take-X
def relus(X, sizes):
    layers = []
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            layers.append(tf.nn.relu(tf.matmul(X, w) + c))
    return tf.identity(layers[-1], name="output")


# %% scopes/relus wrong one-scope misconception=scope-around-the-loop
def relus(X, sizes):
    with tf.name_scope("relu"):
        for size in sizes:
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong no-scope misconception=no-scope
def relus(X, sizes):
    for size in sizes:
        w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
        c = tf.Variable(tf.zeros([size]), name="bias")
        X = tf.nn.relu(tf.matmul(X, w) + c, name="relu")
    return tf.identity(X, name="output")


# %% scopes/relus wrong after-the-block misconception=relu-outside-the-scope
def relus(X, sizes):
    x = X
    for n in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(x.shape[1]), n]), name="weights")
            c = tf.Variable(tf.zeros([n]), name="bias")
        x = tf.nn.relu(tf.matmul(x, w) + c)
    return tf.identity(x, name="output")


# %% scopes/relus wrong named-inside misconception=output-in-a-scope
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.maximum(tf.matmul(X, w) + c, 0.0, name="output")
    return X


# %% scopes/relus wrong linear-at-the-end misconception=last-layer-without-relu
def relus(X, sizes):
    for number, size in enumerate(sizes):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.matmul(X, w) + c
            if number < len(sizes) - 1:
                X = tf.nn.relu(X)
    return tf.identity(X, name="output")


# %% scopes/relus wrong relu-of-the-product misconception=bias-after-the-relu
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w)) + c
    return tf.identity(X, name="output")


# %% scopes/relus wrong no-output-name
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return X


# %% scopes/relus wrong names-of-its-own
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="w")
            c = tf.Variable(tf.zeros([size]), name="c")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong always-two-layers
def relus(X, sizes):
    for size in sizes[:2]:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong without-bias
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            X = tf.nn.relu(tf.matmul(X, w))
    return tf.identity(X, name="output")


# %% scopes/relus wrong one-bias-for-the-layer misconception=one-bias-for-all
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(0.0, name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong bias-as-a-row
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([1, size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong features-of-X
def relus(X, sizes):
    out = X
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            out = tf.nn.relu(tf.matmul(out, w) + c)
    return tf.identity(out, name="output")


# %% scopes/relus wrong five-calls-and-a-sum
def relus(X, sizes):
    parts = []
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            c = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + c, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong asks-for-the-same-variable-twice
def relus(X, sizes):
    for size in sizes:
        with tf.variable_scope("relu"):
            w = tf.get_variable("weights", [int(X.shape[1]), size])
            c = tf.get_variable("bias", [size])
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong names-swapped
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="bias")
            c = tf.Variable(tf.zeros([size]), name="weights")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong layers-backwards
def relus(X, sizes):
    for size in reversed(sizes):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong relu-at-the-end-only misconception=only-the-last-layer-with-relu
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.matmul(X, w) + c
    return tf.nn.relu(X, name="output")


# %% scopes/relus wrong linear misconception=no-relu
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.matmul(X, w) + c
    return tf.identity(X, name="output")


# %% scopes/relus wrong relu-everywhere-but-in-the-second
def relus(X, sizes):
    for number, size in enumerate(sizes):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.matmul(X, w) + c
            if number != 1:
                X = tf.nn.relu(X)
    return tf.identity(X, name="output")


# %% scopes/relus wrong no-variables
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.random_normal([int(X.shape[1]), size], name="weights")
            c = tf.zeros([size], name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% scopes/relus wrong weights-transposed
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([size, int(X.shape[1])]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w, transpose_b=True) + c)
    return tf.identity(X, name="output")


# %% scopes/relus exempt *
# changes-its-input
#     The text does not say that the list is needed afterwards, and the check gives copies.
# variant: identity-at-the-end
# variant: name-scope
#     The names of the output and of the scopes are demanded.
# constant: ...shape[1]... -> ...shape[-1]...
# constant: ...X.shape.as_list()[1]... -> ...X.shape.as_list()[-1]...
#     X has two dimensions: the second is the last.
# other-function: ...tf.zeros(... -> ...tf.ones(...
# constant: c = tf.Variable([0.0] * after, name='bias') -> ...
# argument-dropped: c = tf.get_variable('bias', ...) -> c = tf.get_variable('bias', shape=[size])
#     No initial values are demanded.


# %% scopes/relus exempt recursion
# other-function: ...np.ones(... -> ...np.zeros(...
# other-function: ...np.zeros(... -> ...np.ones(...
#     No initial values are demanded.
# comparison: h = tf.where(z > 0, z, tf.zeros_like(z)) -> h = tf.where(z >= 0, z, tf.zeros_like(z))
#     Where z is 0, both give 0.


# %% scopes/relus exempt names-of-ones-own
# condition: scope = 'relu' if number == 0 else ... -> scope = 'relu' if True else ...
#     A name scope that is opened again gets the same numbers from TensorFlow.
# sign: ...h.shape[-1]... -> ...h.shape[1]...
# constant: ...h.shape[-1]... -> ...h.shape[--1]...
#     A layer's output has two dimensions: the second is the last.
