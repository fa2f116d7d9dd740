# Right and wrong answers to the exercises of chapter 01. The package's docstring tells the format.

# ------------------------------------------------------------------------------------ polynomial


# %% graphs/polynomial right as-written
def polynomial(x, y):
    return 2 * x * x * y - y + 5


# %% graphs/polynomial right power
def polynomial(x, y):
    return 2.0 * x**2 * y - y + 5.0


# %% graphs/polynomial right factored
def polynomial(x, y):
    return y * (2 * tf.square(x) - 1) + 5


# %% graphs/polynomial right functions
def polynomial(x, y):
    product = tf.multiply(tf.multiply(tf.constant(2.0), tf.pow(x, 2.0)), y, name="product")
    return tf.add(tf.subtract(product, y), 5.0, name="f")


# %% graphs/polynomial right many-steps
def polynomial(x, y):
    square = x * x
    result = square * y
    result += result
    result -= y
    result += np.float32(5)
    return tf.identity(result, name="result")


# %% graphs/polynomial right sum-of-a-list
def polynomial(x, y):
    return tf.add_n([x * x * y, x * x * y, -y, tf.constant(5.0)])


# %% graphs/polynomial wrong squares-the-product misconception=squares-the-product
def polynomial(x, y):
    return 2 * (x * y) ** 2 - y + 5


# %% graphs/polynomial wrong squares-the-two misconception=squares-the-two
def polynomial(x, y):
    return (2 * x) ** 2 * y - y + 5


# %% graphs/polynomial wrong doubles misconception=doubles-instead-of-squaring
def polynomial(x, y):
    return 2 * (2 * x) * y - y + 5


# %% graphs/polynomial wrong without-five misconception=forgets-the-constant
def polynomial(x, y):
    return 2 * x * x * y - y


# %% graphs/polynomial wrong returns-nothing
def polynomial(x, y):
    2 * x * x * y - y + 5


# %% graphs/polynomial wrong runs-it misconception=runs-the-graph
def polynomial(x, y):
    f = 2 * x * x * y - y + 5
    with tf.Session() as session:
        return session.run(f)


# %% graphs/polynomial wrong fed-with-its-own-values
def polynomial(x, y):
    f = 2 * x * x * y - y + 5
    with tf.Session() as session:
        return tf.constant(session.run(f, feed_dict={x: 3, y: 4}))


# %% graphs/polynomial wrong own-variables
def polynomial(x, y):
    x = tf.Variable(3.0)
    y = tf.Variable(4.0)
    return 2 * x * x * y - y + 5


# %% graphs/polynomial wrong hard-coded
def polynomial(x, y):
    return 0 * x + 0 * y + 73


# %% graphs/polynomial wrong whole-numbers
def polynomial(x, y):
    return tf.constant(2) * x * x * y - y + 5


# %% graphs/polynomial wrong a-list
def polynomial(x, y):
    return [2 * x * x * y - y + 5]


# %% graphs/polynomial wrong only-positive
def polynomial(x, y):
    return 2 * x * x * tf.abs(y) - tf.abs(y) + 5


# ------------------------------------------------------------------------------------ two-graphs


# %% graphs/two-graphs right two-blocks
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs right named-graphs
def two_graphs(a, b):
    one, two = tf.Graph(), tf.Graph()
    with one.as_default():
        c1 = tf.constant(a, name="c")
    with two.as_default():
        c2 = tf.constant(b, name="c")
    return [c1, c2]


# %% graphs/two-graphs right helper
def in_new_graph(value):
    graph = tf.Graph()
    with graph.as_default():
        return tf.constant(value, name="c")


def two_graphs(a, b):
    return in_new_graph(a), in_new_graph(b)


# %% graphs/two-graphs right loop-and-lookup
def two_graphs(a, b):
    graphs = []
    for value in (a, b):
        graph = tf.Graph()
        with graph.as_default():
            tf.constant(value, name="c")
        graphs.append(graph)
    return tuple(graph.get_tensor_by_name("c:0") for graph in graphs)


# %% graphs/two-graphs right nested-blocks
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(np.array(a), name="c")
        with tf.Graph().as_default():
            second = tf.constant(np.array(b), name="c")
    return first, second


# %% graphs/two-graphs right through-sessions
def two_graphs(a, b):
    tensors = []
    for value in [a, b]:
        with tf.Session(graph=tf.Graph()) as session:
            with session.graph.as_default():
                tensors.append(tf.constant(value, name="c"))
    return tensors


# %% graphs/two-graphs wrong never-enters misconception=never-enters-the-graphs
def two_graphs(a, b):
    one = tf.Graph()
    two = tf.Graph()
    return tf.constant(a, name="c"), tf.constant(b, name="c")


# %% graphs/two-graphs wrong as-default-without-with misconception=never-enters-the-graphs
def two_graphs(a, b):
    tf.Graph().as_default()
    first = tf.constant(a, name="c")
    tf.Graph().as_default()
    second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs wrong one-graph misconception=one-graph-for-both
def two_graphs(a, b):
    graph = tf.Graph()
    with graph.as_default():
        first = tf.constant(a, name="c")
    with graph.as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs wrong second-after-the-block misconception=second-after-the-block
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs wrong swapped
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")
    return second, first


# %% graphs/two-graphs wrong no-names
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a)
    with tf.Graph().as_default():
        second = tf.constant(b)
    return first, second


# %% graphs/two-graphs wrong returns-graphs
def two_graphs(a, b):
    one, two = tf.Graph(), tf.Graph()
    with one.as_default():
        tf.constant(a, name="c")
    with two.as_default():
        tf.constant(b, name="c")
    return one, two


# %% graphs/two-graphs wrong leaves-a-node-behind
def two_graphs(a, b):
    outside = tf.constant(a, name="c")
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs wrong made-from-the-first misconception=one-graph-for-both
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.add(first, b - a, name="c")
    return first, second


# %% graphs/two-graphs wrong returns-nothing
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")


# %% graphs/two-graphs wrong numbers
def two_graphs(a, b):
    return a, b


# %% graphs/two-graphs wrong hard-coded
def two_graphs(a, b):
    tensors = []
    for value in (10, 20):
        with tf.Graph().as_default():
            tensors.append(tf.constant(-value, name="c"))
    return tensors


# ---------------------------------------------------------------------------------------- copies


# %% graphs/copies right comprehension
def copies(name, runs):
    return [name if number == 0 else f"{name}_{number}" for number in range(runs)]


# %% graphs/copies right first-and-rest
def copies(name, runs):
    return [name] + [name + "_" + str(number) for number in range(1, runs)]


# %% graphs/copies right asks-tensorflow
def copies(name, runs):
    with tf.Graph().as_default() as graph:
        for _ in range(runs):
            tf.constant(0, name=name)
        return [operation.name for operation in graph.get_operations()]


# %% graphs/copies right loop
def copies(name, runs):
    names = []
    for run in range(runs):
        if not names:
            names.append(name)
        else:
            names.append(name + "_" + str(run))
    return names


# %% graphs/copies right unique-name
def copies(name, runs):
    graph = tf.Graph()
    return tuple(graph.unique_name(name) for _ in range(runs))


# %% graphs/copies right op-of-each-constant
def copies(name, runs):
    with tf.Graph().as_default():
        constants = [tf.constant(0, name=name) for _ in range(runs)]
    return [constant.op.name for constant in constants]


# %% graphs/copies wrong numbered-from-zero misconception=the-first-is-numbered
def copies(name, runs):
    return [f"{name}_{number}" for number in range(runs)]


# %% graphs/copies wrong counts-from-two misconception=counts-from-two
def copies(name, runs):
    return [name] + [f"{name}_{number}" for number in range(2, runs + 1)]


# %% graphs/copies wrong one-node misconception=replaces-the-node
def copies(name, runs):
    return [name]


# %% graphs/copies wrong same-name misconception=one-name-for-all
def copies(name, runs):
    return [name for _ in range(runs)]


# %% graphs/copies wrong tensors
def copies(name, runs):
    with tf.Graph().as_default():
        return [tf.constant(0, name=name).name for _ in range(runs)]


# %% graphs/copies wrong one-too-many
def copies(name, runs):
    return [name] + [f"{name}_{number}" for number in range(1, runs + 1)]


# %% graphs/copies wrong hard-coded-three
def copies(name, runs):
    return [name, name + "_1", name + "_2"]


# %% graphs/copies wrong brackets
def copies(name, runs):
    return [name] + [f"{name}({number})" for number in range(1, runs)]


# %% graphs/copies wrong one-text
def copies(name, runs):
    return ", ".join([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% graphs/copies wrong backwards
def copies(name, runs):
    return [f"{name}_{number}" for number in range(runs - 1, 0, -1)] + [name]


# %% graphs/copies wrong returns-nothing
def copies(name, runs):
    print([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% graphs/copies wrong raises
def copies(name, runs):
    return [name + number for number in range(runs)]


# ---------------------------------------------------------------------------------------- recipe


# %% graphs/recipe right thought
def chain(start, n):
    name = "add:0" if n == 1 else "add_" + str(n - 1) + ":0"
    return {"value": start + n, "variable": start, "name": name}


# %% graphs/recipe right asks-tensorflow
def chain(start, n):
    with tf.Graph().as_default():
        a = tf.Variable([start])
        variable = a
        for _ in range(n):
            a = a + 1
        with tf.Session() as session:
            session.run(variable.initializer)
            value = session.run(a)
            return {"value": value[0], "variable": session.run(variable)[0], "name": a.name}


# %% graphs/recipe right arrays-of-one
def chain(start, n):
    with tf.Graph().as_default(), tf.Session() as session:
        a = tf.Variable([start])
        variable = a
        for _ in range(n):
            a = a + 1
        session.run(tf.global_variables_initializer())
        return dict(value=a.eval(), variable=variable.eval(), name=a.name)


# %% graphs/recipe right counting
def chain(start, n):
    value, name = start, None
    for number in range(n):
        value += 1
        name = "add" + ("_" + str(number) if number else "")
    return {"name": name + ":0", "variable": start, "value": value}


# %% graphs/recipe right lists-of-one
def chain(start, n):
    names = ["add:0"] + [f"add_{number}:0" for number in range(1, n)]
    return {"value": [start + n], "variable": [start], "name": names[-1]}


# %% graphs/recipe wrong variable-changes misconception=the-variable-changes
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start + n, "variable": start + n, "name": name}


# %% graphs/recipe wrong counts-from-one misconception=names-count-from-one
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{n}:0"}


# %% graphs/recipe wrong python-name misconception=python-names
def chain(start, n):
    return {"value": start + n, "variable": start, "name": "a:0"}


# %% graphs/recipe wrong name-of-the-operation misconception=forgets-the-output-number
def chain(start, n):
    name = "add" if n == 1 else f"add_{n - 1}"
    return {"value": start + n, "variable": start, "name": name}


# %% graphs/recipe wrong value-of-the-start
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start, "variable": start, "name": name}


# %% graphs/recipe wrong capital-letter
def chain(start, n):
    name = "Add:0" if n == 1 else f"Add_{n - 1}:0"
    return {"value": start + n, "variable": start, "name": name}


# %% graphs/recipe wrong same-name-always
def chain(start, n):
    return {"value": start + n, "variable": start, "name": "add:0"}


# %% graphs/recipe wrong as-if-n-were-three
def chain(start, n):
    return {"value": start + 3, "variable": start, "name": "add_2:0"}


# %% graphs/recipe wrong a-tuple
def chain(start, n):
    return start + n, start, f"add_{n - 1}:0"


# %% graphs/recipe wrong other-keys
def chain(start, n):
    return {"a": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# %% graphs/recipe wrong tensors-for-values
def chain(start, n):
    a = variable = tf.Variable([start])
    for _ in range(n):
        a = a + 1
    return {"value": a, "variable": variable, "name": a.name}


# %% graphs/recipe wrong returns-nothing
def chain(start, n):
    result = {"value": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# ----------------------------------------------------------------------------------- placeholder


# %% graphs/placeholder right short
def shift(k):
    A = tf.placeholder(tf.float32, shape=(None, 3))
    return A, A + k


# %% graphs/placeholder right functions-and-names
def shift(k):
    rows = tf.placeholder(dtype=tf.float32, shape=[None, 3], name="A")
    shifted = tf.add(rows, float(k), name="B")
    return [rows, shifted]


# %% graphs/placeholder right whole-matrix-of-k
def shift(k):
    A = tf.placeholder("float32", (None, 3))
    return A, A + k * tf.ones_like(A)


# %% graphs/placeholder right row-of-k
def shift(k):
    A = tf.placeholder(np.float32, tf.TensorShape([None, 3]))
    return A, A - np.full(3, -k, dtype=np.float32)


# %% graphs/placeholder right through-a-constant
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    step = tf.cast(tf.constant(k), tf.float32)
    B = step + A
    return (A, B)


# %% graphs/placeholder right shape-set-later
def shift(k):
    A = tf.placeholder(tf.float32)
    A.set_shape((None, 3))
    return A, A + k


# %% graphs/placeholder wrong one-row misconception=one-row-only
def shift(k):
    A = tf.placeholder(tf.float32, shape=(1, 3))
    return A, A + k


# %% graphs/placeholder wrong no-shape misconception=no-shape
def shift(k):
    A = tf.placeholder(tf.float32)
    return A, A + k


# %% graphs/placeholder wrong both-open misconception=both-sizes-unknown
def shift(k):
    A = tf.placeholder(tf.float32, [None, None])
    return A, A + k


# %% graphs/placeholder wrong swapped misconception=rows-and-columns-swapped
def shift(k):
    A = tf.placeholder(tf.float32, (3, None))
    return A, A + k


# %% graphs/placeholder wrong variable misconception=a-variable-for-data
def shift(k):
    A = tf.Variable(np.zeros((1, 3), dtype=np.float32))
    return A, A + k


# %% graphs/placeholder wrong only-b
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A + k


# %% graphs/placeholder wrong b-before-a
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A + k, A


# %% graphs/placeholder wrong whole-numbers
def shift(k):
    A = tf.placeholder(tf.int32, (None, 3))
    return A, A + k


# %% graphs/placeholder wrong always-five
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A, A + 2


# %% graphs/placeholder wrong with-a-default
def shift(k):
    A = tf.placeholder_with_default(np.zeros((1, 3), np.float32), (None, 3))
    return A, A + k


# %% graphs/placeholder wrong b-is-not-made-of-a
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    other = tf.placeholder(tf.float32, (None, 3))
    return A, other + k


# %% graphs/placeholder wrong evaluates
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    B = A + k
    with tf.Session() as session:
        return A, session.run(B, {A: [[1, 2, 3]]})


# %% graphs/placeholder wrong returns-nothing
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    B = A + k


# -------------------------------------------------------------------------------------- transfer


# %% graphs/transfer right reads-in-the-block
def transfer(source, target, amount):
    updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
    with tf.control_dependencies(updates):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer right what-assigning-returns
def transfer(source, target, amount):
    return tf.stack([tf.assign_sub(source, amount), tf.assign_add(target, amount)])


# %% graphs/transfer right group
def transfer(source, target, amount):
    move = tf.group(source.assign_sub(amount), target.assign_add(amount))
    with tf.control_dependencies([move]):
        left, arrived = source.read_value(), target.read_value()
    return tf.stack([left, arrived], name="after")


# %% graphs/transfer right one-after-the-other
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign(source, source - amount)]):
        arrived = tf.assign(target, target + amount)
    with tf.control_dependencies([arrived]):
        return tf.stack((source.read_value(), target.read_value()))


# %% graphs/transfer right nested
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(source, -amount)]):
        with tf.control_dependencies([tf.assign_add(target, amount)]):
            both = [tf.reshape(part.read_value(), [1]) for part in (source, target)]
            return tf.concat(both, axis=0)


# %% graphs/transfer right computed-first
def transfer(source, target, amount):
    left = source.assign(tf.subtract(source, amount))
    arrived = target.assign(tf.add(target, amount))
    return tf.convert_to_tensor([left, arrived])


# %% graphs/transfer right stacks-the-variables
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        return tf.stack([source, target])


# %% graphs/transfer right adds-nothing
def transfer(source, target, amount):
    with tf.control_dependencies([source.assign_sub(amount), target.assign_add(amount)]):
        after = [variable + 0.0 for variable in (source, target)]
    return tf.stack(after)


# %% graphs/transfer wrong does-not-wait misconception=does-not-wait
def transfer(source, target, amount):
    tf.assign_sub(source, amount)
    tf.assign_add(target, amount)
    return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong made-before-the-block misconception=does-not-wait
def transfer(source, target, amount):
    result = tf.stack([source.read_value(), target.read_value()])
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return result


# %% graphs/transfer wrong forgets-the-source misconception=one-update-forgotten
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong no-assignment misconception=computes-without-assigning
def transfer(source, target, amount):
    return tf.stack([source - amount, target + amount])


# %% graphs/transfer wrong other-direction
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_add(source, amount), tf.assign_sub(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong two-numbers-swapped
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([target.read_value(), source.read_value()])


# %% graphs/transfer wrong only-the-operation
def transfer(source, target, amount):
    return tf.group(tf.assign_sub(source, amount), tf.assign_add(target, amount))


# %% graphs/transfer wrong assigns-the-amount
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign(source, amount), tf.assign(target, amount)]):
        return tf.stack([source.read_value(), target.read_value()])


# %% graphs/transfer wrong a-list
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return [source.read_value(), target.read_value()]


# %% graphs/transfer wrong in-python
def transfer(source, target, amount):
    source = source - amount
    target = target + amount
    return source, target


# %% graphs/transfer wrong runs-it
def transfer(source, target, amount):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(tf.assign_sub(source, amount), {amount: 30})
        session.run(tf.assign_add(target, amount), {amount: 30})
        return session.run(tf.stack([source, target]))


# %% graphs/transfer wrong twice
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        return tf.stack([tf.assign_sub(source, amount), tf.assign_add(target, amount)])


# %% graphs/transfer wrong returns-nothing
def transfer(source, target, amount):
    with tf.control_dependencies([tf.assign_sub(source, amount), tf.assign_add(target, amount)]):
        tf.stack([source.read_value(), target.read_value()])


# ----------------------------------------------------------------------------------- contraction


# %% graphs/contraction right compares
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction right operators-and-ints
def product(a, b, c):
    n, k, m, p = (int(size) for size in (*a.shape, *c.shape))
    left, right = n * m * (k + p), k * p * (m + n)
    return (a @ b) @ c if left < right else a @ (b @ c)


# %% graphs/contraction right einsum-in-pairs
def product(a, b, c):
    n, k = a.get_shape().as_list()
    m, p = c.get_shape().as_list()
    if n * k * m + n * m * p < k * m * p + n * k * p:
        return tf.einsum("nm,mp->np", tf.einsum("nk,km->nm", a, b), c)
    return tf.einsum("nk,kp->np", a, tf.einsum("km,mp->kp", b, c))


# %% graphs/contraction right tensordot
def dot(one, other):
    return tf.tensordot(one, other, axes=1)


def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    orders = [
        (n * k * m + n * m * p, lambda: dot(dot(a, b), c)),
        (k * m * p + n * k * p, lambda: dot(a, dot(b, c))),
    ]
    return min(orders, key=lambda order: order[0])[1]()


# %% graphs/contraction right transposed
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return tf.transpose(tf.matmul(c, tf.matmul(a, b), transpose_a=True, transpose_b=True))
    return tf.matmul(a, tf.transpose(tf.matmul(c, b, transpose_a=True, transpose_b=True)))


# %% graphs/contraction right builds-both-uses-one
def product(a, b, c):
    sizes = [size.value for size in a.shape] + [size.value for size in c.shape]
    n, k, m, p = sizes
    from_left = tf.matmul(tf.matmul(a, b), c)
    from_right = tf.matmul(a, tf.matmul(b, c))
    return from_left if n * m * (k + p) <= k * p * (m + n) else from_right


# %% graphs/contraction wrong from-the-left misconception=always-from-the-left
def product(a, b, c):
    return a @ b @ c


# %% graphs/contraction wrong from-the-right misconception=always-from-the-right
def product(a, b, c):
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong dearer misconception=the-dearer-order
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p > k * m * p + n * k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong elementwise misconception=element-by-element
def product(a, b, c):
    return tf.multiply(tf.multiply(a, b), c)


# %% graphs/contraction wrong both-orders-run
def product(a, b, c):
    return (tf.matmul(tf.matmul(a, b), c) + tf.matmul(a, tf.matmul(b, c))) / 2


# %% graphs/contraction wrong loop-over-all-indices
def product(a, b, c):
    wide = a[:, :, None, None] * b[None, :, :, None] * c[None, None, :, :]
    return tf.reduce_sum(wide, axis=[1, 2])


# %% graphs/contraction wrong two-factors
def product(a, b, c):
    return tf.matmul(a, b)


# %% graphs/contraction wrong wrong-order-of-factors
def product(a, b, c):
    return tf.matmul(tf.matmul(c, b), a)


# %% graphs/contraction wrong numpy
def product(a, b, c):
    return np.linalg.multi_dot([a, b, c])


# %% graphs/contraction wrong zeros
def product(a, b, c):
    return tf.zeros([int(a.shape[0]), int(c.shape[1])])


# %% graphs/contraction wrong returns-nothing
def product(a, b, c):
    tf.matmul(tf.matmul(a, b), c)


# ----------------------------------------------------------------------------------- ingredients


# %% graphs/ingredients right stack
def ingredients(tensor):
    seen, waiting = {tensor.op}, [tensor.op]
    while waiting:
        operation = waiting.pop()
        for needed in [part.op for part in operation.inputs] + list(operation.control_inputs):
            if needed not in seen:
                seen.add(needed)
                waiting.append(needed)
    counts = {}
    for operation in seen:
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% graphs/ingredients right recursive
def ingredients(tensor):
    from collections import Counter

    seen = {}

    def visit(operation):
        if operation.name not in seen:
            seen[operation.name] = operation.type
            for part in operation.inputs:
                visit(part.op)
            for before in operation.control_inputs:
                visit(before)

    visit(tensor.op)
    return Counter(seen.values())


# %% graphs/ingredients right graphdef
def ingredients(tensor):
    nodes = {node.name: node for node in tensor.graph.as_graph_def().node}
    needed, waiting = set(), [tensor.op.name]
    while waiting:
        name = waiting.pop().lstrip("^").split(":")[0]
        if name not in needed:
            needed.add(name)
            waiting.extend(nodes[name].input)
    types = [nodes[name].op for name in needed]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients right until-nothing-new
def ingredients(tensor):
    needed = {tensor.op}
    while True:
        more = {part.op for operation in needed for part in operation.inputs}
        more |= {before for operation in needed for before in operation.control_inputs}
        if more <= needed:
            break
        needed |= more
    result = {}
    for operation in needed:
        result.setdefault(operation.type, 0)
        result[operation.type] += 1
    return result


# %% graphs/ingredients right backwards-through-the-list
def ingredients(tensor):
    needed = {tensor.op.name}
    counts = {}
    for operation in reversed(tensor.graph.get_operations()):
        if operation.name in needed:
            counts[operation.type] = np.int64(counts.get(operation.type, 0) + 1)
            needed.update(part.op.name for part in operation.inputs)
            needed.update(before.name for before in operation.control_inputs)
    return counts


# %% graphs/ingredients wrong only-inputs misconception=forgets-control-inputs
def ingredients(tensor):
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        seen.add(operation)
        waiting += [part.op for part in operation.inputs]
    types = [operation.type for operation in seen]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong names misconception=counts-names
def ingredients(tensor):
    seen = {}

    def visit(operation):
        if operation.name not in seen:
            seen[operation.name] = 1
            for needed in [part.op for part in operation.inputs] + operation.control_inputs:
                visit(needed)

    visit(tensor.op)
    return seen


# %% graphs/ingredients wrong whole-graph misconception=the-whole-graph
def ingredients(tensor):
    counts = {}
    for operation in tensor.graph.get_operations():
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% graphs/ingredients wrong each-path misconception=counts-shared-nodes-again
def ingredients(tensor):
    counts = {}

    def visit(operation):
        counts[operation.type] = counts.get(operation.type, 0) + 1
        for needed in [part.op for part in operation.inputs] + list(operation.control_inputs):
            visit(needed)

    visit(tensor.op)
    return counts


# %% graphs/ingredients wrong one-step misconception=one-step-back
def ingredients(tensor):
    operation = tensor.op
    near = {operation, *(part.op for part in operation.inputs), *operation.control_inputs}
    types = [each.type for each in near]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong forgets-itself
def ingredients(tensor):
    seen, waiting = set(), [part.op for part in tensor.op.inputs]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            waiting += [part.op for part in operation.inputs]
            waiting += operation.control_inputs
    types = [operation.type for operation in seen]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong default-graph misconception=the-whole-graph
def ingredients(tensor):
    counts = {}
    for operation in tf.get_default_graph().get_operations():
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% graphs/ingredients wrong a-set-of-types
def ingredients(tensor):
    types, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        types.add(operation.type)
        waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    return types


# %% graphs/ingredients wrong each-type-once
def ingredients(tensor):
    types, waiting = {}, [tensor.op]
    while waiting:
        operation = waiting.pop()
        types[operation.type] = 1
        waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    return types


# %% graphs/ingredients wrong tensors-for-operations
def ingredients(tensor):
    counts = {}
    for part in tensor.op.inputs:
        counts[part.type] = counts.get(part.type, 0) + 1
    return counts


# %% graphs/ingredients wrong example-of-the-text
def ingredients(tensor):
    return {"Placeholder": 2, "Mul": 2, "AddV2": 2, "Const": 1}


# %% graphs/ingredients wrong returns-nothing
def ingredients(tensor):
    tensor.op.inputs
