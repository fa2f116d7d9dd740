# %% right moves
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    steps = (prices - tf.gather(means, rows)) / seen
    return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% right sums-of-the-whole-table
def reprice(means, counts, rows, prices):
    size = tf.size(means)
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
    sums = means * counts + tf.unsorted_segment_sum(prices, rows, size)
    with tf.control_dependencies([sums]):
        seen = tf.assign_add(counts, ones)
    new = tf.assign(means, tf.where(seen > 0, sums / seen, tf.zeros_like(sums)))
    return tf.gather(new, rows)


# %% right one-hot
def reprice(means, counts, rows, prices):
    hot = tf.one_hot(rows, tf.size(means))
    seen = counts.assign_add(tf.reduce_sum(hot, axis=0))
    moves = tf.reduce_sum(hot * (prices[:, None] - means), axis=0)
    new = means.assign_add(moves / tf.maximum(seen, 1.0))
    return tf.reduce_sum(hot * new, axis=1)


# %% right waits-for-both
def reprice(means, counts, rows, prices):
    old = tf.gather(means, rows)
    count = tf.scatter_add(counts, rows, tf.fill(tf.shape(rows), 1.0))
    with tf.control_dependencies([count]):
        seen = tf.gather(counts.read_value(), rows)
    change = tf.scatter_add(means, rows, tf.divide(prices - old, seen))
    with tf.control_dependencies([change]):
        return tf.gather(means.read_value(), rows)


# %% right mean-of-the-run
def reprice(means, counts, rows, prices):
    size = tf.size(means)
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
    seen = tf.assign_add(counts, ones)
    weight = tf.div_no_nan(ones, seen)
    fresh = tf.div_no_nan(tf.unsorted_segment_sum(prices, rows, size), ones)
    new = tf.assign(means, means * (1.0 - weight) + fresh * weight)
    return tf.gather(new, rows)


# %% right scatter-nd
def reprice(means, counts, rows, prices):
    where = tf.expand_dims(rows, 1)
    seen = tf.scatter_nd_add(counts, where, tf.ones_like(prices))
    steps = (prices - tf.gather_nd(means, where)) / tf.gather_nd(seen, where)
    return tf.gather_nd(tf.scatter_nd_add(means, where, steps), where)


# %% wrong last-price mistake=forgets-the-old-prices
# says: the new price replaces the mean. The old prices count, too: with n reports by now, a new price moves
#     the mean by one n-th of the difference between them.
def reprice(means, counts, rows, prices):
    with tf.control_dependencies([tf.scatter_add(counts, rows, tf.ones_like(prices))]):
        return tf.gather(tf.scatter_update(means, rows, prices), rows)


# %% wrong overwrites-with-a-step mistake=one-report-wins
# says: your update is right for an item that is reported once. Of several reports in one run, only one
#     remains: `tf.scatter_update` overwrites. `tf.scatter_add` adds them all.
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    old = tf.gather(means, rows)
    return tf.gather(tf.scatter_update(means, rows, old + (prices - old) / seen), rows)


# %% wrong counts-once mistake=each-report-as-if-alone
# says: you treat each report as if it were the only one of its item in this run: the count goes up by 1 for
#     all of them together. `tf.scatter_add` counts every one.
def reprice(means, counts, rows, prices):
    seen = tf.gather(counts, rows) + 1.0
    old = tf.gather(means, rows)
    with tf.control_dependencies([tf.scatter_update(counts, rows, seen)]):
        return tf.gather(tf.scatter_add(means, rows, (prices - old) / seen), rows)


# %% wrong one-more-than-it-was mistake=divides-by-one-more
# says: you divide by the old count plus 1. With three reports of an item the count grows by 3: divide by
#     the new count, which `tf.scatter_add` returns.
def reprice(means, counts, rows, prices):
    old = tf.gather(counts, rows) + 1.0
    with tf.control_dependencies([old]):
        c = tf.scatter_add(counts, rows, tf.ones_like(prices))
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / old)
    with tf.control_dependencies([c]):
        return tf.gather(m, rows)


# %% wrong one-more-than-it-read
def reprice(means, counts, rows, prices):
    old = tf.gather(counts, rows)
    c = tf.scatter_add(counts, rows, tf.ones_like(prices))
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / (old + 1.0))
    with tf.control_dependencies([c]):
        return tf.gather(m, rows)


# %% wrong makes-a-count-and-adds-one
def reprice(means, counts, rows, prices):
    tf.scatter_add(counts, rows, tf.ones_like(prices))
    seen = tf.gather(counts, rows) + 0.0
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / (seen + 1.0))
    return tf.gather(m, rows)


# %% wrong old-means mistake=gives-the-old-means
# says: both variables are right, but the value of the run is the old means. Gather the rows from the tensor
#     that the update of the means returns.
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    old = tf.gather(means, rows)
    with tf.control_dependencies([tf.scatter_add(means, rows, (prices - old) / seen)]):
        return tf.identity(old)


# %% wrong updates-beside-the-value mistake=no-update-runs
# says: a run changes neither variable, and its value is the old means. No path leads from an update to the
#     tensor that you return, so no update runs. Return what you gather from the tensor that the update of
#     the means returns.
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / seen)
    return tf.gather(means.read_value(), rows)


# %% wrong makes-a-count
def reprice(means, counts, rows, prices):
    tf.scatter_add(counts, rows, tf.ones_like(prices))
    steps = (prices - tf.gather(means, rows)) / tf.gather(counts, rows)
    return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% wrong sums-too-late mistake=reads-and-changes-in-no-order like=mean-of-the-run
# says: in one run your graph reads a variable and changes it, and no path says which comes first: reports
#     may count twice, or not at all. Use the tensor that the update returns, or copy the old value first
#     (`v + 0`) and let the update wait for the copy.
# -     weight = tf.div_no_nan(ones, seen)
# -     fresh = tf.div_no_nan(tf.unsorted_segment_sum(prices, rows, size), ones)
# -     new = tf.assign(means, means * (1.0 - weight) + fresh * weight)
# +     sums = means * counts + tf.unsorted_segment_sum(prices, rows, size)
# +     new = tf.assign(means, tf.where(seen > 0, sums / seen, tf.zeros_like(sums)))


# %% wrong gathers-beside-the-updates
def reprice(means, counts, rows, prices):
    c = tf.scatter_add(counts, rows, tf.ones_like(prices))
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / tf.gather(counts, rows))
    with tf.control_dependencies([c, m]):
        return tf.gather(means, rows)


# %% wrong only-the-mean-is-kept mistake=the-counts-stay
# says: the new means are in their variable, but the new counts are not: in the next run the reports of this
#     one have no weight. Update `counts` as well, in the same run.
def reprice(means, counts, rows, prices):
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
    steps = (prices - tf.gather(means, rows)) / tf.gather(counts + ones, rows)
    return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% wrong table-without-its-counts
def reprice(means, counts, rows, prices):
    n = int(means.shape[0])
    b = tf.unsorted_segment_sum(tf.ones_like(prices), rows, n)
    s = tf.unsorted_segment_sum(prices, rows, n)
    old_means, old_counts = means + 0, counts + 0
    m = tf.assign(means, (old_means * old_counts + s) / tf.maximum(old_counts + b, 1.0))
    tf.assign(counts, old_counts + b)
    return tf.gather(m, rows)


# %% wrong mean-of-the-batch mistake=only-the-new-prices
# says: the mean of this run's prices replaces the old mean. The old prices count, too: the old mean is that
#     of `counts` prices.
def reprice(means, counts, rows, prices):
    n = int(means.shape[0])
    b = tf.unsorted_segment_sum(tf.ones_like(prices), rows, n)
    s = tf.unsorted_segment_sum(prices, rows, n)
    c = tf.assign_add(counts, b)
    m = tf.assign(means, tf.where(b > 0, s / tf.maximum(b, 1.0), means + 0))
    with tf.control_dependencies([c]):
        return tf.gather(m, rows)


# %% wrong overwrites-with-each-alone
def reprice(means, counts, rows, prices):
    m, c = tf.gather(means, rows) + 0, tf.gather(counts, rows) + 0
    with tf.control_dependencies([m, c]):
        new = tf.scatter_update(means, rows, (m * c + prices) / (c + 1))
        k = tf.scatter_add(counts, rows, tf.ones_like(prices))
    with tf.control_dependencies([k]):
        return tf.gather(new, rows)


# %% wrong in-between
def reprice(means, counts, rows, prices):
    with tf.control_dependencies([tf.scatter_add(counts, rows, tf.ones_like(prices))]):
        half = (prices - tf.gather(means, rows)) * 0.5
        return tf.gather(tf.scatter_add(means, rows, half), rows)


# %% wrong computes-only mistake=changes-copies
# says: the value is right, but the variables keep their old values: what you compute from them is dropped
#     when the run ends. `tf.scatter_add` changes a variable.
def reprice(means, counts, rows, prices):
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
    sums = tf.unsorted_segment_sum(prices, rows, tf.size(means))
    return tf.gather((means * counts + sums) / (counts + ones), rows)


# %% wrong whole-table mistake=returns-the-table
# says: your function returns the whole table. The update is right: now gather the reported rows from it.
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    return tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / seen)


# %% wrong zero-by-zero mistake=divides-by-no-reports
# says: you recompute every row, and divide 0 by 0 in the row of an item that nobody has reported yet.
#     Change only the reported rows.
def reprice(means, counts, rows, prices):
    size = tf.size(means)
    sums = means * counts + tf.unsorted_segment_sum(prices, rows, size)
    with tf.control_dependencies([sums]):
        seen = tf.scatter_add(counts, rows, tf.ones_like(prices))
    return tf.gather(tf.assign(means, sums / seen), rows)


# %% wrong overwrites-the-mean mistake=one-report-wins
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    old = tf.gather(means, rows)
    return tf.gather(tf.scatter_update(means, rows, (old * (seen - 1) + prices) / seen), rows)


# %% wrong counts-in-no-order mistake=reads-and-changes-in-no-order
def reprice(means, counts, rows, prices):
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
    seen = tf.gather(counts + ones, rows)
    steps = (prices - tf.gather(means, rows)) / seen
    with tf.control_dependencies([tf.assign_add(counts, ones)]):
        return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% wrong runs-while-building
def reprice(means, counts, rows, prices):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        seen = tf.gather(session.run(tf.scatter_add(counts, rows, tf.ones_like(prices))), rows)
    return tf.gather(tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / seen), rows)


# %% wrong four-rows
def reprice(means, counts, rows, prices):
    hot = tf.one_hot(rows, 4)
    seen = counts.assign_add(tf.reduce_sum(hot, axis=0))
    moves = tf.reduce_sum(hot * (prices[:, None] - means), axis=0)
    return tf.reduce_sum(hot * means.assign_add(moves / tf.maximum(seen, 1.0)), axis=1)


# %% wrong a-mean-for-each-report
def reprice(means, counts, rows, prices):
    old = tf.gather(means, rows)
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    new = old + (prices - old) / seen
    with tf.control_dependencies([tf.scatter_update(means, rows, new)]):
        return tf.identity(new)


# %% wrong sums-of-its-own
def reprice(means, counts, rows, prices):
    sums = tf.Variable(means.initial_value * counts.initial_value, trainable=False)
    seen = tf.scatter_add(counts, rows, tf.ones_like(prices))
    new = tf.assign(means, tf.div_no_nan(tf.scatter_add(sums, rows, prices), seen))
    return tf.gather(new, rows)


# %% exempt *
# changes-its-input
#     Variables and tensors are no lists that could be emptied.
# remembers-results
#     No two calls have the same variables and placeholders.


# %% exempt sums-of-the-whole-table
# call-dropped: new = ...tf.zeros_like(sums))) -> new = ..., sums))
#     Where nothing was reported, the sum is 0.


# %% exempt one-hot
# axis: ...axis=1) -> ...axis=-1)
#     The tensor has two axes: the last one is number 1.


# %% exempt scatter-nd
# constant: where = tf.expand_dims(rows, 1) -> where = tf.expand_dims(rows, -1)
#     The rows are a vector: its last new axis is number 1.
