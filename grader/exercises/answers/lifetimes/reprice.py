# %% lifetimes/reprice right sum-of-the-update
def reprice(table, rows, prices):
    return tf.reduce_sum(tf.scatter_update(table, rows, prices))


# %% lifetimes/reprice right control-dependency
def reprice(table, rows, prices):
    with tf.control_dependencies([tf.scatter_update(table, rows, prices)]):
        return tf.reduce_sum(table.read_value())


# %% lifetimes/reprice right assign-a-new-table
def reprice(table, rows, prices):
    new = tf.tensor_scatter_nd_update(table.read_value(), tf.expand_dims(rows, 1), prices)
    return tf.reduce_sum(tf.assign(table, new))


# %% lifetimes/reprice right scatter-the-difference
def reprice(table, rows, prices):
    difference = prices - tf.gather(table.read_value(), rows)
    return tf.reduce_sum(tf.scatter_add(table, rows, difference))


# %% lifetimes/reprice right scatter-nd-update
def reprice(table, rows, prices):
    after = tf.scatter_nd_update(table, tf.reshape(rows, [-1, 1]), prices)
    return tf.add_n(tf.unstack(after))


# %% lifetimes/reprice right method
def reprice(table, rows, prices):
    after = table.scatter_update(tf.IndexedSlices(prices, rows))
    return tf.reduce_sum(after)


# %% lifetimes/reprice wrong never-runs misconception=the-update-never-runs
def reprice(table, rows, prices):
    tf.scatter_update(table, rows, prices)
    return tf.reduce_sum(table)


# %% lifetimes/reprice wrong copy misconception=changes-a-copy
def reprice(table, rows, prices):
    new = tf.tensor_scatter_nd_update(tf.identity(table), rows[:, None], prices)
    return tf.reduce_sum(new)


# %% lifetimes/reprice wrong adds misconception=adds
def reprice(table, rows, prices):
    return tf.reduce_sum(tf.scatter_add(table, rows, prices))


# %% lifetimes/reprice wrong clears misconception=clears-the-rest
def reprice(table, rows, prices):
    new = tf.scatter_nd(tf.expand_dims(rows, 1), prices, tf.shape(table))
    return tf.reduce_sum(tf.assign(table, new))


# %% lifetimes/reprice wrong table misconception=returns-the-table
def reprice(table, rows, prices):
    return tf.scatter_update(table, rows, prices)


# %% lifetimes/reprice wrong new-only misconception=sums-only-the-new
def reprice(table, rows, prices):
    with tf.control_dependencies([tf.scatter_update(table, rows, prices)]):
        return tf.reduce_sum(prices)


# %% lifetimes/reprice wrong scatters-a-tensor
def reprice(table, rows, prices):
    return tf.reduce_sum(tf.scatter_update(table + 0.0, rows, prices))


# %% lifetimes/reprice wrong returns-the-variable
def reprice(table, rows, prices):
    tf.scatter_update(table, rows, prices)
    return table


# %% lifetimes/reprice wrong six-rows
def reprice(table, rows, prices):
    old = tf.reduce_sum(tf.one_hot(rows, 6), axis=0)
    new = tf.scatter_nd(rows[:, None], prices, [6])
    return tf.reduce_sum(tf.assign(table, table * (1.0 - old) + new))


# %% lifetimes/reprice exempt *
# changes-its-input
#     A variable and tensors are no lists that could be emptied.

# %% lifetimes/reprice exempt assign-a-new-table
# constant: new = ...tf.expand_dims(rows, 1), prices) -> new = ...tf.expand_dims(rows, -1), prices)
#     The rows are a vector: its last new axis is number 1.
