# %% graphs/transfer right reads-in-the-block
def transfer(source, target, amount):
    updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    with tf.control_dependencies(updates):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer right what-assigning-returns
def transfer(source, target, amount):
    return tf.stack([tf.assign_sub(source, amount), tf.assign_add(target, amount)])


# %% graphs/transfer right group
def transfer(source, target, amount):
    move = tf.group(source.assign_sub(amount), target.assign_add(amount))
    with tf.control_dependencies([move]):
        left, arrived = source.read_value(), target.read_value()
    return tf.stack([left, arrived], name="after")


# %% graphs/transfer right one-after-the-other
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign(source, source - amount)]):
        arrived = tf.assign(target, target + amount)
    with tf.control_dependencies([arrived]):
        return tf.stack((source.read_value(), target.read_value()))


# %% graphs/transfer right nested
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(source, -amount)]):
        with tf.control_dependencies([tf.assign_add(target, amount)]):
            both = [tf.reshape(part.read_value(), [1]) for part in (source, target)]
            return tf.concat(both, axis=0)


# %% graphs/transfer right computed-first
def transfer(source, target, amount):
    left = source.assign(tf.subtract(source, amount))
    arrived = target.assign(tf.add(target, amount))
    return tf.convert_to_tensor([left, arrived])


# %% graphs/transfer right stacks-the-variables
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([source, target])


# %% graphs/transfer right adds-nothing
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        after = [variable + 0.0 for variable in (source, target)]
    return tf.stack(after)


# %% graphs/transfer wrong does-not-wait misconception=does-not-wait
def transfer(source, target, amount):
    tf.assign_sub(source, amount)
    tf.assign_add(target, amount)
    return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong made-before-the-block misconception=does-not-wait
def transfer(source, target, amount):
    result = tf.stack([source.read_value(), target.read_value()])
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return result


# %% graphs/transfer wrong forgets-the-source misconception=one-update-forgotten
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong forgets-the-target misconception=the-other-update-forgotten
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong adds-without-waiting misconception=the-other-update-forgotten
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        tf.assign_add(target, amount)
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong no-assignment misconception=computes-without-assigning
def transfer(source, target, amount):
    return tf.stack([source - amount, target + amount])


# %% graphs/transfer wrong other-direction misconception=the-other-direction
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(source, amount), tf.assign_sub(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong two-numbers-swapped
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([target.read_value(), source.read_value()])


# %% graphs/transfer wrong only-the-operation
def transfer(source, target, amount):
    return tf.group(tf.assign_sub(source, amount), tf.assign_add(target, amount))


# %% graphs/transfer wrong assigns-the-amount
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign(source, amount), tf.assign(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong a-list
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return [source.read_value(), target.read_value()]


# %% graphs/transfer wrong in-python
def transfer(source, target, amount):
    source = source - amount
    target = target + amount
    return source, target


# %% graphs/transfer wrong runs-it
def transfer(source, target, amount):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(tf.assign_sub(source, amount), {amount: 30})
        session.run(tf.assign_add(target, amount), {amount: 30})
        return session.run(tf.stack([source, target]))


# %% graphs/transfer wrong twice
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([tf.assign_sub(source, amount), tf.assign_add(target, amount)])


# %% graphs/transfer wrong returns-nothing
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer right identity-in-the-block
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([tf.identity(source), tf.identity(target)])


# %% graphs/transfer right identity-of-what-was-read-before
def transfer(source, target, amount):
    # A reading shares the variable's memory: what copies it after the updates has the new amounts.
    readings = [source.read_value(), target.read_value()]
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([tf.identity(reading) for reading in readings])


# %% graphs/transfer wrong stacked-before-the-updates misconception=reads-first
def transfer(source, target, amount):
    both = tf.stack([source.read_value(), target.read_value()])
    with tf.control_dependencies([both]):
        updates = [source.assign_sub(amount), target.assign_add(amount)]
    with tf.control_dependencies(updates):
        return tf.identity(both)


# %% graphs/transfer wrong stacked-whenever misconception=reads-before-the-updates
def transfer(source, target, amount):
    both = tf.stack([source, target])
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.identity(both)


# %% graphs/transfer wrong one-reading-does-not-wait
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        arrived = tf.assign_add(target, amount)
    return tf.stack([source + 0, arrived])


# %% graphs/transfer wrong sums-before-the-block misconception=reads-before-the-updates
def transfer(source, target, amount):
    updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    before = [source + 0.0, target + 0.0]
    with tf.control_dependencies(updates):
        return tf.stack(before)


# %% graphs/transfer wrong computes-beside-the-updates
def transfer(source, target, amount):
    left, arrived = source - amount, target + amount
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([left, arrived])


# %% graphs/transfer wrong mutant-one-tensor-for-all-calls
made = []


def transfer(source, target, amount):
    if not made:
        with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
            made.append(tf.stack([source.read_value(), target.read_value()]))
    return made[0]


# %% graphs/transfer wrong runs-the-updates misconception=runs-while-building
def transfer(source, target, amount):
    out = tf.assign_sub(source, amount)
    into = tf.assign_add(target, amount)
    with tf.Session() as session:
        session.run([out, into])
    return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong the-total-may-be-read-later
def transfer(source, target, amount):
    total = source.read_value() + target.read_value()
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        left = source.read_value()
    with tf.control_dependencies([left]):
        arrived = tf.assign(target, total - left)
    return tf.stack([left, arrived])


# %% graphs/transfer right the-total-first
def transfer(source, target, amount):
    total = source + target
    with tf.control_dependencies([total]):
        left = tf.assign_sub(source, amount)
    arrived = tf.assign(target, total - left)
    return tf.stack([left, arrived])


# %% graphs/transfer wrong always-thirty misconception=always-thirty
def transfer(source, target, amount):
    amount = 30.0
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong one-list-for-all-calls
def transfer(source, target, amount, updates=[]):
    updates += [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    with tf.control_dependencies(updates):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong one-amount-is-computed-too-early
def transfer(source, target, amount):
    left = source + 0.0
    with tf.control_dependencies([left]):
        updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    with tf.control_dependencies(updates):
        return tf.stack([left, target.read_value()])


# %% graphs/transfer wrong one-sum-does-not-wait
def transfer(source, target, amount):
    left = source.assign_sub(amount)
    with tf.control_dependencies([left]):
        arrived = target.assign_add(amount)
    return tf.stack([source + 0.0, arrived])


# %% graphs/transfer wrong assigns-one-and-adds-for-the-other
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        return tf.stack([source.read_value(), target + amount])


# %% graphs/transfer wrong no-more-than-there-is
def transfer(source, target, amount):
    amount = tf.minimum(amount, source)
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong nothing-below-zero
def transfer(source, target, amount):
    amount = tf.nn.relu(amount)
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong whole-numbers-only
def transfer(source, target, amount):
    amount = tf.round(amount)
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong no-more-than-the-target-has
def transfer(source, target, amount):
    amount = tf.maximum(amount, -target)
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong without-its-sign
def transfer(source, target, amount):
    amount = tf.abs(amount)
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer exempt *
# changes-its-input
#     the function is given variables and a tensor: there is nothing in them that it could change
# arguments-swapped: ...tf.group(source.assign_sub(amount)... -> ...tf.group(target.assign_add(amount)...
#     the two updates may run in either order
# constant: ...tf.reshape(part.read_value(), [1])... -> ...tf.reshape(part.read_value(), [-1])...
# axis: return tf.concat(both, axis=0) -> return tf.concat(both, axis=-1)
#     of a list with one number, the only axis and the only size are meant in either case
# arithmetic: ...variable + 0.0 for... -> ...variable - 0.0 for...
#     nothing is added, or nothing is taken away
# call-dropped: ...tf.identity(source), tf.identity(target)... -> return tf.stack(...
# call-dropped: ...tf.identity(reading) for reading in readings... -> ...reading for reading in readings...
#     tf.stack is made in the block, too, and copies what it is given after the updates
