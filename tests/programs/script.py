"""A script as people write them: folders, checks, a log, a shuffled queue, and the last details."""

import os

import numpy as np


def run(tf, folder):
    tf.disable_eager_execution()
    tf.reset_default_graph()
    verbosity = tf.logging.get_verbosity()
    tf.logging.set_verbosity(tf.logging.ERROR)
    tf.logging.info("not shown")
    tf.logging.set_verbosity(verbosity)
    logs = os.path.join(folder, "logs")
    tf.gfile.MakeDirs(logs)

    x = tf.constant(np.arange(12, dtype=np.float32).reshape(4, 3) - 5, name="x")
    labels = tf.constant([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]])
    checks = [
        tf.assert_equal(tf.shape(x)[0], 4), tf.assert_less(x, 100.0), tf.assert_greater(x, -100.0),
        tf.assert_less_equal(x, 6.0), tf.assert_greater_equal(x, -5.0), tf.assert_none_equal(x, 0.5),
    ]  # fmt: skip
    with tf.control_dependencies(checks):
        unit = tf.nn.l2_normalize(x, axis=1)
    w = tf.get_variable("w", [3, 3], initializer=tf.initializers.he_normal(seed=1))
    logits = tf.matmul(unit, w)
    losses = [
        tf.reduce_mean(tf.nn.weighted_cross_entropy_with_logits(labels, logits, 2.0)),
        -tf.reduce_mean(tf.reduce_sum(labels * tf.nn.log_softmax(logits), axis=1)),
    ]
    total = tf.add_n(losses)
    tf.add_to_collections(["losses", "mine"], total)
    gradient = tf.gradients(total, w, aggregation_method=tf.AggregationMethod.DEFAULT)[0]
    queue = tf.RandomShuffleQueue(10, 0, [tf.int32], shapes=[[]], seed=3)
    fill, size = queue.enqueue_many([tf.range(8)]), queue.size()
    others = {
        "shuffled": queue.dequeue_many(8),
        "transposed": tf.matrix_transpose(tf.reshape(x, [2, 2, 3])),
        "products": tf.cumprod(tf.constant([1.0, 2.0, 3.0])),
        "inverted": tf.invert_permutation([2, 0, 1]),
        "stitched": tf.dynamic_stitch([[0, 2], [1]], [[1.0, 3.0], [2.0]]),
        "wide": tf.broadcast_to([1, 2], [2, 2]),
        "shapes": [tf.broadcast_dynamic_shape([2, 1], [3]), *tf.shape_n([x, labels])],
        "divided": [tf.div(7, 2), tf.floor_div(7, 2), tf.realdiv(7.0, 2.0)],
        "kept": tf.where_v2(x > 0, x, 0.0),
        "larger": tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], 2),
        "python": tf.numpy_function(lambda v: v * np.float32(2), [x], tf.float32),
    }  # fmt: skip
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        session.run(fill)
        found = session.run([losses, gradient, size])
        found.append(session.run(others))
        tf.train.write_graph(session.graph_def, logs, "graph.pbtxt")
    static = tf.get_static_value(tf.constant([1, 2]) * 3), tf.is_tensor(x), tf.executing_eagerly()
    return {
        "found": found,
        "files": sorted(tf.gfile.ListDirectory(logs)),
        "folder": tf.gfile.IsDirectory(logs),
        "collections": [len(tf.get_collection_ref("mine")), tf.GraphKeys.LOSSES],
        "static": [str(static[0]), *static[1:]],
        "text": tf.compat.as_str(b"text"),
        "types": [tf.as_dtype("float32").name, tf.bfloat16.size, tf.int8.max],
    }
