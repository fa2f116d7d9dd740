# %% right with-block
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% right explicit-close
def first_run(f):
    session = tf.Session(graph=f.graph)
    try:
        for variable in tf.global_variables():
            session.run(variable.initializer)
        return session.run(f)
    finally:
        session.close()


# %% right short-forms
def first_run(f):
    with tf.Session():
        tf.global_variables_initializer().run()
        result = f.eval()
    return result


# %% right interactive
def first_run(f):
    session = tf.InteractiveSession()
    tf.global_variables_initializer().run()
    result = f.eval()
    session.close()
    return result


# %% right two-sessions-python-number
def first_run(f):
    with tf.Session():
        pass
    with tf.Session() as session:
        session.run(tf.variables_initializer(tf.global_variables()))
        [result] = session.run([f])
        return float(result)


# %% right group-as-default
def first_run(f):
    session = tf.Session()
    start = tf.group(*[variable.initializer for variable in tf.global_variables()])
    with session.as_default():
        start.run()
        value = f.eval()
    session.close()
    return np.asarray(value)


# %% wrong init-in-another-session mistake=never-initializes like=with-block
# says: the variables have no value when `f` is computed. `tf.global_variables_initializer()` only adds an
#     operation to the graph. Run it in the same session and before `f`, in a run of its own:
#     `session.run(tf.global_variables_initializer())`.
# -         session.run(tf.global_variables_initializer())
# +         session.run(tf.global_variables_initializer())
# +     with tf.Session() as session:


# %% wrong returns-tensor mistake=returns-the-tensor
# says: your function returns the tensor itself, which is a recipe and not a number. The number is what
#     `session.run(f)` returns.
def first_run(f):
    return f


# %% wrong list mistake=returns-a-list like=with-block
# says: your function returns a list with the value in it. `run` answers in the form of the question:
#     `run([f])` gives a list of one, `run(f)` gives the value.
# -         return session.run(f)
# +         return session.run([f])


# %% wrong as-default mistake=leaves-the-session-open like=with-block
# says: the values are right, but your session stays open and keeps its memory. Open it in a `with
#     tf.Session() as session:` block, which closes it at the end, even if there is a `return` in it.
# -     with tf.Session() as session:
# +     with tf.Session().as_default() as session:


# %% wrong evaluates-after-the-block mistake=evaluates-without-a-session like=with-block
# says: `f.eval()` asks the default session, and there is none at that point. Call it inside a `with
#     tf.Session() as session:` block.
# -         return session.run(f)
# +     return f.eval()


# %% wrong trainable-only mistake=initializes-only-the-trainable like=with-block
# says: `tf.trainable_variables()` leaves out the variables made with `trainable=False`, and they need a
#     value, too. `tf.global_variables_initializer()` covers all of them.
# -         session.run(tf.global_variables_initializer())
# +         for variable in tf.trainable_variables():
# +             session.run(variable.initializer)


# %% wrong resets-first mistake=uses-nodes-of-the-notebook like=with-block
# says: your function runs a node that belongs to a different graph from the session's. `x`, `y` and `init`
#     of this notebook are such nodes, since the check passes an f from a new graph: make the initializer
#     inside your function. And if you reset the default graph, f is no longer in it.
# - def first_run(f):
# + def first_run(f):
# +     tf.reset_default_graph()


# %% wrong never-runs-init mistake=never-initializes
def first_run(f):
    init = tf.global_variables_initializer()
    with tf.Session() as session:
        return session.run(f)


# %% wrong open mistake=leaves-the-session-open
def first_run(f):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    result = session.run(f)
    return result


# %% wrong interactive-open mistake=leaves-the-session-open
def first_run(f):
    tf.InteractiveSession()
    tf.global_variables_initializer().run()
    return f.eval()


# %% wrong no-session mistake=evaluates-without-a-session
def first_run(f):
    tf.global_variables_initializer()
    return f.eval()


# %% wrong prints like=with-block
# -         return session.run(f)
# +         print(session.run(f))


# %% wrong forty-two like=with-block
# -         return session.run(f)
# +     return 42


# %% wrong closed-too-early like=with-block
# -         return session.run(f)
# +     return session.run(f)


# %% wrong not-a-function
first_run = 42


# %% wrong no-argument
def first_run():
    with tf.Session() as session:
        return session.run(tf.global_variables_initializer())


# %% wrong notebooks-x-and-y mistake=uses-nodes-of-the-notebook
x = tf.Variable(3, name="x")
y = tf.Variable(4, name="y")


def first_run(f):
    with tf.Session():
        x.initializer.run()
        y.initializer.run()
        return f.eval()


# %% wrong notebooks-init mistake=uses-nodes-of-the-notebook
x = tf.Variable(3, name="x")
init = tf.global_variables_initializer()


def first_run(f):
    with tf.Session() as session:
        session.run(init)
        return session.run(f)


# %% wrong notebooks-graph mistake=uses-nodes-of-the-notebook
x = tf.Variable(3, name="x")


def first_run(f):
    with tf.Session(graph=x.graph):
        x.initializer.run()
        return f.eval()


# %% wrong cuts-off-the-fraction like=with-block
# -         return session.run(f)
# +         return int(session.run(f))


# %% wrong closes-after-the-return mistake=leaves-the-session-open
def first_run(f):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session.run(f)
    session.close()


# %% wrong resets-the-graph-afterwards like=with-block
# -         return session.run(f)
# +         value = session.run(f)
# +     tf.reset_default_graph()
# +     return value


# %% exempt *
# initializer-again: ...
#     Before the value is read, an initializer that runs twice in a new session does what one does.
# changes-its-input
#     The function is given a tensor, which nobody can empty.
# argument-dropped: session = tf.Session(graph=f.graph) -> session = tf.Session()
#     f is a tensor of the default graph.
