# %% gradient_control/two_faces right usual
def two_faces(forward, backward):
    return backward + tf.stop_gradient(forward - backward)


# %% gradient_control/two_faces right two-stops
def two_faces(forward, backward):
    return tf.stop_gradient(forward) + backward - tf.stop_gradient(backward)


# %% gradient_control/two_faces right difference-first
def two_faces(forward, backward):
    gap = backward - forward
    return backward - tf.stop_gradient(gap)


# %% gradient_control/two_faces right zero-added
def two_faces(forward, backward):
    zero = backward - tf.stop_gradient(backward)
    return tf.stop_gradient(forward) + zero


# %% gradient_control/two_faces right add-n
def two_faces(forward, backward):
    return tf.add_n([backward, tf.stop_gradient(forward), -tf.stop_gradient(backward)])


# %% gradient_control/two_faces right custom-gradient
def two_faces(forward, backward):
    @tf.custom_gradient
    def choose(first, second):
        return tf.identity(first), lambda grad: (tf.zeros_like(grad), grad)

    return choose(forward, backward)


# %% gradient_control/two_faces wrong swapped misconception=swapped
def two_faces(forward, backward):
    return forward + tf.stop_gradient(backward - forward)


# %% gradient_control/two_faces wrong unstopped misconception=nothing-stopped
def two_faces(forward, backward):
    return backward + (forward - backward)


# %% gradient_control/two_faces wrong valve-too-small misconception=cancels-outside
def two_faces(forward, backward):
    return backward + tf.stop_gradient(forward) - backward


# %% gradient_control/two_faces wrong sum misconception=stops-only-forward
def two_faces(forward, backward):
    return backward + tf.stop_gradient(forward)


# %% gradient_control/two_faces wrong forward-only
def two_faces(forward, backward):
    return forward


# %% gradient_control/two_faces wrong backward-only
def two_faces(forward, backward):
    return backward


# %% gradient_control/two_faces wrong all-stopped
def two_faces(forward, backward):
    return tf.stop_gradient(backward + (forward - backward))


# %% gradient_control/two_faces wrong sign
def two_faces(forward, backward):
    return backward + tf.stop_gradient(backward - forward)


# %% gradient_control/two_faces wrong leaks-the-forward-gradient
def two_faces(forward, backward):
    return forward + backward - tf.stop_gradient(backward)


# %% gradient_control/two_faces wrong ignores-what-arrives
def two_faces(forward, backward):
    @tf.custom_gradient
    def choose(first, second):
        return tf.identity(first), lambda grad: (tf.zeros_like(grad), tf.ones_like(grad))

    return choose(forward, backward)


# %% gradient_control/two_faces exempt *
# changes-its-input
#     the arguments are tensors: there is nothing in them that the function could change

# %% gradient_control/two_faces exempt custom-gradient
# call-dropped: ...tf.identity(first)... -> return (first, ...
#     `tf.custom_gradient` makes nodes of its own for what goes in and what comes out
