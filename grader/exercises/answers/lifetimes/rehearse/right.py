# %% lifetimes/rehearse right round-by-round
def rehearse(session, queue, step, n):
    item, waiting = queue.dequeue(), session.run(queue.size())
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(waiting):
            back = queue.enqueue(session.run(item))
            session.run(back)
            other.run(back)
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse right all-at-once
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    fill = queue.enqueue_many([items])
    session.run(fill)
    with tf.Session(graph=step.graph) as other:
        for variable in tf.global_variables():
            variable.load(session.run(variable), other)
        other.run(fill)
        return [other.run(step) for _ in range(n)][-1]


# %% lifetimes/rehearse right placeholders
def rehearse(session, queue, step, n):
    variables = tf.global_variables()
    values = session.run(variables)
    other = tf.Session()
    try:
        for variable, value in zip(variables, values):
            new = tf.placeholder(variable.dtype.base_dtype, variable.shape)
            other.run(tf.assign(variable, new), {new: value})
        take, item = queue.dequeue(), tf.placeholder(tf.float32)
        put = queue.enqueue(item)
        items = [session.run(take) for _ in range(session.run(queue.size()))]
        for one in items:
            session.run(put, {item: one})
            other.run(put, {item: one})
        for _ in range(n):
            result = other.run(step)
    finally:
        other.close()
    return result


# %% lifetimes/rehearse right initializers-fed
def rehearse(session, queue, step, n):
    item = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(item)]):
        turned = item + 0.0
    with tf.Session() as other:
        variables = tf.global_variables()
        start = {v.initial_value: session.run(v) for v in variables}
        other.run([v.initializer for v in variables], start)
        put = queue.enqueue(turned)
        for _ in range(session.run(queue.size())):
            other.run(put, {turned: session.run(turned)})
        for _ in range(n - 1):
            other.run(step)
        return other.run(step)


# %% lifetimes/rehearse right in-a-thread
def rehearse(session, queue, step, n):
    import threading

    graph, values, found = step.graph, session.run(tf.global_variables()), []
    items = session.run(queue.dequeue_many(session.run(queue.size())))
    session.run(queue.enqueue_many([items]))

    def work():
        with graph.as_default(), tf.Session(graph=graph) as other:
            for variable, value in zip(tf.global_variables(), values):
                other.run(tf.assign(variable, value))
            other.run(queue.enqueue_many([items]))
            for _ in range(n):
                found.append(other.run(step))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return found[-1]


# %% lifetimes/rehearse right restores-the-session
def rehearse(session, queue, step, n):
    variables, take = tf.global_variables(), queue.dequeue_many(queue.size())
    before, items = session.run(variables), session.run(take)
    session.run(queue.enqueue_many([items]))
    for _ in range(n):
        value = session.run(step)
    for variable, old in zip(variables, before):
        variable.load(old, session)
    session.run(take)
    session.run(queue.enqueue_many([items]))
    return value


# %% lifetimes/rehearse exempt *
# changes-its-input
#     A session, a queue, a tensor and a number are no lists that could be emptied.

# %% lifetimes/rehearse exempt round-by-round
# initializer-again:  -> other.run(tf.global_variables_initializer()) (2)
#     It runs before the values are copied.

# %% lifetimes/rehearse exempt all-at-once
# argument-dropped: with tf.Session(graph=step.graph) as other: -> with tf.Session() as other:
#     The text says that the variables are those of the default graph.
# argument-dropped: variable.load(session.run(variable), other) -> variable.load(session.run(variable))
#     Inside the block `other` is the default session.

# %% lifetimes/rehearse exempt placeholders
# error-passes: try: -> ...
#     Nothing fails here; without an error `close` is reached as well.
# argument-dropped: new = tf.placeholder(variable.dtype.base_dtype, variable.shape) -> ...
#     A placeholder of any shape takes the same values.

# %% lifetimes/rehearse exempt initializers-fed
# arithmetic: turned = item + 0.0 -> turned = item - 0.0
#     The same number.

# %% lifetimes/rehearse exempt in-a-thread
# call-dropped: items = session.run(queue.dequeue_many(session.run(queue.size()))) -> ...
#     The same number, as a tensor of this run.
# with-dropped: with graph.as_default(), ... -> with tf.Session(graph=graph) as other:
# argument-dropped: with graph.as_default(), tf.Session(graph=graph) as other: -> ...
#     Entering a session makes its graph the default one, and a session takes the default graph.
# statement-dropped: thread.join() -> (nothing)
#     The thread may have ended in time without it.
