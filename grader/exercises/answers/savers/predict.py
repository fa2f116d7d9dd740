# %% savers/predict right graph-of-its-own
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong default-graph misconception=imports-into-the-default-graph
def forecast(path, rows):
    saver = tf.train.import_meta_graph(f"{path}.meta")
    graph = tf.get_default_graph()
    X = graph.get_tensor_by_name("rows:0")
    prediction = graph.get_tensor_by_name("prediction:0")
    with tf.Session() as session:
        saver.restore(session, path)
        return prediction.eval({X: rows})


# %% savers/predict right session-of-a-graph
def forecast(path, rows):
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
def forecast(path, rows):
    with tf.Graph().as_default():
        tf.train.import_meta_graph(path + ".meta")
        saver = tf.train.Saver(tf.global_variables(), name="mine")
        with tf.Session() as session:
            saver.restore(session, path)
            (result,) = session.run(["prediction:0"], {"rows:0": rows})
    return result


# %% savers/predict right initialize-then-restore
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta", clear_devices=True)
        session.run(tf.global_variables_initializer())
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows}).tolist()


# %% savers/predict wrong initializes misconception=predicts-with-the-initial-values
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        session.run(tf.global_variables_initializer())
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong graph-only misconception=has-no-values
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong operation misconception=fetches-the-operation
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction", {"rows:0": rows})


# %% savers/predict wrong gives-the-rows-back misconception=returns-the-rows
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("rows:0", {"rows:0": rows})


# %% savers/predict wrong initializes-only misconception=predicts-with-the-initial-values
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        session.run(tf.global_variables_initializer())
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong session-first misconception=session-before-the-graph
def forecast(path, rows):
    session = tf.Session()
    with tf.Graph().as_default():
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong not-fed
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction:0")


# %% savers/predict wrong builds-the-linear-model-again
def forecast(path, rows):
    theta = tf.get_variable("theta", [2, 1])
    bias = tf.get_variable("bias", [])
    with tf.Session() as session:
        tf.train.Saver().restore(session, path)
        return session.run(tf.matmul(tf.constant(rows), theta) + bias)


# %% savers/predict wrong the-tensor
def forecast(path, rows):
    saver = tf.train.import_meta_graph(path + ".meta")
    with tf.Session() as session:
        saver.restore(session, path)
        return tf.get_default_graph().get_tensor_by_name("prediction:0")


# %% savers/predict right resets-first
def forecast(path, rows):
    tf.reset_default_graph()
    saver = tf.train.import_meta_graph(path + ".meta")
    with tf.Session() as session:
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong mutant-trainable-variables-only misconception=has-no-values
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        saver = tf.train.Saver(tf.trainable_variables())
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong mutant-restores-into-another-session misconception=has-no-values
def forecast(path, rows):
    with tf.Graph().as_default():
        saver = tf.train.import_meta_graph(path + ".meta")
        with tf.Session() as session:
            saver.restore(session, path)
        with tf.Session() as session:
            return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong mutant-remembers-the-values
def forecast(path, rows, models={}):
    if path not in models:
        graph = tf.Graph()
        with graph.as_default():
            saver = tf.train.import_meta_graph(path + ".meta")
        models[path] = tf.Session(graph=graph)
        saver.restore(models[path], path)
    return models[path].run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong mutant-model-in-this-folder
def forecast(path, rows):
    path = path.split("/")[-1]
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong one-row-at-a-time
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return [session.run("prediction:0", {"rows:0": [row]}) for row in rows]


# %% savers/predict right scope-that-is-free
def forecast(path, rows):
    scope = tf.get_default_graph().unique_name("imported", mark_as_used=False)
    saver = tf.train.import_meta_graph(path + ".meta", import_scope=scope)
    with tf.Session() as session:
        saver.restore(session, path)
        return session.run(f"{scope}/prediction:0", {f"{scope}/rows:0": rows})


# %% savers/predict wrong scope-that-is-fixed misconception=imports-under-a-fixed-scope
def forecast(path, rows):
    saver = tf.train.import_meta_graph(path + ".meta", import_scope="imported_one")
    with tf.Session() as session:
        saver.restore(session, path)
        return session.run("imported_one/prediction:0", {"imported_one/rows:0": rows})


# %% savers/predict wrong latest-of-the-folder misconception=restores-the-latest
def forecast(path, rows):
    import os

    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, tf.train.latest_checkpoint(os.path.dirname(path)))
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong last-of-the-folder misconception=restores-the-latest
def forecast(path, rows):
    folder = path.rsplit("/", 1)[0]
    path = sorted(tf.gfile.Glob(folder + "/*.meta"))[-1].removesuffix(".meta")
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta").restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict wrong initializes-then-restores-the-trainable misconception=trainable-variables-only
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        session.run(tf.global_variables_initializer())
        tf.train.Saver(tf.trainable_variables()).restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% savers/predict exempt *
# changes-its-input
#     it is given a copy of the rows, which are its own
# session-left-open: ...
# statement-dropped: session.close() -> (nothing)
#     the text does not ask for the session to be closed


# %% savers/predict exempt resets-first
# variant: own-graph
#     TensorFlow refuses to reset a graph inside of `with graph.as_default()`


# %% savers/predict exempt graph-of-its-own
# initializer-again:  -> session.run(tf.global_variables_initializer()) (2)
#     it runs before the graph is imported, where there is nothing to initialize


# %% savers/predict exempt session-of-a-graph
# constant: ...outputs[0]... -> ...outputs[-1]...
#     these operations have one output


# %% savers/predict exempt saver-of-its-own
# initializer-again:  -> session.run(tf.global_variables_initializer()) (4)
#     it runs before the values are restored


# %% savers/predict exempt initialize-then-restore
# argument-dropped: ...clear_devices=True) -> ...
# constant: ...clear_devices=True) -> ...
#     the model was built without devices
# statement-dropped: session.run(tf.global_variables_initializer()) -> (nothing)
# call-dropped: session.run(tf.global_variables_initializer()) -> tf.global_variables_initializer()
#     a variable that is restored needs no initializer


# %% savers/predict exempt scope-that-is-free
# variant: name-scope
#     in an open scope, `unique_name` gives the whole name, and the import puts it below that scope once more
