"""A small transformer: positions, masked attention with several heads, layer norm; copying backwards."""

import numpy as np

VOCABULARY, LENGTH, UNITS, HEADS = 9, 6, 16, 2


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(3)
    ids = tf.placeholder(tf.int32, [None, None], name="ids")
    lengths = tf.placeholder(tf.int32, [None], name="lengths")
    targets = tf.placeholder(tf.int32, [None, None], name="targets")

    def positional_encoding(length):
        position = np.arange(length)[:, None] / 10000 ** (2 * (np.arange(UNITS) // 2) / UNITS)
        encoding = np.where(np.arange(UNITS) % 2, np.cos(position), np.sin(position))
        return tf.convert_to_tensor(encoding, tf.float32)

    def normalize(inputs, scope):
        with tf.variable_scope(scope):
            mean, variance = tf.nn.moments(inputs, [-1], keep_dims=True)
            beta = tf.get_variable("beta", UNITS, initializer=tf.zeros_initializer())
            gamma = tf.get_variable("gamma", UNITS, initializer=tf.ones_initializer())
            return gamma * (inputs - mean) / tf.sqrt(variance + 1e-6) + beta

    def project(x, size, name):
        w = tf.get_variable(name, [x.shape[-1], size])
        return tf.tensordot(x, w, axes=[[2], [0]])

    def attention(x, mask, scope):
        with tf.variable_scope(scope):
            q, k, v = (project(x, UNITS, name) for name in ("q", "k", "v"))
            q, k, v = (tf.concat(tf.split(t, HEADS, axis=2), axis=0) for t in (q, k, v))
            scores = tf.matmul(q, k, transpose_b=True) / (UNITS / HEADS) ** 0.5
            masks = tf.tile(tf.expand_dims(mask, 1), [HEADS, tf.shape(q)[1], 1])
            paddings = tf.ones_like(scores) * (-(2**32) + 1)
            weights = tf.nn.softmax(tf.where(masks, scores, paddings))
            outputs = tf.concat(tf.split(tf.matmul(weights, v), HEADS, axis=0), axis=2)
            return normalize(project(outputs, UNITS, "out") + x, "ln"), weights

    with tf.variable_scope("encoder", initializer=tf.glorot_uniform_initializer()):
        table = tf.get_variable("table", [VOCABULARY, UNITS])
        table = tf.concat((tf.zeros(shape=[1, UNITS]), table[1:, :]), 0)
        mask = tf.less(tf.range(tf.shape(ids)[1])[tf.newaxis], lengths[:, tf.newaxis])
        x = tf.nn.embedding_lookup(table, ids) * UNITS**0.5
        x += positional_encoding(LENGTH)[: tf.shape(ids)[1]]
        for layer in range(2):
            x, weights = attention(x, mask, f"layer_{layer}")
            with tf.variable_scope(f"feed_forward_{layer}"):
                hidden = tf.nn.relu(project(x, 32, "w1"))
                x = normalize(x + project(hidden, UNITS, "w2"), "ln")
        logits = tf.einsum("ntd,dk->ntk", x, tf.transpose(table))
    smoothed = 0.9 * tf.one_hot(targets, VOCABULARY) + 0.1 / VOCABULARY
    crossent = tf.nn.softmax_cross_entropy_with_logits_v2(labels=smoothed, logits=logits)
    istarget = tf.to_float(mask)
    loss = tf.reduce_sum(crossent * istarget) / tf.reduce_sum(istarget)
    hits = tf.to_float(tf.equal(tf.to_int32(tf.argmax(logits, axis=-1)), targets))
    accuracy = tf.reduce_sum(hits * istarget) / tf.reduce_sum(istarget)
    step = tf.train.get_or_create_global_step()
    warmup = tf.cast(step + 1, tf.float32)
    rate = 0.05 * tf.minimum(warmup * 10.0**-1.5, warmup**-0.5)
    train = tf.train.AdamOptimizer(rate, beta2=0.98, epsilon=1e-9).minimize(loss, step)

    rng = np.random.RandomState(2)
    losses, accuracies = [], []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(30):
            size = rng.randint(2, LENGTH + 1, 24)
            words = rng.randint(1, VOCABULARY, (24, LENGTH))
            words[np.arange(LENGTH) >= size[:, None]] = 0
            back = np.zeros_like(words)
            for i, n in enumerate(size):
                back[i, :n] = words[i, :n][::-1]
            feed = {ids: words, lengths: size, targets: back}
            *found, _ = sess.run([loss, accuracy, train], feed)
            losses.append(found[0])
            accuracies.append(found[1])
        attended = sess.run(weights, feed)
    return {
        "losses": losses,
        "accuracies": accuracies,
        "attended": attended[:4],
        "shapes": [str(t.shape) for t in (x, weights, logits, smoothed)],
        "variables": [(v.op.name, v.shape.as_list()) for v in tf.trainable_variables()],
    }
