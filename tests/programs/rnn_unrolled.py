"""A recurrent cell whose weights are found again by `reuse`, unrolled over a sequence by hand."""

import numpy as np

batch_size, num_steps, state_size, num_classes = 20, 6, 8, 2


def gen_data(size, seed):
    """A coin whose odds depend on what fell three and five (here four) steps earlier."""
    rng = np.random.RandomState(seed)
    X = rng.choice(2, size=(size,))
    Y = []
    for i in range(size):
        threshold = 0.5
        if X[i - 3] == 1:
            threshold += 0.5
        if X[i - 4] == 1:
            threshold -= 0.25
        Y.append(0 if rng.rand() > threshold else 1)
    return X, np.array(Y)


def gen_batches(raw_x, raw_y):
    length = len(raw_x) // batch_size
    data_x = raw_x[: length * batch_size].reshape(batch_size, length)
    data_y = raw_y[: length * batch_size].reshape(batch_size, length)
    for i in range(length // num_steps):
        window = slice(i * num_steps, (i + 1) * num_steps)
        yield data_x[:, window], data_y[:, window]


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(1)
    x = tf.placeholder(tf.int32, [batch_size, num_steps], name="input_placeholder")
    y = tf.placeholder(tf.int32, [batch_size, num_steps], name="labels_placeholder")
    init_state = tf.zeros([batch_size, state_size])

    x_one_hot = tf.one_hot(x, num_classes)
    rnn_inputs = tf.unstack(x_one_hot, axis=1)

    with tf.variable_scope("rnn_cell"):
        tf.get_variable("W", [num_classes + state_size, state_size])
        tf.get_variable("b", [state_size], initializer=tf.constant_initializer(0.0))

    def rnn_cell(rnn_input, state):
        with tf.variable_scope("rnn_cell", reuse=True):
            W = tf.get_variable("W", [num_classes + state_size, state_size])
            b = tf.get_variable("b", [state_size], initializer=tf.constant_initializer(0.0))
        return tf.tanh(tf.matmul(tf.concat([rnn_input, state], 1), W) + b)

    state = init_state
    rnn_outputs = []
    for rnn_input in rnn_inputs:
        state = rnn_cell(rnn_input, state)
        rnn_outputs.append(state)
    final_state = rnn_outputs[-1]

    with tf.variable_scope("softmax"):
        W = tf.get_variable("W", [state_size, num_classes])
        b = tf.get_variable("b", [num_classes], initializer=tf.constant_initializer(0.0))
    logits = [tf.matmul(rnn_output, W) + b for rnn_output in rnn_outputs]
    predictions = [tf.nn.softmax(logit) for logit in logits]
    y_as_list = tf.unstack(y, num=num_steps, axis=1)
    losses = [
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=label, logits=logit)
        for logit, label in zip(logits, y_as_list)
    ]
    total_loss = tf.reduce_mean(losses)
    train_step = tf.train.AdagradOptimizer(0.1).minimize(total_loss)

    raw_x, raw_y = gen_data(6000, 3)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        training_losses = []
        training_state = np.zeros((batch_size, state_size))
        for X, Y in gen_batches(raw_x, raw_y):
            _, loss, training_state, _ = sess.run(
                [losses, total_loss, final_state, train_step],
                feed_dict={x: X, y: Y, init_state: training_state},
            )
            training_losses.append(loss)
        return {
            "losses": training_losses,
            "state": training_state,
            "weights": sess.run(tf.trainable_variables()),
            "last prediction": sess.run(predictions[-1], {x: X, y: Y, init_state: training_state}),
            "variables": [(v.name, str(v.dtype)) for v in tf.global_variables()],
        }
