# %% graphs/ingredients right stack
def ingredients(tensor):
    seen, waiting = {tensor.op}, [tensor.op]
    while waiting:
        operation = waiting.pop()
        for needed in [part.op for part in operation.inputs] + list(operation.control_inputs):
            if needed not in seen:
                seen.add(needed)
                waiting.append(needed)
    counts = {}
    for operation in seen:
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% graphs/ingredients right recursive
def ingredients(tensor):
    from collections import Counter

    seen = {}

    def visit(operation):
        if operation.name not in seen:
            seen[operation.name] = operation.type
            for part in operation.inputs:
                visit(part.op)
            for before in operation.control_inputs:
                visit(before)

    visit(tensor.op)
    return Counter(seen.values())


# %% graphs/ingredients right graphdef
def ingredients(tensor):
    nodes = {node.name: node for node in tensor.graph.as_graph_def().node}
    needed, waiting = set(), [tensor.op.name]
    while waiting:
        name = waiting.pop().lstrip("^").split(":")[0]
        if name not in needed:
            needed.add(name)
            waiting.extend(nodes[name].input)
    types = [nodes[name].op for name in needed]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients right until-nothing-new
def ingredients(tensor):
    needed = {tensor.op}
    while True:
        more = {part.op for operation in needed for part in operation.inputs}
        more |= {before for operation in needed for before in operation.control_inputs}
        if more <= needed:
            break
        needed |= more
    result = {}
    for operation in needed:
        result.setdefault(operation.type, 0)
        result[operation.type] += 1
    return result


# %% graphs/ingredients right backwards-through-the-list
def ingredients(tensor):
    needed = {tensor.op.name}
    counts = {}
    for operation in reversed(tensor.graph.get_operations()):
        if operation.name in needed:
            counts[operation.type] = np.int64(counts.get(operation.type, 0) + 1)
            needed.update(part.op.name for part in operation.inputs)
            needed.update(before.name for before in operation.control_inputs)
    return counts


# %% graphs/ingredients right names-in-the-graph-def
def ingredients(tensor):
    nodes = {node.name: node for node in tensor.graph.as_graph_def().node}
    names, todo = set(), [tensor.op.name]
    while todo:
        name = todo.pop()
        if name not in names:
            names.add(name)
            todo += [part.lstrip("^").split(":")[0] for part in nodes[name].input]
    types = [nodes[name].op for name in names]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients right all-types-of-the-graph
def ingredients(tensor):
    counts = {operation.type: 0 for operation in tensor.graph.get_operations()}
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            counts[operation.type] += 1
            waiting += [one.op for one in operation.inputs] + list(operation.control_inputs)
    return counts


# %% graphs/ingredients right counts-while-it-walks
def ingredients(tensor):
    seen = set()
    counts = {}
    todo = [tensor.op]
    while todo:
        op = todo.pop()
        if op in seen:
            continue
        seen.add(op)
        counts[op.type] = counts.get(op.type, 0) + 1
        todo += [t.op for t in op.inputs] + list(op.control_inputs)
    return counts


# %% graphs/ingredients right knows-what-each-operation-needs
known = {}


def needed_by(operation):
    if operation not in known:
        needed = {operation}
        for before in [part.op for part in operation.inputs] + list(operation.control_inputs):
            needed |= needed_by(before)
        known[operation] = needed
    return known[operation]


def ingredients(tensor):
    types = [operation.type for operation in needed_by(tensor.op)]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients right by-their-ids
def ingredients(tensor):
    found = {}
    todo = [tensor.op]
    for operation in todo:
        if id(operation) not in found:
            found[id(operation)] = operation.type
            todo += [part.op for part in operation.inputs] + list(operation.control_inputs)
    types = list(found.values())
    return {kind: types.count(kind) for kind in set(types)}


# %% graphs/ingredients exempt *
# changes-its-input
#     the function is given a tensor: there is nothing in it that it could change
# condition: if ... not in ...: -> if True:
# call-dropped: ...id(operation)... -> ...operation...
#     what is seen is a set, or a dictionary: visiting an operation again takes time and changes no count
# name-of-the-operation: ...operation.name... -> ...getattr(operation, 'op', operation).name...
# name-of-the-operation: ...before.name... -> ...getattr(before, 'op', before).name...
#     inputs and control inputs are operations already
# name-of-the-operation: ...[tensor.op.name]) -> needed, waiting = (set(), [tensor.name])
#     the number of the output is cut off, as that of the inputs is
# comparison: if more <= needed: -> if more < needed:
#     no operation needs tensor.op, so what is needed has one element more
# other-graph-function: ...np.int64(...) -> ...np.int32(...)
#     the counts are whole numbers of any type
