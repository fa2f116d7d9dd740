# %% right copies-an-entry
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


# %% right from-graph-util
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    with tf.Graph().as_default() as result:
        hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
        tf.graph_util.import_graph_def(rest, input_map={table.name: hole}, name="")
    return result


# %% right a-new-graph-def
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


# %% right changes-the-entry
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


# %% right input-map
def take_out(graph, name):
    table = graph.get_tensor_by_name(f"{name}:0")
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    with tf.Graph().as_default() as result:
        hole = tf.placeholder(table.dtype, (None, table.shape.as_list()[-1]), name=name)
        tf.import_graph_def(rest, name="", input_map={table.name: hole})
    return result


# %% right joins-two-definitions
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


# %% right in-the-default-graph-reset
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


# %% right empties-the-value
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


# %% wrong always-the-name-table mistake=always-the-name-table like=copies-an-entry
# says: you always look for a constant called `table`. Its name is whatever `name` says.
# -     table = graph.get_tensor_by_name(name + ":0")
# +     table = graph.get_tensor_by_name("table:0")
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         tf.placeholder(table.dtype, [None, table.shape[1]], name="table")
# -         if entry.name == name:
# +         if entry.name == "table":


# %% wrong names-that-begin-so mistake=names-that-begin-so
# says: a constant whose name only begins with `name` becomes a placeholder, too. Compare the whole name.
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


# %% wrong every-constant mistake=every-constant
# says: you turn all constants into placeholders. Only the one called `name` should become one.
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


# %% wrong fixed-rows mistake=as-many-rows-as-before like=copies-an-entry
# says: your placeholder has the shape of the constant, so its number of rows is fixed. Write None for a
#     size that may differ from run to run.
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         tf.placeholder(table.dtype, table.shape, name=name)


# %% wrong only-another-type like=empties-the-value
# -     definition = graph.as_graph_def()
# -     table = graph.get_tensor_by_name(name + ":0")
# +     definition = graph.as_graph_def()
# -             entry.attr["value"].Clear()
# -             entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None, table.shape[1]]).as_proto())
# +             del entry.attr["value"]


# %% wrong both-open mistake=both-sizes-unknown like=copies-an-entry
# says: your placeholder takes rows of any length. Only the number of rows should be open: a row must be as
#     long as in the constant.
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         tf.placeholder(table.dtype, [None] * 2, name=name)


# %% wrong the-three-of-the-text like=copies-an-entry
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         tf.placeholder(table.dtype, (None, 3), name=name)


# %% wrong float32 mistake=always-float32 like=copies-an-entry
# says: your placeholder is always a float32. A constant may have another type: read the `dtype` of its
#     tensor.
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         tf.placeholder(tf.float32, [None, table.shape[1]], name=name)


# %% wrong maps-and-keeps mistake=the-numbers-are-still-there
# says: your new graph computes with the placeholder, but the constant is still in it, with all its numbers.
#     Only one of the two may be in the GraphDef that you import.
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with tf.Graph().as_default() as result:
        hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
        tf.import_graph_def(graph.as_graph_def(), input_map={table.name: hole}, name="")
    return result


# %% wrong keeps-the-numbers like=empties-the-value
# -             entry.op = "Placeholder"
# -             entry.attr["value"].Clear()
# +             entry.op = "Placeholder"


# %% wrong only-the-type mistake=only-the-type-changed like=every-constant
# says: you change only the type of the entry. It has no shape, and it still has the constant's `value`, so
#     all the numbers are still in the new graph. Copy the entry of a real placeholder.
# -         if entry.op == "Const":
# -             sizes = graph.get_tensor_by_name(entry.name + ":0").shape.as_list()
# +         if entry.name == name:
# -             del entry.attr["value"]
# -             entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None] + sizes[1:]).as_proto())


# %% wrong looks-for-a-tensor like=copies-an-entry
# -         if entry.name == name:
# +         if entry.name == name + ":0":


# %% wrong last-of-the-default-graph mistake=made-in-the-default-graph like=copies-an-entry
# says: you make the placeholder in the default graph. When a name is taken there, the placeholder gets
#     another one. Make it in a new graph of its own, in each call.
# -     with tf.Graph().as_default() as scratch:
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +     hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# -             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.CopyFrom(hole.graph.as_graph_def().node[-1])


# %% wrong first-of-the-default-graph like=copies-an-entry
# -     with tf.Graph().as_default() as scratch:
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +     tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +     entries = tf.get_default_graph().as_graph_def().node
# -             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.CopyFrom(entries[0])


# %% wrong below-import mistake=below-import like=copies-an-entry
# says: all names in your new graph begin with import/. tf.import_graph_def puts that before each name
#     unless you give it `name=""`.
# -         tf.import_graph_def(definition, name="")
# +         tf.import_graph_def(definition)


# %% wrong adds-a-placeholder mistake=nobody-uses-it like=maps-and-keeps
# says: your new graph has a placeholder, but no node uses it: everything still takes the constant. In a
#     GraphDef an input is a name, so the placeholder must have the constant's name, and the constant must
#     be gone.
# -         hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# -         tf.import_graph_def(graph.as_graph_def(), input_map={table.name: hole}, name="")
# +         tf.import_graph_def(graph.as_graph_def(), name="")
# +         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)


# %% wrong in-the-old-graph mistake=in-the-old-graph
# says: you make the placeholder in the graph that you were given. The name is taken there, so the
#     placeholder gets another one, and no node uses it. Build a new graph.
def take_out(graph, name):
    table = graph.get_tensor_by_name(name + ":0")
    with graph.as_default():
        tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
    return graph


# %% wrong in-the-graph-of-the-placeholder
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


# %% wrong always-imports-into-the-default-graph like=copies-an-entry
# -     with tf.Graph().as_default() as result:
# -         tf.import_graph_def(definition, name="")
# -     return result
# +     tf.import_graph_def(definition, name="")
# +     return tf.get_default_graph()


# %% wrong default-value like=input-map
# -     table = graph.get_tensor_by_name(f"{name}:0")
# +     table = graph.get_tensor_by_name(name + ":0")
# -         hole = tf.placeholder(table.dtype, (None, table.shape.as_list()[-1]), name=name)
# +         numbers = np.ones(table.shape.as_list(), table.dtype.as_numpy_dtype)
# +         hole = tf.placeholder_with_default(numbers, [None, table.shape[1]], name=name)


# %% wrong empty like=copies-an-entry
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         numbers = np.zeros((0, table.shape[1].value), table.dtype.as_numpy_dtype)
# +         tf.constant(numbers, name=name)


# %% wrong the-given-graph
def take_out(graph, name):
    definition = graph.as_graph_def()
    for entry in definition.node:
        if entry.name == name:
            entry.op = "Placeholder"
            entry.attr.clear()
    return graph


# %% wrong maps-to-another-name like=maps-and-keeps
# -         hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         hole = tf.placeholder(table.dtype, [None, table.shape[1]], name="hole")


# %% wrong returns-the-definition like=copies-an-entry
# -     with tf.Graph().as_default() as result:
# -         tf.import_graph_def(definition, name="")
# -     return result
# +     return definition


# %% wrong returns-nothing
def take_out(graph, name):
    with tf.Graph().as_default():
        tf.import_graph_def(graph.as_graph_def(), name="")


# %% wrong the-first-constant like=names-that-begin-so
# -         if entry.op == "Const" and entry.name.startswith(name):
# +         if entry.op == "Const":
# -             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             break


# %% wrong every-matrix like=names-that-begin-so
# -         if entry.op == "Const" and entry.name.startswith(name):
# -             table = graph.get_tensor_by_name(entry.name + ":0")
# +         table = graph.get_operation_by_name(entry.name).outputs[0]
# +         if entry.op == "Const" and table.shape.ndims == 2:


# %% wrong a-variable-that-nobody-initializes like=from-graph-util
# -         hole = tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# -         tf.graph_util.import_graph_def(rest, input_map={table.name: hole}, name="")
# +         start = tf.placeholder(table.dtype, (None, table.shape[1]), name="start")
# +         hole = tf.Variable(start, name=name, validate_shape=False, trainable=False)
# +         tf.import_graph_def(rest, name="", input_map={name + ":0": tf.identity(hole)})


# %% wrong a-variable-without-an-initializer like=only-another-type
# -             entry.op = "Placeholder"
# +             table = entry.attr["value"].tensor
# +             entry.op = "VariableV2"
# +             entry.attr["shape"].shape.CopyFrom(table.tensor_shape)
# +             entry.attr["container"].s = b""
# +             entry.attr["shared_name"].s = b""


# %% wrong deletes-the-constant
def take_out(graph, name):
    rest = tf.GraphDef(node=[node for node in graph.as_graph_def().node if node.name != name])
    with tf.Graph().as_default() as result:
        tf.import_graph_def(rest, name="")
    return result


# %% wrong only-what-needs-the-table like=copies-an-entry
# -     table = graph.get_tensor_by_name(name + ":0")
# +     table = graph.get_tensor_by_name(name + ":0")
# +     definition = tf.graph_util.extract_sub_graph(graph.as_graph_def(), ["output"])
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# -     definition = graph.as_graph_def()
# +         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)


# %% wrong columns-from-rows like=copies-an-entry
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         tf.placeholder(table.dtype, [table.shape[0], None], name=name)


# %% wrong mutant-remembers-the-graph
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


# %% wrong one-node-more like=copies-an-entry
# -         tf.placeholder(table.dtype, [None, table.shape[1]], name=name)
# +         tf.placeholder(table.dtype, [None] + table.shape.as_list()[1:], name=name)
# -         tf.import_graph_def(definition, name="")
# +         tf.import_graph_def(definition, name="")
# +         tf.constant(0, name="taken_out")


# %% wrong one-graph-of-its-own
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


# %% wrong merges-the-entries like=copies-an-entry
# -             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.op = "Placeholder"
# +             entry.MergeFrom(scratch.as_graph_def().node[0])


# %% wrong nothing-waits like=copies-an-entry
# -             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.CopyFrom(scratch.as_graph_def().node[0])
# +         data = [part for part in entry.input if part[0] != "^"]
# +         del entry.input[:]
# +         entry.input.extend(data)


# %% wrong numbers-in-another-attribute like=copies-an-entry
# -         if entry.name == name:
# +         if entry.name == name:
# +             value = entry.attr["value"].SerializeToString()
# -             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.attr["_value"].s = value


# %% wrong without-devices like=copies-an-entry
# -             entry.CopyFrom(scratch.as_graph_def().node[0])
# +             entry.CopyFrom(scratch.as_graph_def().node[0])
# +         entry.device = ""


# %% exempt *
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
# name-of-the-operation: ...input_map={table.name: hole}... -> ...getattr(table, 'op', table).name...
#     in an input_map, the name of an operation is that of its first output


# %% exempt in-the-default-graph-reset
# variant: own-graph
#     TensorFlow refuses to reset a graph inside such a block
# variant: more-nodes
#     the text asks for a graph without a new node
