# %% lifetimes/swap right two-copies
def swap(a, b):
    old_a, old_b = a + 0.0, b + 0.0
    with tf.control_dependencies([old_a, old_b]):
        return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))


# %% lifetimes/swap right one-copy
def swap(a, b):
    old = tf.add(a, 0.0)
    with tf.control_dependencies([old]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% lifetimes/swap right stacked
def swap(a, b):
    # Both assignments take their value from the stack, which is made of both old ones.
    new_a, new_b = tf.unstack(tf.stack([b, a]))
    return tf.group(a.assign(new_a), b.assign(new_b))


# %% lifetimes/swap right third-variable
def swap(a, b):
    kept = tf.Variable(tf.zeros(a.shape), trainable=False)
    with tf.control_dependencies([tf.assign(kept, a)]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, kept).op


# %% lifetimes/swap right nested
def swap(a, b):
    copy = b.read_value() * 1.0
    with tf.control_dependencies([copy]):
        with tf.control_dependencies([tf.assign(b, a)]):
            return tf.identity(tf.assign(a, copy))


# %% lifetimes/swap right says-when-it-is-done
def swap(a, b):
    olds = [tf.add_n([part, tf.zeros_like(part)]) for part in (a, b)]
    with tf.control_dependencies(olds):
        updates = [part.assign(old) for part, old in zip((a, b), reversed(olds))]
    with tf.control_dependencies(updates):
        return tf.no_op(name="exchanged")


# %% lifetimes/swap right copy-of-the-bits
def swap(a, b):
    bits = tf.bitcast(a, tf.int32)
    old = tf.bitcast(tf.bitwise.invert(tf.bitwise.invert(bits)), tf.float32)
    with tf.control_dependencies([old]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% lifetimes/swap right exclusive-or
def swap(a, b):
    bits_a, bits_b = tf.bitcast(a, tf.int32), tf.bitcast(b, tf.int32)
    both = tf.bitwise.bitwise_xor(bits_a, bits_b)
    new_a = tf.bitcast(tf.bitwise.bitwise_xor(both, bits_a), tf.float32)
    new_b = tf.bitcast(tf.bitwise.bitwise_xor(both, bits_b), tf.float32)
    with tf.control_dependencies([new_a, new_b]):
        return tf.group(tf.assign(a, new_a), tf.assign(b, new_b))


# %% lifetimes/swap right copies-through-a-queue
def swap(a, b):
    queue = tf.FIFOQueue(2, [tf.float32, tf.float32])
    with tf.control_dependencies([queue.enqueue([a + 0.0, b + 0.0])]):
        old_a, old_b = queue.dequeue()
    return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))


# %% lifetimes/swap wrong both-at-once misconception=both-at-once
def swap(a, b):
    return tf.group(tf.assign(a, b), tf.assign(b, a))


# %% lifetimes/swap wrong alias misconception=an-alias-for-a-copy
def swap(a, b):
    old = tf.identity(a)
    with tf.control_dependencies([old]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% lifetimes/swap wrong reshaped misconception=an-alias-for-a-copy
def swap(a, b):
    old = tf.reshape(a, a.shape)
    with tf.control_dependencies([old]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% lifetimes/swap wrong all-of-it misconception=an-alias-for-a-copy
def swap(a, b):
    old = a[...]
    with tf.control_dependencies([old]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% lifetimes/swap wrong no-order misconception=copies-without-an-order
def swap(a, b):
    old_a = a + 0.0
    old_b = b + 0.0
    first = tf.assign(a, old_b)
    second = tf.assign(b, old_a)
    return tf.group(first, second)


# %% lifetimes/swap wrong late-copy misconception=a-copy-that-may-come-late
def swap(a, b):
    old = a + 0.0
    first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% lifetimes/swap wrong arithmetic misconception=with-arithmetic
def swap(a, b):
    with tf.control_dependencies([tf.assign_add(a, b)]):
        second = tf.assign(b, a.read_value() - b.read_value())
    with tf.control_dependencies([second]):
        return tf.assign_sub(a, b.read_value())


# %% lifetimes/swap wrong python-names misconception=changes-nothing
def swap(a, b):
    a, b = b, a
    return tf.group(a, b)


# %% lifetimes/swap wrong initial-values misconception=assigns-the-initial-values
def swap(a, b):
    first, second = a.initial_value, b.initial_value
    return tf.group(tf.assign(a, second), tf.assign(b, first))


# %% lifetimes/swap wrong returned-outside-the-block misconception=changes-nothing
def swap(a, b):
    old_a, old_b = a + 0.0, b + 0.0
    with tf.control_dependencies([old_a, old_b]):
        tf.group(tf.assign(a, old_b), tf.assign(b, old_a))
    return tf.no_op()


# %% lifetimes/swap wrong one-of-them-waits misconception=a-copy-that-may-come-late-mirrored
def swap(a, b):
    old_a, old_b = a + 0.0, b + 0.0
    with tf.control_dependencies([old_a, old_b]):
        first = tf.assign(a, old_b)
    return tf.group(first, tf.assign(b, old_a))


# %% lifetimes/swap wrong only-one misconception=an-alias-for-a-copy
def swap(a, b):
    with tf.control_dependencies([a + 0.0]):
        return tf.assign(a, b)


# %% lifetimes/swap wrong a-list
def swap(a, b):
    old_a, old_b = a + 0.0, b + 0.0
    with tf.control_dependencies([old_a, old_b]):
        return [tf.assign(a, old_b), tf.assign(b, old_a)]


# %% lifetimes/swap wrong made-outside-the-block misconception=copies-without-an-order
def swap(a, b):
    old_a, old_b = a + 0.0, b + 0.0
    updates = [tf.assign(a, old_b), tf.assign(b, old_a)]
    with tf.control_dependencies([old_a, old_b]):
        return tf.group(*updates)


# %% lifetimes/swap wrong runs-it misconception=changes-nothing
def swap(a, b):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        first, second = session.run([a, b])
        session.run([tf.assign(a, second), tf.assign(b, first)])
    return tf.no_op()


# %% lifetimes/swap wrong the-order-of-a-list misconception=copies-without-an-order
def swap(a, b):
    steps = [a + 0.0, tf.assign(a, b)]
    steps.append(tf.assign(b, steps[0]))
    return tf.group(*steps)


# %% lifetimes/swap wrong alias-in-two-copies misconception=both-at-once
def swap(a, b):
    old_a, old_b = tf.identity(a), tf.identity(b)
    with tf.control_dependencies([old_a, old_b]):
        return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))


# %% lifetimes/swap wrong third-variable-without-an-order
def swap(a, b):
    kept = tf.Variable(tf.zeros(a.shape), trainable=False)
    return tf.group(tf.assign(kept, a), tf.assign(a, b), tf.assign(b, kept))


# %% lifetimes/swap wrong through-a-queue misconception=both-at-once
def swap(a, b):
    queue = tf.FIFOQueue(2, [tf.float32, tf.float32])
    with tf.control_dependencies([queue.enqueue([a, b])]):
        old_a, old_b = queue.dequeue()
    old_a.set_shape(a.shape)
    old_b.set_shape(b.shape)
    return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))


# %% lifetimes/swap wrong only-the-second-one misconception=an-alias-for-a-copy-mirrored
def swap(a, b):
    x = a + 0.0
    with tf.control_dependencies([x]):
        ua = tf.assign(a, b)
    return tf.assign(b, x)


# %% lifetimes/swap wrong b-first misconception=both-at-once-mirrored
def swap(a, b):
    return tf.group(tf.assign(b, a), tf.assign(a, b))


# %% lifetimes/swap wrong alias-of-b misconception=an-alias-for-a-copy-mirrored
def swap(a, b):
    old = tf.identity(b)
    with tf.control_dependencies([old]):
        first = tf.assign(b, a)
    with tf.control_dependencies([first]):
        return tf.assign(a, old)


# %% lifetimes/swap wrong late-copy-of-b misconception=a-copy-that-may-come-late-mirrored
def swap(a, b):
    old = b + 0.0
    with tf.control_dependencies([tf.assign(b, a)]):
        return tf.assign(a, old)


# %% lifetimes/swap wrong one-copy-and-no-order misconception=a-copy-that-may-come-late-mirrored
def swap(a, b):
    old = a + 0
    with tf.control_dependencies([old]):
        x = tf.assign(a, b)
        y = tf.assign(b, old)
    return tf.group(x, y)


# %% lifetimes/swap wrong one-assignment-outside misconception=a-copy-that-may-come-late-mirrored
def swap(a, b):
    old = tf.identity(a) * 1.0
    with tf.control_dependencies([old]):
        x = tf.assign(a, b)
    return tf.group(x, tf.assign(b, old))


# %% lifetimes/swap exempt *
# changes-its-input
#     The function is given two variables: there is nothing in them that it could change in Python.
# arithmetic: old_a, old_b = (a + 0.0, b + 0.0) -> old_a, old_b = (a - 0.0, b + 0.0)
# arithmetic: old_a, old_b = (a + 0.0, b + 0.0) -> old_a, old_b = (a + 0.0, b - 0.0)
# arithmetic: copy = b.read_value() * 1.0 -> copy = b.read_value() / 1.0
#     A number less nothing, or divided by one, is the number, in memory of its own.
# arguments-swapped: return tf.group(tf.assign(a, old_b), ... -> return tf.group(tf.assign(b, old_a), ...
# arguments-swapped: return tf.group(a.assign(new_a), ... -> return tf.group(b.assign(new_b), ...
#     A group has no order.

# %% lifetimes/swap exempt stacked
# call-dropped: new_a, new_b = tf.unstack(tf.stack([b, a])) -> new_a, new_b = tf.unstack([b, a])
#     tf.unstack packs a list into one tensor, as tf.stack does.

# %% lifetimes/swap exempt third-variable
# argument-dropped: ...trainable=False) -> kept = tf.Variable(tf.zeros(a.shape))
# other-function: kept = tf.Variable(tf.zeros(a.shape), ... -> kept = tf.Variable(tf.ones(a.shape), ...
# constant: ...trainable=False) -> kept = tf.Variable(tf.zeros(a.shape), trainable=True)
#     Every run sets the third variable before it reads it, and nothing trains it.

# %% lifetimes/swap exempt nested
# call-dropped: return tf.identity(tf.assign(a, copy)) -> return tf.assign(a, copy)
#     What the operation's value is does not matter.

# %% lifetimes/swap exempt exclusive-or
# arguments-swapped: ...bitwise_xor(...
#     The exclusive or is symmetric.
# arguments-swapped: return tf.group(tf.assign(a, new_a), ... -> return tf.group(tf.assign(b, new_b), ...
#     A group has no order.
# with-dropped: with tf.control_dependencies([new_a, new_b]): -> ...
#     Each new value is made of `both`, which needs both old ones, and of the bits that it replaces.

# %% lifetimes/swap exempt copies-through-a-queue
# constant: queue = tf.FIFOQueue(2, ...
#     Any capacity from one on will do, a negative one is no limit.
# arithmetic: with tf.control_dependencies([queue.enqueue([a + 0.0, b + 0.0])]): -> ...
#     A number less nothing is the number, in memory of its own.
