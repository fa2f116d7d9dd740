# Right and wrong answers to the exercises of chapter 08. The package's docstring tells the format.

# --------------------------------------------------------------------------------- squared-error


# %% scopes/squared-error right operators
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        mse = tf.reduce_mean(tf.square(error), name="mse")
    return error, mse


# %% scopes/squared-error right power-and-a-list
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        return [error, tf.reduce_mean(error**2, name="mse")]


# %% scopes/squared-error right named-subtraction
def squared_error(scope, y_pred, y):
    with tf.name_scope(name=scope):
        error = tf.subtract(y_pred, y, name="sub")
        mse = tf.reduce_mean(error * error, name="mse")
        return error, mse


# %% scopes/squared-error right variable-scope
def squared_error(scope, y_pred, y):
    with tf.variable_scope(scope):
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error right mean-by-hand
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        count = tf.cast(tf.size(error), tf.float32)
        mse = tf.divide(tf.reduce_sum(tf.square(error)), count, name="quotient")
        return error, tf.identity(mse, name="mse")


# %% scopes/squared-error right squared-difference
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        return error, tf.reduce_mean(tf.squared_difference(y_pred, y), name="mse")


# %% scopes/squared-error wrong no-scope misconception=no-scope
def squared_error(scope, y_pred, y):
    error = y_pred - y
    mse = tf.reduce_mean(tf.square(error), name="mse")
    return error, mse


# %% scopes/squared-error wrong names-by-hand misconception=no-new-scope
def squared_error(scope, y_pred, y):
    error = tf.subtract(y_pred, y, name=scope + "/sub")
    mse = tf.reduce_mean(tf.square(error), name=scope + "/mse")
    return error, mse


# %% scopes/squared-error wrong error-before-the-scope misconception=error-outside-the-scope
def squared_error(scope, y_pred, y):
    error = y_pred - y
    with tf.name_scope(scope):
        mse = tf.reduce_mean(tf.square(error), name="mse")
    return error, mse


# %% scopes/squared-error wrong mean-has-no-name misconception=mean-without-a-name
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        mse = tf.reduce_mean(tf.square(error))
    return error, mse


# %% scopes/squared-error wrong other-direction
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y - y_pred
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error wrong sum-of-squares
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        error = y_pred - y
        return error, tf.reduce_sum(tf.square(error), name="mse")


# %% scopes/squared-error wrong always-the-same-scope misconception=no-new-scope
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope + "/"):
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")


# %% scopes/squared-error wrong only-the-mean
def squared_error(scope, y_pred, y):
    with tf.name_scope(scope):
        return tf.reduce_mean(tf.square(y_pred - y), name="mse")


# %% scopes/squared-error wrong the-name-of-the-scope-is-fixed
def squared_error(scope, y_pred, y):
    with tf.name_scope("mse_loss"):
        error = y_pred - y
        return error, tf.reduce_mean(tf.square(error), name="mse")


# ------------------------------------------------------------------------------------- forgotten


# %% scopes/forgotten right two-walks
def forgotten(x, output):
    def walk(start, after):
        found, waiting = {start}, [start]
        while waiting:
            for operation in after(waiting.pop()):
                if operation not in found:
                    found.add(operation)
                    waiting.append(operation)
        return found

    reached = walk(x.op, lambda op: [user for out in op.outputs for user in out.consumers()])
    needed = walk(output.op, lambda op: [tensor.op for tensor in op.inputs])
    return sorted(op.name for op in reached - needed)


# %% scopes/forgotten right recursive-sets-of-names
def forgotten(x, output):
    reached, needed = set(), set()

    def forwards(op):
        if op.name not in reached:
            reached.add(op.name)
            for tensor in op.outputs:
                for user in tensor.consumers():
                    forwards(user)

    def backwards(op):
        if op.name not in needed:
            needed.add(op.name)
            for tensor in op.inputs:
                backwards(tensor.op)

    forwards(x.op)
    backwards(output.op)
    return reached - needed


# %% scopes/forgotten right in-the-order-of-making
def forgotten(x, output):
    depends = {x.op.name}
    for op in x.graph.get_operations():
        if any(tensor.op.name in depends for tensor in op.inputs):
            depends.add(op.name)
    needed = {output.op.name}
    for op in reversed(x.graph.get_operations()):
        if op.name in needed:
            needed.update(tensor.op.name for tensor in op.inputs)
    return [name for name in sorted(depends) if name not in needed]


# %% scopes/forgotten right from-the-graph-def
def forgotten(x, output):
    nodes = {
        node.name: [text.split(":")[0] for text in node.input]
        for node in x.graph.as_graph_def().node
    }

    def needs(name, known):
        if name not in known:
            known.add(name)
            for part in nodes[name]:
                needs(part, known)
        return known

    needed = needs(output.op.name, set())
    return tuple(name for name in nodes if name not in needed and x.op.name in needs(name, set()))


# %% scopes/forgotten right until-nothing-changes
def forgotten(x, output):
    operations = output.graph.get_operations()
    reached, needed = {x.op}, {output.op}
    changed = True
    while changed:
        before = len(reached) + len(needed)
        for op in operations:
            inputs = {tensor.op for tensor in op.inputs}
            if inputs & reached:
                reached.add(op)
            if op in needed:
                needed |= inputs
        changed = len(reached) + len(needed) != before
    return np.array(sorted(op.name for op in reached if op not in needed))


# %% scopes/forgotten right ancestors-by-extraction
def forgotten(x, output):
    def ancestors(op, found):
        for tensor in op.inputs:
            if tensor.op not in found:
                found.append(tensor.op)
                ancestors(tensor.op, found)
        return found

    needed = [output.op] + ancestors(output.op, [])
    return [
        op.name for op in x.graph.get_operations() if op not in needed and x.op in ancestors(op, [])
    ]


# %% scopes/forgotten wrong everything-not-needed misconception=everything-that-is-not-needed
def forgotten(x, output):
    needed, waiting = {output.op}, [output.op]
    while waiting:
        for tensor in waiting.pop().inputs:
            if tensor.op not in needed:
                needed.add(tensor.op)
                waiting.append(tensor.op)
    return [op.name for op in output.graph.get_operations() if op not in needed]


# %% scopes/forgotten wrong loose-ends misconception=only-the-loose-ends
def forgotten(x, output):
    reached, waiting, ends = {x.op}, [x.op], []
    while waiting:
        op = waiting.pop()
        users = [user for tensor in op.outputs for user in tensor.consumers()]
        if not users and op is not output.op:
            ends.append(op.name)
        for user in users:
            if user not in reached:
                reached.add(user)
                waiting.append(user)
    return ends


# %% scopes/forgotten wrong direct-users misconception=only-direct-users
def forgotten(x, output):
    needed, waiting = {output.op}, [output.op]
    while waiting:
        for tensor in waiting.pop().inputs:
            if tensor.op not in needed:
                needed.add(tensor.op)
                waiting.append(tensor.op)
    return [user.name for user in x.consumers() if user not in needed]


# %% scopes/forgotten wrong on-the-way misconception=what-is-needed
def forgotten(x, output):
    on_the_way = []

    def leads_to_x(op):
        found = op is x.op
        for tensor in op.inputs:
            found = leads_to_x(tensor.op) or found
        if found and op.name not in on_the_way:
            on_the_way.append(op.name)
        return found

    leads_to_x(output.op)
    return on_the_way


# %% scopes/forgotten wrong names-of-tensors
def forgotten(x, output):
    depends = {x.op.name}
    for op in x.graph.get_operations():
        if any(tensor.op.name in depends for tensor in op.inputs):
            depends.add(op.name)
    needed = {output.op.name}
    for op in reversed(x.graph.get_operations()):
        if op.name in needed:
            needed.update(tensor.op.name for tensor in op.inputs)
    return [name + ":0" for name in depends - needed]


# %% scopes/forgotten wrong only-the-z
def forgotten(x, output):
    unused = [op for op in x.graph.get_operations() if not op.outputs[0].consumers()]
    return [op.name for op in unused if op.name.endswith("/z")]


# %% scopes/forgotten wrong the-operations
def forgotten(x, output):
    return [op for op in x.graph.get_operations() if not op.outputs[0].consumers()]


# %% scopes/forgotten wrong nothing-ever
def forgotten(x, output):
    return []


# ---------------------------------------------------------------------------------------- repair


# %% scopes/repair right two-letters-changed
def three_relus(X, weights, biases):
    w1, w2, w3 = weights
    b1, b2, b3 = biases
    z1 = tf.add(tf.matmul(X, w1), b1, name="z1")
    z2 = tf.add(tf.matmul(X, w2), b2, name="z2")
    z3 = tf.add(tf.matmul(X, w3), b3, name="z3")
    relu1 = tf.maximum(z1, 0.0, name="relu1")
    relu2 = tf.maximum(z2, 0.0, name="relu2")
    relu3 = tf.maximum(z3, 0.0, name="relu3")
    return tf.add_n([relu1, relu2, relu3], name="output")


# %% scopes/repair right loop
def three_relus(X, weights, biases):
    return tf.add_n([tf.nn.relu(tf.matmul(X, w) + b) for w, b in zip(weights, biases)])


# %% scopes/repair right function-for-one
def three_relus(X, weights, biases):
    def relu(w, b):
        z = tf.matmul(X, w) + b
        return tf.where(z > 0, z, tf.zeros_like(z))

    return sum(relu(weights[number], biases[number]) for number in range(3))


# %% scopes/repair right one-matrix
def three_relus(X, weights, biases):
    z = tf.matmul(X, tf.concat(weights, axis=1)) + tf.stack(biases)
    return tf.reduce_sum(tf.nn.relu(z), axis=1, keepdims=True)


# %% scopes/repair right map
def three_relus(X, weights, biases):
    sums = map(
        lambda pair: tf.nn.xw_plus_b(X, pair[0], tf.reshape(pair[1], [1])), zip(weights, biases)
    )
    return tf.add_n([(tf.abs(z) + z) / 2 for z in sums])


# %% scopes/repair wrong as-it-was misconception=as-it-was
def three_relus(X, weights, biases):
    w1, w2, w3 = weights
    b1, b2, b3 = biases
    z1 = tf.add(tf.matmul(X, w1), b1, name="z1")
    z2 = tf.add(tf.matmul(X, w2), b2, name="z2")
    z3 = tf.add(tf.matmul(X, w3), b2, name="z3")
    relu1 = tf.maximum(z1, 0.0, name="relu1")
    relu2 = tf.maximum(z1, 0.0, name="relu2")
    relu3 = tf.maximum(z3, 0.0, name="relu3")
    return tf.add_n([relu1, relu2, relu3], name="output")


# %% scopes/repair wrong z1-twice misconception=wrong-z-is-left
def three_relus(X, weights, biases):
    w1, w2, w3 = weights
    b1, b2, b3 = biases
    z1 = tf.matmul(X, w1) + b1
    z2 = tf.matmul(X, w2) + b2
    z3 = tf.matmul(X, w3) + b3
    return tf.nn.relu(z1) + tf.nn.relu(z1) + tf.nn.relu(z3)


# %% scopes/repair wrong b2-twice misconception=wrong-bias-is-left
def three_relus(X, weights, biases):
    w1, w2, w3 = weights
    b1, b2, b3 = biases
    z1 = tf.matmul(X, w1) + b1
    z2 = tf.matmul(X, w2) + b2
    z3 = tf.matmul(X, w3) + b2
    return tf.nn.relu(z1) + tf.nn.relu(z2) + tf.nn.relu(z3)


# %% scopes/repair wrong no-maximum misconception=lost-the-maximum
def three_relus(X, weights, biases):
    return tf.add_n([tf.matmul(X, w) + b for w, b in zip(weights, biases)])


# %% scopes/repair wrong maximum-of-the-sum
def three_relus(X, weights, biases):
    return tf.nn.relu(tf.add_n([tf.matmul(X, w) + b for w, b in zip(weights, biases)]))


# %% scopes/repair wrong third-is-missing
def three_relus(X, weights, biases):
    return tf.add_n([tf.nn.relu(tf.matmul(X, w) + b) for w, b in zip(weights[:2], biases[:2])])


# %% scopes/repair wrong a-list
def three_relus(X, weights, biases):
    return [tf.nn.relu(tf.matmul(X, w) + b) for w, b in zip(weights, biases)]


# %% scopes/repair wrong relu2-from-z3
def three_relus(X, weights, biases):
    z1, z2, z3 = [tf.matmul(X, w) + b for w, b in zip(weights, biases)]
    return tf.nn.relu(z1) + tf.nn.relu(z3) + tf.nn.relu(z3)


# ----------------------------------------------------------------------------------------- relus


# %% scopes/relus right function-with-a-scope
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        b = tf.Variable(0.0, name="bias")
        return tf.maximum(tf.matmul(X, w) + b, 0.0, name="relu")


def relus(X, n):
    return tf.add_n([relu(X) for _ in range(n)], name="output")


# %% scopes/relus right everything-in-one-loop
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.truncated_normal((X.get_shape()[1].value, 1)), name="weights")
            b = tf.Variable([0.0], name="bias")
            parts.append(tf.nn.relu(tf.matmul(X, w) + b))
    return tf.add_n(parts, name="output")


# %% scopes/relus right inner-function
def relus(X, n):
    features = X.shape.as_list()[1]

    def relu():
        with tf.name_scope("relu"):
            b = tf.Variable(0.0, name="bias")
            w = tf.Variable(tf.zeros([features, 1]), name="weights")
            return tf.maximum(tf.add(tf.matmul(X, w), b, name="z"), 0.0, name="max")

    total = relu()
    for _ in range(n - 1):
        total = total + relu()
    return tf.identity(total, name="output")


# %% scopes/relus right variable-scope-with-a-default-name
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.variable_scope(None, default_name="relu"):
            w = tf.get_variable("weights", shape=[int(X.shape[1]), 1])
            b = tf.get_variable("bias", shape=[1], initializer=tf.zeros_initializer())
            parts.append(tf.nn.relu(tf.matmul(X, w) + b))
    return tf.add_n(parts, name="output")


# %% scopes/relus right numpy-initial-values
def relus(X, n):
    def relu(X):
        with tf.name_scope("relu"):
            w = tf.Variable(np.ones((X.shape[1], 1), dtype=np.float32), name="weights")
            b = tf.Variable(np.float32(1), name="bias")
            z = tf.nn.bias_add(tf.matmul(X, w), tf.reshape(b, [1]))
            return tf.where(z > 0, z, tf.zeros_like(z))

    return tf.add_n([relu(X) for _ in range(n)], name="output")


# %% scopes/relus right names-of-ones-own
def relus(X, n):
    parts = []
    for number in range(n):
        with tf.name_scope("relu" if number == 0 else f"relu_{number}"):
            w = tf.Variable(tf.random_uniform([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong one-relu misconception=one-relu-many-times
def relus(X, n):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        b = tf.Variable(0.0, name="bias")
        relu = tf.maximum(tf.matmul(X, w) + b, 0.0)
    return tf.add_n([relu for _ in range(n)], name="output")


# %% scopes/relus wrong one-scope misconception=scope-around-the-loop
def relus(X, n):
    parts = []
    with tf.name_scope("relu"):
        for _ in range(n):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong no-scope misconception=no-scope
def relus(X, n):
    parts = []
    for _ in range(n):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        b = tf.Variable(0.0, name="bias")
        parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0, name="relu"))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong maximum-of-the-sum misconception=relu-of-the-sum
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.matmul(X, w) + b)
    return tf.maximum(tf.add_n(parts), 0.0, name="output")


# %% scopes/relus wrong one-w-for-all misconception=shares-the-weights
def relus(X, n):
    w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.nn.relu(tf.matmul(X, w) + b))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong no-output-name
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts)


# %% scopes/relus wrong names-of-its-own
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="w")
            b = tf.Variable(0.0, name="b")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong always-three
def relus(X, n):
    parts = []
    for _ in range(3):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            b = tf.Variable(0.0, name="bias")
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong without-bias
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.name_scope("relu"):
            w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
            parts.append(tf.maximum(tf.matmul(X, w), 0.0))
    return tf.add_n(parts, name="output")


# %% scopes/relus wrong asks-for-the-same-variable-twice
def relus(X, n):
    parts = []
    for _ in range(n):
        with tf.variable_scope("relu"):
            w = tf.get_variable("weights", [int(X.shape[1]), 1])
            b = tf.get_variable("bias", [])
            parts.append(tf.maximum(tf.matmul(X, w) + b, 0.0))
    return tf.add_n(parts, name="output")


# ----------------------------------------------------------------------------------------- twins


# %% scopes/twins right auto-reuse
def encode(x, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [int(x.shape[1]), units])
        b = tf.get_variable("bias", [units], initializer=tf.zeros_initializer())
        return tf.nn.relu(tf.matmul(x, w) + b)


def distance(a, b, units):
    return tf.reduce_sum(tf.square(encode(a, units) - encode(b, units)), axis=1)


# %% scopes/twins right one-scope-for-both
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        encoded = []
        for x in (a, b):
            w = tf.get_variable("weights", shape=(x.shape[1], units), dtype=tf.float32)
            c = tf.get_variable("bias", shape=units)
            encoded.append(tf.maximum(tf.add(tf.matmul(x, w), c), 0.0))
    difference = encoded[0] - encoded[1]
    return tf.reduce_sum(difference * difference, 1)


# %% scopes/twins right asked-once-used-twice
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [a.shape.as_list()[1], units])
        c = tf.get_variable("bias", [units])

    def encode(x):
        return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum((encode(a) - encode(b)) ** 2, axis=-1)


# %% scopes/twins right one-batch
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        c = tf.get_variable("bias", [units])
    both = tf.nn.relu(tf.nn.xw_plus_b(tf.concat([a, b], axis=0), w, c))
    one, other = tf.split(both, 2, axis=0)
    return tf.reduce_sum(tf.squared_difference(one, other), axis=1)


# %% scopes/twins right tries-to-find
def distance(a, b, units):
    def variables():
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        return w, tf.get_variable("bias", [units])

    try:
        with tf.variable_scope("encoder", reuse=True):
            w, c = variables()
    except ValueError:
        with tf.variable_scope("encoder"):
            w, c = variables()
    return tf.reduce_sum(tf.square(tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)), 1)


# %% scopes/twins right looks-into-the-graph
def distance(a, b, units):
    made = any(v.op.name == "encoder/weights" for v in tf.global_variables())
    with tf.variable_scope("encoder", reuse=made) as encoder:
        results = []
        for x in (a, b):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.get_variable("bias", [units])
            encoder.reuse_variables()
            results.append(tf.nn.relu(tf.matmul(x, w) + c))
    return tf.reduce_sum(tf.square(results[0] - results[1]), axis=1)


# %% scopes/twins wrong variables-of-their-own misconception=a-variable-ignores-reuse
def distance(a, b, units):
    def encode(x):
        with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
            w = tf.Variable(tf.random_normal([int(x.shape[1]), units]), name="weights")
            c = tf.Variable(tf.zeros([units]), name="bias")
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a) - encode(b)), axis=1)


# %% scopes/twins wrong reuse-variables misconception=shares-within-one-call-only
def distance(a, b, units):
    def encode(x):
        w = tf.get_variable("weights", [int(x.shape[1]), units])
        c = tf.get_variable("bias", [units])
        return tf.nn.relu(tf.matmul(x, w) + c)

    with tf.variable_scope("encoder"):
        one = encode(a)
    with tf.variable_scope("encoder", reuse=True):
        other = encode(b)
    return tf.reduce_sum(tf.square(one - other), axis=1)


# %% scopes/twins wrong asks-twice misconception=asks-twice-without-reuse
def distance(a, b, units):
    def encode(x):
        with tf.variable_scope("encoder"):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.get_variable("bias", [units])
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a) - encode(b)), axis=1)


# %% scopes/twins wrong scope-for-each misconception=two-scopes
def distance(a, b, units):
    def encode(x, name):
        with tf.variable_scope("encoder_" + name, reuse=tf.AUTO_REUSE):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.get_variable("bias", [units])
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a, "a") - encode(b, "b")), axis=1)


# %% scopes/twins wrong only-reuses misconception=reuses-what-is-not-there
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=True):
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        c = tf.get_variable("bias", [units])
    return tf.reduce_sum(tf.square(tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)), 1)


# %% scopes/twins wrong no-scope
def distance(a, b, units):
    def encode(x):
        with tf.variable_scope("", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.get_variable("bias", [units])
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a) - encode(b)), axis=1)


# %% scopes/twins wrong a-bias-for-each
def distance(a, b, units):
    def encode(x):
        with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("weights", [int(x.shape[1]), units])
            c = tf.Variable(tf.zeros([units]), name="bias")
            return tf.nn.relu(tf.matmul(x, w) + c)

    return tf.reduce_sum(tf.square(encode(a) - encode(b)), axis=1)


# %% scopes/twins wrong sum-over-everything
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        c = tf.get_variable("bias", [units])
    return tf.reduce_sum(tf.square(tf.nn.relu(a @ w + c) - tf.nn.relu(b @ w + c)))


# %% scopes/twins wrong no-relu
def distance(a, b, units):
    with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("weights", [int(a.shape[1]), units])
        c = tf.get_variable("bias", [units])
    return tf.reduce_sum(tf.square((a @ w + c) - (b @ w + c)), axis=1)


# -------------------------------------------------------------------------------------- outcomes


# %% scopes/outcomes right asks-tensorflow
def outcomes(program):
    results, blocks = [], []
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            elif kind == "Variable":
                results.append(tf.Variable(0.0, name=rest[0]).op.name)
            else:
                try:
                    results.append(tf.get_variable(rest[0], shape=()).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% scopes/outcomes right recursion
def outcomes(program):
    steps = iter(program)

    def inside():
        for step in steps:
            if step[0] == "close":
                return
            if step[0] == "open":
                with tf.variable_scope(step[1], reuse=step[2]):
                    yield from inside()
            elif step[0] == "Variable":
                yield tf.Variable(1, name=step[1]).name.split(":")[0]
            else:
                try:
                    yield tf.get_variable(step[1], [2]).name.split(":")[0]
                except ValueError:
                    yield "ValueError"

    with tf.Graph().as_default():
        return list(inside())


# %% scopes/outcomes right without-tensorflow
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            name, again = rest
            full = nodes[-1] + name
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + name + "/")
            reuse.append(reuse[-1] or again is True)
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes right exit-stacks
def outcomes(program):
    import contextlib

    results, stacks = [], []
    with tf.Graph().as_default():
        for step in program:
            if step[0] == "open":
                stacks.append(contextlib.ExitStack())
                stacks[-1].enter_context(tf.variable_scope(step[1], reuse=step[2]))
            elif step[0] == "close":
                stacks.pop().close()
            else:
                make = tf.Variable if step[0] == "Variable" else tf.get_variable
                keys = {
                    "name": step[1],
                    "initial_value" if make is tf.Variable else "initializer": 0.5,
                }
                try:
                    results.append(make(**keys).op.name)
                except ValueError:
                    results.append("ValueError")
    return tuple(results)


# %% scopes/outcomes right scopes-as-objects
class Opened:
    def __init__(self, outer, name, reuse, numbers):
        path = (outer.nodes if outer else "") + name
        numbers[path] = numbers.get(path, -1) + 1
        self.nodes = path + (f"_{numbers[path]}" if numbers[path] else "") + "/"
        self.shared = (outer.shared if outer else "") + name + "/"
        self.reuse = bool(reuse) or bool(outer and outer.reuse)


def outcomes(program):
    scopes, numbers, made, results = [], {}, [], []
    for step in program:
        if step[0] == "open":
            scopes.append(Opened(scopes[-1] if scopes else None, step[1], step[2], numbers))
        elif step[0] == "close":
            del scopes[-1]
        elif step[0] == "Variable":
            results.append(scopes[-1].nodes + step[1])
        else:
            name = scopes[-1].shared + step[1]
            if scopes[-1].reuse:
                results.append(name if name in made else "ValueError")
            elif name in made:
                results.append("ValueError")
            else:
                made.append(name)
                results.append(name)
    return results


# %% scopes/outcomes wrong finds-without-reuse misconception=finds-without-reuse
def outcomes(program):
    results, blocks, made = [], [], set()
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            elif kind == "Variable":
                results.append(tf.Variable(0.0, name=rest[0]).op.name)
            else:
                name = tf.get_variable_scope().name + "/" + rest[0]
                if name not in made and tf.get_variable_scope().reuse:
                    results.append("ValueError")
                else:
                    made.add(name)
                    results.append(name)
    return results


# %% scopes/outcomes wrong reuse-makes misconception=reuse-makes-what-is-absent
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(reuse[-1] or rest[1] is True)
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append("ValueError" if name in made and not reuse[-1] else name)
            made.add(name)
    return results


# %% scopes/outcomes wrong only-the-innermost-scope misconception=reuse-is-not-inherited
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(rest[1] is True)
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong false-ends-it misconception=false-stops-reuse
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(reuse[-1] if rest[1] is None else rest[1])
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong one-function-for-both misconception=a-variable-obeys-reuse
def outcomes(program):
    results, blocks = [], []
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            else:
                try:
                    results.append(tf.get_variable(rest[0], shape=()).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% scopes/outcomes wrong numbered-everywhere misconception=get-variable-gets-numbers
def outcomes(program):
    nodes, reuse = [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            reuse.append(reuse[-1] or rest[1] is True)
        elif kind == "close":
            nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = nodes[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong numbered-nowhere misconception=a-variable-gets-no-number
def outcomes(program):
    shared, reuse, made, used, results = [""], [False], set(), {}, []
    for kind, *rest in program:
        if kind == "open":
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(reuse[-1] or rest[1] is True)
        elif kind == "close":
            shared.pop(), reuse.pop()
        elif kind == "Variable":
            name = shared[-1] + rest[0]
            used[name] = used.get(name, -1) + 1
            results.append(name + (f"_{used[name]}" if used[name] else ""))
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong a-name-scope-takes-no-reuse
def outcomes(program):
    results, blocks = [], []
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.name_scope(rest[0]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            elif kind == "Variable":
                results.append(tf.Variable(0.0, name=rest[0]).op.name)
            else:
                try:
                    results.append(tf.get_variable(rest[0], shape=()).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% scopes/outcomes wrong counts-the-errors
def outcomes(program):
    return [step[1] for step in program if step[0] in ("get_variable", "Variable")]


# %% scopes/outcomes wrong one-answer
def outcomes(program):
    return "ValueError"


# ------------------------------------------------------------------------------------- threshold


# %% scopes/threshold right auto-reuse
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer(0.0))
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold right two-scopes
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE, auxiliary_name_scope=False):
        threshold = tf.get_variable("threshold", initializer=0.0)
    with tf.name_scope("relu"):
        w = tf.Variable(tf.zeros((X.shape[1], 1)), name="weights")
        return tf.maximum(X @ w, threshold)


# %% scopes/threshold right tries-to-find
def relu(X):
    try:
        with tf.variable_scope("relu", reuse=True, auxiliary_name_scope=False):
            threshold = tf.get_variable("threshold", shape=())
    except ValueError:
        with tf.variable_scope("relu", auxiliary_name_scope=False):
            threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_uniform([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(threshold, tf.matmul(X, w))


# %% scopes/threshold right own-weights-by-default-name
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
    with tf.variable_scope(None, default_name="relu"):
        w = tf.get_variable("weights", [int(X.shape[1]), 1])
        z = tf.matmul(X, w)
        return tf.where(z > threshold, z, threshold * tf.ones_like(z))


# %% scopes/threshold right one-for-each-graph
thresholds = {}


def relu(X):
    with tf.name_scope("relu"):
        if X.graph not in thresholds:
            thresholds[X.graph] = tf.Variable(0.0, name="threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), thresholds[X.graph])


# %% scopes/threshold right reuse-if-it-is-there
def relu(X):
    there = [v for v in tf.global_variables() if v.op.name == "relu/threshold"]
    with tf.variable_scope("relu", reuse=bool(there)):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.constant_initializer())
        w = tf.Variable(np.ones((int(X.shape[1]), 1), np.float32), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong one-each misconception=a-threshold-each
def relu(X):
    with tf.name_scope("relu"):
        threshold = tf.Variable(0.0, name="threshold")
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong attribute-of-the-function misconception=remembers-in-python
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        if not hasattr(relu, "threshold"):
            relu.threshold = tf.Variable(0.0, name="threshold")
        return tf.maximum(tf.matmul(X, w), relu.threshold, name="max")


# %% scopes/threshold wrong counts-its-calls misconception=remembers-in-python
calls = 0


def relu(X):
    global calls
    with tf.variable_scope("relu", reuse=calls > 0):
        calls += 1
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong no-reuse misconception=makes-it-every-time
def relu(X):
    with tf.variable_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong reuse-from-the-start misconception=never-makes-it
def relu(X):
    with tf.variable_scope("relu", reuse=True):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        threshold = tf.get_variable("threshold")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong shares-all misconception=shares-the-weights-too
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.get_variable("weights", shape=[int(X.shape[1]), 1])
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong no-scope
def relu(X):
    with tf.variable_scope("", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong weights-without-a-name
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]))
        return tf.maximum(tf.matmul(X, w), threshold, name="max")


# %% scopes/threshold wrong a-constant
def relu(X):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.maximum(tf.matmul(X, w), 0.0, name="max")


# %% scopes/threshold wrong minimum
def relu(X):
    with tf.variable_scope("relu", reuse=tf.AUTO_REUSE):
        threshold = tf.get_variable("threshold", shape=(), initializer=tf.zeros_initializer())
        w = tf.Variable(tf.random_normal([int(X.shape[1]), 1]), name="weights")
        return tf.minimum(tf.matmul(X, w), threshold, name="max")


# ------------------------------------------------------------------------------------------- log


# %% scopes/log right with-a-writer
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log right closed-by-hand
def log_training(folder, session, training_step, loss, feeds):
    loss_summary = tf.summary.scalar("loss", loss)
    writer = tf.summary.FileWriter(folder, tf.get_default_graph())
    for i in range(len(feeds)):
        if i % 10 == 0:
            text = loss_summary.eval(feed_dict=feeds[i], session=session)
            writer.add_summary(text, i)
        training_step.run(feed_dict=feeds[i], session=session)
    writer.close()


# %% scopes/log right summary-by-hand
def log_training(folder, session, training_step, loss, feeds):
    writer = tf.summary.FileWriter(folder)
    writer.add_graph(session.graph)
    for number, feed in enumerate(feeds):
        if not number % 10:
            value = float(session.run(loss, feed))
            summary = tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=value)])
            writer.add_summary(summary, global_step=number)
        session.run(training_step, feed)
    writer.flush()
    writer.close()


# %% scopes/log right everything-merged
def log_training(folder, session, training_step, loss, feeds):
    tf.summary.scalar("loss", loss)
    tf.summary.scalar("root", tf.sqrt(loss))
    everything = tf.summary.merge_all()
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number in range(0, len(feeds), 10):
            writer.add_summary(session.run(everything, feeds[number]), number)
            for feed in feeds[number : number + 10]:
                session.run(training_step, feed)


# %% scopes/log right in-a-folder-of-its-own
def log_training(folder, session, training_step, loss, feeds):
    import os

    summary = tf.summary.scalar("loss", loss, collections=[])
    writer = tf.summary.FileWriter(os.path.join(folder, "run-1"), session.graph)
    try:
        number = 0
        for feed in feeds:
            if number % 10 == 0:
                text, value = session.run([summary, loss], feed_dict=feed)
                writer.add_summary(text, number)
            session.run(training_step, feed_dict=feed)
            number += 1
    finally:
        writer.close()
    return number


# %% scopes/log wrong every-batch misconception=logs-every-batch
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong no-step misconception=no-step
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed))
            session.run(training_step, feed)


# %% scopes/log wrong counts-from-one misconception=counts-from-one
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if (number + 1) % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong loss-after-the-step misconception=measures-after-the-step
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            session.run(training_step, feed)
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)


# %% scopes/log wrong summary-in-the-loop misconception=new-operation-each-time
def log_training(folder, session, training_step, loss, feeds):
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                summary = tf.summary.scalar("loss", loss)
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong no-graph misconception=no-graph
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong never-closed misconception=never-closed
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    writer = tf.summary.FileWriter(folder, session.graph)
    for number, feed in enumerate(feeds):
        if number % 10 == 0:
            writer.add_summary(session.run(summary, feed), number)
        session.run(training_step, feed)


# %% scopes/log wrong trains-when-it-logs misconception=trains-only-when-it-logs
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
                session.run(training_step, feed)


# %% scopes/log wrong another-tag
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("mean_squared_error", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong writes-nothing
def log_training(folder, session, training_step, loss, feeds):
    for feed in feeds:
        session.run(training_step, feed)


# %% scopes/log wrong not-an-event-file
def log_training(folder, session, training_step, loss, feeds):
    import os

    with open(os.path.join(folder, "events.out.tfevents.1.mine"), "wb") as file:
        file.write(b"loss: 3.2")
    for feed in feeds:
        session.run(training_step, feed)


# %% scopes/log wrong only-the-first-batch
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number in range(len(feeds)):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feeds[0]), number)
            session.run(training_step, feeds[0])
