# %% sessions/first-run right with-block
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% sessions/first-run right explicit-close
def first_run(f):
    session = tf.Session(graph=f.graph)
    try:
        for variable in tf.global_variables():
            session.run(variable.initializer)
        return session.run(f)
    finally:
        session.close()


# %% sessions/first-run right short-forms
def first_run(f):
    with tf.Session():
        tf.global_variables_initializer().run()
        result = f.eval()
    return result


# %% sessions/first-run right interactive
def first_run(f):
    session = tf.InteractiveSession()
    tf.global_variables_initializer().run()
    result = f.eval()
    session.close()
    return result


# %% sessions/first-run right two-sessions-python-number
def first_run(f):
    with tf.Session():
        pass
    with tf.Session() as session:
        session.run(tf.variables_initializer(tf.global_variables()))
        [result] = session.run([f])
        return float(result)


# %% sessions/first-run right group-as-default
def first_run(f):
    session = tf.Session()
    start = tf.group(*[variable.initializer for variable in tf.global_variables()])
    with session.as_default():
        start.run()
        value = f.eval()
    session.close()
    return np.asarray(value)


# %% sessions/first-run wrong never-runs-init misconception=never-initializes
def first_run(f):
    init = tf.global_variables_initializer()
    with tf.Session() as session:
        return session.run(f)


# %% sessions/first-run wrong init-in-another-session misconception=never-initializes
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
    with tf.Session() as session:
        return session.run(f)


# %% sessions/first-run wrong returns-tensor misconception=returns-the-tensor
def first_run(f):
    return f


# %% sessions/first-run wrong list misconception=returns-a-list
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run([f])


# %% sessions/first-run wrong open misconception=leaves-the-session-open
def first_run(f):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    result = session.run(f)
    return result


# %% sessions/first-run wrong interactive-open misconception=leaves-the-session-open
def first_run(f):
    tf.InteractiveSession()
    tf.global_variables_initializer().run()
    return f.eval()


# %% sessions/first-run wrong no-session misconception=evaluates-without-a-session
def first_run(f):
    tf.global_variables_initializer()
    return f.eval()


# %% sessions/first-run wrong prints
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        print(session.run(f))


# %% sessions/first-run wrong forty-two
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
    return 42


# %% sessions/first-run wrong closed-too-early
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
    return session.run(f)


# %% sessions/first-run wrong not-a-function
first_run = 42


# %% sessions/first-run wrong no-argument
def first_run():
    with tf.Session() as session:
        return session.run(tf.global_variables_initializer())


# %% sessions/first-run wrong trainable-only misconception=initializes-only-the-trainable
def first_run(f):
    with tf.Session() as session:
        for variable in tf.trainable_variables():
            session.run(variable.initializer)
        return session.run(f)


# %% sessions/first-run wrong notebooks-x-and-y misconception=uses-nodes-of-the-notebook
x = tf.Variable(3, name="x")
y = tf.Variable(4, name="y")


def first_run(f):
    with tf.Session():
        x.initializer.run()
        y.initializer.run()
        return f.eval()


# %% sessions/first-run wrong notebooks-init misconception=uses-nodes-of-the-notebook
x = tf.Variable(3, name="x")
init = tf.global_variables_initializer()


def first_run(f):
    with tf.Session() as session:
        session.run(init)
        return session.run(f)


# %% sessions/first-run wrong resets-first misconception=uses-nodes-of-the-notebook
def first_run(f):
    tf.reset_default_graph()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% sessions/first-run wrong notebooks-graph misconception=uses-nodes-of-the-notebook
x = tf.Variable(3, name="x")


def first_run(f):
    with tf.Session(graph=x.graph):
        x.initializer.run()
        return f.eval()


# %% sessions/first-run wrong cuts-off-the-fraction
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return int(session.run(f))


# %% sessions/first-run wrong evaluates-after-the-block misconception=evaluates-without-a-session
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
    return f.eval()


# %% sessions/first-run wrong as-default misconception=leaves-the-session-open
def first_run(f):
    with tf.Session().as_default() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% sessions/first-run wrong closes-after-the-return misconception=leaves-the-session-open
def first_run(f):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session.run(f)
    session.close()


# %% sessions/first-run exempt *
# initializer-again: ...
#     Before the value is read, an initializer that runs twice in a new session does what one does.
# changes-its-input
#     The function is given a tensor, which nobody can empty.
# argument-dropped: session = tf.Session(graph=f.graph) -> session = tf.Session()
#     f is a tensor of the default graph.
