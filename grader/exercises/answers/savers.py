"""Right and wrong answers to the exercises of chapter 07, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("07-savers")` reads the blocks.
"""

# ------------------------------------------------------------------------------ train-and-save


# %% savers/train-and-save right count-from-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save right count-from-zero-add-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        session.run(step)
        if (epoch + 1) % every == 0:
            saver.save(session, path, epoch + 1)
    saver.save(session, path)


# %% savers/train-and-save right name-by-hand
def train_and_save(session, step, epochs, every, path):
    with session.as_default():
        saver = tf.train.Saver(max_to_keep=None)
        done = 0
        while done < epochs:
            step.run()
            done += 1
            if not done % every:
                saver.save(session, f"{path}-{done}", write_meta_graph=False)
        saver.save(session, path)


# %% savers/train-and-save right blocks-of-epochs
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(tf.global_variables(), max_to_keep=100)
    for last in range(every, epochs + 1, every):
        for _ in range(every):
            session.run(step)
        saver.save(session, path, global_step=last)
    for _ in range(epochs % every):
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save right save-before-all-but-the-first
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        if epoch > 0 and epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save wrong index-from-zero misconception=counts-from-zero
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save wrong index-after-the-step misconception=number-one-too-low
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong same-name misconception=leaves-only-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path)
    saver.save(session, path)


# %% savers/train-and-save wrong keeps-one misconception=leaves-only-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(max_to_keep=1)
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong no-end misconception=forgets-the-end
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)


# %% savers/train-and-save wrong save-then-step misconception=saves-before-the-step
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save wrong trainable-only
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(tf.trainable_variables())
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong every-epoch
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(max_to_keep=None)
    for epoch in range(1, epochs + 1):
        session.run(step)
        saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong a-session-of-its-own
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        for epoch in range(1, epochs + 1):
            session.run(step)
            if epoch % every == 0:
                saver.save(other, path, global_step=epoch)
        saver.save(other, path)


# --------------------------------------------------------------------------------------- start


# %% savers/start right latest-checkpoint
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start right initialise-first
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())
    latest = tf.train.latest_checkpoint(folder)
    if latest is not None:
        saver.restore(session, latest)


# %% savers/start right checkpoint-state
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state is None:
        tf.global_variables_initializer().run(session=session)
        return
    saver.restore(session, state.model_checkpoint_path)


# %% savers/start right try-and-see
def start(session, saver, folder):
    try:
        saver.restore(session, tf.train.latest_checkpoint(folder))
    except ValueError:
        session.run([variable.initializer for variable in tf.global_variables()])


# %% savers/start right highest-number
def start(session, saver, folder):
    import os

    numbers = [
        int(name.rsplit("-", 1)[1][: -len(".index")])
        for name in os.listdir(folder)
        if name.endswith(".index")
    ]
    if numbers:
        saver.restore(session, os.path.join(folder, f"model-{max(numbers)}"))
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong then-initialises misconception=initialises-after-restoring
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    session.run(tf.global_variables_initializer())


# %% savers/start wrong restores-only misconception=always-restores
def start(session, saver, folder):
    saver.restore(session, tf.train.latest_checkpoint(folder))


# %% savers/start wrong sorted-names misconception=last-of-the-alphabet
def start(session, saver, folder):
    names = sorted(tf.gfile.Glob(folder + "/model-*.index"))
    if names:
        saver.restore(session, names[-1][: -len(".index")])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong first-of-the-state misconception=restores-the-oldest
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state:
        saver.restore(session, state.all_model_checkpoint_paths[0])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong initialises-only misconception=initialises-after-restoring
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())


# %% savers/start wrong asks-the-saver misconception=initialises-after-restoring
def start(session, saver, folder):
    if saver.last_checkpoints:
        saver.restore(session, saver.last_checkpoints[-1])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong a-session-of-its-own
def start(session, saver, folder):
    with tf.Session() as other:
        latest = tf.train.latest_checkpoint(folder)
        if latest:
            saver.restore(other, latest)
        else:
            other.run(tf.global_variables_initializer())


# %% savers/start wrong trainable-only
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        session.run(tf.global_variables_initializer())
        tf.train.Saver(tf.trainable_variables()).restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())


# ----------------------------------------------------------------------------------- hand-over


# %% savers/hand-over right two-savers
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over right made-first
def hand_over(trained, fresh, source, target, path):
    writer = tf.train.Saver(var_list=dict(weights=source))
    reader = tf.train.Saver(var_list=dict(weights=target))
    written = writer.save(trained, path)
    reader.restore(fresh, written)


# %% savers/hand-over right load-variable
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(target.assign(tf.train.load_variable(path, "weights")))


# %% savers/hand-over right init-from-checkpoint
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path, write_state=False)
    reader = tf.train.NewCheckpointReader(path)
    value = tf.constant(reader.get_tensor("weights"))
    fresh.run(tf.assign(target, value))


# %% savers/hand-over right one-name-in-a-loop
def hand_over(trained, fresh, source, target, path):
    name = "weights"
    savers = [tf.train.Saver({name: variable}) for variable in (source, target)]
    savers[0].save(trained, path, write_meta_graph=False)
    savers[1].restore(fresh, path)


# %% savers/hand-over right target-initialised-first
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(target.initializer)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong everything misconception=saves-everything
def hand_over(trained, fresh, source, target, path):
    saver = tf.train.Saver()
    saver.save(trained, path)
    saver.restore(fresh, path)


# %% savers/hand-over wrong a-list misconception=keeps-the-variables-name
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver([source]).save(trained, path)
    tf.train.Saver({source.op.name: target}).restore(fresh, path)


# %% savers/hand-over wrong tensor-name misconception=names-a-tensor
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights:0": source}).save(trained, path)
    tf.train.Saver({"weights:0": target}).restore(fresh, path)


# %% savers/hand-over wrong one-saver misconception=restores-into-the-source
def hand_over(trained, fresh, source, target, path):
    saver = tf.train.Saver({"weights": source})
    saver.save(trained, path)
    saver.restore(fresh, path)


# %% savers/hand-over wrong initialises-all misconception=initialises-the-others
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(tf.global_variables_initializer())
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong saves-the-target
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": target}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong without-a-file
def hand_over(trained, fresh, source, target, path):
    fresh.run(target.assign(trained.run(source)))


# %% savers/hand-over wrong never-restores
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)


# %% savers/hand-over wrong two-names
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source, "other": target}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# ------------------------------------------------------------------------------------- predict


# %% savers/predict right graph-of-its-own
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict right default-graph
def predict(path, rows):
    saver = tf.train.import_meta_graph(f"{path}.meta")
    graph = tf.get_default_graph()
    X = graph.get_tensor_by_name("rows:0")
    prediction = graph.get_tensor_by_name("prediction:0")
    with tf.Session() as session:
        saver.restore(session, path)
        return prediction.eval({X: rows})


# %% savers/predict right reset-first
def predict(path, rows):
    graph = tf.Graph()
    with graph.as_default():
        saver = tf.train.import_meta_graph(path + ".meta")
    session = tf.Session(graph=graph)
    saver.restore(session, path)
    result = session.run(
        graph.get_operation_by_name("prediction").outputs[0],
        feed_dict={graph.get_operation_by_name("rows").outputs[0]: rows},
    )
    session.close()
    return result


# %% savers/predict right saver-of-its-own
def predict(path, rows):
    with tf.Graph().as_default():
        tf.train.import_meta_graph(path + ".meta")
        saver = tf.train.Saver(tf.global_variables(), name="mine")
        with tf.Session() as session:
            saver.restore(session, path)
            (result,) = session.run(["prediction:0"], {"rows:0": rows})
    return result


# %% savers/predict right initialise-then-restore
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta", clear_devices=True)
        session.run(tf.global_variables_initializer())
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows}).tolist()


# %% savers/predict wrong initialises misconception=initialises-over-it
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        session.run(tf.global_variables_initializer())
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong graph-only misconception=imports-the-graph-only
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong operation misconception=fetches-the-operation
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction", {"rows:0": rows})


# %% savers/predict wrong gives-the-rows-back misconception=returns-the-rows
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("rows:0", {"rows:0": rows})


# %% savers/predict wrong initialises-only misconception=initialises-over-it
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        session.run(tf.global_variables_initializer())
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong not-fed
def predict(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction:0")


# %% savers/predict wrong builds-the-linear-model-again
def predict(path, rows):
    theta = tf.get_variable("theta", [2, 1])
    bias = tf.get_variable("bias", [])
    with tf.Session() as session:
        tf.train.Saver().restore(session, path)
        return session.run(tf.matmul(tf.constant(rows), theta) + bias)


# %% savers/predict wrong the-tensor
def predict(path, rows):
    saver = tf.train.import_meta_graph(path + ".meta")
    with tf.Session() as session:
        saver.restore(session, path)
        return tf.get_default_graph().get_tensor_by_name("prediction:0")


# ---------------------------------------------------------------------------------- warm-start


# %% savers/warm-start right name-and-shape
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
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
    tf.train.Saver(fits, reshape=True).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong initialises-last misconception=initialises-after-restoring
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    tf.train.Saver(fits).restore(session, path)
    session.run(tf.global_variables_initializer())
    return [v.op.name for v in fits]


# %% savers/warm-start wrong no-initializer misconception=never-initialises
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    tf.train.Saver(fits).restore(session, path)
    return [v.op.name for v in fits]


# %% savers/warm-start wrong nothing-restored
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    return []


# %% savers/warm-start wrong names-of-the-file
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    tf.train.Saver(fits).restore(session, path)
    return list(stored)


# %% savers/warm-start wrong names-of-tensors
def warm_start(session, path):
    stored = dict(tf.train.list_variables(path))
    fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]
    session.run(tf.global_variables_initializer())
    tf.train.Saver(fits).restore(session, path)
    return [v.name for v in fits]


# %% savers/warm-start wrong shape-by-position
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    names = []
    for v, (name, shape) in zip(tf.global_variables(), tf.train.list_variables(path)):
        if shape == v.shape.as_list():
            tf.train.Saver({name: v}).restore(session, path)
            names.append(v.op.name)
    return names


# -------------------------------------------------------------------------------- write-houses


# %% savers/write-houses right with-writer
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            feature = {
                "id": tf.train.Feature(int64_list=tf.train.Int64List(value=[house["id"]])),
                "town": tf.train.Feature(
                    bytes_list=tf.train.BytesList(value=[house["town"].encode()])
                ),
                "features": tf.train.Feature(
                    float_list=tf.train.FloatList(value=house["features"])
                ),
            }
            example = tf.train.Example(features=tf.train.Features(feature=feature))
            writer.write(example.SerializeToString())


# %% savers/write-houses right filled-in-place
def write_houses(path, houses):
    writer = tf.io.TFRecordWriter(path)
    for house in houses:
        example = tf.train.Example()
        feature = example.features.feature
        feature["id"].int64_list.value.append(house["id"])
        feature["town"].bytes_list.value.append(house["town"].encode("utf-8"))
        feature["features"].float_list.value.extend(house["features"])
        writer.write(example.SerializeToString())
    writer.close()


# %% savers/write-houses right by-type
def write_houses(path, houses):
    def feature(value):
        if isinstance(value, int):
            return tf.train.Feature(int64_list=tf.train.Int64List(value=[value]))
        if isinstance(value, str):
            return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value.encode()]))
        return tf.train.Feature(float_list=tf.train.FloatList(value=value))

    with tf.io.TFRecordWriter(path) as writer:
        for house in houses:
            features = {name: feature(value) for name, value in house.items()}
            writer.write(
                tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()
            )


# %% savers/write-houses right serialized-first
def write_houses(path, houses):
    records = []
    for house in houses:
        example = tf.train.Example()
        example.features.feature["features"].float_list.value[:] = np.float32(house["features"])
        example.features.feature["town"].bytes_list.value[:] = [bytes(house["town"], "utf8")]
        example.features.feature["id"].int64_list.value[:] = [np.int64(house["id"])]
        records.append(example.SerializeToString())
    with tf.python_io.TFRecordWriter(path) as writer:
        for record in records:
            writer.write(record)


# %% savers/write-houses right frames-by-hand
def write_houses(path, houses):
    from crc32c import crc32c

    def masked(data):
        crc = crc32c(data)
        return (((crc >> 15) | (crc << 17)) + 0xA282EAD8 & 0xFFFFFFFF).to_bytes(4, "little")

    with tf.gfile.GFile(path, "wb") as file:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(house["features"])
            data = example.SerializeToString()
            length = len(data).to_bytes(8, "little")
            file.write(length + masked(length) + data + masked(data))


# %% savers/write-houses wrong float-id misconception=id-as-float
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].float_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong all-text misconception=everything-as-text
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            for name in house:
                text = str(house[name])
                example.features.feature[name].bytes_list.value.append(text.encode())
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong json misconception=writes-json
def write_houses(path, houses):
    import json

    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            writer.write(json.dumps(house, ensure_ascii=False).encode())


# %% savers/write-houses wrong first-number misconception=first-number-only
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.append(house["features"][0])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong numbered-features misconception=a-feature-for-each-number
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            for index, number in enumerate(house["features"]):
                feature[f"features{index}"].float_list.value.append(number)
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong opens-again misconception=a-new-file-for-each-house
def write_houses(path, houses):
    for house in houses:
        with tf.python_io.TFRecordWriter(path) as writer:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong ascii
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode("ascii"))
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong without-frames
def write_houses(path, houses):
    with open(path, "wb") as file:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            file.write(example.SerializeToString())


# %% savers/write-houses wrong one-example-for-all
def write_houses(path, houses):
    example = tf.train.Example()
    for house in houses:
        example.features.feature["id"].int64_list.value.append(house["id"])
        example.features.feature["town"].bytes_list.value.append(house["town"].encode())
        example.features.feature["features"].float_list.value.extend(house["features"])
    with tf.python_io.TFRecordWriter(path) as writer:
        writer.write(example.SerializeToString())


# %% savers/write-houses wrong compressed
def write_houses(path, houses):
    options = tf.python_io.TFRecordOptions(tf.python_io.TFRecordCompressionType.GZIP)
    with tf.python_io.TFRecordWriter(path, options) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# -------------------------------------------------------------------------------------- rescue


# %% savers/rescue right walk
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            if masked(data[at : at + 8]) != int.from_bytes(data[at + 8 : at + 12], "little"):
                break
            record = data[at + 12 : at + 12 + length]
            stored = data[at + 12 + length : at + 16 + length]
            if masked(record) == int.from_bytes(stored, "little"):
                writer.write(record)
            at += 16 + length


# %% savers/rescue right struct
def rescue(path, data):
    import struct

    from crc32c import crc32c

    def mask(crc):
        return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) % 2**32

    writer = tf.python_io.TFRecordWriter(path)
    at = 0
    while True:
        header = data[at : at + 12]
        if len(header) < 12:
            break
        length, check = struct.unpack("<QI", header)
        if mask(crc32c(header[:8])) != check or at + length + 16 > len(data):
            break
        body = data[at + 12 : at + 12 + length]
        (check,) = struct.unpack_from("<I", data, at + 12 + length)
        if mask(crc32c(body)) == check:
            writer.write(body)
        at += length + 16
    writer.close()


# %% savers/rescue right copies-whole-frames
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return (((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF).to_bytes(4, "little")

    kept = b""
    while len(data) >= 12 and data[8:12] == masked(data[:8]):
        end = int.from_bytes(data[:8], "little") + 12
        if data[end : end + 4] == masked(data[12:end]):
            kept += data[: end + 4]
        data = data[end + 4 :]
    with tf.gfile.Open(path, "wb") as file:
        file.write(kept)


# %% savers/rescue right own-crc
def rescue(path, data):
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)

    def masked(part):
        crc = 0xFFFFFFFF
        for byte in part:
            crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
        crc ^= 0xFFFFFFFF
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    def number(part):
        return int.from_bytes(part, "little")

    with tf.io.TFRecordWriter(path) as writer:
        rest = memoryview(data)
        while len(rest) >= 12 and masked(rest[:8]) == number(rest[8:12]):
            length = number(rest[:8])
            record, stored = bytes(rest[12 : 12 + length]), rest[12 + length : 16 + length]
            if masked(record) == number(stored):
                writer.write(record)
            rest = rest[16 + length :]


# %% savers/rescue right stream
def rescue(path, data):
    import io

    from crc32c import crc32c

    def fits(part, stored):
        crc = crc32c(part)
        crc = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
        return crc.to_bytes(4, "little") == stored

    stream = io.BytesIO(data)
    records = []
    while True:
        length = stream.read(8)
        if not fits(length, stream.read(4)):
            break
        record = stream.read(int.from_bytes(length, "little"))
        if fits(record, stream.read(4)):
            records.append(record)
    with tf.python_io.TFRecordWriter(path) as writer:
        for record in records:
            writer.write(record)


# %% savers/rescue wrong no-checks misconception=checks-nothing
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            if masked(data[at : at + 8]) != int.from_bytes(data[at + 8 : at + 12], "little"):
                break
            writer.write(data[at + 12 : at + 12 + length])
            at += 16 + length


# %% savers/rescue wrong iterator misconception=stops-at-the-first
def rescue(path, data):
    with open(path + ".damaged", "wb") as file:
        file.write(data)
    with tf.python_io.TFRecordWriter(path) as writer:
        try:
            for record in tf.python_io.tf_record_iterator(path + ".damaged"):
                writer.write(record)
        except tf.errors.DataLossError:
            pass


# %% savers/rescue wrong no-mask misconception=forgets-the-mask
def rescue(path, data):
    from crc32c import crc32c

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            record = data[at + 12 : at + 12 + length]
            stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "little")
            if crc32c(record) == stored:
                writer.write(record)
            at += 16 + length


# %% savers/rescue wrong with-frames misconception=frames-twice
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            if masked(data[at : at + 8]) != int.from_bytes(data[at + 8 : at + 12], "little"):
                break
            end = at + 12 + length
            if masked(data[at + 12 : end]) == int.from_bytes(data[end : end + 4], "little"):
                writer.write(data[at : end + 4])
            at = end + 4


# %% savers/rescue wrong copies-the-file
def rescue(path, data):
    with open(path, "wb") as file:
        file.write(data)


# %% savers/rescue wrong big-endian misconception=forgets-the-mask
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "big")
            record = data[at + 12 : at + 12 + length]
            stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "big")
            if masked(record) == stored:
                writer.write(record)
            at += 16 + length


# %% savers/rescue wrong forgets-the-last-checksum
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            record = data[at + 12 : at + 12 + length]
            stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "little")
            if masked(record) == stored:
                writer.write(record)
            at += 12 + length


# -------------------------------------------------------------------------------------- resume


# %% savers/resume right global-step
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    done = session.run(tf.train.get_global_step())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume right number-in-the-name
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver(max_to_keep=1)
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    session.run(tf.global_variables_initializer())
    if latest:
        saver.restore(session, latest)
        done = int(latest.rsplit("-", 1)[1])
    for batch in batches[done:]:
        session.run(step, feed_dict={x: batch})
        done += 1
        saver.save(session, f"{folder}/model", global_step=done)


# %% savers/resume right global-step-tensor
def resume(session, step, x, batches, folder):
    import os

    counter = tf.train.get_or_create_global_step()
    saver = tf.train.Saver()
    state = tf.train.get_checkpoint_state(folder)
    if state and state.model_checkpoint_path:
        saver.restore(session, state.model_checkpoint_path)
    else:
        session.run(tf.global_variables_initializer())
    while tf.train.global_step(session, counter) < len(batches):
        session.run(step, {x: batches[session.run(counter)]})
        saver.save(session, os.path.join(folder, "weights"), global_step=counter)


# %% savers/resume right one-name
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = folder + "/last"
    if tf.train.checkpoint_exists(path):
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    for number, batch in enumerate(batches):
        if number >= session.run("global_step:0"):
            session.run(step, {x: batch})
            saver.save(session, path, write_meta_graph=False)


# %% savers/resume right a-file-of-its-own
def resume(session, step, x, batches, folder):
    values = folder + "/values.npz"
    variables = {variable.op.name: variable for variable in tf.global_variables()}
    session.run(tf.global_variables_initializer())
    if tf.gfile.Exists(values):
        with np.load(values) as stored:
            for name, variable in variables.items():
                session.run(variable.assign(stored[name]))
    while session.run(variables["global_step"]) < len(batches):
        session.run(step, {x: batches[session.run(variables["global_step"])]})
        np.savez(values, **session.run(variables))


# %% savers/resume right saved-before-the-first-batch
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver(tf.global_variables())
    path = folder + "/model"
    latest = tf.train.latest_checkpoint(folder)
    if latest is None:
        session.run(tf.global_variables_initializer())
        latest = saver.save(session, path, global_step=0)
    saver.restore(session, latest)
    for number in range(int(latest.split("-")[-1]), len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, path, global_step=number + 1)


# %% savers/resume wrong begins-again misconception=starts-over
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    session.run(tf.global_variables_initializer())
    for number, batch in enumerate(batches):
        session.run(step, {x: batch})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong all-batches misconception=repeats-the-batches
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    for batch in batches:
        session.run(step, {x: batch})
        saver.save(session, folder + "/model", global_step=tf.train.get_global_step())


# %% savers/resume wrong trainables misconception=forgets-the-momentum
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver(tf.trainable_variables())
    session.run(tf.global_variables_initializer())
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    if latest:
        saver.restore(session, latest)
        done = int(latest.rsplit("-", 1)[1])
        session.run(tf.train.get_global_step().assign(done))
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong at-the-end misconception=saves-at-the-end-only
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    for number in range(session.run(tf.train.get_global_step()), len(batches)):
        session.run(step, {x: batches[number]})
    saver.save(session, folder + "/model")


# %% savers/resume wrong one-twice misconception=repeats-one-batch
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    done = session.run(tf.train.get_global_step())
    for number in range(max(done - 1, 0), len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong initialises-after
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    if latest:
        saver.restore(session, latest)
        done = session.run(tf.train.get_global_step())
    session.run(tf.global_variables_initializer())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong skips-one
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    if latest:
        saver.restore(session, latest)
        done = session.run(tf.train.get_global_step()) + 1
    else:
        session.run(tf.global_variables_initializer())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)
