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


# %% lifetimes/is-alive wrong own-session misconception=always-false
def is_alive(session, w):
    try:
        with tf.Session() as session:
            session.run(w)
        return True
    except tf.errors.FailedPreconditionError:
        return False


# %% lifetimes/is-alive wrong hides-its-own-mistake misconception=always-false
def is_alive(session, w):
    try:
        session.run(w.value)
        return True
    except Exception:
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


# %% lifetimes/is-alive wrong truth misconception=tells-the-value
def is_alive(session, w):
    try:
        return bool(session.run(w))
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return False


# %% lifetimes/is-alive wrong truth-of-none misconception=tells-the-value
def is_alive(session, w):
    value = None
    try:
        value = session.run(w)
    except (tf.errors.FailedPreconditionError, RuntimeError):
        pass
    return True if value else False


# %% lifetimes/is-alive wrong nothing-missing-at-all misconception=asks-for-all-variables
def is_alive(session, w):
    try:
        return len(session.run(tf.report_uninitialized_variables(tf.global_variables()))) == 0
    except RuntimeError:
        return False


# %% lifetimes/is-alive wrong by-its-name
def is_alive(session, w):
    try:
        session.run("w:0")
        return True
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return False


# %% lifetimes/is-alive wrong only-if-it-is-trained
def is_alive(session, w):
    missing = tf.report_uninitialized_variables(tf.trainable_variables())
    try:
        return w.op.name.encode() not in session.run(missing)
    except RuntimeError:
        return False


# %% lifetimes/is-alive exempt *
# changes-its-input
#     A session and a variable are no lists that could be emptied.
