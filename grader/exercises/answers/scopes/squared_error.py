# %% scopes/squared-error right operators
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        mse = tf.reduce_mean(tf.square(error), name="mse")
    return error, mse


# %% scopes/squared-error right power-and-a-list
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        return [error, tf.reduce_mean(error**2, name="mse")]


# %% scopes/squared-error right named-subtraction
def squared_error(scope, y_pred, y):
    with tf.name_scope(name=scope):
        error = tf.subtract(y_pred, y, name="sub")
        mse = tf.reduce_mean(error * error, name="mse")
        return error, mse


# %% scopes/squared-error right variable-scope
def squared_error(scope, y_pred, y):
    with tf.variable_scope(scope):
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error right mean-by-hand
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        count = tf.cast(tf.size(error), tf.float32)
        mse = tf.divide(tf.reduce_sum(tf.square(error)), count, name="quotient")
        return error, tf.identity(mse, name="mse")


# %% scopes/squared-error right squared-difference
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        return error, tf.reduce_mean(tf.squared_difference(y_pred, y), name="mse")


# %% scopes/squared-error wrong no-scope misconception=no-scope
def squared_error(scope, y_pred, y):
    error = y_pred - y
    mse = tf.reduce_mean(tf.square(error), name="mse")
    return error, mse


# %% scopes/squared-error wrong names-by-hand misconception=prefix-by-hand
def squared_error(scope, y_pred, y):
    error = tf.subtract(y_pred, y, name=scope + "/sub")
    mse = tf.reduce_mean(tf.square(error), name=scope + "/mse")
    return error, mse


# %% scopes/squared-error wrong error-before-the-scope misconception=error-outside-the-scope
def squared_error(scope, y_pred, y):
    error = y_pred - y
    with tf.name_scope(scope):
        mse = tf.reduce_mean(tf.square(error), name="mse")
    return error, mse


# %% scopes/squared-error wrong mean-has-no-name misconception=mean-without-a-name
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        mse = tf.reduce_mean(tf.square(error))
    return error, mse


# %% scopes/squared-error wrong other-direction misconception=the-other-way-round
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y - y_pred
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error wrong sum-of-squares misconception=sum-for-mean
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        return error, tf.reduce_sum(tf.square(error), name="mse")


# %% scopes/squared-error wrong always-the-same-scope misconception=no-new-scope
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope + "/"):
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error wrong only-the-mean
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        return tf.reduce_mean(tf.square(y_pred - y), name="mse")


# %% scopes/squared-error wrong the-name-of-the-scope-is-fixed
def squared_error(scope, y_pred, y):
    with tf.name_scope("mse_loss"):
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error wrong squares-outside misconception=nodes-outside-the-scope
def squared_error(scope, y_pred, y):
    squared = tf.square(y_pred - y)
    with tf.name_scope(scope):
        error = y_pred - y
        return error, tf.reduce_mean(squared, name="mse")


# %% scopes/squared-error wrong scope-of-the-first-call
scopes = []


def squared_error(scope, y_pred, y):
    scopes.append(scope)
    with tf.name_scope(scopes[0]):
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error exempt *
# changes-its-input
#     The arguments are a text and tensors: there is nothing to empty.
# variant: identity-at-the-end
# variant: name-scope
#     The names of both results are demanded.
# variant: more-nodes
#     All nodes are to be in the scope.
