"""Metrics that go on from batch to batch, and begin again with their local variables."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    labels = tf.placeholder(tf.int64, [None], name="labels")
    scores = tf.placeholder(tf.float32, [None], name="scores")
    predictions = tf.to_int64(scores > 0.5)
    with tf.name_scope("metrics"):
        metrics = {
            "accuracy": tf.metrics.accuracy(labels, predictions),
            "precision": tf.metrics.precision(labels, predictions),
            "recall": tf.metrics.recall(labels, predictions),
            "mean": tf.metrics.mean(scores, weights=tf.to_float(labels) + 1.0),
            "rmse": tf.metrics.root_mean_squared_error(tf.to_float(labels), scores),
            "mae": tf.metrics.mean_absolute_error(tf.to_float(labels), scores),
            "false positives": tf.metrics.false_positives(labels, predictions),
            "per class": tf.metrics.mean_per_class_accuracy(labels, predictions, 2),
        }
    values = {name: value for name, (value, _) in metrics.items()}
    updates = {name: update for name, (_, update) in metrics.items()}
    reset = tf.variables_initializer(tf.get_collection(tf.GraphKeys.METRIC_VARIABLES))

    rng = np.random.RandomState(0)
    history = []
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        for epoch in range(2):
            for _ in range(4):
                truth = rng.randint(0, 2, 25)
                guess = np.clip(0.35 * truth + 0.6 * rng.rand(25), 0, 1)
                feed = {labels: truth, scores: guess}
                sess.run(updates, feed)
            history.append(sess.run(values))
            sess.run(reset)
            empty = sess.run([values["accuracy"], values["mean"]])
    return {
        "history": history,
        "empty": empty,
        "local variables": [(v.name, v.dtype.name) for v in tf.local_variables()],
        "global variables": [v.name for v in tf.global_variables()],
        "updates": [update.name for update in updates.values()],
    }
