"""Recommendations: two embeddings, biases, regularisers, and gradients that touch few rows."""

import numpy as np


def run(tf, folder):
    n_users, n_items, dim = 30, 20, 4
    rng = np.random.RandomState(0)
    taste, kind = rng.randn(n_users, 2), rng.randn(n_items, 2)
    users, items = rng.randint(0, n_users, 400), rng.randint(0, n_items, 400)
    ratings = np.clip(np.round(3 + (taste[users] * kind[items]).sum(1)), 1, 5)
    found = {}

    for optimizer_name, make in {
        "sgd": lambda: tf.train.GradientDescentOptimizer(0.5),
        "momentum": lambda: tf.train.MomentumOptimizer(0.2, 0.8),
        "adagrad": lambda: tf.train.AdagradOptimizer(0.3),
        "adam": lambda: tf.train.AdamOptimizer(0.02),
        "rmsprop": lambda: tf.train.RMSPropOptimizer(0.02),
    }.items():
        tf.reset_default_graph()
        tf.set_random_seed(20)
        user = tf.placeholder(tf.int32, shape=[None], name="id_user")
        item = tf.placeholder(tf.int32, shape=[None], name="id_item")
        rate = tf.placeholder(tf.float32, shape=[None])
        with tf.device("/cpu:0"):
            bias_global = tf.get_variable("bias_global", shape=[])
            w_bias_user = tf.get_variable("embd_bias_user", shape=[n_users])
            w_bias_item = tf.get_variable("embd_bias_item", shape=[n_items])
            bias_user = tf.nn.embedding_lookup(w_bias_user, user, name="bias_user")
            bias_item = tf.nn.embedding_lookup(w_bias_item, item, name="bias_item")
            w_user = tf.get_variable(
                "embd_user",
                shape=[n_users, dim],
                initializer=tf.truncated_normal_initializer(stddev=0.2),
            )
            w_item = tf.get_variable(
                "embd_item",
                shape=[n_items, dim],
                initializer=tf.truncated_normal_initializer(stddev=0.2),
            )
            embd_user = tf.nn.embedding_lookup(w_user, user, name="embedding_user")
            embd_item = tf.nn.embedding_lookup(w_item, item, name="embedding_item")
        infer = tf.reduce_sum(tf.multiply(embd_user, embd_item), 1)
        infer = tf.add(infer, bias_global)
        infer = tf.add(infer, bias_user)
        infer = tf.add(infer, bias_item, name="svd_inference")
        regularizer = tf.add(
            tf.nn.l2_loss(embd_user), tf.nn.l2_loss(embd_item), name="svd_regularizer"
        )
        cost = tf.nn.l2_loss(tf.subtract(infer, rate)) / tf.to_float(tf.size(rate))
        cost = tf.add(cost, tf.multiply(regularizer, 0.001))
        optimizer = make()
        gradients = optimizer.compute_gradients(cost)
        kinds = [isinstance(g, tf.IndexedSlices) for g, _ in gradients]
        train_op = optimizer.apply_gradients(gradients)
        losses = []
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for start in range(0, 400, 40):
                part = slice(start, start + 40)
                feed = {user: users[part], item: items[part], rate: ratings[part]}
                losses.append(sess.run([train_op, cost], feed)[1])
            found[optimizer_name] = {
                "losses": losses,
                "item": sess.run(w_item),
                "bias": sess.run(w_bias_user),
                "all": sess.run(infer, {user: np.arange(10), item: np.arange(10)}),
                "kinds": kinds,
                "slots": [v.name for v in tf.global_variables()[5:]],
            }
    return found
