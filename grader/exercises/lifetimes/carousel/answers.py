# %% right control-dependency
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        item = tf.identity(taken)
    return queue.enqueue_many([items]), item


# %% right no-limit-no-shape
def carousel(items):
    queue = tf.FIFOQueue(-1, tf.float32)
    fill = queue.enqueue_many([tf.constant(items, tf.float32)])
    item = queue.dequeue()
    back = queue.enqueue([item])
    with tf.control_dependencies([back]):
        return [fill, item + 0.0]


# %% right tuple-helper
def carousel(items):
    queue = tf.FIFOQueue(capacity=len(items), dtypes=[tf.float32], shapes=[[]])
    fill = queue.enqueue_many(np.asarray(items, np.float32))
    first = queue.dequeue()
    put_back = queue.enqueue(first)
    (item,) = tf.tuple([first], control_inputs=[put_back])
    return fill, item


# %% right several-enqueues
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = None
    for value in items:
        with tf.control_dependencies([fill] if fill is not None else []):
            fill = queue.enqueue(value)
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return fill, tf.identity(taken, name="item")


# %% right counter-variable
def carousel(items):
    position = tf.Variable(-1, trainable=False)
    fill = tf.assign(position, -1)
    return fill, tf.gather(tf.constant(items, tf.float32), tf.assign_add(position, 1) % len(items))


# %% right rolling-variable
def carousel(items):
    row = tf.Variable(items, dtype=tf.float32)
    first = tf.identity(row.read_value()[0])
    with tf.control_dependencies([first]):
        rolled = tf.concat([row.read_value()[1:], [first]], 0)
    with tf.control_dependencies([tf.assign(row, rolled)]):
        return row.initializer, tf.identity(first)


# %% right resource-variable
def carousel(items):
    n = tf.Variable(0, use_resource=True, trainable=False)
    here = n.read_value()
    with tf.control_dependencies([here]):
        move = n.assign((here + 1) % len(items))
    with tf.control_dependencies([move]):
        return n.initializer, tf.gather(np.float32(items), here)


# %% right copies-before-the-update
def carousel(items):
    place = tf.Variable(0)
    item = tf.gather(tf.constant(items), place)
    with tf.control_dependencies([item]):
        up = tf.assign(place, (place + 1) % len(items))
    with tf.control_dependencies([up]):
        item = tf.identity(item)
    return tf.no_op(), item


# %% right local-variable
def carousel(items):
    place = tf.Variable(0, collections=[tf.GraphKeys.LOCAL_VARIABLES])
    old = place + 0
    with tf.control_dependencies([tf.assign(place, (old + 1) % len(items))]):
        item = tf.gather(tf.constant(items), old)
    return tf.assign(place, 0), item


# %% right counts-down
def carousel(items):
    table = tf.get_variable("table", initializer=items)
    left = tf.get_variable("left", initializer=0)
    down = tf.assign_sub(left, 1)
    return tf.group(), tf.gather(table, tf.floormod(-1 - down, len(items)))


# %% right puts-back-the-next-in-line
def carousel(items):
    # The queue is full if the enqueue operation comes first: it waits for the other one.
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    place = tf.Variable(-1)
    following = tf.gather(tf.constant(items), tf.assign_add(place, 1) % len(items))
    item = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(following)]):
        return fill, tf.identity(item)


# %% right enqueues-a-copy
def carousel(items):
    place = tf.Variable(0)
    queue = tf.FIFOQueue(1, [tf.int32], shapes=[()])
    with tf.control_dependencies([queue.enqueue(place + 0)]):
        up = tf.assign(place, (place + 1) % len(items))
    with tf.control_dependencies([up]):
        old = queue.dequeue()
    return tf.no_op(), tf.gather(tf.constant(items, tf.float32), old)


# %% wrong plain-dequeue mistake=never-puts-back
# says: your queue is empty after one round, and the next run waits forever. An item must be put back in the
#     run that takes it. `queue.enqueue(item)` only makes an operation: something that runs must wait for
#     it.
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items]), queue.dequeue()


# %% wrong two-dequeues mistake=takes-twice
# says: each run takes two items, and puts one back. Call `queue.dequeue()` once, and use that one tensor
#     both for putting back and for the result: two calls make two nodes, and each takes an item of its
#     own.
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    with tf.control_dependencies([queue.enqueue(queue.dequeue())]):
        return fill, queue.dequeue()


# %% wrong puts-back-another mistake=takes-one-more
# says: each run takes two items, and puts one back. Call `queue.dequeue()` once, and use that one tensor
#     both for putting back and for the result: two calls make two nodes, and each takes an item of its
#     own.
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    item = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(queue.dequeue())]):
        item = tf.identity(item)
    return fill, item


# %% wrong fills-in-the-first mistake=always-the-first like=control-dependency
# says: every run gives the first item. Either nothing in your graph remembers how far it has come (node
#     values are dropped when a run ends; a queue or a variable keeps its state), or `fill` puts in the
#     first item only.
# -         item = tf.identity(taken)
# -     return queue.enqueue_many([items]), item
# +         return queue.enqueue([items[0]]), tf.identity(taken)


# %% wrong enqueues-the-reference mistake=begins-with-the-second like=enqueues-a-copy
# says: your sequence begins with the second item. There are two possible causes. The tensor `item` may use
#     the new value: what `tf.assign_add` returns, or the variable itself, which neither `tf.identity` nor
#     a queue copies. Start one place earlier, or copy the old value before the update, with `v + 0`. Or
#     running `fill` has already moved the sequence on by one item, because `fill` was made inside a
#     `tf.control_dependencies` block that names the update.
# -     with tf.control_dependencies([queue.enqueue(place + 0)]):
# +     with tf.control_dependencies([queue.enqueue(place)]):
# -     return tf.no_op(), tf.gather(tf.constant(items, tf.float32), old)
# +     with tf.control_dependencies([old]):
# +         item = tf.gather(tf.constant(items, tf.float32), tf.identity(old))
# +     return tf.no_op(), item


# %% wrong one-place-missing mistake=too-little-room like=control-dependency
# says: a run of `fill` waits forever: the queue has less room than `fill` needs. With `len(items)` places
#     all items fit.
# -     queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
# +     queue = tf.FIFOQueue(len(items) - 1, [tf.float32], shapes=[()])
# +     fill = queue.enqueue_many([items])
# -     return queue.enqueue_many([items]), item
# +     return fill, item


# %% wrong room-for-a-hundred mistake=room-for-a-few like=no-limit-no-shape
# says: your queue has no room for a longer list of items: a run of `fill` waits forever. Its capacity must
#     be at least `len(items)`.
# -     queue = tf.FIFOQueue(-1, tf.float32)
# +     queue = tf.FIFOQueue(100, tf.float32)


# %% wrong whole-queue mistake=all-at-once
# says: each run of your `item` gives all items. Take one item in a run: `queue.dequeue()`.
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue_many(len(items))
    with tf.control_dependencies([queue.enqueue_many([taken])]):
        return queue.enqueue_many([items]), tf.identity(taken)


# %% wrong double-precision mistake=double-precision
# says: your sequence is right, but your `item` is a float64 tensor. A float32 one is wanted: give the
#     queue, the variable or the constant the type `tf.float32`.
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float64], shapes=[()])
    fill = queue.enqueue_many([items])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return fill, tf.identity(taken)


# %% wrong hundred-rounds mistake=many-copies
# says: you begin with many copies of the items, and when they are used up, your sequence ends. Reuse the
#     items instead: put each one back into the queue in the run that takes it.
def carousel(items):
    queue = tf.FIFOQueue(100 * len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items * 100]), queue.dequeue()


# %% wrong fill-in-the-block mistake=begins-with-the-second
def carousel(items):
    n = tf.Variable(0, trainable=False)
    here = n + 0
    go = tf.assign(n, (here + 1) % len(items))
    with tf.control_dependencies([go]):
        return tf.no_op(), tf.gather(tf.constant(items), here)


# %% wrong enqueue-never-runs mistake=never-puts-back
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    item = queue.dequeue()
    queue.enqueue(item)
    return queue.enqueue_many([items]), item


# %% wrong constant mistake=always-the-first
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items]), tf.constant(items[0])


# %% wrong python-counter mistake=always-the-first
def carousel(items):
    position = 0
    item = tf.constant(items, tf.float32)[position % len(items)]
    position += 1
    return tf.no_op(), item


# %% wrong adds-before-it-looks mistake=begins-with-the-second
def carousel(items):
    place = tf.Variable(0, trainable=False)
    item = tf.constant(items)[tf.assign_add(place, 1) % len(items)]
    return place.initializer, item


# %% wrong turns-before-it-looks mistake=begins-with-the-second
def carousel(items):
    ring = tf.Variable(items)
    turned = tf.assign(ring, tf.roll(ring, -1, 0))
    return ring.initializer, turned[0]


# %% wrong only-the-item
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.dequeue()


# %% wrong too-small mistake=too-little-room like=double-precision
# -     queue = tf.FIFOQueue(len(items), [tf.float64], shapes=[()])
# +     queue = tf.FIFOQueue(1, [tf.float32], shapes=[()])


# %% wrong room-for-five mistake=room-for-a-few
def carousel(items):
    q = tf.FIFOQueue(5, [tf.float32], shapes=[()])
    fill = q.enqueue_many([items])
    first = q.dequeue()
    with tf.control_dependencies([q.enqueue(first)]):
        item = tf.identity(first)
    return fill, item


# %% wrong room-for-four mistake=room-for-a-few like=double-precision
# -     queue = tf.FIFOQueue(len(items), [tf.float64], shapes=[()])
# +     queue = tf.FIFOQueue(4, [tf.float32], shapes=[()])


# %% wrong python-values
def carousel(items):
    return tf.no_op(), items


# %% wrong very-long-queue mistake=many-copies
def carousel(items):
    queue = tf.FIFOQueue(-1, [tf.float32], shapes=[()])
    return queue.enqueue_many([np.tile(np.float32(items), 400)]), queue.dequeue()


# %% wrong long-constant mistake=many-copies
def carousel(items):
    position = tf.Variable(-1, trainable=False)
    many = tf.constant(items * 100, tf.float32)
    return tf.assign(position, -1), tf.gather(many, tf.assign_add(position, 1))


# %% wrong copy-and-update-without-an-order
def carousel(items):
    place = tf.Variable(0)
    old = place + 0
    up = tf.assign(place, (place + 1) % len(items))
    with tf.control_dependencies([up]):
        item = tf.gather(tf.constant(items, tf.float32), old)
    return tf.no_op(), item


# %% wrong gather-and-update-without-an-order
def carousel(items):
    place = tf.Variable(0)
    item = tf.gather(tf.constant(items, tf.float32), place)
    up = tf.assign_add(place, 1)
    with tf.control_dependencies([tf.assign(place, up % len(items))]):
        item = tf.identity(item)
    return tf.no_op(), item


# %% wrong enqueues-without-an-order like=control-dependency
# -     return queue.enqueue_many([items]), item
# +     return tf.group(*(queue.enqueue(value) for value in items)), item


# %% wrong another-queue like=control-dependency
# -     queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
# +     queue = tf.PaddingFIFOQueue(len(items), [tf.float32], shapes=[[]])


# %% wrong state-in-python
def carousel(items):
    state = {}

    def begin():
        state["place"] = -1
        return np.int64(0)

    def following():
        state["place"] = (state["place"] + 1) % len(items)
        return np.float32(items[state["place"]])

    item = tf.py_func(following, [], tf.float32)
    item.set_shape([])
    return tf.py_func(begin, [], tf.int64), item


# %% wrong takes-from-a-dataset
def carousel(items):
    data = tf.data.Dataset.from_tensor_slices(np.float32(items)).repeat()
    iterator = tf.data.make_initializable_iterator(data)
    return iterator.initializer, iterator.get_next()


# %% wrong needs-the-local-initializer
def carousel(items):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    place = tf.Variable(-1, trainable=False, collections=local)
    row = tf.constant(items, tf.float32)
    return tf.no_op(), tf.gather(row, tf.assign_add(place, 1) % len(items))


# %% wrong shared-by-all-calls
def carousel(items):
    with tf.variable_scope("carousel", reuse=tf.AUTO_REUSE):
        place = tf.get_variable("place", [], tf.int32, tf.constant_initializer(-1))
    return place.initializer, tf.gather(items, tf.assign_add(place, 1) % len(items))


# %% exempt *
# changes-its-input
#     The items are in the graph then; the text does not say that the caller needs the list again.


# %% exempt control-dependency
# argument-dropped: queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()]) -> ...
#     A queue may leave the shape of its items open.


# %% exempt tuple-helper
# argument-dropped: queue = ... -> ...
#     A queue may leave the shape of its items open.
# argument-dropped: fill = ...np.asarray(items, np.float32)) -> ...
# other-graph-function: fill = ...np.asarray(items, np.float32)) -> ...
#     What is enqueued is converted to the queue's type.


# %% exempt no-limit-no-shape
# constant: queue = tf.FIFOQueue(-1, tf.float32) -> ...
#     A negative capacity is no limit.
# argument-dropped: fill = ...tf.constant(items, tf.float32)]) -> ...tf.constant(items)])
#     Python floats become float32 anyway.
# arithmetic: return [fill, item + 0.0] -> return [fill, item - 0.0]
#     It is the same number.


# %% exempt several-enqueues
# truth-for-none: ...
#     An operation is true, None is false.


# %% exempt counter-variable
# ...: position = tf.Variable(-1, trainable=False) -> ...
#     What the variable holds before `fill` runs, and whether it is trainable, does not matter.
# call-dropped: fill = tf.assign(position, -1) -> fill = position
#     The initializer has run before, so there is nothing left to be done.
# argument-dropped: return (fill, tf.gather(tf.constant(items, tf.float32), ... -> ...tf.constant(items), ...
#     Python floats become float32 anyway.


# %% exempt rolling-variable
# argument-dropped: row = tf.Variable(items, dtype=tf.float32) -> row = tf.Variable(items)
#     Python floats become float32 anyway.
# call-dropped: first = tf.identity(row.read_value()[0]) -> first = row.read_value()[0]
#     A slice is a copy.
# with-dropped: with tf.control_dependencies([first]): -> ...
#     The new row is computed from `first`, and so waits for it.
# constant: rolled = tf.concat(..., 0) -> rolled = tf.concat(..., -1)
#     A vector has one axis.


# %% exempt resource-variable
# argument-dropped: n = ...use_resource=True, trainable=False) -> ...use_resource=True)
# constant: n = ...use_resource=True, trainable=False) -> ...use_resource=True, trainable=True)
#     Nothing is trained.
# with-dropped: with tf.control_dependencies([here]): -> ...
#     What is assigned is computed from `here`, and so waits for it.


# %% exempt local-variable
# constant: place = tf.Variable(0, ... -> ...
#     What the variable holds before `fill` runs does not matter.
# argument-dropped: place = tf.Variable(0, ... -> place = tf.Variable(0)
#     The collection says only which initializer runs it.
# arithmetic: old = place + 0 -> old = place - 0
#     It is the same number.


# %% exempt enqueues-a-copy
# argument-dropped: queue = tf.FIFOQueue(1, ... -> queue = tf.FIFOQueue(1, [tf.int32])
#     A queue may leave the shape of its items open.
# constant: queue = tf.FIFOQueue(1, ...
#     Any capacity from one on will do, a negative one is no limit.
# arithmetic: with tf.control_dependencies([queue.enqueue(place + 0)]): -> ...
#     It is the same number.
# argument-dropped: return (tf.no_op(), ...tf.constant(items, tf.float32), ... -> ...tf.constant(items), ...
#     Python floats become float32 anyway.
