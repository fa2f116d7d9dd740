# %% lifetimes/rehearse wrong same-session misconception=in-the-same-session
def rehearse(session, queue, step, n):
    for _ in range(n):
        value = session.run(step)
    return value


# %% lifetimes/rehearse wrong variables-back misconception=variables-put-back
def rehearse(session, queue, step, n):
    variables = tf.global_variables()
    before = session.run(variables)
    for _ in range(n):
        value = session.run(step)
    for variable, old in zip(variables, before):
        variable.load(old, session)
    return value


# %% lifetimes/rehearse wrong no-queue misconception=without-the-queue
def rehearse(session, queue, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong moved misconception=moves-the-items
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        other.run(queue.enqueue_many([items]))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong moved-the-first misconception=moves-what-is-needed
def rehearse(session, queue, step, n):
    first = min(n, session.run(queue.size()))
    items = session.run(queue.dequeue_many(first))
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        other.run(queue.enqueue_many([items]))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong turned-the-first misconception=changes-the-order
def rehearse(session, queue, step, n):
    item = queue.dequeue()
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(min(n, session.run(queue.size()))):
            back = queue.enqueue(session.run(item))
            session.run(back)
            other.run(back)
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong initial-values misconception=without-the-variables
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


# %% lifetimes/rehearse wrong trained-ones misconception=only-trainable-variables
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


# %% lifetimes/rehearse wrong open misconception=leaves-the-session-open
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


# %% lifetimes/rehearse wrong once misconception=one-step
def rehearse(session, queue, step, n):
    fill = queue.enqueue_many([session.run(queue.dequeue_many(queue.size()))])
    session.run(fill)
    with tf.Session() as other:
        for variable in tf.global_variables():
            variable.load(session.run(variable), other)
        other.run(fill)
        return other.run(step)


# %% lifetimes/rehearse wrong takes-in-one-run
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


# %% lifetimes/rehearse wrong puts-in-one-run
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


# %% lifetimes/rehearse wrong last-first
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


# %% lifetimes/rehearse wrong stops-at-zero
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


# %% lifetimes/rehearse wrong turns-without-looking
def rehearse(session, queue, step, n):
    item = queue.dequeue()
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(9):
            back = queue.enqueue(session.run(item))
            session.run(back)
            other.run(back)
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong closes-the-session
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


# %% lifetimes/rehearse wrong takes-as-many-as-steps
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


# %% lifetimes/rehearse wrong all-values
def rehearse(session, queue, step, n):
    fill = queue.enqueue_many([session.run(queue.dequeue_many(queue.size()))])
    session.run(fill)
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        other.run(fill)
        return [other.run(step) for _ in range(n)]


# %% lifetimes/rehearse wrong float-scalars
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


# %% lifetimes/rehearse wrong restores-variables-only misconception=without-the-queue
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


# %% lifetimes/rehearse wrong puts-back-reversed misconception=puts-back-the-last-first
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    session.run(queue.enqueue_many([items[::-1]]))
    with tf.Session() as other:
        for variable in tf.global_variables():
            variable.load(session.run(variable), other)
        other.run(queue.enqueue_many([items]))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong none-and-one-step-missing misconception=one-step-few-after-none
def rehearse(session, queue, step, n):
    item, waiting = queue.dequeue(), session.run(queue.size())
    value = None
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(waiting):
            back = queue.enqueue(session.run(item))
            session.run(back)
            other.run(back)
        for _ in range(n - 1):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong one-step-missing misconception=one-step-few
def rehearse(session, queue, step, n):
    item, waiting = queue.dequeue(), session.run(queue.size())
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(waiting):
            back = queue.enqueue(session.run(item))
            session.run(back)
            other.run(back)
        for _ in range(n - 1):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong largest-of-the-values
def rehearse(session, queue, step, n):
    items = session.run(queue.dequeue_many(queue.size()))
    session.run(queue.enqueue_many([items]))
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        other.run(queue.enqueue_many([items]))
        return max([other.run(step) for _ in range(n)], key=np.sum)
