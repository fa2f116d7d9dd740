"""Conway's Game of Life by convolution, and heat that spreads by the same neighbourhood."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    found = {}
    shape = (16, 18)
    with tf.Session() as session:
        initial_board = np.random.RandomState(3).randint(0, 2, shape)
        board = tf.placeholder(tf.int32, shape=shape, name="board")

        def count_neighbours(board):
            padded = tf.concat([board[-1:], board, board[:1]], 0)
            padded = tf.concat([padded[:, -1:], padded, padded[:, :1]], 1)
            kernel = tf.constant([[1.0, 1, 1], [1, 0, 1], [1, 1, 1]])
            image = tf.cast(padded[tf.newaxis, :, :, tf.newaxis], tf.float32)
            counts = tf.nn.conv2d(image, kernel[:, :, None, None], [1, 1, 1, 1], "VALID")
            return tf.cast(tf.squeeze(counts, [0, 3]), tf.int32)

        def update_board(board):
            neighbours = count_neighbours(board)
            survives = tf.logical_and(tf.equal(board, 1), tf.equal(neighbours, 2))
            return tf.where(
                tf.logical_or(survives, tf.equal(neighbours, 3)),
                tf.ones_like(board),
                tf.zeros_like(board),
            )

        new_board = update_board(board)
        now, alive = initial_board, []
        for _ in range(25):
            now = session.run(new_board, feed_dict={board: now})
            alive.append(int(now.sum()))
        found["board"], found["alive"] = now, alive
        found["operations"] = [new_board.op.type, new_board.shape.as_list()]

        def make_kernel(a):
            a = np.asarray(a)
            a = a.reshape([*a.shape, 1, 1])
            return tf.constant(a, dtype=1)

        def simple_conv(x, k):
            x = tf.expand_dims(tf.expand_dims(x, 0), -1)
            y = tf.nn.conv2d(x, k, [1, 1, 1, 1], padding="SAME")
            return y[0, :, :, 0]

        def laplace(x):
            laplace_k = make_kernel([[0.5, 1.0, 0.5], [1.0, -6.0, 1.0], [0.5, 1.0, 0.5]])
            return simple_conv(x, laplace_k)

        # Raindrops on a pond.
        u_init = np.zeros([20, 20], dtype=np.float32)
        ut_init = np.zeros([20, 20], dtype=np.float32)
        for a, b in np.random.RandomState(0).randint(0, 20, (8, 2)):
            u_init[a, b] = 0.5
        eps = tf.placeholder(tf.float32, shape=())
        damping = tf.placeholder(tf.float32, shape=())
        U = tf.Variable(u_init)
        Ut = tf.Variable(ut_init)
        U_ = U + eps * Ut
        Ut_ = Ut + eps * (laplace(U) - damping * Ut)
        with tf.control_dependencies([U_, Ut_]):
            step = tf.group(U.assign(U_), Ut.assign(Ut_))
        tf.global_variables_initializer().run()
        for _ in range(30):
            step.run({eps: 0.05, damping: 0.04})
        found["pond"] = U.eval()
    return found
