"""Graphs that grow at each step: what a notebook does when its cells are run again and again."""

import numpy as np


def run(tf, folder):
    found = {}

    # New operations for each step, one session.
    tf.reset_default_graph()
    sess = tf.InteractiveSession()
    total = tf.Variable(np.zeros(3, np.float32), name="total")
    rate = tf.placeholder(tf.float32, [])
    tf.global_variables_initializer().run()
    sizes, values = [], []
    for i in range(30):
        target = tf.constant(np.array([i, 1.0, -i]) / 10.0, tf.float32)
        loss = tf.reduce_sum(tf.square(total - target))
        (gradient,) = tf.gradients(loss, total)
        update = tf.assign_sub(total, rate * gradient)
        update.eval({rate: 0.1})
        values.append(loss.eval())
        sizes.append(len(tf.get_default_graph().get_operations()))
    found["losses"] = values
    found["sizes"] = sizes
    found["total"] = total.eval()
    found["names"] = [op.name for op in tf.get_default_graph().get_operations()[-6:]]
    sess.close()

    # Variables that are added while others are already trained; only the new ones are initialized.
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    y = tf.placeholder(tf.float32, [None, 1], name="y")
    rng = np.random.RandomState(3)
    data = rng.rand(40, 4)
    target = np.sin(data.sum(1, keepdims=True))
    feed = {x: data, y: target}
    layers = []
    h = x
    history = []
    with tf.Session() as sess:
        for depth in range(4):
            with tf.variable_scope(f"stage_{depth}"):
                width = int(h.shape[1])
                w = tf.get_variable(
                    "w",
                    initializer=np.eye(width, dtype=np.float32)
                    + (0.05 * rng.randn(width, width)).astype(np.float32),
                )
                h = tf.tanh(tf.matmul(h, w))
                out = tf.get_variable("out", [width, 1], initializer=tf.ones_initializer())
                loss = tf.reduce_mean(tf.squared_difference(tf.matmul(h, out), y))
                train = tf.train.AdamOptimizer(0.01, epsilon=0.1).minimize(loss, var_list=[w, out])
            missing = sess.run(tf.report_uninitialized_variables())
            layers.append([name.decode() for name in missing])
            new = [v for v in tf.global_variables() if v.op.name.encode() in set(missing)]
            sess.run(tf.variables_initializer(new))
            history.append([sess.run([loss, train], feed)[0] for _ in range(5)])
        found["weights"] = sess.run(tf.trainable_variables())
        again = sess.run(loss, feed)
        again_too = sess.run(loss, feed)
        found["same"] = bool(again == again_too)
    found["stages"] = history
    found["missing"] = layers

    # The cure: a graph that is finished, and a session that would notice.
    tf.reset_default_graph()
    step = tf.Variable(0, name="step")
    more = tf.assign_add(step, 2)
    init = tf.global_variables_initializer()
    tf.get_default_graph().finalize()
    with tf.Session() as sess:
        sess.run(init)
        found["steps"] = [int(sess.run(more)) for _ in range(3)]
        try:
            sess.run(step + 1)
        except RuntimeError as error:
            found["finalized"] = str(error)

    # A list of operations built in Python, run in one go: the graph is a list of instructions.
    graph = tf.Graph()
    with graph.as_default():
        state = tf.Variable(tf.linspace(0.0, 1.0, 5), name="state")
        with tf.Session() as sess:
            sess.run(state.initializer)
            previous = state.value()
            for i in range(25):
                with tf.control_dependencies([previous]):
                    shifted = tf.concat([state[1:], state[:1]], 0)
                    previous = state.assign(0.5 * state + 0.5 * shifted)
                if i % 8 == 0:
                    sess.run(previous)
            found["state"] = sess.run(state)
            found["types"] = sorted({op.type for op in graph.get_operations()})
    return found
