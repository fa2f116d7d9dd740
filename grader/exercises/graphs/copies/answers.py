# %% right comprehension
def copies(name, runs):
    return [name if number == 0 else f"{name}_{number}" for number in range(runs)]


# %% right first-and-rest
def copies(name, runs):
    return [name] + [name + "_" + str(number) for number in range(1, runs)]


# %% right asks-tensorflow
def copies(name, runs):
    with tf.Graph().as_default() as graph:
        for _ in range(runs):
            tf.constant(0, name=name)
        return [operation.name for operation in graph.get_operations()]


# %% right loop
def copies(name, runs):
    names = []
    for run in range(runs):
        if not names:
            names.append(name)
        else:
            names.append(name + "_" + str(run))
    return names


# %% right unique-name
def copies(name, runs):
    graph = tf.Graph()
    return tuple(graph.unique_name(name) for _ in range(runs))


# %% right op-of-each-constant
def copies(name, runs):
    with tf.Graph().as_default():
        constants = [tf.constant(0, name=name) for _ in range(runs)]
    return [constant.op.name for constant in constants]


# %% right resets-the-default-graph
def copies(name, runs):
    tf.reset_default_graph()
    for _ in range(runs):
        tf.constant(0, name=name)
    return [operation.name for operation in tf.get_default_graph().get_operations()]


# %% right an-array
def copies(name, runs):
    return np.array([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% wrong numbered-from-zero mistake=the-first-is-numbered
# says: you number the first node, too. It keeps its plain name, as long as the name is free; only the later
#     ones get a number.
def copies(name, runs):
    return [f"{name}_{number}" for number in range(runs)]


# %% wrong numbered-from-one mistake=all-are-numbered-from-one
# says: you number the first node, too. It keeps its plain name, as long as the name is free, and the second
#     one gets _1.
def copies(name, runs):
    return [f"{name}_{number}" for number in range(1, runs + 1)]


# %% wrong counts-from-two mistake=counts-from-two
# says: your second node is number 2. TensorFlow numbers the copies: the second node is the first copy, and
#     gets _1.
def copies(name, runs):
    return [name] + [f"{name}_{number}" for number in range(2, runs + 1)]


# %% wrong one-node mistake=replaces-the-node
# says: you keep one node. A second run of a cell does not replace the node of the first run: both stay in
#     the graph.
def copies(name, runs):
    return [name]


# %% wrong asks-after-the-block mistake=an-empty-list
# says: your list is empty. After the `with` block, `tf.get_default_graph()` gives the old graph again: ask
#     the graph in which you built the nodes.
def copies(name, runs):
    with tf.Graph().as_default():
        for _ in range(runs):
            tf.constant(0, name=name)
    return [operation.name for operation in tf.get_default_graph().get_operations()]


# %% wrong mutant-in-alphabetical-order mistake=in-alphabetical-order
# says: your names are right, but in alphabetical order, in which number 10 comes before number 2. Keep the
#     order in which the nodes were made.
def copies(name, runs):
    return sorted([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% wrong same-name mistake=one-name-for-all
# says: all your nodes have the same name. Within a graph, a name belongs to one node only: the name of a
#     later node gets a number at its end.
def copies(name, runs):
    return [name for _ in range(runs)]


# %% wrong in-the-default-graph mistake=in-the-default-graph like=resets-the-default-graph
# says: your function builds in the default graph, where the nodes from its earlier calls are still around.
#     The graph of the question was empty before: build inside `with tf.Graph().as_default():`.
# -     tf.reset_default_graph()


# %% wrong one-list-for-all-calls mistake=one-list-for-all-calls
# says: your list still has the names from earlier calls. A default such as `names=[]` is made only once:
#     make the list inside the function.
def copies(name, runs, names=[]):
    for number in range(runs):
        names.append(name if number == 0 else f"{name}_{number}")
    return names


# %% wrong tensors
def copies(name, runs):
    with tf.Graph().as_default():
        return [tf.constant(0, name=name).name for _ in range(runs)]


# %% wrong one-too-many
def copies(name, runs):
    return [name] + [f"{name}_{number}" for number in range(1, runs + 1)]


# %% wrong hard-coded-three
def copies(name, runs):
    return [name, name + "_1", name + "_2"]


# %% wrong brackets
def copies(name, runs):
    return [name] + [f"{name}({number})" for number in range(1, runs)]


# %% wrong one-text
def copies(name, runs):
    return ", ".join([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% wrong backwards
def copies(name, runs):
    return [f"{name}_{number}" for number in range(runs - 1, 0, -1)] + [name]


# %% wrong returns-nothing
def copies(name, runs):
    print([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% wrong raises
def copies(name, runs):
    return [name + number for number in range(runs)]


# %% wrong own-nodes-in-the-default-graph
def copies(name, runs):
    return [tf.constant(0, name=name).op.name for _ in range(runs)]


# %% wrong operations like=asks-tensorflow
# -         return [operation.name for operation in graph.get_operations()]
# +         return graph.get_operations()


# %% wrong a-set
def copies(name, runs):
    return {name, *(f"{name}_{number}" for number in range(1, runs))}


# %% wrong goes-on-counting
def copies(name, runs):
    stem, _, number = name.rpartition("_")
    first = int(number) if number.isdigit() else 0
    return [name] + [f"{stem if first else name}_{first + count}" for count in range(1, runs)]


# %% exempt *
# remembers-results
#     the names depend on the name and the number of runs alone, so they may be remembered
# changes-its-input
#     the function is given a text and a number: there is nothing in them that it could change
# constant: ...tf.constant(0, name=name)... -> ...tf.constant(..., name=name)...
#     the constant's value has no influence on its name
# name-of-the-operation: ...get_operations()] -> return [getattr(operation, 'op', operation).name...
#     what get_operations() gives are operations already


# %% exempt resets-the-default-graph
# variant: own-graph
#     TensorFlow refuses to reset a graph inside such a block
