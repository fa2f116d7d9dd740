"""Metrics that go on from batch to batch, and begin again with their local variables."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    labels = tf.placeholder(tf.int64, [None], name="labels")
    scores = tf.placeholder(tf.float32, [None], name="scores")
    predictions = tf.to_int64(scores > 0.5)
    shapeless = tf.placeholder(tf.int64, name="shapeless")  # a column, which the run alone knows
    with tf.name_scope("metrics"):
        metrics = {
            "accuracy": tf.metrics.accuracy(labels, predictions),
            "accuracy of columns": tf.metrics.accuracy(shapeless, predictions, weights=scores),
            "precision": tf.metrics.precision(labels, predictions),
            "recall": tf.metrics.recall(labels, predictions),
            "mean": tf.metrics.mean(scores, weights=tf.to_float(labels) + 1.0),
            "rmse": tf.metrics.root_mean_squared_error(tf.to_float(labels), scores),
            "mae": tf.metrics.mean_absolute_error(tf.to_float(labels), scores),
            "false positives": tf.metrics.false_positives(labels, predictions),
            "false negatives": tf.metrics.false_negatives(labels, predictions),
            "true positives": tf.metrics.true_positives(labels, predictions),
            "true negatives": tf.metrics.true_negatives(labels, predictions),
            "mse": tf.metrics.mean_squared_error(tf.to_float(labels), scores),
        }
    values = {name: value for name, (value, _) in metrics.items()}
    updates = {name: update for name, (_, update) in metrics.items()}
    # Losses of the same examples, as a training would add them up.
    both = tf.stack([1.0 - scores, scores], axis=1)
    losses = [
        tf.losses.log_loss(labels, scores),
        tf.losses.softmax_cross_entropy(tf.one_hot(labels, 2), both, 0.5, label_smoothing=0.1),
        tf.losses.compute_weighted_loss(scores, reduction=tf.losses.Reduction.SUM),
    ]
    tf.losses.add_loss(tf.reduce_max(scores))
    total = tf.losses.get_total_loss()
    reset = tf.variables_initializer(tf.get_collection(tf.GraphKeys.METRIC_VARIABLES))

    rng = np.random.RandomState(0)
    history, found = [], []
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        for epoch in range(2):
            for _ in range(4):
                truth = rng.randint(0, 2, 25)
                guess = np.clip(0.35 * truth + 0.6 * rng.rand(25), 0, 1)
                feed = {labels: truth, scores: guess, shapeless: truth[:, np.newaxis]}
                sess.run(updates, feed)
                found.append(sess.run([*losses, total], feed))
            history.append(sess.run(values))
            sess.run(reset)
            empty = sess.run([values["accuracy"], values["mean"]])
    return {
        "history": history,
        "losses": found,
        "empty": empty,
        "local variables": [(v.name, v.dtype.name) for v in tf.local_variables()],
        "global variables": [v.name for v in tf.global_variables()],
        "updates": [update.name for update in updates.values()],
    }
