"""Two graphs side by side, one trained and cut down to constants that go into the other."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    outside = tf.Variable(1.0, name="outside")
    train_graph, serving_graph = tf.Graph(), tf.Graph()
    with train_graph.as_default():
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        w = tf.get_variable("w", [3, 2], initializer=tf.ones_initializer())
        b = tf.Variable(np.zeros(2, np.float32), name="b")
        out = tf.nn.softmax(tf.matmul(x, w) + b, name="probabilities")
        target = tf.placeholder(tf.float32, [None, 2], name="target")
        loss = tf.reduce_mean(tf.squared_difference(out, target), name="loss")
        step = tf.train.GradientDescentOptimizer(1.0).minimize(loss, name="step")
        init = tf.global_variables_initializer()

    rng = np.random.RandomState(0)
    data = rng.randn(40, 3)
    classes = np.eye(2)[(data @ [1.0, -2.0, 0.5] > 0).astype(int)]
    with tf.Session(graph=train_graph) as sess:
        sess.run(init)
        losses = [sess.run([loss, step], {"x:0": data, "target:0": classes})[0] for _ in range(25)]
        trained = out.eval({x: data})
        frozen = tf.graph_util.convert_variables_to_constants(
            sess, train_graph.as_graph_def(), ["probabilities"]
        )

    with serving_graph.as_default():
        ours = tf.placeholder(tf.float32, [None, 3], name="ours")
        (served,) = tf.import_graph_def(
            frozen, input_map={"x": ours * 1.0}, return_elements=["probabilities:0"], name="model"
        )
        answer = tf.argmax(served, axis=1, name="answer")
    with tf.Session(graph=serving_graph) as sess:
        again, answers = sess.run([served, answer], {ours: data})

    with tf.Session() as sess:
        sess.run(outside.initializer)
        untouched = sess.run(outside)
        try:
            sess.run(served, {ours: data})
            complaint = "none"
        except (ValueError, TypeError) as error:
            complaint = type(error).__name__
    return {
        "losses": losses,
        "trained": trained,
        "same": np.allclose(trained, again),
        "answers": answers,
        "untouched": untouched,
        "complaint": complaint,
        "graphs": [
            outside.graph is tf.get_default_graph(),
            w.graph is train_graph,
            served.graph is serving_graph,
        ],
        "frozen": [(node.name, node.op) for node in frozen.node],
        "served": [op.name for op in serving_graph.get_operations()],
        "trainable": [v.name for v in train_graph.get_collection("trainable_variables")],
    }
