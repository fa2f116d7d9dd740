# %% right usual
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% right decorator
def open_floors(build, x, factor, rule):
    @tf.RegisterGradient(rule)
    def steep(op, grad):
        return [grad * factor]

    with x.graph.gradient_override_map({"Floor": rule}):
        y = build(x)
    return y


# %% right registered-afterwards
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        y = build(x)

    @tf.RegisterGradient(rule)
    def steep(op, grad):
        return tf.multiply(grad, tf.constant(factor))

    return tf.identity(y)


# %% right nested-blocks
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: tf.scalar_mul(factor, grad))
    graph = tf.get_default_graph()
    with graph.gradient_override_map({"Floor": "Identity"}):
        with graph.gradient_override_map({"Floor": rule}):
            return build(x)


# %% right from-the-input like=usual
# -     tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
# +     def steep(op, grad):
# +         way = factor * op.inputs[0]
# +         return tf.gradients(way, op.inputs[0], grad)[0]
# +
# +     tf.RegisterGradient(rule)(steep)


# %% wrong turned-around mistake=no-floor-is-noted like=usual
# says: the path is still closed: no Floor uses your rule. Only operations made inside the block, in the
#     block's graph, get the note: open the block on the graph of x, and call `build` inside. The key of
#     the map is "Floor", its value the name of the rule.
# -     with tf.get_default_graph().gradient_override_map({"Floor": rule}):
# +     with tf.get_default_graph().gradient_override_map({rule: "Floor"}):


# %% wrong identity mistake=forgets-the-factor
# says: the floors are open, but the gradient passes unchanged. Under the name in `rule`, register a
#     function that returns factor * grad, and give that name in the map.
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        return build(x)


# %% wrong one-name-for-all mistake=first-factor-stays
# says: the first call is right, but later ones still multiply by its factor. A name can be taken only once:
#     each call must register its function under the name in `rule`, which is new every time.
NAME = f"MyFloor{np.random.randint(2**31)}"


def open_floors(build, x, factor, rule):
    try:
        tf.RegisterGradient(NAME)(lambda op, grad: factor * grad)
    except KeyError:
        pass
    with tf.get_default_graph().gradient_override_map({"Floor": NAME}):
        return build(x)


# %% wrong factor-alone mistake=gradient-thrown-away like=usual
# says: your rule returns the factor alone, and the incoming gradient is lost. A rule gets `grad`, the
#     gradient of the output, and must return factor * grad.
# -     tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
# +     tf.RegisterGradient(rule)(lambda op, grad: factor * tf.ones_like(grad))


# %% wrong input-for-the-gradient mistake=input-for-the-gradient like=usual
# says: your rule multiplies the input of the Floor instead of the gradient that arrives. It should return
#     factor * grad.
# -     tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
# +     tf.RegisterGradient(rule)(lambda op, grad: factor * op.inputs[0])


# %% wrong at-the-end mistake=factor-once
# says: you apply the factor only once, to all of `build` together. It belongs to each floor: two floors,
#     one after the other, multiply twice, and a path without a floor is not multiplied.
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        y = build(x)
    return factor * y + tf.stop_gradient(y - factor * y)


# %% wrong past-the-whole-program mistake=past-the-whole-program
# says: the gradient is `factor` alone: it goes past all of `build`, and not only past its floors. The other
#     operations keep their rules; give a new one to the operations of type Floor.
def open_floors(build, x, factor, rule):
    y = build(x)
    return factor * x + tf.stop_gradient(y - factor * x)


# %% wrong input-in-the-rule mistake=multiplies-by-the-input like=usual
# says: your rule also multiplies by the input of the Floor. It should return factor * grad.
# -     tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
# +     tf.RegisterGradient(rule)(lambda op, grad: factor * op.inputs[0] * grad)


# %% wrong after-the-block mistake=no-floor-is-noted
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    y = build(x)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return tf.identity(y)


# %% wrong only-built mistake=no-floor-is-noted
def open_floors(build, x, factor, rule):
    return build(x)


# %% wrong unregistered
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% wrong own-name
def open_floors(build, x, factor, rule):
    tf.RegisterGradient("Floor")(lambda op, grad: factor * grad)
    return build(x)


# %% wrong identity-too like=usual
# -     with tf.get_default_graph().gradient_override_map({"Floor": rule}):
# +     with tf.get_default_graph().gradient_override_map({"Floor": rule, "Identity": rule}):


# %% wrong round-too like=usual
# -     with tf.get_default_graph().gradient_override_map({"Floor": rule}):
# +     with tf.get_default_graph().gradient_override_map({"Floor": rule, "Round": rule}):


# %% wrong another-tf-floor mistake=no-floor-is-noted
def open_floors(build, x, factor, rule):
    floor = tf.floor
    tf.floor = lambda t: factor * t + tf.stop_gradient(floor(t) - factor * t)
    try:
        return build(x)
    finally:
        tf.floor = floor


# %% wrong factor-for-the-gradient like=usual
# -     tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
# +     tf.RegisterGradient(rule)(lambda op, grad: factor)


# %% wrong one-argument like=usual
# -     tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
# +     tf.RegisterGradient(rule)(lambda grad: factor * grad)


# %% wrong times-too like=usual
# -     with tf.get_default_graph().gradient_override_map({"Floor": rule}):
# +     with tf.get_default_graph().gradient_override_map({"Floor": rule, "Mul": rule}):


# %% wrong scales-the-value-in-the-block like=usual
# -         return build(x)
# +         return factor * build(x)


# %% wrong block-of-another-graph mistake=no-floor-is-noted like=usual
# -     with tf.get_default_graph().gradient_override_map({"Floor": rule}):
# +     with tf.Graph().as_default() as graph, graph.gradient_override_map({"Floor": rule}):


# %% wrong block-left-open
def open_floors(build, x, factor, rule, blocks=[]):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    blocks.append(tf.get_default_graph().gradient_override_map({"Floor": rule}))
    blocks[-1].__enter__()
    return build(x)


# %% exempt *
# remembers-results
#     the name of the rule is a new one at every call, so no call is like one before it
# changes-its-input
#     the arguments are a function, a tensor, a number and a text: there is nothing to change


# %% exempt registered-afterwards
# call-dropped: return tf.identity(y) -> return y
#     an identity outside of the block changes neither the value nor the gradient


# %% exempt nested-blocks
# with-dropped: with graph.gradient_override_map({'Floor': 'Identity'}):...
# item-dropped: with graph.gradient_override_map({'Floor': 'Identity'}):...
#     the inner block decides which rule a Floor gets


# %% exempt from-the-input
# constant: ...[0]... -> ...[-1]...
#     a Floor has one input, and tf.gradients gives one gradient for it
# none-passed-over: ...
#     the way is a multiple of the input, so its gradient is never None
