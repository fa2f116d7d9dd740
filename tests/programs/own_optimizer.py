"""Optimizers of one's own: a subclass with slots, a wrapper, and a search from outside the graph."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()

    class PowerSign(tf.train.Optimizer):
        """PowerSign: exp(sign(g) sign(m)) g, with m the moving average of g."""

        def __init__(self, learning_rate=0.01, beta=0.9, use_locking=False, name="PowerSign"):
            super().__init__(use_locking, name)
            self._lr = learning_rate
            self._beta = beta
            self._lr_t = None
            self._beta_t = None

        def _prepare(self):
            self._lr_t = tf.convert_to_tensor(self._lr, name="learning_rate")
            self._beta_t = tf.convert_to_tensor(self._beta, name="beta_t")

        def _create_slots(self, var_list):
            for v in var_list:
                self._zeros_slot(v, "m", self._name)

        def _apply_dense(self, grad, var):
            lr_t = tf.cast(self._lr_t, var.dtype.base_dtype)
            beta_t = tf.cast(self._beta_t, var.dtype.base_dtype)
            m = self.get_slot(var, "m")
            m_t = m.assign(beta_t * m + (1.0 - beta_t) * grad)
            var_update = tf.assign_sub(var, lr_t * grad * tf.exp(tf.sign(grad) * tf.sign(m_t)))
            return tf.group(*[var_update, m_t])

        def _apply_sparse(self, grad, var):
            raise NotImplementedError("Sparse gradient updates are not supported.")

    A = tf.constant([[3.0, 0.5], [0.5, 1.0]])
    w = tf.Variable([[2.0], [-3.0]], name="w")
    loss = tf.squeeze(tf.matmul(w, tf.matmul(A, w), transpose_a=True), name="loss")
    optimizer = PowerSign(0.02)
    step = tf.train.create_global_step()
    train = optimizer.minimize(loss, global_step=step)
    slot = optimizer.get_slot(w, "m")

    # A wrapper that gathers gradients and applies their mean now and then.
    u = tf.Variable([1.0, 2.0, 3.0], name="u")
    x = tf.placeholder(tf.float32, [3], name="x")
    miss = tf.reduce_sum(tf.square(u - x))
    inner = tf.train.MomentumOptimizer(0.05, 0.5)
    with tf.variable_scope("gathered"):
        sums = tf.get_variable(
            "sum", initializer=tf.zeros_like(u.initialized_value()), trainable=False
        )
        count = tf.get_variable("count", [], initializer=tf.zeros_initializer(), trainable=False)
    ((grad, _),) = inner.compute_gradients(miss, [u])
    gather = tf.group(sums.assign_add(grad), count.assign_add(1.0))
    apply_mean = inner.apply_gradients([(sums / count, u)])
    with tf.control_dependencies([apply_mean]):
        clear = tf.group(sums.assign(tf.zeros_like(sums)), count.assign(0.0))

    # Line search by Python, weights written through one assignment that is made once.
    v = tf.Variable([4.0, -4.0], name="v")
    new_value = tf.placeholder(tf.float32, [2])
    set_v = v.assign(new_value)
    valley = tf.reduce_sum(tf.square(v) * [1.0, 10.0]) + tf.reduce_sum(tf.cos(v))
    slope = tf.gradients(valley, v)[0]

    found = {"losses": [], "gathered": [], "searched": []}
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(15):
            found["losses"].append(sess.run(loss))
            sess.run(train)
        found["w"], found["slot"], found["steps"] = sess.run([w, slot, step])
        rng = np.random.RandomState(0)
        for _ in range(4):
            for _ in range(3):
                sess.run(gather, {x: rng.randn(3)})
            sess.run(clear)
            found["gathered"].append(sess.run([u, sums, count]))
        for _ in range(6):
            here, height, down = sess.run([v, valley, slope])
            rate = 1.0
            while rate > 1e-4:
                sess.run(set_v, {new_value: here - rate * down})
                if sess.run(valley) < height - 0.1 * rate * np.sum(down**2):
                    break
                rate /= 2
            found["searched"].append(sess.run(valley))
    found["names"] = [variable.name for variable in tf.global_variables()]
    found["own"] = [variable.name for variable in optimizer.variables()]
    found["optimizer"] = [optimizer.get_name(), optimizer.get_slot_names(), train.name]
    try:
        optimizer.minimize(tf.constant(1.0), var_list=[w])
    except ValueError as error:
        found["complaint"] = str(error).split(",")[0]
    return found
