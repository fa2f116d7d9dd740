# %% right reads-in-the-block
def transfer(source, target, amount):
    updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    with tf.control_dependencies(updates):
        return tf.stack([source.read_value(), target.read_value()])


# %% right what-assigning-returns
def transfer(source, target, amount):
    return tf.stack([tf.assign_sub(source, amount), tf.assign_add(target, amount)])


# %% right group
def transfer(source, target, amount):
    move = tf.group(source.assign_sub(amount), target.assign_add(amount))
    with tf.control_dependencies([move]):
        left, arrived = source.read_value(), target.read_value()
    return tf.stack([left, arrived], name="after")


# %% right one-after-the-other
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign(source, source - amount)]):
        arrived = tf.assign(target, target + amount)
    with tf.control_dependencies([arrived]):
        return tf.stack((source.read_value(), target.read_value()))


# %% right nested
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(source, -amount)]):
        with tf.control_dependencies([tf.assign_add(target, amount)]):
            both = [tf.reshape(part.read_value(), [1]) for part in (source, target)]
            return tf.concat(both, axis=0)


# %% right computed-first
def transfer(source, target, amount):
    left = source.assign(tf.subtract(source, amount))
    arrived = target.assign(tf.add(target, amount))
    return tf.convert_to_tensor([left, arrived])


# %% right stacks-the-variables
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([source, target])


# %% right adds-nothing
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        after = [variable + 0.0 for variable in (source, target)]
    return tf.stack(after)


# %% right identity-in-the-block
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([tf.identity(source), tf.identity(target)])


# %% right identity-of-what-was-read-before
def transfer(source, target, amount):
    # A reading shares the variable's memory: what copies it after the updates has the new amounts.
    readings = [source.read_value(), target.read_value()]
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([tf.identity(reading) for reading in readings])


# %% right the-total-first
def transfer(source, target, amount):
    total = source + target
    with tf.control_dependencies([total]):
        left = tf.assign_sub(source, amount)
    arrived = tf.assign(target, total - left)
    return tf.stack([left, arrived])


# %% wrong does-not-wait mistake=does-not-wait
# says: your updates never run: the tensor that you return does not wait for them. Name them in
#     `tf.control_dependencies`, and make the reading inside that block.
def transfer(source, target, amount):
    tf.assign_sub(source, amount)
    tf.assign_add(target, amount)
    return tf.stack([source.read_value(), target.read_value()])


# %% wrong forgets-the-source mistake=one-update-forgotten
# says: the money arrives, but it does not leave the source. Put both updates into the list of
#     `tf.control_dependencies`.
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong forgets-the-target mistake=the-other-update-forgotten
# says: the money leaves the source, but it does not arrive: nothing that you run waits for the update of
#     the target. Put both updates into the list of `tf.control_dependencies`.
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong stacked-whenever mistake=reads-before-the-updates
# says: your tensor waits for the updates, but it only passes on amounts that were read without waiting, so
#     they may be the old ones. Read the variables inside the block.
def transfer(source, target, amount):
    both = tf.stack([source, target])
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.identity(both)


# %% wrong stacked-before-the-updates mistake=reads-first
# says: your tensor waits for the updates, but it passes on the old amounts. Read the variables inside the
#     block.
def transfer(source, target, amount):
    both = tf.stack([source.read_value(), target.read_value()])
    with tf.control_dependencies([both]):
        updates = [source.assign_sub(amount), target.assign_add(amount)]
    with tf.control_dependencies(updates):
        return tf.identity(both)


# %% wrong no-assignment mistake=computes-without-assigning
# says: you compute the new amounts, but no variable is assigned, so each transfer starts again from the old
#     amounts. Use tf.assign_sub and tf.assign_add.
def transfer(source, target, amount):
    return tf.stack([source - amount, target + amount])


# %% wrong other-direction mistake=the-other-direction
# says: you move the amount from the target to the source. It should leave the source: subtract it there,
#     and add it to the target.
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(source, amount), tf.assign_sub(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong always-thirty mistake=always-thirty
# says: each run moves 30, whatever is fed. Use `amount`.
def transfer(source, target, amount):
    amount = 30.0
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong runs-the-updates mistake=runs-while-building
# says: your function runs the graph, but `amount` has no value yet. It should only build: the updates run
#     when someone runs the tensor that you return.
def transfer(source, target, amount):
    out = tf.assign_sub(source, amount)
    into = tf.assign_add(target, amount)
    with tf.Session() as session:
        session.run([out, into])
    return tf.stack([source.read_value(), target.read_value()])


# %% wrong made-before-the-block mistake=does-not-wait
def transfer(source, target, amount):
    result = tf.stack([source.read_value(), target.read_value()])
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return result


# %% wrong adds-without-waiting mistake=the-other-update-forgotten
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        tf.assign_add(target, amount)
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong two-numbers-swapped
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([target.read_value(), source.read_value()])


# %% wrong only-the-operation
def transfer(source, target, amount):
    return tf.group(tf.assign_sub(source, amount), tf.assign_add(target, amount))


# %% wrong assigns-the-amount
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign(source, amount), tf.assign(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong a-list
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return [source.read_value(), target.read_value()]


# %% wrong in-python
def transfer(source, target, amount):
    source = source - amount
    target = target + amount
    return source, target


# %% wrong runs-it
def transfer(source, target, amount):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(tf.assign_sub(source, amount), {amount: 30})
        session.run(tf.assign_add(target, amount), {amount: 30})
        return session.run(tf.stack([source, target]))


# %% wrong twice
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([tf.assign_sub(source, amount), tf.assign_add(target, amount)])


# %% wrong returns-nothing
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        tf.stack([source.read_value(), target.read_value()])


# %% wrong one-reading-does-not-wait
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        arrived = tf.assign_add(target, amount)
    return tf.stack([source + 0, arrived])


# %% wrong sums-before-the-block mistake=reads-before-the-updates
def transfer(source, target, amount):
    updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    before = [source + 0.0, target + 0.0]
    with tf.control_dependencies(updates):
        return tf.stack(before)


# %% wrong computes-beside-the-updates
def transfer(source, target, amount):
    left, arrived = source - amount, target + amount
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([left, arrived])


# %% wrong mutant-one-tensor-for-all-calls
made = []


def transfer(source, target, amount):
    if not made:
        with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
            made.append(tf.stack([source.read_value(), target.read_value()]))
    return made[0]


# %% wrong the-total-may-be-read-later
def transfer(source, target, amount):
    total = source.read_value() + target.read_value()
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        left = source.read_value()
    with tf.control_dependencies([left]):
        arrived = tf.assign(target, total - left)
    return tf.stack([left, arrived])


# %% wrong one-list-for-all-calls
def transfer(source, target, amount, updates=[]):
    updates += [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    with tf.control_dependencies(updates):
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong one-amount-is-computed-too-early
def transfer(source, target, amount):
    left = source + 0.0
    with tf.control_dependencies([left]):
        updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    with tf.control_dependencies(updates):
        return tf.stack([left, target.read_value()])


# %% wrong one-sum-does-not-wait
def transfer(source, target, amount):
    left = source.assign_sub(amount)
    with tf.control_dependencies([left]):
        arrived = target.assign_add(amount)
    return tf.stack([source + 0.0, arrived])


# %% wrong assigns-one-and-adds-for-the-other
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount)]):
        return tf.stack([source.read_value(), target + amount])


# %% wrong no-more-than-there-is
def transfer(source, target, amount):
    amount = tf.minimum(amount, source)
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% wrong nothing-below-zero like=no-more-than-there-is
# -     amount = tf.minimum(amount, source)
# +     amount = tf.nn.relu(amount)


# %% wrong whole-numbers-only like=no-more-than-there-is
# -     amount = tf.minimum(amount, source)
# +     amount = tf.round(amount)


# %% wrong no-more-than-the-target-has like=no-more-than-there-is
# -     amount = tf.minimum(amount, source)
# +     amount = tf.maximum(amount, -target)


# %% wrong without-its-sign like=no-more-than-there-is
# -     amount = tf.minimum(amount, source)
# +     amount = tf.abs(amount)


# %% exempt *
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
