"""Right and wrong answers to the exercises of chapter 03, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("03-lifetimes")` reads the blocks.
"""

# -------------------------------------------------------------------------------- evaluations


# %% lifetimes/evaluations right stack
def evaluations(runs):
    counts = {}
    for fetched in runs:
        found = set()
        waiting = [tensor.op for tensor in fetched]
        while waiting:
            op = waiting.pop()
            if op.name not in found:
                found.add(op.name)
                waiting.extend(tensor.op for tensor in op.inputs)
        for name in found:
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations right recursive
def evaluations(runs):
    from collections import Counter

    def needed(op, found):
        if op.name not in found:
            found.add(op.name)
            for tensor in op.inputs:
                needed(tensor.op, found)
        return found

    counts = Counter()
    for fetched in runs:
        found = set()
        for tensor in fetched:
            needed(tensor.op, found)
        counts.update(found)
    return counts


# %% lifetimes/evaluations right union-of-sets
def evaluations(runs):
    def needed(tensor):
        return {tensor.op.name}.union(*[needed(source) for source in tensor.op.inputs])

    counts = {}
    for fetched in runs:
        for name in set().union(*[needed(tensor) for tensor in fetched]):
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations right backwards-over-the-graph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        wanted = {tensor.name for tensor in fetched}
        for op in reversed(fetched[0].graph.get_operations()):
            if any(output.name in wanted for output in op.outputs):
                wanted.update(tensor.name for tensor in op.inputs)
                counts[op.name] = counts.get(op.name, 0) + 1
    return counts


# %% lifetimes/evaluations right extracted-subgraph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        definition = fetched[0].graph.as_graph_def()
        kept = tf.graph_util.extract_sub_graph(definition, [t.op.name for t in fetched])
        for node in kept.node:
            counts[node.name] = counts.get(node.name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong once misconception=once-for-ever
def evaluations(runs):
    found = set()
    waiting = [tensor.op for fetched in runs for tensor in fetched]
    while waiting:
        op = waiting.pop()
        if op.name not in found:
            found.add(op.name)
            waiting.extend(tensor.op for tensor in op.inputs)
    return {name: 1 for name in found}


# %% lifetimes/evaluations wrong each-fetch-anew misconception=once-for-each-fetch
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            found, waiting = set(), [tensor.op]
            while waiting:
                op = waiting.pop()
                if op.name not in found:
                    found.add(op.name)
                    waiting.extend(source.op for source in op.inputs)
            for name in found:
                counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong every-path misconception=once-for-each-path
def evaluations(runs):
    counts = {}

    def visit(op):
        counts[op.name] = counts.get(op.name, 0) + 1
        for tensor in op.inputs:
            visit(tensor.op)

    for fetched in runs:
        for tensor in fetched:
            visit(tensor.op)
    return counts


# %% lifetimes/evaluations wrong fetched-only misconception=only-what-is-fetched
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            counts[tensor.op.name] = counts.get(tensor.op.name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong whole-graph
def evaluations(runs):
    return {op.name: len(runs) for op in runs[0][0].graph.get_operations()}


# %% lifetimes/evaluations wrong tensor-names
def evaluations(runs):
    counts = {}
    for fetched in runs:
        found, waiting = set(), list(fetched)
        while waiting:
            tensor = waiting.pop()
            if tensor.name not in found:
                found.add(tensor.name)
                waiting.extend(tensor.op.inputs)
        for name in found:
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong forgets-return
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            counts[tensor.op.name] = 1


# ----------------------------------------------------------------------------------- carousel


# %% lifetimes/carousel right control-dependency
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        item = tf.identity(taken)
    return queue.enqueue_many([items]), item


# %% lifetimes/carousel right large-capacity-no-shape
def carousel(items):
    queue = tf.FIFOQueue(100, tf.float32)
    fill = queue.enqueue_many([tf.constant(items, tf.float32)])
    item = queue.dequeue()
    back = queue.enqueue([item])
    with tf.control_dependencies([back]):
        return [fill, item + 0.0]


# %% lifetimes/carousel right tuple-helper
def carousel(items):
    queue = tf.FIFOQueue(capacity=len(items), dtypes=[tf.float32], shapes=[[]])
    fill = queue.enqueue_many(np.asarray(items, np.float32))
    first = queue.dequeue()
    put_back = queue.enqueue(first)
    (item,) = tf.tuple([first], control_inputs=[put_back])
    return fill, item


# %% lifetimes/carousel right several-enqueues
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = None
    for value in items:
        with tf.control_dependencies([fill] if fill is not None else []):
            fill = queue.enqueue(value)
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return fill, tf.identity(taken, name="item")


# %% lifetimes/carousel right counter-variable
def carousel(items):
    position = tf.Variable(-1, trainable=False)
    fill = tf.assign(position, -1)
    return fill, tf.gather(tf.constant(items, tf.float32), tf.assign_add(position, 1) % len(items))


# %% lifetimes/carousel right rolling-variable
def carousel(items):
    row = tf.Variable(items, dtype=tf.float32)
    first = tf.identity(row.read_value()[0])
    with tf.control_dependencies([first]):
        rolled = tf.concat([row.read_value()[1:], [first]], 0)
    with tf.control_dependencies([tf.assign(row, rolled)]):
        return row.initializer, tf.identity(first)


# %% lifetimes/carousel wrong plain-dequeue misconception=never-puts-back
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items]), queue.dequeue()


# %% lifetimes/carousel wrong enqueue-never-runs misconception=never-puts-back
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    item = queue.dequeue()
    queue.enqueue(item)
    return queue.enqueue_many([items]), item


# %% lifetimes/carousel wrong two-dequeues misconception=takes-twice
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    fill = queue.enqueue_many([items])
    with tf.control_dependencies([queue.enqueue(queue.dequeue())]):
        return fill, queue.dequeue()


# %% lifetimes/carousel wrong constant misconception=always-the-first
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.enqueue_many([items]), tf.constant(items[0])


# %% lifetimes/carousel wrong python-counter misconception=always-the-first
def carousel(items):
    position = 0
    item = tf.constant(items, tf.float32)[position % len(items)]
    position += 1
    return tf.no_op(), item


# %% lifetimes/carousel wrong whole-queue misconception=all-at-once
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    taken = queue.dequeue_many(len(items))
    with tf.control_dependencies([queue.enqueue_many([taken])]):
        return queue.enqueue_many([items]), tf.identity(taken)


# %% lifetimes/carousel wrong only-the-item
def carousel(items):
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue.dequeue()


# %% lifetimes/carousel wrong too-small
def carousel(items):
    queue = tf.FIFOQueue(1, [tf.float32], shapes=[()])
    taken = queue.dequeue()
    with tf.control_dependencies([queue.enqueue(taken)]):
        return queue.enqueue_many([items]), tf.identity(taken)


# %% lifetimes/carousel wrong python-values
def carousel(items):
    return tf.no_op(), items


# ----------------------------------------------------------------------------------- is-alive


# %% lifetimes/is-alive right try-read
def is_alive(session, w):
    try:
        session.run(w)
        return True
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return False


# %% lifetimes/is-alive right two-excepts
def is_alive(session, w):
    try:
        session.run(w)
    except tf.errors.FailedPreconditionError:
        return False
    except RuntimeError:
        return False
    else:
        return True


# %% lifetimes/is-alive right asks-the-op
def is_alive(session, w):
    try:
        return session.run(tf.is_variable_initialized(w))
    except RuntimeError:
        return False


# %% lifetimes/is-alive right report
def is_alive(session, w):
    missing = tf.report_uninitialized_variables([w])
    try:
        return len(session.run(missing)) == 0
    except RuntimeError:
        return False


# %% lifetimes/is-alive right eval-and-broad-except
def is_alive(session, w):
    try:
        value = w.eval(session=session)
    except Exception:
        value = None
    return value is not None


# %% lifetimes/is-alive wrong one-except misconception=forgets-closed-sessions
def is_alive(session, w):
    try:
        session.run(w)
        return True
    except tf.errors.FailedPreconditionError:
        return False


# %% lifetimes/is-alive wrong op-without-try misconception=forgets-closed-sessions
def is_alive(session, w):
    return bool(session.run(tf.is_variable_initialized(w)))


# %% lifetimes/is-alive wrong open misconception=only-asks-whether-it-is-open
def is_alive(session, w):
    try:
        session.run(tf.constant(1))
        return True
    except RuntimeError:
        return False


# %% lifetimes/is-alive wrong initialises misconception=initialises-first
def is_alive(session, w):
    try:
        session.run(w.initializer)
        return True
    except RuntimeError:
        return False


# %% lifetimes/is-alive wrong graph misconception=asks-the-graph
def is_alive(session, w):
    return w in tf.global_variables()


# %% lifetimes/is-alive wrong own-session
def is_alive(session, w):
    try:
        with tf.Session() as session:
            session.run(w)
        return True
    except tf.errors.FailedPreconditionError:
        return False


# %% lifetimes/is-alive wrong truth-of-the-value
def is_alive(session, w):
    try:
        return session.run(w)
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return None


# %% lifetimes/is-alive wrong closes-it
def is_alive(session, w):
    try:
        with session:
            session.run(w)
        return True
    except (tf.errors.FailedPreconditionError, RuntimeError):
        return False


# ----------------------------------------------------------------------------------- rehearse


# %% lifetimes/rehearse right assign-values
def rehearse(session, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse right load
def rehearse(session, step, n):
    with tf.Session(graph=step.graph) as other:
        for variable in tf.global_variables():
            variable.load(session.run(variable), other)
        return [other.run(step) for _ in range(n)][-1]


# %% lifetimes/rehearse right placeholders
def rehearse(session, step, n):
    variables = tf.global_variables()
    values = session.run(variables)
    other = tf.Session()
    try:
        for variable, value in zip(variables, values):
            new = tf.placeholder(variable.dtype.base_dtype, variable.shape)
            other.run(tf.assign(variable, new), {new: value})
        for _ in range(n):
            result = other.run(step)
    finally:
        other.close()
    return result


# %% lifetimes/rehearse right initializers-fed
def rehearse(session, step, n):
    with tf.Session() as other:
        variables = tf.global_variables()
        start = {v.initial_value: session.run(v) for v in variables}
        other.run([v.initializer for v in variables], start)
        for _ in range(n - 1):
            other.run(step)
        return float(other.run(step))


# %% lifetimes/rehearse right in-a-thread
def rehearse(session, step, n):
    import threading

    graph, values, found = step.graph, session.run(tf.global_variables()), []

    def work():
        with graph.as_default(), tf.Session(graph=graph) as other:
            for variable, value in zip(tf.global_variables(), values):
                other.run(tf.assign(variable, value))
            for _ in range(n):
                found.append(other.run(step))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return found[-1]


# %% lifetimes/rehearse wrong same-session misconception=in-the-same-session
def rehearse(session, step, n):
    for _ in range(n):
        value = session.run(step)
    return value


# %% lifetimes/rehearse wrong initial-values misconception=from-the-initial-values
def rehearse(session, step, n):
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        for _ in range(n):
            value = other.run(step)
        return value


# %% lifetimes/rehearse wrong no-values misconception=without-values
def rehearse(session, step, n):
    with tf.Session() as other:
        for _ in range(n):
            value = other.run(step)
        return value


# %% lifetimes/rehearse wrong open misconception=leaves-the-session-open
def rehearse(session, step, n):
    other = tf.Session()
    for variable in tf.global_variables():
        variable.load(session.run(variable), other)
    for _ in range(n):
        value = other.run(step)
    return value


# %% lifetimes/rehearse wrong once misconception=one-step
def rehearse(session, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        return other.run(step)


# %% lifetimes/rehearse wrong closes-the-session
def rehearse(session, step, n):
    values = session.run(tf.global_variables())
    session.close()
    with tf.Session() as other:
        for variable, value in zip(tf.global_variables(), values):
            other.run(tf.assign(variable, value))
        for _ in range(n):
            result = other.run(step)
    return result


# %% lifetimes/rehearse wrong first-variable-only
def rehearse(session, step, n):
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        first = tf.global_variables()[0]
        other.run(tf.assign(first, session.run(first)))
        for _ in range(n):
            value = other.run(step)
    return value


# %% lifetimes/rehearse wrong all-values
def rehearse(session, step, n):
    with tf.Session() as other:
        for variable in tf.global_variables():
            other.run(tf.assign(variable, session.run(variable)))
        return [other.run(step) for _ in range(n)]


# ----------------------------------------------------------------------------------- readings


# %% lifetimes/readings right one-value
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings right unpacking
def readings(start, events):
    container = {}
    notes = []
    for kind, *rest in events:
        if kind == "initialize":
            container["w"] = start
        if kind == "add":
            container["w"] = container["w"] + rest[-1]
        if kind == "reset":
            container.clear()
        if kind == "read":
            notes.append(container.get("w"))
    return notes


# %% lifetimes/readings right recursion
def readings(start, events, value=None):
    if not events:
        return []
    (kind, *rest), *later = events
    if kind == "read":
        return [value] + readings(start, later, value)
    if kind == "initialize":
        value = start
    if kind == "add":
        value = value + rest[1]
    if kind == "reset":
        value = None
    return readings(start, later, value)


# %% lifetimes/readings right generator
def readings(start, events):
    def story():
        value = None
        for event in events:
            match event:
                case ["initialize", _]:
                    value = start
                case ["add", _, amount]:
                    value += amount
                case ["reset"]:
                    value = None
                case ["read", _]:
                    yield value

    return tuple(story())


# %% lifetimes/readings right a-real-session
def readings(start, events):
    found = []
    with tf.Graph().as_default():
        w = tf.Variable(start)
        server = tf.Session()
        for event in events:
            if event[0] == "initialize":
                server.run(w.initializer)
            elif event[0] == "add":
                server.run(tf.assign_add(w, event[2]))
            elif event[0] == "reset":
                server.close()
                server = tf.Session()
            elif event[0] == "read":
                try:
                    found.append(int(server.run(w)))
                except tf.errors.FailedPreconditionError:
                    found.append(None)
        server.close()
    return found


# %% lifetimes/readings wrong local misconception=a-copy-for-each-session
def readings(start, events):
    values, found = {}, []
    for event in events:
        if event[0] == "initialize":
            values[event[1]] = start
        elif event[0] == "add" and event[1] in values:
            values[event[1]] += event[2]
        elif event[0] == "reset":
            values = {}
        elif event[0] == "read":
            found.append(values.get(event[1]))
    return found


# %% lifetimes/readings wrong dies misconception=dies-with-its-session
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add" and value is not None:
            value += event[2]
        elif event[0] in ("close", "reset"):
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong no-reset misconception=a-reset-does-nothing
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong reset-to-start misconception=a-reset-initialises
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] in ("initialize", "reset"):
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong open-initialises misconception=born-when-a-session-opens
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] in ("initialize", "open"):
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong initialises-only-once
def readings(start, events):
    value, found, born = None, [], False
    for event in events:
        if event[0] == "initialize" and not born:
            value, born = start, True
        elif event[0] == "add" and value is not None:
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong leaves-out-none
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read" and value is not None:
            found.append(value)
    return found


# ------------------------------------------------------------------------------------ reprice


# %% lifetimes/reprice right sum-of-the-update
def reprice(table, rows, prices):
    return tf.reduce_sum(tf.scatter_update(table, rows, prices))


# %% lifetimes/reprice right control-dependency
def reprice(table, rows, prices):
    with tf.control_dependencies([tf.scatter_update(table, rows, prices)]):
        return tf.reduce_sum(table.read_value())


# %% lifetimes/reprice right assign-a-new-table
def reprice(table, rows, prices):
    new = tf.tensor_scatter_nd_update(table.read_value(), tf.expand_dims(rows, 1), prices)
    return tf.reduce_sum(tf.assign(table, new))


# %% lifetimes/reprice right scatter-the-difference
def reprice(table, rows, prices):
    difference = prices - tf.gather(table.read_value(), rows)
    return tf.reduce_sum(tf.scatter_add(table, rows, difference))


# %% lifetimes/reprice right scatter-nd-update
def reprice(table, rows, prices):
    after = tf.scatter_nd_update(table, tf.reshape(rows, [-1, 1]), prices)
    return tf.add_n(tf.unstack(after))


# %% lifetimes/reprice right method
def reprice(table, rows, prices):
    after = table.scatter_update(tf.IndexedSlices(prices, rows))
    return tf.reduce_sum(after)


# %% lifetimes/reprice wrong never-runs misconception=the-update-never-runs
def reprice(table, rows, prices):
    tf.scatter_update(table, rows, prices)
    return tf.reduce_sum(table)


# %% lifetimes/reprice wrong copy misconception=changes-a-copy
def reprice(table, rows, prices):
    new = tf.tensor_scatter_nd_update(tf.identity(table), rows[:, None], prices)
    return tf.reduce_sum(new)


# %% lifetimes/reprice wrong adds misconception=adds
def reprice(table, rows, prices):
    return tf.reduce_sum(tf.scatter_add(table, rows, prices))


# %% lifetimes/reprice wrong clears misconception=clears-the-rest
def reprice(table, rows, prices):
    new = tf.scatter_nd(tf.expand_dims(rows, 1), prices, tf.shape(table))
    return tf.reduce_sum(tf.assign(table, new))


# %% lifetimes/reprice wrong table misconception=returns-the-table
def reprice(table, rows, prices):
    return tf.scatter_update(table, rows, prices)


# %% lifetimes/reprice wrong new-only misconception=sums-only-the-new
def reprice(table, rows, prices):
    with tf.control_dependencies([tf.scatter_update(table, rows, prices)]):
        return tf.reduce_sum(prices)


# %% lifetimes/reprice wrong scatters-a-tensor
def reprice(table, rows, prices):
    return tf.reduce_sum(tf.scatter_update(table + 0.0, rows, prices))


# %% lifetimes/reprice wrong returns-the-variable
def reprice(table, rows, prices):
    tf.scatter_update(table, rows, prices)
    return table


# ----------------------------------------------------------------------------------- evaluate


# %% lifetimes/evaluate right reads-the-metric
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate right last-update
def evaluate(session, metric, update, feeds):
    session.run([variable.initializer for variable in tf.local_variables()])
    for feed in feeds:
        result = session.run(update, feed_dict=feed)
    return result


# %% lifetimes/evaluate right with-default
def evaluate(session, metric, update, feeds):
    with session.as_default():
        tf.local_variables_initializer().run()
        for feed in feeds:
            update.eval(feed)
        return metric.eval()


# %% lifetimes/evaluate right list-of-updates
def evaluate(session, metric, update, feeds):
    session.run(tf.variables_initializer(tf.get_collection(tf.GraphKeys.LOCAL_VARIABLES)))
    return float([session.run(update, feed) for feed in feeds][-1])


# %% lifetimes/evaluate right sets-to-zero
def evaluate(session, metric, update, feeds):
    for variable in tf.local_variables():
        session.run(tf.assign(variable, tf.zeros(variable.shape)))
    for feed in feeds:
        session.run([update], feed)
    return session.run([metric])[0]


# %% lifetimes/evaluate wrong no-reset misconception=never-resets
def evaluate(session, metric, update, feeds):
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong initializer-never-runs misconception=never-resets
def evaluate(session, metric, update, feeds):
    tf.local_variables_initializer()
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong only-new misconception=initialises-only-once
def evaluate(session, metric, update, feeds):
    try:
        session.run(metric)
    except tf.errors.FailedPreconditionError:
        session.run(tf.local_variables_initializer())
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong resets-in-the-loop misconception=resets-for-each-batch
def evaluate(session, metric, update, feeds):
    for feed in feeds:
        session.run(tf.local_variables_initializer())
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong averages-batches misconception=mean-of-means
def evaluate(session, metric, update, feeds):
    means = []
    for feed in feeds:
        session.run(tf.local_variables_initializer())
        means.append(session.run(update, feed))
    return sum(means) / len(means)


# %% lifetimes/evaluate wrong averages-updates misconception=averages-the-running-means
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    means = [session.run(update, feed) for feed in feeds]
    return sum(means) / len(means)


# %% lifetimes/evaluate wrong never-updates misconception=never-updates
def evaluate(session, metric, update, feeds):
    session.run(tf.local_variables_initializer())
    for feed in feeds:
        value = session.run(metric, feed)
    return value


# %% lifetimes/evaluate wrong wipes-the-model misconception=initialises-the-model
def evaluate(session, metric, update, feeds):
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    for feed in feeds:
        session.run(update, feed)
    return session.run(metric)


# %% lifetimes/evaluate wrong own-session
def evaluate(session, metric, update, feeds):
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        for feed in feeds:
            session.run(update, feed)
        return session.run(metric)


# --------------------------------------------------------------------------------------- peak


# %% lifetimes/peak right dictionary
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        needed = set(fetched)
        for _, later, _ in steps[number + 1 :]:
            needed.update(later)
        alive = {held: alive[held] for held in alive if held in needed}
    return most


# %% lifetimes/peak right last-use-table
def peak(steps, fetched):
    last = {}
    for number, (name, inputs, _) in enumerate(steps):
        last[name] = number
        for source in inputs:
            last[source] = number
    for name in fetched:
        last[name] = len(steps)
    now = most = 0
    for number, (name, _, size) in enumerate(steps):
        now += size
        most = max(most, now)
        now -= sum(other[2] for other in steps[: number + 1] if last[other[0]] == number)
    return most


# %% lifetimes/peak right sum-over-spans
def peak(steps, fetched):
    spans = []
    for born, (name, _, size) in enumerate(steps):
        uses = [at for at, step in enumerate(steps) if name in step[1]]
        end = len(steps) if name in fetched else max([born] + uses)
        spans.append((born, end, size))
    return max(
        sum(size for born, end, size in spans if born <= at <= end) for at in range(len(steps))
    )


# %% lifetimes/peak right reference-counts
def peak(steps, fetched):
    users = {name: 0 for name, _, _ in steps}
    for _, inputs, _ in steps:
        for source in set(inputs):
            users[source] += 1
    for name in fetched:
        users[name] += 1
    size_of = {name: size for name, _, size in steps}
    now = most = 0
    for name, inputs, size in steps:
        now += size
        most = max(most, now)
        if users[name] == 0:
            now -= size
        for source in set(inputs):
            users[source] -= 1
            if users[source] == 0:
                now -= size_of[source]
    return most


# %% lifetimes/peak right numpy-table
def peak(steps, fetched):
    names = [step[0] for step in steps]
    table = np.zeros((len(steps), len(steps)), np.int64)
    for born, (name, _, size) in enumerate(steps):
        last = max([born] + [at for at in range(len(steps)) if name in steps[at][1]])
        if name in fetched:
            last = len(steps) - 1
        table[names.index(name), born : last + 1] = size
    return table.sum(axis=0).max()


# %% lifetimes/peak wrong sum misconception=never-frees
def peak(steps, fetched):
    return sum(size for name, inputs, size in steps)


# %% lifetimes/peak wrong drops-first misconception=frees-inputs-too-early
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        needed = set(fetched)
        for _, later, _ in steps[number + 1 :]:
            needed.update(later)
        alive = {held: alive[held] for held in alive if held in needed}
        alive[name] = size
        most = max(most, sum(alive.values()))
    return most


# %% lifetimes/peak wrong not-fetched misconception=forgets-what-is-fetched
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        needed = {source for step in steps[number + 1 :] for source in step[1]}
        alive = {held: alive[held] for held in alive if held in needed}
    return most


# %% lifetimes/peak wrong first-use misconception=drops-after-the-first-use
def peak(steps, fetched):
    alive, most, used = {}, 0, set()
    wanted = {source for step in steps for source in step[1]}
    for name, inputs, size in steps:
        alive[name] = size
        most = max(most, sum(alive.values()))
        used.update(inputs)
        for held in list(alive):
            if held not in fetched and (held in used or held not in wanted):
                del alive[held]
    return most


# %% lifetimes/peak wrong largest misconception=the-largest-value
def peak(steps, fetched):
    return max(size for name, inputs, size in steps)


# %% lifetimes/peak wrong end-of-the-run
def peak(steps, fetched):
    return sum(size for name, inputs, size in steps if name in fetched)


# %% lifetimes/peak wrong counts-values
def peak(steps, fetched):
    return len(steps)


# %% lifetimes/peak wrong only-inputs-and-output
def peak(steps, fetched):
    size_of = {name: size for name, inputs, size in steps}
    return max(size + sum(size_of[source] for source in inputs) for _, inputs, size in steps)
