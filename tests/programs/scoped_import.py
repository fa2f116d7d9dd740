"""Trained nets imported into name scopes of one graph: an ensemble, a cut net, a student of both."""

import os

import numpy as np
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler


def train_and_save(tf, folder, index, data, labels):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(index)
        x = tf.placeholder(tf.float32, [None, 13], name="x")
        y = tf.placeholder(tf.int64, [None], name="y")
        with tf.variable_scope("hidden"):
            w = tf.get_variable("w", [13, 7 + index], initializer=tf.glorot_uniform_initializer())
            b = tf.get_variable("b", [7 + index], initializer=tf.zeros_initializer())
            h = tf.nn.tanh(tf.matmul(x, w) + b, name="out")
        with tf.variable_scope("top"):
            v = tf.get_variable("v", [7 + index, 3], initializer=tf.glorot_uniform_initializer())
            logits = tf.matmul(h, v, name="logits")
        probabilities = tf.nn.softmax(logits, name="probabilities")
        loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
        train = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss, name="train")
        tf.add_to_collection("outputs", probabilities)
        sess.run(tf.global_variables_initializer())
        losses = [sess.run([loss, train], {x: data, y: labels})[0] for _ in range(10)]
        path = tf.train.Saver().save(sess, os.path.join(folder, f"model{index}"))
        return path, losses, sess.run(probabilities, {x: data[:5]})


def run(tf, folder):
    data, labels = load_wine(return_X_y=True)
    data = StandardScaler().fit_transform(data).astype(np.float32)
    found = {}
    paths, alone = [], []
    for index in range(2):
        path, losses, probabilities = train_and_save(tf, folder, index, data, labels)
        paths.append(path)
        alone.append(probabilities)
        found[f"losses {index}"] = losses

    # Both in one graph, on the same input.
    tf.reset_default_graph()
    inputs = tf.placeholder(tf.float32, [None, 13], name="inputs")
    savers = [
        tf.train.import_meta_graph(path + ".meta", import_scope=f"m{i}", input_map={"x:0": inputs})
        for i, path in enumerate(paths)
    ]
    graph = tf.get_default_graph()
    outputs = tf.get_collection("outputs")
    mean = tf.add_n(outputs) / len(outputs)
    found["outputs"] = [t.name for t in outputs]
    found["global"] = [v.name for v in tf.global_variables()]
    found["of m1"] = [v.op.name for v in tf.trainable_variables(scope="m1")]
    found["train"] = [op.name for op in tf.get_collection("train_op")]
    with tf.Session() as sess:
        for saver, path in zip(savers, paths):
            saver.restore(sess, path)
        together, each = sess.run([mean, outputs], {inputs: data[:5]})
        found["together"] = together
        found["as alone"] = [bool(np.allclose(a, b)) for a, b in zip(alone, each)]
        # One of them is trained on, the other stays.
        step = graph.get_operation_by_name("m0/train")
        sess.run(step, {inputs: data, "m0/y:0": labels})
        found["after"] = sess.run(outputs, {inputs: data[:5]})
        saved = savers[0].save(sess, os.path.join(folder, "again"), write_meta_graph=False)
        found["names saved"] = sorted(name for name, _ in tf.train.list_variables(saved))

    # A student learns what both say, on top of the first one's hidden layer, which stays as it is.
    tf.reset_default_graph()
    saver = tf.train.import_meta_graph(
        paths[0] + ".meta", import_scope="teacher", clear_devices=True
    )
    names = ["x:0", "hidden/out:0", "probabilities:0"]
    x, hidden, teacher = (
        tf.get_default_graph().get_tensor_by_name("teacher/" + name) for name in names
    )
    frozen = tf.stop_gradient(hidden)
    with tf.variable_scope("student"):
        w = tf.get_variable("w", [int(hidden.shape[1]), 3], initializer=tf.zeros_initializer())
    student = tf.matmul(frozen, w)
    loss = tf.reduce_mean(
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=tf.stop_gradient(teacher), logits=student)
    )
    learn = tf.train.GradientDescentOptimizer(0.5).minimize(
        loss, var_list=tf.trainable_variables("student")
    )
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        saver.restore(sess, paths[0])
        found["student"] = [sess.run([loss, learn], {x: data})[0] for _ in range(10)]

    # A part of a graph, without its scope, inside another.
    tf.reset_default_graph()
    saver = tf.train.import_meta_graph(paths[1] + ".meta", import_scope="whole")
    with tf.Session() as sess:
        saver.restore(sess, paths[1])
        hidden_vars = tf.get_collection("variables", scope="whole/hidden")
        part_saver = tf.train.Saver(hidden_vars)
        part_path = part_saver.save(sess, os.path.join(folder, "part"), write_meta_graph=False)
        found["part"] = tf.train.list_variables(part_path)
    return found
