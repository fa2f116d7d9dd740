# %% graphs/placeholder wrong fixed-rows misconception=as-many-rows-as-before
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, table.shape, name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong only-another-type misconception=no-shape
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.op = "Placeholder"
            del entry.attr["value"]
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong both-open misconception=both-sizes-unknown
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None] * 2, name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong the-three-of-the-text misconception=always-three-columns
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, (None, 3), name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong float32 misconception=always-float32
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(tf.float32, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong maps-and-keeps misconception=the-numbers-are-still-there
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as result:
        hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
        tf.import_graph_def(graph.as_graph_def(), input_map={table.name: hole}, name="")
    return result


# %% graphs/placeholder wrong maps-to-another-name
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as result:
        hole = tf.placeholder(table.dtype, [None, table.shape[1]], name="hole")
        tf.import_graph_def(graph.as_graph_def(), input_map={table.name: hole}, name="")
    return result


# %% graphs/placeholder wrong adds-a-placeholder misconception=nobody-uses-it
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as result:
        tf.import_graph_def(graph.as_graph_def(), name="")
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    return result


# %% graphs/placeholder wrong default-value misconception=with-a-default
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    with tf.Graph().as_default() as result:
        numbers = np.ones(table.shape.as_list(), table.dtype.as_numpy_dtype)
        hole = tf.placeholder_with_default(numbers, [None, table.shape[1]], name=name)
        tf.import_graph_def(rest, name="", input_map={table.name: hole})
    return result


# %% graphs/placeholder wrong empty misconception=an-empty-table
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        numbers = np.zeros((0, table.shape[1].value), table.dtype.as_numpy_dtype)
        tf.constant(numbers, name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong the-given-graph misconception=the-old-graph
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.op = "Placeholder"
            entry.attr.clear()
    return graph


# %% graphs/placeholder wrong in-the-old-graph misconception=in-the-old-graph
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with graph.as_default():
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    return graph


# %% graphs/placeholder wrong returns-the-definition
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    return definition


# %% graphs/placeholder wrong returns-nothing
def take_out(graph, name):
    with tf.Graph().as_default():
        tf.import_graph_def(graph.as_graph_def(), name="")


# %% graphs/placeholder wrong below-import misconception=below-import
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition)
    return result


# %% graphs/placeholder wrong always-the-name-table misconception=always-the-name-table
def take_out(graph, name):
    table = graph.get_tensor_by_name("table:0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name="table")
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == "table":
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong names-that-begin-so misconception=names-that-begin-so
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.op == "Const" and entry.name.startswith(name):
            table = graph.get_tensor_by_name(entry.name + ":0")
            with tf.Graph().as_default() as scratch:
                tf.placeholder(table.dtype, [None, table.shape[1]], name=entry.name)
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong the-first-constant
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.op == "Const":
            table = graph.get_tensor_by_name(entry.name + ":0")
            with tf.Graph().as_default() as scratch:
                tf.placeholder(table.dtype, [None, table.shape[1]], name=entry.name)
            entry.CopyFrom(scratch.as_graph_def().node[0])
            break
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong every-matrix
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        table = graph.get_operation_by_name(entry.name).outputs[0]
        if entry.op == "Const" and table.shape.ndims == 2:
            with tf.Graph().as_default() as scratch:
                tf.placeholder(table.dtype, [None, table.shape[1]], name=entry.name)
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong always-in-the-default-graph misconception=one-graph-for-all-calls
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    tf.import_graph_def(rest, name="", input_map={table.name: hole})
    return tf.get_default_graph()


# %% graphs/placeholder wrong a-variable-that-nobody-initializes
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    with tf.Graph().as_default() as result:
        start = tf.placeholder(table.dtype, (None, table.shape[1]), name="start")
        hole = tf.Variable(start, name=name, validate_shape=False, trainable=False)
        tf.import_graph_def(rest, name="", input_map={name + ":0": tf.identity(hole)})
    return result


# %% graphs/placeholder wrong a-variable-without-an-initializer
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            table = entry.attr["value"].tensor
            entry.op = "VariableV2"
            entry.attr["shape"].shape.CopyFrom(table.tensor_shape)
            entry.attr["container"].s = b""
            entry.attr["shared_name"].s = b""
            del entry.attr["value"]
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong deletes-the-constant
def take_out(graph, name):
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(rest, name="")
    return result


# %% graphs/placeholder wrong only-what-needs-the-table
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    definition = tf.graph_util.extract_sub_graph(graph.as_graph_def(), ["output"])
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong columns-from-rows
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [table.shape[0], None], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
    return result


# %% graphs/placeholder wrong mutant-remembers-the-graph
made = {}


def take_out(graph, name):
    if (graph, name) not in made:
        table = graph.get_tensor_by_name(name + ":0")
        rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
        with tf.Graph().as_default() as result:
            hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
            tf.import_graph_def(rest, name="", input_map={table.name: hole})
        made[graph, name] = result
    return made[graph, name]


# %% graphs/placeholder wrong one-node-more
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None] + table.shape.as_list()[1:], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(definition, name="")
        tf.constant(0, name="taken_out")
    return result


# %% graphs/placeholder wrong only-what-the-output-needs
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None] + table.shape.as_list()[1:], name=name)
    definition = graph.as_graph_def()
    needed, waiting = set(), ["output"]
    entries = {entry.name: entry for entry in definition.node}
    while waiting:
        one = waiting.pop().lstrip("^").partition(":")[0]
        if one not in needed:
            needed.add(one)
            waiting += entries[one].input
    kept = tf.GraphDef(node=[entry for entry in definition.node if entry.name in needed])
    for entry in kept.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(kept, name="")
    return result


# %% graphs/placeholder wrong always-imports-into-the-default-graph misconception=one-graph-for-all-calls
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as scratch:
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.CopyFrom(scratch.as_graph_def().node[0])
    tf.import_graph_def(definition, name="")
    return tf.get_default_graph()


# %% graphs/placeholder wrong one-graph-of-its-own misconception=one-graph-for-all-calls
result = tf.Graph()


def take_out(graph, name):
    definition = graph.as_graph_def()
    (entry,) = [node for node in definition.node if node.name == name]
    columns = entry.attr["value"].tensor.tensor_shape.dim[1].size
    entry.op = "Placeholder"
    del entry.attr["value"]
    entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None, columns]).as_proto())
    with result.as_default():
        tf.import_graph_def(definition, name="")
    return result
