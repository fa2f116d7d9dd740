# %% scopes/squared-error right two-sets
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


# %% scopes/squared-error right inside-and-outside
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(f"{scope}/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error right consumers
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


# %% scopes/squared-error right parts-of-the-path
def border(graph, scope):
    path = scope.split("/")

    def inside(op):
        return op.name.split("/")[: len(path)] == path

    arrows = [(tensor, op) for op in graph.get_operations() for tensor in op.inputs]
    goes_in = {t.name for t, op in arrows if inside(op) > inside(t.op)}
    comes_out = {t.name for t, op in arrows if inside(op) < inside(t.op)}
    return goes_in, comes_out


# %% scopes/squared-error right graph-def
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


# %% scopes/squared-error right regular-expression
def border(graph, scope):
    import re

    pattern = re.compile(re.escape(scope) + "/")
    made = {t.name for op in graph.get_operations() if pattern.match(op.name) for t in op.outputs}
    taken = {True: set(), False: set()}
    for op in graph.get_operations():
        taken[bool(pattern.match(op.name))].update(tensor.name for tensor in op.inputs)
    return sorted(taken[True] - made), sorted(taken[False] & made)


# %% scopes/squared-error wrong no-slash misconception=without-the-slash
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope)]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong slash-in-the-name misconception=anywhere-in-the-name
def border(graph, scope):
    inside = [op for op in graph.get_operations() if scope + "/" in op.name]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong own-scope-only misconception=not-within-scopes
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.rpartition("/")[0] == scope]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong first-part misconception=only-the-outermost-scope
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.split("/")[0] == scope]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong each-arrow misconception=a-name-for-each-arrow
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = [t.name for op in inside for t in op.inputs if t.op in outside]
    comes_out = [t.name for op in outside for t in op.inputs if t.op in inside]
    return goes_in, comes_out


# %% scopes/squared-error wrong operations misconception=operations-for-tensors
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.op.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.op.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong zero-for-all misconception=first-outputs
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.op.name + ":0" for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.op.name + ":0" for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong control-inputs misconception=with-control-inputs
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


# %% scopes/squared-error wrong every-input misconception=all-inputs
def border(graph, scope):
    goes_in, comes_out = set(), set()
    for op in graph.get_operations():
        for tensor in op.inputs:
            if op.name.startswith(scope + "/"):
                goes_in.add(tensor.name)
            elif tensor.op.name.startswith(scope + "/"):
                comes_out.add(tensor.name)
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong every-output misconception=all-that-is-made-inside
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    goes_in = {t.name for op in inside for t in op.inputs if t.op not in inside}
    return list(goes_in), [t.name for op in inside for t in op.outputs]


# %% scopes/squared-error wrong ends misconception=unused-inside
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    made = {t.name for op in inside for t in op.outputs}
    taken = {t.name for op in inside for t in op.inputs}
    return list(taken - made), list(made - taken)


# %% scopes/squared-error wrong turned misconception=in-and-out-exchanged
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(comes_out), list(goes_in)


# %% scopes/squared-error wrong tensors
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    goes_in = [t for op in inside for t in op.inputs if t.op in outside]
    comes_out = [t for op in outside for t in op.inputs if t.op in inside]
    return goes_in, comes_out


# %% scopes/squared-error wrong what-goes-in
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    return sorted({t.name for op in inside for t in op.inputs if t.op not in inside})


# %% scopes/squared-error wrong nothing-comes-back
def border(graph, scope):
    inside = [op for op in graph.get_operations() if op.name.startswith(scope + "/")]
    outside = [op for op in graph.get_operations() if op not in inside]
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    after = {op for op in outside if any(t.op in inside for t in op.inputs)}
    goes_in = {t.name for op in inside for t in op.inputs if t.op not in inside + list(after)}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error wrong placeholders-and-ends
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


# %% scopes/squared-error wrong default-graph misconception=the-default-graph
def border(graph, scope):
    operations = tf.get_default_graph().get_operations()
    inside = [op for op in operations if op.name.startswith(scope + "/")]
    outside = [op for op in operations if op not in inside]
    goes_in = {t.name for op in inside for t in op.inputs if t.op in outside}
    comes_out = {t.name for op in outside for t in op.inputs if t.op in inside}
    return list(goes_in), list(comes_out)


# %% scopes/squared-error exempt *
# changes-its-input
#     A graph and a name are no lists that could be emptied.
# name-of-the-operation: ...
#     The same name, or one that begins in the same way.
# call-dropped: return (sorted(...), sorted(...)) -> ...
# call-dropped: return (sorted(taken[True] - made), sorted(taken[False] & made)) -> ...
#     The order is free, and so a set serves as well.

# %% scopes/squared-error exempt two-sets
# rounds: for op in graph.get_operations(): -> for op in list(graph.get_operations())[1:]:
#     The first operation of a graph has no inputs.

# %% scopes/squared-error exempt parts-of-the-path
# rounds: arrows = [(tensor, op) for op in ...] -> arrows = [(tensor, op) for op in list(...)[1:] for ...]
#     The first operation of a graph has no inputs.

# %% scopes/squared-error exempt graph-def
# rounds: for node in graph.as_graph_def().node: -> for node in list(graph.as_graph_def().node)[1:]:
#     The first operation of a graph has no inputs.
# break-continue: continue -> break
#     Control inputs come after all others.

# %% scopes/squared-error exempt consumers
# operand-dropped: return (op.name + '/')[:len(scope) + 1] == scope + '/' -> ...
#     No operation has the name of a scope.

# %% scopes/squared-error exempt regular-expression
# call-dropped: pattern = re.compile(re.escape(scope) + '/') -> ...
#     The names of these scopes have no characters with a meaning of their own.
# rounds: made = {...} -> made = {t.name for op in list(graph.get_operations())[:-1] if ...}
#     Nothing can take what the last operation makes.
