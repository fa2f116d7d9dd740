# %% right placeholder
def copy_state(source, target):
    for variable in tf.global_variables():
        try:
            value = source.run(variable)
        except tf.errors.FailedPreconditionError:
            continue
        new_value = tf.placeholder(variable.dtype.base_dtype, variable.shape)
        target.run(tf.assign(variable, new_value), feed_dict={new_value: value})


# %% right load
def copy_state(source, target):
    variables = tf.global_variables()
    known = source.run([tf.is_variable_initialized(v) for v in variables])
    for variable, found in zip(variables, known):
        if found:
            variable.load(source.run(variable), target)


# %% right feeds-each-initializer
def copy_state(source, target):
    known = [v for v in tf.global_variables() if source.run(tf.is_variable_initialized(v))]
    for v in known:
        target.run(v.initializer, feed_dict={v.initializer.inputs[1]: source.run(v)})
    return target


# %% right constants
def copy_state(source, target):
    missing = set(source.run(tf.report_uninitialized_variables()))
    for v in tf.global_variables():
        if v.op.name.encode() not in missing:
            target.run(v.assign(v.eval(session=source)))


# %% right one-run-each
def copy_state(source, target):
    snapshot = {}
    for v in tf.global_variables():
        try:
            snapshot[v] = v.eval(source)
        except tf.errors.OpError:
            pass
    feeds = {tf.placeholder(v.dtype.base_dtype, v.shape): v for v in snapshot}
    setters = [tf.assign(v, p) for p, v in feeds.items()]
    target.run(setters, {p: snapshot[v] for p, v in feeds.items()})


# %% right options-callables-and-python
def copy_state(source, target):
    for variable in tf.global_variables():
        if source.make_callable(tf.is_variable_initialized(variable))():
            value = source.run(variable, options=tf.RunOptions())
            there = tf.py_func(lambda value=value: value, [], variable.dtype.base_dtype)
            target.run(tf.assign(variable, there))


# %% wrong init-target mistake=initializes-the-target
# says: your target holds the initial values, which come from the graph. The source's values are in the
#     source session: read them with `source.run` and assign them in the target.
def copy_state(source, target):
    with target.as_default():
        tf.global_variables_initializer().run()


# %% wrong runs-the-initializers
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(v.initializer)


# %% wrong assigns-to-itself mistake=assigns-to-itself
# says: in a run of the target, `tf.assign(v, v)` gives v the value that it has there. Read the value first,
#     with `source.run(v)`, and then assign what you read.
def copy_state(source, target):
    for v in tf.global_variables():
        target.run(tf.assign(v, v))


# %% wrong backwards mistake=copies-backwards
# says: your function copies from target to source. Read with `source.run`, and run the assignment with
#     `target.run`.
def copy_state(source, target):
    for v in tf.global_variables():
        try:
            value = target.run(v)
        except tf.errors.FailedPreconditionError:
            continue
        source.run(tf.assign(v, value))


# %% wrong all-at-once mistake=stops-at-a-variable-without-a-value
# says: reading a variable that has no value in the source raises FailedPreconditionError, and your function
#     stops there. Catch the error, as in exercise 3, and leave such variables out.
def copy_state(source, target):
    variables = tf.global_variables()
    for v, value in zip(variables, source.run(variables)):
        v.load(value, target)


# %% wrong fills-the-rest mistake=initializes-the-rest
# says: variables that have no value in the source get their initial value in the target. They should stay
#     in the target as they were: run no initializer there.
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))
        else:
            target.run(v.initializer)


# %% wrong pass mistake=never-runs-the-assignment
# says: nothing changes in the target. `tf.assign` only adds an operation to the graph: run it in the target
#     session. And a feed stores nothing: it is for one run.
def copy_state(source, target):
    pass


# %% wrong init-source mistake=initializes-the-source
# says: your function initializes the source before it reads, so the values that should be copied are lost.
def copy_state(source, target):
    source.run(tf.global_variables_initializer())
    for v in tf.global_variables():
        target.run(tf.assign(v, source.run(v)))


# %% wrong gives-the-source-values
def copy_state(source, target):
    for variable in tf.global_variables():
        if not source.run(tf.is_variable_initialized(variable)):
            source.run(variable.initializer)
        variable.load(source.run(variable), target)


# %% wrong try-around-the-loop mistake=stops-without-an-error
# says: your function stops at the first variable that has no value in the source. Go on with the next one:
#     a `try` belongs inside the loop.
def copy_state(source, target):
    try:
        for variable in tf.global_variables():
            variable.load(source.run(variable), target)
    except tf.errors.FailedPreconditionError:
        pass


# %% wrong closes-source mistake=closes-the-source
# says: your function closes the source: `session.close()` does, and so does the end of a `with session:`
#     block. It is not yours, so leave it open.
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))
    source.close()


# %% wrong closes-the-target-alone
def copy_state(source, target):
    with target:
        for v in tf.global_variables():
            if source.run(tf.is_variable_initialized(v)):
                v.load(source.run(v), target)


# %% wrong with-both-sessions
def copy_state(source, target):
    with source, target:
        for v in tf.global_variables():
            try:
                value = source.run(v)
            except tf.errors.FailedPreconditionError:
                continue
            target.run(v.initializer, {v.initializer.inputs[1]: value})


# %% wrong trainable-only mistake=copies-only-the-trainable
# says: `tf.trainable_variables()` leaves out the variables made with `trainable=False`, such as a counter
#     of steps. `tf.global_variables()` lists them all.
def copy_state(source, target):
    for v in tf.trainable_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))


# %% wrong all-or-nothing mistake=all-or-nothing
# says: if one variable has no value in the source, your function copies none of the others. Read the
#     variables one by one, and leave out only those without a value.
def copy_state(source, target):
    variables = tf.global_variables()
    try:
        values = source.run(variables)
    except tf.errors.FailedPreconditionError:
        return
    for v, value in zip(variables, values):
        target.run(tf.assign(v, value))


# %% wrong fills-gaps mistake=only-where-the-target-has-none
# says: you skip variables that have a value in the target. They should get the source's value, too: what
#     counts is whether the *source* has one.
def copy_state(source, target):
    for v in tf.global_variables():
        known = tf.is_variable_initialized(v)
        if source.run(known) and not target.run(known):
            target.run(tf.assign(v, source.run(v)))


# %% wrong overwrites-only
def copy_state(source, target):
    for variable in tf.global_variables():
        try:
            target.run(variable)
            variable.load(source.run(variable), target)
        except tf.errors.FailedPreconditionError:
            pass


# %% wrong initial-values mistake=initializes-the-target
def copy_state(source, target):
    for v in tf.global_variables():
        target.run(tf.assign(v, v.initial_value))


# %% wrong no-try mistake=stops-at-a-variable-without-a-value
def copy_state(source, target):
    for v in tf.global_variables():
        p = tf.placeholder(v.dtype.base_dtype, v.shape)
        target.run(tf.assign(v, p), {p: source.run(v)})


# %% wrong init-then-copy mistake=initializes-the-rest
def copy_state(source, target):
    target.run(tf.global_variables_initializer())
    for v in tf.global_variables():
        try:
            value = source.run(v)
        except tf.errors.FailedPreconditionError:
            continue
        target.run(tf.assign(v, value))


# %% wrong not-run mistake=never-runs-the-assignment
def copy_state(source, target):
    for v in tf.global_variables():
        try:
            tf.assign(v, source.run(v))
        except tf.errors.FailedPreconditionError:
            pass


# %% wrong rebinds mistake=never-runs-the-assignment
def copy_state(source, target):
    target = source


# %% wrong first-only
def copy_state(source, target):
    v = tf.global_variables()[0]
    target.run(tf.assign(v, source.run(v)))


# %% wrong scalars-only
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            p = tf.placeholder(tf.float32, [])
            target.run(tf.assign(v, p), {p: source.run(v)})


# %% wrong zero-is-no-value
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            value = source.run(v)
            if np.any(value):
                target.run(tf.assign(v, value))


# %% wrong once-only
done = []


def copy_state(source, target):
    for v in tf.global_variables():
        if v.name not in done and source.run(tf.is_variable_initialized(v)):
            done.append(v.name)
            target.run(tf.assign(v, source.run(v)))


# %% wrong through-float32 like=placeholder
# -         new_value = tf.placeholder(variable.dtype.base_dtype, variable.shape)
# -         target.run(tf.assign(variable, new_value), feed_dict={new_value: value})
# +         fed = tf.placeholder(tf.float32, variable.shape)
# +         target.run(tf.assign(variable, tf.cast(fed, variable.dtype.base_dtype)), {fed: value})


# %% wrong through-float64 like=placeholder
# -         new_value = tf.placeholder(variable.dtype.base_dtype, variable.shape)
# -         target.run(tf.assign(variable, new_value), feed_dict={new_value: value})
# +         fed = tf.placeholder(tf.float64, variable.shape)
# +         target.run(tf.assign(variable, tf.cast(fed, variable.dtype.base_dtype)), {fed: value})


# %% wrong closes-the-source mistake=closes-the-source
def copy_state(source, target):
    with source:
        for variable in tf.global_variables():
            if tf.is_variable_initialized(variable).eval():
                variable.load(variable.eval(), target)


# %% wrong only-feeds mistake=never-runs-the-assignment
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(v, {v: source.run(v)})


# %% wrong where-both-have-a-value
def copy_state(source, target):
    for variable in tf.global_variables():
        known = tf.is_variable_initialized(variable)
        if source.run(known) and target.run(known):
            target.run(tf.assign(variable, source.run(variable)))


# %% wrong skips-strings
def copy_state(source, target):
    for variable in tf.global_variables():
        if source.run(tf.is_variable_initialized(variable)):
            value = source.run(variable)
            if isinstance(value, (np.ndarray, np.number, np.bool_)):
                variable.load(value, target)


# %% wrong by-the-last-part-of-the-name
def copy_state(source, target):
    known = [v for v in tf.global_variables() if source.run(tf.is_variable_initialized(v))]
    values = {v.op.name.split("/")[-1]: source.run(v) for v in known}
    for variable in known:
        variable.load(values[variable.op.name.split("/")[-1]], target)


# %% wrong feeds-the-initializer
def copy_state(source, target):
    known = [v for v in tf.global_variables() if source.run(tf.is_variable_initialized(v))]
    values = source.run(known)
    target.run(
        [v.initializer for v in known],
        feed_dict={v.initializer.inputs[1]: value for v, value in zip(known, values)},
    )
    return target


# %% wrong catches-another-error mistake=stops-at-a-variable-without-a-value like=placeholder
# -         except tf.errors.FailedPreconditionError:
# +         except tf.errors.NotFoundError:


# %% exempt options-callables-and-python
# argument-dropped: ...options=tf.RunOptions()) -> ...
#     these options ask for nothing


# %% exempt *
# changes-its-input
#     The function is given two sessions, which nobody can empty.
# argument-dropped: ...tf.placeholder(variable.dtype.base_dtype, variable.shape)... -> ...
# argument-dropped: ...tf.placeholder(v.dtype.base_dtype, v.shape)... -> ...
#     A placeholder of unknown shape takes any value, and the variable keeps its own shape.
# constant: ...inputs[1]... -> ...inputs[-1]...
#     An assignment has two inputs.
# returns-none: return target -> target
#     What the function returns is not looked at.
