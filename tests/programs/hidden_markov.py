"""A hidden Markov model: forward and backward, Viterbi, and learning by the gradient of the log."""

import numpy as np


class HMM:
    """The forward algorithm as books have it: methods that add nodes to the default graph."""

    def __init__(self, tf, initial_prob, trans_prob, obs_prob):
        self.tf = tf
        self.N = np.size(initial_prob)
        self.initial_prob = initial_prob
        self.trans_prob = trans_prob
        self.emission = tf.constant(obs_prob)
        self.obs_idx = tf.placeholder(tf.int32)
        self.fwd = tf.placeholder(tf.float64)

    def get_emission(self, obs_idx):
        tf = self.tf
        slice_location = [0, obs_idx]
        num_rows = tf.shape(self.emission)[0]
        return tf.slice(self.emission, slice_location, [num_rows, 1])

    def forward_init_op(self):
        return self.tf.multiply(self.initial_prob, self.get_emission(self.obs_idx))

    def forward_op(self):
        tf = self.tf
        transitions = tf.matmul(self.fwd, tf.transpose(self.get_emission(self.obs_idx)))
        weighted_transitions = transitions * self.trans_prob
        fwd = tf.reduce_sum(weighted_transitions, 0)
        return tf.reshape(fwd, tf.shape(self.fwd))


def run(tf, folder):
    tf.reset_default_graph()
    initial_prob = np.array([[0.6], [0.4]])
    trans_prob = np.array([[0.7, 0.3], [0.4, 0.6]])
    obs_prob = np.array([[0.1, 0.4, 0.5], [0.6, 0.3, 0.1]])
    observations = [0, 1, 1, 2, 1, 0, 2, 2]
    found = {}

    hmm = HMM(tf, initial_prob, trans_prob, obs_prob)
    first, following = hmm.forward_init_op(), hmm.forward_op()
    with tf.Session() as sess:
        fwd = sess.run(first, feed_dict={hmm.obs_idx: observations[0]})
        for t in range(1, len(observations)):
            fwd = sess.run(following, feed_dict={hmm.obs_idx: observations[t], hmm.fwd: fwd})
        found["by steps"] = sess.run(tf.reduce_sum(fwd))
        found["forward"] = fwd

    # The same in one graph, in logarithms, with parameters that learn.
    tf.reset_default_graph()
    obs = tf.placeholder(tf.int32, [None], name="obs")
    parameters = {
        "pi": tf.Variable(np.log(initial_prob[:, 0]), name="pi"),
        "A": tf.Variable(np.log(trans_prob), name="A"),
        "B": tf.Variable(np.log(obs_prob), name="B"),
    }
    log_pi = tf.nn.log_softmax(parameters["pi"])
    log_A = tf.nn.log_softmax(parameters["A"])
    log_B = tf.nn.log_softmax(parameters["B"])
    emitted = tf.gather(tf.transpose(log_B), obs)

    def forward(alpha, emission):
        return tf.reduce_logsumexp(alpha[:, None] + log_A, axis=0) + emission

    alphas = tf.scan(forward, emitted[1:], initializer=log_pi + emitted[0])
    log_likelihood = tf.reduce_logsumexp(alphas[-1])

    def backward(beta, emission):
        return tf.reduce_logsumexp(log_A + (emission + beta)[None, :], axis=1)

    betas = tf.scan(backward, tf.reverse(emitted[1:], [0]), initializer=tf.zeros([2], tf.float64))
    first_state = tf.nn.softmax(log_pi + emitted[0] + betas[-1])

    # Viterbi: the best way to each state, and then back.
    def best(old, emission):
        score = old[0][:, None] + log_A
        return tf.reduce_max(score, 0) + emission, tf.cast(tf.argmax(score, 0), tf.int32)

    scores, pointers = tf.scan(
        best, emitted[1:], initializer=(log_pi + emitted[0], tf.zeros([2], tf.int32))
    )
    last = tf.cast(tf.argmax(scores[-1]), tf.int32)
    path = tf.scan(lambda s, p: p[s], tf.reverse(pointers, [0]), initializer=last)
    path = tf.reverse(tf.concat([[last], path], 0), [0])

    train = tf.train.GradientDescentOptimizer(0.1).minimize(-log_likelihood)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        feed = {obs: observations}
        found["at once"] = np.exp(sess.run(log_likelihood, feed))
        found["smoothed"], found["path"] = sess.run([first_state, path], feed)
        found["learning"] = []
        for _ in range(10):
            found["learning"].append(sess.run([log_likelihood, train], feed)[0])
        found["learned"] = sess.run(parameters)
    return found
