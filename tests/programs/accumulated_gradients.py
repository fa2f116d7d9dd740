"""Large batches in small ones: gradients summed in variables, a stop when nothing gets better."""

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler


def run(tf, folder):
    data, labels = load_breast_cancer(return_X_y=True)
    data = StandardScaler().fit_transform(data)
    found = {}
    for mode in ("whole", "accumulated"):
        tf.reset_default_graph()
        x = tf.placeholder(tf.float32, [None, 30], name="x")
        y = tf.placeholder(tf.float32, [None], name="y")
        with tf.variable_scope("net"):
            w = tf.get_variable("w", [30, 6], initializer=tf.glorot_uniform_initializer(seed=3))
            b = tf.get_variable("b", [6], initializer=tf.zeros_initializer())
            v = tf.get_variable("v", [6, 1], initializer=tf.glorot_uniform_initializer(seed=4))
            logits = tf.squeeze(tf.matmul(tf.nn.softplus(tf.matmul(x, w) + b), v), axis=1)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
        accuracy, update_accuracy = tf.metrics.accuracy(y, tf.round(tf.sigmoid(logits)))
        recall, update_recall = tf.metrics.recall(y, tf.round(tf.sigmoid(logits)))
        optimizer = tf.train.MomentumOptimizer(0.05, 0.8)
        tvs = tf.trainable_variables()
        accum_vars = [
            tf.Variable(tf.zeros_like(tv.initialized_value()), trainable=False) for tv in tvs
        ]
        zero_ops = [tv.assign(tf.zeros_like(tv)) for tv in accum_vars]
        gvs = optimizer.compute_gradients(loss, tvs)
        accum_ops = [accum_vars[i].assign_add(gv[0]) for i, gv in enumerate(gvs)]
        n_minibatches = tf.placeholder(tf.float32, [])
        summed = [(accum_vars[i] / n_minibatches, gv[1]) for i, gv in enumerate(gvs)]
        train_step = optimizer.apply_gradients(summed)
        rate_history, waited, best = [], 0, np.inf
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for epoch in range(8):
                sess.run(zero_ops)
                pieces = 1 if mode == "whole" else 8
                for piece in range(pieces):
                    rows = slice(400 // pieces * piece, 400 // pieces * (piece + 1))
                    sess.run(accum_ops, {x: data[rows], y: labels[rows]})
                sess.run(train_step, {n_minibatches: pieces})
                value = sess.run(loss, {x: data[400:], y: labels[400:]})
                waited = 0 if value < best - 1e-3 else waited + 1
                best = min(best, value)
                rate_history.append(value)
                if waited >= 3:
                    break
            sess.run(tf.local_variables_initializer())
            for start in range(400, 560, 40):
                feed = {x: data[start : start + 40], y: labels[start : start + 40]}
                running = sess.run([update_accuracy, update_recall], feed)
            measured = sess.run([accuracy, recall])
            found[mode] = {
                "losses": rate_history,
                "weights": sess.run(tvs),
                "running": running,
                "measured": measured,
                "sums": sess.run(accum_vars),
            }
        found["names"] = [v.op.name for v in tf.global_variables()]
        found["local"] = [v.op.name for v in tf.local_variables()]
    found["equal"] = bool(
        np.allclose(found["whole"]["losses"], found["accumulated"]["losses"], atol=1e-4)
    )
    return found
