"""A net with a loop and a branch in a meta graph, imported and trained on where its code is gone."""

import os

import numpy as np

STEPS, UNITS = 5, 6


def build(tf):
    """The program that makes the net, trains it a little and leaves."""
    graph = tf.Graph()
    with graph.as_default():
        tf.set_random_seed(2)
        x = tf.placeholder(tf.float32, [None, STEPS, 2], name="x")
        y = tf.placeholder(tf.float32, [None], name="y")
        noisy = tf.placeholder_with_default(False, [], name="noisy")
        init = tf.random_normal_initializer(stddev=0.3)
        with tf.variable_scope("cell", initializer=init):
            w = tf.get_variable("w", [2, UNITS])
            u = tf.get_variable("u", [UNITS, UNITS])
        by_time = tf.transpose(x, [1, 0, 2], name="by_time")

        def body(t, h):
            return t + 1, tf.tanh(tf.matmul(by_time[t], w) + tf.matmul(h, u))

        start = tf.zeros([tf.shape(x)[0], UNITS])
        _, h = tf.while_loop(lambda t, h: t < STEPS, body, [0, start], name="unroll")
        h = tf.cond(noisy, lambda: h * 0.5, lambda: tf.identity(h), name="damped")
        v = tf.get_variable("v", [UNITS, 1], initializer=init)
        prediction = tf.squeeze(tf.matmul(h, v), 1, name="prediction")
        loss = tf.losses.mean_squared_error(y, prediction, scope="loss")
        step = tf.train.get_or_create_global_step()
        train = tf.train.AdamOptimizer(0.01, epsilon=0.1, name="adam").minimize(
            loss, global_step=step, name="train"
        )
        for item in (x, y, prediction, loss):
            tf.add_to_collection("endpoints", item)
        tf.add_to_collection("train_op", train)
        tf.add_to_collection("description", "a hand-made recurrent net")
        saver = tf.train.Saver(max_to_keep=2)
        return graph, saver, tf.global_variables_initializer()


def run(tf, folder):
    rng = np.random.RandomState(1)
    inputs = rng.randn(64, STEPS, 2)
    targets = np.tanh(inputs[:, :, 0].sum(1)) + 0.3 * inputs[:, -1, 1]
    feed = {"x:0": inputs, "y:0": targets}
    path = os.path.join(folder, "net")
    found = {}

    graph, saver, init = build(tf)
    with tf.Session(graph=graph) as sess:
        sess.run(init)
        found["first losses"] = [sess.run(["loss/value:0", "train"], feed)[0] for _ in range(8)]
        saved = saver.save(sess, path, global_step=tf.train.get_global_step(graph))
        found["saved"] = os.path.basename(saved)

    # The same training goes on, with nothing but the files.
    tf.reset_default_graph()
    with tf.Session() as sess:
        saver = tf.train.import_meta_graph(saved + ".meta")
        saver.restore(sess, tf.train.latest_checkpoint(folder))
        train = tf.get_collection("train_op")[0]
        loss = tf.get_collection("endpoints")[3]
        found["further losses"] = [sess.run([loss, train], feed)[0] for _ in range(5)]
        found["step"] = int(tf.train.global_step(sess, tf.train.get_global_step()))
        found["description"] = tf.get_collection("description")

    # New gradients through the old loop: a new optimizer, a penalty, a part of the variables.
    tf.reset_default_graph()
    saver = tf.train.import_meta_graph(saved + ".meta", clear_devices=True)
    graph = tf.get_default_graph()
    x, y, prediction, loss = tf.get_collection("endpoints")
    names = [v.op.name for v in tf.trainable_variables()]
    penalty = tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables()])
    with tf.variable_scope("tuning"):
        optimizer = tf.train.MomentumOptimizer(0.01, 0.5)
        chosen = [v for v in tf.trainable_variables() if v.op.name.startswith("cell")]
        grads = optimizer.compute_gradients(loss + 1e-3 * penalty, var_list=chosen)
        tune = optimizer.apply_gradients(grads)
    sensitivity = tf.gradients(prediction, x)[0]
    hidden = graph.get_tensor_by_name("damped/Merge:0")
    by_hidden = tf.gradients(prediction, hidden)[0]
    fresh = [v for v in tf.global_variables() if v.op.name.startswith("tuning")]
    with tf.Session() as sess:
        saver.restore(sess, saved)
        sess.run(tf.variables_initializer(fresh))
        found["tuned losses"] = [sess.run([loss, tune], feed)[0] for _ in range(8)]
        found["sensitivity"], found["by hidden"] = sess.run([sensitivity, by_hidden], feed)
        found["branches"] = [
            sess.run(prediction, {**feed, "noisy:0": flag})[:4] for flag in (False, True)
        ]
        tuned = tf.train.Saver(tf.trainable_variables()).save(sess, path + "-tuned")
    found["names"] = names
    found["fresh"] = [v.op.name for v in fresh]

    # And once more: what was exported after an import is imported again.
    tf.reset_default_graph()
    saver = tf.train.import_meta_graph(tuned + ".meta")
    loss = tf.get_collection("endpoints")[3]
    grads = tf.gradients(loss, tf.get_collection("trainable_variables"))
    with tf.Session() as sess:
        saver.restore(sess, tuned)
        found["again"] = sess.run([loss, grads], feed)
    found["contexts"] = sorted(
        key for key in tf.get_default_graph().get_all_collection_keys() if "context" in key
    )
    return found
