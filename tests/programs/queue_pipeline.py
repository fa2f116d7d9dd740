"""An input pipeline with a queue, a queue runner's threads and a coordinator."""

import threading

import numpy as np


def run(tf, folder):
    found = {}

    # A queue filled by TensorFlow's own threads until its source is dry.
    tf.reset_default_graph()
    data = np.arange(24, dtype=np.float32).reshape(12, 2)
    source = tf.FIFOQueue(12, [tf.float32, tf.int32], shapes=[[2], []], name="source")
    fill = source.enqueue_many([data, np.arange(12)])
    close = source.close()
    features, label = source.dequeue()
    queue = tf.FIFOQueue(capacity=5, dtypes=[tf.float32, tf.int32], shapes=[[2], []])
    enqueue = queue.enqueue([features * 2.0, label])
    runner = tf.train.QueueRunner(queue, [enqueue])
    tf.train.add_queue_runner(runner)
    batch, labels = queue.dequeue_up_to(4)
    total = tf.Variable(tf.zeros([2]), name="total")
    add = total.assign_add(tf.reduce_sum(batch, 0))

    batches = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(fill)
        sess.run(close)
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        try:
            while not coord.should_stop():
                numbers, _ = sess.run([labels, add])
                batches.append(numbers)
        except tf.errors.OutOfRangeError:
            found["end"] = "OutOfRangeError"
        finally:
            coord.request_stop()
        coord.join(threads)
        found["total"] = sess.run(total)
        found["left"] = sess.run(queue.size())
    found["batches"] = np.concatenate(batches)
    found["runners"] = len(tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS))

    # A queue fed from Python by threads of our own.
    tf.reset_default_graph()
    value = tf.placeholder(tf.int64, [])
    queue = tf.FIFOQueue(4, [tf.int64], shapes=[[]])
    put = queue.enqueue(value)
    stop = queue.close(cancel_pending_enqueues=True)
    item = queue.dequeue()

    with tf.Session() as sess:
        coord = tf.train.Coordinator()

        def feed(numbers):
            try:
                for number in numbers:
                    if coord.should_stop():
                        break
                    sess.run(put, {value: number})
            except tf.errors.CancelledError:
                pass

        threads = [threading.Thread(target=feed, args=(range(start, 30, 3),)) for start in range(3)]
        for thread in threads:
            thread.start()
        taken = sorted(sess.run(item) for _ in range(30))
        coord.request_stop()
        sess.run(stop)
        coord.join(threads)
        try:
            sess.run(item)
        except tf.errors.OutOfRangeError:
            found["closed"] = True
    found["taken"] = [int(number) for number in taken]
    return found
