"""Records of examples written to files, read back, parsed in a graph and learned from."""

import os

import numpy as np


def run(tf, folder):
    rng = np.random.RandomState(0)
    tf.reset_default_graph()
    filename = os.path.join(folder, "train.tfrecords")

    def _int64_feature(values):
        return tf.train.Feature(int64_list=tf.train.Int64List(value=values))

    def _bytes_feature(value):
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))

    def _float_feature(values):
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))

    written = []
    with tf.python_io.TFRecordWriter(filename) as writer:
        for i in range(30):
            image = rng.randint(0, 256, (4, 4)).astype(np.uint8)
            label = int(image.mean() > 127)
            feature = {
                "label": _int64_feature([label]),
                "image_raw": _bytes_feature(image.tobytes()),
                "weights": _float_feature([0.5 + label, float(i)]),
            }
            example = tf.train.Example(features=tf.train.Features(feature=feature))
            writer.write(example.SerializeToString())
            written.append((image, label))

    # Without a graph.
    labels = []
    for serialized_example in tf.python_io.tf_record_iterator(filename):
        example = tf.train.Example()
        example.ParseFromString(serialized_example)
        labels.extend(example.features.feature["label"].int64_list.value)

    # In a graph.
    serialized = tf.placeholder(tf.string, [None], name="serialized")
    features = tf.parse_example(
        serialized,
        features={
            "label": tf.FixedLenFeature([], tf.int64),
            "image_raw": tf.FixedLenFeature([], tf.string),
            "weights": tf.FixedLenFeature([2], tf.float32),
            "missing": tf.FixedLenFeature([], tf.int64, default_value=-1),
        },
    )
    pixels = tf.reshape(tf.decode_raw(features["image_raw"], tf.uint8), [-1, 16])
    image = tf.cast(pixels, tf.float32) * (1.0 / 255) - 0.5
    w = tf.Variable(tf.zeros([16, 1]))
    logits = tf.squeeze(tf.matmul(image, w), 1)
    losses = tf.nn.sigmoid_cross_entropy_with_logits(
        labels=tf.to_float(features["label"]), logits=logits
    )
    loss = tf.reduce_mean(losses * features["weights"][:, 0])
    train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)

    # Compressed, and one example at a time.
    options = tf.python_io.TFRecordOptions(tf.python_io.TFRecordCompressionType.GZIP)
    packed = os.path.join(folder, "packed.gz")
    with tf.python_io.TFRecordWriter(packed, options=options) as writer:
        for text in (b"one", b"", "zwölf".encode()):
            writer.write(text)
    unpacked = list(tf.python_io.tf_record_iterator(packed, options=options))
    one = tf.parse_single_example(
        serialized[0], {"label": tf.FixedLenFeature([1], tf.int64, default_value=[7])}
    )

    records = list(tf.python_io.tf_record_iterator(filename))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        history = [
            sess.run([loss, train], {serialized: records[start : start + 10]})[0]
            for _ in range(3)
            for start in range(0, 30, 10)
        ]
        parsed, first = sess.run([features, pixels], {serialized: records[:5]})
        single = sess.run(one, {serialized: records[:1]})
        try:
            sess.run(features["label"], {serialized: [b"\x0a\x0anonsense"]})
            complaint = ""
        except tf.errors.InvalidArgumentError as error:
            complaint = type(error).__name__
    return {
        "labels": [labels == [label for _, label in written], labels],
        "history": history,
        "pixels": [first.dtype.name, first, np.array_equal(first[0], written[0][0].ravel())],
        "missing": parsed["missing"],
        "weights": parsed["weights"],
        "single": single,
        "unpacked": unpacked,
        "complaint": complaint,
        "size": os.path.getsize(filename),
    }
