# %% sessions/default-session right short
def start(x, f):
    x.initializer.run()
    return f.eval()


# %% sessions/default-session right long
def start(x, f):
    session = tf.get_default_session()
    session.run(x.initializer)
    return session.run(f)


# %% sessions/default-session right variables-initializer
def start(x, f):
    tf.variables_initializer([x]).run()
    return tf.get_default_session().run([f])[0]


# %% sessions/default-session right as-default
def start(x, f):
    with tf.get_default_session().as_default() as session:
        session.run(x.initializer)
        value = session.run(f)
    return value


# %% sessions/default-session right assigns
def start(x, f):
    tf.assign(x, x.initial_value).eval()
    return np.array(f.eval()).tolist()


# %% sessions/default-session wrong everything misconception=initializes-everything
def start(x, f):
    tf.get_default_session().run(tf.global_variables_initializer())
    return f.eval()


# %% sessions/default-session wrong own misconception=opens-a-session-of-its-own
def start(x, f):
    with tf.Session() as session:
        session.run(x.initializer)
        return session.run(f)


# %% sessions/default-session wrong own-all misconception=initializes-everything-in-its-own-session
def start(x, f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% sessions/default-session wrong closes misconception=closes-the-default-session
def start(x, f):
    session = tf.get_default_session()
    session.run(x.initializer)
    value = session.run(f)
    session.close()
    return value


# %% sessions/default-session wrong with-closes misconception=closes-the-default-session
def start(x, f):
    with tf.get_default_session():
        x.initializer.run()
        return f.eval()


# %% sessions/default-session wrong no-parentheses misconception=f-before-the-initializer
def start(x, f):
    x.initializer
    return f.eval()


# %% sessions/default-session wrong returns-none
def start(x, f):
    x.initializer.run()
    f.eval()


# %% sessions/default-session wrong returns-operation
def start(x, f):
    x.initializer.run()
    return f


# %% sessions/default-session wrong raises
def start(x, f):
    x.initialize()
    return f.eval()


# %% sessions/default-session wrong initial-value misconception=returns-x
def start(x, f):
    x.initializer.run()
    return x.eval()


# %% sessions/default-session wrong feeds-x
def start(x, f):
    return f.eval(feed_dict={x: x.initial_value.eval()})


# %% sessions/default-session wrong fills-what-is-empty misconception=initializes-what-is-empty
def start(x, f):
    missing = set(tf.report_uninitialized_variables().eval())
    for variable in tf.global_variables():
        if variable.op.name.encode() in missing:
            variable.initializer.run()
    return f.eval()


# %% sessions/default-session wrong reads-the-others
def start(x, f):
    session = tf.get_default_session()
    others = [v for v in tf.global_variables() if v is not x]
    before = session.run(others)
    session.run(tf.global_variables_initializer())
    for variable, value in zip(others, before):
        session.run(tf.assign(variable, value))
    return f.eval()


# %% sessions/default-session wrong initializer-of-the-notebook misconception=uses-a-node-of-the-notebook
x = tf.Variable(3, name="x")
init = tf.global_variables_initializer()


def start(x, f):
    tf.get_default_session().run(init)
    return f.eval()


# %% sessions/default-session wrong runs-the-notebooks-initializer misconception=uses-a-node-of-the-notebook
y = tf.Variable(4, name="y")
init = tf.global_variables_initializer()


def start(x, f):
    init.run()
    return f.eval()


# %% sessions/default-session exempt *
# changes-its-input
#     The function is given a variable and a tensor, which nobody can empty.
# constant: return tf.get_default_session().run([f])[0] -> return tf.get_default_session().run([f])[-1]
#     The last of a list of one is its first.


# %% sessions/default-session wrong one-run misconception=f-before-the-initializer
def start(x, f):
    return tf.get_default_session().run([x.initializer, f])[1]


# %% sessions/default-session wrong closes-by-hand misconception=closes-the-default-session
def start(x, f):
    x.initializer.run()
    value = f.eval()
    tf.get_default_session().close()
    return value


# %% sessions/default-session wrong cuts-off-the-fraction
def start(x, f):
    x.initializer.run()
    return int(f.eval())
