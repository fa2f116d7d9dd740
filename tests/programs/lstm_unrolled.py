"""An LSTM unrolled by hand that learns letters: saved state, clipped gradients, sampled text."""

import string

import numpy as np

TEXT = "the cat sat on the mat and the dog sat on the log " * 12
vocabulary_size = len(string.ascii_lowercase) + 1
batch_size, num_unrollings, num_nodes = 8, 6, 16


def char2id(char):
    return ord(char) - ord("a") + 1 if char in string.ascii_lowercase else 0


class BatchGenerator:
    def __init__(self, text, batch_size, num_unrollings):
        self._text = text
        self._batch_size, self._num_unrollings = batch_size, num_unrollings
        segment = len(text) // batch_size
        self._cursor = [offset * segment for offset in range(batch_size)]
        self._last_batch = self._next_batch()

    def _next_batch(self):
        batch = np.zeros((self._batch_size, vocabulary_size), dtype=np.float64)
        for b in range(self._batch_size):
            batch[b, char2id(self._text[self._cursor[b]])] = 1.0
            self._cursor[b] = (self._cursor[b] + 1) % len(self._text)
        return batch

    def next(self):
        batches = [self._last_batch]
        for step in range(self._num_unrollings):
            batches.append(self._next_batch())
        self._last_batch = batches[-1]
        return batches


def run(tf, folder):
    graph = tf.Graph()
    with graph.as_default():
        tf.set_random_seed(8)
        spread = 0.2

        def gate():
            x = tf.Variable(tf.truncated_normal([vocabulary_size, num_nodes], -spread, spread))
            m = tf.Variable(tf.truncated_normal([num_nodes, num_nodes], -spread, spread))
            return x, m, tf.Variable(tf.zeros([1, num_nodes]))

        ix, im, ib = gate()
        fx, fm, fb = gate()
        cx, cm, cb = gate()
        ox, om, ob = gate()
        saved_output = tf.Variable(tf.zeros([batch_size, num_nodes]), trainable=False)
        saved_state = tf.Variable(tf.zeros([batch_size, num_nodes]), trainable=False)
        w = tf.Variable(tf.truncated_normal([num_nodes, vocabulary_size], -spread, spread))
        b = tf.Variable(tf.zeros([vocabulary_size]))

        def lstm_cell(i, o, state):
            input_gate = tf.sigmoid(tf.matmul(i, ix) + tf.matmul(o, im) + ib)
            forget_gate = tf.sigmoid(tf.matmul(i, fx) + tf.matmul(o, fm) + fb)
            update = tf.matmul(i, cx) + tf.matmul(o, cm) + cb
            state = forget_gate * state + input_gate * tf.tanh(update)
            output_gate = tf.sigmoid(tf.matmul(i, ox) + tf.matmul(o, om) + ob)
            return output_gate * tf.tanh(state), state

        train_data = [
            tf.placeholder(tf.float32, shape=[batch_size, vocabulary_size])
            for _ in range(num_unrollings + 1)
        ]
        train_inputs, train_labels = train_data[:num_unrollings], train_data[1:]
        outputs = []
        output, state = saved_output, saved_state
        for i in train_inputs:
            output, state = lstm_cell(i, output, state)
            outputs.append(output)

        # State is saved across unrollings.
        with tf.control_dependencies([saved_output.assign(output), saved_state.assign(state)]):
            logits = tf.nn.xw_plus_b(tf.concat(outputs, 0), w, b)
            loss = tf.reduce_mean(
                tf.nn.softmax_cross_entropy_with_logits(
                    labels=tf.concat(train_labels, 0), logits=logits
                )
            )

        global_step = tf.Variable(0)
        learning_rate = tf.train.exponential_decay(1.0, global_step, 20, 0.5, staircase=True)
        optimizer = tf.train.GradientDescentOptimizer(learning_rate)
        gradients, v = zip(*optimizer.compute_gradients(loss))
        gradients, norm = tf.clip_by_global_norm(gradients, 1.25)
        optimizer = optimizer.apply_gradients(zip(gradients, v), global_step=global_step)
        train_prediction = tf.nn.softmax(logits)

        # One letter at a time, with a state of its own.
        sample_input = tf.placeholder(tf.float32, shape=[1, vocabulary_size])
        saved_sample_output = tf.Variable(tf.zeros([1, num_nodes]))
        saved_sample_state = tf.Variable(tf.zeros([1, num_nodes]))
        reset_sample_state = tf.group(
            saved_sample_output.assign(tf.zeros([1, num_nodes])),
            saved_sample_state.assign(tf.zeros([1, num_nodes])),
        )
        sample_output, sample_state = lstm_cell(
            sample_input, saved_sample_output, saved_sample_state
        )
        with tf.control_dependencies(
            [saved_sample_output.assign(sample_output), saved_sample_state.assign(sample_state)]
        ):
            sample_prediction = tf.nn.softmax(tf.nn.xw_plus_b(sample_output, w, b))

    batches = BatchGenerator(TEXT, batch_size, num_unrollings)
    found = {"losses": [], "rates": [], "norms": []}
    with tf.Session(graph=graph) as session:
        tf.global_variables_initializer().run()
        for step in range(40):
            feed = dict(zip(train_data, batches.next()))
            _, value, lr, n = session.run([optimizer, loss, learning_rate, norm], feed_dict=feed)
            found["losses"].append(value)
            found["rates"].append(lr)
            found["norms"].append(n)
        labels = np.concatenate(list(batches.next())[1:])
        predictions = session.run(train_prediction, dict(zip(train_data, batches.next())))
        found["log probability"] = np.float32(
            np.sum(labels * -np.log(np.maximum(predictions, 1e-10))) / labels.shape[0]
        )
        found["state"] = session.run([saved_output, saved_state])
        rng = np.random.RandomState(4)
        sentences = []
        for _ in range(2):
            reset_sample_state.run()
            feed = np.eye(vocabulary_size)[[char2id("t")]]
            sentence = "t"
            for _ in range(20):
                prediction = sample_prediction.eval({sample_input: feed})
                r, s, letter = rng.uniform(), 0.0, 0
                for letter, p in enumerate(prediction[0]):
                    s += p
                    if s >= r:
                        break
                feed = np.eye(vocabulary_size)[[letter]]
                sentence += " abcdefghijklmnopqrstuvwxyz"[letter]
            sentences.append(sentence)
        found["sentences"] = sentences
        found["last"] = prediction
    return found
