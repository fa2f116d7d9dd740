"""Embeddings whose gradients are IndexedSlices: bags of words, parted tables, sparse optimizers."""

import numpy as np

WORDS = [
    *("good", "great", "fine", "nice", "lovely"),
    *("bad", "awful", "poor", "sad", "horrid"),
    *("film", "story", "plot", "cast", "end"),
]


def reviews(rng, size):
    """Bags of words, some longer than others, and whether more of them praise than blame."""
    bags, labels = [], []
    for _ in range(size):
        bag = rng.randint(0, len(WORDS), rng.randint(3, 9))
        bags.append(bag)
        labels.append(float((bag < 5).sum() >= ((bag >= 5) & (bag < 10)).sum()))
    return bags, np.array(labels)


def run(tf, folder):
    found = {}
    rng = np.random.RandomState(2)
    optimizers = {
        "descent": lambda: tf.train.GradientDescentOptimizer(1.0),
        "momentum": lambda: tf.train.MomentumOptimizer(0.3, 0.6, use_nesterov=True),
        "adagrad": lambda: tf.train.AdagradOptimizer(0.3),
        "adam": lambda: tf.train.AdamOptimizer(0.02, epsilon=0.01),
        "ftrl": lambda: tf.train.FtrlOptimizer(0.3, l1_regularization_strength=0.001),
        "rmsprop": lambda: tf.train.RMSPropOptimizer(0.02, epsilon=0.01),
    }
    bags, labels = reviews(rng, 160)
    for name, make in optimizers.items():
        tf.reset_default_graph()
        tf.set_random_seed(4)
        words = tf.placeholder(tf.int32, [None], name="words")
        owners = tf.placeholder(tf.int32, [None], name="owners")
        y = tf.placeholder(tf.float32, [None], name="y")
        table = tf.Variable(tf.random_uniform([len(WORDS), 4], -0.5, 0.5), name="table")
        vectors = tf.nn.embedding_lookup(table, words)
        bag = tf.segment_mean(vectors, owners)
        w = tf.get_variable("w", [4, 1], initializer=tf.ones_initializer())
        logits = tf.squeeze(tf.matmul(bag, w), 1)
        loss = tf.losses.sigmoid_cross_entropy(y, logits)
        optimizer = make()
        grads_and_vars = optimizer.compute_gradients(loss)
        kinds = [isinstance(g, tf.IndexedSlices) for g, _ in grads_and_vars]
        grads, norm = tf.clip_by_global_norm([g for g, _ in grads_and_vars], 0.5)
        train = optimizer.apply_gradients(zip(grads, [v for _, v in grads_and_vars]))
        losses, norms = [], []
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for start in range(0, 160, 20):
                some = bags[start : start + 20]
                feed = {
                    words: np.concatenate(some),
                    owners: np.repeat(np.arange(20), [len(one) for one in some]),
                    y: labels[start : start + 20],
                }
                value, size, _ = sess.run([loss, norm, train], feed)
                losses.append(value)
                norms.append(size)
            found[name] = {"losses": losses, "norms": norms, "table": sess.run(table)}
            if name == "descent":
                found["slices"] = sess.run(grads_and_vars[0][0], feed)._asdict()
                found["kinds"] = kinds

    # A table in parts, and one word that comes twice.
    tf.reset_default_graph()
    parts = [
        tf.get_variable(f"part_{i}", initializer=np.arange(i, i + 6.0).reshape(3, 2) / 7.0)
        for i in range(3)
    ]
    ids = tf.constant([[0, 4], [8, 4]])
    by_mod = tf.nn.embedding_lookup(parts, ids, partition_strategy="mod")
    by_div = tf.nn.embedding_lookup(parts, ids, partition_strategy="div", max_norm=1.5)
    target = tf.reduce_sum(by_mod**2) + tf.reduce_sum(by_div)
    gradients = tf.gradients(target, parts)
    dense = [tf.convert_to_tensor(g) for g in gradients]
    whole = tf.Variable(np.ones((5, 2), np.float32), name="whole")
    twice = tf.gather(whole, [1, 3, 1]) * [[1.0], [2.0], [3.0]]
    sums = tf.reduce_sum(twice) + tf.reduce_sum(tf.square(whole)) * 0.5
    (mixed,) = tf.gradients(sums, whole)
    (slices,) = tf.gradients(twice, whole)
    scaled = tf.IndexedSlices(slices.values * 0.1, slices.indices, slices.dense_shape)
    less = tf.scatter_sub(whole, scaled.indices, scaled.values)
    clipped = tf.clip_by_norm(slices, 2.0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found["looked up"] = sess.run([by_mod, by_div])
        found["dense"] = sess.run(dense)
        found["mixed"] = sess.run(mixed)
        found["clipped"] = sess.run(clipped.values)
        found["less"] = sess.run(less)
    found["sparse"] = [
        isinstance(g, tf.IndexedSlices) for g in [*gradients, mixed, slices, clipped]
    ]
    return found
