"""Policy gradients: a bandit with four arms, and a walk along a line with discounted rewards."""

import numpy as np


def run(tf, folder):
    found = {}

    # The bandit: one weight an arm, its reward times the log of its weight.
    tf.reset_default_graph()
    bandits = [0.2, 0, -0.2, -1.0]
    rng = np.random.RandomState(0)
    weights = tf.Variable(tf.ones([len(bandits)]))
    chosen_action = tf.argmax(weights, 0)
    reward_holder = tf.placeholder(shape=[1], dtype=tf.float32)
    action_holder = tf.placeholder(shape=[1], dtype=tf.int32)
    responsible_weight = tf.slice(weights, action_holder, [1])
    loss = -(tf.log(responsible_weight) * reward_holder)
    update = tf.train.GradientDescentOptimizer(learning_rate=0.01).minimize(loss)
    total_reward = np.zeros(len(bandits))
    actions = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(150):
            if rng.rand() < 0.1:
                action = rng.randint(len(bandits))
            else:
                action = int(sess.run(chosen_action))
            reward = 1.0 if rng.randn() > bandits[action] else -1.0
            _, ww = sess.run([update, weights], {reward_holder: [reward], action_holder: [action]})
            total_reward[action] += reward
            actions.append(action)
    found["weights"], found["rewards"], found["actions"] = ww, total_reward, actions

    # REINFORCE with gradients gathered over episodes and applied together.
    class Agent:
        def __init__(self, lr, s_size, a_size, h_size):
            self.state_in = tf.placeholder(shape=[None, s_size], dtype=tf.float32)
            init = tf.glorot_uniform_initializer(seed=8)
            W1 = tf.get_variable("W1", [s_size, h_size], initializer=init)
            W2 = tf.get_variable("W2", [h_size, a_size], initializer=init)
            self.output = tf.nn.softmax(tf.matmul(tf.nn.relu(tf.matmul(self.state_in, W1)), W2))
            self.reward_holder = tf.placeholder(shape=[None], dtype=tf.float32)
            self.action_holder = tf.placeholder(shape=[None], dtype=tf.int32)
            self.indexes = (
                tf.range(0, tf.shape(self.output)[0]) * tf.shape(self.output)[1]
                + self.action_holder
            )
            self.responsible_outputs = tf.gather(tf.reshape(self.output, [-1]), self.indexes)
            self.loss = -tf.reduce_mean(tf.log(self.responsible_outputs) * self.reward_holder)
            tvars = tf.trainable_variables()
            self.gradient_holders = []
            for idx, _ in enumerate(tvars):
                placeholder = tf.placeholder(tf.float32, name=str(idx) + "_holder")
                self.gradient_holders.append(placeholder)
            self.gradients = tf.gradients(self.loss, tvars)
            optimizer = tf.train.AdamOptimizer(learning_rate=lr)
            self.update_batch = optimizer.apply_gradients(zip(self.gradient_holders, tvars))

    tf.reset_default_graph()
    agent = Agent(lr=0.02, s_size=5, a_size=2, h_size=6)
    lengths, probabilities = [], []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        grad_buffer = [v * 0 for v in sess.run(tf.trainable_variables())]
        for episode in range(24):
            place, history = 2, []
            for _ in range(30):
                state = np.eye(5)[place]
                a_dist = sess.run(agent.output, {agent.state_in: [state]})[0]
                action = int(rng.rand() < round(float(a_dist[1]), 3))
                place += 1 if action else -1
                reward = 1.0 if place == 4 else -0.1
                history.append((state, action, reward))
                if place in (0, 4):
                    break
            returns, running = [], 0.0
            for _, _, reward in reversed(history):
                running = 0.9 * running + reward
                returns.append(running)
            feed = {
                agent.reward_holder: returns[::-1],
                agent.action_holder: [action for _, action, _ in history],
                agent.state_in: [state for state, _, _ in history],
            }
            for idx, grad in enumerate(sess.run(agent.gradients, feed)):
                grad_buffer[idx] += grad
            if episode % 4 == 3:
                sess.run(agent.update_batch, dict(zip(agent.gradient_holders, grad_buffer)))
                grad_buffer = [g * 0 for g in grad_buffer]
            lengths.append(len(history))
            probabilities.append(a_dist[1])
        found["lengths"], found["probabilities"] = lengths, probabilities
        found["policy"] = sess.run(agent.output, {agent.state_in: np.eye(5)})
    return found
