# %% graphs/placeholder wrong keeps-the-numbers misconception=numbers-in-the-placeholder
def take_out(graph, name):
    definition = graph.as_graph_def()
    table = graph.get_tensor_by_name(name + ":0")
    for entry in definition.node:
        if entry.name == name:
            entry.op = "Placeholder"
            entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None, table.shape[1]]).as_proto())
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong merges-the-entries misconception=numbers-in-the-placeholder
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.op = "Placeholder"
            entry.MergeFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong only-the-type misconception=only-the-type-changed
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.op = "Placeholder"
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong looks-for-a-tensor misconception=a-copy
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name + ":0":
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong last-of-the-default-graph misconception=made-in-the-default-graph
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(hole.graph.as_graph_def().node[-1])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong first-of-the-default-graph misconception=first-of-the-default-graph
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    entries = tf.get_default_graph().as_graph_def().node
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(entries[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong every-constant misconception=every-constant
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.op == "Const":
            sizes = graph.get_tensor_by_name(entry.name + ":0").shape.as_list()
            entry.op = "Placeholder"
            del entry.attr["value"]
            entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None] + sizes[1:]).as_proto())
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong in-the-graph-of-the-placeholder misconception=into-the-graph-of-the-placeholder
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    definition = graph.as_graph_def()
    with tf.Graph().as_default() as result:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
        hole = result.as_graph_def().node[0]
        for entry in definition.node:
            if entry.name == name:
                entry.CopyFrom(hole)
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong copies-a-default
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    numbers = np.zeros([1, int(table.shape[1])], table.dtype.as_numpy_dtype)
    with tf.Graph().as_default() as scratch:
        default = tf.constant(numbers, name=name + "/default")
        tf.placeholder_with_default(default, [None, table.shape[1]], name=name)
    definition = tf.GraphDef()
    for entry in graph.as_graph_def().node:
        if entry.name == name:
            definition.node.extend(scratch.as_graph_def().node)
        else:
            definition.node.add().CopyFrom(entry)
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong nothing-waits
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
        data = [part for part in entry.input if part[0] != "^"]
        del entry.input[:]
        entry.input.extend(data)
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong numbers-in-another-attribute
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            value = entry.attr["value"].SerializeToString()
            entry.CopyFrom(scratch.as_graph_def().node[0])
            entry.attr["_value"].s = value
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong without-devices
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
        entry.device = ""
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result
