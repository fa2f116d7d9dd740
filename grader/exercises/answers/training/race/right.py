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


# %% training/race right initialized-again
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


# %% training/race right at-most-60
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
            while session.run(loss) > target and count < 60:
                session.run(step)
                count += 1
        counts.append(count)
    return counts


# %% training/race right the-loop-of-the-notebook
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
        counts.append(int(np.argmax(np.array(losses) <= target)))
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
#     the target is reached before

# %% training/race exempt fetched-together
# run-split: losses.append(...) -> losses.append([session.run(loss), session.run(step)][0])
#     the loss before the step in both

# %% training/race exempt momentum-by-hand
# none-passed-over: ...
#     the loss depends on all trainable variables
# constant: speeds = [0.0 for _ in variables] -> speeds = [1.0 for _ in variables]
# constant: speeds = [0.0 for _ in variables] -> speeds = [-1.0 for _ in variables]
#     a first speed that is small beside the slopes changes the number of steps in few questions only

# %% training/race exempt at-most-60
# boolean: while ... and count < 60: -> while session.run(loss) > target:
# comparison: while ... count < 60: -> while ... count <= 60:
# constant: while ... count < 60: -> while ... count < 61:
# constant: while ... count < 60: -> while ... count < 59:
#     every race takes at most 59 steps

# %% training/race exempt the-loop-of-the-notebook
# rounds: for _ in range(301): -> ...
# range: for _ in range(301): -> ...
# constant: for _ in range(301): -> ...
#     every race takes at most 59 steps
