"""A learning rate that decays, a global step, clipped gradients, averages of weights: one training."""

import os

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    rng = np.random.RandomState(0)
    inputs = rng.randn(64, 4).astype(np.float32)
    answers = (np.sin(inputs[:, :1]) * 3 + inputs[:, 1:2]).astype(np.float32)

    global_step = tf.Variable(0, trainable=False, name="global_step")
    learning_rate = tf.train.exponential_decay(0.3, global_step, 5, 0.8, staircase=True)
    x = tf.constant(inputs)
    start = tf.random_uniform_initializer(-0.5, 0.5, seed=3)
    with tf.variable_scope("net", initializer=start) as scope:
        w1 = tf.get_variable("w1", [4, 12])
        w2 = tf.get_variable("w2", [12, 1])
    y = tf.matmul(tf.tanh(tf.matmul(x, w1)), w2)
    tf.losses.mean_squared_error(answers, y, scope="mse")
    tf.losses.mean_squared_error(tf.abs(answers), tf.abs(y), weights=0.5)
    loss = tf.losses.get_total_loss(name="total_loss")

    optimizer = tf.train.GradientDescentOptimizer(learning_rate)
    gradients, v = zip(*optimizer.compute_gradients(loss, tf.trainable_variables()))
    clipped, global_norm = tf.clip_by_global_norm(gradients, 1.0)
    train_op = optimizer.apply_gradients(zip(clipped, v), global_step=global_step)
    ema = tf.train.ExponentialMovingAverage(0.95, global_step)
    with tf.control_dependencies([train_op]):
        train_and_average = ema.apply([w1, w2])
    saver = tf.train.Saver(ema.variables_to_restore())
    everything = tf.train.Saver(tf.global_variables())

    found = {"losses": [], "norms": [], "rates": []}
    path = os.path.join(folder, "model.ckpt")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(12):
            now, norm, rate = sess.run([loss, global_norm, learning_rate])
            found["losses"].append(now)
            found["norms"].append(norm)
            found["rates"].append(rate)
            sess.run(train_and_average)
        found["weights"], found["averages"] = sess.run([w2, ema.average(w2)])
        everything.save(sess, path)
        saver.restore(sess, path)
        found["restored averages"] = sess.run(w2)
        found["steps"] = tf.train.global_step(sess, global_step)
        found["loss of the averages"] = sess.run(loss)
    found["scope"] = [v.name for v in scope.trainable_variables()]
    found["kept"] = len(scope.global_variables()), len(scope.local_variables())
    found["names"] = [v.name for v in tf.global_variables()]
    found["to restore"] = sorted(ema.variables_to_restore())
    return found
