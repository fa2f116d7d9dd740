# %% right auto-reuse
def encode(x, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [int(x.shape[1]), units])
        b = tf.get_variable("bias", [units], initializer=tf.zeros_initializer())
        return tf.nn.relu(tf.matmul(x, w) + b)


def distance(a, b, units):
    return tf.reduce_sum(tf.square(encode(a, units) - encode(b, units)), axis=1)


# %% right one-scope-for-both
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        encoded = []
        for x in (a, b):
            w = tf.get_variable("weights", shape=(x.shape[1], units), dtype=tf.float32)
            c = tf.get_variable("bias", shape=units)
            encoded.append(tf.maximum(tf.add(tf.matmul(x, w), c), 0.0))
    difference = encoded[0] - encoded[1]
    return tf.reduce_sum(difference * difference, 1)


# %% right asked-once-used-twice
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [a.shape.as_list()[1], units])
        c = tf.get_variable("bias", [units])

    def encode(x):
        return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum((encode(a) - encode(b)) ** 2, axis=-1)


# %% right one-batch
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        c = tf.get_variable("bias", [units])
    both = tf.nn.relu(tf.nn.xw_plus_b(tf.concat([a, b], axis=0), w, c))
    one, other = tf.split(both, 2, axis=0)
    return tf.reduce_sum(tf.squared_difference(one, other), axis=1)


# %% right tries-to-find
def distance(a, b, units):
    def variables():
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        return w, tf.get_variable("bias", [units])

    try:
        with tf.variable_scope("encoder", reuse=True):
            w, c = variables()
    except ValueError:
        with tf.variable_scope("encoder"):
            w, c = variables()
    return tf.reduce_sum(tf.square(tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)), 1)


# %% right looks-into-the-graph
def distance(a, b, units):
    made = any(v.op.name == "encoder/weights" for v in tf.global_variables())
    with tf.variable_scope("encoder", reuse=made) as encoder:
        results = []
        for x in (a, b):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.get_variable("bias", [units])
            encoder.reuse_variables()
            results.append(tf.nn.relu(tf.matmul(x, w) + c))
    return tf.reduce_sum(tf.square(results[0] - results[1]), axis=1)


# %% wrong variables-of-their-own mistake=a-variable-ignores-reuse
# says: each input has its own weights, in `encoder` and `encoder_1`. `tf.Variable` makes a new variable at
#     every call, whatever `reuse` says. Ask with `tf.get_variable`.
def distance(a, b, units):
    def encode(x):
        with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
            w = tf.Variable(tf.random_normal([int(x.shape[1]), units]), name="weights")
            c = tf.Variable(tf.zeros([units]), name="bias")
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a) - encode(b)), axis=1)


# %% wrong reuse-variables mistake=shares-within-one-call-only
# says: one call works, but the second one wants to create the variables again, which is a ValueError. With
#     `reuse=tf.AUTO_REUSE`, the first call creates them, and all others find them.
def distance(a, b, units):
    def encode(x):
        w = tf.get_variable("weights", [int(x.shape[1]), units])
        c = tf.get_variable("bias", [units])
        return tf.nn.relu(tf.matmul(x, w) + c)

    with tf.variable_scope("encoder"):
        one = encode(a)
    with tf.variable_scope("encoder", reuse=True):
        other = encode(b)
    return tf.reduce_sum(tf.square(one - other), axis=1)


# %% wrong a-dictionary mistake=remembers-in-python
# says: your function keeps its variables in Python. In another graph it still holds those of the first, and
#     a node cannot take its input from another graph. `tf.get_variable` with `tf.AUTO_REUSE` asks the
#     graph instead.
shared = {}


def distance(a, b, units):
    with tf.variable_scope("encoder"):
        if "w" not in shared:
            shared["w"] = tf.get_variable("weights", [int(a.shape[1]), units])
            shared["c"] = tf.get_variable("bias", [units])
    one, other = [tf.nn.relu(tf.matmul(x, shared["w"]) + shared["c"]) for x in (a, b)]
    return tf.reduce_sum(tf.square(one - other), axis=1)


# %% wrong mutant-reuse-if-there-are-variables mistake=reuses-if-anything-is-there like=looks-into-the-graph
# says: your function reuses as soon as the graph has any variable, whoever made it, although its own two
#     may not be there. `reuse=tf.AUTO_REUSE` decides for each of them.
# -     made = any(v.op.name == "encoder/weights" for v in tf.global_variables())
# -     with tf.variable_scope("encoder", reuse=made) as encoder:
# +     with tf.variable_scope("encoder", reuse=bool(tf.global_variables())) as encoder:


# %% wrong no-relu mistake=no-relu
# says: your layer has no ReLU: it lets negative values through. It should be relu(x W + c).
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        c = tf.get_variable("bias", [units])
    return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)


# %% wrong square-root mistake=root-of-the-sum like=no-relu
# says: you take the square root of the sum. The distance here is the sum of the squares itself.
# -     return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)
# +     difference = tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)
# +     return tf.sqrt(tf.reduce_sum(tf.square(difference), axis=1))


# %% wrong mean mistake=mean-for-sum like=no-relu
# says: you take the mean of the squared differences. The distance here is their sum.
# -     return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)
# +     difference = tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)
# +     return tf.reduce_mean(difference**2, axis=1)


# %% wrong absolute-differences mistake=no-squares like=no-relu
# says: you add the differences without squaring them. The distance here is the sum of their squares.
# -     return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)
# +     return tf.reduce_sum(tf.abs(tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)), axis=1)


# %% wrong sum-over-everything mistake=one-number-for-all-rows like=no-relu
# says: you add up the rows, too. Each row has a distance of its own: `axis=1`.
# -     return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)
# +     return tf.reduce_sum(tf.square(tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)))


# %% wrong asks-twice mistake=asks-twice-without-reuse
# says: `get_variable` makes a variable once; asking again without reuse is a ValueError, so that nobody
#     shares by accident. Say that you want to: `reuse=tf.AUTO_REUSE`.
def distance(a, b, units):
    def encode(x):
        with tf.variable_scope("encoder"):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.get_variable("bias", [units])
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a) - encode(b)), axis=1)


# %% wrong scope-for-each mistake=two-scopes
# says: your two inputs use variables of two scopes. To share them, both must ask in the same scope,
#     `encoder`.
def distance(a, b, units):
    def encode(x, name):
        with tf.variable_scope("encoder_" + name, reuse=tf.AUTO_REUSE):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.get_variable("bias", [units])
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a, "a") - encode(b, "b")), axis=1)


# %% wrong only-reuses mistake=reuses-what-is-not-there
# says: with `reuse=True`, a scope only finds variables, and at the first call there are none. With
#     `reuse=tf.AUTO_REUSE`, it creates what is missing.
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=True):
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        c = tf.get_variable("bias", [units])
    return tf.reduce_sum(tf.square(tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)), 1)


# %% wrong no-scope like=asks-twice
# -         with tf.variable_scope("encoder"):
# +         with tf.variable_scope("", reuse=tf.AUTO_REUSE):


# %% wrong a-bias-for-each like=variables-of-their-own
# -             w = tf.Variable(tf.random_normal([int(x.shape[1]), units]), name="weights")
# +             w = tf.get_variable("weights", [int(x.shape[1]), units])


# %% wrong mutant-relu-of-one like=no-relu
# -     return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)
# +     return tf.reduce_sum(tf.square((a @ w + c) - tf.nn.relu(b @ w + c)), axis=1)


# %% wrong mutant-sum-for-difference like=no-relu
# -     return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)
# +     return tf.reduce_sum(tf.square(tf.nn.relu(a @ w + c) + tf.nn.relu(b @ w + c)), axis=1)


# %% exempt *
# changes-its-input
#     The arguments are tensors and a number: there is nothing to empty.
# constant: ...x.shape[1]... -> ...x.shape[-1]...
# constant: ...a.shape[1]... -> ...a.shape[-1]...
# constant: ...shape.as_list()[1]... -> ...shape.as_list()[-1]...
#     The inputs have two dimensions: the second is the last.
# axis: ...axis=1) -> ...axis=-1)
# axis: ...axis=-1) -> ...axis=1)
# constant: ...axis=-1) -> ...axis=--1)
# constant: ..., 1) -> ..., -1)
#     The results of the layer have two dimensions: the second is the last.
# argument-dropped: ...tf.get_variable(... initializer=... -> ...
#     No initial values are demanded.
# argument-dropped: ...dtype=tf.float32) -> ...
#     Variables are float32 where nothing is said.
# operands-swapped: ... -> ...encode(b, units) - encode(a, units)...
# operands-swapped: ... -> ...encoded[1] - encoded[0]
# operands-swapped: ... -> ...encode(b) - encode(a)...
# operands-swapped: ... -> ...tf.nn.relu(b @ w + c) - tf.nn.relu(a @ w + c)...
# operands-swapped: ... -> ...results[1] - results[0]...
#     The square of a difference has no sign.


# %% exempt one-scope-for-both
# constant: difference = encoded[0] - encoded[1] -> difference = encoded[0] - encoded[-1]
#     The second of two is the last.


# %% exempt one-batch
# argument-dropped: one, other = tf.split(both, 2, axis=0) -> one, other = tf.split(both, 2)
#     tf.split splits the first axis where nothing is said.


# %% exempt looks-into-the-graph
# rounds: made = any(... -> ...[:-1]...
#     The weights are never the last variable: the bias comes after them.
# other-graph-function: ... -> ...tf.trainable_variables()...
#     Both variables are trainable.
# constant: ... -> ...results[0] - results[-1]...
#     The second of two is the last.
