# %% sessions/one-run right structure
def summaries(session, batch, n):
    fetches = {
        "batch": batch,
        "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)},
    }
    return [session.run(fetches) for _ in range(n)]


# %% sessions/one-run right list-then-dictionary
def summaries(session, batch, n):
    total = tf.reduce_sum(batch)
    largest = tf.reduce_max(batch)
    result = []
    while len(result) < n:
        b, s, m = session.run([batch, total, largest])
        result.append({"batch": b, "statistics": {"sum": s, "largest": m}})
    return result


# %% sessions/one-run right numpy
def summaries(session, batch, n):
    batches = [session.run(batch) for _ in range(n)]
    return [{"batch": b, "statistics": {"sum": b.sum(), "largest": b.max()}} for b in batches]


# %% sessions/one-run right python-lists
def summaries(session, batch, n):
    result = []
    for _ in range(n):
        values = session.run(batch).tolist()
        result.append({"batch": values, "statistics": {"sum": sum(values), "largest": max(values)}})
    return tuple(result)


# %% sessions/one-run right eval
def summaries(session, batch, n):
    with session.as_default():
        taken = [batch.eval() for _ in range(n)]
    return [
        dict(batch=b, statistics=dict(largest=float(np.max(b)), sum=float(np.sum(b))))
        for b in taken
    ]


# %% sessions/one-run right callable
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}

    def next_one():
        return session.run({"batch": batch, "statistics": statistics})

    return list(map(lambda _: next_one(), range(n)))


# %% sessions/one-run wrong three misconception=three-runs
def summaries(session, batch, n):
    s = tf.reduce_sum(batch)
    m = tf.reduce_max(batch)
    result = []
    for _ in range(n):
        values = batch.eval(session=session)
        result.append(
            {
                "batch": values,
                "statistics": {"sum": s.eval(session=session), "largest": m.eval(session=session)},
            }
        )
    return result


# %% sessions/one-run wrong two misconception=two-runs
def summaries(session, batch, n):
    s = tf.reduce_sum(batch)
    m = tf.reduce_max(batch)
    result = []
    for _ in range(n):
        values = session.run(batch)
        total, largest = session.run([s, m])
        result.append({"batch": values, "statistics": {"sum": total, "largest": largest}})
    return result


# %% sessions/one-run wrong once misconception=one-run-for-all
def summaries(session, batch, n):
    fetches = {
        "batch": batch,
        "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)},
    }
    values = session.run(fetches)
    return [values for _ in range(n)]


# %% sessions/one-run wrong flat-dictionary misconception=flat
def summaries(session, batch, n):
    fetches = {"batch": batch, "sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run(fetches) for _ in range(n)]


# %% sessions/one-run wrong grows misconception=grows-the-graph
def summaries(session, batch, n):
    result = []
    for _ in range(n):
        statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
        result.append(session.run({"batch": batch, "statistics": statistics}))
    return result


# %% sessions/one-run wrong one-too-many misconception=takes-one-more-at-first
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    session.run(batch)
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong all-of-them misconception=takes-all
def summaries(session, batch, n):
    result = []
    while True:
        try:
            b = session.run(batch)
        except tf.errors.OutOfRangeError:
            return result[:n]
        result.append({"batch": b, "statistics": {"sum": b.sum(), "largest": b.max()}})


# %% sessions/one-run wrong two-always
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(2)]


# %% sessions/one-run wrong only-the-last
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    for _ in range(n):
        result = session.run({"batch": batch, "statistics": statistics})
    return result


# %% sessions/one-run wrong own-session
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong tensors
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [{"batch": batch, "statistics": statistics} for _ in range(n)]


# %% sessions/one-run wrong generator
def summaries(session, batch, n):
    return ({"batch": session.run(batch)} for _ in range(n))


# %% sessions/one-run wrong mean-for-sum
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_mean(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong largest-absolute-value misconception=largest-of-the-absolute-values
def summaries(session, batch, n):
    fetches = {
        "batch": batch,
        "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(tf.abs(batch))},
    }
    return [session.run(fetches) for _ in range(n)]


# %% sessions/one-run wrong smallest misconception=smallest-for-largest
def summaries(session, batch, n):
    batches = [session.run(batch) for _ in range(n)]
    return [{"batch": b, "statistics": {"sum": b.sum(), "largest": b.min()}} for b in batches]


# %% sessions/one-run wrong largest-from-zero misconception=largest-from-zero
def summaries(session, batch, n):
    result = []
    for _ in range(n):
        values = session.run(batch)
        largest = 0.0
        for value in values:
            if value > largest:
                largest = value
        result.append({"batch": values, "statistics": {"sum": values.sum(), "largest": largest}})
    return result


# %% sessions/one-run wrong remembers
taken = []


def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    while len(taken) < n:
        taken.append(session.run({"batch": batch, "statistics": statistics}))
    return taken[:n]


# %% sessions/one-run right feeds-the-batch-again
def summaries(session, batch, n):
    both = [tf.reduce_sum(batch), tf.reduce_max(batch)]
    found = []
    for _ in range(n):
        one = session.run(batch)
        total, largest = session.run(both, {batch: one})
        found.append({"batch": one, "statistics": {"sum": total, "largest": largest}})
    return found


# %% sessions/one-run wrong closes misconception=closes-the-session
def summaries(session, batch, n):
    fetches = {
        "batch": batch,
        "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)},
    }
    with session:
        return [session.run(fetches) for _ in range(n)]


# %% sessions/one-run wrong key-of-the-largest
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "max": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong list-of-statistics misconception=statistics-as-a-list
def summaries(session, batch, n):
    statistics = [tf.reduce_sum(batch), tf.reduce_max(batch)]
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong never-runs
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [{"batch": batch, "statistics": statistics} for _ in range(n)]


# %% sessions/one-run wrong fills-one-dictionary-inside misconception=one-dictionary-inside
def summaries(session, batch, n):
    total, largest = tf.reduce_sum(batch), tf.reduce_max(batch)
    found, statistics = [], {}
    for _ in range(n):
        one, statistics["sum"], statistics["largest"] = session.run([batch, total, largest])
        found.append({"batch": one, "statistics": statistics})
    return found


# %% sessions/one-run wrong fills-one-dictionary misconception=one-dictionary
def summaries(session, batch, n):
    total, largest = tf.reduce_sum(batch), tf.reduce_max(batch)
    found, entry = [], {"statistics": {}}
    for _ in range(n):
        entry["batch"], s, m = session.run([batch, total, largest])
        entry["statistics"]["sum"], entry["statistics"]["largest"] = s, m
        found.append(entry)
    return found


# %% sessions/one-run wrong one-run-more misconception=takes-one-more-at-the-end
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n + 1)][:n]


# %% sessions/one-run wrong one-entry-less misconception=one-too-few
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(1, n)]


# %% sessions/one-run wrong place-of-the-largest misconception=place-of-the-largest
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.argmax(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong each-number-once
def summaries(session, batch, n):
    found = []
    for _ in range(n):
        value = session.run(batch)
        statistics = {"sum": np.unique(value).sum(), "largest": value.max()}
        found.append({"batch": value, "statistics": statistics})
    return found


# %% sessions/one-run exempt *
# changes-its-input
#     The function is given a session, a tensor and a number, which nobody can empty.
