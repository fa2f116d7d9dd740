"""An ensemble: models in graphs and sessions of their own, in threads, joined in one graph."""

import os
import threading

import numpy as np
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler


class Model:
    """One model with its own graph and session, as object-oriented code keeps them."""

    def __init__(self, tf, seed, hidden):
        self.tf = tf
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(seed)
            self.x = tf.placeholder(tf.float32, [None, 13], "x")
            self.y = tf.placeholder(tf.int64, [None], "y")
            w = tf.get_variable("w", [13, hidden], initializer=tf.orthogonal_initializer())
            h = tf.nn.relu(tf.matmul(self.x, w))
            v = tf.get_variable("v", [hidden, 3], initializer=tf.uniform_unit_scaling_initializer())
            self.logits = tf.identity(tf.matmul(h, v), "logits")
            self.loss = tf.losses.sparse_softmax_cross_entropy(self.y, self.logits)
            self.train = tf.train.AdamOptimizer(0.01).minimize(self.loss)
            self.saver = tf.train.Saver()
            self.init = tf.global_variables_initializer()
        self.graph.finalize()
        self.session = tf.Session(graph=self.graph)
        self.session.run(self.init)
        self.losses = []

    def fit(self, data, labels, rng, steps=25):
        for _ in range(steps):
            chosen = rng.randint(0, len(data), len(data))
            feed = {self.x: data[chosen], self.y: labels[chosen]}
            self.losses.append(self.session.run([self.loss, self.train], feed)[0])


def run(tf, folder):
    tf.reset_default_graph()
    data, labels = load_wine(return_X_y=True)
    data = StandardScaler().fit_transform(data)
    models = [Model(tf, seed, hidden) for seed, hidden in ((1, 8), (2, 12), (3, 16))]
    threads = [
        threading.Thread(target=model.fit, args=(data, labels, np.random.RandomState(i)))
        for i, model in enumerate(models)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = [model.session.run(model.logits, {model.x: data[::20]}) for model in models]
    try:
        with models[0].graph.as_default():
            tf.constant(1.0)
        finalized = ""
    except RuntimeError as error:
        finalized = str(error)

    # All of them in one graph: imported twice under different names, averaged.
    for i, model in enumerate(models):
        model.saver.save(model.session, os.path.join(folder, f"model{i}"))
        model.session.close()
    together = tf.Graph()
    with together.as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 13])
        outputs = []
        for i in range(len(models)):
            saver = tf.train.import_meta_graph(
                os.path.join(folder, f"model{i}.meta"),
                import_scope=f"model{i}",
                input_map={"x": x},
            )
            saver.restore(sess, os.path.join(folder, f"model{i}"))
            outputs.append(together.get_tensor_by_name(f"model{i}/logits:0"))
        average = tf.reduce_mean(tf.nn.softmax(tf.stack(outputs)), axis=0)
        vote, joined = sess.run([tf.argmax(average, 1), outputs], {x: data[::20]})
        names = [v.name for v in tf.trainable_variables()]
    return {
        "losses": [model.losses for model in models],
        "alone": alone,
        "joined": np.allclose(alone, joined, atol=1e-5),
        "vote": vote,
        "names": names,
        "finalized": finalized,
    }
