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
