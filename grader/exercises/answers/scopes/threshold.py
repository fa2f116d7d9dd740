# %% scopes/threshold right auto-reuse
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer(0.0))
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold right two-scopes
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE, auxiliary_name_scope=False):
        threshold = tf.get_variable("threshold", initializer=0.0)
    with tf.name_scope("relu"):
        w = tf.Variable(tf.zeros((X.shape[1], 1)), name="weights")
        return tf.maximum(X @ w, threshold)


# %% scopes/threshold right tries-to-find
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


# %% scopes/threshold right own-weights-by-default-name
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
    with tf.variable_scope(None, default_name="relu"):
        w = tf.get_variable("weights", [int(X.shape[1]), 1])
        z = tf.matmul(X, w)
        return tf.where(z > threshold, z, threshold * tf.ones_like(z))


# %% scopes/threshold right one-for-each-graph
thresholds = {}


def relu(X):
    with tf.name_scope("relu"):
        if X.graph not in thresholds:
            thresholds[X.graph] = tf.Variable(0.0, name="threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), thresholds[X.graph])


# %% scopes/threshold right reuse-if-it-is-there
def relu(X):
    there = [v for v in tf.global_variables() if v.op.name == "relu/threshold"]
    with tf.variable_scope("relu", reuse=bool(there)):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer())
        w = tf.Variable(np.ones((int(X.shape[1]), 1), np.float32), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong one-each misconception=a-threshold-each
def relu(X):
    with tf.name_scope("relu"):
        threshold = tf.Variable(0.0, name="threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong attribute-of-the-function misconception=remembers-in-python
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        if not hasattr(relu, "threshold"):
            relu.threshold = tf.Variable(0.0, name="threshold")
        return tf.maximum(tf.matmul(X, w), relu.threshold, name="max")


# %% scopes/threshold wrong counts-its-calls misconception=remembers-in-python
calls = 0


def relu(X):
    global calls
    with tf.variable_scope("relu", reuse=calls > 0):
        calls += 1
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong no-reuse misconception=makes-it-every-time
def relu(X):
    with tf.variable_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong reuse-from-the-start misconception=never-makes-it
def relu(X):
    with tf.variable_scope("relu", reuse=True):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong reuse-before-the-weights misconception=never-makes-it
def relu(X):
    with tf.variable_scope("relu", reuse=True):
        threshold = tf.get_variable("threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong left-to-the-caller misconception=asks-in-no-variable-scope
def relu(X):
    threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer(0.0))
    w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
    return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong name-scope misconception=asks-in-no-variable-scope
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.nn.relu(tf.matmul(X, w) - threshold) + threshold


# %% scopes/threshold wrong shares-all misconception=shares-the-weights-too
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.get_variable("weights", shape=[int(X.shape[1]), 1])
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong no-scope
def relu(X):
    with tf.variable_scope("", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong weights-without-a-name
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]))
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong a-constant
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), 0.0, name="max")


# %% scopes/threshold wrong a-threshold-in-a-list
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(1,), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong minimum
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.minimum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong no-initializer misconception=no-initial-value
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong weights-lie-down
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([1, int(X.shape[1])]), name="weights")
        return tf.maximum(tf.matmul(X, w, transpose_b=True), threshold, name="max")


# %% scopes/threshold wrong another-name
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("t", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong weights-have-another-name
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="w")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong reuse-if-there-are-variables misconception=reuses-if-anything-is-there
def relu(X):
    with tf.variable_scope("relu", reuse=len(tf.global_variables()) > 0):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong reuse-in-a-name-scope misconception=reuses-in-a-name-scope
def relu(X):
    with tf.name_scope("relu"):
        with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE):
            threshold = tf.get_variable("threshold", (), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold)


# %% scopes/threshold exempt *
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


# %% scopes/threshold exempt tries-to-find
# argument-dropped: threshold = tf.get_variable('threshold', shape=()) -> ...tf.get_variable('threshold')
#     The shape of a variable that is found is known.


# %% scopes/threshold exempt own-weights-by-default-name
# comparison: return tf.where(z > threshold, ... -> return tf.where(z >= threshold, ...
#     Where both are equal, both give the same.
# arithmetic: ... -> ...threshold / tf.ones_like(z))
#     Dividing by one is multiplying by one.


# %% scopes/threshold exempt reuse-if-it-is-there
# rounds: ... -> there = [v for v in list(tf.global_variables())[:-1] if v.op.name == 'relu/threshold']
#     The threshold is never the last variable: weights come after it.
# other-graph-function: ... -> ...tf.trainable_variables()...
#     The threshold is trainable.
