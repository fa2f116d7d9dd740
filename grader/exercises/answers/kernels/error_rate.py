# %% kernels/error-rate right casts-up
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate right one-minus
def error_rate(predictions, classes):
    right = tf.equal(tf.cast(classes, predictions.dtype), predictions)
    return 1.0 - tf.reduce_mean(tf.cast(right, "float32"))


# %% kernels/error-rate right to-float
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.to_float(tf.not_equal(tf.to_int64(classes), predictions)))


# %% kernels/error-rate right counts-and-divides
def error_rate(predictions, classes):
    wrong = tf.cast(tf.not_equal(predictions, tf.cast(classes, tf.int64)), tf.int32)
    share = tf.truediv(tf.reduce_sum(wrong), tf.size(wrong))
    return tf.cast(share, tf.float32)


# %% kernels/error-rate right difference-as-double
def error_rate(predictions, classes):
    difference = predictions - tf.cast(classes, tf.int64)
    return tf.reduce_mean(tf.cast(tf.cast(difference, tf.bool), tf.float32))


# %% kernels/error-rate right compares-as-doubles
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.float64), tf.cast(classes, tf.float64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong integer-mean misconception=mean-of-integers
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.int32))


# %% kernels/error-rate wrong no-cast misconception=no-cast
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(tf.not_equal(predictions, classes), tf.float32))


# %% kernels/error-rate wrong accuracy misconception=right-instead-of-wrong
def error_rate(predictions, classes):
    right = tf.equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(right, tf.float32))


# %% kernels/error-rate wrong floats misconception=compares-as-floats
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.float32), tf.cast(classes, tf.float32))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong casts-down misconception=casts-down
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.int32), classes)
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong double misconception=twice-as-wide
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float64))


# %% kernels/error-rate wrong cast-after-the-mean misconception=cast-too-late
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.cast(tf.reduce_mean(tf.cast(wrong, tf.int32)), tf.float32)


# %% kernels/error-rate wrong python-comparison misconception=compares-objects
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(predictions != tf.cast(classes, tf.int64), tf.float32))


# %% kernels/error-rate wrong mean-difference misconception=mean-of-differences
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(predictions - tf.cast(classes, tf.int64), tf.float32))


# %% kernels/error-rate wrong mutant-remembers-the-first-graph
_first = []


def error_rate(predictions, classes):
    if not _first:
        wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
        _first.append(tf.reduce_mean(tf.cast(wrong, tf.float32)))
    return _first[0]


# %% kernels/error-rate wrong whole-quotient misconception=cast-too-late
def error_rate(predictions, classes):
    wrong = tf.cast(tf.not_equal(predictions, tf.cast(classes, tf.int64)), tf.int32)
    return tf.cast(tf.reduce_sum(wrong) // tf.size(wrong), tf.float32)


# %% kernels/error-rate wrong any-wrong misconception=compares-objects
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.cast(tf.reduce_any(wrong), tf.float32)


# %% kernels/error-rate wrong percent misconception=percent
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return 100 * tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong column-and-row misconception=every-class
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions[:, None], tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong mean-distance misconception=mean-of-distances
def error_rate(predictions, classes):
    away = tf.abs(predictions - tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(away, tf.float32))


# %% kernels/error-rate wrong half-precision
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.cast(tf.reduce_mean(tf.cast(wrong, tf.float16)), tf.float32)


# %% kernels/error-rate exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.
# %% kernels/error-rate exempt difference-as-double
# operands-swapped: ...
#     A difference is zero in both directions, or in none.
