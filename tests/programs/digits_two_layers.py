"""A deep net for digits from a helper that makes layers under name scopes, saved and restored."""

import os

import numpy as np
from sklearn.datasets import load_digits

n_inputs, n_hidden1, n_hidden2, n_outputs = 64, 40, 20, 10


def neuron_layer(tf, X, n_neurons, name, activation=None):
    with tf.name_scope(name):
        n_inputs = int(X.get_shape()[1])
        stddev = 2 / np.sqrt(n_inputs)
        init = tf.truncated_normal((n_inputs, n_neurons), stddev=stddev, seed=n_neurons)
        W = tf.Variable(init, name="kernel")
        b = tf.Variable(tf.zeros([n_neurons]), name="bias")
        Z = tf.matmul(X, W) + b
        if activation is not None:
            return activation(Z)
        return Z


def run(tf, folder):
    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).astype(np.float32)
    labels = labels.astype(np.int64)

    tf.reset_default_graph()
    X = tf.placeholder(tf.float32, shape=(None, n_inputs), name="X")
    y = tf.placeholder(tf.int64, shape=(None), name="y")
    with tf.name_scope("dnn"):
        hidden1 = neuron_layer(tf, X, n_hidden1, name="hidden1", activation=tf.nn.relu)
        hidden2 = neuron_layer(tf, hidden1, n_hidden2, name="hidden2", activation=tf.nn.elu)
        logits = neuron_layer(tf, hidden2, n_outputs, name="outputs")
    with tf.name_scope("loss"):
        xentropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)
        loss = tf.reduce_mean(xentropy, name="loss")
    with tf.name_scope("train"):
        optimizer = tf.train.GradientDescentOptimizer(0.1)
        training_op = optimizer.minimize(loss)
    with tf.name_scope("eval"):
        correct = tf.nn.in_top_k(logits, y, 1)
        accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
    with tf.name_scope("summaries"):
        tf.summary.scalar("loss", loss)
        for v in tf.trainable_variables():
            tf.summary.histogram(v.op.name, v)
        merged = tf.summary.merge_all()

    init = tf.global_variables_initializer()
    saver = tf.train.Saver()
    path = os.path.join(folder, "final.ckpt")
    history, tags = [], []
    with tf.Session() as sess:
        init.run()
        for epoch in range(3):
            order = np.random.RandomState(epoch).permutation(1500)
            for batch in np.array_split(order, 30):
                sess.run(training_op, feed_dict={X: images[batch], y: labels[batch]})
            history.append(loss.eval(feed_dict={X: images[1500:], y: labels[1500:]}))
        summary = tf.Summary.FromString(merged.eval({X: images[:50], y: labels[:50]}))
        tags = [value.tag for value in summary.value]
        counts = [value.histo.num for value in summary.value if value.HasField("histo")]
        saver.save(sess, path)
    with tf.Session() as sess:
        saver.restore(sess, path)
        Z = logits.eval(feed_dict={X: images[-20:]})
        final = accuracy.eval(feed_dict={X: images[1500:], y: labels[1500:]})
    return {
        "history": history,
        "logits": Z,
        "predictions": np.argmax(Z, axis=1),
        "accuracy": final,
        "variables": [(v.name, v.shape.as_list()) for v in tf.trainable_variables()],
        "tags": tags,
        "histograms": counts,
    }
