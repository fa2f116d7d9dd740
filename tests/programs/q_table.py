"""Q-learning with a table in a variable: rows gathered, single cells scattered back."""

import numpy as np

SIZE = 4  # A frozen lake of 4 x 4, with holes and a goal.
HOLES, GOAL = {5, 7, 11, 12}, 15
MOVES = [(0, -1), (1, 0), (0, 1), (-1, 0)]


def lake(state, action):
    row, column = divmod(state, SIZE)
    down, right = MOVES[action]
    row, column = min(max(row + down, 0), SIZE - 1), min(max(column + right, 0), SIZE - 1)
    state = row * SIZE + column
    return state, float(state == GOAL), state in HOLES or state == GOAL


def run(tf, folder):
    tf.reset_default_graph()
    rng = np.random.RandomState(7)
    Q = tf.Variable(tf.zeros([SIZE * SIZE, 4]), name="Q")
    visits = tf.get_variable(
        "visits", [SIZE * SIZE], tf.int32, initializer=tf.zeros_initializer(), trainable=False
    )
    s = tf.placeholder(tf.int32, [], name="s")
    a = tf.placeholder(tf.int32, [], name="a")
    r = tf.placeholder(tf.float32, [], name="r")
    s1 = tf.placeholder(tf.int32, [], name="s1")

    row = tf.gather(Q, s)
    best = tf.argmax(row, output_type=tf.int32)
    target = r + 0.9 * tf.reduce_max(tf.gather(Q, s1))
    old = tf.gather_nd(Q, [[s, a]])[0]
    cell = tf.one_hot(a, 4) * (0.5 * (target - old))
    learn = tf.scatter_add(Q, [s], [cell])
    with tf.control_dependencies([learn]):
        count = tf.scatter_add(visits, [s], [1])
    forget = tf.scatter_update(Q, [5, 7, 11], tf.zeros([3, 4]), name="forget")
    halve = tf.scatter_nd_update(Q, [[0, 1], [15, 0]], [0.25, 0.75])
    fade = tf.scatter_sub(visits, [0, 1], [1, 0])
    reset = tf.variables_initializer([visits])

    lengths = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for episode in range(60):
            state, steps, done = 0, 0, False
            while not done and steps < 40:
                greedy = rng.rand() > 1.0 / (episode / 10 + 1)
                action = int(sess.run(best, {s: state})) if greedy else rng.randint(4)
                new, reward, done = lake(state, action)
                sess.run(count, {s: state, a: action, r: reward, s1: new})
                state, steps = new, steps + 1
            lengths.append(steps)
        table, seen = sess.run([Q, visits])
        path, state = [0], 0
        while state != GOAL and len(path) < 10:
            state, _, _ = lake(state, int(sess.run(best, {s: state})))
            path.append(state)
        sess.run(forget)
        changed = sess.run(halve)
        faded = sess.run(fade)
        sess.run(reset)
        return {
            "table": table,
            "visits": seen,
            "lengths": lengths,
            "path": path,
            "changed": changed,
            "faded": faded,
            "reset": sess.run(visits),
            "dtypes": [Q.dtype.name, best.dtype.name, learn.dtype.name, forget.op.type],
        }
