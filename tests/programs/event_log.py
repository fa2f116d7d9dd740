"""A log for TensorBoard: scalars, histograms, images, a graph; and what stands in the file."""

import os

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    logs_path = os.path.join(folder, "logs")
    with tf.name_scope("Model"):
        x = tf.placeholder(tf.float32, [None, 16], name="InputData")
        W = tf.Variable(np.linspace(-1, 1, 32).reshape(16, 2).astype(np.float32), name="Weights")
        pred = tf.nn.softmax(tf.matmul(x, W))
    with tf.name_scope("Loss"):
        cost = tf.reduce_mean(tf.square(pred - 0.5))
    with tf.name_scope("SGD"):
        optimizer = tf.train.GradientDescentOptimizer(0.5)
        grads = list(zip(tf.gradients(cost, [W]), [W]))
        apply_grads = optimizer.apply_gradients(grads_and_vars=grads)

    def variable_summaries(var):
        with tf.name_scope("summaries"):
            mean = tf.reduce_mean(var)
            tf.summary.scalar("mean", mean)
            with tf.name_scope("stddev"):
                stddev = tf.sqrt(tf.reduce_mean(tf.square(var - mean)))
            tf.summary.scalar("stddev", stddev)
            tf.summary.scalar("max", tf.reduce_max(var))
            tf.summary.histogram("histogram", var)

    tf.summary.scalar("loss", cost)
    with tf.name_scope("layer1"):
        variable_summaries(W)
    for grad, var in grads:
        tf.summary.histogram(var.name.replace(":", "_") + "/gradient", grad)
    tf.summary.image("input", tf.reshape(x, [-1, 4, 4, 1]), max_outputs=2)
    merged = tf.summary.merge_all()

    rng = np.random.RandomState(1)
    train_writer = tf.summary.FileWriter(os.path.join(logs_path, "train"))
    test_writer = tf.summary.FileWriter(os.path.join(logs_path, "test"))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        train_writer.add_graph(sess.graph)
        for i in range(4):
            batch = rng.rand(8, 16)
            if i % 2 == 0:
                summary = sess.run(merged, {x: batch})
                test_writer.add_summary(summary, i)
            else:
                summary = sess.run(merged, {x: batch})
                sess.run(apply_grads, {x: batch})
                train_writer.add_summary(summary, i)
        value = tf.Summary.Value(tag="own", simple_value=2.5)
        train_writer.add_summary(tf.Summary(value=[value]), 9)
    train_writer.close()
    test_writer.close()

    def events(name):
        (file,) = os.listdir(os.path.join(logs_path, name))
        return tf.train.summary_iterator(os.path.join(logs_path, name, file))

    found = {"events": [], "scalars": [], "histograms": [], "images": []}
    for name in ("train", "test"):
        for event in events(name):
            found["events"].append(
                [name, event.step, event.WhichOneof("what"), [v.tag for v in event.summary.value]]
            )
            if event.WhichOneof("what") == "graph_def":
                graph_def = tf.GraphDef.FromString(event.graph_def)
                found["nodes"] = [node.name for node in graph_def.node]
            for value in event.summary.value:
                kind = value.WhichOneof("value")
                if kind == "simple_value":
                    found["scalars"].append(np.float32(value.simple_value))
                elif kind == "histo":
                    histogram = value.histo
                    found["histograms"].append(
                        [
                            *(histogram.min, histogram.max, histogram.num),
                            *(histogram.sum, histogram.sum_squares),
                            np.array(histogram.bucket_limit),
                            np.array(histogram.bucket),
                        ]
                    )
                elif kind == "image":
                    image = value.image
                    found["images"].append([image.height, image.width, image.colorspace])
    return found
