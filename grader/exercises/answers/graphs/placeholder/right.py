# %% graphs/placeholder right copies-an-entry
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder right a-new-graph-def
def take_out(graph, name):
    constant = graph.get_operation_by_name(name)
    hole = tf.Graph()
    with hole.as_default():
        tf.placeholder(
            constant.get_attr("dtype"), [None] + constant.outputs[0].shape[1:], name=name
        )
    definition = tf.GraphDef()
    for entry in graph.as_graph_def().node:
        definition.node.add().CopyFrom(hole.as_graph_def().node[0] if entry.name == name else entry)
    result = tf.Graph()
    with result.as_default():
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder right changes-the-entry
def take_out(graph, name):
    definition = graph.as_graph_def()
    (entry,) = [node for node in definition.node if node.name == name]
    columns = entry.attr["value"].tensor.tensor_shape.dim[1].size
    entry.op = "Placeholder"
    del entry.attr["value"]
    entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None, columns]).as_proto())
    with tf.Graph().as_default():
        tf.import_graph_def(definition, name="")
        return tf.get_default_graph()


# %% graphs/placeholder right input-map
def take_out(graph, name):
    table = graph.get_tensor_by_name(f"{name}:0")
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    with tf.Graph().as_default() as result:
        hole = tf.placeholder(table.dtype, (None, table.shape.as_list()[-1]), name=name)
        tf.import_graph_def(rest, name="", input_map={table.name: hole})
    return result


# %% graphs/placeholder right joins-two-definitions
def take_out(graph, name):
    table = graph.as_graph_element(name + ":0")
    sizes = table.shape.as_list()
    sizes[0] = None
    definition = graph.as_graph_def()
    for number, entry in enumerate(definition.node):
        if entry.name == name:
            break
    del definition.node[number]
    with tf.Graph().as_default() as hole:
        tf.placeholder(table.dtype, sizes, name=name)
    definition.MergeFrom(hole.as_graph_def())
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder right in-the-default-graph-reset
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    tf.reset_default_graph()
    hole = tf.placeholder(table.dtype, name=name)
    hole.set_shape([None, int(table.shape[1])])
    entry = hole.op.node_def
    entry.attr["shape"].shape.CopyFrom(hole.shape.as_proto())
    definition = graph.as_graph_def()
    for node in definition.node:
        if node.name == name:
            node.CopyFrom(entry)
    tf.reset_default_graph()
    tf.import_graph_def(definition, name="")
    return tf.get_default_graph()


# %% graphs/placeholder right empties-the-value
def take_out(graph, name):
    definition = graph.as_graph_def()
    table = graph.get_tensor_by_name(name + ":0")
    for entry in definition.node:
        if entry.name == name:
            entry.op = "Placeholder"
            entry.attr["value"].Clear()
            entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None, table.shape[1]]).as_proto())
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder exempt *
# rounds: ... -> ...[:-1]...
#     a constant whose value other nodes take is never the last of a graph
# changes-its-input
#     the function is given a graph and a string: there is no list in them that it could change
# constant: ...table.shape[1]], name=name) -> ...table.shape[-1]], name=name)
# constant: ...int(table.shape[1])]) -> ...int(table.shape[-1])])
# constant: ...table.shape[1]]).as_proto()) -> ...table.shape[-1]]).as_proto())
# constant: ...tensor_shape.dim[1].size -> ...tensor_shape.dim[-1].size
# constant: ...constant.outputs[0].shape[1:]... -> ...constant.outputs[0].shape[-1:]...
# sign: ...as_list()[-1])... -> ...as_list()[1])...
# constant: ...as_list()[-1])... -> ...as_list()[--1])...
#     the second size of a matrix is its last
# constant: ...node[0]... -> ...node[-1]...
# constant: ...constant.outputs[0]... -> ...constant.outputs[-1]...
#     the only one of its list is the first and the last
# name-of-the-operation: ...input_map={table.name: hole}) -> ...getattr(table, 'op', table).name...
#     in an input_map, the name of an operation is that of its first output


# %% graphs/placeholder exempt in-the-default-graph-reset
# variant: own-graph
#     TensorFlow refuses to reset a graph inside such a block
# variant: more-nodes
#     the text asks for a graph without a new node
