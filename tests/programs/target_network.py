"""Deep Q-learning: an online net, a target net that is copied from it, and a replay memory."""

import collections

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(6)
    np.random.seed(6)
    state_size, n_outputs = 4, 3
    initializer = tf.variance_scaling_initializer()

    def q_network(X_state, name):
        prev_layer = X_state
        with tf.variable_scope(name) as scope:
            for i, size in enumerate((16, 12)):
                with tf.variable_scope(f"dense_{i}"):
                    W = tf.get_variable(
                        "kernel", [int(prev_layer.shape[1]), size], initializer=initializer
                    )
                    b = tf.get_variable("bias", [size], initializer=tf.zeros_initializer())
                    prev_layer = tf.nn.elu(tf.matmul(prev_layer, W) + b)
            out = tf.get_variable("out", [size, n_outputs], initializer=initializer)
            outputs = tf.matmul(prev_layer, out)
        trainable_vars = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope=scope.name)
        trainable_vars_by_name = {var.name[len(scope.name) :]: var for var in trainable_vars}
        return outputs, trainable_vars_by_name

    X_state = tf.placeholder(tf.float32, shape=[None, state_size])
    online_q_values, online_vars = q_network(X_state, name="q_networks/online")
    target_q_values, target_vars = q_network(X_state, name="q_networks/target")
    copy_ops = [
        target_var.assign(online_vars[var_name]) for var_name, target_var in target_vars.items()
    ]
    copy_online_to_target = tf.group(*copy_ops)
    soft = [
        tf.assign(target, 0.9 * target + 0.1 * online_vars[name])
        for name, target in target_vars.items()
    ]

    with tf.variable_scope("train"):
        X_action = tf.placeholder(tf.int32, shape=[None])
        y = tf.placeholder(tf.float32, shape=[None, 1])
        q_value = tf.reduce_sum(
            online_q_values * tf.one_hot(X_action, n_outputs), axis=1, keepdims=True
        )
        error = tf.abs(y - q_value)
        clipped_error = tf.clip_by_value(error, 0.0, 1.0)
        linear_error = 2 * (error - clipped_error)
        loss = tf.reduce_mean(tf.square(clipped_error) + linear_error)
        global_step = tf.Variable(0, trainable=False, name="global_step")
        optimizer = tf.train.MomentumOptimizer(0.01, 0.95, use_nesterov=True)
        training_op = optimizer.minimize(loss, global_step=global_step)
    init = tf.global_variables_initializer()

    Step = collections.namedtuple("Step", "state action reward next_state going_on")
    memory = collections.deque(maxlen=200)

    def world(state, action):
        next_state = np.roll(state, action - 1) * 0.9
        next_state[action] += 0.1 * np.random.randn()
        return next_state, float(next_state[0] - next_state[3])

    losses, values = [], []
    with tf.Session() as sess:
        init.run()
        copy_online_to_target.run()
        state = np.ones(state_size)
        for step in range(80):
            if np.random.rand() < 0.5:
                action = np.random.randint(n_outputs)
            else:
                q_values = online_q_values.eval(feed_dict={X_state: [state]})
                action = int(np.argmax(np.round(q_values, 3)))
            next_state, reward = world(state, action)
            memory.append(Step(state, action, reward, next_state, 1.0))
            state = next_state
            if step < 10:
                continue
            batch = [memory[i] for i in np.random.permutation(len(memory))[:10]]
            states, actions, rewards, next_states, going_on = map(np.array, zip(*batch))
            next_q_values = target_q_values.eval(feed_dict={X_state: next_states})
            max_next_q_values = np.max(next_q_values, axis=1, keepdims=True)
            y_val = rewards[:, None] + going_on[:, None] * 0.95 * max_next_q_values
            _, loss_val = sess.run(
                [training_op, loss], feed_dict={X_state: states, X_action: actions, y: y_val}
            )
            losses.append(loss_val)
            if step % 20 == 0:
                copy_online_to_target.run()
                values.append(target_q_values.eval({X_state: np.eye(4)}))
        sess.run(soft)
        values.append(target_q_values.eval({X_state: np.eye(4)}))
        steps = global_step.eval()
    return {"losses": losses, "values": values, "steps": steps, "variables": sorted(online_vars)}
