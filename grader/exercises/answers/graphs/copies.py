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


# %% graphs/copies right resets-the-default-graph
def copies(name, runs):
    tf.reset_default_graph()
    for _ in range(runs):
        tf.constant(0, name=name)
    return [operation.name for operation in tf.get_default_graph().get_operations()]


# %% graphs/copies wrong in-the-default-graph misconception=in-the-default-graph
def copies(name, runs):
    for _ in range(runs):
        tf.constant(0, name=name)
    return [operation.name for operation in tf.get_default_graph().get_operations()]


# %% graphs/copies wrong own-nodes-in-the-default-graph
def copies(name, runs):
    return [tf.constant(0, name=name).op.name for _ in range(runs)]


# %% graphs/copies wrong mutant-in-alphabetical-order misconception=in-alphabetical-order
def copies(name, runs):
    return sorted([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% graphs/copies wrong numbered-from-one misconception=all-are-numbered-from-one
def copies(name, runs):
    return [f"{name}_{number}" for number in range(1, runs + 1)]


# %% graphs/copies wrong operations
def copies(name, runs):
    with tf.Graph().as_default() as graph:
        for _ in range(runs):
            tf.constant(0, name=name)
        return graph.get_operations()


# %% graphs/copies right an-array
def copies(name, runs):
    return np.array([name] + [f"{name}_{number}" for number in range(1, runs)])


# %% graphs/copies wrong asks-after-the-block misconception=an-empty-list
def copies(name, runs):
    with tf.Graph().as_default():
        for _ in range(runs):
            tf.constant(0, name=name)
    return [operation.name for operation in tf.get_default_graph().get_operations()]


# %% graphs/copies wrong a-set
def copies(name, runs):
    return {name, *(f"{name}_{number}" for number in range(1, runs))}


# %% graphs/copies wrong one-list-for-all-calls misconception=one-list-for-all-calls
def copies(name, runs, names=[]):
    for number in range(runs):
        names.append(name if number == 0 else f"{name}_{number}")
    return names


# %% graphs/copies exempt *
# remembers-results
#     the names depend on the name and the number of runs alone, so they may be remembered
# changes-its-input
#     the function is given a text and a number: there is nothing in them that it could change
# constant: ...tf.constant(0, name=name)... -> ...tf.constant(..., name=name)...
#     the constant's value has no influence on its name
# name-of-the-operation: ...get_operations()] -> return [getattr(operation, 'op', operation).name...
#     what get_operations() gives are operations already


# %% graphs/copies exempt resets-the-default-graph
# variant: own-graph
#     TensorFlow refuses to reset a graph inside such a block
