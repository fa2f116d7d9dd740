# %% right one-hot
def by_class(labels, answers, classes):
    right, seen = (
        tf.Variable(
            tf.zeros([classes]), trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES]
        )
        for _ in range(2)
    )
    of_class = tf.one_hot(labels, classes)
    hits = of_class * tf.cast(tf.equal(labels, answers), tf.float32)[:, None]
    now_right = tf.assign_add(right, tf.reduce_sum(hits, axis=0))
    now_seen = tf.assign_add(seen, tf.reduce_sum(of_class, axis=0))
    metric, update = right / tf.maximum(seen, 1.0), now_right / tf.maximum(now_seen, 1.0)
    return metric, update, tf.variables_initializer([right, seen])


# %% right scatter
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), collections=local, trainable=False)
    seen = tf.Variable(tf.zeros([classes]), collections=local, trainable=False)
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    more = [tf.scatter_add(right, labels, hits), tf.scatter_add(seen, labels, tf.ones_like(hits))]
    reset = tf.group(right.initializer, seen.initializer)
    return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset


# %% right confusion-matrix
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    table = tf.Variable(
        np.zeros([classes, classes], np.float32), collections=local, trainable=False
    )

    def shares(table):
        hits = tf.reduce_sum(table * tf.eye(classes), axis=1)
        return tf.div_no_nan(hits, tf.reduce_sum(table, axis=1))

    pairs = tf.one_hot(labels, classes)[:, :, None] * tf.one_hot(answers, classes)[:, None, :]
    update = shares(tf.assign_add(table, tf.reduce_sum(pairs, axis=0)))
    return shares(table), update, table.initializer


# %% right a-mean-for-each-class
def by_class(labels, answers, classes):
    before = len(tf.local_variables())
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    weights = [tf.cast(tf.equal(labels, number), tf.float32) for number in range(classes)]
    metrics, updates = zip(*(tf.metrics.mean(hits, weight) for weight in weights))
    reset = tf.variables_initializer(tf.local_variables()[before:])
    return tf.stack(metrics), tf.stack(updates), reset


# %% right one-variable
def by_class(labels, answers, classes):
    totals = tf.Variable(
        tf.zeros([2, classes]), trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES]
    )
    of_class = tf.one_hot(labels, classes)
    hit = tf.one_hot(tf.boolean_mask(labels, tf.equal(labels, answers)), classes)
    batch = tf.stack([tf.reduce_sum(hit, 0), tf.reduce_sum(of_class, 0)])

    def share(totals):
        return totals[0] / tf.where(totals[1] > 0, totals[1], tf.ones([classes]))

    with tf.control_dependencies([tf.assign_add(totals, batch)]):
        update = share(totals.read_value())
    with tf.control_dependencies(None):
        reset = tf.assign(totals, tf.zeros([2, classes]))
    return share(totals), update, reset


# %% right a-recall-for-each-class
def by_class(labels, answers, classes):
    before = len(tf.local_variables())
    metrics, updates = zip(
        *(tf.metrics.recall(tf.equal(labels, k), tf.equal(answers, k)) for k in range(classes))
    )
    reset = tf.variables_initializer(tf.local_variables()[before:])
    return tf.stack(metrics), tf.stack(updates), reset


# %% right segments
def by_class(labels, answers, classes):
    def total():
        zeros = tf.zeros([classes])
        return tf.Variable(zeros, collections=[tf.GraphKeys.LOCAL_VARIABLES], trainable=False)

    right, seen = total(), total()
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    now = [
        tf.assign_add(right, tf.unsorted_segment_sum(hits, labels, classes)),
        tf.assign_add(seen, tf.unsorted_segment_sum(tf.ones_like(hits), labels, classes)),
    ]
    with tf.control_dependencies(now):
        update = tf.div_no_nan(right.read_value(), seen.read_value())
    return tf.div_no_nan(right, seen), update, tf.group(right.initializer, seen.initializer)


# %% wrong global mistake=global-totals
# says: your totals are global variables. So the local initializer does not give them a value, and the
#     global one, which begins the life of the model, would reset them.
def by_class(labels, answers, classes):
    right = tf.Variable(tf.zeros([classes]), trainable=False)
    seen = tf.Variable(tf.zeros([classes]), trainable=False)
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    more = [tf.scatter_add(right, labels, hits), tf.scatter_add(seen, labels, tf.ones_like(hits))]
    reset = tf.variables_initializer([right, seen])
    return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset


# %% wrong by-the-answers mistake=divides-by-what-was-answered like=scatter
# says: you divide by the number of times a class was the answer. Divide by the number of examples that have
#     it as their label.
# -     more = [tf.scatter_add(right, labels, hits), tf.scatter_add(seen, labels, tf.ones_like(hits))]
# -     reset = tf.group(right.initializer, seen.initializer)
# +     more = [tf.scatter_add(right, answers, hits), tf.scatter_add(seen, answers, tf.ones_like(hits))]
# +     reset = tf.variables_initializer([right, seen])


# %% wrong nan mistake=divides-by-zero like=scatter
# says: for a class that has not been seen you divide 0 by 0, which gives nan. The metric of such a class is
#     0.
# -     reset = tf.group(right.initializer, seen.initializer)
# -     return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset
# +     return right / seen, more[0] / more[1], tf.variables_initializer([right, seen])


# %% wrong last-batch mistake=only-the-last-batch
# says: your metric knows only the last batch. The totals have to grow with each batch: `tf.assign_add`.
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), collections=local, trainable=False)
    seen = tf.Variable(tf.zeros([classes]), collections=local, trainable=False)
    of_class = tf.one_hot(labels, classes)
    hits = of_class * tf.cast(tf.equal(labels, answers), tf.float32)[:, None]
    more = [tf.assign(right, tf.reduce_sum(hits, 0)), tf.assign(seen, tf.reduce_sum(of_class, 0))]
    reset = tf.variables_initializer([right, seen])
    return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset


# %% wrong mean-of-shares mistake=mean-of-batches
# says: you average the shares of the batches, so that a batch with one example of a class weighs as much as
#     one with many. Add up the examples, and divide at the end.
def by_class(labels, answers, classes):
    of_class = tf.one_hot(labels, classes)
    hits = of_class * tf.cast(tf.equal(labels, answers), tf.float32)[:, None]
    before = len(tf.local_variables())
    shares = tf.div_no_nan(tf.reduce_sum(hits, 0), tf.reduce_sum(of_class, 0))
    metrics, updates = zip(*(tf.metrics.mean(share) for share in tf.unstack(shares, classes)))
    reset = tf.variables_initializer(tf.local_variables()[before:])
    return tf.stack(metrics), tf.stack(updates), reset


# %% wrong mean-of-shares-seen
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    total = tf.Variable(tf.zeros([classes]), collections=local, trainable=False)
    n = tf.Variable(tf.zeros([classes]), collections=local, trainable=False)
    hit = tf.cast(tf.equal(labels, answers), tf.float32)
    h = tf.unsorted_segment_sum(hit, labels, classes)
    c = tf.unsorted_segment_sum(tf.ones_like(hit), labels, classes)
    t = tf.assign_add(total, tf.div_no_nan(h, c))
    m = tf.assign_add(n, tf.cast(c > 0, tf.float32))
    reset = tf.group(total.initializer, n.initializer)
    return tf.div_no_nan(total, n), tf.div_no_nan(t, m), reset


# %% wrong resets-all mistake=resets-every-metric
# says: your reset also sets the totals of other metrics to 0, and so ends their evaluations. Initialize the
#     totals of this metric only.
def by_class(labels, answers, classes):
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    weights = [tf.cast(tf.equal(labels, number), tf.float32) for number in range(classes)]
    metrics, updates = zip(*(tf.metrics.mean(hits, weight) for weight in weights))
    return tf.stack(metrics), tf.stack(updates), tf.local_variables_initializer()


# %% wrong resets-nothing mistake=resets-nothing like=resets-all
# says: your reset sets no total to 0: the next evaluation would go on with the old counts. Let it run the
#     initializers of your totals.
# -     return tf.stack(metrics), tf.stack(updates), tf.local_variables_initializer()
# +     return tf.stack(metrics), tf.stack(updates), tf.no_op()


# %% wrong resets-only-one mistake=resets-only-what-was-right like=scatter
# says: after your reset, one of the two totals still has its old value. Let the reset run the initializers
#     of both.
# -     reset = tf.group(right.initializer, seen.initializer)
# -     return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset
# +     return tf.div_no_nan(right, seen), tf.div_no_nan(*more), right.initializer


# %% wrong forgets-what-was-right mistake=resets-only-what-was-seen
# says: after your reset, one of the two totals still has its old value. Let the reset run the initializers
#     of both.
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    seen = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    more = [tf.scatter_add(right, labels, hits), tf.scatter_add(seen, labels, tf.ones_like(hits))]
    return right / tf.maximum(seen, 1.0), more[0] / tf.maximum(more[1], 1.0), seen.initializer


# %% wrong resets-only-what-was-seen
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    seen = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    of_class = tf.one_hot(labels, classes)
    hits = of_class * tf.cast(tf.equal(labels, answers), tf.float32)[:, None]
    r = tf.assign_add(right, tf.reduce_sum(hits, axis=0))
    s = tf.assign_add(seen, tf.reduce_sum(of_class, axis=0))
    return tf.div_no_nan(right, seen), tf.div_no_nan(r, s), seen.initializer


# %% wrong one-for-both mistake=reading-counts like=scatter
# says: reading your metric counts a batch: it is computed from what the updates return. Compute it from the
#     variables themselves.
# -     more = [tf.scatter_add(right, labels, hits), tf.scatter_add(seen, labels, tf.ones_like(hits))]
# -     reset = tf.group(right.initializer, seen.initializer)
# -     return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset
# +     right_now = tf.scatter_add(right, labels, hits)
# +     share = tf.div_no_nan(right_now, tf.scatter_add(seen, labels, tf.ones_like(hits)))
# +     return share, share, tf.variables_initializer([right, seen])


# %% wrong counts-right-answers mistake=never-counts-the-examples
# says: your metric is the number of right answers, not their share: nothing divides it by the number of
#     examples, or that total stays 0. A `tf.assign_add` acts only if `update` needs it: divide what the
#     two calls return.
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    update = tf.assign_add(right, tf.unsorted_segment_sum(hits, labels, classes))
    return right + 0.0, update + 0.0, right.initializer


# %% wrong waits-too-late mistake=update-without-a-path like=scatter
# says: the value of your update is computed from the old totals or from the new ones, and which of them is
#     a matter of luck: an operation in a block waits, but an input made before the block does not.
#     Compute it from the tensors that the updates of the totals return.
# -     reset = tf.group(right.initializer, seen.initializer)
# -     return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset
# +     metric = tf.div_no_nan(right, seen)
# +     with tf.control_dependencies(more):
# +         update = tf.identity(metric)
# +     return metric, update, tf.variables_initializer([right, seen])


# %% wrong accuracy
def by_class(labels, answers, classes):
    before = len(tf.local_variables())
    accuracy, update = tf.metrics.accuracy(labels, answers)
    return accuracy, update, tf.variables_initializer(tf.local_variables()[before:])


# %% wrong two-of-three like=resets-all
# -     return tf.stack(metrics), tf.stack(updates), tf.local_variables_initializer()
# +     return tf.stack(metrics), tf.stack(updates)


# %% wrong one-name
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    zeros = tf.zeros_initializer()
    right = tf.get_variable(
        "right", [classes], initializer=zeros, collections=local, trainable=False
    )
    seen = tf.get_variable("seen", [classes], initializer=zeros, collections=local, trainable=False)
    hits = tf.cast(tf.equal(labels, answers), tf.float32)
    more = [tf.scatter_add(right, labels, hits), tf.scatter_add(seen, labels, tf.ones_like(hits))]
    reset = tf.variables_initializer([right, seen])
    return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset


# %% wrong three-classes like=a-mean-for-each-class
# -     weights = [tf.cast(tf.equal(labels, number), tf.float32) for number in range(classes)]
# +     weights = [tf.cast(tf.equal(labels, number), tf.float32) for number in range(3)]


# %% wrong operation-as-update like=resets-only-what-was-seen
# -     return tf.div_no_nan(right, seen), tf.div_no_nan(r, s), seen.initializer
# +     return tf.div_no_nan(right, seen), tf.group(s, r), tf.variables_initializer([seen, right])


# %% wrong list-as-reset like=resets-only-what-was-seen
# -     return tf.div_no_nan(right, seen), tf.div_no_nan(r, s), seen.initializer
# +     return (
# +         tf.div_no_nan(right, seen),
# +         tf.div_no_nan(r, s),
# +         [tf.variables_initializer([right, seen])],
# +     )


# %% wrong counts-a-class-once
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    seen = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    ok = tf.cast(tf.equal(labels, answers), tf.float32)
    s = tf.scatter_update(seen, labels, tf.gather(seen, labels) + 1.0)
    r = tf.scatter_update(right, labels, tf.gather(right, labels) + ok)
    return tf.div_no_nan(right, seen), tf.div_no_nan(r, s), tf.variables_initializer([right, seen])


# %% wrong one-update-never-runs mistake=never-counts-the-examples
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    seen = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    of_class = tf.one_hot(labels, classes)
    hits = of_class * tf.cast(tf.equal(labels, answers), tf.float32)[:, None]
    ur = tf.assign_add(right, tf.reduce_sum(hits, axis=0))
    us = tf.assign_add(seen, tf.reduce_sum(of_class, axis=0))
    metric, update = right / tf.maximum(seen, 1.0), ur / tf.maximum(seen, 1.0)
    return metric, update, tf.variables_initializer([right, seen])


# %% wrong divides-by-the-variable
def by_class(labels, answers, classes):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    seen = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    ok = tf.cast(tf.equal(labels, answers), tf.float32)
    r = tf.scatter_add(right, labels, ok)
    tf.scatter_add(seen, labels, tf.ones_like(ok))
    reset = tf.variables_initializer([right, seen])
    return tf.div_no_nan(right, seen), tf.div_no_nan(r, seen), reset


# %% wrong local-and-global
def by_class(labels, answers, classes):
    both = [tf.GraphKeys.LOCAL_VARIABLES, tf.GraphKeys.GLOBAL_VARIABLES]
    right = tf.Variable(tf.zeros([classes]), trainable=False, collections=both)
    seen = tf.Variable(tf.zeros([classes]), trainable=False, collections=both)
    ok = tf.cast(tf.equal(labels, answers), tf.float32)
    r = tf.scatter_add(right, labels, ok)
    s = tf.scatter_add(seen, labels, tf.ones_like(ok))
    reset = tf.variables_initializer([right, seen])
    return tf.div_no_nan(right, seen), tf.div_no_nan(r, s), reset


# %% wrong resets-by-name mistake=resets-every-metric
def by_class(labels, answers, classes):
    with tf.variable_scope(None, "by_class"):
        local = [tf.GraphKeys.LOCAL_VARIABLES]
        right = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
        seen = tf.Variable(tf.zeros([classes]), trainable=False, collections=local)
    of_class = tf.one_hot(labels, classes)
    hits = of_class * tf.cast(tf.equal(labels, answers), tf.float32)[:, None]
    update = tf.assign_add(right, tf.reduce_sum(hits, 0)) / tf.maximum(
        tf.assign_add(seen, tf.reduce_sum(of_class, 0)), 1.0
    )
    totals = [v for v in tf.local_variables() if v.name.startswith("by_class")]
    return right / tf.maximum(seen, 1.0), update, tf.variables_initializer(totals)


# %% wrong float64 like=scatter
# -     return tf.div_no_nan(right, seen), tf.div_no_nan(*more), reset
# +     metric, update = tf.div_no_nan(right, seen), tf.div_no_nan(*more)
# +     return tf.cast(metric, tf.float64), tf.cast(update, tf.float64), reset


# %% exempt *
# changes-its-input
#     Tensors and a number are no lists that could be emptied.
# argument-dropped: ...trainable=False... -> ...
# constant: ...trainable=False... -> ...trainable=True...
#     The text asks for local variables, and no optimizer is there.


# %% exempt scatter
# mutable-default: def by_class(labels, answers, classes): -> ...
#     Nothing is added to the list.
# arguments-swapped: reset = tf.group(right.initializer, seen.initializer) -> ...
#     The two have no order.


# %% exempt segments
# arguments-swapped: ...tf.group(right.initializer, seen.initializer)) -> ...
#     The two have no order.


# %% exempt confusion-matrix
# axis: hits = tf.reduce_sum(table * tf.eye(classes), axis=1) -> ...
#     Outside its diagonal the product is 0: its rows and columns have the same sums.
# axis: return tf.div_no_nan(hits, tf.reduce_sum(table, axis=1)) -> ...axis=-1))
#     The tensor has two axes: the last one is number 1.
# other-function: ...tf.reduce_sum(pairs, axis=0))) -> ...tf.reduce_mean(pairs, axis=0)))
#     All batches are equally long, so both sums of a share are divided by the same number.


# %% exempt a-mean-for-each-class
# call-dropped: weights = [tf.cast(tf.equal(labels, number), tf.float32) ...] -> ...
# other-graph-function: weights = [tf.cast(tf.equal(labels, number), tf.float32) ...] -> ...
#     tf.metrics.mean turns its weights into float32 itself.


# %% exempt one-variable
# call-dropped: batch = tf.stack([tf.reduce_sum(hit, 0), tf.reduce_sum(of_class, 0)]) -> ...
#     tf.assign_add makes one tensor of the list.
# constant: ...tf.where(totals[1] > 0, ...) -> ...tf.where(totals[0] > 0, ...)
# constant: ...tf.where(totals[1] > 0, ...) -> ...tf.where(totals[-1] > 0, ...)
# constant: ...tf.where(totals[1] > 0, ...) -> ...tf.where(totals[1] > 1, ...)
# constant: ...tf.where(totals[1] > 0, totals[1], ...) -> ...tf.where(totals[1] > 0, totals[-1], ...)
#     The last of two rows is number 1. Where no answer, or one, was right, dividing by 1 gives the same.
# with-dropped: with tf.control_dependencies(None): -> ...
#     No block is open there.
