"""Domain-adversarial training: a layer that turns gradients round, and other gradients of one's own."""

import numpy as np
from sklearn.datasets import load_digits


class FlipGradientBuilder:
    """The published class: a new name for each call, registered and mapped."""

    def __init__(self, tf):
        self.tf = tf
        self.num_calls = 0
        self.salt = np.random.randint(10**9)

    def __call__(self, x, strength=1.0):
        tf = self.tf
        grad_name = f"FlipGradient{self.salt}_{self.num_calls}"

        @tf.RegisterGradient(grad_name)
        def _flip_gradients(op, grad):
            return [tf.negative(grad) * strength]

        with tf.get_default_graph().gradient_override_map({"Identity": grad_name}):
            y = tf.identity(x)
        self.num_calls += 1
        return y


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(23)
    flip_gradient = FlipGradientBuilder(tf)
    X = tf.placeholder(tf.float32, [None, 64], name="X")
    y = tf.placeholder(tf.float32, [None, 10], name="y")
    domain = tf.placeholder(tf.float32, [None, 2], name="domain")
    strength = tf.placeholder(tf.float32, [], name="l")
    train = tf.placeholder(tf.bool, [], name="train")
    half = tf.shape(X)[0] // 2

    def fc(x, size, name):
        with tf.variable_scope(name, reuse=tf.AUTO_REUSE):
            init = tf.truncated_normal_initializer(stddev=0.1)
            w = tf.get_variable("w", [int(x.shape[1]), size], initializer=init)
            b = tf.get_variable("b", [size], initializer=tf.constant_initializer(0.1))
            return tf.nn.xw_plus_b(x, w, b)

    with tf.variable_scope("feature_extractor"):
        feature = tf.nn.relu(fc(X, 24, "fc"))
    with tf.variable_scope("label_predictor"):
        # Only the first half of a batch has labels, while training.
        classify_feats = tf.cond(
            train, lambda: tf.slice(feature, [0, 0], [half, -1]), lambda: feature
        )
        classify_feats.set_shape([None, 24])
        classify_labels = tf.cond(train, lambda: tf.slice(y, [0, 0], [half, -1]), lambda: y)
        logits = fc(classify_feats, 10, "fc")
        pred_loss = tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=classify_labels)
    with tf.variable_scope("domain_predictor"):
        feat = flip_gradient(feature, strength)
        d_logits = fc(tf.nn.relu(fc(feat, 12, "fc0")), 2, "fc1")
        domain_loss = tf.nn.softmax_cross_entropy_with_logits(logits=d_logits, labels=domain)
    pred_loss, domain_loss = tf.reduce_mean(pred_loss), tf.reduce_mean(domain_loss)
    total_loss = pred_loss + domain_loss
    learning_rate = tf.placeholder(tf.float32, [])
    dann_train_op = tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(total_loss)
    label_acc = tf.reduce_mean(
        tf.to_float(tf.equal(tf.argmax(logits, 1), tf.argmax(classify_labels, 1)))
    )
    d_feature = tf.gradients(domain_loss, [feat, feature])

    digits, labels = load_digits(return_X_y=True)
    source, target = digits / 16.0, 1.0 - digits / 16.0  # The target domain is the negative.
    one_hot = np.eye(10)[labels]
    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(20):
            p = i / 20
            batch = slice(30 * i, 30 * i + 30)
            feed = {
                X: np.vstack([source[batch], target[batch]]),
                y: np.vstack([one_hot[batch], one_hot[batch]]),
                domain: np.repeat(np.eye(2), 30, axis=0),
                train: True,
                strength: 2.0 / (1.0 + np.exp(-10.0 * p)) - 1,
                learning_rate: 0.01 / (1.0 + 10 * p) ** 0.75,
            }
            losses.append(sess.run([dann_train_op, pred_loss, domain_loss, label_acc], feed)[1:3])
        behind, before = sess.run(d_feature, feed)
        use = {X: target[700:720], y: one_hot[700:720], train: False}
        used = sess.run(logits, use)
        grads = sess.run(tf.gradients(total_loss, tf.trainable_variables()), feed)

    # Gradients by decorator: one that is cut, one with an argument, one that sees its variables.
    tf.reset_default_graph()

    def clip_in_reverse(limit):
        @tf.custom_gradient
        def same(x):
            return tf.identity(x), lambda dy: tf.clip_by_value(dy, -limit, limit)

        return same

    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))

    @tf.custom_gradient
    def pair(a, b):
        def grad(da, db):
            return da * b, db * 2.0 * a

        return (a * b, a + b), grad

    a = tf.constant([0.5, -3.0, 20.0])
    b = tf.constant([1.0, 2.0, 3.0])
    product, added = pair(a, b)
    clipped = tf.gradients(tf.reduce_sum(tf.square(clip_in_reverse(1.5)(a))), a)
    stable = tf.gradients(log1pexp(a * 5.0), a)
    both = tf.gradients([product, added], [a, b], grad_ys=[b, a])
    one = tf.gradients(added, [a, b])
    stopped = tf.gradients(a * b, [a, b], stop_gradients=[a])
    with tf.Session() as sess:
        own = sess.run([clipped, stable, both, one, stopped])
    return {
        "losses": losses,
        "turned": bool(np.allclose(before, -feed[strength] * behind, atol=1e-7)),
        "used": used,
        "gradients": grads,
        "own": own,
    }
