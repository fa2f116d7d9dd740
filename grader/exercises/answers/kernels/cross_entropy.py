# %% kernels/cross-entropy right shifted-logs
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen


# %% kernels/cross-entropy right logsumexp-and-gather
def cross_entropy(logits, classes):
    total = tf.reduce_logsumexp(logits, axis=1)
    n = logits.shape.as_list()[0]
    places = tf.stack([tf.range(n), classes], axis=1)
    losses = total - tf.gather_nd(logits, places)
    return losses, tf.gradients(losses, logits)[0]


# %% kernels/cross-entropy right divides-safe-powers
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, 1)[:, None]
    powers = tf.exp(shifted)
    total = tf.reduce_sum(powers, 1)
    one_hot = tf.one_hot(classes, tf.shape(logits)[1])
    losses = tf.log(total) - tf.reduce_sum(one_hot * shifted, 1)
    return losses, powers / total[:, None] - one_hot


# %% kernels/cross-entropy right compares-columns
def cross_entropy(logits, classes):
    columns = tf.expand_dims(tf.range(logits.shape.as_list()[1]), 0)
    chosen = tf.equal(columns, tf.expand_dims(classes, 1))
    shifted = logits - tf.reduce_max(logits, 1, keepdims=True)
    logs = shifted - tf.reduce_logsumexp(shifted, 1, keepdims=True)
    losses = -tf.boolean_mask(logs, chosen)
    return [losses, tf.exp(logs) - tf.cast(chosen, tf.float32)]


# %% kernels/cross-entropy right row-by-row
def cross_entropy(logits, classes):
    losses, gradients = [], []
    n, k = logits.shape.as_list()
    for row in range(n):
        shifted = logits[row] - tf.reduce_max(logits[row])
        total = tf.reduce_sum(tf.exp(shifted))
        losses.append(tf.log(total) - shifted[classes[row]])
        gradients.append(tf.exp(shifted) / total - tf.one_hot(classes[row], k))
    return tf.stack(losses), tf.stack(gradients)


# %% kernels/cross-entropy wrong exp-first misconception=exp-of-the-logits
def cross_entropy(logits, classes):
    p = tf.exp(logits) / tf.reduce_sum(tf.exp(logits), axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.reduce_sum(tf.where(chosen > 0, tf.log(p), tf.zeros_like(p)), axis=1)
    return losses, p - chosen


# %% kernels/cross-entropy wrong largest-of-all misconception=one-largest-for-all-rows
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.reduce_sum(tf.where(chosen > 0, logs, tf.zeros_like(logs)), axis=1)
    return losses, tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong log-of-p misconception=log-of-the-probability
def cross_entropy(logits, classes):
    powers = tf.exp(logits - tf.reduce_max(logits, axis=1, keepdims=True))
    p = powers / tf.reduce_sum(powers, axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.log(tf.reduce_sum(chosen * p, axis=1)), p - chosen


# %% kernels/cross-entropy wrong a-little-more misconception=hides-the-zero
def cross_entropy(logits, classes):
    powers = tf.exp(logits - tf.reduce_max(logits, axis=1, keepdims=True))
    p = powers / tf.reduce_sum(powers, axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * tf.log(p + 1e-10), axis=1), p - chosen


# %% kernels/cross-entropy wrong one-loss misconception=mean-over-the-batch
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return tf.reduce_mean(-tf.reduce_sum(chosen * logs, axis=1)), tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong one-hot-minus-p misconception=gradient-uphill
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), chosen - tf.exp(logs)


# %% kernels/cross-entropy wrong mean-before-the-gradient misconception=gradient-of-the-mean
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, 1, keepdims=True)
    sums = tf.reduce_sum(tf.exp(shifted), 1)
    losses = tf.log(sums) - tf.reduce_sum(
        tf.one_hot(classes, logits.shape.as_list()[1]) * shifted, 1
    )
    return losses, tf.gradients(tf.reduce_mean(losses), logits)[0]


# %% kernels/cross-entropy wrong ready-made misconception=ready-made
def cross_entropy(logits, classes):
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return losses, tf.nn.softmax(logits) - chosen


# %% kernels/cross-entropy wrong only-the-losses
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    return -tf.reduce_sum(tf.one_hot(classes, logits.shape.as_list()[1]) * logs, axis=1)


# %% kernels/cross-entropy wrong times-minus-infinity
def cross_entropy(logits, classes):
    powers = tf.exp(logits - tf.reduce_max(logits, axis=1, keepdims=True))
    p = powers / tf.reduce_sum(powers, axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * tf.log(p), axis=1), p - chosen


# %% kernels/cross-entropy wrong largest-of-all-quotients misconception=one-largest-for-all-quotients
def cross_entropy(logits, classes):
    largest = tf.reduce_max(logits)
    powers = tf.exp(logits - largest)
    total = tf.reduce_sum(powers, 1, keepdims=True)
    logs = logits - largest - tf.log(total)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.gather_nd(logs, tf.stack([tf.range(tf.shape(logits)[0]), classes], 1))
    return losses, powers / total - chosen


# %% kernels/cross-entropy wrong largest-inside-only misconception=subtracts-it-only-inside-exp
def cross_entropy(logits, classes):
    largest = tf.reduce_max(logits, 1, keepdims=True)
    powers = tf.exp(logits - largest)
    total = tf.reduce_sum(powers, 1, keepdims=True)
    logs = logits - tf.log(total)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.gather_nd(logs, tf.stack([tf.range(tf.shape(logits)[0]), classes], 1))
    return losses, tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong largest-inside-only-quotients misconception=only-inside-exp-of-the-losses
def cross_entropy(logits, classes):
    largest = tf.reduce_max(logits, 1, keepdims=True)
    powers = tf.exp(logits - largest)
    total = tf.reduce_sum(powers, 1, keepdims=True)
    logs = logits - tf.log(total)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.gather_nd(logs, tf.stack([tf.range(tf.shape(logits)[0]), classes], 1))
    return losses, powers / total - chosen


# %% kernels/cross-entropy wrong mean-of-both misconception=mean-and-its-gradient
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    loss = tf.reduce_mean(-tf.reduce_sum(chosen * logs, axis=1))
    return loss, tf.gradients(loss, logits)[0]


# %% kernels/cross-entropy wrong mean-of-unsafe-losses
def cross_entropy(logits, classes):
    p = tf.exp(logits) / tf.reduce_sum(tf.exp(logits), axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return tf.reduce_mean(-tf.log(tf.reduce_sum(chosen * p, axis=1))), p - chosen


# %% kernels/cross-entropy wrong cuts-off-the-logits
def cross_entropy(logits, classes):
    shifted = tf.maximum(logits - tf.reduce_max(logits, axis=1, keepdims=True), -80.0)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong clips-at-two-thousand
def cross_entropy(logits, classes):
    logits = tf.clip_by_value(logits, -2000.0, 2000.0)
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong none-below-minus-eight-thousand
def cross_entropy(logits, classes):
    logits = tf.maximum(logits, -8000.0)
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong cuts-off-at-a-thousand
def cross_entropy(logits, classes):
    shifted = tf.maximum(logits - tf.reduce_max(logits, axis=1, keepdims=True), -1000.0)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen


# %% kernels/cross-entropy exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.
# axis: ...axis=1... -> ...axis=-1...
# constant: ...[1]... -> ...[-1]...
# constant: ..., 1)... -> ..., -1)...
# constant: ..., 1, keepdims=True) -> ..., -1, keepdims=True)
#     Of two axes, the one with number 1 is the last one.
# none-passed-over: ...
# constant: return (losses, ...)[0]) -> return (losses, ...)[-1])
#     There is exactly one gradient, and it is never None.
# %% kernels/cross-entropy exempt compares-columns
# call-dropped: columns = ... -> columns = tf.range(logits.shape.as_list()[1])
#     Broadcasting puts the axis in front.
# arithmetic: shifted = ...
# operand-dropped: shifted = ... -> shifted = logits
# argument-dropped: shifted = ...
# other-function: shifted = ...
#     tf.reduce_logsumexp is safe by itself, and a shift of all logits of a row changes no loss.
