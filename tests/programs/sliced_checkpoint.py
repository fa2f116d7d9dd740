"""A word table in parts: trained with three, checkpointed, and read again whole, in two, and by name."""

import os

import numpy as np

WORDS, WIDTH = 50, 8


def pairs():
    """(centre, context) pairs of a text in which a word is followed by one of its two neighbours."""
    random = np.random.RandomState(4)
    words = np.cumsum(random.choice([1, 2], 600)) % WORDS
    return words[:-1].astype(np.int32), words[1:].astype(np.int32)


def model(tf, partitioner):
    """The loss of guessing the next word, and the table of words."""
    centre = tf.placeholder(tf.int32, [None], name="centre")
    context = tf.placeholder(tf.int32, [None], name="context")
    with tf.variable_scope("words", partitioner=partitioner):
        start = tf.random_uniform_initializer(-1.0, 1.0, seed=5)
        table = tf.get_variable("table", [WORDS, WIDTH], initializer=start)
        softmax = tf.get_variable(
            "softmax", [WIDTH, WORDS], initializer=tf.glorot_uniform_initializer(seed=6)
        )
        scale = tf.get_variable("scale", [], initializer=tf.ones_initializer())
    embedded = tf.nn.embedding_lookup(table, centre, partition_strategy="div")
    logits = scale * tf.matmul(embedded, tf.convert_to_tensor(softmax))
    loss = tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=context, logits=logits)
    )
    return (centre, context), loss, table


def run(tf, folder):
    found = {}
    path = os.path.join(folder, "model")
    centres, contexts = pairs()
    tf.reset_default_graph()
    tf.set_random_seed(2)
    (centre, context), loss, table = model(tf, tf.fixed_size_partitioner(3))
    step = tf.train.get_or_create_global_step()
    train = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=step)
    saver = tf.train.Saver(max_to_keep=2)
    found["parts"] = [(v.name, v.shape.as_list()) for v in table]
    found["whole"] = table.name, table.get_shape().as_list(), len(table)
    found["trainable"] = [v.name for v in tf.trainable_variables("words")]
    losses = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for first in range(0, 600, 50):
            feed = {
                centre: centres[first : first + 50], context: contexts[first : first + 50]
            }  # fmt: skip
            losses.append(session.run([loss, train], feed)[0])
            if first % 200 == 150:
                saver.save(session, path, global_step=step)
        everything = {centre: centres, context: contexts}
        found["losses"], found["last"] = losses, session.run(loss, everything)
        values = session.run(tf.convert_to_tensor(table))
    latest = tf.train.latest_checkpoint(folder)
    found["files"] = sorted(name for name in os.listdir(folder) if name.startswith("model"))

    # Without a graph, a table in parts looks like any other.
    found["listed"] = tf.train.list_variables(latest)
    found["read"] = tf.train.load_variable(latest, "words/table")
    found["same"] = bool(np.array_equal(found["read"], values))

    # One machine reads it whole, two share it: both go on from the same loss.
    for title, partitioner in (("whole", None), ("two", tf.fixed_size_partitioner(2, axis=0))):
        tf.reset_default_graph()
        inputs, loss, table = model(tf, partitioner)
        saver = tf.train.Saver()
        with tf.Session() as session:
            saver.restore(session, latest)
            feed = dict(zip(inputs, (centres, contexts), strict=True))
            found[f"loss {title}"] = session.run(loss, feed)
            saver.save(session, os.path.join(folder, title), write_meta_graph=False)
        found[f"again {title}"] = tf.train.list_variables(os.path.join(folder, title))

    # One part alone, into a small table; and a table of another size.
    tf.reset_default_graph()
    part = tf.get_variable(
        "words/table", [WORDS, WIDTH], partitioner=tf.fixed_size_partitioner(WORDS)
    )
    rows = list(part)[10:13]
    with tf.Session() as session:
        tf.train.Saver(rows).restore(session, latest)
        found["rows"] = session.run(rows)
        found["missing"] = len(session.run(tf.report_uninitialized_variables()))
    tf.reset_default_graph()
    tf.get_variable("words/table", [WORDS, 4], partitioner=tf.fixed_size_partitioner(2))
    with tf.Session() as session:
        try:
            tf.train.Saver().restore(session, latest)
        except tf.errors.InvalidArgumentError as error:
            found["another size"] = "does not match the shape stored in checkpoint" in error.message

    # The meta graph knows the parts: training goes on without the building code.
    tf.reset_default_graph()
    saver = tf.train.import_meta_graph(latest + ".meta")
    graph = tf.get_default_graph()
    with tf.Session() as session:
        saver.restore(session, latest)
        feed = {"centre:0": centres, "context:0": contexts}
        for _ in range(3):
            session.run("Adam", feed)
        found["imported"] = session.run("Mean:0", feed)
        found["variables"] = [v.name for v in tf.global_variables()]
        again = tf.train.Saver().save(session, os.path.join(folder, "imported"))
    found["nodes"] = graph.get_tensor_by_name("words/softmax:0").shape.as_list()
    found["imported parts"] = tf.train.list_variables(again)
    return found
