# %% right two-sets
def border(graph, scope):
    goes_in, comes_out = set(), set()
    for op in graph.get_operations():
        inside = op.name.startswith(scope + "/")
        for tensor in op.inputs:
            made_inside = tensor.op.name.startswith(scope + "/")
            if inside and not made_inside:
                goes_in.add(tensor.name)
            if made_inside and not inside:
                comes_out.add(tensor.name)
    return sorted(goes_in), sorted(comes_out)


# %% right inside-and-outside
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% right consumers
def border(graph, scope):
    def inside(op):
        return (op.name + "/")[: len(scope) + 1] == scope + "/"

    goes_in, comes_out = [], []
    for op in graph.get_operations():
        for tensor in op.outputs:
            users = [inside(user) for user in tensor.consumers()]
            if inside(op) and not all(users):
                comes_out.append(tensor.name)
            if not inside(op) and any(users):
                goes_in.append(tensor.name)
    return [goes_in, comes_out]


# %% right parts-of-the-path
def border(graph, scope):
    path = scope.split("/")

    def inside(op):
        return op.name.split("/")[: len(path)] == path

    arrows = [(tensor, op) for op in graph.get_operations() for tensor in op.inputs]
    goes_in = {t.name for t, op in arrows if inside(op) > inside(t.op)}
    comes_out = {t.name for t, op in arrows if inside(op) < inside(t.op)}
    return goes_in, comes_out


# %% right graph-def
def border(graph, scope):
    goes_in, comes_out = [], []
    for node in graph.as_graph_def().node:
        for name in node.input:
            if name.startswith("^"):
                continue
            name = name if ":" in name else name + ":0"
            if node.name.startswith(scope + "/") and not name.startswith(scope + "/"):
                wanted = goes_in
            elif not node.name.startswith(scope + "/") and name.startswith(scope + "/"):
                wanted = comes_out
            else:
                continue
            if name not in wanted:
                wanted.append(name)
    return goes_in, comes_out


# %% right regular-expression
def border(graph, scope):
    import re

    pattern = re.compile(re.escape(scope) + "/")
    made = {t.name for op in graph.get_operations() if pattern.match(op.name) for t in op.outputs}
    taken = {True: set(), False: set()}
    for op in graph.get_operations():
        taken[bool(pattern.match(op.name))].update(tensor.name for tensor in op.inputs)
    return sorted(taken[True] - made), sorted(taken[False] & made)


# %% wrong no-slash mistake=without-the-slash like=inside-and-outside
# says: your function also counts neighbouring scopes as inside: for `loss`, it takes in `loss_1`. The names
#     in a scope begin with the scope's name and a slash.
# -     inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
# +     inside = [op for op in graph.get_operations() if op.name.startswith(scope)]


# %% wrong slash-in-the-name mistake=anywhere-in-the-name like=inside-and-outside
# says: your function finds the scope's name anywhere in a path: `other/loss/z` is not in the scope `loss`,
#     but in `other/loss`. Names begin with the outermost scope.
# -     inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
# +     inside = [op for op in graph.get_operations() if scope + "/" in op.name]


# %% wrong own-scope-only mistake=not-within-scopes like=inside-and-outside
# says: your function leaves out what is in a scope within the scope. A box also holds the boxes inside it.
# -     inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
# +     inside = [op for op in graph.get_operations() if op.name.rpartition("/")[0] == scope]


# %% wrong first-part mistake=only-the-outermost-scope like=inside-and-outside
# says: your function looks only at the first part of each name. The scope may itself be within another one:
#     `model/layer`.
# -     inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
# +     inside = [op for op in graph.get_operations() if op.name.split("/")[0] == scope]


# %% wrong each-arrow mistake=a-name-for-each-arrow
# says: the tensors are right, but some of them appear in a list more than once. A tensor may have many
#     users; name it once.
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = [t.name for op in inside for t in op.inputs if t.op in outside]
    comes_out = [t.name for op in outside for t in op.inputs if t.op in inside]
    return goes_in, comes_out


# %% wrong operations mistake=operations-for-tensors
# says: these are names of operations. Only a tensor's name tells which output of the operation it is:
#     `tensor.name`, such as `loss/sub:0`.
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.op.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.op.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% wrong zero-for-all mistake=first-outputs like=operations
# says: your function names the first output of an operation, even where another one crosses the border. Use
#     the tensor itself, which is in `op.inputs`.
# -     goes_in = {t.op.name for op in inside for t in op.inputs if t.op in outside}
# -     comes_out = {t.op.name for op in outside for t in op.inputs if t.op in inside}
# +     goes_in = {t.op.name + ":0" for op in inside for t in op.inputs if t.op in outside}
# +     comes_out = {t.op.name + ":0" for op in outside for t in op.inputs if t.op in inside}


# %% wrong control-inputs mistake=with-control-inputs
# says: your function also counts control inputs. They say that one operation waits for another, but they
#     carry no value.
def border(graph, scope):
    goes_in, comes_out = set(), set()
    for op in graph.get_operations():
        taken = [t for t in op.inputs] + [before.outputs[0] for before in op.control_inputs]
        for tensor in taken:
            inside = op.name.startswith(scope + "/")
            made_inside = tensor.name.startswith(scope + "/")
            if inside and not made_inside:
                goes_in.add(tensor.name)
            elif made_inside and not inside:
                comes_out.add(tensor.name)
    return list(goes_in), list(comes_out)


# %% wrong default-graph mistake=the-default-graph like=inside-and-outside
# says: both lists are empty for every scope. The graph to look at is `graph`, which need not be the default
#     graph.
# -     inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
# -     outside = [op for op in graph.get_operations() if op not in inside]
# +     operations = tf.get_default_graph().get_operations()
# +     inside = [op for op in operations if op.name.startswith(scope + "/")]
# +     outside = [op for op in operations if op not in inside]


# %% wrong every-input mistake=all-inputs
# says: your first list holds every input of the operations inside. Where an operation inside made the
#     tensor, no arrow crosses the border.
def border(graph, scope):
    goes_in, comes_out = set(), set()
    for op in graph.get_operations():
        for tensor in op.inputs:
            if op.name.startswith(scope + "/"):
                goes_in.add(tensor.name)
            elif tensor.op.name.startswith(scope + "/"):
                comes_out.add(tensor.name)
    return list(goes_in), list(comes_out)


# %% wrong every-output mistake=all-that-is-made-inside
# says: your second list holds everything that is made inside. A tensor comes out only if an operation
#     outside takes it.
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    goes_in = {t.name for op in inside for t in op.inputs if t.op not in inside}
    return list(goes_in), [t.name for op in inside for t in op.outputs]


# %% wrong ends
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    made = {t.name for op in inside for t in op.outputs}
    taken = {t.name for op in inside for t in op.inputs}
    return list(taken - made), list(made - taken)


# %% wrong turned mistake=in-and-out-exchanged like=inside-and-outside
# says: both lists are right, but in the wrong order: first what goes in, then what comes out.
# -     inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
# +     inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
# -     return list(goes_in), list(comes_out)
# +     return list(comes_out), list(goes_in)


# %% wrong tensors like=each-arrow
# -     goes_in = [t.name for op in inside for t in op.inputs if t.op in outside]
# -     comes_out = [t.name for op in outside for t in op.inputs if t.op in inside]
# +     goes_in = [t for op in inside for t in op.inputs if t.op in outside]
# +     comes_out = [t for op in outside for t in op.inputs if t.op in inside]


# %% wrong what-goes-in
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    return sorted({t.name for op in inside for t in op.inputs if t.op not in inside})


# %% wrong nothing-comes-back
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    after = {op for op in outside if any(t.op in inside for t in op.inputs)}
    goes_in = {t.name for op in inside for t in op.inputs if t.op not in inside + list(after)}
    return list(goes_in), list(comes_out)


# %% wrong placeholders-and-ends
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    goes_in = {t.name for op in inside for t in op.inputs if t.op.type == "Placeholder"}
    comes_out = {
        t.name
        for op in graph.get_operations()
        if op not in inside
        for t in op.inputs
        if t.op in inside
    }
    return list(goes_in), list(comes_out)


# %% exempt *
# changes-its-input
#     A graph and a name are no lists that could be emptied.
# name-of-the-operation: ...
#     The same name, or one that begins in the same way.
# call-dropped: return (sorted(...), sorted(...)) -> ...
# call-dropped: return (sorted(taken[True] - made), sorted(taken[False] & made)) -> ...
#     The order is free, and so a set serves as well.


# %% exempt two-sets
# rounds: for op in graph.get_operations(): -> for op in list(graph.get_operations())[1:]:
#     The first operation of a graph has no inputs.


# %% exempt parts-of-the-path
# rounds: arrows = [(tensor, op) for op in ...] -> arrows = [(tensor, op) for op in list(...)[1:] for ...]
#     The first operation of a graph has no inputs.


# %% exempt graph-def
# rounds: for node in graph.as_graph_def().node: -> for node in list(graph.as_graph_def().node)[1:]:
#     The first operation of a graph has no inputs.
# break-continue: continue -> break
#     Control inputs come after all others.


# %% exempt consumers
# operand-dropped: return (op.name + '/')[:len(scope) + 1] == scope + '/' -> ...
#     No operation has the name of a scope.


# %% exempt regular-expression
# call-dropped: pattern = re.compile(re.escape(scope) + '/') -> ...
#     The names of these scopes have no characters with a meaning of their own.
# rounds: made = {...} -> made = {t.name for op in list(graph.get_operations())[:-1] if ...}
#     Nothing can take what the last operation makes.
