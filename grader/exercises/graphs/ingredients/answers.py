# %% right stack
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


# %% right recursive
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


# %% right graphdef
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


# %% right until-nothing-new
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


# %% right names-in-the-graph-def
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


# %% right all-types-of-the-graph
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


# %% right counts-while-it-walks
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


# %% right by-their-ids
def ingredients(tensor):
    found = {}
    todo = [tensor.op]
    for operation in todo:
        if id(operation) not in found:
            found[id(operation)] = operation.type
            todo += [part.op for part in operation.inputs] + list(operation.control_inputs)
    types = list(found.values())
    return {kind: types.count(kind) for kind in set(types)}


# %% wrong only-inputs mistake=forgets-control-inputs
# says: your function follows the inputs only. An operation also waits for its `control_inputs`, so a run
#     needs them, too.
def ingredients(tensor):
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            waiting += [part.op for part in operation.inputs]
    types = [operation.type for operation in seen]
    return {kind: types.count(kind) for kind in types}


# %% wrong names mistake=counts-names
# says: you count names. The type of an operation is `op.type`; its name may be anything, even the type of
#     another operation.
def ingredients(tensor):
    seen = {}

    def visit(operation):
        if operation.name not in seen:
            seen[operation.name] = 1
            for needed in [part.op for part in operation.inputs] + operation.control_inputs:
                visit(needed)

    visit(tensor.op)
    return seen


# %% wrong whole-graph mistake=the-whole-graph
# says: you also count operations that the tensor does not need. A run computes only what the tensor needs:
#     start at tensor.op and follow the inputs.
def ingredients(tensor):
    counts = {}
    for operation in tensor.graph.get_operations():
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% wrong all-made-up-to-it mistake=all-made-before-it like=whole-graph
# says: you also count operations that the tensor does not need. A run computes only what the tensor needs:
#     start at tensor.op and follow the inputs.
# -         counts[operation.type] = counts.get(operation.type, 0) + 1
# +         counts[operation.type] = counts.get(operation.type, 0) + 1
# +         if operation is tensor.op:
# +             break


# %% wrong each-path mistake=counts-shared-nodes-again
# says: you count a node once for each path that leads to it. A run evaluates it once: remember which
#     operations you have seen.
def ingredients(tensor):
    counts = {}

    def visit(operation):
        counts[operation.type] = counts.get(operation.type, 0) + 1
        for needed in [part.op for part in operation.inputs] + list(operation.control_inputs):
            visit(needed)

    visit(tensor.op)
    return counts


# %% wrong one-step mistake=one-step-back
# says: you look only one step back. The inputs have inputs, too: go on until you find nothing new.
def ingredients(tensor):
    operation = tensor.op
    near = {operation, *(part.op for part in operation.inputs), *operation.control_inputs}
    types = [each.type for each in near]
    return {kind: types.count(kind) for kind in types}


# %% wrong skips-what-earlier-calls-have-seen mistake=remembers-between-calls like=counts-while-it-walks
# says: your function leaves out what it counted in an earlier call. A default such as `seen=set()` is made
#     only once: make the set inside the function, so that each call starts with an empty one.
# - def ingredients(tensor):
# -     seen = set()
# + def ingredients(tensor, seen=set()):
# +     todo = [tensor.op]
# -     todo = [tensor.op]


# %% wrong strings mistake=counts-as-strings like=only-inputs
# says: your counts are right, but they are strings, not numbers.
# -             waiting += [part.op for part in operation.inputs]
# +             waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
# -     return {kind: types.count(kind) for kind in types}
# +     return {kind: str(types.count(kind)) for kind in types}


# %% wrong forgets-itself like=only-inputs
# -     seen, waiting = set(), [tensor.op]
# +     seen, waiting = set(), [part.op for part in tensor.op.inputs]
# -             waiting += [part.op for part in operation.inputs]
# +             waiting += [part.op for part in operation.inputs]
# +             waiting += operation.control_inputs


# %% wrong default-graph mistake=the-whole-graph like=whole-graph
# -     for operation in tensor.graph.get_operations():
# +     for operation in tf.get_default_graph().get_operations():


# %% wrong a-set-of-types like=graphdef
# -     return {kind: types.count(kind) for kind in types}
# +     return set(types)


# %% wrong each-type-once like=graphdef
# -     return {kind: types.count(kind) for kind in types}
# +     return dict.fromkeys(types, 1)


# %% wrong tensors-for-operations
def ingredients(tensor):
    counts = {}
    for part in tensor.op.inputs:
        counts[part.type] = counts.get(part.type, 0) + 1
    return counts


# %% wrong example-of-the-text
def ingredients(tensor):
    return {"Placeholder": 2, "Mul": 2, "AddV2": 2, "Const": 1}


# %% wrong returns-nothing
def ingredients(tensor):
    tensor.op.inputs


# %% wrong mutant-the-first-control-input-only like=names
# -             seen[operation.name] = 1
# -             for needed in [part.op for part in operation.inputs] + operation.control_inputs:
# +             seen[operation.name] = operation.type
# +             for needed in [part.op for part in operation.inputs] + operation.control_inputs[:1]:
# -     return seen
# +     types = list(seen.values())
# +     return {kind: types.count(kind) for kind in types}


# %% wrong mutant-what-has-no-inputs-waits-for-nothing like=stack
# -         operation = waiting.pop()
# +         operation = waiting.pop()
# +         if not operation.inputs:
# +             continue


# %% wrong counts-outputs
def ingredients(tensor):
    seen, waiting = set(), [tensor]
    while waiting:
        part = waiting.pop()
        if part.name not in seen:
            seen.add(part.name)
            waiting += list(part.op.inputs)
            for before in part.op.control_inputs:
                waiting += before.outputs[:1]
    types = [tensor.graph.get_tensor_by_name(name).op.type for name in seen]
    return {kind: types.count(kind) for kind in types}


# %% wrong mutant-names-with-a-number-of-an-output like=graphdef
# -         name = waiting.pop().lstrip("^").split(":")[0]
# +         name = waiting.pop().lstrip("^")


# %% wrong mutant-nothing-for-a-single-operation like=only-inputs
# -     seen, waiting = set(), [tensor.op]
# +     seen, waiting = set(), [tensor.op] if tensor.op.inputs or tensor.op.control_inputs else []
# -             waiting += [part.op for part in operation.inputs]
# +             waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)


# %% wrong remembers-what-it-has-seen like=stack
# - def ingredients(tensor):
# -     seen, waiting = {tensor.op}, [tensor.op]
# + def ingredients(tensor, seen=set()):
# +     seen.add(tensor.op)
# +     waiting = [tensor.op]


# %% wrong without-constants like=stack
# -             if needed not in seen:
# +             if needed not in seen and needed.type != "Const":


# %% wrong one-set-for-all-calls mistake=remembers-between-calls
seen = set()


def ingredients(tensor):
    counts = {}

    def visit(operation):
        if operation not in seen:
            seen.add(operation)
            counts[operation.type] = counts.get(operation.type, 0) + 1
            for needed in [part.op for part in operation.inputs] + list(operation.control_inputs):
                visit(needed)

    visit(tensor.op)
    return counts


# %% wrong one-dictionary-for-all-calls
def ingredients(tensor, counts={}):
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            counts[operation.type] = counts.get(operation.type, 0) + 1
            waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    return counts


# %% wrong mutant-the-same-counts-for-all-tensors-of-a-graph
known = {}


def ingredients(tensor):
    if tensor.graph not in known:
        seen, waiting = set(), [tensor.op]
        while waiting:
            operation = waiting.pop()
            if operation not in seen:
                seen.add(operation)
                waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
        types = [operation.type for operation in seen]
        known[tensor.graph] = {kind: types.count(kind) for kind in types}
    return known[tensor.graph]


# %% wrong one-for-each-type-and-inputs
def ingredients(tensor):
    seen, waiting = {}, [tensor.op]
    while waiting:
        operation = waiting.pop()
        inputs = tuple(part.name for part in operation.inputs)
        key = (operation.type, inputs, "" if inputs else operation.name)
        if key not in seen:
            seen[key] = operation.type
            waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    types = list(seen.values())
    return {kind: types.count(kind) for kind in types}


# %% wrong counts-what-several-wait-for-again
def ingredients(tensor):
    seen, counts = set(), {}

    def visit(operation):
        counts[operation.type] = counts.get(operation.type, 0) + 1
        for before in operation.control_inputs:
            visit(before)
        for part in operation.inputs:
            if part.op not in seen:
                seen.add(part.op)
                visit(part.op)

    visit(tensor.op)
    return counts


# %% wrong backwards-through-the-list
def ingredients(tensor):
    needed = {tensor.op.name}
    counts = {}
    for operation in reversed(tensor.graph.get_operations()):
        if operation.name in needed:
            counts[operation.type] = np.int64(counts.get(operation.type, 0) + 1)
            needed.update(part.op.name for part in operation.inputs)
            needed.update(before.name for before in operation.control_inputs)
    return counts


# %% wrong knows-what-each-operation-needs
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


# %% exempt *
# changes-its-input
#     the function is given a tensor: there is nothing in it that it could change
# condition: if ... not in ...: -> if True:
# call-dropped: ...id(operation)... -> ...operation...
#     what is seen is a set, or a dictionary: visiting an operation again takes time and changes no count
# name-of-the-operation: ...operation.name... -> ...getattr(operation, 'op', operation).name...
#     inputs and control inputs are operations already
# name-of-the-operation: ...[tensor.op.name]) -> needed, waiting = (set(), [tensor.name])
#     the number of the output is cut off, as that of the inputs is
# comparison: if more <= needed: -> if more < needed:
#     no operation needs tensor.op, so what is needed has one element more
