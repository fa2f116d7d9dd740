# %% gradient_control/open_floors right usual
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors right decorator
def open_floors(build, x, factor, rule):
    @tf.RegisterGradient(rule)
    def steep(op, grad):
        return [grad * factor]

    with x.graph.gradient_override_map({"Floor": rule}):
        y = build(x)
    return y


# %% gradient_control/open_floors right registered-afterwards
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        y = build(x)

    @tf.RegisterGradient(rule)
    def steep(op, grad):
        return tf.multiply(grad, tf.constant(factor))

    return tf.identity(y)


# %% gradient_control/open_floors right nested-blocks
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: tf.scalar_mul(factor, grad))
    graph = tf.get_default_graph()
    with graph.gradient_override_map({"Floor": "Identity"}):
        with graph.gradient_override_map({"Floor": rule}):
            return build(x)


# %% gradient_control/open_floors right from-the-input
def open_floors(build, x, factor, rule):
    def steep(op, grad):
        way = factor * op.inputs[0]
        return tf.gradients(way, op.inputs[0], grad)[0]

    tf.RegisterGradient(rule)(steep)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong after-the-block misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    y = build(x)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return tf.identity(y)


# %% gradient_control/open_floors wrong turned-around misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({rule: "Floor"}):
        return build(x)


# %% gradient_control/open_floors wrong only-built misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    return build(x)


# %% gradient_control/open_floors wrong identity misconception=forgets-the-factor
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        return build(x)


# %% gradient_control/open_floors wrong factor-alone misconception=gradient-thrown-away
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * tf.ones_like(grad))
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong at-the-end misconception=factor-once
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        y = build(x)
    return factor * y + tf.stop_gradient(y - factor * y)


# %% gradient_control/open_floors wrong unregistered
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong own-name
def open_floors(build, x, factor, rule):
    tf.RegisterGradient("Floor")(lambda op, grad: factor * grad)
    return build(x)


# %% gradient_control/open_floors wrong one-name-for-all misconception=first-factor-stays
NAME = f"MyFloor{np.random.randint(2**31)}"


def open_floors(build, x, factor, rule):
    try:
        tf.RegisterGradient(NAME)(lambda op, grad: factor * grad)
    except KeyError:
        pass
    with tf.get_default_graph().gradient_override_map({"Floor": NAME}):
        return build(x)


# %% gradient_control/open_floors wrong scales-the-value
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        return factor * build(x)


# %% gradient_control/open_floors wrong identity-too
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule, "Identity": rule}):
        return build(x)


# %% gradient_control/open_floors wrong round-too
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule, "Round": rule}):
        return build(x)


# %% gradient_control/open_floors wrong another-tf-floor misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    floor = tf.floor
    tf.floor = lambda t: factor * t + tf.stop_gradient(floor(t) - factor * t)
    try:
        return build(x)
    finally:
        tf.floor = floor


# %% gradient_control/open_floors wrong past-the-whole-program misconception=past-the-whole-program
def open_floors(build, x, factor, rule):
    y = build(x)
    return factor * x + tf.stop_gradient(y - factor * x)


# %% gradient_control/open_floors wrong input-in-the-rule misconception=multiplies-by-the-input
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * op.inputs[0] * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong factor-for-the-gradient
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong one-argument
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong times-too
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule, "Mul": rule}):
        return build(x)


# %% gradient_control/open_floors wrong input-for-the-gradient misconception=input-for-the-gradient
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * op.inputs[0])
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong output-for-the-gradient
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * op.outputs[0])
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong scales-the-value-in-the-block
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return factor * build(x)


# %% gradient_control/open_floors wrong block-of-another-graph misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.Graph().as_default() as graph, graph.gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong block-left-open
def open_floors(build, x, factor, rule, blocks=[]):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    blocks.append(tf.get_default_graph().gradient_override_map({"Floor": rule}))
    blocks[-1].__enter__()
    return build(x)


# %% gradient_control/open_floors exempt *
# remembers-results
#     the name of the rule is a new one at every call, so no call is like one before it
# changes-its-input
#     the arguments are a function, a tensor, a number and a text: there is nothing to change

# %% gradient_control/open_floors exempt registered-afterwards
# call-dropped: return tf.identity(y) -> return y
#     an identity outside of the block changes neither the value nor the gradient

# %% gradient_control/open_floors exempt nested-blocks
# with-dropped: with graph.gradient_override_map({'Floor': 'Identity'}):...
# item-dropped: with graph.gradient_override_map({'Floor': 'Identity'}):...
#     the inner block decides which rule a Floor gets

# %% gradient_control/open_floors exempt from-the-input
# constant: ...[0]... -> ...[-1]...
#     a Floor has one input, and tf.gradients gives one gradient for it
# none-passed-over: ...
#     the way is a multiple of the input, so its gradient is never None
