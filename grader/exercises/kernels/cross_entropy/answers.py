# %% right shifted-logs
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen


# %% right logsumexp-and-gather
def cross_entropy(logits, classes):
    total = tf.reduce_logsumexp(logits, axis=1)
    n = logits.shape.as_list()[0]
    places = tf.stack([tf.range(n), classes], axis=1)
    losses = total - tf.gather_nd(logits, places)
    return losses, tf.gradients(losses, logits)[0]


# %% right divides-safe-powers
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, 1)[:, None]
    powers = tf.exp(shifted)
    total = tf.reduce_sum(powers, 1)
    one_hot = tf.one_hot(classes, tf.shape(logits)[1])
    losses = tf.log(total) - tf.reduce_sum(one_hot * shifted, 1)
    return losses, powers / total[:, None] - one_hot


# %% right compares-columns
def cross_entropy(logits, classes):
    columns = tf.expand_dims(tf.range(logits.shape.as_list()[1]), 0)
    chosen = tf.equal(columns, tf.expand_dims(classes, 1))
    shifted = logits - tf.reduce_max(logits, 1, keepdims=True)
    logs = shifted - tf.reduce_logsumexp(shifted, 1, keepdims=True)
    losses = -tf.boolean_mask(logs, chosen)
    return [losses, tf.exp(logs) - tf.cast(chosen, tf.float32)]


# %% right row-by-row
def cross_entropy(logits, classes):
    losses, gradients = [], []
    n, k = logits.shape.as_list()
    for row in range(n):
        shifted = logits[row] - tf.reduce_max(logits[row])
        total = tf.reduce_sum(tf.exp(shifted))
        losses.append(tf.log(total) - shifted[classes[row]])
        gradients.append(tf.exp(shifted) / total - tf.one_hot(classes[row], k))
    return tf.stack(losses), tf.stack(gradients)


# %% wrong exp-first mistake=exp-of-the-logits
# says: you take exp of the logits as they are. In float32, exp(89) is already infinite, and exp(-104) is 0.
#     Subtract each row's largest logit first: the result stays the same.
def cross_entropy(logits, classes):
    p = tf.exp(logits) / tf.reduce_sum(tf.exp(logits), axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.reduce_sum(tf.where(chosen > 0, tf.log(p), tf.zeros_like(p)), axis=1)
    return losses, p - chosen


# %% wrong largest-of-all mistake=one-largest-for-all-rows
# says: you subtract the largest logit of the whole batch. In a row far below it, every exp is 0, and the
#     log of 0 is minus infinity. Each row needs its own largest logit.
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.reduce_sum(tf.where(chosen > 0, logs, tf.zeros_like(logs)), axis=1)
    return losses, tf.exp(logs) - chosen


# %% wrong largest-of-all-quotients mistake=one-largest-for-all-quotients
# says: you subtract the largest logit of the whole batch. In a row far below it, every exp is 0, and the
#     log of 0 is minus infinity. Each row needs its own largest logit.
def cross_entropy(logits, classes):
    largest = tf.reduce_max(logits)
    powers = tf.exp(logits - largest)
    total = tf.reduce_sum(powers, 1, keepdims=True)
    logs = logits - largest - tf.log(total)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.gather_nd(logs, tf.stack([tf.range(tf.shape(logits)[0]), classes], 1))
    return losses, powers / total - chosen


# %% wrong largest-inside-only mistake=subtracts-it-only-inside-exp
# says: you subtract each row's largest logit inside exp, but not from the logit itself. Subtract it in both
#     places: log p = (logit - largest) - log(sum of exps).
def cross_entropy(logits, classes):
    largest = tf.reduce_max(logits, 1, keepdims=True)
    powers = tf.exp(logits - largest)
    total = tf.reduce_sum(powers, 1, keepdims=True)
    logs = logits - tf.log(total)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.gather_nd(logs, tf.stack([tf.range(tf.shape(logits)[0]), classes], 1))
    return losses, tf.exp(logs) - chosen


# %% wrong largest-inside-only-quotients mistake=only-inside-exp-of-the-losses like=largest-inside-only
# says: you subtract each row's largest logit inside exp, but not from the logit itself. Subtract it in both
#     places: log p = (logit - largest) - log(sum of exps).
# -     return losses, tf.exp(logs) - chosen
# +     return losses, powers / total - chosen


# %% wrong log-of-p mistake=log-of-the-probability
# says: your exp is safe, but then you take the log of a probability that may have been rounded to 0. Stay
#     with logs: log p = (logit - largest) - log(sum of exps).
def cross_entropy(logits, classes):
    powers = tf.exp(logits - tf.reduce_max(logits, axis=1, keepdims=True))
    p = powers / tf.reduce_sum(powers, axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.log(tf.reduce_sum(chosen * p, axis=1)), p - chosen


# %% wrong a-little-more mistake=hides-the-zero like=log-of-p
# says: you add a little to the probabilities, or let none fall below a bound, so that their logs exist.
#     That makes every loss above 23 the same. Stay with logs instead.
# -     return -tf.log(tf.reduce_sum(chosen * p, axis=1)), p - chosen
# +     return -tf.reduce_sum(chosen * tf.log(p + 1e-10), axis=1), p - chosen


# %% wrong one-loss mistake=mean-over-the-batch like=shifted-logs
# says: you return one loss for the batch. TensorFlow's operation gives one per row, and leaves it to you to
#     take their mean.
# -     return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen
# +     return tf.reduce_mean(-tf.reduce_sum(chosen * logs, axis=1)), tf.exp(logs) - chosen


# %% wrong mean-of-both mistake=mean-and-its-gradient like=shifted-logs
# says: you return one loss for the batch. TensorFlow's operation gives one per row, and leaves it to you to
#     take their mean.
# -     return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen
# +     loss = tf.reduce_mean(-tf.reduce_sum(chosen * logs, axis=1))
# +     return loss, tf.gradients(loss, logits)[0]


# %% wrong one-hot-minus-p mistake=gradient-uphill like=shifted-logs
# says: the losses are right, but the gradient has the wrong sign: it is softmax minus one-hot.
# -     return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen
# +     return -tf.reduce_sum(chosen * logs, axis=1), chosen - tf.exp(logs)


# %% wrong mean-before-the-gradient mistake=gradient-of-the-mean
# says: the losses are right, but your gradient is that of their mean: it is divided by the number of rows.
#     The task asks for the gradient of their sum.
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, 1, keepdims=True)
    sums = tf.reduce_sum(tf.exp(shifted), 1)
    losses = tf.log(sums) - tf.reduce_sum(
        tf.one_hot(classes, logits.shape.as_list()[1]) * shifted, 1
    )
    return losses, tf.gradients(tf.reduce_mean(losses), logits)[0]


# %% wrong ready-made mistake=ready-made
# says: the values are right, but TensorFlow's operation did the work. Build it from exp, log, sums and
#     differences.
def cross_entropy(logits, classes):
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return losses, tf.nn.softmax(logits) - chosen


# %% wrong only-the-losses
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    return -tf.reduce_sum(tf.one_hot(classes, logits.shape.as_list()[1]) * logs, axis=1)


# %% wrong times-minus-infinity like=log-of-p
# -     return -tf.log(tf.reduce_sum(chosen * p, axis=1)), p - chosen
# +     return -tf.reduce_sum(chosen * tf.log(p), axis=1), p - chosen


# %% wrong mean-of-unsafe-losses
def cross_entropy(logits, classes):
    p = tf.exp(logits) / tf.reduce_sum(tf.exp(logits), axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return tf.reduce_mean(-tf.log(tf.reduce_sum(chosen * p, axis=1))), p - chosen


# %% wrong cuts-off-the-logits like=shifted-logs
# -     shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
# +     shifted = tf.maximum(logits - tf.reduce_max(logits, axis=1, keepdims=True), -80.0)


# %% wrong clips-at-two-thousand like=shifted-logs
# - def cross_entropy(logits, classes):
# + def cross_entropy(logits, classes):
# +     logits = tf.clip_by_value(logits, -2000.0, 2000.0)


# %% wrong none-below-minus-eight-thousand like=shifted-logs
# - def cross_entropy(logits, classes):
# + def cross_entropy(logits, classes):
# +     logits = tf.maximum(logits, -8000.0)


# %% wrong cuts-off-at-a-thousand like=shifted-logs
# -     shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
# +     shifted = tf.maximum(logits - tf.reduce_max(logits, axis=1, keepdims=True), -1000.0)


# %% exempt *
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


# %% exempt compares-columns
# call-dropped: columns = ... -> columns = tf.range(logits.shape.as_list()[1])
#     Broadcasting puts the axis in front.
# arithmetic: shifted = ...
# operand-dropped: shifted = ... -> shifted = logits
# argument-dropped: shifted = ...
# other-function: shifted = ...
#     tf.reduce_logsumexp is safe by itself, and a shift of all logits of a row changes no loss.
