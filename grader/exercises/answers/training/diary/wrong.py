# %% training/diary wrong w-then-b misconception=b-sees-the-new-w
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    update_w, update_b = w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for one, other in samples:
            feeds = {x: one, y_input: other}
            entry = session.run([loss, grad_w, grad_b], feeds)
            found.append(entry + [session.run(update_w, feeds), session.run(update_b, feeds)])
    return found


# %% training/diary wrong b-then-w misconception=w-sees-the-new-b
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    update_w, update_b = w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for one, other in samples:
            feeds = {x: one, y_input: other}
            entry = session.run([loss, grad_w, grad_b], feeds)
            session.run(update_b, feeds)
            session.run(update_w, feeds)
            found.append(entry + session.run([w, b]))
    return found


# %% training/diary wrong slope-of-b-with-its-update misconception=b-after-w
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    update_w, update_b = w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for one, other in samples:
            feeds = {x: one, y_input: other}
            lost, of_w, new_w = session.run([loss, grad_w, update_w], feeds)
            of_b, new_b = session.run([grad_b, update_b], feeds)
            found.append([lost, of_w, of_b, new_w, new_b])
    return found


# %% training/diary wrong slope-of-w-with-its-update misconception=w-after-b
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    update_w, update_b = w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for one, other in samples:
            feeds = {x: one, y_input: other}
            lost, of_b, new_b = session.run([loss, grad_b, update_b], feeds)
            of_w, new_w = session.run([grad_w, update_w], feeds)
            found.append([lost, of_w, of_b, new_w, new_b])
    return found


# %% training/diary wrong never misconception=never-updates
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for one, other in samples:
            w.assign(w - 0.01 * grad_w)
            b.assign(b - 0.01 * grad_b)
            found.append(session.run([loss, grad_w, grad_b, w, b], {x: one, y_input: other}))
    return found


# %% training/diary wrong after misconception=looks-after-the-step
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    grad_w, grad_b = tf.gradients(loss, [w, b])
    step = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for one, other in samples:
            feeds = {x: one, y_input: other}
            session.run(step, feeds)
            found.append(session.run([loss, grad_w, grad_b, w, b], feeds))
    return found


# %% training/diary wrong writes-down-first misconception=weights-before-the-step
def diary(samples):
    w, b, found = 0.0, 0.0, []
    for x, y in samples:
        error = w * x + b - y
        found.append([error**2 / 64, error * x / 32, error / 32, w, b])
        w, b = w - 0.01 * error * x / 32, b - 0.01 * error / 32
    return found


# %% training/diary wrong no-divisor misconception=forgets-the-divisor
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b)))
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign(w - 0.01 * grad_w), b.assign(b - 0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]


# %% training/diary wrong uphill misconception=climbs
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_add(0.01 * grad_w), b.assign_add(0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]


# %% training/diary wrong a-new-session-for-each-sample misconception=starts-again-with-each-sample
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    found = []
    for one, other in samples:
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            found.append(session.run(fetches, {x: one, y_input: other}))
    return found


# %% training/diary wrong initializes-in-the-loop misconception=starts-again-with-each-sample
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    found = []
    with tf.Session() as session:
        for one, other in samples:
            session.run(tf.global_variables_initializer())
            found.append(session.run(fetches, {x: one, y_input: other}))
    return found


# %% training/diary wrong twenty-steps
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: samples[i][0], y_input: samples[i][1]}) for i in range(20)]


# %% training/diary wrong at-least-twenty-steps
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [
            session.run(fetches, {x: samples[i][0], y_input: samples[i][1]})
            for i in range(max(20, len(samples)))
        ]


# %% training/diary wrong pairs-in-each-entry
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    slopes = tf.gradients(loss, [w, b])
    updates = w.assign_sub(0.01 * slopes[0]), b.assign_sub(0.01 * slopes[1])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run((loss, slopes, updates), {x: p, y_input: q}) for p, q in samples]


# %% training/diary wrong ten-times-the-rate
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.1 * grad_w), b.assign_sub(0.1 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]


# %% training/diary wrong b-waits-for-w misconception=b-sees-the-new-w
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    with tf.control_dependencies([loss, grad_w, grad_b]):
        new_w = w.assign(w - 0.01 * grad_w)
    with tf.control_dependencies([new_w]):
        error = w.read_value() * x + b - y_input
        new_b = b.assign(b - 0.01 * tf.reduce_sum(error) / 32)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [
            session.run([loss, grad_w, grad_b, new_w, new_b], {x: one, y_input: other})
            for one, other in samples
        ]


# %% training/diary wrong all-samples-at-once
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 64
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    ones, others = zip(*samples)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: ones, y_input: others}) for _ in samples]


# %% training/diary wrong a-generator
def diary(samples):
    for sample in samples:
        yield [0.0, 0.0, 0.0, 0.0, 0.0]


# %% training/diary wrong empty-entries
def diary(samples):
    return np.zeros((len(samples), 5, 0))


# %% training/diary wrong the-mean-instead misconception=divides-by-2-only
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_mean(tf.square(y_input - (w * x + b))) / 2
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]


# %% training/diary wrong by-the-batch-alone misconception=divides-by-32-only
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 32
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]


# %% training/diary wrong by-two-alone misconception=divides-by-2-only
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / 2
    grad_w, grad_b = tf.gradients(loss, [w, b])
    fetches = [loss, grad_w, grad_b, w.assign_sub(0.01 * grad_w), b.assign_sub(0.01 * grad_b)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: other}) for one, other in samples]


# %% training/diary wrong as-many-as-in-the-notebook
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / (2 * 32)
    slopes = tf.gradients(loss, [w, b])
    with tf.control_dependencies([loss, *slopes]):
        moves = [tf.assign_sub(w, 0.01 * slopes[0]), tf.assign_sub(b, 0.01 * slopes[1])]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        entries = [
            session.run([loss, *slopes, *moves], {x: p, y_input: q}) for p, q in samples[:20]
        ]
    return entries


# %% training/diary wrong fetches-operations
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.square(y_input - (w * x + b)) / 64
    slopes = tf.gradients(loss, [w, b])
    with tf.control_dependencies([loss, *slopes]):
        steps = [w.assign(w - 0.01 * slopes[0]).op, b.assign(b - 0.01 * slopes[1]).op]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [
            session.run([loss, *slopes, *steps], {x: one, y_input: other}) for one, other in samples
        ]


# %% training/diary wrong flat-for-one-sample
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.square(y_input - (w * x + b)) / 64
    slopes = tf.gradients(loss, [w, b])
    fetches = [loss, *slopes, w.assign_sub(0.01 * slopes[0]), b.assign_sub(0.01 * slopes[1])]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        entries = [session.run(fetches, {x: one, y_input: other}) for one, other in samples]
    return np.squeeze(np.array(entries)).tolist()


# %% training/diary wrong one-price-for-each-area
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.square(y_input - (w * x + b)) / 64
    slopes = tf.gradients(loss, [w, b])
    fetches = [loss, *slopes, w.assign_sub(0.01 * slopes[0]), b.assign_sub(0.01 * slopes[1])]
    prices = dict(map(tuple, samples))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetches, {x: one, y_input: prices[one]}) for one, _ in samples]


# %% training/diary wrong each-area-once
def diary(samples):
    x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.square(y_input - (w * x + b)) / 64
    slopes = tf.gradients(loss, [w, b])
    fetches = [loss, *slopes, w.assign_sub(0.01 * slopes[0]), b.assign_sub(0.01 * slopes[1])]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        pairs = dict(map(tuple, samples)).items()
        return [session.run(fetches, {x: one, y_input: other}) for one, other in pairs]


# %% training/diary wrong keeps-its-session
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
