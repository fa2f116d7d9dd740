"""A convolutional net with pooling and dropout, as the experts' tutorial has it, on small digits."""

import numpy as np
from sklearn.datasets import load_digits


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(7)

    def weight_variable(shape):
        initial = tf.truncated_normal(shape, stddev=0.1)
        return tf.Variable(initial)

    def bias_variable(shape):
        initial = tf.constant(0.1, shape=shape)
        return tf.Variable(initial)

    def conv2d(x, W):
        return tf.nn.conv2d(x, W, strides=[1, 1, 1, 1], padding="SAME")

    def max_pool_2x2(x):
        return tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")

    x = tf.placeholder(tf.float32, shape=[None, 64])
    y_ = tf.placeholder(tf.float32, shape=[None, 10])
    x_image = tf.reshape(x, [-1, 8, 8, 1])

    W_conv1 = weight_variable([3, 3, 1, 8])
    b_conv1 = bias_variable([8])
    h_conv1 = tf.nn.relu(conv2d(x_image, W_conv1) + b_conv1)
    h_pool1 = max_pool_2x2(h_conv1)

    W_conv2 = weight_variable([3, 3, 8, 16])
    b_conv2 = bias_variable([16])
    h_conv2 = tf.nn.relu(conv2d(h_pool1, W_conv2) + b_conv2)
    h_pool2 = max_pool_2x2(h_conv2)

    W_fc1 = weight_variable([2 * 2 * 16, 32])
    b_fc1 = bias_variable([32])
    h_pool2_flat = tf.reshape(h_pool2, [-1, 2 * 2 * 16])
    h_fc1 = tf.nn.relu(tf.matmul(h_pool2_flat, W_fc1) + b_fc1)

    keep_prob = tf.placeholder(tf.float32)
    h_fc1_drop = tf.nn.dropout(h_fc1, keep_prob)
    W_fc2 = weight_variable([32, 10])
    b_fc2 = bias_variable([10])
    y_conv = tf.matmul(h_fc1_drop, W_fc2) + b_fc2

    cross_entropy = tf.reduce_mean(
        tf.nn.softmax_cross_entropy_with_logits(labels=y_, logits=y_conv)
    )
    train_step = tf.train.AdamOptimizer(2e-3).minimize(cross_entropy)
    correct_prediction = tf.equal(tf.argmax(y_conv, 1), tf.argmax(y_, 1))
    accuracy = tf.reduce_mean(tf.cast(correct_prediction, tf.float32))

    images, labels = load_digits(return_X_y=True)
    images, one_hot = images / 16.0, np.eye(10)[labels]
    rng = np.random.RandomState(1)
    losses, accuracies = [], []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(40):
            batch = rng.randint(0, 1500, 50)
            feed = {x: images[batch], y_: one_hot[batch], keep_prob: 1.0}
            if i % 10 == 0:
                accuracies.append(accuracy.eval(feed_dict=feed))
                losses.append(cross_entropy.eval(feed_dict=feed))
            train_step.run(feed_dict={**feed, keep_prob: 0.5})
        test = {x: images[1500:], y_: one_hot[1500:], keep_prob: 1.0}
        return {
            "losses": losses,
            "accuracies": accuracies,
            "test loss": cross_entropy.eval(test),
            "first filters": W_conv1.eval(),
            "second biases": b_conv2.eval(),
            "pooled": h_pool2.eval({x: images[:3]}),
            "shapes": [t.shape.as_list() for t in (h_conv1, h_pool1, h_conv2, h_pool2, y_conv)],
            "adam": [v.name for v in tf.global_variables() if "Adam" in v.name or "beta" in v.name],
        }
