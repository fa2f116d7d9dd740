# %% right try-each
def uninitialized(session, variables):
    names = []
    for variable in variables:
        try:
            session.run(variable)
        except tf.errors.FailedPreconditionError:
            names.append(variable.name)
    return names


# %% right is-variable-initialized
def uninitialized(session, variables):
    return [v.name for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% right one-run
def uninitialized(session, variables):
    known = session.run([tf.is_variable_initialized(v) for v in variables])
    return tuple(v.name for v, found in zip(variables, known) if not found)


# %% right eval-in-the-session
def uninitialized(session, variables):
    def has_value(variable):
        try:
            variable.eval(session=session)
        except tf.errors.OpError:
            return False
        return True

    return list(v.name for v in variables if not has_value(v))


# %% right report
def uninitialized(session, variables):
    return [
        name.decode() + ":0" for name in session.run(tf.report_uninitialized_variables(variables))
    ]


# %% right set-of-missing
def uninitialized(session, variables):
    missing = session.run(tf.report_uninitialized_variables(variables)).tolist()
    return [v.name for v in variables if v.op.name.encode() in missing]


# %% wrong init-first mistake=initializes-first
# says: your function runs an initializer before it looks, so it finds every variable initialized, and the
#     values that the session held are lost.
def uninitialized(session, variables):
    session.run(tf.global_variables_initializer())
    names = []
    for v in variables:
        try:
            session.run(v)
        except tf.errors.FailedPreconditionError:
            names.append(v.name)
    return names


# %% wrong repairs mistake=repairs-what-it-finds
# says: the names are right, but your function also initializes the variables that it finds. It should only
#     look.
def uninitialized(session, variables):
    names = []
    for v in variables:
        if not session.run(tf.is_variable_initialized(v)):
            names.append(v.name)
            session.run(v.initializer)
    return names


# %% wrong hides-that-there-is-no-default-session mistake=asks-another-session like=try-each
# says: your list always has the names of all variables. In a session that you open yourself, no variable
#     has a value. And `v.eval()` needs a default session: there is none, and a bare `except:` hides that.
#     Ask the session that you were given.
# -             session.run(variable)
# -         except tf.errors.FailedPreconditionError:
# +             variable.eval()
# +         except Exception:


# %% wrong returns-inside-the-loop mistake=stops-at-the-first
# says: your function stops at the first variable without a value. Go through all of them: a `try` belongs
#     inside the loop, and the `return` after it.
def uninitialized(session, variables):
    for variable in variables:
        if not session.run(tf.is_variable_initialized(variable)):
            return [variable.name]
    return []


# %% wrong leaves-out-the-last mistake=leaves-out-the-last
# says: your function never looks at the last of the variables. Go through all of `variables`.
def uninitialized(session, variables):
    known = session.run([tf.is_variable_initialized(variable) for variable in variables])
    return [variables[i].name for i in range(len(variables) - 1) if not known[i]]


# %% wrong inverted mistake=names-the-others
# says: these are the variables that do have a value. A name belongs in your list when reading the variable
#     raises FailedPreconditionError.
def uninitialized(session, variables):
    return [v.name for v in variables if session.run(tf.is_variable_initialized(v))]


# %% wrong initializes-all-it-asks
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


# %% wrong report-of-all mistake=asks-all-variables
# says: your list has names of variables that were not asked for. Go through `variables` only.
def uninitialized(session, variables):
    names = session.run(tf.report_uninitialized_variables())
    return [name.decode() + ":0" for name in names]


# %% wrong all-variables-of-the-graph
def uninitialized(session, variables):
    return [v.name for v in tf.global_variables() if not session.run(tf.is_variable_initialized(v))]


# %% wrong empty
def uninitialized(session, variables):
    return []


# %% wrong report-as-it-comes mistake=names-of-operations
# says: you found the right variables, but these are the names of their operations. The name of a variable,
#     `variable.name`, ends with `:0`: `"x:0"` and not `"x"`.
def uninitialized(session, variables):
    return session.run(tf.report_uninitialized_variables(variables))


# %% wrong variables-themselves mistake=variables-themselves
# says: your list holds the variables themselves. It should hold their names, `variable.name`.
def uninitialized(session, variables):
    return [v for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% wrong truth-of-the-value mistake=takes-zero-for-no-value
# says: a variable with the value 0 or False has a value. Ask whether reading it raises
#     FailedPreconditionError, and not whether the value counts as true.
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


# %% wrong closes mistake=closes-the-session
# says: the names are right, but your function closes the session: `session.close()` does, and so does the
#     end of a `with session:` block. It is not yours, so leave it open.
def uninitialized(session, variables):
    with session:
        return [v.name for v in variables if not tf.is_variable_initialized(v).eval()]


# %% wrong catches-nothing mistake=catches-nothing
# says: reading a variable without a value does not give None: it raises FailedPreconditionError, which ends
#     your function. Catch that error, and note the name.
def uninitialized(session, variables):
    return [v.name for v in variables if session.run(v) is None]


# %% wrong new-session mistake=asks-another-session
def uninitialized(session, variables):
    names = []
    with tf.Session() as session:
        for v in variables:
            try:
                session.run(v)
            except tf.errors.FailedPreconditionError:
                names.append(v.name)
    return names


# %% wrong all-names mistake=asks-another-session
def uninitialized(session, variables):
    return [v.name for v in variables]


# %% wrong try-around-the-loop mistake=stops-at-the-first
def uninitialized(session, variables):
    names = []
    try:
        for v in variables:
            session.run(v)
    except tf.errors.FailedPreconditionError:
        names.append(v.name)
    return names


# %% wrong default-session-only like=initializes-all-it-asks
# -             session.run(v)
# +             v.eval()
# -         finally:
# -             session.run(v.initializer)


# %% wrong count
def uninitialized(session, variables):
    return sum(not session.run(tf.is_variable_initialized(v)) for v in variables)


# %% wrong reversed like=repairs
# -             names.append(v.name)
# -             session.run(v.initializer)
# +             names.insert(0, v.name)


# %% wrong operation-names mistake=names-of-operations
def uninitialized(session, variables):
    return [v.op.name for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% wrong order-of-the-graph
def uninitialized(session, variables):
    every = tf.global_variables() + tf.local_variables()
    asked = [v for v in every if any(v is one for one in variables)]
    return [v.name for v in asked if not session.run(tf.is_variable_initialized(v))]


# %% wrong global-variables-only
def uninitialized(session, variables):
    missing = set()
    for v in tf.global_variables():
        if not session.run(tf.is_variable_initialized(v)):
            missing.add(v.name)
    return [v.name for v in variables if v.name in missing]


# %% wrong empties-the-list
def uninitialized(session, variables):
    names = []
    while variables:
        v = variables.pop(0)
        if not session.run(tf.is_variable_initialized(v)):
            names.append(v.name)
    return names


# %% wrong remembers
def uninitialized(session, variables, known={}):
    for v in variables:
        if v not in known:
            known[v] = session.run(tf.is_variable_initialized(v))
    return [v.name for v in variables if not known[v]]


# %% wrong set
def uninitialized(session, variables):
    return {v.name for v in variables if not session.run(tf.is_variable_initialized(v))}


# %% wrong frozenset
def uninitialized(session, variables):
    return frozenset(v.name for v in variables if not session.run(tf.is_variable_initialized(v)))


# %% wrong set-of-bytes
def uninitialized(session, variables):
    return set(session.run(tf.report_uninitialized_variables(variables)).tolist())


# %% wrong leaves-out-the-first
def uninitialized(session, variables):
    known = session.run([tf.is_variable_initialized(variable) for variable in variables])
    return [variables[i].name for i in range(1, len(variables)) if not known[i]]


# %% wrong truth-of-one-number like=default-session-only
# -             v.eval()
# +             if not session.run(v):
# +                 names.append(v.name)


# %% wrong report-of-all-as-it-comes
def uninitialized(session, variables):
    return [name.decode() for name in session.run(tf.report_uninitialized_variables())]


# %% wrong catches-another-error mistake=catches-nothing like=try-each
# -         except tf.errors.FailedPreconditionError:
# +         except tf.errors.NotFoundError:
