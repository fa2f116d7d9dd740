# %% savers/warm-start right name-and-shape
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start right dict-of-variables
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


# %% savers/warm-start right reader
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


# %% savers/warm-start right a-set-of-names
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    stored = {(name, tuple(shape)) for name, shape in tf.train.list_variables(path)}
    names = set()
    for variable in tf.global_variables():
        if (variable.op.name, tuple(variable.shape.as_list())) in stored:
            tf.train.Saver([variable]).restore(session, path)
            names.add(variable.op.name)
    return names


# %% savers/warm-start right uninitialized-afterwards
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


# %% savers/warm-start wrong all misconception=restores-everything
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    tf.train.Saver().restore(session, path)
    return [v.op.name for v in tf.global_variables()]


# %% savers/warm-start wrong names-only misconception=compares-names-only
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    stored = [name for name, _ in tf.train.list_variables(path)]
    fits = [v for v in tf.global_variables() if v.op.name in stored]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong reshapes misconception=compares-sizes
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


# %% savers/warm-start wrong initializes-last misconception=initializes-after-restoring
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    session.run(tf.global_variables_initializer())
    return [v.op.name for v in fits]


# %% savers/warm-start wrong no-initializer misconception=never-initializes
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong nothing-restored misconception=finds-nothing
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    return []


# %% savers/warm-start wrong names-of-the-file
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return list(stored)


# %% savers/warm-start wrong names-of-tensors
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.name for v in fits]


# %% savers/warm-start wrong looks-for-tensors misconception=finds-nothing
def warm_start(session, path):
    shapes = dict(tf.train.list_variables(path))
    session.run(tf.global_variables_initializer())
    restored = []
    for variable in tf.global_variables():
        if variable.name in shapes and shapes[variable.name] == variable.shape.as_list():
            tf.train.Saver([variable]).restore(session, path)
            restored.append(variable.op.name)
    return restored


# %% savers/warm-start wrong tuples-and-lists misconception=finds-nothing
def warm_start(session, path):
    shapes = dict(tf.train.list_variables(path))
    session.run(tf.global_variables_initializer())
    fits = [v for v in tf.global_variables() if shapes.get(v.op.name) == tuple(v.shape.as_list())]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong shape-by-position
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    names = []
    for v, (name, shape) in zip(tf.global_variables(), tf.train.list_variables(path)):
        if shape == v.shape.as_list():
            tf.train.Saver({name: v}).restore(session, path)
            names.append(v.op.name)
    return names


# %% savers/warm-start wrong mutant-saver-of-nothing
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong mutant-trainable-only misconception=trainable-variables-only
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.trainable_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong mutant-initializes-the-trainable
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.variables_initializer(tf.trainable_variables()))
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong mutant-shape-that-is-true
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


# %% savers/warm-start wrong mutant-no-shape-for-no-variable
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name, []) == v.shape.as_list()]
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start right shapes-of-the-meta-graph
def warm_start(session, path):
    with tf.Graph().as_default():
        tf.train.import_meta_graph(path + ".meta")
        stored = {v.op.name: v.shape.as_list() for v in tf.global_variables()}
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong all-or-nothing misconception=finds-nothing
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    try:
        tf.train.Saver().restore(session, path)
    except (tf.errors.NotFoundError, tf.errors.InvalidArgumentError):
        return []
    return [v.op.name for v in tf.global_variables()]


# %% savers/warm-start wrong the-variables-themselves
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    return fits


# %% savers/warm-start wrong copies-the-rows-of-matrices
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    for v in tf.global_variables():
        shape, old = v.shape.as_list(), stored.get(v.op.name, [])
        if v not in fits and len(shape) == len(old) == 2 and shape[1] == old[1]:
            count = min(shape[0], old[0])
            rows = tf.train.load_variable(path, v.op.name)[:count]
            session.run(tf.scatter_update(v, list(range(count)), rows))
    return [v.op.name for v in fits]


# %% savers/warm-start wrong copies-the-rows-where-there-are-more
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    for v in tf.global_variables():
        shape, old = v.shape.as_list(), stored.get(v.op.name, [])
        if len(shape) == len(old) == 2 and shape[1] == old[1] and shape[0] > old[0]:
            rows = tf.train.load_variable(path, v.op.name)
            session.run(tf.scatter_update(v, list(range(old[0])), rows))
    return [v.op.name for v in fits]


# %% savers/warm-start wrong copies-the-rows-where-there-are-fewer
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    if fits:
        tf.train.Saver(fits).restore(session, path)
    for v in tf.global_variables():
        shape, old = v.shape.as_list(), stored.get(v.op.name, [])
        if len(shape) == len(old) == 2 and shape[1] == old[1] and shape[0] < old[0]:
            session.run(v.assign(tf.train.load_variable(path, v.op.name)[: shape[0]]))
    return [v.op.name for v in fits]


# %% savers/warm-start exempt *
# remembers-results
#     the session and the folder are new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given no list, dictionary or array


# %% savers/warm-start exempt uninitialized-afterwards
# name-of-the-operation: return tuple(...) -> ...
#     the name of the operation has no colon in it
