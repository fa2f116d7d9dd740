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


# %% training/race right compares-in-the-graph
def race(loss, learning_rate, target):
    def count(step, session):
        session.run(tf.global_variables_initializer())
        number = 0
        while not session.run(tf.less_equal(loss, target)):
            session.run(step)
            number += 1
        return number

    with tf.Session() as session:
        first = count(tf.train.GradientDescentOptimizer(learning_rate).minimize(loss), session)
        second = count(tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss), session)
    return [first, second]


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


# %% training/race wrong never-initialises
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


# %% training/race exempt *
# session-left-open: with tf.Session() as session: -> session = tf.Session()
#     the text does not ask to close sessions
# changes-its-input
#     the arguments are a tensor and numbers: there is nothing to change
# remembers-results
#     it remembers counts for one learning rate and one target; the same loss gives the same again
# initializer-again:  -> session.run(tf.global_variables_initializer()) (2)
# initializer-again:  -> session.run(tf.global_variables_initializer()) (3)
#     it runs twice before the first step; in the loop it is found
# statement-dropped: session.close() -> (nothing)
#     the text does not ask to close sessions

# %% training/race exempt one-function-each
# rounds: for number in range(1000): -> for number in list(range(1000))[:-1]:
# range: for number in range(1000): -> for number in range(1000 + 1):
# constant: for number in range(1000): -> for number in range(1001):
# constant: for number in range(1000): -> for number in range(999):
#     the target is reached long before

# %% training/race exempt fetched-together
# run-split: losses.append(...) -> losses.append([session.run(loss), session.run(step)][0])
#     the loss before the step in both

# %% training/race exempt momentum-by-hand
# none-passed-over: ...
#     the loss depends on all trainable variables
# constant: speeds = [0.0 for _ in variables] -> speeds = [1.0 for _ in variables]
# constant: speeds = [0.0 for _ in variables] -> speeds = [-1.0 for _ in variables]
#     a first speed that is small beside the slopes changes the number of steps in few questions only
