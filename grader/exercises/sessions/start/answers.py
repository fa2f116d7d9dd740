# %% right short
def start(x, f):
    x.initializer.run()
    return f.eval()


# %% right long
def start(x, f):
    session = tf.get_default_session()
    session.run(x.initializer)
    return session.run(f)


# %% right variables-initializer
def start(x, f):
    tf.variables_initializer([x]).run()
    return tf.get_default_session().run([f])[0]


# %% right as-default
def start(x, f):
    with tf.get_default_session().as_default() as session:
        session.run(x.initializer)
        value = session.run(f)
    return value


# %% right assigns
def start(x, f):
    tf.assign(x, x.initial_value).eval()
    return np.array(f.eval()).tolist()


# %% wrong everything mistake=initializes-everything
# says: `global_variables_initializer` sets every variable back to its initial value, so the value that
#     another variable had in this session is lost. Run `x.initializer` alone.
def start(x, f):
    tf.get_default_session().run(tf.global_variables_initializer())
    return f.eval()


# %% wrong own mistake=opens-a-session-of-its-own
# says: your function opens a session of its own. Values of variables belong to one session: in yours the
#     other variable was never initialized. Use the default session.
def start(x, f):
    with tf.Session() as session:
        session.run(x.initializer)
        return session.run(f)


# %% wrong own-all mistake=initializes-everything-in-its-own-session
# says: your function opens a session of its own and starts everything afresh there. The default session,
#     with the values that it holds, is never used.
def start(x, f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% wrong closes mistake=closes-the-default-session like=long
# says: your function closes the default session: `session.close()` does, and so does the end of a `with
#     session:` block. It is not yours, so leave it open.
# -     return session.run(f)
# +     value = session.run(f)
# +     session.close()
# +     return value


# %% wrong no-parentheses mistake=f-before-the-initializer
# says: x has no value yet when f is computed. Run its initializer first, in a run of its own:
#     `x.initializer.run()`. Within one run nothing says which of the two comes first.
def start(x, f):
    x.initializer
    return f.eval()


# %% wrong fills-what-is-empty mistake=initializes-what-is-empty
# says: your function gives a value to every variable that has none. Here, others should stay without a
#     value: run `x.initializer` alone.
def start(x, f):
    missing = set(tf.report_uninitialized_variables().eval())
    for variable in tf.global_variables():
        if variable.op.name.encode() in missing:
            variable.initializer.run()
    return f.eval()


# %% wrong runs-the-notebooks-initializer mistake=uses-a-node-of-the-notebook
# says: your function runs a node that belongs to a different graph from the session's. `y` and `init` of
#     this notebook are such nodes: the x and the f that your function is given belong to a new graph. Run
#     `x.initializer`.
y = tf.Variable(4, name="y")
init = tf.global_variables_initializer()


def start(x, f):
    init.run()
    return f.eval()


# %% wrong initial-value mistake=returns-x
# says: your function returns the value of x. It should return that of f.
def start(x, f):
    x.initializer.run()
    return x.eval()


# %% wrong with-closes mistake=closes-the-default-session
def start(x, f):
    with tf.get_default_session():
        x.initializer.run()
        return f.eval()


# %% wrong returns-none
def start(x, f):
    x.initializer.run()
    f.eval()


# %% wrong returns-operation
def start(x, f):
    x.initializer.run()
    return f


# %% wrong raises
def start(x, f):
    x.initialize()
    return f.eval()


# %% wrong feeds-x
def start(x, f):
    return f.eval(feed_dict={x: x.initial_value.eval()})


# %% wrong reads-the-others
def start(x, f):
    session = tf.get_default_session()
    others = [v for v in tf.global_variables() if v is not x]
    before = session.run(others)
    session.run(tf.global_variables_initializer())
    for variable, value in zip(others, before):
        session.run(tf.assign(variable, value))
    return f.eval()


# %% wrong initializer-of-the-notebook mistake=uses-a-node-of-the-notebook
x = tf.Variable(3, name="x")
init = tf.global_variables_initializer()


def start(x, f):
    tf.get_default_session().run(init)
    return f.eval()


# %% wrong one-run mistake=f-before-the-initializer
def start(x, f):
    return tf.get_default_session().run([x.initializer, f])[1]


# %% wrong closes-by-hand mistake=closes-the-default-session
def start(x, f):
    x.initializer.run()
    value = f.eval()
    tf.get_default_session().close()
    return value


# %% wrong cuts-off-the-fraction
def start(x, f):
    x.initializer.run()
    return int(f.eval())


# %% exempt *
# changes-its-input
#     The function is given a variable and a tensor, which nobody can empty.
# constant: return tf.get_default_session().run([f])[0] -> return tf.get_default_session().run([f])[-1]
#     The last of a list of one is its first.
