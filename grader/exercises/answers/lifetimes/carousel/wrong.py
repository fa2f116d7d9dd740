# %% lifetimes/carousel wrong fill-in-the-block misconception=begins-with-the-second
def carousel(items):
    n = tf.Variable(0, trainable=False)
    here = n + 0
    go = tf.assign(n, (here + 1) % len(items))
    with tf.control_dependencies([go]):
        return tf.no_op(), tf.gather(tf.constant(items), here)


# %% lifetimes/carousel wrong plain-dequeue misconception=never-puts-back
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items]), queue.dequeue()


# %% lifetimes/carousel wrong enqueue-never-runs misconception=never-puts-back
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    item = queue.dequeue()
    queue.enqueue(item)
    return queue.enqueue_many([items]), item


# %% lifetimes/carousel wrong two-dequeues misconception=takes-twice
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    with tf.control_dependencies([queue.enqueue(queue.dequeue())]):
        return fill, queue.dequeue()


# %% lifetimes/carousel wrong constant misconception=always-the-first
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items]), tf.constant(items[0])


# %% lifetimes/carousel wrong python-counter misconception=always-the-first
def carousel(items):
    position = 0
    item = tf.constant(items, tf.float32)[position % len(items)]
    position += 1
    return tf.no_op(), item


# %% lifetimes/carousel wrong adds-before-it-looks misconception=begins-with-the-second
def carousel(items):
    place = tf.Variable(0, trainable=False)
    item = tf.constant(items)[tf.assign_add(place, 1) % len(items)]
    return place.initializer, item


# %% lifetimes/carousel wrong fills-in-the-first misconception=always-the-first
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return queue.enqueue([items[0]]), tf.identity(taken)


# %% lifetimes/carousel wrong turns-before-it-looks misconception=begins-with-the-second
def carousel(items):
    ring = tf.Variable(items)
    turned = tf.assign(ring, tf.roll(ring, -1, 0))
    return ring.initializer, turned[0]


# %% lifetimes/carousel wrong whole-queue misconception=all-at-once
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue_many(len(items))
    with tf.control_dependencies([queue.enqueue_many([taken])]):
        return queue.enqueue_many([items]), tf.identity(taken)


# %% lifetimes/carousel wrong only-the-item
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.dequeue()


# %% lifetimes/carousel wrong too-small misconception=too-little-room
def carousel(items):
    queue = tf.FIFOQueue(1, [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return fill, tf.identity(taken)


# %% lifetimes/carousel wrong room-for-five misconception=room-for-a-few
def carousel(items):
    q = tf.FIFOQueue(5, [tf.float32], shapes=[()])
    fill = q.enqueue_many([items])
    first = q.dequeue()
    with tf.control_dependencies([q.enqueue(first)]):
        item = tf.identity(first)
    return fill, item


# %% lifetimes/carousel wrong room-for-a-hundred misconception=room-for-a-few
def carousel(items):
    queue = tf.FIFOQueue(100, tf.float32)
    fill = queue.enqueue_many([tf.constant(items, tf.float32)])
    item = queue.dequeue()
    back = queue.enqueue([item])
    with tf.control_dependencies([back]):
        return [fill, item + 0.0]


# %% lifetimes/carousel wrong room-for-four misconception=room-for-a-few
def carousel(items):
    queue = tf.FIFOQueue(4, [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return fill, tf.identity(taken)


# %% lifetimes/carousel wrong puts-back-another misconception=takes-one-more
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    item = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(queue.dequeue())]):
        item = tf.identity(item)
    return fill, item


# %% lifetimes/carousel wrong python-values
def carousel(items):
    return tf.no_op(), items


# %% lifetimes/carousel wrong hundred-rounds misconception=many-copies
def carousel(items):
    queue = tf.FIFOQueue(100 * len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items * 100]), queue.dequeue()


# %% lifetimes/carousel wrong very-long-queue misconception=many-copies
def carousel(items):
    queue = tf.FIFOQueue(-1, [tf.float32], shapes=[()])
    return queue.enqueue_many([np.tile(np.float32(items), 400)]), queue.dequeue()


# %% lifetimes/carousel wrong long-constant misconception=many-copies
def carousel(items):
    position = tf.Variable(-1, trainable=False)
    many = tf.constant(items * 100, tf.float32)
    return tf.assign(position, -1), tf.gather(many, tf.assign_add(position, 1))


# %% lifetimes/carousel wrong double-precision misconception=double-precision
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float64], shapes=[()])
    fill = queue.enqueue_many([items])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return fill, tf.identity(taken)


# %% lifetimes/carousel wrong copy-and-update-without-an-order
def carousel(items):
    place = tf.Variable(0)
    old = place + 0
    up = tf.assign(place, (place + 1) % len(items))
    with tf.control_dependencies([up]):
        item = tf.gather(tf.constant(items, tf.float32), old)
    return tf.no_op(), item


# %% lifetimes/carousel wrong gather-and-update-without-an-order
def carousel(items):
    place = tf.Variable(0)
    item = tf.gather(tf.constant(items, tf.float32), place)
    up = tf.assign_add(place, 1)
    with tf.control_dependencies([tf.assign(place, up % len(items))]):
        item = tf.identity(item)
    return tf.no_op(), item


# %% lifetimes/carousel wrong enqueues-without-an-order
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        item = tf.identity(taken)
    return tf.group(*(queue.enqueue(value) for value in items)), item


# %% lifetimes/carousel wrong another-queue
def carousel(items):
    queue = tf.PaddingFIFOQueue(len(items), [tf.float32], shapes=[[]])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        item = tf.identity(taken)
    return queue.enqueue_many([items]), item


# %% lifetimes/carousel wrong state-in-python
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


# %% lifetimes/carousel wrong enqueues-the-reference misconception=begins-with-the-second
def carousel(items):
    place = tf.Variable(0)
    queue = tf.FIFOQueue(1, [tf.int32], shapes=[()])
    with tf.control_dependencies([queue.enqueue(place)]):
        up = tf.assign(place, (place + 1) % len(items))
    with tf.control_dependencies([up]):
        old = queue.dequeue()
    with tf.control_dependencies([old]):
        item = tf.gather(tf.constant(items, tf.float32), tf.identity(old))
    return tf.no_op(), item


# %% lifetimes/carousel wrong one-place-missing misconception=too-little-room
def carousel(items):
    queue = tf.FIFOQueue(len(items) - 1, [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        item = tf.identity(taken)
    return fill, item


# %% lifetimes/carousel wrong takes-from-a-dataset
def carousel(items):
    data = tf.data.Dataset.from_tensor_slices(np.float32(items)).repeat()
    iterator = tf.data.make_initializable_iterator(data)
    return iterator.initializer, iterator.get_next()


# %% lifetimes/carousel wrong needs-the-local-initializer
def carousel(items):
    local = [tf.GraphKeys.LOCAL_VARIABLES]
    place = tf.Variable(-1, trainable=False, collections=local)
    row = tf.constant(items, tf.float32)
    return tf.no_op(), tf.gather(row, tf.assign_add(place, 1) % len(items))
