"""Several runners fill one queue, one runner has several threads, and a coordinator ends them all."""

import threading

import numpy as np

WORKERS, ROUNDS = 3, 4


def run(tf, folder):
    found = {}

    # Three runners, each with its own numbers, feed one queue that is smaller than what comes.
    tf.reset_default_graph()
    queue = tf.FIFOQueue(4, [tf.int32, tf.float32], shapes=[[], [3]], name="examples")
    for worker in range(WORKERS):
        with tf.name_scope(f"worker_{worker}"):
            counter = tf.Variable(0, trainable=False, name="counter")
            number = counter.assign_add(1, use_locking=True)
            identity = 1000 * worker + number
            row = tf.cast(tf.range(3) + identity, tf.float32) ** 2
            enqueue = queue.enqueue([identity, row])
        tf.train.add_queue_runner(tf.train.QueueRunner(queue, [enqueue]))
    one, rows = queue.dequeue_many(2)
    norm = tf.reduce_sum(tf.sqrt(rows), axis=1)
    coord = tf.train.Coordinator()
    seen = [[] for _ in range(WORKERS)]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        threads = tf.train.start_queue_runners(sess, coord, daemon=True)
        found["threads"] = len(threads)
        while min(len(numbers) for numbers in seen) < ROUNDS:
            for key, value in zip(*sess.run([one, norm])):
                seen[key // 1000].append((int(key), value))
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=5)
        found["ended"] = [thread.is_alive() for thread in threads]
        counters = sess.run(tf.global_variables())
    found["counted"] = all(n >= len(numbers) for n, numbers in zip(counters, seen))
    found["seen"] = [numbers[:ROUNDS] for numbers in seen]

    # One runner whose operations are the same enqueue four times: four threads, one source.
    tf.reset_default_graph()
    names = tf.constant([f"file_{i:02d}" for i in range(10)])
    files = tf.train.string_input_producer(names, shuffle=False, num_epochs=2)
    lengths = tf.RandomShuffleQueue(40, 0, [tf.string, tf.int64], shapes=[[], []], seed=3)
    name = files.dequeue()
    digits = tf.string_to_number(tf.substr(name, 5, 2), tf.int64)
    runner = tf.train.QueueRunner(lengths, [lengths.enqueue([name, digits])] * 4)
    tf.train.add_queue_runner(runner)
    taken_names, taken = lengths.dequeue_up_to(7)
    everything, sizes = [], []
    with tf.Session() as sess, tf.train.Coordinator().stop_on_exception():
        sess.run(tf.local_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(coord=coord)
        found["threads by name"] = sorted(
            thread.name.split("-")[1].split(":")[0] for thread in threads if "-" in thread.name
        )
        while not coord.should_stop():
            try:
                some_names, some = sess.run([taken_names, taken])
            except tf.errors.OutOfRangeError as error:
                found["last node"] = error.op.type
                coord.request_stop()
            else:
                everything += [f"{name.decode()}={digit}" for name, digit in zip(some_names, some)]
                sizes.append(len(some))
        coord.join(threads)
        found["closed"] = bool(sess.run(lengths.is_closed()))
    found["everything"] = sorted(everything)
    found["total"] = sum(sizes)
    found["errors"] = runner.exceptions_raised

    # An error in a thread reaches whoever joins.
    tf.reset_default_graph()
    source = tf.placeholder_with_default([1.0, 2.0], [None])
    checked = tf.FIFOQueue(10, tf.float32, [[2]])
    with tf.control_dependencies([tf.Assert(tf.reduce_all(source > 1.5), [source])]):
        put = checked.enqueue(source)
    runner = tf.train.QueueRunner(checked, [put])
    with tf.Session() as sess:
        coord = tf.train.Coordinator()
        threads = runner.create_threads(sess, coord=coord, start=True)
        try:
            sess.run(checked.dequeue())
        except tf.errors.OutOfRangeError as error:
            found["dequeue"] = error.op.type
        try:
            coord.join(threads)
        except tf.errors.InvalidArgumentError as error:
            found["joined"] = "assertion failed: [1 2]" in error.message
        found["stopped"] = coord.should_stop()

    # Threads of one's own that share a session, a lock and a counter in the graph.
    tf.reset_default_graph()
    shared = tf.Variable(np.zeros(4, np.float32), name="shared")
    part = tf.placeholder(tf.float32, [4])
    add = tf.assign_add(shared, part, use_locking=True)
    step = tf.train.get_or_create_global_step()
    forward = tf.assign_add(step, 1, use_locking=True)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()

        def work(index):
            # A fixed number each: what a thread reads of the counter may be another's step already.
            for _ in range(20):
                sess.run(forward)
                sess.run(add, {part: np.ones(4) * 0.5})
            if index == 0:
                coord.request_stop()

        threads = [threading.Thread(target=work, args=(i,)) for i in range(WORKERS)]
        for thread in threads:
            thread.start()
        coord.join(threads)
        found["shared"], found["steps"] = sess.run([shared, step])
        looper = tf.train.LooperThread.loop(coord, None, target=lambda: 1 / 0)
        looper.join()
        found["looper"] = looper.is_alive()
    return found
