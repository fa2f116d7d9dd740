# %% lifetimes/rehearse right assign-values
def rehearse(session, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse right load
def rehearse(session, step, n):
    with tf.Session(graph=step.graph) as other:
        for variable in tf.global_variables():
            variable.load(session.run(variable), other)
        return [other.run(step) for _ in range(n)][-1]


# %% lifetimes/rehearse right placeholders
def rehearse(session, step, n):
    variables = tf.global_variables()
    values = session.run(variables)
    other = tf.Session()
    try:
        for variable, value in zip(variables, values):
            new = tf.placeholder(variable.dtype.base_dtype, variable.shape)
            other.run(tf.assign(variable, new), {new: value})
        for _ in range(n):
            result = other.run(step)
    finally:
        other.close()
    return result


# %% lifetimes/rehearse right initializers-fed
def rehearse(session, step, n):
    with tf.Session() as other:
        variables = tf.global_variables()
        start = {v.initial_value: session.run(v) for v in variables}
        other.run([v.initializer for v in variables], start)
        for _ in range(n - 1):
            other.run(step)
        return float(other.run(step))


# %% lifetimes/rehearse right in-a-thread
def rehearse(session, step, n):
    import threading

    graph, values, found = step.graph, session.run(tf.global_variables()), []

    def work():
        with graph.as_default(), tf.Session(graph=graph) as other:
            for variable, value in zip(tf.global_variables(), values):
                other.run(tf.assign(variable, value))
            for _ in range(n):
                found.append(other.run(step))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return found[-1]


# %% lifetimes/rehearse wrong same-session misconception=in-the-same-session
def rehearse(session, step, n):
    for _ in range(n):
        value = session.run(step)
    return value


# %% lifetimes/rehearse wrong initial-values misconception=from-the-initial-values
def rehearse(session, step, n):
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        for _ in range(n):
            value = other.run(step)
        return value


# %% lifetimes/rehearse wrong no-values misconception=without-values
def rehearse(session, step, n):
    with tf.Session() as other:
        for _ in range(n):
            value = other.run(step)
        return value


# %% lifetimes/rehearse wrong open misconception=leaves-the-session-open
def rehearse(session, step, n):
    other = tf.Session()
    for variable in tf.global_variables():
        variable.load(session.run(variable), other)
    for _ in range(n):
        value = other.run(step)
    return value


# %% lifetimes/rehearse wrong once misconception=one-step
def rehearse(session, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        return other.run(step)


# %% lifetimes/rehearse wrong closes-the-session
def rehearse(session, step, n):
    values = session.run(tf.global_variables())
    session.close()
    with tf.Session() as other:
        for variable, value in zip(tf.global_variables(), values):
            other.run(tf.assign(variable, value))
        for _ in range(n):
            result = other.run(step)
    return result


# %% lifetimes/rehearse wrong first-variable-only
def rehearse(session, step, n):
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        first = tf.global_variables()[0]
        other.run(tf.assign(first, session.run(first)))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong all-values
def rehearse(session, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        return [other.run(step) for _ in range(n)]


# %% lifetimes/rehearse right restores-the-session
def rehearse(session, step, n):
    variables = tf.global_variables()
    before = session.run(variables)
    for _ in range(n):
        value = session.run(step)
    for variable, old in zip(variables, before):
        variable.load(old, session)
    return value


# %% lifetimes/rehearse wrong initial-values-and-trainable misconception=only-trainable-variables
def rehearse(session, step, n):
    values = session.run(tf.trainable_variables())
    with tf.Session() as other:
        tf.global_variables_initializer().run()
        for variable, value in zip(tf.trainable_variables(), values):
            variable.load(value)
        for _ in range(n):
            result = step.eval()
    return result


# %% lifetimes/rehearse wrong trainable-and-nothing-else misconception=without-values
def rehearse(session, step, n):
    with tf.Session() as other:
        for variable in tf.trainable_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong float-scalars
def rehearse(session, step, n):
    new = tf.placeholder(tf.float32, [])
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, new), {new: session.run(variable)})
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse exempt *
# changes-its-input
#     A session, a tensor and a number are no lists that could be emptied.

# %% lifetimes/rehearse exempt assign-values
# initializer-again:  -> other.run(tf.global_variables_initializer()) (2)
#     It runs before the values are copied.

# %% lifetimes/rehearse exempt load
# argument-dropped: with tf.Session(graph=step.graph) as other: -> with tf.Session() as other:
#     The text says that the variables are those of the default graph.
# argument-dropped: variable.load(session.run(variable), other) -> variable.load(session.run(variable))
#     Inside the block `other` is the default session.

# %% lifetimes/rehearse exempt placeholders
# error-passes: try: -> ...
#     Nothing fails here; without an error `close` is reached as well.
# argument-dropped: new = tf.placeholder(variable.dtype.base_dtype, variable.shape) -> ...
#     A placeholder of any shape takes the same values.

# %% lifetimes/rehearse exempt in-a-thread
# with-dropped: with graph.as_default(), ... -> with tf.Session(graph=graph) as other:
# argument-dropped: with graph.as_default(), tf.Session(graph=graph) as other: -> ...
#     Entering a session makes its graph the default one, and a session takes the default graph.


# %% lifetimes/rehearse exempt in-a-thread
# statement-dropped: thread.join() -> (nothing)
#     the thread may have ended in time without it
