"""Mini-batches through placeholders, with summaries, a saver, and a second session that goes on."""

import os

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.preprocessing import StandardScaler


def run(tf, folder):
    data, target = load_diabetes(return_X_y=True)
    m, n = data.shape
    data = np.c_[np.ones((m, 1)), StandardScaler().fit_transform(data)]
    target = target.reshape(-1, 1) / 100
    learning_rate = 0.01
    n_epochs, batch_size = 4, 50
    n_batches = int(np.ceil(m / batch_size))
    logdir = os.path.join(folder, "tf_logs", "run-1")

    tf.reset_default_graph()
    X = tf.placeholder(tf.float32, shape=(None, n + 1), name="X")
    y = tf.placeholder(tf.float32, shape=(None, 1), name="y")
    theta = tf.Variable(tf.random_uniform([n + 1, 1], -1.0, 1.0, seed=42), name="theta")
    y_pred = tf.matmul(X, theta, name="predictions")
    with tf.name_scope("loss") as scope:
        error = y_pred - y
        mse = tf.reduce_mean(tf.square(error), name="mse")
    optimizer = tf.train.GradientDescentOptimizer(learning_rate=learning_rate)
    training_op = optimizer.minimize(mse)
    init = tf.global_variables_initializer()
    saver = tf.train.Saver()
    mse_summary = tf.summary.scalar("MSE", mse)
    file_writer = tf.summary.FileWriter(logdir, tf.get_default_graph())

    def fetch_batch(epoch, batch_index, batch_size):
        np.random.seed(epoch * n_batches + batch_index)
        indices = np.random.randint(m, size=batch_size)
        return data[indices], target[indices]

    summaries, losses = [], []
    with tf.Session() as sess:
        sess.run(init)
        for epoch in range(n_epochs):
            for batch_index in range(n_batches):
                X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
                if batch_index % 3 == 0:
                    summary_str = mse_summary.eval(feed_dict={X: X_batch, y: y_batch})
                    step = epoch * n_batches + batch_index
                    file_writer.add_summary(summary_str, step)
                    summaries.append(tf.Summary.FromString(summary_str).value[0].tag)
                _, loss = sess.run([training_op, mse], feed_dict={X: X_batch, y: y_batch})
                losses.append(loss)
            if epoch == 1:
                saver.save(sess, os.path.join(folder, "my_model.ckpt"))
        best_theta = theta.eval()
        final_path = saver.save(sess, os.path.join(folder, "my_model_final.ckpt"))
    file_writer.close()

    with tf.Session() as sess:
        saver.restore(sess, os.path.join(folder, "my_model.ckpt"))
        halfway = theta.eval()
        for batch_index in range(n_batches):
            X_batch, y_batch = fetch_batch(2, batch_index, batch_size)
            sess.run(training_op, feed_dict={X: X_batch, y: y_batch})
        third = theta.eval()
        saver.restore(sess, final_path)
        restored = theta.eval()

    events = [name for name in os.listdir(logdir) if "tfevents" in name]
    return {
        "losses": losses,
        "theta": best_theta,
        "half way": halfway,
        "three epochs": third,
        "restored": restored,
        "same": np.allclose(best_theta, restored),
        "scope": scope,
        "names": [error.op.name, mse.op.name, y_pred.op.name],
        "summaries": summaries,
        "event files": len(events),
        "files": sorted(name for name in os.listdir(folder) if name.startswith("my_model")),
        "latest": os.path.basename(tf.train.latest_checkpoint(folder)),
    }
