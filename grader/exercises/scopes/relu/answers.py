# %% right auto-reuse
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer(0.0))
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% right two-scopes
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE, auxiliary_name_scope=False):
        threshold = tf.get_variable("threshold", initializer=0.0)
    with tf.name_scope("relu"):
        w = tf.Variable(tf.zeros((X.shape[1], 1)), name="weights")
        return tf.maximum(X @ w, threshold)


# %% right tries-to-find
def relu(X):
    try:
        with tf.variable_scope("relu", reuse=True, auxiliary_name_scope=False):
            threshold = tf.get_variable("threshold", shape=())
    except ValueError:
        with tf.variable_scope("relu", auxiliary_name_scope=False):
            threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_uniform([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(threshold, tf.matmul(X, w))


# %% right own-weights-by-default-name
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
    with tf.variable_scope(None, default_name="relu"):
        w = tf.get_variable("weights", [int(X.shape[1]), 1])
        z = tf.matmul(X, w)
        return tf.where(z > threshold, z, threshold * tf.ones_like(z))


# %% right one-for-each-graph
thresholds = {}


def relu(X):
    with tf.name_scope("relu"):
        if X.graph not in thresholds:
            thresholds[X.graph] = tf.Variable(0.0, name="threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), thresholds[X.graph])


# %% right reuse-if-it-is-there
def relu(X):
    there = [v for v in tf.global_variables() if v.op.name == "relu/threshold"]
    with tf.variable_scope("relu", reuse=bool(there)):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer())
        w = tf.Variable(np.ones((int(X.shape[1]), 1), np.float32), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong one-each mistake=a-threshold-each
# says: every call creates a threshold of its own: `tf.Variable` always creates a new variable. Ask for it
#     with `tf.get_variable`, in a scope that may reuse.
def relu(X):
    with tf.name_scope("relu"):
        threshold = tf.Variable(0.0, name="threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong attribute-of-the-function mistake=remembers-in-python
# says: your function remembers something in Python: a threshold, or that it was called before. A new graph
#     knows nothing about that. `tf.get_variable` with `tf.AUTO_REUSE` asks the graph instead.
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        if not hasattr(relu, "threshold"):
            relu.threshold = tf.Variable(0.0, name="threshold")
        return tf.maximum(tf.matmul(X, w), relu.threshold, name="max")


# %% wrong no-reuse mistake=makes-it-every-time
# says: the second call wants to create `relu/threshold` again, which is a ValueError. The scope needs a
#     `reuse` that finds what is there.
def relu(X):
    with tf.variable_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong left-to-the-caller mistake=asks-in-no-variable-scope
# says: your threshold is called `threshold`, and the second call wants to create it again, which is a
#     ValueError. `get_variable` takes no notice of a name scope: open a variable scope in the function,
#     `tf.variable_scope("relu", reuse=...)`, with a `reuse` that finds what is there.
def relu(X):
    threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer(0.0))
    w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
    return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong reuse-in-a-name-scope mistake=reuses-in-a-name-scope
# says: your calls share one threshold, but it is called `threshold`. `get_variable` takes no notice of a
#     name scope: use `tf.variable_scope("relu", reuse=...)`, and it will be called `relu/threshold`.
def relu(X):
    with tf.name_scope("relu"):
        with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE):
            threshold = tf.get_variable("threshold", (), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold)


# %% wrong reuse-from-the-start mistake=never-makes-it
# says: with `reuse=True`, nothing is created, and at the first call there is nothing to find.
#     `reuse=tf.AUTO_REUSE` does both.
def relu(X):
    with tf.variable_scope("relu", reuse=True):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong reuse-if-there-are-variables mistake=reuses-if-anything-is-there
# says: your function reuses as soon as the graph has any variable, whoever made it, although there may be
#     no threshold to find. `reuse=tf.AUTO_REUSE` looks for this one.
def relu(X):
    with tf.variable_scope("relu", reuse=len(tf.global_variables()) > 0):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong no-initializer mistake=no-initial-value like=auto-reuse
# says: your threshold does not start at 0. Pass `initializer=tf.zeros_initializer()`: without an
#     initializer, the variable starts at a random value.
# -         threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer(0.0))
# +         threshold = tf.get_variable("threshold", shape=())


# %% wrong shares-all mistake=shares-the-weights-too
# says: your ReLUs share their weights, too, so they are all the same. Use `tf.get_variable` for what is
#     shared, and `tf.Variable` for what is not.
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.get_variable("weights", shape=[int(X.shape[1]), 1])
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong counts-its-calls mistake=remembers-in-python
calls = 0


def relu(X):
    global calls
    with tf.variable_scope("relu", reuse=calls > 0):
        calls += 1
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong reuse-before-the-weights mistake=never-makes-it
def relu(X):
    with tf.variable_scope("relu", reuse=True):
        threshold = tf.get_variable("threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong name-scope mistake=asks-in-no-variable-scope
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.nn.relu(tf.matmul(X, w) - threshold) + threshold


# %% wrong no-scope like=reuse-if-there-are-variables
# -     with tf.variable_scope("relu", reuse=len(tf.global_variables()) > 0):
# +     with tf.variable_scope("", reuse=tf.AUTO_REUSE):


# %% wrong weights-without-a-name like=shares-all
# -         w = tf.get_variable("weights", shape=[int(X.shape[1]), 1])
# +         w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]))


# %% wrong as-many-features-as-in-the-chapter like=auto-reuse
# -         w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
# +         w = tf.Variable(tf.random_normal([3, 1]), name="weights")


# %% wrong a-constant
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), 0.0, name="max")


# %% wrong a-threshold-in-a-list
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(1,), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% wrong minimum
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.minimum(tf.matmul(X, w), threshold, name="max")


# %% wrong weights-lie-down
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([1, int(X.shape[1])]), name="weights")
        return tf.maximum(tf.matmul(X, w, transpose_b=True), threshold, name="max")


# %% wrong another-name like=auto-reuse
# -         threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer(0.0))
# +         threshold = tf.get_variable("t", shape=(), initializer=tf.zeros_initializer())


# %% wrong weights-have-another-name like=shares-all
# -         w = tf.get_variable("weights", shape=[int(X.shape[1]), 1])
# +         w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="w")


# %% exempt *
# changes-its-input
#     The argument is a tensor: there is nothing to empty.
# variant: name-scope
#     The scopes of the weights are demanded.
# constant: ...X.shape[1]... -> ...X.shape[-1]...
#     X has two dimensions: the second is the last.
# other-function: ...tf.zeros(... -> ...tf.ones(...
# other-function: ...np.ones(... -> ...np.zeros(...
#     No initial value of the weights is demanded.
# argument-dropped: with tf.variable_scope(... auxiliary_name_scope=False): -> with tf.variable_scope(...):
# constant: ... -> with tf.variable_scope(... auxiliary_name_scope=True):
#     It changes the numbers of the scopes only, and these are free.


# %% exempt tries-to-find
# argument-dropped: threshold = tf.get_variable('threshold', shape=()) -> ...tf.get_variable('threshold')
#     The shape of a variable that is found is known.


# %% exempt own-weights-by-default-name
# comparison: return tf.where(z > threshold, ... -> return tf.where(z >= threshold, ...
#     Where both are equal, both give the same.
# arithmetic: ... -> ...threshold / tf.ones_like(z))
#     Dividing by one is multiplying by one.


# %% exempt reuse-if-it-is-there
# rounds: ... -> there = [v for v in list(tf.global_variables())[:-1] if v.op.name == 'relu/threshold']
#     The threshold is never the last variable: weights come after it.
# other-graph-function: ... -> ...tf.trainable_variables()...
#     The threshold is trainable.
