"""Several savers in one graph: parts, other names, the best and the latest, and what is kept."""

import os

import numpy as np
from sklearn.datasets import load_diabetes


def run(tf, folder):
    data, target = load_diabetes(return_X_y=True)
    data, target = 10 * data, target / 100
    found = {}
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, 10], name="x")
    y = tf.placeholder(tf.float32, [None], name="y")
    with tf.variable_scope("body"):
        w = tf.get_variable("w", [10, 4], initializer=tf.glorot_normal_initializer(seed=1))
        h = tf.sigmoid(tf.matmul(x, w))
    with tf.variable_scope("head"):
        v = tf.get_variable("v", [4], initializer=tf.ones_initializer())
        c = tf.get_variable("c", [], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.reduce_sum(h * v, 1) + c - y), name="loss")
    best = tf.get_variable("best", [], initializer=tf.constant_initializer(np.inf), trainable=False)
    better = best.assign(tf.minimum(best, loss))
    step = tf.train.get_or_create_global_step()
    train = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=step)

    everything = tf.train.Saver(max_to_keep=3)
    body = tf.train.Saver([w], name="save_body")
    head = tf.train.Saver({"weights": v, "bias": c}, name="save_head", max_to_keep=None)
    champion = tf.train.Saver(max_to_keep=1, name="save_best", pad_step_number=True)
    folders = {name: os.path.join(folder, name) for name in ("all", "head", "best")}
    for path in folders.values():
        os.makedirs(path)

    def files(name):
        return sorted(os.listdir(folders[name]))

    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        lowest = np.inf
        for _ in range(6):
            batch = slice(60 * len(losses), 60 * len(losses) + 60)
            feed = {x: data[batch], y: target[batch]}
            value, _ = sess.run([loss, train], feed)
            losses.append(value)
            everything.save(sess, os.path.join(folders["all"], "ckpt"), global_step=step)
            head.save(
                sess, os.path.join(folders["head"], "head"), global_step=step,
                write_meta_graph=False, latest_filename="head_state",
            )  # fmt: skip
            if value < lowest:
                lowest = value
                sess.run(better, feed)
                champion.save(sess, os.path.join(folders["best"], "best"), global_step=step)
        body_path = body.save(sess, os.path.join(folder, "body"), write_state=False)
        found["variables"] = sess.run([w, v, c])
    found["losses"] = losses
    found["files"] = [files("all"), files("head"), files("best")]
    found["kept"] = [os.path.basename(path) for path in everything.last_checkpoints]
    state = tf.train.get_checkpoint_state(folders["all"])
    found["latest"] = os.path.basename(state.model_checkpoint_path)
    found["listed"] = [os.path.basename(path) for path in state.all_model_checkpoint_paths]
    found["latest of head"] = tf.train.latest_checkpoint(folders["head"])
    newest = tf.train.latest_checkpoint(folders["head"], "head_state")
    found["named"] = tf.train.list_variables(newest)
    found["state"] = tf.train.get_checkpoint_state(folder) is None

    # A second program puts a body and a head together, and sees what is missing.
    tf.reset_default_graph()
    with tf.variable_scope("net"):
        w = tf.get_variable("w", [10, 4])
        v = tf.get_variable("v", [4])
        c = tf.get_variable("c", [])
        unused = tf.get_variable("unused", [2], initializer=tf.ones_initializer())
    with tf.Session() as sess:
        tf.train.Saver({"body/w": w}).restore(sess, body_path)
        tf.train.Saver({"weights": v, "bias": c}).restore(sess, newest)
        found["missing"] = [name.decode() for name in sess.run(tf.report_uninitialized_variables())]
        found["restored"] = sess.run([w, v, c])
        try:
            tf.train.Saver([w, unused]).restore(sess, body_path)
        except tf.errors.NotFoundError as error:
            found["not found"] = "not found in checkpoint" in error.message
        try:
            tf.train.Saver({"body/w": v}).restore(sess, body_path)
        except tf.errors.InvalidArgumentError as error:
            found["shape"] = "hape" in error.message
        try:
            tf.train.Saver().restore(sess, os.path.join(folder, "nothing"))
        except ValueError as error:
            found["nothing"] = str(error).replace(folder, "")
        try:
            tf.train.Saver([v, v])
        except ValueError as error:
            found["twice"] = str(error)

    # A saver that remembers the files of an earlier program, and forgets the oldest.
    tf.reset_default_graph()
    a = tf.get_variable("a", initializer=np.arange(3.0))
    saver = tf.train.Saver(max_to_keep=2, save_relative_paths=True)
    with tf.Session() as sess:
        a.initializer.run()
        for i in range(2):
            saver.save(sess, os.path.join(folders["head"], "a"), i, write_meta_graph=False)
    later = tf.train.Saver(max_to_keep=2)
    with tf.Session() as sess:
        path = tf.train.latest_checkpoint(folders["head"])
        later.restore(sess, path)
        states = tf.train.get_checkpoint_state(folders["head"])
        later.recover_last_checkpoints(states.all_model_checkpoint_paths)
        sess.run(a.assign_add(np.ones(3)))
        for i in range(2, 4):
            later.save(sess, os.path.join(folders["head"], "a"), i, write_meta_graph=False)
    found["recovered"] = [name for name in files("head") if name.startswith("a-")]
    reader = tf.train.NewCheckpointReader(os.path.join(folders["head"], "a-3"))
    found["read"] = reader.get_tensor("a")
    found["map"] = reader.get_variable_to_shape_map()
    return found
