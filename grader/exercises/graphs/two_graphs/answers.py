# %% right two-blocks
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% right named-graphs
def two_graphs(a, b):
    one, two = tf.Graph(), tf.Graph()
    with one.as_default():
        c1 = tf.constant(a, name="c")
    with two.as_default():
        c2 = tf.constant(b, name="c")
    return [c1, c2]


# %% right helper
def in_new_graph(value):
    graph = tf.Graph()
    with graph.as_default():
        return tf.constant(value, name="c")


def two_graphs(a, b):
    return in_new_graph(a), in_new_graph(b)


# %% right loop-and-lookup
def two_graphs(a, b):
    graphs = []
    for value in (a, b):
        graph = tf.Graph()
        with graph.as_default():
            tf.constant(value, name="c")
        graphs.append(graph)
    return tuple(graph.get_tensor_by_name("c:0") for graph in graphs)


# %% right nested-blocks
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(np.array(a), name="c")
        with tf.Graph().as_default():
            second = tf.constant(np.array(b), name="c")
    return first, second


# %% right through-sessions
def two_graphs(a, b):
    tensors = []
    for value in [a, b]:
        with tf.Session(graph=tf.Graph()) as session:
            with session.graph.as_default():
                tensors.append(tf.constant(value, name="c"))
    return tensors


# %% wrong never-enters mistake=never-enters-the-graphs
# says: both constants went into the default graph. Making a `tf.Graph()` does not enter it: a constant
#     joins it only inside `with graph.as_default():`.
def two_graphs(a, b):
    one = tf.Graph()
    two = tf.Graph()
    return tf.constant(a, name="c"), tf.constant(b, name="c")


# %% wrong made-from-the-first mistake=one-graph-for-both like=two-blocks
# says: both constants are in one graph, so the second one had to be called c_1. Give each constant a graph
#     of its own.
# -         second = tf.constant(b, name="c")
# +         second = tf.add(first, b - a, name="c")


# %% wrong second-after-the-block mistake=second-after-the-block like=two-blocks
# says: your first constant is in a new graph, but the second one is in the default graph. By then the
#     `with` block had ended: make the second constant in a block of its own.
# -     with tf.Graph().as_default():
# -         second = tf.constant(b, name="c")
# +     second = tf.constant(b, name="c")


# %% wrong variables mistake=variables-for-constants like=two-blocks
# says: you make variables, which have no value before they are initialized. A constant has one from the
#     start: use `tf.constant`.
# -         first = tf.constant(a, name="c")
# +         first = tf.Variable(a, name="c")
# -         second = tf.constant(b, name="c")
# +         second = tf.Variable(b, name="c")


# %% wrong as-default-without-with mistake=never-enters-the-graphs
def two_graphs(a, b):
    tf.Graph().as_default()
    first = tf.constant(a, name="c")
    tf.Graph().as_default()
    second = tf.constant(b, name="c")
    return first, second


# %% wrong one-graph mistake=one-graph-for-both
def two_graphs(a, b):
    graph = tf.Graph()
    with graph.as_default():
        first = tf.constant(a, name="c")
    with graph.as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% wrong swapped like=two-blocks
# -     return first, second
# +     return second, first


# %% wrong no-names like=two-blocks
# -         first = tf.constant(a, name="c")
# +         first = tf.constant(a)
# -         second = tf.constant(b, name="c")
# +         second = tf.constant(b)


# %% wrong returns-graphs
def two_graphs(a, b):
    one, two = tf.Graph(), tf.Graph()
    with one.as_default():
        tf.constant(a, name="c")
    with two.as_default():
        tf.constant(b, name="c")
    return one, two


# %% wrong leaves-a-node-behind like=two-blocks
# - def two_graphs(a, b):
# + def two_graphs(a, b):
# +     outside = tf.constant(a, name="c")


# %% wrong returns-nothing like=two-blocks
# -         second = tf.constant(b, name="c")
# -     return first, second
# +         second = tf.constant(b, name="c")


# %% wrong numbers
def two_graphs(a, b):
    return a, b


# %% wrong hard-coded
def two_graphs(a, b):
    tensors = []
    for value in (10, 20):
        with tf.Graph().as_default():
            tensors.append(tf.constant(-value, name="c"))
    return tensors


# %% wrong mutant-the-same-two-graphs-in-every-call
one, two = tf.Graph(), tf.Graph()


def two_graphs(a, b):
    with one.as_default():
        first = tf.constant(a, name="c")
    with two.as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% wrong mutant-remembers-every-pair
pairs = {}


def two_graphs(a, b):
    if (a, b) not in pairs:
        with tf.Graph().as_default():
            first = tf.constant(a, name="c")
        with tf.Graph().as_default():
            second = tf.constant(b, name="c")
        pairs[a, b] = first, second
    return pairs[a, b]


# %% wrong mutant-one-constant-for-equal-numbers
def two_graphs(a, b):
    constants = {}
    for value in {a, b}:
        with tf.Graph().as_default():
            constants[value] = tf.constant(value, name="c")
    return constants[a], constants[b]


# %% wrong enters-and-never-leaves
entered = []


def two_graphs(a, b):
    entered.append(tf.Graph().as_default())
    entered[-1].__enter__()
    first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% wrong resets-the-default-graph like=two-blocks
# - def two_graphs(a, b):
# + def two_graphs(a, b):
# +     tf.reset_default_graph()


# %% wrong whole-numbers-only like=two-blocks
# -         first = tf.constant(a, name="c")
# +         first = tf.constant(a, name="c", dtype=tf.int32)
# -         second = tf.constant(b, name="c")
# +         second = tf.constant(b, name="c", dtype=tf.int32)


# %% wrong one-list-for-all-calls
def two_graphs(a, b, tensors=[]):
    for value in (a, b):
        with tf.Graph().as_default():
            tensors.append(tf.constant(value, name="c"))
    return tensors


# %% exempt *
# changes-its-input
#     a and b are numbers: there is nothing in them that the function could change
# session-left-open: with tf.Session(graph=tf.Graph()) as session: -> session = tf.Session(graph=tf.Graph())
#     the text does not ask for a session, so it does not ask to close one
# with-dropped: with session.graph.as_default(): -> tensors.append(tf.constant(value, name='c'))
#     a session's block makes the session's graph the default, too
# variant: identity-at-the-end
#     the text asks for the constant called c; the identity has another name
# variant: more-nodes
#     the text asks for a default graph without a new node
