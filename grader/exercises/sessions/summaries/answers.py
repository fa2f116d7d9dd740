# %% right structure
def summaries(session, batch, n):
    fetches = {
        "batch": batch,
        "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)},
    }
    return [session.run(fetches) for _ in range(n)]


# %% right list-then-dictionary
def summaries(session, batch, n):
    total = tf.reduce_sum(batch)
    largest = tf.reduce_max(batch)
    result = []
    while len(result) < n:
        b, s, m = session.run([batch, total, largest])
        result.append({"batch": b, "statistics": {"sum": s, "largest": m}})
    return result


# %% right numpy
def summaries(session, batch, n):
    batches = [session.run(batch) for _ in range(n)]
    return [{"batch": b, "statistics": {"sum": b.sum(), "largest": b.max()}} for b in batches]


# %% right python-lists
def summaries(session, batch, n):
    result = []
    for _ in range(n):
        values = session.run(batch).tolist()
        result.append({"batch": values, "statistics": {"sum": sum(values), "largest": max(values)}})
    return tuple(result)


# %% right eval
def summaries(session, batch, n):
    with session.as_default():
        taken = [batch.eval() for _ in range(n)]
    return [
        dict(batch=b, statistics=dict(largest=float(np.max(b)), sum=float(np.sum(b))))
        for b in taken
    ]


# %% right callable
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}

    def next_one():
        return session.run({"batch": batch, "statistics": statistics})

    return list(map(lambda _: next_one(), range(n)))


# %% right feeds-the-batch-again
def summaries(session, batch, n):
    both = [tf.reduce_sum(batch), tf.reduce_max(batch)]
    found = []
    for _ in range(n):
        one = session.run(batch)
        total, largest = session.run(both, {batch: one})
        found.append({"batch": one, "statistics": {"sum": total, "largest": largest}})
    return found


# %% wrong three mistake=three-runs
# says: your function calls `run` three times for one entry, and every run takes a new batch: batch, sum and
#     largest belong to three different batches. Fetch all three in one run.
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


# %% wrong two mistake=two-runs
# says: your function calls `run` twice for one entry, and every run takes a new batch: the statistics are
#     not those of the batch beside them. Fetch everything in one run.
def summaries(session, batch, n):
    s = tf.reduce_sum(batch)
    m = tf.reduce_max(batch)
    result = []
    for _ in range(n):
        values = session.run(batch)
        total, largest = session.run([s, m])
        result.append({"batch": values, "statistics": {"sum": total, "largest": largest}})
    return result


# %% wrong once mistake=one-run-for-all like=structure
# says: all entries of your list are the same: you ran the graph once. Run it once for each entry, n times
#     in all.
# -     return [session.run(fetches) for _ in range(n)]
# +     values = session.run(fetches)
# +     return [values for _ in range(n)]


# %% wrong fills-one-dictionary-inside
def summaries(session, batch, n):
    total, largest = tf.reduce_sum(batch), tf.reduce_max(batch)
    found, statistics = [], {}
    for _ in range(n):
        one, statistics["sum"], statistics["largest"] = session.run([batch, total, largest])
        found.append({"batch": one, "statistics": statistics})
    return found


# %% wrong fills-one-dictionary mistake=one-dictionary
# says: all entries of your list are the summary of the last batch. If you fill the same dictionary each
#     time, the list holds it n times: make a new one for each entry.
def summaries(session, batch, n):
    total, largest = tf.reduce_sum(batch), tf.reduce_max(batch)
    found, entry = [], {"statistics": {}}
    for _ in range(n):
        entry["batch"], s, m = session.run([batch, total, largest])
        entry["statistics"]["sum"], entry["statistics"]["largest"] = s, m
        found.append(entry)
    return found


# %% wrong flat-dictionary mistake=flat
# says: the numbers are right, but the structure is not: sum and largest belong in a dictionary of their
#     own, under the key "statistics".
def summaries(session, batch, n):
    fetches = {"batch": batch, "sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run(fetches) for _ in range(n)]


# %% wrong list-of-statistics
def summaries(session, batch, n):
    statistics = [tf.reduce_sum(batch), tf.reduce_max(batch)]
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% wrong one-entry-less mistake=one-too-few
# says: your list has one entry too few. Make one run for each of the n batches.
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(1, n)]


# %% wrong one-run-more mistake=takes-one-more-at-the-end
# says: your function takes batches that it does not return. Each run that needs `batch` takes one: make n
#     runs, and no other.
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n + 1)][:n]


# %% wrong one-too-many mistake=takes-one-more-at-first
# says: your function takes batches that it does not return. Each run that needs `batch` takes one: make n
#     runs, and no other.
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    session.run(batch)
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% wrong all-of-them
def summaries(session, batch, n):
    result = []
    while True:
        try:
            b = session.run(batch)
        except tf.errors.OutOfRangeError:
            return result[:n]
        result.append({"batch": b, "statistics": {"sum": b.sum(), "largest": b.max()}})


# %% wrong place-of-the-largest
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.argmax(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% wrong largest-absolute-value mistake=largest-of-the-absolute-values like=structure
# says: batches and sums are right, but you give the largest absolute value. Of -5 and -2, the larger one is
#     -2.
# -         "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)},
# +         "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(tf.abs(batch))},


# %% wrong largest-from-zero
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


# %% wrong smallest mistake=smallest-for-largest
# says: batches and sums are right, but you give the smallest value of each batch as its largest.
def summaries(session, batch, n):
    batches = [session.run(batch) for _ in range(n)]
    return [{"batch": b, "statistics": {"sum": b.sum(), "largest": b.min()}} for b in batches]


# %% wrong grows mistake=grows-the-graph
# says: the values are right, but your loop makes new operations on every pass, so the graph grows with n.
#     Make them once, before the loop.
def summaries(session, batch, n):
    result = []
    for _ in range(n):
        statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
        result.append(session.run({"batch": batch, "statistics": statistics}))
    return result


# %% wrong closes mistake=closes-the-session like=structure
# says: the summaries are right, but your function closes the session: `session.close()` does, and so does
#     the end of a `with session:` block. It is not yours, so leave it open.
# -     return [session.run(fetches) for _ in range(n)]
# +     with session:
# +         return [session.run(fetches) for _ in range(n)]


# %% wrong two-always
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(2)]


# %% wrong only-the-last
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    for _ in range(n):
        result = session.run({"batch": batch, "statistics": statistics})
    return result


# %% wrong own-session
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% wrong tensors
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [{"batch": batch, "statistics": statistics} for _ in range(n)]


# %% wrong generator
def summaries(session, batch, n):
    return ({"batch": session.run(batch)} for _ in range(n))


# %% wrong mean-for-sum
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_mean(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% wrong remembers
taken = []


def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    while len(taken) < n:
        taken.append(session.run({"batch": batch, "statistics": statistics}))
    return taken[:n]


# %% wrong key-of-the-largest
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "max": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% wrong each-number-once
def summaries(session, batch, n):
    found = []
    for _ in range(n):
        value = session.run(batch)
        statistics = {"sum": np.unique(value).sum(), "largest": value.max()}
        found.append({"batch": value, "statistics": statistics})
    return found


# %% wrong largest-of-the-ends like=numpy
# -     return [{"batch": b, "statistics": {"sum": b.sum(), "largest": b.max()}} for b in batches]
# +     largest = [max(b[0], b[-1]) for b in batches]
# +     return [
# +         {"batch": b, "statistics": {"sum": b.sum(), "largest": most}}
# +         for b, most in zip(batches, largest)
# +     ]


# %% wrong takes-the-nodes-that-are-there
def summaries(session, batch, n):
    try:
        total, largest = (batch.graph.get_tensor_by_name(name) for name in ("total:0", "largest:0"))
    except KeyError:
        total, largest = tf.reduce_sum(batch, name="total"), tf.reduce_max(batch, name="largest")
    fetches = {"batch": batch, "statistics": {"sum": total, "largest": largest}}
    return [session.run(fetches) for _ in range(n)]


# %% exempt *
# changes-its-input
#     The function is given a session, a tensor and a number, which nobody can empty.
