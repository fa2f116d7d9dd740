# %% right casts-up
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% right one-minus
def error_rate(predictions, classes):
    right = tf.equal(tf.cast(classes, predictions.dtype), predictions)
    return 1.0 - tf.reduce_mean(tf.cast(right, "float32"))


# %% right to-float
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.to_float(tf.not_equal(tf.to_int64(classes), predictions)))


# %% right counts-and-divides
def error_rate(predictions, classes):
    wrong = tf.cast(tf.not_equal(predictions, tf.cast(classes, tf.int64)), tf.int32)
    share = tf.truediv(tf.reduce_sum(wrong), tf.size(wrong))
    return tf.cast(share, tf.float32)


# %% right difference-as-double
def error_rate(predictions, classes):
    difference = predictions - tf.cast(classes, tf.int64)
    return tf.reduce_mean(tf.cast(tf.cast(difference, tf.bool), tf.float32))


# %% right compares-as-doubles
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.float64), tf.cast(classes, tf.float64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% right counts-what-is-not-zero
def error_rate(predictions, classes):
    wrong = tf.count_nonzero(predictions - tf.cast(classes, tf.int64), dtype=tf.float32)
    return wrong / tf.cast(tf.size(classes), tf.float32)


# %% wrong integer-mean mistake=mean-of-integers
# says: you take the mean of integers, and a mean of integers is an integer: it is truncated to 0. Cast the
#     truth values to tf.float32 before the mean.
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.int32))


# %% wrong cast-after-the-mean mistake=cast-too-late
# says: your share is 0, although some predictions are wrong. If you take the mean of integers, it is an
#     integer, and a cast after it comes too late: first cast the truth values to tf.float32. If you wrote
#     `==`, it compares two tensors as objects; tf.equal compares their values.
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.cast(tf.reduce_mean(tf.cast(wrong, tf.int32)), tf.float32)


# %% wrong python-comparison mistake=compares-objects
# says: your share is 1, although some predictions are right. If you wrote `!=`, it asks in graph mode
#     whether two tensors are different objects; tf.not_equal compares their values. If you wrote
#     `tf.reduce_any`, it says only whether there is a wrong one: take the mean.
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(predictions != tf.cast(classes, tf.int64), tf.float32))


# %% wrong mean-difference mistake=mean-of-differences
# says: you take the mean of the differences. How far a prediction is from its class does not matter: count
#     the predictions that are wrong, and divide by the number of all.
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(predictions - tf.cast(classes, tf.int64), tf.float32))


# %% wrong mean-distance mistake=mean-of-distances
# says: you take the mean of the differences. How far a prediction is from its class does not matter: count
#     the predictions that are wrong, and divide by the number of all.
def error_rate(predictions, classes):
    away = tf.abs(predictions - tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(away, tf.float32))


# %% wrong percent mistake=percent
# says: your share is in percent. A share is a number from 0 to 1: leave out the factor 100.
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return 100 * tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% wrong no-cast mistake=no-cast
# says: the two have different types, int64 and int32, and TensorFlow converts nothing by itself. Cast one
#     of them.
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(tf.not_equal(predictions, classes), tf.float32))


# %% wrong accuracy mistake=right-instead-of-wrong
# says: you return the share of *right* predictions. The task asks for the share of wrong ones.
def error_rate(predictions, classes):
    right = tf.equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(right, tf.float32))


# %% wrong column-and-row mistake=every-class
# says: you compare each prediction with every class: one of the two is a column, and broadcasting makes a
#     matrix. Compare two vectors of the same shape.
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions[:, None], tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% wrong floats mistake=compares-as-floats
# says: you compare the numbers as float32, which has 24 significant bits. Large integers that differ in the
#     last digit become equal. Compare integers as integers.
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.float32), tf.cast(classes, tf.float32))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% wrong casts-down mistake=casts-down
# says: you cast int64 down to int32, which drops the high-order bits without a word. Cast the smaller type
#     up.
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.int32), classes)
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% wrong double mistake=twice-as-wide
# says: the values are right, but the type is float64. Cast to tf.float32, the type that the rest of the
#     graph uses.
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float64))


# %% wrong mutant-remembers-the-first-graph
_first = []


def error_rate(predictions, classes):
    if not _first:
        wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
        _first.append(tf.reduce_mean(tf.cast(wrong, tf.float32)))
    return _first[0]


# %% wrong whole-quotient mistake=cast-too-late
def error_rate(predictions, classes):
    wrong = tf.cast(tf.not_equal(predictions, tf.cast(classes, tf.int64)), tf.int32)
    return tf.cast(tf.reduce_sum(wrong) // tf.size(wrong), tf.float32)


# %% wrong any-wrong mistake=compares-objects
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.cast(tf.reduce_any(wrong), tf.float32)


# %% wrong half-precision
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.cast(tf.reduce_mean(tf.cast(wrong, tf.float16)), tf.float32)


# %% exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.


# %% exempt difference-as-double
# operands-swapped: ...
#     A difference is zero in both directions, or in none.


# %% exempt counts-what-is-not-zero
# operands-swapped: ...
#     A difference is zero in both directions, or in none.
