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
