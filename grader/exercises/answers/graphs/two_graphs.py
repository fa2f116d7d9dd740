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


# %% graphs/two-graphs wrong mutant-the-same-two-graphs-in-every-call
one, two = tf.Graph(), tf.Graph()


def two_graphs(a, b):
    with one.as_default():
        first = tf.constant(a, name="c")
    with two.as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs wrong mutant-remembers-every-pair
pairs = {}


def two_graphs(a, b):
    if (a, b) not in pairs:
        with tf.Graph().as_default():
            first = tf.constant(a, name="c")
        with tf.Graph().as_default():
            second = tf.constant(b, name="c")
        pairs[a, b] = first, second
    return pairs[a, b]


# %% graphs/two-graphs wrong mutant-one-constant-for-equal-numbers
def two_graphs(a, b):
    constants = {}
    for value in {a, b}:
        with tf.Graph().as_default():
            constants[value] = tf.constant(value, name="c")
    return constants[a], constants[b]


# %% graphs/two-graphs wrong enters-and-never-leaves
entered = []


def two_graphs(a, b):
    entered.append(tf.Graph().as_default())
    entered[-1].__enter__()
    first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs wrong resets-the-default-graph
def two_graphs(a, b):
    tf.reset_default_graph()
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        second = tf.constant(b, name="c")
    return first, second


# %% graphs/two-graphs wrong variables misconception=variables-for-constants
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.Variable(a, name="c")
    with tf.Graph().as_default():
        second = tf.Variable(b, name="c")
    return first, second


# %% graphs/two-graphs wrong whole-numbers-only
def two_graphs(a, b):
    with tf.Graph().as_default():
        first = tf.constant(a, name="c", dtype=tf.int32)
    with tf.Graph().as_default():
        second = tf.constant(b, name="c", dtype=tf.int32)
    return first, second


# %% graphs/two-graphs wrong one-list-for-all-calls
def two_graphs(a, b, tensors=[]):
    for value in (a, b):
        with tf.Graph().as_default():
            tensors.append(tf.constant(value, name="c"))
    return tensors


# %% graphs/two-graphs exempt *
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
