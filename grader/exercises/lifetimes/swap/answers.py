# %% right two-copies
def swap(a, b):
    old_a, old_b = a + 0.0, b + 0.0
    with tf.control_dependencies([old_a, old_b]):
        return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))


# %% right one-copy
def swap(a, b):
    old = tf.add(a, 0.0)
    with tf.control_dependencies([old]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% right stacked
def swap(a, b):
    # Both assignments take their value from the stack, which is made of both old ones.
    new_a, new_b = tf.unstack(tf.stack([b, a]))
    return tf.group(a.assign(new_a), b.assign(new_b))


# %% right third-variable
def swap(a, b):
    kept = tf.Variable(tf.zeros(a.shape), trainable=False)
    with tf.control_dependencies([tf.assign(kept, a)]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, kept).op


# %% right nested
def swap(a, b):
    copy = b.read_value() * 1.0
    with tf.control_dependencies([copy]):
        with tf.control_dependencies([tf.assign(b, a)]):
            return tf.identity(tf.assign(a, copy))


# %% right says-when-it-is-done
def swap(a, b):
    olds = [tf.add_n([part, tf.zeros_like(part)]) for part in (a, b)]
    with tf.control_dependencies(olds):
        updates = [part.assign(old) for part, old in zip((a, b), reversed(olds))]
    with tf.control_dependencies(updates):
        return tf.no_op(name="exchanged")


# %% right copy-of-the-bits like=one-copy
# -     old = tf.add(a, 0.0)
# +     bits = tf.bitcast(a, tf.int32)
# +     old = tf.bitcast(tf.bitwise.invert(tf.bitwise.invert(bits)), tf.float32)


# %% right exclusive-or
def swap(a, b):
    bits_a, bits_b = tf.bitcast(a, tf.int32), tf.bitcast(b, tf.int32)
    both = tf.bitwise.bitwise_xor(bits_a, bits_b)
    new_a = tf.bitcast(tf.bitwise.bitwise_xor(both, bits_a), tf.float32)
    new_b = tf.bitcast(tf.bitwise.bitwise_xor(both, bits_b), tf.float32)
    with tf.control_dependencies([new_a, new_b]):
        return tf.group(tf.assign(a, new_a), tf.assign(b, new_b))


# %% right copies-through-a-queue
def swap(a, b):
    queue = tf.FIFOQueue(2, [tf.float32, tf.float32])
    with tf.control_dependencies([queue.enqueue([a + 0.0, b + 0.0])]):
        old_a, old_b = queue.dequeue()
    return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))


# %% wrong alias-in-two-copies mistake=both-at-once like=two-copies
# says: both variables end up with the same value. Each assignment reads the other variable when it runs, so
#     the second one finds the new value. Copy the old values first, with `a + 0`: neither `tf.identity`
#     nor a queue makes a copy.
# -     old_a, old_b = a + 0.0, b + 0.0
# +     old_a, old_b = tf.identity(a), tf.identity(b)


# %% wrong b-first mistake=both-at-once-mirrored
# says: both variables end up with the same value. Each assignment reads the other variable when it runs, so
#     the second one finds the new value. Copy the old values first, with `a + 0`: neither `tf.identity`
#     nor a queue makes a copy.
def swap(a, b):
    return tf.group(tf.assign(b, a), tf.assign(a, b))


# %% wrong all-of-it mistake=an-alias-for-a-copy like=one-copy
# says: both variables end up with the same value, whatever order the operations run in. Either only one of
#     them is assigned, or its old value was not copied: `tf.identity` and `read_value` pass on the
#     variable's own memory, which has changed by then. `a + 0` is a copy.
# -     old = tf.add(a, 0.0)
# +     old = a[...]


# %% wrong only-the-second-one mistake=an-alias-for-a-copy-mirrored
# says: both variables end up with the same value, whatever order the operations run in. Either only one of
#     them is assigned, or its old value was not copied: `tf.identity` and `read_value` pass on the
#     variable's own memory, which has changed by then. `a + 0` is a copy.
def swap(a, b):
    x = a + 0.0
    with tf.control_dependencies([x]):
        ua = tf.assign(a, b)
    return tf.assign(b, x)


# %% wrong the-order-of-a-list mistake=copies-without-an-order
# says: you copy old values, but nothing makes the assignments wait until that is done: one of them may
#     overwrite a variable too early. Make both assignments in a `tf.control_dependencies` block that
#     names both copies.
def swap(a, b):
    steps = [a + 0.0, tf.assign(a, b)]
    steps.append(tf.assign(b, steps[0]))
    return tf.group(*steps)


# %% wrong late-copy mistake=a-copy-that-may-come-late
# says: an assignment may overwrite a value too early: before it is copied, or before the other assignment
#     reads it. Copy both values, and make both assignments in a `tf.control_dependencies` block that
#     names both copies.
def swap(a, b):
    old = a + 0.0
    first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, old)


# %% wrong one-of-them-waits mistake=a-copy-that-may-come-late-mirrored like=two-copies
# says: an assignment may overwrite a value too early: before it is copied, or before the other assignment
#     reads it. Copy both values, and make both assignments in a `tf.control_dependencies` block that
#     names both copies.
# -         return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))
# +         first = tf.assign(a, old_b)
# +     return tf.group(first, tf.assign(b, old_a))


# %% wrong arithmetic mistake=with-arithmetic
# says: you exchange the values with a sum and differences. Where one number is large and the other small,
#     the small one is lost in the sum. Copy the old values instead.
def swap(a, b):
    with tf.control_dependencies([tf.assign_add(a, b)]):
        second = tf.assign(b, a.read_value() - b.read_value())
    with tf.control_dependencies([second]):
        return tf.assign_sub(a, b.read_value())


# %% wrong returned-outside-the-block mistake=changes-nothing like=two-copies
# says: a run of what you return changes nothing. Return an operation that runs a `tf.assign` for each
#     variable, or one that waits for both. If you wrote `a, b = b, a`: that only exchanges two Python
#     names. If you ran something while building the graph, it acted in another session.
# -         return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))
# +         tf.group(tf.assign(a, old_b), tf.assign(b, old_a))
# +     return tf.no_op()


# %% wrong initial-values mistake=assigns-the-initial-values
# says: your function assigns the initial values, which never change. So the second run does not exchange
#     anything. Copy the values that the variables have when the run begins.
def swap(a, b):
    first, second = a.initial_value, b.initial_value
    return tf.group(tf.assign(a, second), tf.assign(b, first))


# %% wrong both-at-once mistake=both-at-once
def swap(a, b):
    return tf.group(tf.assign(a, b), tf.assign(b, a))


# %% wrong alias mistake=an-alias-for-a-copy like=one-copy
# -     old = tf.add(a, 0.0)
# +     old = tf.identity(a)


# %% wrong reshaped mistake=an-alias-for-a-copy like=one-copy
# -     old = tf.add(a, 0.0)
# +     old = tf.reshape(a, a.shape)


# %% wrong no-order mistake=copies-without-an-order
def swap(a, b):
    old_a = a + 0.0
    old_b = b + 0.0
    first = tf.assign(a, old_b)
    second = tf.assign(b, old_a)
    return tf.group(first, second)


# %% wrong python-names mistake=changes-nothing
def swap(a, b):
    a, b = b, a
    return tf.group(a, b)


# %% wrong only-one mistake=an-alias-for-a-copy
def swap(a, b):
    with tf.control_dependencies([a + 0.0]):
        return tf.assign(a, b)


# %% wrong a-list like=two-copies
# -         return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))
# +         return [tf.assign(a, old_b), tf.assign(b, old_a)]


# %% wrong made-outside-the-block mistake=copies-without-an-order
def swap(a, b):
    old_a, old_b = a + 0.0, b + 0.0
    updates = [tf.assign(a, old_b), tf.assign(b, old_a)]
    with tf.control_dependencies([old_a, old_b]):
        return tf.group(*updates)


# %% wrong runs-it mistake=changes-nothing
def swap(a, b):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        first, second = session.run([a, b])
        session.run([tf.assign(a, second), tf.assign(b, first)])
    return tf.no_op()


# %% wrong third-variable-without-an-order
def swap(a, b):
    kept = tf.Variable(tf.zeros(a.shape), trainable=False)
    return tf.group(tf.assign(kept, a), tf.assign(a, b), tf.assign(b, kept))


# %% wrong through-a-queue mistake=both-at-once
def swap(a, b):
    queue = tf.FIFOQueue(2, [tf.float32, tf.float32])
    with tf.control_dependencies([queue.enqueue([a, b])]):
        old_a, old_b = queue.dequeue()
    old_a.set_shape(a.shape)
    old_b.set_shape(b.shape)
    return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))


# %% wrong alias-of-b mistake=an-alias-for-a-copy-mirrored
def swap(a, b):
    old = tf.identity(b)
    with tf.control_dependencies([old]):
        first = tf.assign(b, a)
    with tf.control_dependencies([first]):
        return tf.assign(a, old)


# %% wrong late-copy-of-b mistake=a-copy-that-may-come-late-mirrored
def swap(a, b):
    old = b + 0.0
    with tf.control_dependencies([tf.assign(b, a)]):
        return tf.assign(a, old)


# %% wrong one-copy-and-no-order mistake=a-copy-that-may-come-late-mirrored
def swap(a, b):
    old = a + 0
    with tf.control_dependencies([old]):
        x = tf.assign(a, b)
        y = tf.assign(b, old)
    return tf.group(x, y)


# %% wrong one-assignment-outside mistake=a-copy-that-may-come-late-mirrored
def swap(a, b):
    old = tf.identity(a) * 1.0
    with tf.control_dependencies([old]):
        x = tf.assign(a, b)
    return tf.group(x, tf.assign(b, old))


# %% wrong with-a-product
def swap(a, b):
    with tf.control_dependencies([tf.assign(a, a * b)]):
        second = tf.assign(b, a.read_value() / b.read_value())
    with tf.control_dependencies([second]):
        return tf.assign(a, a.read_value() / b.read_value())


# %% wrong one-name-for-the-third-variable
def swap(a, b):
    kept = tf.get_variable("kept", a.shape, trainable=False)
    with tf.control_dependencies([tf.assign(kept, a)]):
        first = tf.assign(a, b)
    with tf.control_dependencies([first]):
        return tf.assign(b, kept)


# %% wrong stack mistake=both-at-once
def swap(a, b):
    both = tf.stack([a, b])
    with tf.control_dependencies([both]):
        return tf.group(tf.assign(a, both[1]), tf.assign(b, both[0]))


# %% wrong twice-negated mistake=an-alias-for-a-copy like=one-copy
# -     old = tf.add(a, 0.0)
# +     old = -(-a)


# %% exempt *
# changes-its-input
#     The function is given two variables: there is nothing in them that it could change in Python.
# arithmetic: old_a, old_b = (a + 0.0, b + 0.0) -> old_a, old_b = (a - 0.0, b + 0.0)
# arithmetic: old_a, old_b = (a + 0.0, b + 0.0) -> old_a, old_b = (a + 0.0, b - 0.0)
# arithmetic: copy = b.read_value() * 1.0 -> copy = b.read_value() / 1.0
#     A number less nothing, or divided by one, is the number, in memory of its own.
# arguments-swapped: return tf.group(tf.assign(a, old_b), ... -> return tf.group(tf.assign(b, old_a), ...
# arguments-swapped: return tf.group(a.assign(new_a), ... -> return tf.group(b.assign(new_b), ...
#     A group has no order.


# %% exempt stacked
# call-dropped: new_a, new_b = tf.unstack(tf.stack([b, a])) -> new_a, new_b = tf.unstack([b, a])
#     tf.unstack packs a list into one tensor, as tf.stack does.


# %% exempt third-variable
# argument-dropped: ...trainable=False) -> kept = tf.Variable(tf.zeros(a.shape))
# other-function: kept = tf.Variable(tf.zeros(a.shape), ... -> kept = tf.Variable(tf.ones(a.shape), ...
# constant: ...trainable=False) -> kept = tf.Variable(tf.zeros(a.shape), trainable=True)
#     Every run sets the third variable before it reads it, and nothing trains it.


# %% exempt nested
# call-dropped: return tf.identity(tf.assign(a, copy)) -> return tf.assign(a, copy)
#     What the operation's value is does not matter.


# %% exempt exclusive-or
# arguments-swapped: ...bitwise_xor(...
#     The exclusive or is symmetric.
# arguments-swapped: return tf.group(tf.assign(a, new_a), ... -> return tf.group(tf.assign(b, new_b), ...
#     A group has no order.
# with-dropped: with tf.control_dependencies([new_a, new_b]): -> ...
#     Each new value is made of `both`, which needs both old ones, and of the bits that it replaces.


# %% exempt copies-through-a-queue
# constant: queue = tf.FIFOQueue(2, ...
#     Any capacity from one on will do, a negative one is no limit.
# arithmetic: with tf.control_dependencies([queue.enqueue([a + 0.0, b + 0.0])]): -> ...
#     A number less nothing is the number, in memory of its own.
