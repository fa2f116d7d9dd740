"""Softmax regression on digits, as the beginners' tutorial has it, with the loss written out."""

import numpy as np
from sklearn.datasets import load_digits


def run(tf, folder):
    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).astype(np.float32)
    one_hot = np.eye(10, dtype=np.float32)[labels]
    train, test = slice(0, 1500), slice(1500, None)

    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, 64])
    W = tf.Variable(tf.zeros([64, 10]))
    b = tf.Variable(tf.zeros([10]))
    y = tf.nn.softmax(tf.matmul(x, W) + b)
    y_ = tf.placeholder(tf.float32, [None, 10])
    cross_entropy = tf.reduce_mean(-tf.reduce_sum(y_ * tf.log(y), reduction_indices=[1]))
    train_step = tf.train.GradientDescentOptimizer(0.5).minimize(cross_entropy)

    sess = tf.InteractiveSession()
    tf.global_variables_initializer().run()
    rng = np.random.RandomState(0)
    losses = []
    for _ in range(120):
        batch = rng.choice(1500, 100, replace=False)
        feed = {x: images[batch], y_: one_hot[batch]}
        losses.append(sess.run(cross_entropy, feed))
        train_step.run(feed_dict=feed)

    correct_prediction = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
    accuracy = tf.reduce_mean(tf.cast(correct_prediction, tf.float32))
    found = {
        "losses": losses,
        "accuracy": accuracy.eval({x: images[test], y_: one_hot[test]}),
        "training accuracy": accuracy.eval({x: images[train], y_: one_hot[train]}),
        "W": W.eval(),
        "b": b.eval(),
        "wrong": np.flatnonzero(~correct_prediction.eval({x: images[test], y_: one_hot[test]}))[:9],
        "variables": [v.name for v in tf.global_variables()],
    }
    sess.close()
    return found
