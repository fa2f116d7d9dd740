"""A convolutional net with fused batch normalization, its averages kept by shadow variables."""

import numpy as np
from sklearn.datasets import load_digits


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(11)
    tst = tf.placeholder(tf.bool, name="test_time")
    iteration = tf.placeholder(tf.int32, name="iteration")
    X = tf.placeholder(tf.float32, [None, 8, 8, 1], name="X")
    Y_ = tf.placeholder(tf.float32, [None, 10], name="Y_")
    averages = []

    def batchnorm(Ylogits, is_test, iteration, offset, convolutional=False):
        # The averages forget faster at the start.
        exp_moving_avg = tf.train.ExponentialMovingAverage(0.95, iteration)
        if convolutional:
            mean, variance = tf.nn.moments(Ylogits, [0, 1, 2])
        else:
            mean, variance = tf.nn.moments(Ylogits, [0])
        update_moving_averages = exp_moving_avg.apply([mean, variance])
        m = tf.cond(is_test, lambda: exp_moving_avg.average(mean), lambda: mean)
        v = tf.cond(is_test, lambda: exp_moving_avg.average(variance), lambda: variance)
        averages.append(exp_moving_avg.average_name(mean))
        return tf.nn.batch_normalization(Ylogits, m, v, offset, None, 1e-5), update_moving_averages

    # The first layer has the fused operation, with averages kept by hand.
    W1 = tf.Variable(tf.truncated_normal([3, 3, 1, 6], stddev=0.2), name="W1")
    scale = tf.Variable(tf.ones([6]), name="scale")
    offset = tf.Variable(tf.constant(0.1, tf.float32, [6]), name="offset")
    pop_mean = tf.Variable(tf.zeros([6]), trainable=False, name="pop_mean")
    pop_var = tf.Variable(tf.ones([6]), trainable=False, name="pop_var")
    Y1l = tf.nn.conv2d(X, W1, strides=[1, 1, 1, 1], padding="SAME")

    def training_time():
        y, mean, variance = tf.nn.fused_batch_norm(Y1l, scale, offset, epsilon=1e-3)
        keep_mean = tf.assign(pop_mean, 0.9 * pop_mean + 0.1 * mean)
        keep_var = tf.assign(pop_var, 0.9 * pop_var + 0.1 * variance)
        with tf.control_dependencies([keep_mean, keep_var]):
            return tf.identity(y)

    def test_time():
        y, _, _ = tf.nn.fused_batch_norm(
            Y1l, scale, offset, mean=pop_mean, variance=pop_var, epsilon=1e-3, is_training=False
        )
        return y

    Y1 = tf.nn.relu(tf.cond(tst, test_time, training_time))

    # The others have the pieces.
    W2 = tf.Variable(tf.truncated_normal([4, 4, 6, 8], stddev=0.1), name="W2")
    B2 = tf.Variable(tf.constant(0.1, tf.float32, [8]), name="B2")
    Y2l = tf.nn.conv2d(Y1, W2, strides=[1, 2, 2, 1], padding="SAME")
    Y2bn, update_ema2 = batchnorm(Y2l, tst, iteration, B2, convolutional=True)
    Y2 = tf.nn.relu(Y2bn)
    YY = tf.reshape(Y2, shape=[-1, 4 * 4 * 8])
    W3 = tf.Variable(tf.truncated_normal([4 * 4 * 8, 20], stddev=0.1), name="W3")
    B3 = tf.Variable(tf.constant(0.1, tf.float32, [20]), name="B3")
    Y3bn, update_ema3 = batchnorm(tf.matmul(YY, W3), tst, iteration, B3)
    Y3 = tf.nn.relu(Y3bn)
    W4 = tf.Variable(tf.truncated_normal([20, 10], stddev=0.1), name="W4")
    B4 = tf.Variable(tf.constant(0.1, tf.float32, [10]), name="B4")
    Ylogits = tf.matmul(Y3, W4) + B4
    update_ema = tf.group(update_ema2, update_ema3)
    cross_entropy = tf.nn.softmax_cross_entropy_with_logits_v2(logits=Ylogits, labels=Y_)
    cross_entropy = tf.reduce_mean(cross_entropy) * 10
    correct = tf.equal(tf.argmax(Ylogits, 1), tf.argmax(Y_, 1))
    accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
    rate = 0.0005 + tf.train.exponential_decay(0.002, iteration, 10, 1 / np.e)
    train_step = tf.train.GradientDescentOptimizer(rate).minimize(cross_entropy)

    digits = load_digits()
    images, one_hot = digits.images[..., np.newaxis] / 16.0, np.eye(10)[digits.target]
    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(20):
            batch = slice(50 * i, 50 * i + 50)
            feed = {X: images[batch], Y_: one_hot[batch], iteration: i}
            losses.append(sess.run(cross_entropy, {**feed, tst: False}))
            sess.run(train_step, {**feed, tst: False})
            sess.run(update_ema, {**feed, tst: False})
        test = {X: images[1500:1600], Y_: one_hot[1500:1600], iteration: 20, tst: True}
        logits, hits = sess.run([Ylogits, accuracy], test)
        kept = sess.run([pop_mean, pop_var])
        shadows = {
            v.op.name: sess.run(v)
            for v in tf.global_variables()
            if v.op.name.endswith("ExponentialMovingAverage")
        }
    return {
        "losses": losses,
        "logits": logits,
        "better than guessing": bool(hits > 0.2),
        "population": kept,
        "shadows": shadows,
        "averages": averages,
        "trainable": [v.op.name for v in tf.trainable_variables()],
        "moving": [v.op.name for v in tf.moving_average_variables()],
    }
