# %% right graph-of-its-own
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% right session-of-a-graph
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


# %% right saver-of-its-own
def forecast(path, rows):
    with tf.Graph().as_default():
        tf.train.import_meta_graph(path + ".meta")
        saver = tf.train.Saver(tf.global_variables(), name="mine")
        with tf.Session() as session:
            saver.restore(session, path)
            (result,) = session.run(["prediction:0"], {"rows:0": rows})
    return result


# %% right initialize-then-restore
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta", clear_devices=True)
        session.run(tf.global_variables_initializer())
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows}).tolist()


# %% right resets-first
def forecast(path, rows):
    tf.reset_default_graph()
    saver = tf.train.import_meta_graph(path + ".meta")
    with tf.Session() as session:
        saver.restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% right scope-that-is-free
def forecast(path, rows):
    scope = tf.get_default_graph().unique_name("imported", mark_as_used=False)
    saver = tf.train.import_meta_graph(path + ".meta", import_scope=scope)
    with tf.Session() as session:
        saver.restore(session, path)
        return session.run(f"{scope}/prediction:0", {f"{scope}/rows:0": rows})


# %% wrong initializes mistake=predicts-with-the-initial-values like=graph-of-its-own
# says: these are the predictions of the model as it was before training: the variables hold their initial
#     values. Either you do not restore, or you run the initializer afterwards.
# -         saver.restore(session, path)
# +         saver.restore(session, path)
# +         session.run(tf.global_variables_initializer())


# %% wrong mutant-trainable-variables-only mistake=has-no-values like=graph-of-its-own
# says: in the session you use, the variables have no values: the `.meta` file is only the recipe.
#     `import_meta_graph` returns a saver for all variables; restore with it, in the same session.
# -         saver = tf.train.import_meta_graph(path + ".meta")
# +         tf.train.import_meta_graph(path + ".meta")
# +         saver = tf.train.Saver(tf.trainable_variables())


# %% wrong initializes-then-restores-the-trainable mistake=trainable-variables-only
# says: only the trainable variables hold what was saved; the others, such as a bias that was kept fixed,
#     hold their initial values. Restore all variables, with the saver that `import_meta_graph` returns.
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        session.run(tf.global_variables_initializer())
        tf.train.Saver(tf.trainable_variables()).restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% wrong default-graph mistake=imports-into-the-default-graph
# says: you import the model into the default graph. If the names are taken there, the model's nodes are
#     called `rows_1` and `prediction_1`, and you run somebody else's. Give the model a new graph: `with
#     tf.Graph().as_default():`.
def forecast(path, rows):
    saver = tf.train.import_meta_graph(f"{path}.meta")
    graph = tf.get_default_graph()
    X = graph.get_tensor_by_name("rows:0")
    prediction = graph.get_tensor_by_name("prediction:0")
    with tf.Session() as session:
        saver.restore(session, path)
        return prediction.eval({X: rows})


# %% wrong scope-that-is-fixed mistake=imports-under-a-fixed-scope
# says: you import the model into the default graph, under a scope. In a second call this scope is taken, so
#     the new nodes get another one, and you run those of the first call. Give the model a new graph:
#     `with tf.Graph().as_default():`.
def forecast(path, rows):
    saver = tf.train.import_meta_graph(path + ".meta", import_scope="imported_one")
    with tf.Session() as session:
        saver.restore(session, path)
        return session.run("imported_one/prediction:0", {"imported_one/rows:0": rows})


# %% wrong latest-of-the-folder mistake=restores-the-latest
# says: you restore the latest checkpoint of the folder. Restore the one that was asked for: `path`.
def forecast(path, rows):
    import os

    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(session, tf.train.latest_checkpoint(os.path.dirname(path)))
        return session.run("prediction:0", {"rows:0": rows})


# %% wrong session-first mistake=session-before-the-graph like=graph-of-its-own
# says: your session belongs to a different graph from the model. A session takes the graph that is the
#     default when it is made: make it inside `with tf.Graph().as_default():`, or pass `graph=`.
# -     with tf.Graph().as_default(), tf.Session() as session:
# +     session = tf.Session()
# +     with tf.Graph().as_default():


# %% wrong operation mistake=fetches-the-operation like=graph-of-its-own
# says: your function returns None. Is a `return` missing? Or do you fetch the operation `prediction`? A run
#     returns None for an operation; its output, the tensor, is called `prediction:0`.
# -         return session.run("prediction:0", {"rows:0": rows})
# +         return session.run("prediction", {"rows:0": rows})


# %% wrong gives-the-rows-back mistake=returns-the-rows like=graph-of-its-own
# says: your function returns the rows it was given. Fetch `prediction:0` and feed `rows:0`.
# -         return session.run("prediction:0", {"rows:0": rows})
# +         return session.run("rows:0", {"rows:0": rows})


# %% wrong graph-only mistake=has-no-values
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        return session.run("prediction:0", {"rows:0": rows})


# %% wrong initializes-only mistake=predicts-with-the-initial-values
def forecast(path, rows):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta")
        session.run(tf.global_variables_initializer())
        return session.run("prediction:0", {"rows:0": rows})


# %% wrong not-fed like=graph-of-its-own
# -         return session.run("prediction:0", {"rows:0": rows})
# +         return session.run("prediction:0")


# %% wrong builds-the-linear-model-again
def forecast(path, rows):
    theta = tf.get_variable("theta", [2, 1])
    bias = tf.get_variable("bias", [])
    with tf.Session() as session:
        tf.train.Saver().restore(session, path)
        return session.run(tf.matmul(tf.constant(rows), theta) + bias)


# %% wrong the-tensor
def forecast(path, rows):
    saver = tf.train.import_meta_graph(path + ".meta")
    with tf.Session() as session:
        saver.restore(session, path)
        return tf.get_default_graph().get_tensor_by_name("prediction:0")


# %% wrong mutant-restores-into-another-session mistake=has-no-values
def forecast(path, rows):
    with tf.Graph().as_default():
        saver = tf.train.import_meta_graph(path + ".meta")
        with tf.Session() as session:
            saver.restore(session, path)
        with tf.Session() as session:
            return session.run("prediction:0", {"rows:0": rows})


# %% wrong mutant-remembers-the-values
def forecast(path, rows, models={}):
    if path not in models:
        graph = tf.Graph()
        with graph.as_default():
            saver = tf.train.import_meta_graph(path + ".meta")
        models[path] = tf.Session(graph=graph)
        saver.restore(models[path], path)
    return models[path].run("prediction:0", {"rows:0": rows})


# %% wrong mutant-model-in-this-folder like=graph-of-its-own
# - def forecast(path, rows):
# + def forecast(path, rows):
# +     path = path.split("/")[-1]


# %% wrong one-row-at-a-time like=graph-of-its-own
# -         return session.run("prediction:0", {"rows:0": rows})
# +         return [session.run("prediction:0", {"rows:0": [row]}) for row in rows]


# %% wrong last-of-the-folder mistake=restores-the-latest
def forecast(path, rows):
    folder = path.rsplit("/", 1)[0]
    path = sorted(tf.gfile.Glob(folder + "/*.meta"))[-1].removesuffix(".meta")
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta").restore(session, path)
        return session.run("prediction:0", {"rows:0": rows})


# %% exempt *
# changes-its-input
#     it is given a copy of the rows, which are its own
# session-left-open: ...
# statement-dropped: session.close() -> (nothing)
#     the text does not ask for the session to be closed


# %% exempt resets-first
# variant: own-graph
#     TensorFlow refuses to reset a graph inside of `with graph.as_default()`


# %% exempt graph-of-its-own
# initializer-again:  -> session.run(tf.global_variables_initializer()) (2)
#     it runs before the graph is imported, where there is nothing to initialize


# %% exempt session-of-a-graph
# constant: ...outputs[0]... -> ...outputs[-1]...
#     these operations have one output


# %% exempt saver-of-its-own
# initializer-again:  -> session.run(tf.global_variables_initializer()) (4)
#     it runs before the values are restored


# %% exempt initialize-then-restore
# argument-dropped: ...clear_devices=True) -> ...
# constant: ...clear_devices=True) -> ...
#     the model was built without devices
# statement-dropped: session.run(tf.global_variables_initializer()) -> (nothing)
# call-dropped: session.run(tf.global_variables_initializer()) -> tf.global_variables_initializer()
#     a variable that is restored needs no initializer


# %% exempt scope-that-is-free
# variant: name-scope
#     in an open scope, `unique_name` gives the whole name, and the import puts it below that scope once more
