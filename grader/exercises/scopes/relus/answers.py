# %% right function-with-a-scope
def relu(x, size):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(x.shape[1]), size]), name="weights")
        c = tf.Variable(tf.zeros([size]), name="bias")
        return tf.maximum(tf.matmul(x, w) + c, 0.0, name="max")


def relus(X, sizes):
    for size in sizes:
        X = relu(X, size)
    return tf.identity(X, name="output")


# %% right pairs-of-sizes
def relus(X, sizes):
    widths = [X.shape.as_list()[1], *sizes]
    out = X
    for before, after in zip(widths, sizes):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.truncated_normal((before, after)), name="weights")
            c = tf.Variable([0.0] * after, name="bias")
            out = tf.nn.relu(tf.nn.bias_add(tf.matmul(out, w), c))
    return tf.identity(out, "output")


# %% right recursion
def relus(X, sizes):
    if len(sizes) == 0:
        return tf.identity(X, name="output")
    with tf.name_scope("relu"):
        w = tf.Variable(np.ones((int(X.shape[1]), sizes[0]), np.float32), name="weights")
        c = tf.Variable(np.zeros(sizes[0], np.float32), name="bias")
        z = tf.add(tf.matmul(X, w), c, name="z")
        h = tf.where(z > 0, z, tf.zeros_like(z))
    return relus(h, sizes[1:])


# %% right variable-scope-with-a-default-name
def relus(X, sizes):
    for size in sizes:
        with tf.variable_scope(None, default_name="relu"):
            w = tf.get_variable("weights", shape=[int(X.shape[1]), size])
            c = tf.get_variable("bias", shape=[size], initializer=tf.zeros_initializer())
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% right last-layer-apart
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


# %% right names-of-ones-own
def relus(X, sizes):
    h = X
    for number, size in enumerate(sizes):
        scope = "relu" if number == 0 else f"relu_{number}"
        with tf.name_scope(scope):
            c = tf.Variable(tf.zeros(size), name="bias")
            w = tf.Variable(tf.random_normal([int(h.shape[-1]), size]), name="weights")
            h = tf.nn.relu(c + tf.matmul(h, w))
    return tf.add(h, 0.0, name="output")


# %% right all-variables-first
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


# %% wrong parallel mistake=all-take-X
# says: all your layers take `X`, so only the last one counts. Each layer should take the output of the
#     layer before it.
def relus(X, sizes):
    layers = []
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            layers.append(tf.nn.relu(tf.matmul(X, w) + c))
    return tf.identity(layers[-1], name="output")


# %% wrong one-scope mistake=scope-around-the-loop
# says: all your layers are in one scope: their variables are called `weights`, `weights_1` and so on. Open
#     the scope inside the loop (or a function): then each layer gets a scope of its own.
def relus(X, sizes):
    with tf.name_scope("relu"):
        for size in sizes:
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% wrong no-scope mistake=no-scope
# says: your variables are in no scope. Put `with tf.name_scope("relu"):` around the nodes of one layer.
def relus(X, sizes):
    for size in sizes:
        w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
        c = tf.Variable(tf.zeros([size]), name="bias")
        X = tf.nn.relu(tf.matmul(X, w) + c, name="relu")
    return tf.identity(X, name="output")


# %% wrong after-the-block mistake=relu-outside-the-scope
# says: your variables are in `relu`, `relu_2` and so on. TensorFlow ignores case when it makes names
#     unique: the node that `tf.nn.relu` makes outside the scope takes a number, and the scopes skip it.
#     Apply the ReLU inside the scope.
def relus(X, sizes):
    x = X
    for n in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(x.shape[1]), n]), name="weights")
            c = tf.Variable(tf.zeros([n]), name="bias")
        x = tf.nn.relu(tf.matmul(x, w) + c)
    return tf.identity(x, name="output")


# %% wrong one-bias-for-the-layer mistake=one-bias-for-all
# says: your `bias` is a single number for the whole layer. Each column has its own: the shape of `bias` is
#     (size of the layer,).
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(0.0, name="bias")
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% wrong named-inside mistake=output-in-a-scope
# says: your layers are right, but the result comes from an operation that is called `output` within a
#     scope, such as `relu_1/output`. Name it outside: `tf.identity` passes a value on under a new name.
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.maximum(tf.matmul(X, w) + c, 0.0, name="output")
    return X


# %% wrong linear-at-the-end mistake=last-layer-without-relu
# says: your last layer has no ReLU: it lets negative values through.
def relus(X, sizes):
    for number, size in enumerate(sizes):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.matmul(X, w) + c
            if number < len(sizes) - 1:
                X = tf.nn.relu(X)
    return tf.identity(X, name="output")


# %% wrong relu-at-the-end-only mistake=only-the-last-layer-with-relu like=named-inside
# says: only your last layer has a ReLU: the layers before it let negative values through.
# -             X = tf.maximum(tf.matmul(X, w) + c, 0.0, name="output")
# -     return X
# +             X = tf.matmul(X, w) + c
# +     return tf.nn.relu(X, name="output")


# %% wrong linear mistake=no-relu like=one-bias-for-the-layer
# says: your layers have no ReLU: they let negative values through.
# -             c = tf.Variable(0.0, name="bias")
# -             X = tf.nn.relu(tf.matmul(X, w) + c)
# +             c = tf.Variable(tf.zeros([size]), name="bias")
# +             X = tf.matmul(X, w) + c


# %% wrong relu-of-the-product mistake=bias-after-the-relu like=one-bias-for-the-layer
# says: you take the maximum first and add the bias to it. The bias belongs inside: relu(x W + c).
# -             c = tf.Variable(0.0, name="bias")
# -             X = tf.nn.relu(tf.matmul(X, w) + c)
# +             c = tf.Variable(tf.zeros([size]), name="bias")
# +             X = tf.nn.relu(tf.matmul(X, w)) + c


# %% wrong no-output-name like=named-inside
# -             X = tf.maximum(tf.matmul(X, w) + c, 0.0, name="output")
# +             X = tf.nn.relu(tf.matmul(X, w) + c)


# %% wrong names-of-its-own like=one-bias-for-the-layer
# -             w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
# -             c = tf.Variable(0.0, name="bias")
# +             w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="w")
# +             c = tf.Variable(tf.zeros([size]), name="c")


# %% wrong always-two-layers like=one-scope
# -     with tf.name_scope("relu"):
# -         for size in sizes:
# +     for size in sizes[:2]:
# +         with tf.name_scope("relu"):


# %% wrong without-bias like=one-bias-for-the-layer
# -             c = tf.Variable(0.0, name="bias")
# -             X = tf.nn.relu(tf.matmul(X, w) + c)
# +             X = tf.nn.relu(tf.matmul(X, w))


# %% wrong bias-as-a-row like=one-bias-for-the-layer
# -             c = tf.Variable(0.0, name="bias")
# +             c = tf.Variable(tf.zeros([1, size]), name="bias")


# %% wrong features-of-X
def relus(X, sizes):
    out = X
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            out = tf.nn.relu(tf.matmul(out, w) + c)
    return tf.identity(out, name="output")


# %% wrong five-calls-and-a-sum
def relus(X, sizes):
    parts = []
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            c = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + c, 0.0))
    return tf.add_n(parts, name="output")


# %% wrong asks-for-the-same-variable-twice
def relus(X, sizes):
    for size in sizes:
        with tf.variable_scope("relu"):
            w = tf.get_variable("weights", [int(X.shape[1]), size])
            c = tf.get_variable("bias", [size])
            X = tf.nn.relu(tf.matmul(X, w) + c)
    return tf.identity(X, name="output")


# %% wrong names-swapped like=one-bias-for-the-layer
# -             w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
# -             c = tf.Variable(0.0, name="bias")
# +             w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="bias")
# +             c = tf.Variable(tf.zeros([size]), name="weights")


# %% wrong layers-backwards like=one-scope
# -     with tf.name_scope("relu"):
# -         for size in sizes:
# +     for size in reversed(sizes):
# +         with tf.name_scope("relu"):


# %% wrong relu-everywhere-but-in-the-second like=linear-at-the-end
# -             if number < len(sizes) - 1:
# +             if number != 1:


# %% wrong no-variables like=one-bias-for-the-layer
# -             w = tf.Variable(tf.random_normal([int(X.shape[1]), size]), name="weights")
# -             c = tf.Variable(0.0, name="bias")
# +             w = tf.random_normal([int(X.shape[1]), size], name="weights")
# +             c = tf.zeros([size], name="bias")


# %% wrong weights-transposed
def relus(X, sizes):
    for size in sizes:
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([size, int(X.shape[1])]), name="weights")
            c = tf.Variable(tf.zeros([size]), name="bias")
            X = tf.nn.relu(tf.matmul(X, w, transpose_b=True) + c)
    return tf.identity(X, name="output")


# %% wrong number-of-the-first-equal-size like=names-of-ones-own
# -     for number, size in enumerate(sizes):
# -         scope = "relu" if number == 0 else f"relu_{number}"
# +     for size in sizes:
# +         number = sizes.index(size)
# +         scope = "relu" if number == 0 else f"relu_{number}"


# %% exempt *
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


# %% exempt recursion
# other-function: ...np.ones(... -> ...np.zeros(...
# other-function: ...np.zeros(... -> ...np.ones(...
#     No initial values are demanded.
# comparison: h = tf.where(z > 0, z, tf.zeros_like(z)) -> h = tf.where(z >= 0, z, tf.zeros_like(z))
#     Where z is 0, both give 0.


# %% exempt names-of-ones-own
# condition: scope = 'relu' if number == 0 else ... -> scope = 'relu' if True else ...
#     A name scope that is opened again gets the same numbers from TensorFlow.
# sign: ...h.shape[-1]... -> ...h.shape[1]...
# constant: ...h.shape[-1]... -> ...h.shape[--1]...
#     A layer's output has two dimensions: the second is the last.
