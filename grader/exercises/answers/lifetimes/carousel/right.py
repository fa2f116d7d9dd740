# %% lifetimes/carousel right control-dependency
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        item = tf.identity(taken)
    return queue.enqueue_many([items]), item


# %% lifetimes/carousel right no-limit-no-shape
def carousel(items):
    queue = tf.FIFOQueue(-1, tf.float32)
    fill = queue.enqueue_many([tf.constant(items, tf.float32)])
    item = queue.dequeue()
    back = queue.enqueue([item])
    with tf.control_dependencies([back]):
        return [fill, item + 0.0]


# %% lifetimes/carousel right tuple-helper
def carousel(items):
    queue = tf.FIFOQueue(capacity=len(items), dtypes=[tf.float32], shapes=[[]])
    fill = queue.enqueue_many(np.asarray(items, np.float32))
    first = queue.dequeue()
    put_back = queue.enqueue(first)
    (item,) = tf.tuple([first], control_inputs=[put_back])
    return fill, item


# %% lifetimes/carousel right several-enqueues
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = None
    for value in items:
        with tf.control_dependencies([fill] if fill is not None else []):
            fill = queue.enqueue(value)
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return fill, tf.identity(taken, name="item")


# %% lifetimes/carousel right counter-variable
def carousel(items):
    position = tf.Variable(-1, trainable=False)
    fill = tf.assign(position, -1)
    return fill, tf.gather(tf.constant(items, tf.float32), tf.assign_add(position, 1) % len(items))


# %% lifetimes/carousel right rolling-variable
def carousel(items):
    row = tf.Variable(items, dtype=tf.float32)
    first = tf.identity(row.read_value()[0])
    with tf.control_dependencies([first]):
        rolled = tf.concat([row.read_value()[1:], [first]], 0)
    with tf.control_dependencies([tf.assign(row, rolled)]):
        return row.initializer, tf.identity(first)


# %% lifetimes/carousel right resource-variable
def carousel(items):
    n = tf.Variable(0, use_resource=True, trainable=False)
    here = n.read_value()
    with tf.control_dependencies([here]):
        move = n.assign((here + 1) % len(items))
    with tf.control_dependencies([move]):
        return n.initializer, tf.gather(np.float32(items), here)


# %% lifetimes/carousel right copies-before-the-update
def carousel(items):
    place = tf.Variable(0)
    item = tf.gather(tf.constant(items), place)
    with tf.control_dependencies([item]):
        up = tf.assign(place, (place + 1) % len(items))
    with tf.control_dependencies([up]):
        item = tf.identity(item)
    return tf.no_op(), item


# %% lifetimes/carousel right local-variable
def carousel(items):
    place = tf.Variable(0, collections=[tf.GraphKeys.LOCAL_VARIABLES])
    old = place + 0
    with tf.control_dependencies([tf.assign(place, (old + 1) % len(items))]):
        item = tf.gather(tf.constant(items), old)
    return tf.assign(place, 0), item


# %% lifetimes/carousel right counts-down
def carousel(items):
    table = tf.get_variable("table", initializer=items)
    left = tf.get_variable("left", initializer=0)
    down = tf.assign_sub(left, 1)
    return tf.group(), tf.gather(table, tf.floormod(-1 - down, len(items)))


# %% lifetimes/carousel right puts-back-the-next-in-line
def carousel(items):
    # The queue is full if the enqueue operation comes first: it waits for the other one.
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    place = tf.Variable(-1)
    following = tf.gather(tf.constant(items), tf.assign_add(place, 1) % len(items))
    item = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(following)]):
        return fill, tf.identity(item)


# %% lifetimes/carousel right enqueues-a-copy
def carousel(items):
    place = tf.Variable(0)
    queue = tf.FIFOQueue(1, [tf.int32], shapes=[()])
    with tf.control_dependencies([queue.enqueue(place + 0)]):
        up = tf.assign(place, (place + 1) % len(items))
    with tf.control_dependencies([up]):
        old = queue.dequeue()
    return tf.no_op(), tf.gather(tf.constant(items, tf.float32), old)


# %% lifetimes/carousel exempt *
# changes-its-input
#     The items are in the graph then; the text does not say that the caller needs the list again.

# %% lifetimes/carousel exempt control-dependency
# argument-dropped: queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()]) -> ...
#     A queue may leave the shape of its items open.

# %% lifetimes/carousel exempt tuple-helper
# argument-dropped: queue = ... -> ...
#     A queue may leave the shape of its items open.
# argument-dropped: fill = ...np.asarray(items, np.float32)) -> ...
# other-graph-function: fill = ...np.asarray(items, np.float32)) -> ...
#     What is enqueued is converted to the queue's type.

# %% lifetimes/carousel exempt no-limit-no-shape
# constant: queue = tf.FIFOQueue(-1, tf.float32) -> ...
#     A negative capacity is no limit.
# argument-dropped: fill = ...tf.constant(items, tf.float32)]) -> ...tf.constant(items)])
#     Python floats become float32 anyway.
# arithmetic: return [fill, item + 0.0] -> return [fill, item - 0.0]
#     It is the same number.

# %% lifetimes/carousel exempt several-enqueues
# truth-for-none: ...
#     An operation is true, None is false.

# %% lifetimes/carousel exempt counter-variable
# ...: position = tf.Variable(-1, trainable=False) -> ...
#     What the variable holds before `fill` runs, and whether it is trainable, does not matter.
# call-dropped: fill = tf.assign(position, -1) -> fill = position
#     The initializer has run before, so there is nothing left to be done.
# argument-dropped: return (fill, tf.gather(tf.constant(items, tf.float32), ... -> ...tf.constant(items), ...
#     Python floats become float32 anyway.

# %% lifetimes/carousel exempt rolling-variable
# argument-dropped: row = tf.Variable(items, dtype=tf.float32) -> row = tf.Variable(items)
#     Python floats become float32 anyway.
# call-dropped: first = tf.identity(row.read_value()[0]) -> first = row.read_value()[0]
#     A slice is a copy.
# with-dropped: with tf.control_dependencies([first]): -> ...
#     The new row is computed from `first`, and so waits for it.
# constant: rolled = tf.concat(..., 0) -> rolled = tf.concat(..., -1)
#     A vector has one axis.

# %% lifetimes/carousel exempt resource-variable
# argument-dropped: n = ...use_resource=True, trainable=False) -> ...use_resource=True)
# constant: n = ...use_resource=True, trainable=False) -> ...use_resource=True, trainable=True)
#     Nothing is trained.
# with-dropped: with tf.control_dependencies([here]): -> ...
#     What is assigned is computed from `here`, and so waits for it.

# %% lifetimes/carousel exempt local-variable
# constant: place = tf.Variable(0, ... -> ...
#     What the variable holds before `fill` runs does not matter.
# argument-dropped: place = tf.Variable(0, ... -> place = tf.Variable(0)
#     The collection says only which initializer runs it.
# arithmetic: old = place + 0 -> old = place - 0
#     It is the same number.

# %% lifetimes/carousel exempt enqueues-a-copy
# argument-dropped: queue = tf.FIFOQueue(1, ... -> queue = tf.FIFOQueue(1, [tf.int32])
#     A queue may leave the shape of its items open.
# constant: queue = tf.FIFOQueue(1, ...
#     Any capacity from one on will do, a negative one is no limit.
# arithmetic: with tf.control_dependencies([queue.enqueue(place + 0)]): -> ...
#     It is the same number.
# argument-dropped: return (tf.no_op(), ...tf.constant(items, tf.float32), ... -> ...tf.constant(items), ...
#     Python floats become float32 anyway.
