"""Autoencoders: weights tied to their own transpose, a sparse code, and a noisy input."""

from sklearn.datasets import load_digits


def run(tf, folder):
    images = load_digits().data[:600] / 16.0
    n_inputs, n_hidden1, n_hidden2 = 64, 24, 10
    l2_reg = 0.0005
    found = {}

    # Tied weights.
    tf.reset_default_graph()
    tf.set_random_seed(42)
    activation = tf.nn.elu
    initializer = tf.variance_scaling_initializer()
    X = tf.placeholder(tf.float32, shape=[None, n_inputs])
    weights1 = tf.Variable(initializer([n_inputs, n_hidden1]), dtype=tf.float32, name="weights1")
    weights2 = tf.Variable(initializer([n_hidden1, n_hidden2]), dtype=tf.float32, name="weights2")
    weights3 = tf.transpose(weights2, name="weights3")
    weights4 = tf.transpose(weights1, name="weights4")
    biases = [
        tf.Variable(tf.zeros(size), name=f"biases{i + 1}")
        for i, size in enumerate([n_hidden1, n_hidden2, n_hidden1, n_inputs])
    ]
    hidden1 = activation(tf.matmul(X, weights1) + biases[0])
    hidden2 = activation(tf.matmul(hidden1, weights2) + biases[1])
    hidden3 = activation(tf.matmul(hidden2, weights3) + biases[2])
    outputs = tf.matmul(hidden3, weights4) + biases[3]
    reconstruction_loss = tf.reduce_mean(tf.square(outputs - X))
    reg_loss = l2_reg * (tf.nn.l2_loss(weights1) + tf.nn.l2_loss(weights2))
    loss = reconstruction_loss + reg_loss
    training_op = tf.train.AdamOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        tf.global_variables_initializer().run()
        for epoch in range(3):
            for start in range(0, 600, 60):
                sess.run(training_op, feed_dict={X: images[start : start + 60]})
            found.setdefault("tied losses", []).append(loss.eval({X: images}))
        found["codes"] = hidden2.eval({X: images[:5]})

    # A code of which little is active: the divergence from a Bernoulli variable.
    tf.reset_default_graph()
    tf.set_random_seed(42)

    def kl_divergence(p, q):
        return p * tf.log(p / q) + (1 - p) * tf.log((1 - p) / (1 - q))

    X = tf.placeholder(tf.float32, shape=[None, n_inputs])
    W1 = tf.get_variable("W1", [n_inputs, 40], initializer=tf.glorot_normal_initializer())
    W2 = tf.get_variable("W2", [40, n_inputs], initializer=tf.glorot_normal_initializer())
    code = tf.nn.sigmoid(tf.matmul(X, W1))
    logits = tf.matmul(code, W2)
    sparsity_loss = tf.reduce_sum(kl_divergence(0.1, tf.reduce_mean(code, axis=0)))
    xentropy = tf.nn.sigmoid_cross_entropy_with_logits(labels=X, logits=logits)
    loss = tf.reduce_mean(xentropy) + 0.2 * sparsity_loss
    training_op = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)
    with tf.Session() as sess:
        tf.global_variables_initializer().run()
        for start in range(0, 600, 30):
            value, _ = sess.run([loss, training_op], {X: images[start : start + 30]})
            found.setdefault("sparse losses", []).append(value)
        found["activity"] = sess.run(tf.reduce_mean(code, 0), {X: images})

    # Noise goes in, what was there before it must come out.
    tf.reset_default_graph()
    tf.set_random_seed(1)
    X = tf.placeholder(tf.float32, shape=[None, n_inputs])
    X_noisy = X + 0.3 * tf.random_normal(tf.shape(X))
    training = tf.placeholder_with_default(False, shape=(), name="training")
    X_in = tf.cond(training, lambda: X_noisy, lambda: X)
    W = tf.get_variable("W", [n_inputs, 30], initializer=tf.random_normal_initializer(stddev=0.1))
    hidden = tf.nn.relu(tf.matmul(X_in, W))
    outputs = tf.matmul(hidden, W, transpose_b=True)
    loss = tf.reduce_mean(tf.square(outputs - X))
    training_op = tf.train.AdamOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        tf.global_variables_initializer().run()
        for start in range(0, 600, 60):
            sess.run(training_op, {X: images[start : start + 60], training: True})
        found["denoising loss"] = sess.run(loss, {X: images})
        found["denoised"] = outputs.eval({X: images[:2]})
    return found
