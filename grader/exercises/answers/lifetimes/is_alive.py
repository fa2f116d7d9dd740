# %% lifetimes/is-alive right try-read
def is_alive(session, w):
    try:
        session.run(w)
        return True
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return False


# %% lifetimes/is-alive right two-excepts
def is_alive(session, w):
    try:
        session.run(w)
    except tf.errors.FailedPreconditionError:
        return False
    except RuntimeError:
        return False
    else:
        return True


# %% lifetimes/is-alive right asks-the-op
def is_alive(session, w):
    try:
        return session.run(tf.is_variable_initialized(w))
    except RuntimeError:
        return False


# %% lifetimes/is-alive right report
def is_alive(session, w):
    missing = tf.report_uninitialized_variables([w])
    try:
        return len(session.run(missing)) == 0
    except RuntimeError:
        return False


# %% lifetimes/is-alive right eval-and-broad-except
def is_alive(session, w):
    try:
        value = w.eval(session=session)
    except Exception:
        value = None
    return value is not None


# %% lifetimes/is-alive wrong one-except misconception=forgets-closed-sessions
def is_alive(session, w):
    try:
        session.run(w)
        return True
    except tf.errors.FailedPreconditionError:
        return False


# %% lifetimes/is-alive wrong op-without-try misconception=forgets-closed-sessions
def is_alive(session, w):
    return bool(session.run(tf.is_variable_initialized(w)))


# %% lifetimes/is-alive wrong open misconception=only-asks-whether-it-is-open
def is_alive(session, w):
    try:
        session.run(tf.constant(1))
        return True
    except RuntimeError:
        return False


# %% lifetimes/is-alive wrong initialises misconception=initialises-first
def is_alive(session, w):
    try:
        session.run(w.initializer)
        return True
    except RuntimeError:
        return False


# %% lifetimes/is-alive wrong graph misconception=asks-the-graph
def is_alive(session, w):
    return w in tf.global_variables()


# %% lifetimes/is-alive wrong own-session
def is_alive(session, w):
    try:
        with tf.Session() as session:
            session.run(w)
        return True
    except tf.errors.FailedPreconditionError:
        return False


# %% lifetimes/is-alive wrong truth-of-the-value
def is_alive(session, w):
    try:
        return session.run(w)
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return None


# %% lifetimes/is-alive wrong closes-it
def is_alive(session, w):
    try:
        with session:
            session.run(w)
        return True
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return False
