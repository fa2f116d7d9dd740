# %% gradient_control/two_faces right usual
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    t = -rest / tf.stop_gradient(slope)
    return t + tf.stop_gradient(root - t)


# %% gradient_control/two_faces right zero-added
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    change = rest - tf.stop_gradient(rest)
    return root - change / slope


# %% gradient_control/two_faces right add-n
def solved(root, rest):
    slope = tf.gradients(tf.reduce_sum(rest), [root])[0]
    t = tf.stop_gradient(-1.0 / slope) * rest
    return tf.add_n([tf.stop_gradient(root), t, tf.negative(tf.stop_gradient(t))])


# %% gradient_control/two_faces right custom-gradient
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)

    @tf.custom_gradient
    def choose(value, equation, steep):
        def rule(grad):
            return tf.zeros_like(grad), -grad / steep, tf.zeros_like(grad)

        return tf.identity(value), rule

    return choose(root, rest, slope)


# %% gradient_control/two_faces right newton-and-back
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    newton = root - rest / slope
    return newton + tf.stop_gradient(root - newton)


# %% gradient_control/two_faces right seeded
def solved(root, rest):
    (slope,) = tf.gradients(rest, root, grad_ys=-tf.ones_like(rest))
    t = rest / tf.stop_gradient(slope)
    return tf.stop_gradient(root) + (t - tf.stop_gradient(t))


# %% gradient_control/two_faces wrong root-alone misconception=nothing-passes
def solved(root, rest):
    return root


# %% gradient_control/two_faces wrong all-stopped misconception=nothing-passes
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    t = tf.stop_gradient(-rest / slope)
    return t + tf.stop_gradient(root - t)


# %% gradient_control/two_faces wrong newton misconception=newton-step
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    return tf.stop_gradient(root) - rest / tf.stop_gradient(slope)


# %% gradient_control/two_faces wrong slope-open misconception=slope-not-stopped
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    t = -rest / slope
    return t + tf.stop_gradient(root - t)


# %% gradient_control/two_faces wrong wrong-valve misconception=rest-stopped
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    t = -tf.stop_gradient(rest) / slope
    return t + tf.stop_gradient(root - t)


# %% gradient_control/two_faces wrong no-slope misconception=forgets-to-divide
def solved(root, rest):
    return root - rest + tf.stop_gradient(rest)


# %% gradient_control/two_faces wrong sign misconception=other-sign
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    t = rest / slope
    return root + t - tf.stop_gradient(t)


# %% gradient_control/two_faces wrong product misconception=multiplies
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    t = -rest * slope
    return root + t - tf.stop_gradient(t)


# %% gradient_control/two_faces wrong steepness misconception=slope-without-its-sign
def solved(root, rest):
    slope = tf.abs(tf.stop_gradient(tf.gradients(rest, root)[0]))
    t = -rest / slope
    return root + t - tf.stop_gradient(t)


# %% gradient_control/two_faces wrong swapped
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    t = -rest / slope
    return root + tf.stop_gradient(t - root)


# %% gradient_control/two_faces wrong cancels-outside
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    t = -rest / slope
    return t + tf.stop_gradient(root) - t


# %% gradient_control/two_faces wrong leaks-the-forward-gradient
def solved(root, rest):
    t = -rest / tf.stop_gradient(tf.gradients(rest, root)[0])
    error = tf.square(rest)
    forward = root + error - tf.stop_gradient(error)
    return forward + t - tf.stop_gradient(t)


# %% gradient_control/two_faces wrong a-list
def solved(root, rest):
    slope = tf.gradients(rest, root)
    t = [-rest / tf.stop_gradient(one) for one in slope]
    return [one + tf.stop_gradient(root - one) for one in t]


# %% gradient_control/two_faces wrong one-slope
def solved(root, rest):
    slope = tf.reduce_mean(tf.stop_gradient(tf.gradients(rest, root)[0]))
    t = -rest / slope
    return t + tf.stop_gradient(root - t)


# %% gradient_control/two_faces wrong slope-at-least-a-half
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    slope = tf.sign(slope) * tf.maximum(tf.abs(slope), 0.5)
    t = -rest / slope
    return t + tf.stop_gradient(root - t)


# %% gradient_control/two_faces wrong slope-at-least-a-tenth
def solved(root, rest):
    slope = tf.stop_gradient(tf.gradients(rest, root)[0])
    t = -rest / tf.where(tf.abs(slope) < 0.1, 0.1 * tf.sign(slope), slope)
    return root + t - tf.stop_gradient(t)


# %% gradient_control/two_faces wrong ignores-what-arrives
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)

    @tf.custom_gradient
    def choose(value, equation, steep):
        def rule(grad):
            return tf.zeros_like(grad), -1.0 / steep, tf.zeros_like(grad)

        return tf.identity(value), rule

    return choose(root, rest, slope)


# %% gradient_control/two_faces wrong newton-stopped misconception=newton-step-stopped
def solved(root, rest):
    (slope,) = tf.gradients(rest, root)
    return root - tf.stop_gradient(rest / slope)


# %% gradient_control/two_faces wrong newton-open misconception=newton-step-open
def solved(root, rest):
    return root - rest / tf.gradients(rest, root)[0]


# %% gradient_control/two_faces wrong slope-left-in-its-list misconception=slope-in-a-list
def solved(root, rest):
    slope = tf.gradients(rest, root)
    t = -rest / tf.stop_gradient(slope)
    return t + tf.stop_gradient(root - t)


# %% gradient_control/two_faces exempt *
# changes-its-input
#     the arguments are tensors: there is nothing in them that the function could change
# constant: ...[0]... -> ...[-1]...
#     the only one
# none-passed-over: ...tf.gradients(rest...
# none-passed-over: ...tf.gradients(tf.reduce_sum(rest)...
#     rest is made from root, so the gradient is not None

# %% gradient_control/two_faces exempt zero-added
# call-dropped: slope = tf.stop_gradient(tf.gradients(rest, root)[0]) -> slope = tf.gradients(rest, root)[0]
#     what leads through the slope is multiplied by the change, whose value is zero

# %% gradient_control/two_faces exempt add-n
# call-dropped: ...tf.reduce_sum(rest)...
#     `tf.gradients` adds up the numbers of what it differentiates
# call-dropped: return tf.add_n([tf.stop_gradient(root), ... -> return tf.add_n([root, ...
#     no gradient comes back through the root anyway

# %% gradient_control/two_faces exempt seeded
# call-dropped: return tf.stop_gradient(root) + ... -> return root + ...
#     no gradient comes back through the root anyway

# %% gradient_control/two_faces exempt custom-gradient
# call-dropped: return (tf.zeros_like(grad), ... -> return (grad, ...
# other-function: return (tf.zeros_like(grad), ... -> return (tf.ones_like(grad), ...
#     no gradient comes back through the root anyway
# call-dropped: return (tf.identity(value), rule) -> return (value, rule)
#     `tf.custom_gradient` makes nodes of its own for what goes in and what comes out
