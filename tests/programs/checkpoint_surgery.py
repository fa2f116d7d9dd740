"""Checkpoints renamed, restored in part into another net, frozen below and trained above."""

import os

import numpy as np
from sklearn.datasets import load_digits


def run(tf, folder):
    images, labels = load_digits(return_X_y=True)
    images = images[:400] / 16.0
    labels = labels[:400]
    found = {}

    def layer(x, size, name, seed):
        with tf.variable_scope(name):
            W = tf.get_variable(
                "kernel",
                [int(x.shape[1]), size],
                initializer=tf.random_normal_initializer(stddev=0.2, seed=seed),
            )
            b = tf.get_variable("bias", [size], initializer=tf.zeros_initializer())
            return tf.matmul(x, W) + b

    # The first model.
    tf.reset_default_graph()
    X = tf.placeholder(tf.float32, [None, 64], name="X")
    y = tf.placeholder(tf.int32, [None], name="y")
    hidden1 = tf.nn.relu(layer(X, 30, "hidden1", 1), name="hidden1_out")
    hidden2 = tf.nn.relu(layer(hidden1, 20, "hidden2", 2), name="hidden2_out")
    logits = layer(hidden2, 10, "outputs", 3)
    loss = tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits), name="loss"
    )
    global_step = tf.train.get_or_create_global_step()
    training_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, global_step, name="train")
    for op in (X, y, training_op):
        tf.add_to_collection("important_ops", op)
    saver = tf.train.Saver(max_to_keep=2)
    path = os.path.join(folder, "first")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            for start in range(0, 400, 80):
                feed = {X: images[start : start + 80], y: labels[start : start + 80]}
                sess.run(training_op, feed)
            saved = saver.save(sess, path, global_step=global_step)
        found["first loss"] = loss.eval({X: images, y: labels})
        weights = sess.run("hidden1/kernel:0")
    found["files"] = sorted(os.listdir(folder))
    found["last checkpoints"] = [os.path.basename(name) for name in saver.last_checkpoints]
    found["listed"] = tf.train.list_variables(saved)
    found["loaded"] = tf.train.load_variable(saved, "hidden2/bias")

    # Without its source code: the graph comes from the meta file.
    tf.reset_default_graph()
    again = tf.train.import_meta_graph(saved + ".meta")
    graph = tf.get_default_graph()
    X, y, training_op = tf.get_collection("important_ops")
    loss = graph.get_tensor_by_name("loss:0")
    with tf.Session() as sess:
        again.restore(sess, saved)
        found["imported loss"] = loss.eval({X: images, y: labels})
        sess.run(training_op, {X: images, y: labels})
        found["imported, trained"] = loss.eval({X: images, y: labels})
        found["imported step"] = sess.run(tf.train.get_global_step())
    found["imported variables"] = [v.op.name for v in tf.global_variables()]

    # A new top on the old layers; the lowest is frozen, the names are not the same.
    tf.reset_default_graph()
    X = tf.placeholder(tf.float32, [None, 64], name="X")
    y = tf.placeholder(tf.int32, [None], name="y")
    with tf.variable_scope("lower"):
        hidden1 = tf.nn.relu(layer(X, 30, "hidden1", 4))
    hidden2 = tf.nn.relu(layer(hidden1, 20, "hidden2", 5))
    hidden2_stop = tf.stop_gradient(hidden2)
    new_logits = layer(hidden2_stop, 2, "even", 6)
    loss = tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=new_logits)
    )
    training_op = tf.train.AdamOptimizer(0.02).minimize(loss)
    lower = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, scope="lower/")
    reuse = {v.op.name[len("lower/") :]: v for v in lower}
    for v in tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="hidden2"):
        reuse[v.op.name] = v
    restore_saver = tf.train.Saver(reuse)
    everything = tf.train.Saver()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        restore_saver.restore(sess, saved)
        found["same weights"] = np.array_equal(weights, sess.run(lower[0]))
        found["losses"] = [
            sess.run([loss, training_op], {X: images, y: labels % 2})[0] for _ in range(20)
        ]
        found["still the same"] = np.array_equal(weights, sess.run(lower[0]))
        everything.save(sess, os.path.join(folder, "second"), write_meta_graph=False)
        try:
            everything.restore(sess, saved)
        except tf.errors.NotFoundError:
            found["restoring all"] = "NotFoundError"
    found["second"] = [name for name, _ in tf.train.list_variables(os.path.join(folder, "second"))]
    return found
