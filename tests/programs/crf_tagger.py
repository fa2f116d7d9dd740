"""A linear-chain CRF: its partition function by a scan, trained through it, the best path by Viterbi."""

import numpy as np

TAGS, FEATURES, LENGTH = 3, 5, 8


def sentences(rng, size):
    """Tags that follow each other, and noisy features of them."""
    moves = np.array([[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.3, 0.1, 0.6]])
    shown = rng.randn(TAGS, FEATURES)
    tags = np.zeros((size, LENGTH), np.int32)
    for row in tags:
        row[0] = rng.randint(TAGS)
        for t in range(1, LENGTH):
            row[t] = rng.choice(TAGS, p=moves[row[t - 1]])
    inputs = shown[tags] + 0.8 * rng.randn(size, LENGTH, FEATURES)
    return inputs.astype(np.float32), tags, rng.randint(3, LENGTH + 1, size).astype(np.int32)


def run(tf, folder):
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, LENGTH, FEATURES], name="x")
    y = tf.placeholder(tf.int32, [None, LENGTH], name="y")
    lengths = tf.placeholder(tf.int32, [None], name="lengths")
    batch = tf.shape(x)[0]
    with tf.variable_scope("crf", initializer=tf.zeros_initializer()):
        weights = tf.get_variable("weights", [FEATURES, TAGS])
        moves = tf.get_variable("transitions", [TAGS, TAGS])
    unary = tf.tensordot(x, weights, [[2], [0]], name="unary")
    mask = tf.sequence_mask(lengths, LENGTH, tf.float32)

    with tf.name_scope("score"):
        chosen = tf.one_hot(y, TAGS)
        score = tf.reduce_sum(tf.reduce_sum(unary * chosen, 2) * mask, 1)
        pairs = y[:, :-1] * TAGS + y[:, 1:]
        score += tf.reduce_sum(tf.gather(tf.reshape(moves, [-1]), pairs) * mask[:, 1:], 1)

    with tf.name_scope("partition"):
        by_time = tf.transpose(unary, [1, 0, 2])
        mask_by_time = tf.expand_dims(tf.transpose(mask), 2)

        def forward(alpha, now):
            emitted, alive = now
            spread = tf.expand_dims(alpha, 2) + tf.expand_dims(moves, 0)
            new = tf.reduce_logsumexp(spread, axis=1) + emitted
            return alive * new + (1 - alive) * alpha

        alphas = tf.scan(forward, (by_time[1:], mask_by_time[1:]), initializer=by_time[0])
        log_z = tf.reduce_logsumexp(alphas[-1], axis=1)
    loss = tf.reduce_mean(log_z - score)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    marginals = tf.gradients(log_z, unary)[0]

    with tf.name_scope("viterbi"):
        back = tf.TensorArray(tf.int32, size=LENGTH - 1, element_shape=[None, TAGS])

        def step(t, best, back):
            spread = tf.expand_dims(best, 2) + moves
            back = back.write(t - 1, tf.argmax(spread, 1, output_type=tf.int32))
            return t + 1, tf.reduce_max(spread, 1) + by_time[t], back

        _, best, back = tf.while_loop(lambda t, *_: t < LENGTH, step, [1, by_time[0], back])
        pointers = tf.reverse(back.stack(), [0])
        last = tf.argmax(best, 1, output_type=tf.int32)

        def follow(tag, pointer):
            return tf.gather_nd(pointer, tf.stack([tf.range(batch), tag], 1))

        path = tf.scan(follow, pointers, initializer=last)
        path = tf.transpose(tf.reverse(tf.concat([last[tf.newaxis], path], 0), [0]))

    rng = np.random.RandomState(9)
    inputs, tags, sizes = sentences(rng, 80)
    feed = {x: inputs, y: tags, lengths: sizes}
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        losses = [sess.run([loss, train], feed)[0] for _ in range(25)]
        z, p = sess.run([log_z, marginals], feed)
        found, scores = sess.run([path, best], {x: inputs})
        learned = sess.run([weights, moves])
    alive = np.arange(LENGTH) < sizes[:, np.newaxis]
    return {
        "losses": losses,
        "log z": z,
        "marginals": p,
        "sums to one": bool(np.allclose(p.sum(2)[alive], 1.0, atol=1e-5)),
        "paths": found[:10],
        "scores": scores,
        "learned": learned,
    }
