"""An input pipeline of files: names in a queue, readers, decoded lines and records, batches, training."""

import os

import numpy as np
from sklearn.datasets import load_iris


def write_files(tf, folder):
    """The flowers in three CSV files with a header, and in two TFRecord files, one compressed."""
    data, target = load_iris(return_X_y=True)
    order = np.random.RandomState(1).permutation(len(data))
    data, target = data[order].astype(np.float32), target[order]
    csv, records = [], []
    for part in range(3):
        csv.append(os.path.join(folder, f"flowers-{part}.csv"))
        with open(csv[-1], "w") as file:
            file.write("sepal_length,sepal_width,petal_length,petal_width,kind\n")
            for row, kind in zip(data[part:120:3], target[part:120:3], strict=True):
                numbers = ",".join("" if value < 0.15 else f"{value:.1f}" for value in row)
                file.write(f'{numbers},"{kind}"\n')
    for part, compression in enumerate([None, tf.python_io.TFRecordCompressionType.GZIP]):
        records.append(os.path.join(folder, f"flowers-{part}.tfrecord"))
        options = compression and tf.python_io.TFRecordOptions(compression)
        with tf.python_io.TFRecordWriter(records[-1], options=options) as writer:
            for row, kind in zip(data[120 + part :: 2], target[120 + part :: 2], strict=True):
                features = {
                    "x": tf.train.Feature(float_list=tf.train.FloatList(value=row)),
                    "kind": tf.train.Feature(int64_list=tf.train.Int64List(value=[kind])),
                }
                example = tf.train.Example(features=tf.train.Features(feature=features))
                writer.write(example.SerializeToString())
    return csv, records


def flowers(tf, names, epochs):
    """One flower from the lines of the files."""
    queue = tf.train.string_input_producer(names, num_epochs=epochs, shuffle=False)
    key, line = tf.TextLineReader(skip_header_lines=1).read(queue)
    defaults = [[0.0], [0.0], [0.0], [0.1], tf.constant([0])]
    *numbers, kind = tf.decode_csv(line, record_defaults=defaults)
    return key, tf.stack(numbers), kind


def run(tf, folder):
    found = {}
    csv, records = write_files(tf, folder)
    tf.reset_default_graph()
    key, x, kind = flowers(tf, csv, 4)
    xs, kinds, keys = tf.train.batch([x, kind, key], batch_size=32, capacity=64)
    w = tf.get_variable("w", [4, 3], initializer=tf.zeros_initializer())
    b = tf.get_variable("b", [3], initializer=tf.zeros_initializer())
    logits = tf.matmul(xs, w) + b
    loss = tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=kinds, logits=logits)
    )
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    losses, first = [], None
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=session, coord=coordinator)
        found["threads"] = len(threads)
        try:
            while not coordinator.should_stop():
                value, _, read = session.run([loss, train, keys])
                losses.append(value)
                first = read if first is None else first
        except tf.errors.OutOfRangeError as error:
            found["end"] = "insufficient elements" in error.message
        finally:
            coordinator.request_stop()
        coordinator.join(threads)
        found["alive"] = [thread.is_alive() for thread in threads]
        found["weights"] = session.run([w, b])
    found["losses"] = losses
    found["keys"] = [os.path.basename(one.decode()) for one in first]

    # The rest of the flowers, from records, each file with its own reader.
    for number, (name, compression) in enumerate(zip(records, ("", "GZIP"), strict=True)):
        tf.reset_default_graph()
        options = None
        if compression:
            options = tf.python_io.TFRecordOptions(tf.python_io.TFRecordCompressionType.GZIP)
        names = tf.train.string_input_producer([name], num_epochs=1, shuffle=False)
        reader = tf.TFRecordReader(options=options)
        _, serialized = reader.read(names)
        features = tf.parse_single_example(
            serialized,
            {"x": tf.FixedLenFeature([4], tf.float32), "kind": tf.FixedLenFeature([], tf.int64)},
        )
        x = tf.expand_dims(features["x"], 0)
        guess = tf.argmax(tf.matmul(x, found["weights"][0]) + found["weights"][1], 1)[0]
        right = tf.equal(guess, features["kind"])
        with tf.Session() as session:
            session.run(tf.local_variables_initializer())
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            hits = []
            with coordinator.stop_on_exception():
                while not coordinator.should_stop():
                    hits.append(session.run(right))
            coordinator.join(threads)
            found[f"hits {number}"] = int(sum(hits)), len(hits)

    # Flowers in random order; the queue keeps so many that the first waits for the last.
    tf.reset_default_graph()
    tf.set_random_seed(5)
    _, x, kind = flowers(tf, csv, 1)
    xs, kinds = tf.train.shuffle_batch([x, kind], 40, 400, 399, allow_smaller_final_batch=True)
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        found["shuffled"] = session.run([xs, kinds])
        coordinator.request_stop()
        coordinator.join(threads)

    # Words of unlike length, filled up with zeros to the longest of a batch.
    tf.reset_default_graph()
    word = tf.train.string_input_producer(
        ["a", "tree", "grows"], num_epochs=1, shuffle=False
    ).dequeue()
    letters = tf.decode_raw(word, tf.uint8)
    padded = tf.train.batch([letters], 3, dynamic_pad=True)
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        found["padded"] = session.run(padded)
        coordinator.request_stop()
        coordinator.join(threads)
    return found
