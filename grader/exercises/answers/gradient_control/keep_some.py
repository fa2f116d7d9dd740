# %% gradient_control/keep_some right usual
def keep_some(mask, target):
    return tf.stop_gradient((1 - mask) * target) + mask * target


# %% gradient_control/keep_some right absolute
def keep_some(mask, target):
    return tf.stop_gradient(tf.abs(mask - 1) * target) + mask * target


# %% gradient_control/keep_some right where
def keep_some(mask, target):
    return tf.where(mask > 0, target, tf.stop_gradient(target))


# %% gradient_control/keep_some right stopped-first
def keep_some(mask, target):
    held = tf.stop_gradient(target)
    return held + mask * (target - held)


# %% gradient_control/keep_some right subtracting
def keep_some(mask, target):
    kept = mask * target
    return kept + tf.stop_gradient(target - kept)


# %% gradient_control/keep_some wrong product misconception=loses-the-others
def keep_some(mask, target):
    return mask * target


# %% gradient_control/keep_some wrong other-way misconception=the-other-entries
def keep_some(mask, target):
    return tf.stop_gradient(mask * target) + (1 - mask) * target


# %% gradient_control/keep_some wrong unstopped misconception=stops-nothing
def keep_some(mask, target):
    return tf.abs(mask - 1) * target + mask * target


# %% gradient_control/keep_some wrong all-stopped
def keep_some(mask, target):
    return tf.stop_gradient(target)


# %% gradient_control/keep_some wrong target misconception=stops-nothing
def keep_some(mask, target):
    return target


# %% gradient_control/keep_some wrong no-abs
def keep_some(mask, target):
    return tf.stop_gradient((mask - 1) * target) + mask * target


# %% gradient_control/keep_some wrong stopped-twice
def keep_some(mask, target):
    return tf.stop_gradient(target) + mask * target


# %% gradient_control/keep_some exempt *
# changes-its-input
#     the arguments are tensors: there is nothing in them that the function could change

# %% gradient_control/keep_some exempt absolute
# operands-swapped: ...tf.abs(mask - 1)... -> ...tf.abs(1 - mask)...
#     the absolute value of the difference is the same
