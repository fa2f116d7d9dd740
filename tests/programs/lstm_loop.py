"""An LSTM written by hand inside a while loop that adds up numbers, trained through the loop."""

import numpy as np

n_steps, n_inputs, n_units, batch = 7, 2, 10, 16


def run(tf, folder):
    tf.reset_default_graph()
    X = tf.placeholder(tf.float32, [None, n_steps, n_inputs], name="X")
    y = tf.placeholder(tf.float32, [None, 1], name="y")
    rng = np.random.RandomState(5)

    with tf.variable_scope("lstm"):
        kernel = tf.get_variable(
            "kernel",
            initializer=(rng.randn(n_inputs + n_units, 4 * n_units) * 0.3).astype(np.float32),
        )
        bias = tf.get_variable("bias", [4 * n_units], initializer=tf.zeros_initializer())
    out = tf.Variable((rng.randn(n_units, 1) * 0.3).astype(np.float32), name="out")

    def lstm_cell(x, c, h):
        gates = tf.nn.bias_add(tf.matmul(tf.concat([x, h], 1), kernel), bias)
        i, j, f, o = tf.split(gates, num_or_size_splits=4, axis=1)
        new_c = c * tf.sigmoid(f + 1.0) + tf.sigmoid(i) * tf.tanh(j)
        return new_c, tf.tanh(new_c) * tf.sigmoid(o)

    time_major = tf.transpose(X, [1, 0, 2])
    inputs = tf.TensorArray(tf.float32, size=n_steps).unstack(time_major)
    outputs = tf.TensorArray(tf.float32, size=n_steps)
    zeros = tf.zeros(tf.stack([tf.shape(X)[0], n_units]))

    def body(t, c, h, outputs):
        c, h = lstm_cell(inputs.read(t), c, h)
        return t + 1, c, h, outputs.write(t, h)

    _, c, h, outputs = tf.while_loop(
        lambda t, *_: t < n_steps,
        body,
        [
            0,
            tf.placeholder_with_default(zeros, [None, n_units]),
            tf.placeholder_with_default(zeros, [None, n_units]),
            outputs,
        ],
    )
    sequence = outputs.stack()
    loss = tf.losses.mean_squared_error(y, tf.matmul(h, out))
    optimizer = tf.train.AdamOptimizer(0.02)
    grads_and_vars = optimizer.compute_gradients(loss)
    train = optimizer.apply_gradients(grads_and_vars)
    step_gradient = tf.gradients(loss, X)[0]

    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(30):
            numbers = rng.rand(batch, n_steps, n_inputs)
            total = (numbers[:, :, 0] * (numbers[:, :, 1] > 0.5)).sum(1, keepdims=True)
            losses.append(sess.run([loss, train], {X: numbers, y: total})[0])
        h_last, all_h, dx = sess.run([h, sequence, step_gradient], {X: numbers, y: total})
        grads = sess.run([g for g, _ in grads_and_vars], {X: numbers, y: total})
    return {
        "losses": losses,
        "h": h_last,
        "last of all": all_h[-1],
        "shape": all_h.shape,
        "gradient of the input": dx,
        "gradients": grads,
        "variables": [v.op.name for _, v in grads_and_vars],
    }
