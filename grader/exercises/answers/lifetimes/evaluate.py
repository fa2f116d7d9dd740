# %% lifetimes/evaluate right reads-the-metric
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate right last-update
def evaluate(session, metric, update, feeds):
    session.run([variable.initializer for variable in tf.local_variables()])
    for feed in feeds:
        result = session.run(update, feed_dict=feed)
    return result


# %% lifetimes/evaluate right with-default
def evaluate(session, metric, update, feeds):
    with session.as_default():
        tf.local_variables_initializer().run()
        for feed in feeds:
            update.eval(feed)
        return metric.eval()


# %% lifetimes/evaluate right list-of-updates
def evaluate(session, metric, update, feeds):
    session.run(tf.variables_initializer(tf.get_collection(tf.GraphKeys.LOCAL_VARIABLES)))
    return float([session.run(update, feed) for feed in feeds][-1])


# %% lifetimes/evaluate right sets-to-zero
def evaluate(session, metric, update, feeds):
    for variable in tf.local_variables():
        session.run(tf.assign(variable, tf.zeros(variable.shape)))
    for feed in feeds:
        session.run([update], feed)
    return session.run([metric])[0]


# %% lifetimes/evaluate wrong no-reset misconception=never-resets
def evaluate(session, metric, update, feeds):
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong initializer-never-runs misconception=never-resets
def evaluate(session, metric, update, feeds):
    tf.local_variables_initializer()
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong only-new misconception=initialises-only-once
def evaluate(session, metric, update, feeds):
    try:
        session.run(metric)
    except tf.errors.FailedPreconditionError:
        session.run(tf.local_variables_initializer())
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong resets-in-the-loop misconception=resets-for-each-batch
def evaluate(session, metric, update, feeds):
    for feed in feeds:
        session.run(tf.local_variables_initializer())
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong averages-batches misconception=mean-of-means
def evaluate(session, metric, update, feeds):
    means = []
    for feed in feeds:
        session.run(tf.local_variables_initializer())
        means.append(session.run(update, feed))
    return sum(means) / len(means)


# %% lifetimes/evaluate wrong averages-updates misconception=averages-the-running-means
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    means = [session.run(update, feed) for feed in feeds]
    return sum(means) / len(means)


# %% lifetimes/evaluate wrong never-updates misconception=never-updates
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    for feed in feeds:
        value = session.run(metric, feed)
    return value


# %% lifetimes/evaluate wrong one-run-for-both misconception=reads-before-the-update
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    for feed in feeds:
        value, _ = session.run([metric, update], feed)
    return value


# %% lifetimes/evaluate wrong wipes-the-model misconception=initialises-the-model
def evaluate(session, metric, update, feeds):
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong own-session
def evaluate(session, metric, update, feeds):
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        for feed in feeds:
            session.run(update, feed)
        return session.run(metric)


# %% lifetimes/evaluate wrong empties-the-feeds
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    while feeds:
        session.run(update, feeds.pop())
    return session.run(metric)


# %% lifetimes/evaluate exempt sets-to-zero
# constant: return session.run([metric])[0] -> return session.run([metric])[-1]
#     The list has one element.
