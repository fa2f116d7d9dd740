"""Right and wrong answers to the exercises of chapter 04, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("04-training")` reads the blocks.
"""

# ---------------------------------------------------------------------------------- best-theta


# %% training/best-theta right normal-equation
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)


# %% training/best-theta right solve
def best_theta(features, y):
    ones = tf.ones([tf.shape(features)[0], 1])
    X = tf.concat([ones, features], 1)
    return tf.matrix_solve(tf.matmul(X, X, transpose_a=True), tf.matmul(X, y, transpose_a=True))


# %% training/best-theta right padded
def best_theta(features, y):
    X = tf.pad(features, [[0, 0], [1, 0]], constant_values=1.0)
    XT = tf.transpose(X)
    return tf.linalg.inv(XT @ X) @ XT @ y


# %% training/best-theta right cholesky
def best_theta(features, y):
    X = tf.concat([0 * features[:, :1] + 1, features], axis=-1)
    factor = tf.cholesky(tf.matmul(X, X, transpose_a=True))
    return tf.cholesky_solve(factor, tf.matmul(X, y, transpose_a=True))


# %% training/best-theta right through-the-means
def best_theta(features, y):
    center, middle = tf.reduce_mean(features, 0, keepdims=True), tf.reduce_mean(y, 0, keepdims=True)
    A = features - center
    weights = tf.matrix_inverse(tf.transpose(A) @ A) @ tf.transpose(A) @ (y - middle)
    return tf.concat([middle - center @ weights, weights], axis=0)


# %% training/best-theta right double-precision
def best_theta(features, y):
    features, y = tf.cast(features, tf.float64), tf.cast(y, tf.float64)
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.cast(tf.matrix_inverse(XT @ X) @ (XT @ y), tf.float32)


# %% training/best-theta wrong no-ones misconception=no-column-of-ones
def best_theta(features, y):
    XT = tf.transpose(features)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, features)), tf.matmul(XT, y))


# %% training/best-theta wrong ones-last misconception=ones-at-the-end
def best_theta(features, y):
    X = tf.concat([features, tf.ones_like(features[:, :1])], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong no-inverse misconception=never-inverts
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    return tf.matmul(tf.transpose(X), y)


# %% training/best-theta wrong star misconception=entry-by-entry
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matrix_inverse(tf.matmul(XT, X)) * tf.matmul(XT, y)


# %% training/best-theta wrong one-over misconception=one-over-each-entry
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(1 / tf.matmul(XT, X), tf.matmul(XT, y))


# %% training/best-theta wrong lying-down
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.transpose(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y)))


# %% training/best-theta wrong twelve-rows
def best_theta(features, y):
    X = tf.concat([tf.ones([12, 1]), features], axis=1)
    XT = tf.transpose(X)
    return tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), tf.matmul(XT, y))


# %% training/best-theta wrong ridge
def best_theta(features, y):
    X = tf.concat([tf.ones_like(features[:, :1]), features], axis=1)
    XT = tf.transpose(X)
    A = tf.matmul(XT, X) + 0.1 * tf.eye(tf.shape(X)[1])
    return tf.matmul(tf.matrix_inverse(A), tf.matmul(XT, y))


# ------------------------------------------------------------------------------------- by-hand


# %% training/by-hand right formula
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    gradients = 2 / m * tf.matmul(tf.transpose(X), error)
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand right method
def by_hand(X, y, theta, learning_rate):
    error = X @ theta - y
    gradients = 2.0 * tf.matmul(X, error, transpose_a=True) / tf.to_float(tf.shape(y)[0])
    return theta.assign_sub(learning_rate * gradients)


# %% training/by-hand right mean-over-houses
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0, keepdims=True)
    return tf.assign_add(theta, -learning_rate * tf.transpose(gradients))


# %% training/by-hand right tf-gradients
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
    return theta.assign(theta - learning_rate * tf.gradients(mse, [theta])[0]).op


# %% training/by-hand right optimizer
def by_hand(X, y, theta, learning_rate):
    mse = tf.reduce_mean((tf.matmul(X, theta) - y) ** 2)
    return tf.train.GradientDescentOptimizer(learning_rate).minimize(mse)


# %% training/by-hand wrong sum misconception=forgets-the-mean
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong features misconception=divides-by-the-features
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = X.shape.as_list()[1]
    return tf.assign(theta, theta - learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong no-two misconception=forgets-the-two
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, theta - learning_rate / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong plus misconception=climbs
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign_add(theta, learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong error-turned misconception=climbs
def by_hand(X, y, theta, learning_rate):
    error = y - tf.matmul(X, theta)
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong no-assign misconception=never-assigns
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return theta - learning_rate * 2 / m * tf.matmul(tf.transpose(X), error)


# %% training/by-hand wrong change-only misconception=assigns-the-change
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    m = tf.cast(tf.shape(X)[0], tf.float32)
    return tf.assign(theta, -learning_rate * 2 / m * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong eight-houses
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    return tf.assign(theta, theta - learning_rate * 2 / 8 * tf.matmul(tf.transpose(X), error))


# %% training/by-hand wrong initial-value
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta.initial_value) - y
    gradients = 2 * tf.reduce_mean(X * error, axis=0)[:, None]
    return tf.assign(theta, theta - learning_rate * gradients)


# %% training/by-hand wrong nothing-returned
def by_hand(X, y, theta, learning_rate):
    error = tf.matmul(X, theta) - y
    tf.assign(theta, theta - learning_rate * 2 * tf.reduce_mean(X * error, axis=0)[:, None])


# ---------------------------------------------------------------------------------------- race


# %% training/race right two-sessions
def race(loss, learning_rate, target):
    steps = [
        tf.train.GradientDescentOptimizer(learning_rate).minimize(loss),
        tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss),
    ]
    initialize = tf.global_variables_initializer()
    counts = []
    for step in steps:
        with tf.Session() as session:
            session.run(initialize)
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
        counts.append(count)
    return counts


# %% training/race right one-function-each
def race(loss, learning_rate, target):
    def count(optimizer):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for number in range(1000):
                if session.run(loss) <= target:
                    return number
                session.run(step)

    return [
        count(tf.train.GradientDescentOptimizer(learning_rate)),
        count(tf.train.MomentumOptimizer(learning_rate, momentum=0.9)),
    ]


# %% training/race right initialised-again
def race(loss, learning_rate, target):
    plain = tf.train.GradientDescentOptimizer(learning_rate).minimize(loss)
    heavy = tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss)
    with tf.Session().as_default() as session:
        result = ()
        for step in (plain, heavy):
            tf.global_variables_initializer().run()
            count = 0
            value = loss.eval()
            while value > target:
                step.run()
                value = loss.eval()
                count = count + 1
            result += (count,)
        session.close()
    return result


# %% training/race right fetched-together
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            losses = []
            while not losses or losses[-1] > target:
                losses.append(session.run([loss, step])[0])
            counts.append(len(losses) - 1)
    return counts


# %% training/race right momentum-by-hand
def race(loss, learning_rate, target):
    variables = tf.trainable_variables()
    slopes = tf.gradients(loss, variables)
    counts = []
    for momentum in (0.0, 0.9):
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            speeds = [0.0 for _ in variables]
            count = 0
            while session.run(loss) > target:
                found = session.run(slopes)
                speeds = [momentum * speed + slope for speed, slope in zip(speeds, found)]
                for variable, speed in zip(variables, speeds):
                    session.run(tf.assign_sub(variable, learning_rate * speed))
                count += 1
            counts.append(count)
    return counts


# %% training/race wrong goes-on misconception=goes-on-where-the-first-ended
def race(loss, learning_rate, target):
    plain = tf.train.GradientDescentOptimizer(learning_rate).minimize(loss)
    heavy = tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss)
    counts = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for step in (plain, heavy):
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
            counts.append(count)
    return counts


# %% training/race wrong loss-of-before misconception=one-step-too-many
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            while True:
                before, _ = session.run([loss, step])
                count += 1
                if before <= target:
                    break
            counts.append(count)
    return counts


# %% training/race wrong step-first misconception=always-takes-a-step
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            while True:
                session.run(step)
                count += 1
                if session.run(loss) <= target:
                    break
            counts.append(count)
    return counts


# %% training/race wrong plain-twice misconception=no-momentum
def race(loss, learning_rate, target):
    step = tf.train.GradientDescentOptimizer(learning_rate).minimize(loss)
    counts = []
    for _ in range(2):
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
            counts.append(count)
    return counts


# %% training/race wrong turned misconception=turned-around
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.MomentumOptimizer(learning_rate, 0.9),
        tf.train.GradientDescentOptimizer(learning_rate),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
            counts.append(count)
    return counts


# %% training/race wrong early-initializer misconception=initialises-too-early
def race(loss, learning_rate, target):
    initialize = tf.global_variables_initializer()
    plain = tf.train.GradientDescentOptimizer(learning_rate).minimize(loss)
    heavy = tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss)
    counts = []
    for step in (plain, heavy):
        with tf.Session() as session:
            session.run(initialize)
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
        counts.append(count)
    return counts


# %% training/race wrong never-steps
def race(loss, learning_rate, target):
    tf.train.GradientDescentOptimizer(learning_rate).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        count = 0
        while session.run(loss) > target:
            count += 1
    return [count, count]


# %% training/race wrong other-momentum
def race(loss, learning_rate, target):
    counts = []
    for momentum in (0.0, 0.5):
        step = tf.train.MomentumOptimizer(learning_rate, momentum).minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
            counts.append(count)
    return counts


# %% training/race wrong one-number
def race(loss, learning_rate, target):
    step = tf.train.GradientDescentOptimizer(learning_rate).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        count = 0
        while session.run(loss) > target:
            session.run(step)
            count += 1
    return count


# --------------------------------------------------------------------------------------- train


# %% training/train right two-loops
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    n_batches = int(np.ceil(m / batch_size))
    for epoch in range(n_epochs):
        for batch_index in range(n_batches):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, feed_dict={model.X: X_batch, model.y: y_batch})


# %% training/train right whole-number-division
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range((m + batch_size - 1) // batch_size):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            model.step.run({model.X: X_batch, model.y: y_batch}, session)


# %% training/train right until-the-houses-are-over
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index, _ in enumerate(range(0, m, batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run([model.step, model.mse], {model.X: X_batch, model.y: y_batch})


# %% training/train right one-loop
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    n_batches = -(-m // batch_size)
    for number in range(n_epochs * n_batches):
        rows = fetch_batch(number // n_batches, number % n_batches, batch_size)
        session.run(model.step, dict(zip([model.X, model.y], rows)))


# %% training/train right until-empty
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        batch_index = 0
        while True:
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            if len(X_batch) == 0:
                break
            session.run(model.step, {model.X: X_batch, model.y: y_batch})
            batch_index += 1


# %% training/train right default-session-and-a-return
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with session.as_default():
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                feeds = dict(zip((model.X, model.y), fetch_batch(epoch, batch_index, batch_size)))
                model.step.run(feeds)
    return session.run(model.theta)


# %% training/train wrong floor misconception=drops-the-last-batch
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(m // batch_size):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong one-more misconception=one-batch-too-many
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(m // batch_size + 1):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong epoch-zero misconception=always-the-first-epoch
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    batches = [fetch_batch(0, index, batch_size) for index in range(int(np.ceil(m / batch_size)))]
    for _ in range(n_epochs):
        for X_batch, y_batch in batches:
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong initialises-every-epoch misconception=starts-again-every-epoch
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        session.run(model.theta.initializer)
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong initialises-once misconception=initialises-first
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    session.run(tf.global_variables_initializer())
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong everything-every-time misconception=all-rows-in-every-step
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_all, y_all = fetch_batch(epoch, 0, m)
            session.run(model.step, {model.X: X_all, model.y: y_all})


# %% training/train wrong never-the-step
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.mse, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong loops-turned
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for batch_index in range(int(np.ceil(m / batch_size))):
        for epoch in range(n_epochs):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong own-session
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with tf.Session() as own:
        own.run(tf.global_variables_initializer())
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
                own.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong nothing-fed
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X, y = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step)


# --------------------------------------------------------------------------------------- diary


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


# %% training/diary wrong a-new-session-for-each-sample
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


# ------------------------------------------------------------------------------ safe-gradients


# %% training/safe-gradients right list
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients right grad-ys
def safe_gradients(loss, xs, scale):
    start = tf.constant(scale, loss.dtype)
    return [tf.to_float(g) * (1 / scale) for g in tf.gradients(loss, xs, grad_ys=start)]


# %% training/safe-gradients right optimizer-like
def safe_gradients(loss, xs, scale):
    result = []
    for gradient in tf.gradients(tf.multiply(loss, tf.cast(scale, tf.float16)), xs):
        wide = tf.cast(gradient, tf.float32)
        result.append(tf.divide(wide, scale))
    return result


# %% training/safe-gradients right scaled-in-float32
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(tf.cast(loss, tf.float32) * scale, xs)
    return tuple(tf.cast(gradient, "float32") / scale for gradient in gradients)


# %% training/safe-gradients right one-at-a-time
def safe_gradients(loss, xs, scale):
    return [tf.cast(tf.gradients(scale * loss, x)[0], tf.float32) / scale for x in xs]


# %% training/safe-gradients right factor-in-double
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * scale, xs)
    return [tf.cast(tf.cast(g, tf.float64) / scale, tf.float32) for g in gradients]


# %% training/safe-gradients wrong unscaled misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(loss, xs)]


# %% training/safe-gradients wrong scaled-too-late misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g * scale, tf.float32) / scale for g in tf.gradients(loss, xs)]


# %% training/safe-gradients wrong cast-loss-only misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(tf.cast(loss, tf.float32), xs)]


# %% training/safe-gradients wrong divides-in-half misconception=unscales-in-half-precision
def safe_gradients(loss, xs, scale):
    return [tf.cast(g / scale, tf.float32) for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong still-scaled misconception=never-unscales
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong multiplied-twice misconception=scales-twice
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong half-precision-result
def safe_gradients(loss, xs, scale):
    return [g / scale for g in tf.gradients(loss * scale, xs)]


# %% training/safe-gradients wrong divided-loss misconception=underflows
def safe_gradients(loss, xs, scale):
    return [tf.cast(g, tf.float32) * scale for g in tf.gradients(loss / scale, xs)]


# %% training/safe-gradients wrong summed
def safe_gradients(loss, xs, scale):
    gradients = tf.gradients(loss * scale, xs)
    return tf.add_n([tf.reduce_sum(tf.cast(g, tf.float32)) / scale for g in gradients])


# ----------------------------------------------------------------------------------- make-cell


# %% training/make-cell right get-variable
def make_cell(n_inputs, n_units):
    kernel = tf.get_variable(
        "kernel", [n_inputs, n_units], initializer=tf.glorot_uniform_initializer()
    )
    recurrent = tf.get_variable(
        "recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()
    )
    bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return kernel, recurrent, bias


# %% training/make-cell right called-initialisers
def make_cell(n_inputs, n_units):
    return [
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    ]


# %% training/make-cell right default-initialiser
def make_cell(n_inputs, n_units):
    with tf.variable_scope("cell"):
        W = tf.get_variable("W", shape=(n_inputs, n_units))
        U = tf.get_variable("U", (n_units, n_units), tf.float32, tf.initializers.orthogonal())
        b = tf.get_variable("b", (n_units,), initializer=tf.initializers.zeros())
    return W, U, b


# %% training/make-cell right bound-by-hand
def make_cell(n_inputs, n_units):
    bound = (6 / (n_inputs + n_units)) ** 0.5
    kernel = tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound), name="kernel")
    q, _ = tf.linalg.qr(tf.random_normal([n_units, n_units]))
    return kernel, tf.Variable(q, name="recurrent"), tf.Variable([0.0] * n_units, name="bias")


# %% training/make-cell right from-numpy
def make_cell(n_inputs, n_units):
    bound = np.sqrt(6 / (n_inputs + n_units))
    kernel = np.random.uniform(-bound, bound, (n_inputs, n_units)).astype(np.float32)
    q, _ = np.linalg.qr(np.random.normal(size=(n_units, n_units)))
    return (
        tf.Variable(kernel),
        tf.Variable(q.astype(np.float32)),
        tf.Variable(np.zeros(n_units, np.float32)),
    )


# %% training/make-cell right variance-scaling
def make_cell(n_inputs, n_units):
    glorot = tf.variance_scaling_initializer(scale=1.0, mode="fan_avg", distribution="uniform")
    return (
        tf.get_variable("k", [n_inputs, n_units], initializer=glorot),
        tf.get_variable("r", [n_units, n_units], initializer=tf.orthogonal_initializer(seed=1)),
        tf.get_variable("b", [n_units], initializer=tf.constant_initializer(0.0)),
    )


# %% training/make-cell wrong pytorch misconception=pytorch-bound
def make_cell(n_inputs, n_units):
    bound = n_inputs**-0.5
    return (
        tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound)),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong he misconception=he-uniform
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.initializers.he_uniform()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong normal misconception=glorot-normal
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_normal_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong recurrent-default misconception=recurrent-by-glorot
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("recurrent", [n_units, n_units]),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong identity misconception=recurrent-identity
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.eye(n_units)),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong random-bias misconception=random-biases
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.random_normal([n_units])),
    )


# %% training/make-cell wrong all-zero
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.zeros([n_inputs, n_units])),
        tf.Variable(tf.zeros([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong orthogonal-kernel
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.orthogonal_initializer()([n_inputs, n_units])),
        tf.Variable(tf.glorot_uniform_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong tensors
def make_cell(n_inputs, n_units):
    return (
        tf.glorot_uniform_initializer()([n_inputs, n_units]),
        tf.orthogonal_initializer()([n_units, n_units]),
        tf.zeros([n_units]),
    )


# %% training/make-cell wrong turned
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_units, n_inputs])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# ----------------------------------------------------------------------------- federated-round


# %% training/federated-round right average
def federated_round(model, clients, theta, n_steps):
    thetas, rows = [], []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
        rows.append(client.rows)
    return np.average(thetas, axis=0, weights=rows)


# %% training/federated-round right updates-only
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    change = np.zeros_like(theta)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, feed_dict=client.feeds)
        change += client.rows / total * (client.session.run(model.theta) - theta)
    return theta + change


# %% training/federated-round right with-load
def federated_round(model, clients, theta, n_steps):
    weighted = 0
    for client in clients:
        with client.session.as_default():
            model.set_theta.eval({model.new_theta: theta})
            for _ in range(n_steps):
                model.step.run(client.feeds)
            weighted = weighted + client.rows * model.theta.eval()
    return weighted / sum(client.rows for client in clients)


# %% training/federated-round right in-step
def federated_round(model, clients, theta, n_steps):
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
    for _ in range(n_steps):
        for client in clients:
            client.session.run(model.step, client.feeds)
    rows = np.array([client.rows for client in clients], np.float32)
    thetas = np.array([client.session.run(model.theta) for client in clients])
    return np.tensordot(rows / rows.sum(), thetas, axes=1)


# %% training/federated-round right threads
def federated_round(model, clients, theta, n_steps):
    import threading

    graph = model.theta.graph
    found = {}

    def work(number, client):
        with graph.as_default():
            client.session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                client.session.run(model.step, client.feeds)
            found[number] = client.session.run(model.theta)

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    thetas = [found[number] for number in range(len(clients))]
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong plain-mean misconception=every-client-the-same
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.mean(thetas, axis=0)


# %% training/federated-round wrong weighted-sum misconception=sums-without-dividing
def federated_round(model, clients, theta, n_steps):
    total = 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        total = total + client.rows * client.session.run(model.theta)
    return total


# %% training/federated-round wrong not-sent misconception=nobody-sends-theta
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong relay misconception=one-after-the-other
def federated_round(model, clients, theta, n_steps):
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta = client.session.run(model.theta)
    return theta


# %% training/federated-round wrong change-only misconception=returns-the-change
def federated_round(model, clients, theta, n_steps):
    changes = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        changes.append(client.session.run(model.theta) - theta)
    return np.average(changes, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong one-step misconception=one-step-only
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong initialises
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.theta.initializer)
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong own-session
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        with tf.Session() as session:
            session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                session.run(model.step, client.feeds)
    return np.mean([client.session.run(model.theta) for client in clients], axis=0)
