# %% sessions/uninitialized right try-each
def uninitialized(session, variables):
    names = []
    for variable in variables:
        try:
            session.run(variable)
        except tf.errors.FailedPreconditionError:
            names.append(variable.name)
    return names


# %% sessions/uninitialized right is-variable-initialized
def uninitialized(session, variables):
    return [v.name for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized right one-run
def uninitialized(session, variables):
    known = session.run([tf.is_variable_initialized(v) for v in variables])
    return tuple(v.name for v, found in zip(variables, known) if not found)


# %% sessions/uninitialized right eval-in-the-session
def uninitialized(session, variables):
    def has_value(variable):
        try:
            variable.eval(session=session)
        except tf.errors.OpError:
            return False
        return True

    return list(v.name for v in variables if not has_value(v))


# %% sessions/uninitialized right report
def uninitialized(session, variables):
    return [
        name.decode() + ":0" for name in session.run(tf.report_uninitialized_variables(variables))
    ]


# %% sessions/uninitialized right set-of-missing
def uninitialized(session, variables):
    missing = session.run(tf.report_uninitialized_variables(variables)).tolist()
    return [v.name for v in variables if v.op.name.encode() in missing]


# %% sessions/uninitialized wrong init-first misconception=initializes-first
def uninitialized(session, variables):
    session.run(tf.global_variables_initializer())
    names = []
    for v in variables:
        try:
            session.run(v)
        except tf.errors.FailedPreconditionError:
            names.append(v.name)
    return names


# %% sessions/uninitialized wrong repairs misconception=repairs-what-it-finds
def uninitialized(session, variables):
    names = []
    for v in variables:
        if not session.run(tf.is_variable_initialized(v)):
            names.append(v.name)
            session.run(v.initializer)
    return names


# %% sessions/uninitialized wrong new-session misconception=asks-another-session
def uninitialized(session, variables):
    names = []
    with tf.Session() as session:
        for v in variables:
            try:
                session.run(v)
            except tf.errors.FailedPreconditionError:
                names.append(v.name)
    return names


# %% sessions/uninitialized wrong all-names misconception=asks-another-session
def uninitialized(session, variables):
    return [v.name for v in variables]


# %% sessions/uninitialized wrong try-around-the-loop misconception=stops-at-the-first
def uninitialized(session, variables):
    names = []
    try:
        for v in variables:
            session.run(v)
    except tf.errors.FailedPreconditionError:
        names.append(v.name)
    return names


# %% sessions/uninitialized wrong inverted misconception=names-the-others
def uninitialized(session, variables):
    return [v.name for v in variables if session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong variables-themselves misconception=variables-themselves
def uninitialized(session, variables):
    return [v for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong default-session-only
def uninitialized(session, variables):
    names = []
    for v in variables:
        try:
            v.eval()
        except tf.errors.FailedPreconditionError:
            names.append(v.name)
    return names


# %% sessions/uninitialized wrong catches-nothing misconception=catches-nothing
def uninitialized(session, variables):
    return [v.name for v in variables if session.run(v) is None]


# %% sessions/uninitialized wrong all-variables-of-the-graph misconception=asks-the-global-variables
def uninitialized(session, variables):
    return [v.name for v in tf.global_variables() if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong empty misconception=never-runs-the-question
def uninitialized(session, variables):
    return []


# %% sessions/uninitialized wrong count
def uninitialized(session, variables):
    return sum(not session.run(tf.is_variable_initialized(v)) for v in variables)


# %% sessions/uninitialized wrong reversed
def uninitialized(session, variables):
    names = []
    for v in variables:
        if not session.run(tf.is_variable_initialized(v)):
            names.insert(0, v.name)
    return names


# %% sessions/uninitialized wrong report-as-it-comes misconception=names-of-operations
def uninitialized(session, variables):
    return session.run(tf.report_uninitialized_variables(variables))


# %% sessions/uninitialized wrong operation-names misconception=names-of-operations
def uninitialized(session, variables):
    return [v.op.name for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong truth-of-the-value misconception=takes-zero-for-no-value
def uninitialized(session, variables):
    names = []
    for v in variables:
        try:
            found = np.any(session.run(v))
        except tf.errors.FailedPreconditionError:
            found = False
        if not found:
            names.append(v.name)
    return names


# %% sessions/uninitialized wrong order-of-the-graph
def uninitialized(session, variables):
    every = tf.global_variables() + tf.local_variables()
    asked = [v for v in every if any(v is one for one in variables)]
    return [v.name for v in asked if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong global-variables-only
def uninitialized(session, variables):
    missing = set()
    for v in tf.global_variables():
        if not session.run(tf.is_variable_initialized(v)):
            missing.add(v.name)
    return [v.name for v in variables if v.name in missing]


# %% sessions/uninitialized wrong empties-the-list
def uninitialized(session, variables):
    names = []
    while variables:
        v = variables.pop(0)
        if not session.run(tf.is_variable_initialized(v)):
            names.append(v.name)
    return names


# %% sessions/uninitialized wrong remembers
def uninitialized(session, variables, known={}):
    for v in variables:
        if v not in known:
            known[v] = session.run(tf.is_variable_initialized(v))
    return [v.name for v in variables if not known[v]]


# %% sessions/uninitialized wrong closes misconception=closes-the-session
def uninitialized(session, variables):
    with session:
        return [v.name for v in variables if not tf.is_variable_initialized(v).eval()]


# %% sessions/uninitialized wrong set
def uninitialized(session, variables):
    return {v.name for v in variables if not session.run(tf.is_variable_initialized(v))}


# %% sessions/uninitialized wrong frozenset
def uninitialized(session, variables):
    return frozenset(v.name for v in variables if not session.run(tf.is_variable_initialized(v)))


# %% sessions/uninitialized wrong set-of-bytes
def uninitialized(session, variables):
    return set(session.run(tf.report_uninitialized_variables(variables)).tolist())


# %% sessions/uninitialized wrong initializes-all-it-asks misconception=initializes-afterwards
def uninitialized(session, variables):
    names = []
    for v in variables:
        try:
            session.run(v)
        except tf.errors.FailedPreconditionError:
            names.append(v.name)
        finally:
            session.run(v.initializer)
    return names


# %% sessions/uninitialized wrong report-of-all misconception=asks-all-variables
def uninitialized(session, variables):
    names = session.run(tf.report_uninitialized_variables())
    return [name.decode() + ":0" for name in names]


# %% sessions/uninitialized wrong hides-that-there-is-no-default-session misconception=asks-another-session
def uninitialized(session, variables):
    names = []
    for variable in variables:
        try:
            variable.eval()
        except Exception:
            names.append(variable.name)
    return names


# %% sessions/uninitialized wrong returns-inside-the-loop misconception=stops-at-the-first
def uninitialized(session, variables):
    for variable in variables:
        if not session.run(tf.is_variable_initialized(variable)):
            return [variable.name]
    return []


# %% sessions/uninitialized wrong leaves-out-the-first
def uninitialized(session, variables):
    known = session.run([tf.is_variable_initialized(variable) for variable in variables])
    return [variables[i].name for i in range(1, len(variables)) if not known[i]]


# %% sessions/uninitialized wrong leaves-out-the-last misconception=leaves-out-the-last
def uninitialized(session, variables):
    known = session.run([tf.is_variable_initialized(variable) for variable in variables])
    return [variables[i].name for i in range(len(variables) - 1) if not known[i]]


# %% sessions/uninitialized wrong truth-of-one-number
def uninitialized(session, variables):
    names = []
    for v in variables:
        try:
            if not session.run(v):
                names.append(v.name)
        except tf.errors.FailedPreconditionError:
            names.append(v.name)
    return names


# %% sessions/uninitialized wrong report-of-all-as-it-comes
def uninitialized(session, variables):
    return [name.decode() for name in session.run(tf.report_uninitialized_variables())]
