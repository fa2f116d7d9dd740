# %% training/diary right one-run
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


# %% training/diary right look-step-look
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


# %% training/diary right optimizer
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


# %% training/diary right slopes-by-hand
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


# %% training/diary right vectors-of-one
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


# %% training/diary right clears-the-graph
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


# %% training/diary right the-notebooks-helper
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


# %% training/diary exempt *
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

# %% training/diary exempt optimizer
# argument-dropped: pairs = ... -> pairs = optimizer.compute_gradients(loss)
#     w and b are all trainable variables
# other-function: rows = np.zeros(...) -> rows = np.ones(...)
#     every number is overwritten
# constant: rows[number, :3] = ...pairs[1][0]... -> ...pairs[-1][0]...
#     there are two pairs

# %% training/diary exempt clears-the-graph
# statement-dropped: tf.reset_default_graph() -> (nothing)
#     the graph is empty already
# variant: own-graph
#     TensorFlow refuses to reset a graph inside of `with graph.as_default()`

# %% training/diary exempt the-notebooks-helper
# variant: own-graph
#     TensorFlow refuses to reset a graph inside of `with graph.as_default()`
