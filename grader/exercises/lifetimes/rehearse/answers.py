# %% right round-by-round
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


# %% right all-at-once
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    fill = queue.enqueue_many([items])
    session.run(fill)
    with tf.Session(graph=step.graph) as other:
        for variable in tf.global_variables():
            variable.load(session.run(variable), other)
        other.run(fill)
        return [other.run(step) for _ in range(n)][-1]


# %% right placeholders
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


# %% right initializers-fed
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


# %% right in-a-thread
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


# %% right restores-the-session
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


# %% wrong same-session mistake=in-the-same-session
# says: the value is right, but you ran `step` in the session itself: its variables have changed, and items
#     are gone. Open a second session: it has variables and a queue of its own.
def rehearse(session, queue, step, n):
    for _ in range(n):
        value = session.run(step)
    return value


# %% wrong variables-back mistake=variables-put-back
# says: you ran `step` in the session itself and put the variables back, but not the items that `step` took
#     out of the queue. They are part of the session's state, too.
def rehearse(session, queue, step, n):
    variables = tf.global_variables()
    before = session.run(variables)
    for _ in range(n):
        value = session.run(step)
    for variable, old in zip(variables, before):
        variable.load(old, session)
    return value


# %% wrong no-queue mistake=without-the-queue
# says: in your second session, `step` found an empty queue: every session begins with one. Put the items of
#     the first session's queue into the second's, too.
def rehearse(session, queue, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong moved mistake=moves-the-items
# says: the value is right, but afterwards the session's queue is empty: you moved its items to the second
#     session. Reading an item takes it out, so put it back.
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        other.run(queue.enqueue_many([items]))
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong moved-the-first mistake=moves-what-is-needed like=moved
# says: the items that you took out of the session's queue are missing afterwards. Reading an item takes it
#     out, so put it back. Each goes to the end of the queue: what must you do with the others?
# -     items = session.run(queue.dequeue_many(queue.size()))
# +     first = min(n, session.run(queue.size()))
# +     items = session.run(queue.dequeue_many(first))


# %% wrong in-the-given-session-with-a-fed-clock
def rehearse(session, queue, step, n):
    variables, pulse = tf.global_variables(), tf.get_default_graph().get_tensor_by_name("pulse:0")
    before = session.run(variables)
    items = session.run(queue.dequeue_many(queue.size()))
    session.run(queue.enqueue_many([items]))
    with tf.Session():
        value = [session.run(step, {pulse: 0.5}) for _ in range(n)][-1]
    for variable, held in zip(variables, before):
        variable.load(held, session)
    session.run(queue.dequeue_many(queue.size()))
    session.run(queue.enqueue_many([items]))
    return value


# %% wrong turned-the-first mistake=changes-the-order like=round-by-round
# says: the value is right, but the session's items are now in a different order. What you take out and put
#     back goes to the end of the queue. The old order is back only when every item has gone round once,
#     each in its turn.
# -     item, waiting = queue.dequeue(), session.run(queue.size())
# +     item = queue.dequeue()
# -         for _ in range(waiting):
# +         for _ in range(min(n, session.run(queue.size()))):


# %% wrong puts-back-reversed mistake=puts-back-the-last-first like=moved
# says: the value is right, but the session's items are now in a different order. What you take out and put
#     back goes to the end of the queue. The old order is back only when every item has gone round once,
#     each in its turn.
# -     with tf.Session() as other:
# +     session.run(queue.enqueue_many([items[::-1]]))
# +     with tf.Session() as other:
# -             other.run(tf.assign(variable, session.run(variable)))
# +             variable.load(session.run(variable), other)


# %% wrong initial-values mistake=without-the-variables
# says: the items are right, but your second session starts from the variables' initial values. Read the
#     values in the first session, and set them in the second.
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    fill = queue.enqueue_many([items])
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        session.run(fill)
        other.run(fill)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong trained-ones mistake=only-trainable-variables
# says: your second session gets the values of the trainable variables only; the others start from their
#     initial values. Copy all variables: `tf.global_variables()`.
def rehearse(session, queue, step, n):
    fill = queue.enqueue_many([session.run(queue.dequeue_many(queue.size()))])
    session.run(fill)
    with tf.Session() as other:
        other.run([tf.global_variables_initializer(), fill])
        for variable in tf.trainable_variables():
            variable.load(session.run(variable), other)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong open mistake=leaves-the-session-open
# says: everything is right except one thing: your second session stays open, and its variables and items
#     stay alive with it. Open it in a `with` block.
def rehearse(session, queue, step, n):
    fill = queue.enqueue_many([session.run(queue.dequeue_many(queue.size()))])
    session.run(fill)
    other = tf.Session()
    for variable in tf.global_variables():
        variable.load(session.run(variable), other)
    other.run(fill)
    for _ in range(n):
        value = other.run(step)
    return value


# %% wrong once mistake=one-step
# says: your function runs `step` once. It should run it n times and return the last value.
def rehearse(session, queue, step, n):
    fill = queue.enqueue_many([session.run(queue.dequeue_many(queue.size()))])
    session.run(fill)
    with tf.Session() as other:
        for variable in tf.global_variables():
            variable.load(session.run(variable), other)
        other.run(fill)
        return other.run(step)


# %% wrong one-step-missing mistake=one-step-few like=round-by-round
# says: your function runs `step` one time too few. Run it n times, and return the last value.
# -         for _ in range(n):
# +         for _ in range(n - 1):


# %% wrong none-and-one-step-missing like=round-by-round
# -     item, waiting = queue.dequeue(), session.run(queue.size())
# +     item, waiting = queue.dequeue(), session.run(queue.size())
# +     value = None
# -         for _ in range(n):
# +         for _ in range(n - 1):


# %% wrong takes-in-one-run
def rehearse(session, queue, step, n):
    waiting = session.run(queue.size())
    items = session.run([queue.dequeue() for _ in range(waiting)])
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for item in items:
            put = queue.enqueue(item)
            session.run(put)
            other.run(put)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong puts-in-one-run
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    fill = [queue.enqueue(item) for item in items]
    session.run(fill)
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        other.run(fill)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong last-first
def rehearse(session, queue, step, n):
    items = list(session.run(queue.dequeue_many(queue.size())))
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        while items:
            put = queue.enqueue(items.pop())
            session.run(put)
            other.run(put)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong stops-at-zero
def rehearse(session, queue, step, n):
    import numpy as np

    item = queue.dequeue()
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(session.run(queue.size())):
            value = session.run(item)
            if not np.any(value):
                break
            back = queue.enqueue(value)
            session.run(back)
            other.run(back)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong turns-without-looking like=round-by-round
# -     item, waiting = queue.dequeue(), session.run(queue.size())
# +     item = queue.dequeue()
# -         for _ in range(waiting):
# +         for _ in range(9):


# %% wrong closes-the-session
def rehearse(session, queue, step, n):
    values = session.run(tf.global_variables())
    items = session.run(queue.dequeue_many(queue.size()))
    session.close()
    with tf.Session() as other:
        for variable, value in zip(tf.global_variables(), values):
            other.run(tf.assign(variable, value))
        other.run(queue.enqueue_many([items]))
        for _ in range(n):
            result = other.run(step)
    return result


# %% wrong takes-as-many-as-steps
def rehearse(session, queue, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        items = session.run(queue.dequeue_many(n))
        fill = queue.enqueue_many([items])
        session.run(fill)
        other.run(fill)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong all-values like=once
# -             variable.load(session.run(variable), other)
# +             other.run(tf.assign(variable, session.run(variable)))
# -         return other.run(step)
# +         return [other.run(step) for _ in range(n)]


# %% wrong float-scalars
def rehearse(session, queue, step, n):
    new, take = tf.placeholder(tf.float32, []), queue.dequeue_many(queue.size())
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, new), {new: session.run(variable)})
        fill = queue.enqueue_many([session.run(take)])
        session.run(fill)
        other.run(fill)
        for _ in range(n):
            value = other.run(step)
    return value


# %% wrong restores-variables-only mistake=without-the-queue
def rehearse(session, queue, step, n):
    variables = tf.global_variables()
    before = session.run(variables)
    items = session.run(queue.dequeue_many(queue.size()))
    for _ in range(n):
        value = session.run(step)
    for variable, old in zip(variables, before):
        variable.load(old, session)
    session.run(queue.dequeue_many(queue.size()))
    session.run(queue.enqueue_many([items]))
    return value


# %% wrong largest-of-the-values
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    session.run(queue.enqueue_many([items]))
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        other.run(queue.enqueue_many([items]))
        return max([other.run(step) for _ in range(n)], key=np.sum)


# %% exempt *
# changes-its-input
#     A session, a queue, a tensor and a number are no lists that could be emptied.


# %% exempt round-by-round
# initializer-again:  -> other.run(tf.global_variables_initializer()) (2)
#     It runs before the values are copied.


# %% exempt all-at-once
# argument-dropped: with tf.Session(graph=step.graph) as other: -> with tf.Session() as other:
#     The text says that the variables are those of the default graph.
# argument-dropped: variable.load(session.run(variable), other) -> variable.load(session.run(variable))
#     Inside the block `other` is the default session.


# %% exempt placeholders
# error-passes: try: -> ...
#     Nothing fails here; without an error `close` is reached as well.
# argument-dropped: new = tf.placeholder(variable.dtype.base_dtype, variable.shape) -> ...
#     A placeholder of any shape takes the same values.


# %% exempt initializers-fed
# arithmetic: turned = item + 0.0 -> turned = item - 0.0
#     The same number.


# %% exempt in-a-thread
# call-dropped: items = session.run(queue.dequeue_many(session.run(queue.size()))) -> ...
#     The same number, as a tensor of this run.
# with-dropped: with graph.as_default(), ... -> with tf.Session(graph=graph) as other:
# argument-dropped: with graph.as_default(), tf.Session(graph=graph) as other: -> ...
#     Entering a session makes its graph the default one, and a session takes the default graph.
# statement-dropped: thread.join() -> (nothing)
#     The thread may have ended in time without it.
