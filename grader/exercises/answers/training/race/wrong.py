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


# %% training/race wrong early-initializer misconception=initializes-too-early
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
        while session.run(loss) > target and count < 500:
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


# %% training/race wrong less-than-the-target misconception=stops-below-the-target
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
            while not session.run(loss) < target:
                session.run(step)
                count += 1
        counts.append(count)
    return counts


# %% training/race wrong nesterov
def race(loss, learning_rate, target):
    steps = [
        tf.train.GradientDescentOptimizer(learning_rate).minimize(loss),
        tf.train.MomentumOptimizer(learning_rate, 0.9, use_nesterov=True).minimize(loss),
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


# %% training/race wrong counts-from-one misconception=one-step-too-many
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
            count = 1
            while session.run(loss) > target:
                session.run(step)
                count += 1
        counts.append(count)
    return counts


# %% training/race wrong never-initializes
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
        counts.append(count)
    return counts


# %% training/race wrong trainable-variables-only
def race(loss, learning_rate, target):
    steps = [
        tf.train.GradientDescentOptimizer(learning_rate).minimize(loss),
        tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss),
    ]
    initialize = tf.variables_initializer(tf.trainable_variables())
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


# %% training/race wrong notices-too-late misconception=loss-of-before-the-step
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
            found = session.run(loss)
            while found > target:
                found, _ = session.run([loss, step])
                count += 1
            counts.append(count)
    return counts


# %% training/race wrong the-rate-of-the-notebook misconception=a-rate-of-its-own
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(0.01),
        tf.train.MomentumOptimizer(0.01, 0.9),
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


# %% training/race wrong counts-all-above misconception=counts-on
def race(loss, learning_rate, target):
    result = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            for _ in range(60):
                if session.run(loss) > target:
                    count += 1
                session.run(step)
            result.append(count)
    return result


# %% training/race wrong the-sum-of-a-long-list misconception=counts-on
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step, losses = optimizer.minimize(loss), []
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for _ in range(301):
                losses.append(session.run(loss))
                session.run(step)
        counts.append(int(np.sum(np.array(losses) > target)))
    return counts


# %% training/race wrong after-the-last-above
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step, count = optimizer.minimize(loss), 0
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for number in range(1, 101):
                if session.run(loss) > target:
                    count = number
                session.run(step)
        counts.append(count)
    return counts


# %% training/race wrong thirty-steps
def race(loss, learning_rate, target):
    counts = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step, losses = optimizer.minimize(loss), []
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for _ in range(30):
                losses.append(session.run(loss))
                session.run(step)
        counts.append(int(np.argmax(np.array(losses) <= target)))
    return counts


# %% training/race wrong one-percent-more
def race(loss, learning_rate, target):
    target = 1.01 * target
    found = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
        found.append(count)
    return found


# %% training/race wrong a-thousandth-more
def race(loss, learning_rate, target):
    target += 0.001
    found = []
    for optimizer in (
        tf.train.GradientDescentOptimizer(learning_rate),
        tf.train.MomentumOptimizer(learning_rate, 0.9),
    ):
        step = optimizer.minimize(loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            count = 0
            while session.run(loss) > target:
                session.run(step)
                count += 1
        found.append(count)
    return found
