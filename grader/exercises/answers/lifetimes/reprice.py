# %% lifetimes/reprice right moves
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    steps = (prices - tf.gather(means, rows)) / seen
    return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% lifetimes/reprice right sums-of-the-whole-table
def reprice(means, counts, rows, prices):
    size = tf.size(means)
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
    sums = means * counts + tf.unsorted_segment_sum(prices, rows, size)
    with tf.control_dependencies([sums]):
        seen = tf.assign_add(counts, ones)
    new = tf.assign(means, tf.where(seen > 0, sums / seen, tf.zeros_like(sums)))
    return tf.gather(new, rows)


# %% lifetimes/reprice right one-hot
def reprice(means, counts, rows, prices):
    hot = tf.one_hot(rows, tf.size(means))
    seen = counts.assign_add(tf.reduce_sum(hot, axis=0))
    moves = tf.reduce_sum(hot * (prices[:, None] - means), axis=0)
    new = means.assign_add(moves / tf.maximum(seen, 1.0))
    return tf.reduce_sum(hot * new, axis=1)


# %% lifetimes/reprice right waits-for-both
def reprice(means, counts, rows, prices):
    old = tf.gather(means, rows)
    count = tf.scatter_add(counts, rows, tf.fill(tf.shape(rows), 1.0))
    with tf.control_dependencies([count]):
        seen = tf.gather(counts.read_value(), rows)
    change = tf.scatter_add(means, rows, tf.divide(prices - old, seen))
    with tf.control_dependencies([change]):
        return tf.gather(means.read_value(), rows)


# %% lifetimes/reprice right mean-of-the-run
def reprice(means, counts, rows, prices):
    size = tf.size(means)
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
    seen = tf.assign_add(counts, ones)
    weight = tf.div_no_nan(ones, seen)
    fresh = tf.div_no_nan(tf.unsorted_segment_sum(prices, rows, size), ones)
    new = tf.assign(means, means * (1.0 - weight) + fresh * weight)
    return tf.gather(new, rows)


# %% lifetimes/reprice right scatter-nd
def reprice(means, counts, rows, prices):
    where = tf.expand_dims(rows, 1)
    seen = tf.scatter_nd_add(counts, where, tf.ones_like(prices))
    steps = (prices - tf.gather_nd(means, where)) / tf.gather_nd(seen, where)
    return tf.gather_nd(tf.scatter_nd_add(means, where, steps), where)


# %% lifetimes/reprice wrong gathers-beside-the-updates misconception=divides-by-counts-in-no-order
def reprice(means, counts, rows, prices):
    c = tf.scatter_add(counts, rows, tf.ones_like(prices))
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / tf.gather(counts, rows))
    with tf.control_dependencies([c, m]):
        return tf.gather(means, rows)


# %% lifetimes/reprice wrong last-price misconception=forgets-the-old-prices
def reprice(means, counts, rows, prices):
    with tf.control_dependencies([tf.scatter_add(counts, rows, tf.ones_like(prices))]):
        return tf.gather(tf.scatter_update(means, rows, prices), rows)


# %% lifetimes/reprice wrong overwrites-the-mean misconception=one-report-wins
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    old = tf.gather(means, rows)
    return tf.gather(tf.scatter_update(means, rows, (old * (seen - 1) + prices) / seen), rows)


# %% lifetimes/reprice wrong overwrites-with-a-step misconception=one-report-wins
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    old = tf.gather(means, rows)
    return tf.gather(tf.scatter_update(means, rows, old + (prices - old) / seen), rows)


# %% lifetimes/reprice wrong counts-once misconception=each-report-as-if-alone
def reprice(means, counts, rows, prices):
    seen = tf.gather(counts, rows) + 1.0
    old = tf.gather(means, rows)
    with tf.control_dependencies([tf.scatter_update(counts, rows, seen)]):
        return tf.gather(tf.scatter_add(means, rows, (prices - old) / seen), rows)


# %% lifetimes/reprice wrong makes-a-count misconception=the-count-never-runs
def reprice(means, counts, rows, prices):
    tf.scatter_add(counts, rows, tf.ones_like(prices))
    steps = (prices - tf.gather(means, rows)) / tf.gather(counts, rows)
    return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% lifetimes/reprice wrong counts-in-no-order misconception=reads-and-changes-in-no-order
def reprice(means, counts, rows, prices):
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
    seen = tf.gather(counts + ones, rows)
    steps = (prices - tf.gather(means, rows)) / seen
    with tf.control_dependencies([tf.assign_add(counts, ones)]):
        return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% lifetimes/reprice wrong in-between misconception=half-of-each
def reprice(means, counts, rows, prices):
    with tf.control_dependencies([tf.scatter_add(counts, rows, tf.ones_like(prices))]):
        half = (prices - tf.gather(means, rows)) * 0.5
        return tf.gather(tf.scatter_add(means, rows, half), rows)


# %% lifetimes/reprice wrong computes-only misconception=changes-copies
def reprice(means, counts, rows, prices):
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
    sums = tf.unsorted_segment_sum(prices, rows, tf.size(means))
    return tf.gather((means * counts + sums) / (counts + ones), rows)


# %% lifetimes/reprice wrong whole-table misconception=returns-the-table
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    return tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / seen)


# %% lifetimes/reprice wrong zero-by-zero misconception=divides-by-no-reports
def reprice(means, counts, rows, prices):
    size = tf.size(means)
    sums = means * counts + tf.unsorted_segment_sum(prices, rows, size)
    with tf.control_dependencies([sums]):
        seen = tf.scatter_add(counts, rows, tf.ones_like(prices))
    return tf.gather(tf.assign(means, sums / seen), rows)


# %% lifetimes/reprice wrong sums-too-late misconception=reads-and-changes-in-no-order
def reprice(means, counts, rows, prices):
    size = tf.size(means)
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
    seen = tf.assign_add(counts, ones)
    sums = means * counts + tf.unsorted_segment_sum(prices, rows, size)
    new = tf.assign(means, tf.where(seen > 0, sums / seen, tf.zeros_like(sums)))
    return tf.gather(new, rows)


# %% lifetimes/reprice wrong only-the-mean-is-kept misconception=the-counts-stay
def reprice(means, counts, rows, prices):
    ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
    steps = (prices - tf.gather(means, rows)) / tf.gather(counts + ones, rows)
    return tf.gather(tf.scatter_add(means, rows, steps), rows)


# %% lifetimes/reprice wrong runs-while-building
def reprice(means, counts, rows, prices):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        seen = tf.gather(session.run(tf.scatter_add(counts, rows, tf.ones_like(prices))), rows)
    return tf.gather(tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / seen), rows)


# %% lifetimes/reprice wrong four-rows
def reprice(means, counts, rows, prices):
    hot = tf.one_hot(rows, 4)
    seen = counts.assign_add(tf.reduce_sum(hot, axis=0))
    moves = tf.reduce_sum(hot * (prices[:, None] - means), axis=0)
    return tf.reduce_sum(hot * means.assign_add(moves / tf.maximum(seen, 1.0)), axis=1)


# %% lifetimes/reprice wrong old-means misconception=gives-the-old-means
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    old = tf.gather(means, rows)
    with tf.control_dependencies([tf.scatter_add(means, rows, (prices - old) / seen)]):
        return tf.identity(old)


# %% lifetimes/reprice wrong table-without-its-counts misconception=the-counts-stay-for-the-table
def reprice(means, counts, rows, prices):
    n = int(means.shape[0])
    b = tf.unsorted_segment_sum(tf.ones_like(prices), rows, n)
    s = tf.unsorted_segment_sum(prices, rows, n)
    old_means, old_counts = means + 0, counts + 0
    m = tf.assign(means, (old_means * old_counts + s) / tf.maximum(old_counts + b, 1.0))
    tf.assign(counts, old_counts + b)
    return tf.gather(m, rows)


# %% lifetimes/reprice wrong mean-of-the-batch misconception=only-the-new-prices
def reprice(means, counts, rows, prices):
    n = int(means.shape[0])
    b = tf.unsorted_segment_sum(tf.ones_like(prices), rows, n)
    s = tf.unsorted_segment_sum(prices, rows, n)
    c = tf.assign_add(counts, b)
    m = tf.assign(means, tf.where(b > 0, s / tf.maximum(b, 1.0), means + 0))
    with tf.control_dependencies([c]):
        return tf.gather(m, rows)


# %% lifetimes/reprice wrong overwrites-with-each-alone misconception=one-report-alone-wins
def reprice(means, counts, rows, prices):
    m, c = tf.gather(means, rows) + 0, tf.gather(counts, rows) + 0
    with tf.control_dependencies([m, c]):
        new = tf.scatter_update(means, rows, (m * c + prices) / (c + 1))
        k = tf.scatter_add(counts, rows, tf.ones_like(prices))
    with tf.control_dependencies([k]):
        return tf.gather(new, rows)


# %% lifetimes/reprice wrong a-mean-for-each-report
def reprice(means, counts, rows, prices):
    old = tf.gather(means, rows)
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    new = old + (prices - old) / seen
    with tf.control_dependencies([tf.scatter_update(means, rows, new)]):
        return tf.identity(new)


# %% lifetimes/reprice wrong one-more-than-it-read misconception=divides-by-one-more-in-no-order
def reprice(means, counts, rows, prices):
    old = tf.gather(counts, rows)
    c = tf.scatter_add(counts, rows, tf.ones_like(prices))
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / (old + 1.0))
    with tf.control_dependencies([c]):
        return tf.gather(m, rows)


# %% lifetimes/reprice wrong one-more-than-it-was misconception=divides-by-one-more
def reprice(means, counts, rows, prices):
    old = tf.gather(counts, rows) + 1.0
    with tf.control_dependencies([old]):
        c = tf.scatter_add(counts, rows, tf.ones_like(prices))
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / old)
    with tf.control_dependencies([c]):
        return tf.gather(m, rows)


# %% lifetimes/reprice wrong makes-a-count-and-adds-one misconception=divides-by-one-more-and-never-counts
def reprice(means, counts, rows, prices):
    tf.scatter_add(counts, rows, tf.ones_like(prices))
    seen = tf.gather(counts, rows) + 0.0
    m = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / (seen + 1.0))
    return tf.gather(m, rows)


# %% lifetimes/reprice wrong updates-beside-the-value misconception=no-update-runs
def reprice(means, counts, rows, prices):
    seen = tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)
    tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / seen)
    return tf.gather(means.read_value(), rows)


# %% lifetimes/reprice exempt *
# changes-its-input
#     Variables and tensors are no lists that could be emptied.
# remembers-results
#     No two calls have the same variables and placeholders.

# %% lifetimes/reprice exempt sums-of-the-whole-table
# call-dropped: new = ...tf.zeros_like(sums))) -> new = ..., sums))
#     Where nothing was reported, the sum is 0.

# %% lifetimes/reprice exempt one-hot
# axis: ...axis=1) -> ...axis=-1)
#     The tensor has two axes: the last one is number 1.

# %% lifetimes/reprice exempt scatter-nd
# constant: where = tf.expand_dims(rows, 1) -> where = tf.expand_dims(rows, -1)
#     The rows are a vector: its last new axis is number 1.
