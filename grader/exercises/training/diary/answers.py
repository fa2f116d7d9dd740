# %% right one-run
def diary(samples):
    x = tf.placeholder(tf.float32)
    y_input = tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]


# %% right look-step-look
def diary(samples):
    x = tf.placeholder(tf.float32, [])
    y_input = tf.placeholder(tf.float32, [])
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = (y_input - (w * x + b)) ** 2 / 64
    slopes = tf.gradients(loss, [w, b])
    step = tf.group(*[tf.assign_sub(v, 0.01 * slope) for v, slope in zip((w, b), slopes)])
    result = []
    with tf.Session() as session:
        session.run([w.initializer, b.initializer])
        for one, other in samples:
            feeds = {x: one, y_input: other}
            entry = session.run([loss] + slopes, feeds)
            session.run(step, feeds)
            result.append(entry + session.run([w, b]))
    return result


# %% right optimizer
def diary(samples):
    x, y_input = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [None])
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum((y_input - (w * x + b)) ** 2) / (2 * 32)
    optimizer = tf.train.GradientDescentOptimizer(0.01)
    pairs = optimizer.compute_gradients(loss, [w, b])
    step = optimizer.apply_gradients(pairs)
    rows = np.zeros((len(samples), 5))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for number, (one, other) in enumerate(samples):
            feeds = {x: [one], y_input: [other]}
            rows[number, :3] = session.run([loss, pairs[0][0], pairs[1][0]], feeds)
            session.run(step, feeds)
            rows[number, 3:] = session.run([w, b])
    return rows


# %% right slopes-by-hand
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    error = w * x + b - y_input
    loss, grad_w, grad_b = tf.square(error) / 64, error * x / 32, error / 32
    update = [tf.assign(w, w - 0.01 * grad_w), tf.assign(b, b - 0.01 * grad_b)]
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    entries = []
    for one, other in samples:
        found, gw, gb, (new_w, new_b) = session.run(
            [loss, grad_w, grad_b, update], feed_dict={x: one, y_input: other}
        )
        entries.append((float(found), float(gw), float(gb), float(new_w), float(new_b)))
    session.close()
    return entries


# %% right vectors-of-one
def diary(samples):
    x = tf.placeholder(tf.float32, shape=(1,))
    y_input = tf.placeholder(tf.float32, shape=(1,))
    w, b = tf.Variable([0.0]), tf.Variable([0.0])
    loss = tf.reduce_sum(tf.square(y_input - (x * w + b))) / (2 * 32)
    (grad_w,), (grad_b,) = tf.gradients(loss, [w]), tf.gradients(loss, [b])
    new_w, new_b = w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for one, other in samples:
            values = session.run([loss, grad_w, grad_b, new_w, new_b], {x: [one], y_input: [other]})
            found.append([np.asarray(value).item() for value in values])
    return found


# %% right clears-the-graph
def diary(samples):
    tf.reset_default_graph()
    x, y_input = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y_input")
    w, b = tf.Variable(0.0, name="w"), tf.Variable(0.0, name="b")
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    new_w, new_b = w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)
    entries = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for area, paid in samples:
            feeds = {x: area, y_input: paid}
            entries.append(session.run([loss, grad_w, grad_b, new_w, new_b], feeds))
    return entries


# %% right the-notebooks-helper
def line_and_loss():
    """y = w * x + b in a fresh graph, and its loss."""
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, name="x")
    y_input = tf.placeholder(tf.float32, name="y_input")
    w = tf.Variable(0.0, name="w")
    b = tf.Variable(0.0, name="b")
    y = w * x + b
    loss = tf.reduce_sum(tf.square(y_input - y)) / (2 * 32)
    return x, y_input, w, b, loss


def diary(samples):
    x, y_input, w, b, loss = line_and_loss()
    grad_w, grad_b = tf.gradients(loss, [w, b])
    step = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    entries = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for area, paid in samples:
            feeds = {x: area, y_input: paid}
            seen = session.run([loss, grad_w, grad_b], feeds)
            session.run(step, feeds)
            entries.append(seen + session.run([w, b]))
    return entries


# %% wrong w-then-b mistake=b-sees-the-new-w like=clears-the-graph
# says: the slope along b is computed with the new w. Both slopes must be computed before either variable
#     changes: if you update w in one run and b in the next, fetch both updates in one.
# -             entries.append(session.run([loss, grad_w, grad_b, new_w, new_b], feeds))
# +             entry = session.run([loss, grad_w, grad_b], feeds)
# +             entries.append(entry + [session.run(new_w, feeds), session.run(new_b, feeds)])


# %% wrong b-then-w mistake=w-sees-the-new-b like=clears-the-graph
# says: the slope along w is computed with the new b. Both slopes must be computed before either variable
#     changes: if you update b in one run and w in the next, fetch both updates in one.
# -             entries.append(session.run([loss, grad_w, grad_b, new_w, new_b], feeds))
# +             entry = session.run([loss, grad_w, grad_b], feeds)
# +             session.run(new_b, feeds)
# +             session.run(new_w, feeds)
# +             entries.append(entry + session.run([w, b]))


# %% wrong slope-of-b-with-its-update mistake=b-after-w like=clears-the-graph
# says: the slope along b is computed with the new w. Both slopes must be computed before either variable
#     changes: if you update w in one run and b in the next, fetch both updates in one.
# -             entries.append(session.run([loss, grad_w, grad_b, new_w, new_b], feeds))
# +             first = session.run([loss, grad_w, new_w], feeds)
# +             second = session.run([grad_b, new_b], feeds)
# +             entries.append([*first[:2], second[0], first[2], second[1]])


# %% wrong slope-of-w-with-its-update mistake=w-after-b like=clears-the-graph
# says: the slope along w is computed with the new b. Both slopes must be computed before either variable
#     changes: if you update b in one run and w in the next, fetch both updates in one.
# -             entries.append(session.run([loss, grad_w, grad_b, new_w, new_b], feeds))
# +             first = session.run([loss, grad_b, new_b], feeds)
# +             second = session.run([grad_w, new_w], feeds)
# +             entries.append([first[0], second[0], first[1], second[1], first[2]])


# %% wrong never mistake=never-updates like=one-run
# says: w and b keep their initial values: your assignments never run. `w.assign(...)` only creates an
#     operation; fetch it.
# -     fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
# +     w.assign(w - 0.01 * grad_w)
# +     b.assign(b - 0.01 * grad_b)
# +     fetches = [loss, grad_w, grad_b, w, b]


# %% wrong a-new-session-for-each-sample mistake=starts-again-with-each-sample like=one-run
# says: each of your steps starts from w = b = 0 again. Run the initializer once, before the loop, and take
#     all steps in the same session.
# -     with tf.Session() as session:
# -         session.run(tf.global_variables_initializer())
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +     found = []
# +     for one, other in samples:
# +         with tf.Session() as session:
# +             session.run(tf.global_variables_initializer())
# +             found.append(session.run(fetches, {x: one, y_input: other}))
# +     return found


# %% wrong after mistake=looks-after-the-step like=the-notebooks-helper
# says: your numbers are the ones after the step. The diary should show the loss and the slopes that the
#     step starts from.
# -             seen = session.run([loss, grad_w, grad_b], feeds)
# -             session.run(step, feeds)
# -             entries.append(seen + session.run([w, b]))
# +             session.run(step, feeds)
# +             entries.append(session.run([loss, grad_w, grad_b, w, b], feeds))


# %% wrong writes-down-first mistake=weights-before-the-step
# says: your w and b are the ones before the step. The last two numbers of an entry are their values after
#     it.
def diary(samples):
    w, b, found = 0.0, 0.0, []
    for x, y in samples:
        error = w * x + b - y
        found.append([error**2 / 64, error * x / 32, error / 32, w, b])
        w, b = w - 0.01 * error * x / 32, b - 0.01 * error / 32
    return found


# %% wrong no-divisor mistake=forgets-the-divisor like=one-run
# says: your loss is too large: divide the sum of squares by 2 * 32.
# -     loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
# +     loss = tf.reduce_sum(tf.square(y_input - (w * x + b)))


# %% wrong by-the-batch-alone mistake=divides-by-32-only like=one-run
# says: your loss is twice as large as it should be: you divide by 32. Divide by 2 * 32.
# -     loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
# +     loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 32


# %% wrong by-two-alone mistake=divides-by-2-only like=one-run
# says: your loss is 32 times as large as it should be: you divide by 2. Divide by 2 * 32.
# -     loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
# +     loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 2


# %% wrong uphill mistake=climbs like=one-run
# says: your loss grows: you add the gradient. Subtract it: `w.assign(w - 0.01 * grad_w)`.
# -     fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
# +     fetches = [loss, grad_w, grad_b, w.assign(w + 0.01 * grad_w), b.assign(b + 0.01 * grad_b)]


# %% wrong initializes-in-the-loop mistake=starts-again-with-each-sample like=one-run
# -         session.run(tf.global_variables_initializer())
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         found = []
# +         for one, other in samples:
# +             session.run(tf.global_variables_initializer())
# +             found.append(session.run(fetches, {x: one, y_input: other}))
# +         return found


# %% wrong twenty-steps like=one-run
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         return [session.run(fetches, {x: samples[i][0], y_input: samples[i][1]}) for i in range(20)]


# %% wrong at-least-twenty-steps like=one-run
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         numbers = range(max(20, len(samples)))
# +         return [session.run(fetches, {x: samples[i][0], y_input: samples[i][1]}) for i in numbers]


# %% wrong pairs-in-each-entry like=one-run
# -     fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
# +     updates = w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)
# +     fetches = (loss, [grad_w, grad_b], updates)


# %% wrong ten-times-the-rate like=one-run
# -     fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
# +     fetches = [loss, grad_w, grad_b, w.assign(w - 0.1 * grad_w), b.assign(b - 0.1 * grad_b)]


# %% wrong b-waits-for-w mistake=b-sees-the-new-w like=one-run
# -     fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
# +     with tf.control_dependencies([loss, grad_w, grad_b]):
# +         new_w = w.assign(w - 0.01 * grad_w)
# +     with tf.control_dependencies([new_w]):
# +         error = w.read_value() * x + b - y_input
# +         new_b = b.assign(b - 0.01 * tf.reduce_sum(error) / 32)
# +     fetches = [loss, grad_w, grad_b, new_w, new_b]


# %% wrong all-samples-at-once like=one-run
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         ones, others = zip(*samples)
# +         return [session.run(fetches, {x: ones, y_input: others}) for _ in samples]


# %% wrong a-generator
def diary(samples):
    for sample in samples:
        yield [0.0, 0.0, 0.0, 0.0, 0.0]


# %% wrong empty-entries
def diary(samples):
    return np.zeros((len(samples), 5, 0))


# %% wrong the-mean-instead mistake=divides-by-2-only like=one-run
# -     loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
# +     loss = tf.reduce_mean(tf.square(y_input - (w * x + b))) / 2


# %% wrong as-many-as-in-the-notebook like=one-run
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples[:20]]


# %% wrong fetches-operations like=one-run
# -     fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
# +     with tf.control_dependencies([loss, grad_w, grad_b]):
# +         steps = [w.assign(w - 0.01 * grad_w).op, b.assign(b - 0.01 * grad_b).op]
# +     fetches = [loss, grad_w, grad_b, *steps]


# %% wrong flat-for-one-sample like=one-run
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         entries = [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +     return np.squeeze(np.array(entries)).tolist()


# %% wrong one-price-for-each-area like=one-run
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         prices = dict(map(tuple, samples))
# +         return [session.run(fetches, {x: one, y_input: prices[one]}) for one, _ in samples]


# %% wrong each-area-once like=one-run
# -         return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
# +         pairs = dict(map(tuple, samples)).items()
# +         return [session.run(fetches, {x: one, y_input: other}) for one, other in pairs]


# %% wrong keeps-its-session
KEPT = {}


def diary(samples):
    if not KEPT:
        with tf.Graph().as_default():
            x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
            w, b = tf.Variable(0.0), tf.Variable(0.0)
            loss = tf.square(y_input - (w * x + b)) / 64
            slopes = tf.gradients(loss, [w, b])
            moves = [w.assign_sub(0.01 * slopes[0]), b.assign_sub(0.01 * slopes[1])]
            session = tf.Session()
            session.run(tf.global_variables_initializer())
        KEPT.update(session=session, x=x, y=y_input, fetches=[loss, *slopes, *moves])
    run, fetches = KEPT["session"].run, KEPT["fetches"]
    return [run(fetches, {KEPT["x"]: one, KEPT["y"]: other}) for one, other in samples]


# %% wrong divides-by-the-area like=one-run
# -     grad_w, grad_b = tf.gradients(loss, [w, b])
# +     (grad_w,) = tf.gradients(loss, [w])
# +     grad_b = grad_w / x


# %% exempt *
# remembers-results
#     the same samples give the same diary
# changes-its-input
#     the text does not say that the list of samples stays as it is
# session-left-open: with tf.Session() as session: -> session = tf.Session()
# statement-dropped: session.close() -> (nothing)
#     the text does not ask to close sessions
# call-dropped: loss = tf.reduce_sum(tf.square(...) -> loss = tf.square(...
# other-function: loss = tf.reduce_sum(...) / (2 * 32) -> loss = tf.reduce_mean(...) / (2 * 32)
#     of one sample the square, the sum and the mean are the same
# operands-swapped: loss = tf.reduce_sum(...) / (2 * 32) -> loss = tf.reduce_sum(...) / (2 * 32)
# operands-swapped: loss = (...) ** 2 / 64 -> loss = (...) ** 2 / 64
#     the square of the error is the same
# none-passed-over: ...
#     the loss depends on w and b
# argument-dropped: ...tf.placeholder(tf.float32, ... -> ...
#     a placeholder of unknown shape takes the same feeds
# initializer-again:  -> session.run(tf.global_variables_initializer())
# initializer-again:  -> session.run(tf.global_variables_initializer()) (2)
#     it runs twice before the first step; in the loop it is found
# run-split: session.run([w.initializer, b.initializer]) -> ...
# run-split: ...session.run([w, b])... -> ...
# run-split: rows[number, :3] = ... -> ...
# run-split: seen = ... -> ...
# run-split: found, gw, gb, (new_w, new_b) = ... -> ...
#     nothing changes a variable between these runs; the two updates stay in one run


# %% exempt optimizer
# argument-dropped: pairs = ... -> pairs = optimizer.compute_gradients(loss)
#     w and b are all trainable variables
# other-function: rows = np.zeros(...) -> rows = np.ones(...)
#     every number is overwritten
# constant: rows[number, :3] = ...pairs[1][0]... -> ...pairs[-1][0]...
#     there are two pairs


# %% exempt clears-the-graph
# statement-dropped: tf.reset_default_graph() -> (nothing)
#     the graph is empty already
# variant: own-graph
#     TensorFlow refuses to reset a graph inside of `with graph.as_default()`


# %% exempt the-notebooks-helper
# variant: own-graph
#     TensorFlow refuses to reset a graph inside of `with graph.as_default()`
