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


# %% gradient_control/direct right all-but-the-first
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts[1:])


# %% gradient_control/direct right minus-the-rest
def direct(y, parts):
    total = list(tf.gradients(y, parts))
    direct = list(total)
    for later in range(len(parts) - 1, 0, -1):
        for earlier in range(later):
            held = tf.gradients(parts[later], parts[earlier], stop_gradients=parts[:later])[0]
            if held is not None:
                direct[earlier] -= total[later] * held
    return direct


# %% gradient_control/direct wrong total misconception=total-derivative
def direct(y, parts):
    return tf.gradients(y, parts)


# %% gradient_control/direct wrong last misconception=holds-the-last
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=[parts[-1]])


# %% gradient_control/direct wrong stopped-end misconception=stops-the-end
def direct(y, parts):
    return tf.gradients(tf.stop_gradient(y), parts)


# %% gradient_control/direct wrong holds-the-first misconception=total-derivative
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
