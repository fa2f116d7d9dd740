"""Sessions that share a server's variables, containers that are reset, queues between sessions."""


def run(tf, folder):
    tf.reset_default_graph()
    found = {}
    server = tf.train.Server.create_local_server()
    other = tf.train.Server.create_local_server()
    with tf.container("counters"):
        counter = tf.Variable(0, name="counter")
        increment = tf.assign_add(counter, 1)
    with tf.container("models"):
        weights = tf.Variable(tf.ones([2]), name="weights")
        double = weights.assign(weights * 2.0)
        queue = tf.FIFOQueue(10, tf.float32, shapes=[[]], shared_name="results")
    put = queue.enqueue(tf.reduce_sum(weights))
    get = queue.dequeue()
    init = tf.global_variables_initializer()

    s1 = tf.Session(server.target)
    s2 = tf.Session(server.target)
    s3 = tf.Session(other.target)
    s1.run(init)
    s3.run(init)
    found["increments"] = [int(s.run(increment)) for s in (s1, s2, s1, s3, s2, s3)]
    s1.run(double)
    s1.run(put)
    found["through the queue"] = s2.run(get)
    s1.close()
    with tf.Session(server.target) as s4:
        found["after closing"] = s4.run([counter, weights])
    s2.close()
    tf.Session.reset(server.target, ["counters"])
    with tf.Session(server.target) as s5:
        found["initialized"] = [
            bool(s5.run(tf.is_variable_initialized(v))) for v in (counter, weights)
        ]
        found["weights"] = s5.run(weights)
        try:
            s5.run(counter)
        except tf.errors.FailedPreconditionError as error:
            found["error"] = type(error).__name__
        found["not initialized"] = s5.run(tf.report_uninitialized_variables())
    found["the other server"] = s3.run(counter)
    s3.close()

    # Sessions without a server share nothing.
    with tf.Session() as a, tf.Session() as b:
        a.run(init)
        b.run(init)
        found["apart"] = [int(s.run(increment)) for s in (a, a, b, a, b)]
        found["containers"] = [counter.op.get_attr("container"), weights.op.get_attr("container")]
    try:
        a.run(counter)
    except RuntimeError as error:
        found["closed"] = str(error)
    return found
