"""Towers: one net built on several devices with shared variables, and their gradients averaged."""

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

NUM_GPUS, TOWER_NAME = 3, "tower"


def run(tf, folder):
    data, labels = load_breast_cancer(return_X_y=True)
    data = StandardScaler().fit_transform(data).astype(np.float32)
    tf.reset_default_graph()

    def _variable_on_cpu(name, shape, initializer):
        with tf.device("/cpu:0"):
            return tf.get_variable(name, shape, initializer=initializer, dtype=tf.float32)

    def _variable_with_weight_decay(name, shape, stddev, wd):
        var = _variable_on_cpu(
            name, shape, tf.truncated_normal_initializer(stddev=stddev, dtype=tf.float32, seed=5)
        )
        if wd is not None:
            weight_decay = tf.multiply(tf.nn.l2_loss(var), wd, name="weight_loss")
            tf.add_to_collection("losses", weight_decay)
        return var

    def inference(x):
        with tf.variable_scope("local1") as scope:
            weights = _variable_with_weight_decay("weights", [30, 12], 0.2, 0.004)
            biases = _variable_on_cpu("biases", [12], tf.constant_initializer(0.1))
            local1 = tf.nn.relu(tf.matmul(x, weights) + biases, name=scope.name)
        with tf.variable_scope("softmax_linear") as scope:
            weights = _variable_with_weight_decay("weights", [12, 2], 0.2, None)
            biases = _variable_on_cpu("biases", [2], tf.constant_initializer(0.0))
            return tf.add(tf.matmul(local1, weights), biases, name=scope.name)

    def tower_loss(scope, x, y):
        logits = inference(x)
        cross_entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=y, logits=logits, name="cross_entropy_per_example"
        )
        tf.add_to_collection("losses", tf.reduce_mean(cross_entropy, name="cross_entropy"))
        losses = tf.get_collection("losses", scope)
        return tf.add_n(losses, name="total_loss")

    def average_gradients(tower_grads):
        average_grads = []
        for grad_and_vars in zip(*tower_grads):
            grads = [tf.expand_dims(g, 0) for g, _ in grad_and_vars]
            grad = tf.reduce_mean(tf.concat(axis=0, values=grads), 0)
            average_grads.append((grad, grad_and_vars[0][1]))
        return average_grads

    with tf.Graph().as_default() as graph, tf.device("/cpu:0"):
        x = tf.placeholder(tf.float32, [None, 30], "x")
        y = tf.placeholder(tf.int32, [None], "y")
        global_step = tf.get_variable(
            "global_step", [], initializer=tf.constant_initializer(0), trainable=False
        )
        opt = tf.train.GradientDescentOptimizer(0.3)
        tower_grads, losses = [], []
        parts = zip(tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS))
        with tf.variable_scope(tf.get_variable_scope()):
            for i, (x_part, y_part) in enumerate(parts):
                with tf.device(f"/gpu:{i}"), tf.name_scope(f"{TOWER_NAME}_{i}") as scope:
                    loss = tower_loss(scope, x_part, y_part)
                    tf.get_variable_scope().reuse_variables()
                    losses.append(loss)
                    tower_grads.append(opt.compute_gradients(loss))
        grads = average_gradients(tower_grads)
        apply_gradient_op = opt.apply_gradients(grads, global_step=global_step)
        variable_averages = tf.train.ExponentialMovingAverage(0.9, global_step)
        variables_averages_op = variable_averages.apply(tf.trainable_variables())
        train_op = tf.group(apply_gradient_op, variables_averages_op)
        init = tf.global_variables_initializer()
        config = tf.ConfigProto(allow_soft_placement=True, log_device_placement=False)
        history = []
        with tf.Session(config=config) as sess:
            sess.run(init)
            for step in range(15):
                batch = slice(step * 30, step * 30 + 30)
                feed = {x: data[batch], y: labels[batch]}
                history.append(sess.run(losses, feed))
                sess.run(train_op, feed)
            weights = sess.run(tf.trainable_variables())
        return {
            "losses": history,
            "weights": weights,
            "variables": [(v.name, v.device) for v in tf.global_variables()],
            "losses collected": [t.name for t in tf.get_collection("losses")],
            "devices": sorted({op.device for op in graph.get_operations()}),
            "per tower": [
                sum(op.name.startswith(f"tower_{i}/") for op in graph.get_operations())
                for i in range(NUM_GPUS)
            ],
        }
