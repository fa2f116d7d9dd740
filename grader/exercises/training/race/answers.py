# %% right two-sessions
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


# %% right one-function-each
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


# %% right initialized-again
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


# %% right fetched-together
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


# %% right momentum-by-hand
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


# %% right compares-in-the-graph
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


# %% right at-most-60 like=two-sessions
# -             while session.run(loss) > target:
# +             while session.run(loss) > target and count < 60:


# %% right the-loop-of-the-notebook
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


# %% wrong early-initializer mistake=initializes-too-early like=two-sessions
# says: `minimize` creates variables of its own for the momentum. You created your initializer before that,
#     so it doesn't know about them. Create it after all calls to `minimize`.
# -     steps = [
# +     initialize = tf.global_variables_initializer()
# +     steps = [
# -     initialize = tf.global_variables_initializer()
# -     counts = []
# +     counts = []


# %% wrong goes-on mistake=goes-on-where-the-first-ended like=initialized-again
# says: your second optimizer starts where the first one ended, so there is nothing left for it to do.
#     Before it starts, run the initializer again or open a new session.
# -         for step in (plain, heavy):
# -             tf.global_variables_initializer().run()
# +         tf.global_variables_initializer().run()
# +         for step in (plain, heavy):


# %% wrong counts-from-one mistake=one-step-too-many like=two-sessions
# says: your numbers are too large by one. Does your count start at 0? A loss that you fetch together with
#     the step may be the loss before it: look at the loss in a run of its own.
# -             count = 0
# +             count = 1


# %% wrong notices-too-late mistake=loss-of-before-the-step like=initialized-again
# says: your numbers are too large by one, except where no step is needed. Here, a loss that you fetch
#     together with the step is the loss before it: you stop one step too late. Look at the loss in a run
#     of its own, after the step.
# -                 step.run()
# -                 value = loss.eval()
# +                 value, _ = session.run([loss, step])


# %% wrong step-first mistake=always-takes-a-step like=two-sessions
# says: you always take a step before you look. If the loss is already low enough, the number is 0.
# -             while session.run(loss) > target:
# +             while count == 0 or session.run(loss) > target:


# %% wrong less-than-the-target mistake=stops-below-the-target like=two-sessions
# says: you go on until the loss is less than the target. Stop as soon as it is at most the target: go on
#     while `loss > target`.
# -             while session.run(loss) > target:
# +             while not session.run(loss) < target:


# %% wrong the-sum-of-a-long-list mistake=counts-on like=the-loop-of-the-notebook
# says: you go on counting after the loss has reached the target. Stop at the first loss that is at most the
#     target: with momentum, later losses may be above it again.
# -         counts.append(int(np.argmax(np.array(losses) <= target)))
# +         counts.append(int(np.sum(np.array(losses) > target)))


# %% wrong plain-twice mistake=no-momentum like=two-sessions
# says: both of your numbers are for plain gradient descent. Give the second optimizer its momentum:
#     `tf.train.MomentumOptimizer(learning_rate, 0.9)`.
# -         tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss),
# +         tf.train.GradientDescentOptimizer(learning_rate).minimize(loss),


# %% wrong the-rate-of-the-notebook mistake=a-rate-of-its-own like=two-sessions
# says: you take steps with a learning rate of 0.01, that of the notebook. Use the `learning_rate` that you
#     are given.
# -         tf.train.GradientDescentOptimizer(learning_rate).minimize(loss),
# -         tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss),
# +         tf.train.GradientDescentOptimizer(0.01).minimize(loss),
# +         tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss),


# %% wrong turned mistake=turned-around like=two-sessions
# says: your two numbers are in the wrong order: gradient descent comes first, then momentum.
# -     return counts
# +     return counts[::-1]


# %% wrong loss-of-before mistake=one-step-too-many like=fetched-together
# -             counts.append(len(losses) - 1)
# +             counts.append(len(losses))


# %% wrong never-steps
def race(loss, learning_rate, target):
    tf.train.GradientDescentOptimizer(learning_rate).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        count = 0
        while session.run(loss) > target and count < 500:
            count += 1
    return [count, count]


# %% wrong other-momentum like=two-sessions
# -         tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss),
# +         tf.train.MomentumOptimizer(learning_rate, 0.5).minimize(loss),


# %% wrong one-number like=two-sessions
# -     return counts
# +     return counts[0]


# %% wrong nesterov like=two-sessions
# -         tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss),
# +         tf.train.MomentumOptimizer(learning_rate, 0.9, use_nesterov=True).minimize(loss),


# %% wrong never-initializes like=two-sessions
# -             session.run(initialize)
# -             count = 0
# +             count = 0


# %% wrong trainable-variables-only like=two-sessions
# -     initialize = tf.global_variables_initializer()
# +     initialize = tf.variables_initializer(tf.trainable_variables())


# %% wrong after-the-last-above like=the-loop-of-the-notebook
# -         counts.append(int(np.argmax(np.array(losses) <= target)))
# +         above = np.flatnonzero(np.array(losses) > target)
# +         counts.append(int(above[-1]) + 1 if above.size else 0)


# %% wrong thirty-steps like=the-loop-of-the-notebook
# -             for _ in range(301):
# +             for _ in range(30):


# %% wrong one-percent-more like=two-sessions
# -     counts = []
# +     counts, target = [], 1.01 * target


# %% wrong a-thousandth-more like=two-sessions
# -     counts = []
# +     counts, target = [], target + 0.001


# %% wrong remembers-by-the-rate like=two-sessions
# - def race(loss, learning_rate, target):
# + KNOWN = {}
# +
# +
# + def race(loss, learning_rate, target):
# +     if learning_rate in KNOWN:
# +         return KNOWN[learning_rate]
# -     return counts
# +     KNOWN[learning_rate] = counts
# +     return counts


# %% wrong rounds like=two-sessions
# -             while session.run(loss) > target:
# +             while round(float(session.run(loss)), 2) > round(target, 2):


# %% exempt *
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


# %% exempt one-function-each
# rounds: for number in range(1000): -> for number in list(range(1000))[:-1]:
# range: for number in range(1000): -> for number in range(1000 + 1):
# constant: for number in range(1000): -> for number in range(1001):
# constant: for number in range(1000): -> for number in range(999):
#     the target is reached before


# %% exempt fetched-together
# run-split: losses.append(...) -> losses.append([session.run(loss), session.run(step)][0])
#     the loss before the step in both


# %% exempt momentum-by-hand
# none-passed-over: ...
#     the loss depends on all trainable variables
# constant: speeds = [0.0 for _ in variables] -> speeds = [1.0 for _ in variables]
# constant: speeds = [0.0 for _ in variables] -> speeds = [-1.0 for _ in variables]
#     a first speed that is small beside the slopes changes the number of steps in few questions only


# %% exempt at-most-60
# boolean: while ... and count < 60: -> while session.run(loss) > target:
# comparison: while ... count < 60: -> while ... count <= 60:
# constant: while ... count < 60: -> while ... count < 61:
# constant: while ... count < 60: -> while ... count < 59:
#     every race takes at most 59 steps


# %% exempt the-loop-of-the-notebook
# rounds: for _ in range(301): -> ...
# range: for _ in range(301): -> ...
# constant: for _ in range(301): -> ...
#     every race takes at most 59 steps
