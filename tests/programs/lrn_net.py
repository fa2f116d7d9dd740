"""The CIFAR tutorial's net in small: local response normalization, decay of weights, averages."""

import re

import numpy as np
from sklearn.datasets import load_digits

BATCH, CLASSES, TOWER_NAME = 32, 5, "tower"
MOVING_AVERAGE_DECAY, EPOCHS_PER_DECAY, DECAY_FACTOR, RATE = 0.99, 5, 0.5, 0.05


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(5)
    global_step = tf.train.get_or_create_global_step()

    def _activation_summary(x):
        tensor_name = re.sub(f"{TOWER_NAME}_[0-9]*/", "", x.op.name)
        tf.summary.histogram(tensor_name + "/activations", x)
        tf.summary.scalar(tensor_name + "/sparsity", tf.nn.zero_fraction(x))

    def _variable_with_weight_decay(name, shape, stddev, wd):
        var = tf.get_variable(
            name, shape, initializer=tf.truncated_normal_initializer(stddev=stddev)
        )
        if wd is not None:
            weight_decay = tf.multiply(tf.nn.l2_loss(var), wd, name="weight_loss")
            tf.add_to_collection("losses", weight_decay)
        return var

    images = tf.placeholder(tf.float32, [None, 8, 8, 1], name="images")
    labels = tf.placeholder(tf.int32, [None], name="labels")

    with tf.variable_scope("conv1") as scope:
        kernel = _variable_with_weight_decay("weights", [5, 5, 1, 12], 0.1, None)
        conv = tf.nn.conv2d(images, kernel, [1, 1, 1, 1], padding="SAME")
        biases = tf.get_variable("biases", [12], initializer=tf.constant_initializer(0.0))
        conv1 = tf.nn.relu(tf.nn.bias_add(conv, biases), name=scope.name)
        _activation_summary(conv1)
    pool1 = tf.nn.max_pool(
        conv1, ksize=[1, 3, 3, 1], strides=[1, 2, 2, 1], padding="SAME", name="pool1"
    )
    norm1 = tf.nn.lrn(pool1, 4, bias=1.0, alpha=0.001 / 9.0, beta=0.75, name="norm1")
    with tf.variable_scope("conv2") as scope:
        kernel = _variable_with_weight_decay("weights", [3, 3, 12, 12], 0.1, 0.0)
        conv = tf.nn.conv2d(norm1, kernel, [1, 1, 1, 1], padding="SAME")
        biases = tf.get_variable("biases", [12], initializer=tf.constant_initializer(0.1))
        conv2 = tf.nn.relu(tf.nn.bias_add(conv, biases), name=scope.name)
        _activation_summary(conv2)
    # Stronger than in the first layer, so that its gradient counts.
    norm2 = tf.nn.local_response_normalization(
        conv2, depth_radius=2, bias=0.5, alpha=0.3, beta=0.6, name="norm2"
    )
    pool2 = tf.nn.max_pool(
        norm2, ksize=[1, 3, 3, 1], strides=[1, 2, 2, 1], padding="VALID", name="pool2"
    )
    with tf.variable_scope("local3") as scope:
        reshape = tf.reshape(pool2, [tf.shape(images)[0], -1])
        reshape.set_shape([None, 12])
        weights = _variable_with_weight_decay("weights", [12, 24], 0.2, 0.004)
        biases = tf.get_variable("biases", [24], initializer=tf.constant_initializer(0.1))
        local3 = tf.nn.relu_layer(reshape, weights, biases, name=scope.name)
        _activation_summary(local3)
    with tf.variable_scope("softmax_linear") as scope:
        weights = _variable_with_weight_decay("weights", [24, CLASSES], 0.2, 0.0)
        biases = tf.get_variable("biases", [CLASSES], initializer=tf.constant_initializer(0.0))
        logits = tf.nn.xw_plus_b(local3, weights, biases, name=scope.name)

    cross_entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=tf.cast(labels, tf.int64), logits=logits, name="cross_entropy_per_example"
    )
    tf.add_to_collection("losses", tf.reduce_mean(cross_entropy, name="cross_entropy"))
    total_loss = tf.add_n(tf.get_collection("losses"), name="total_loss")

    lr = tf.train.exponential_decay(
        RATE, global_step, EPOCHS_PER_DECAY, DECAY_FACTOR, staircase=True
    )
    tf.summary.scalar("learning_rate", lr)
    loss_averages = tf.train.ExponentialMovingAverage(0.9, name="avg")
    losses = tf.get_collection("losses")
    loss_averages_op = loss_averages.apply([*losses, total_loss])
    for loss in [*losses, total_loss]:
        tf.summary.scalar(loss.op.name + " (raw)", loss)
        tf.summary.scalar(loss.op.name, loss_averages.average(loss))
    with tf.control_dependencies([loss_averages_op]):
        opt = tf.train.GradientDescentOptimizer(lr)
        grads = opt.compute_gradients(total_loss)
    apply_gradient_op = opt.apply_gradients(grads, global_step=global_step)
    variable_averages = tf.train.ExponentialMovingAverage(MOVING_AVERAGE_DECAY, global_step)
    with tf.control_dependencies([apply_gradient_op]):
        train_op = variable_averages.apply(tf.trainable_variables())
    top_k_op = tf.nn.in_top_k(logits, labels, 2)
    summary_op = tf.summary.merge_all()

    data = load_digits(n_class=CLASSES)
    pictures = data.images[..., np.newaxis] / 16.0
    step_losses, rates = [], []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(15):
            batch = slice(BATCH * step, BATCH * (step + 1))
            feed = {images: pictures[batch], labels: data.target[batch]}
            _, loss_value, rate = sess.run([train_op, total_loss, lr], feed)
            step_losses.append(loss_value)
            rates.append(rate)
        feed = {images: pictures[600:640], labels: data.target[600:640]}
        normal, out, gradients = sess.run([norm2, logits, [g for g, _ in grads]], feed)
        summary = tf.Summary.FromString(sess.run(summary_op, feed))
        top = sess.run(top_k_op, feed)
        averages = sess.run([variable_averages.average(v) for v in tf.trainable_variables()])
    return {
        "losses": step_losses,
        "rates": rates,
        "normalised": normal[:4],
        "logits": out,
        "gradients": gradients,
        "averages": averages,
        "among two": int(top.sum()),
        "tags": [value.tag for value in summary.value],
        "to restore": sorted(variable_averages.variables_to_restore()),
    }
