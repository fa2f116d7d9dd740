"""A siamese net: the same scope entered twice by AUTO_REUSE, with a contrastive loss."""

import numpy as np
from sklearn.datasets import load_digits


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(4)

    def fc_layer(bottom, n_weight, name):
        n_prev_weight = bottom.get_shape()[1]
        initer = tf.truncated_normal_initializer(stddev=0.1)
        W = tf.get_variable(
            name + "W", dtype=tf.float32, shape=[n_prev_weight, n_weight], initializer=initer
        )
        b = tf.get_variable(
            name + "b",
            dtype=tf.float32,
            initializer=tf.constant(0.01, shape=[n_weight], dtype=tf.float32),
        )
        return tf.nn.bias_add(tf.matmul(bottom, W), b)

    def network(x):
        ac1 = tf.nn.relu(fc_layer(x, 24, "fc1"))
        ac2 = tf.nn.relu(fc_layer(ac1, 24, "fc2"))
        return fc_layer(ac2, 2, "fc3")

    def loss_with_spring():
        margin = 5.0
        labels_t = y_
        labels_f = tf.subtract(1.0, y_, name="1-yi")
        eucd2 = tf.reduce_sum(tf.pow(tf.subtract(o1, o2), 2), 1)
        eucd = tf.sqrt(eucd2 + 1e-6, name="eucd")
        C = tf.constant(margin, name="C")
        pos = tf.multiply(labels_t, eucd2, name="yi_x_eucd2")
        neg = tf.multiply(labels_f, tf.pow(tf.maximum(tf.subtract(C, eucd), 0), 2))
        return tf.reduce_mean(tf.add(pos, neg, name="losses"), name="loss")

    x1 = tf.placeholder(tf.float32, [None, 64])
    x2 = tf.placeholder(tf.float32, [None, 64])
    y_ = tf.placeholder(tf.float32, [None])
    with tf.variable_scope("siamese", reuse=tf.AUTO_REUSE) as scope:
        o1 = network(x1)
        first = [v.name for v in tf.trainable_variables()]
        o2 = network(x2)
    second = [v.name for v in tf.trainable_variables()]
    with tf.variable_scope(scope, reuse=True):
        shared = tf.get_variable("fc1W", [64, 24])
    try:
        with tf.variable_scope("siamese"):
            network(x1)
        complaint = ""
    except ValueError as error:
        complaint = str(error).split(",")[0]
    try:
        with tf.variable_scope("siamese", reuse=True):
            tf.get_variable("fc4W", [2, 2])
        missing = ""
    except ValueError as error:
        missing = str(error).split(",")[0]

    loss = loss_with_spring()
    train_step = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    images, labels = load_digits(return_X_y=True)
    images = images / 16.0
    rng = np.random.RandomState(9)
    losses = []
    with tf.Session() as sess:
        tf.global_variables_initializer().run()
        for _ in range(40):
            one, two = rng.randint(0, 1500, 64), rng.randint(0, 1500, 64)
            same = (labels[one] == labels[two]).astype(float)
            feed = {x1: images[one], x2: images[two], y_: same}
            losses.append(sess.run([train_step, loss], feed)[1])
        embedding = o1.eval({x1: images[:20]})
        twin = o2.eval({x2: images[:20]})
    return {
        "losses": losses,
        "embedding": embedding,
        "twins": np.array_equal(embedding, twin),
        "variables": first,
        "shared": first == second and shared.name == "siamese/fc1W:0",
        "complaint": complaint,
        "missing": missing,
        "operations": [o1.op.name, o2.op.name],
    }
