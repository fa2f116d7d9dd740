# %% right usual
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    t = -rest / tf.stop_gradient(slope)
    return t + tf.stop_gradient(root - t)


# %% right zero-added
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    change = rest - tf.stop_gradient(rest)
    return root - change / slope


# %% right add-n
def solved(root, rest):
    slope = tf.gradients(tf.reduce_sum(rest), [root])[0]
    t = tf.stop_gradient(-1.0 / slope) * rest
    return tf.add_n([tf.stop_gradient(root), t, tf.negative(tf.stop_gradient(t))])


# %% right custom-gradient
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)

    @tf.custom_gradient
    def choose(value, equation, steep):
        def rule(grad):
            return tf.zeros_like(grad), -grad / steep, tf.zeros_like(grad)

        return tf.identity(value), rule

    return choose(root, rest, slope)


# %% right newton-and-back
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    newton = root - rest / slope
    return newton + tf.stop_gradient(root - newton)


# %% right seeded
def solved(root, rest):
    (slope,) = tf.gradients(rest, root, grad_ys=-tf.ones_like(rest))
    t = rest / tf.stop_gradient(slope)
    return tf.stop_gradient(root) + (t - tf.stop_gradient(t))


# %% wrong all-stopped mistake=nothing-passes like=usual
# says: the value is right, but no gradient comes back: the search has none. Add a second face, made from
#     rest.
# -     t = -rest / tf.stop_gradient(slope)
# +     t = tf.stop_gradient(-rest / slope)


# %% wrong newton mistake=newton-step
# says: the gradients are right, but your value is no longer that of root: it is one Newton step further.
#     Where rest is not zero, what you add changes the value. Give it a value of zero.
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    return tf.stop_gradient(root) - rest / tf.stop_gradient(slope)


# %% wrong newton-stopped mistake=newton-step-stopped
# says: your value is one Newton step further than root, and no gradient comes back. It is the other way
#     round: the gradient needs a path through rest, and what you add must have a value of zero.
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    return root - tf.stop_gradient(rest / slope)


# %% wrong newton-open mistake=newton-step-open
# says: your value is one Newton step further than root, and the backward pass also goes through the slope.
#     What you add must have a value of zero, and no gradient may pass through the slope.
def solved(root, rest):
    return root - rest / tf.gradients(rest, root)[0]


# %% wrong slope-left-in-its-list mistake=slope-in-a-list like=usual
# says: `tf.gradients` returns a list. If you calculate with it as it is, your result has one dimension more
#     than root: take the slope out of the list.
# -     (slope,) = tf.gradients(rest, root)
# +     slope = tf.gradients(rest, root)


# %% wrong slope-open mistake=slope-not-stopped like=usual
# says: you divide by a slope that depends on the other tensors, too, so the backward pass also goes through
#     it. Where rest is not zero, this adds a second term to the gradient. Put the slope behind
#     `tf.stop_gradient`.
# -     t = -rest / tf.stop_gradient(slope)
# +     t = -rest / slope


# %% wrong wrong-valve mistake=rest-stopped like=usual
# says: you stopped the wrong one: the gradient should go back through rest, not through the slope.
# -     t = -rest / tf.stop_gradient(slope)
# +     t = -tf.stop_gradient(rest) / slope


# %% wrong no-slope mistake=forgets-to-divide
# says: your gradient is -dh/da. How far y has to move also depends on how steep rest is in y: divide by
#     dh/dy.
def solved(root, rest):
    return root - rest + tf.stop_gradient(rest)


# %% wrong sign mistake=other-sign like=usual
# says: the sign is wrong: y has to move so that it cancels the change that the other tensors make in rest.
# -     t = -rest / tf.stop_gradient(slope)
# +     t = rest / tf.stop_gradient(slope)


# %% wrong steepness mistake=slope-without-its-sign like=usual
# says: where dh/dy is negative, the sign of your gradient is wrong: divide by dh/dy itself, not by its
#     absolute value.
# -     t = -rest / tf.stop_gradient(slope)
# +     t = -rest / tf.abs(tf.stop_gradient(slope))


# %% wrong product mistake=multiplies like=usual
# says: you multiply by dh/dy. The steeper rest is in y, the less y has to move: divide.
# -     t = -rest / tf.stop_gradient(slope)
# +     t = -rest * tf.stop_gradient(slope)


# %% wrong root-alone mistake=nothing-passes
def solved(root, rest):
    return root


# %% wrong swapped like=usual
# -     return t + tf.stop_gradient(root - t)
# +     return root + tf.stop_gradient(t - root)


# %% wrong cancels-outside like=usual
# -     return t + tf.stop_gradient(root - t)
# +     return t + tf.stop_gradient(root) - t


# %% wrong leaks-the-forward-gradient
def solved(root, rest):
    t = -rest / tf.stop_gradient(tf.gradients(rest, root)[0])
    error = tf.square(rest)
    forward = root + error - tf.stop_gradient(error)
    return forward + t - tf.stop_gradient(t)


# %% wrong a-list
def solved(root, rest):
    slope = tf.gradients(rest, root)
    t = [-rest / tf.stop_gradient(one) for one in slope]
    return [one + tf.stop_gradient(root - one) for one in t]


# %% wrong one-slope like=usual
# -     t = -rest / tf.stop_gradient(slope)
# +     t = -rest / tf.reduce_mean(tf.stop_gradient(slope))


# %% wrong slope-at-least-a-tenth like=usual
# -     t = -rest / tf.stop_gradient(slope)
# +     slope = tf.stop_gradient(slope)
# +     t = -rest / tf.where(tf.abs(slope) < 0.1, 0.1 * tf.sign(slope), slope)


# %% wrong ignores-what-arrives like=custom-gradient
# -             return tf.zeros_like(grad), -grad / steep, tf.zeros_like(grad)
# +             return tf.zeros_like(grad), -1.0 / steep, tf.zeros_like(grad)


# %% exempt *
# changes-its-input
#     the arguments are tensors: there is nothing in them that the function could change
# constant: ...[0]... -> ...[-1]...
#     the only one
# none-passed-over: ...tf.gradients(rest...
# none-passed-over: ...tf.gradients(tf.reduce_sum(rest)...
#     rest is made from root, so the gradient is not None


# %% exempt zero-added
# call-dropped: slope = tf.stop_gradient(tf.gradients(rest, root)[0]) -> slope = tf.gradients(rest, root)[0]
#     what leads through the slope is multiplied by the change, whose value is zero


# %% exempt add-n
# call-dropped: ...tf.reduce_sum(rest)...
#     `tf.gradients` adds up the numbers of what it differentiates
# call-dropped: return tf.add_n([tf.stop_gradient(root), ... -> return tf.add_n([root, ...
#     no gradient comes back through the root anyway


# %% exempt seeded
# call-dropped: return tf.stop_gradient(root) + ... -> return root + ...
#     no gradient comes back through the root anyway


# %% exempt custom-gradient
# call-dropped: return (tf.zeros_like(grad), ... -> return (grad, ...
# other-function: return (tf.zeros_like(grad), ... -> return (tf.ones_like(grad), ...
#     no gradient comes back through the root anyway
# call-dropped: return (tf.identity(value), rule) -> return (value, rule)
#     `tf.custom_gradient` makes nodes of its own for what goes in and what comes out
