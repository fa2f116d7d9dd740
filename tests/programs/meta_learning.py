"""Learning to learn: weights after a step of descent, and the gradient through that step."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(0)
    n_tasks, n_points, update_lr = 4, 8, 0.05

    inputa = tf.placeholder(tf.float32, [n_tasks, n_points, 1], name="inputa")
    inputb = tf.placeholder(tf.float32, [n_tasks, n_points, 1], name="inputb")
    labela = tf.placeholder(tf.float32, [n_tasks, n_points, 1], name="labela")
    labelb = tf.placeholder(tf.float32, [n_tasks, n_points, 1], name="labelb")

    weights = {
        "w1": tf.Variable(tf.truncated_normal([1, 10], stddev=0.5), name="w1"),
        "b1": tf.Variable(tf.zeros([10]), name="b1"),
        "w2": tf.Variable(tf.truncated_normal([10, 1], stddev=0.5), name="w2"),
        "b2": tf.Variable(tf.zeros([1]), name="b2"),
    }

    def forward(inp, weights):
        hidden = tf.tanh(tf.matmul(inp, weights["w1"]) + weights["b1"])
        return tf.matmul(hidden, weights["w2"]) + weights["b2"]

    def mse(pred, label):
        pred, label = tf.reshape(pred, [-1]), tf.reshape(label, [-1])
        return tf.reduce_mean(tf.square(pred - label))

    def task_metalearn(inputa, inputb, labela, labelb, num_updates, stop_grad):
        fast_weights, lossesb = weights, []
        for _ in range(num_updates):
            loss = mse(forward(inputa, fast_weights), labela)
            grads = tf.gradients(loss, list(fast_weights.values()))
            if stop_grad:
                grads = [tf.stop_gradient(grad) for grad in grads]
            gradients = dict(zip(fast_weights.keys(), grads))
            fast_weights = {
                key: fast_weights[key] - update_lr * gradients[key] for key in fast_weights
            }
            lossesb.append(mse(forward(inputb, fast_weights), labelb))
        return lossesb

    def total(stop_grad):
        tasks = [
            task_metalearn(*task, num_updates=2, stop_grad=stop_grad)
            for task in zip(*(tf.unstack(t) for t in (inputa, inputb, labela, labelb)))
        ]
        return [tf.add_n([task[j] for task in tasks]) / n_tasks for j in range(2)]

    second_order = total(stop_grad=False)
    first_order = total(stop_grad=True)
    variables = list(weights.values())
    exact = tf.gradients(second_order[-1], variables)
    cut = tf.gradients(first_order[-1], variables)
    optimizer = tf.train.AdamOptimizer(0.01)
    gvs = optimizer.compute_gradients(second_order[-1])
    gvs = [(tf.clip_by_value(grad, -10.0, 10.0), var) for grad, var in gvs]
    metatrain_op = optimizer.apply_gradients(gvs)

    # Curvature: the Hessian of a small loss, its product with a vector, Newton's step.
    point = tf.Variable([1.2, -0.7], name="point")
    rosenbrock = (1.0 - point[0]) ** 2 + 5.0 * (point[1] - point[0] ** 2) ** 2
    hessian = tf.hessians(rosenbrock, point)[0]
    gradient = tf.gradients(rosenbrock, point)[0]
    direction = tf.constant([1.0, 2.0])
    product = tf.gradients(tf.reduce_sum(gradient * direction), point)[0]
    newton = point.assign_sub(
        tf.squeeze(tf.matrix_solve(hessian, tf.expand_dims(gradient, 1)), axis=1)
    )

    rng = np.random.RandomState(1)
    losses, curvature = [], []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(12):
            phase = rng.uniform(0, np.pi, [n_tasks, 1, 1])
            xs = rng.uniform(-3, 3, [n_tasks, 2 * n_points, 1])
            ys = np.sin(xs + phase)
            feed = {
                inputa: xs[:, :n_points],
                labela: ys[:, :n_points],
                inputb: xs[:, n_points:],
                labelb: ys[:, n_points:],
            }
            losses.append(sess.run([*second_order, metatrain_op], feed)[:-1])
        gradients = sess.run([exact, cut], feed)
        for _ in range(5):
            curvature.append(sess.run([rosenbrock, hessian, product]))
            sess.run(newton)
        where = sess.run(point)
    return {"losses": losses, "gradients": gradients, "curvature": curvature, "minimum": where}
