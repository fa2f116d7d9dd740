# %% gradient_control/direct right stop-gradients
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts)


# %% gradient_control/direct right one-by-one
def direct(y, parts):
    return [tf.gradients(y, part, stop_gradients=parts)[0] for part in parts]


# %% gradient_control/direct right positional
def direct(y, parts):
    return tuple(tf.gradients([y], parts, None, "held", False, None, None, list(parts)))


# %% gradient_control/direct right identities
def direct(y, parts):
    return [tf.identity(g) for g in tf.gradients(y, parts, stop_gradients=parts)]


# %% gradient_control/direct wrong all-but-the-first
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts[1:])


# %% gradient_control/direct right solves-for-the-direct-parts
def direct(y, parts):
    total = tf.stack(tf.gradients(y, parts))
    ways = tf.stack(
        [tf.stack(tf.gradients(part, parts, unconnected_gradients="zero")) for part in parts]
    )
    found = tf.matrix_solve(tf.transpose(ways), total[:, None])
    return tf.unstack(found[:, 0])


# %% gradient_control/direct wrong total misconception=total-derivative
def direct(y, parts):
    return tf.gradients(y, parts)


# %% gradient_control/direct wrong last misconception=holds-the-last
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=[parts[-1]])


# %% gradient_control/direct wrong stopped-end misconception=stops-the-end
def direct(y, parts):
    return tf.gradients(tf.stop_gradient(y), parts)


# %% gradient_control/direct wrong holds-the-first
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts[:1])


# %% gradient_control/direct wrong stops-copies misconception=stops-the-end
def direct(y, parts):
    stopped = [tf.stop_gradient(part) for part in parts]
    return tf.gradients(y, stopped)


# %% gradient_control/direct wrong one-tensor
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts)[0]


# %% gradient_control/direct wrong holds-y misconception=stops-the-end
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=[y])


# %% gradient_control/direct exempt *
# none-passed-over: ...
#     y depends on all parts, so no gradient is None
# arguments-swapped: ...'held', False, None... -> ...'held', None, False...
# constant: ...'held', False... -> ...'held', True...
#     where the gradients are placed does not change them
# call-dropped: ...tf.identity(g)...
# call-dropped: ...tf.stack(...
# call-dropped: return tf.unstack(found[:, 0]) -> return found[:, 0]
#     a list of tensors, or a tensor: the same numbers
# constant: ...[0]... -> ...[-1]...
# constant: ...[:, 0]... -> ...[:, -1]...
#     the only one
# changes-its-input
#     who keeps the list of parts is not said
