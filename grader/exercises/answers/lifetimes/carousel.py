# %% lifetimes/carousel right control-dependency
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        item = tf.identity(taken)
    return queue.enqueue_many([items]), item


# %% lifetimes/carousel right large-capacity-no-shape
def carousel(items):
    queue = tf.FIFOQueue(100, tf.float32)
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


# %% lifetimes/carousel wrong too-small
def carousel(items):
    queue = tf.FIFOQueue(1, [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return queue.enqueue_many([items]), tf.identity(taken)


# %% lifetimes/carousel wrong python-values
def carousel(items):
    return tf.no_op(), items
