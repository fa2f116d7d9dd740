# %% right name-and-shape
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% right dict-of-variables
def warm_start(session, path):
    mine = {v.op.name: v for v in tf.global_variables()}
    fits = {
        name: mine[name]
        for name, shape in tf.train.list_variables(path)
        if name in mine and mine[name].get_shape().as_list() == shape
    }
    if fits:
        tf.train.Saver(fits).restore(session, path)
    session.run(tf.variables_initializer([v for name, v in mine.items() if name not in fits]))
    return sorted(fits)


# %% right reader
def warm_start(session, path):
    reader = tf.train.NewCheckpointReader(path)
    shapes = reader.get_variable_to_shape_map()
    restored = []
    for variable in tf.global_variables():
        name = variable.op.name
        if name in shapes and list(shapes[name]) == variable.shape.as_list():
            session.run(variable.assign(reader.get_tensor(name)))
            restored.append(name)
        else:
            session.run(variable.initializer)
    return restored


# %% right a-set-of-names
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    stored = {(name, tuple(shape)) for name, shape in tf.train.list_variables(path)}
    names = set()
    for variable in tf.global_variables():
        if (variable.op.name, tuple(variable.shape.as_list())) in stored:
            tf.train.Saver([variable]).restore(session, path)
            names.add(variable.op.name)
    return names


# %% right uninitialized-afterwards
def warm_start(session, path):
    reader = tf.train.load_checkpoint(path)
    fits = []
    for v in tf.global_variables():
        if reader.has_tensor(v.op.name) and reader.get_tensor(v.op.name).shape == tuple(
            v.shape.as_list()
        ):
            fits.append(v)
    if fits:
        tf.train.Saver(var_list=fits).restore(session, path)
    missing = set(session.run(tf.report_uninitialized_variables()))
    rest = [v for v in tf.global_variables() if v.op.name.encode() in missing]
    session.run(tf.variables_initializer(rest))
    return tuple(v.name.split(":")[0] for v in fits)


# %% right shapes-of-the-meta-graph like=name-and-shape
# -     stored = dict(tf.train.list_variables(path))
# +     with tf.Graph().as_default():
# +         tf.train.import_meta_graph(path + ".meta")
# +         stored = {v.op.name: v.shape.as_list() for v in tf.global_variables()}


# %% wrong all mistake=restores-everything
# says: your saver asks for a variable that the checkpoint does not have: NotFoundError. (`tf.train.Saver()`
#     asks for every variable of the graph.) Give the saver a list of those that are there.
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    tf.train.Saver().restore(session, path)
    return [v.op.name for v in tf.global_variables()]


# %% wrong names-only mistake=compares-names-only
# says: you choose by name alone. A saver cannot restore a variable whose shape has changed:
#     InvalidArgumentError. Compare the shapes, too.
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    stored = [name for name, _ in tf.train.list_variables(path)]
    fits = [v for v in tf.global_variables() if v.op.name in stored]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% wrong reshapes mistake=compares-sizes
# says: you accept a tensor that has the same number of elements in another shape. Then the numbers end up
#     in the wrong places. Compare the shapes themselves.
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    fits = []
    for name, shape in tf.train.list_variables(path):
        for v in tf.global_variables():
            if v.op.name == name and np.prod(shape) == v.shape.num_elements():
                fits.append(v)
    if fits:
        tf.train.Saver(fits, reshape=True).restore(session, path)
    return [v.op.name for v in fits]


# %% wrong mutant-trainable-only mistake=trainable-variables-only like=name-and-shape
# says: you choose from the trainable variables only. A checkpoint has the others as well, such as a
#     counter: `tf.global_variables()` returns all of them.
# -     fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
# +     fits = [v for v in tf.trainable_variables() if stored.get(v.op.name) == v.shape.as_list()]


# %% wrong nothing-restored mistake=finds-nothing
# says: your function returns no name, although some variables fit. If you look for `variable.name`, it ends
#     in `:0`, and the names in this checkpoint do not: use `variable.op.name`. If you compare shapes,
#     `list_variables` gives lists: compare them with `variable.shape.as_list()`. If you restore all
#     variables at once, one that does not fit makes it fail: first choose those that fit.
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    return []


# %% wrong initializes-last mistake=initializes-after-restoring
# says: you run the initializer of all variables after restoring: what you restored is overwritten.
#     Initialize first, then restore.
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    session.run(tf.global_variables_initializer())
    return [v.op.name for v in fits]


# %% wrong no-initializer mistake=never-initializes like=name-and-shape
# says: what fits is restored, but the other variables have no value at all. Run their initializer, too, and
#     do so before you restore.
# -     session.run(tf.global_variables_initializer())


# %% wrong names-of-the-file like=name-and-shape
# -     return [v.op.name for v in fits]
# +     return list(stored)


# %% wrong names-of-tensors like=name-and-shape
# -     return [v.op.name for v in fits]
# +     return [v.name for v in fits]


# %% wrong looks-for-tensors mistake=finds-nothing
def warm_start(session, path):
    shapes = dict(tf.train.list_variables(path))
    session.run(tf.global_variables_initializer())
    restored = []
    for variable in tf.global_variables():
        if variable.name in shapes and shapes[variable.name] == variable.shape.as_list():
            tf.train.Saver([variable]).restore(session, path)
            restored.append(variable.op.name)
    return restored


# %% wrong tuples-and-lists mistake=finds-nothing
def warm_start(session, path):
    shapes = dict(tf.train.list_variables(path))
    session.run(tf.global_variables_initializer())
    fits = [v for v in tf.global_variables() if shapes.get(v.op.name) == tuple(v.shape.as_list())]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% wrong shape-by-position
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    names = []
    for v, (name, shape) in zip(tf.global_variables(), tf.train.list_variables(path)):
        if shape == v.shape.as_list():
            tf.train.Saver({name: v}).restore(session, path)
            names.append(v.op.name)
    return names


# %% wrong mutant-saver-of-nothing like=name-and-shape
# -     if fits:
# -         tf.train.Saver(fits).restore(session, path)
# +     tf.train.Saver(fits).restore(session, path)


# %% wrong mutant-initializes-the-trainable like=name-and-shape
# -     session.run(tf.global_variables_initializer())
# +     session.run(tf.variables_initializer(tf.trainable_variables()))


# %% wrong mutant-shape-that-is-true
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    stored = dict(tf.train.list_variables(path))
    fits = []
    for v in tf.global_variables():
        shape = stored.get(v.op.name)
        if shape and shape == v.shape.as_list():
            fits.append(v)
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% wrong mutant-no-shape-for-no-variable
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name, []) == v.shape.as_list()]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% wrong all-or-nothing mistake=finds-nothing
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    try:
        tf.train.Saver().restore(session, path)
    except (tf.errors.NotFoundError, tf.errors.InvalidArgumentError):
        return []
    return [v.op.name for v in tf.global_variables()]


# %% wrong the-variables-themselves like=name-and-shape
# -     return [v.op.name for v in fits]
# +     return fits


# %% wrong copies-the-rows-of-matrices like=name-and-shape
# -         tf.train.Saver(fits).restore(session, path)
# +         tf.train.Saver(fits).restore(session, path)
# +     for v in tf.global_variables():
# +         shape, old = v.shape.as_list(), stored.get(v.op.name, [])
# +         if v not in fits and len(shape) == len(old) == 2 and shape[1] == old[1]:
# +             count = min(shape[0], old[0])
# +             rows = tf.train.load_variable(path, v.op.name)[:count]
# +             session.run(tf.scatter_update(v, list(range(count)), rows))


# %% wrong copies-the-rows-where-there-are-more like=name-and-shape
# -         tf.train.Saver(fits).restore(session, path)
# +         tf.train.Saver(fits).restore(session, path)
# +     for v in tf.global_variables():
# +         shape, old = v.shape.as_list(), stored.get(v.op.name, [])
# +         if len(shape) == len(old) == 2 and shape[1] == old[1] and shape[0] > old[0]:
# +             rows = tf.train.load_variable(path, v.op.name)
# +             session.run(tf.scatter_update(v, list(range(old[0])), rows))


# %% wrong copies-the-rows-where-there-are-fewer like=name-and-shape
# -         tf.train.Saver(fits).restore(session, path)
# +         tf.train.Saver(fits).restore(session, path)
# +     for v in tf.global_variables():
# +         shape, old = v.shape.as_list(), stored.get(v.op.name, [])
# +         if len(shape) == len(old) == 2 and shape[1] == old[1] and shape[0] < old[0]:
# +             session.run(v.assign(tf.train.load_variable(path, v.op.name)[: shape[0]]))


# %% exempt *
# remembers-results
#     the session and the folder are new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given no list, dictionary or array


# %% exempt uninitialized-afterwards
# name-of-the-operation: return tuple(...) -> ...
#     the name of the operation has no colon in it
