# %% sessions/copy-state right placeholder
def copy_state(source, target):
    for variable in tf.global_variables():
        try:
            value = source.run(variable)
        except tf.errors.FailedPreconditionError:
            continue
        new_value = tf.placeholder(variable.dtype.base_dtype, variable.shape)
        target.run(tf.assign(variable, new_value), feed_dict={new_value: value})


# %% sessions/copy-state right load
def copy_state(source, target):
    variables = tf.global_variables()
    known = source.run([tf.is_variable_initialized(v) for v in variables])
    for variable, found in zip(variables, known):
        if found:
            variable.load(source.run(variable), target)


# %% sessions/copy-state right feeds-the-initializer
def copy_state(source, target):
    known = [v for v in tf.global_variables() if source.run(tf.is_variable_initialized(v))]
    values = source.run(known)
    target.run(
        [v.initializer for v in known],
        feed_dict={v.initializer.inputs[1]: value for v, value in zip(known, values)},
    )
    return target


# %% sessions/copy-state right constants
def copy_state(source, target):
    missing = set(source.run(tf.report_uninitialized_variables()))
    for v in tf.global_variables():
        if v.op.name.encode() not in missing:
            target.run(v.assign(v.eval(session=source)))


# %% sessions/copy-state right one-run-each
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


# %% sessions/copy-state wrong init-target misconception=initializes-the-target
def copy_state(source, target):
    with target.as_default():
        tf.global_variables_initializer().run()


# %% sessions/copy-state wrong initial-values misconception=initializes-the-target
def copy_state(source, target):
    for v in tf.global_variables():
        target.run(tf.assign(v, v.initial_value))


# %% sessions/copy-state wrong backwards misconception=copies-backwards
def copy_state(source, target):
    for v in tf.global_variables():
        try:
            value = target.run(v)
        except tf.errors.FailedPreconditionError:
            continue
        source.run(tf.assign(v, value))


# %% sessions/copy-state wrong no-try misconception=stops-at-a-variable-without-a-value
def copy_state(source, target):
    for v in tf.global_variables():
        p = tf.placeholder(v.dtype.base_dtype, v.shape)
        target.run(tf.assign(v, p), {p: source.run(v)})


# %% sessions/copy-state wrong all-at-once misconception=stops-at-a-variable-without-a-value
def copy_state(source, target):
    variables = tf.global_variables()
    for v, value in zip(variables, source.run(variables)):
        v.load(value, target)


# %% sessions/copy-state wrong init-then-copy misconception=initializes-the-rest
def copy_state(source, target):
    target.run(tf.global_variables_initializer())
    for v in tf.global_variables():
        try:
            value = source.run(v)
        except tf.errors.FailedPreconditionError:
            continue
        target.run(tf.assign(v, value))


# %% sessions/copy-state wrong not-run misconception=never-runs-the-assignment
def copy_state(source, target):
    for v in tf.global_variables():
        try:
            tf.assign(v, source.run(v))
        except tf.errors.FailedPreconditionError:
            pass


# %% sessions/copy-state wrong init-source misconception=initializes-the-source
def copy_state(source, target):
    source.run(tf.global_variables_initializer())
    for v in tf.global_variables():
        target.run(tf.assign(v, source.run(v)))


# %% sessions/copy-state wrong pass misconception=never-runs-the-assignment
def copy_state(source, target):
    pass


# %% sessions/copy-state wrong rebinds misconception=never-runs-the-assignment
def copy_state(source, target):
    target = source


# %% sessions/copy-state wrong first-only
def copy_state(source, target):
    v = tf.global_variables()[0]
    target.run(tf.assign(v, source.run(v)))


# %% sessions/copy-state wrong scalars-only
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            p = tf.placeholder(tf.float32, [])
            target.run(tf.assign(v, p), {p: source.run(v)})


# %% sessions/copy-state wrong closes-source misconception=closes-the-source
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))
    source.close()


# %% sessions/copy-state wrong fills-the-rest misconception=initializes-the-rest
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))
        else:
            target.run(v.initializer)


# %% sessions/copy-state wrong trainable-only misconception=copies-only-the-trainable
def copy_state(source, target):
    for v in tf.trainable_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))


# %% sessions/copy-state wrong stops-without-an-error misconception=stops-without-an-error
def copy_state(source, target):
    try:
        for v in tf.global_variables():
            value = source.run(v)
            target.run(tf.assign(v, value))
    except tf.errors.FailedPreconditionError:
        pass


# %% sessions/copy-state wrong zero-is-no-value
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            value = source.run(v)
            if np.any(value):
                target.run(tf.assign(v, value))


# %% sessions/copy-state wrong once-only
done = []


def copy_state(source, target):
    for v in tf.global_variables():
        if v.name not in done and source.run(tf.is_variable_initialized(v)):
            done.append(v.name)
            target.run(tf.assign(v, source.run(v)))


# %% sessions/copy-state wrong runs-the-initializers misconception=initializes-what-it-should-copy
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(v.initializer)


# %% sessions/copy-state wrong assigns-to-itself misconception=assigns-to-itself
def copy_state(source, target):
    for v in tf.global_variables():
        target.run(tf.assign(v, v))


# %% sessions/copy-state wrong all-or-nothing misconception=all-or-nothing
def copy_state(source, target):
    variables = tf.global_variables()
    try:
        values = source.run(variables)
    except tf.errors.FailedPreconditionError:
        return
    for v, value in zip(variables, values):
        target.run(tf.assign(v, value))


# %% sessions/copy-state wrong fills-gaps misconception=only-where-the-target-has-none
def copy_state(source, target):
    for v in tf.global_variables():
        known = tf.is_variable_initialized(v)
        if source.run(known) and not target.run(known):
            target.run(tf.assign(v, source.run(v)))


# %% sessions/copy-state wrong through-float32
def copy_state(source, target):
    for variable in tf.global_variables():
        try:
            value = source.run(variable)
        except tf.errors.FailedPreconditionError:
            continue
        fed = tf.placeholder(tf.float32, variable.shape)
        target.run(tf.assign(variable, tf.cast(fed, variable.dtype.base_dtype)), {fed: value})


# %% sessions/copy-state wrong through-float64
def copy_state(source, target):
    for variable in tf.global_variables():
        try:
            value = source.run(variable)
        except tf.errors.FailedPreconditionError:
            continue
        fed = tf.placeholder(tf.float64, variable.shape)
        target.run(tf.assign(variable, tf.cast(fed, variable.dtype.base_dtype)), {fed: value})


# %% sessions/copy-state wrong only-binds-a-name misconception=never-runs-the-assignment
def copy_state(source, target):
    target = source


# %% sessions/copy-state wrong closes-the-source misconception=closes-the-source
def copy_state(source, target):
    with source:
        for variable in tf.global_variables():
            if tf.is_variable_initialized(variable).eval():
                variable.load(variable.eval(), target)


# %% sessions/copy-state wrong gives-the-source-values misconception=gives-the-source-values
def copy_state(source, target):
    for variable in tf.global_variables():
        if not source.run(tf.is_variable_initialized(variable)):
            source.run(variable.initializer)
        variable.load(source.run(variable), target)


# %% sessions/copy-state wrong try-around-the-loop misconception=stops-without-an-error
def copy_state(source, target):
    try:
        for variable in tf.global_variables():
            variable.load(source.run(variable), target)
    except tf.errors.FailedPreconditionError:
        pass


# %% sessions/copy-state wrong closes-the-target-alone misconception=closes-the-target
def copy_state(source, target):
    with target:
        for v in tf.global_variables():
            if source.run(tf.is_variable_initialized(v)):
                v.load(source.run(v), target)


# %% sessions/copy-state wrong with-both-sessions misconception=closes-both
def copy_state(source, target):
    with source, target:
        for v in tf.global_variables():
            try:
                value = source.run(v)
            except tf.errors.FailedPreconditionError:
                continue
            target.run(v.initializer, {v.initializer.inputs[1]: value})


# %% sessions/copy-state wrong only-feeds misconception=never-runs-the-assignment
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(v, {v: source.run(v)})


# %% sessions/copy-state wrong where-both-have-a-value misconception=only-where-the-target-has-one
def copy_state(source, target):
    for variable in tf.global_variables():
        known = tf.is_variable_initialized(variable)
        if source.run(known) and target.run(known):
            target.run(tf.assign(variable, source.run(variable)))


# %% sessions/copy-state wrong overwrites-only misconception=only-where-the-target-has-one
def copy_state(source, target):
    for variable in tf.global_variables():
        try:
            target.run(variable)
            variable.load(source.run(variable), target)
        except tf.errors.FailedPreconditionError:
            pass


# %% sessions/copy-state wrong skips-strings
def copy_state(source, target):
    for variable in tf.global_variables():
        if source.run(tf.is_variable_initialized(variable)):
            value = source.run(variable)
            if isinstance(value, (np.ndarray, np.number, np.bool_)):
                variable.load(value, target)


# %% sessions/copy-state wrong by-the-last-part-of-the-name
def copy_state(source, target):
    known = [v for v in tf.global_variables() if source.run(tf.is_variable_initialized(v))]
    values = {v.op.name.split("/")[-1]: source.run(v) for v in known}
    for variable in known:
        variable.load(values[variable.op.name.split("/")[-1]], target)


# %% sessions/copy-state exempt *
# changes-its-input
#     The function is given two sessions, which nobody can empty.
# argument-dropped: ...tf.placeholder(variable.dtype.base_dtype, variable.shape)... -> ...
# argument-dropped: ...tf.placeholder(v.dtype.base_dtype, v.shape)... -> ...
#     A placeholder of unknown shape takes any value, and the variable keeps its own shape.
# constant: ...inputs[1]... -> ...inputs[-1]...
#     An assignment has two inputs.
# returns-none: return target -> target
#     What the function returns is not looked at.
