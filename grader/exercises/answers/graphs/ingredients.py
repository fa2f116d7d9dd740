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


# %% graphs/ingredients wrong only-inputs misconception=forgets-control-inputs
def ingredients(tensor):
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        seen.add(operation)
        waiting += [part.op for part in operation.inputs]
    types = [operation.type for operation in seen]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong names misconception=counts-names
def ingredients(tensor):
    seen = {}

    def visit(operation):
        if operation.name not in seen:
            seen[operation.name] = 1
            for needed in [part.op for part in operation.inputs] + operation.control_inputs:
                visit(needed)

    visit(tensor.op)
    return seen


# %% graphs/ingredients wrong whole-graph misconception=the-whole-graph
def ingredients(tensor):
    counts = {}
    for operation in tensor.graph.get_operations():
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% graphs/ingredients wrong each-path misconception=counts-shared-nodes-again
def ingredients(tensor):
    counts = {}

    def visit(operation):
        counts[operation.type] = counts.get(operation.type, 0) + 1
        for needed in [part.op for part in operation.inputs] + list(operation.control_inputs):
            visit(needed)

    visit(tensor.op)
    return counts


# %% graphs/ingredients wrong one-step misconception=one-step-back
def ingredients(tensor):
    operation = tensor.op
    near = {operation, *(part.op for part in operation.inputs), *operation.control_inputs}
    types = [each.type for each in near]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong forgets-itself
def ingredients(tensor):
    seen, waiting = set(), [part.op for part in tensor.op.inputs]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            waiting += [part.op for part in operation.inputs]
            waiting += operation.control_inputs
    types = [operation.type for operation in seen]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong default-graph misconception=the-whole-graph
def ingredients(tensor):
    counts = {}
    for operation in tf.get_default_graph().get_operations():
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% graphs/ingredients wrong a-set-of-types
def ingredients(tensor):
    types, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        types.add(operation.type)
        waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    return types


# %% graphs/ingredients wrong each-type-once
def ingredients(tensor):
    types, waiting = {}, [tensor.op]
    while waiting:
        operation = waiting.pop()
        types[operation.type] = 1
        waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    return types


# %% graphs/ingredients wrong tensors-for-operations
def ingredients(tensor):
    counts = {}
    for part in tensor.op.inputs:
        counts[part.type] = counts.get(part.type, 0) + 1
    return counts


# %% graphs/ingredients wrong example-of-the-text
def ingredients(tensor):
    return {"Placeholder": 2, "Mul": 2, "AddV2": 2, "Const": 1}


# %% graphs/ingredients wrong returns-nothing
def ingredients(tensor):
    tensor.op.inputs


# %% graphs/ingredients wrong mutant-the-first-control-input-only
def ingredients(tensor):
    seen = {}

    def visit(operation):
        if operation.name not in seen:
            seen[operation.name] = operation.type
            for needed in [part.op for part in operation.inputs] + operation.control_inputs[:1]:
                visit(needed)

    visit(tensor.op)
    types = list(seen.values())
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong mutant-what-has-no-inputs-waits-for-nothing
def ingredients(tensor):
    seen, waiting = {tensor.op}, [tensor.op]
    while waiting:
        operation = waiting.pop()
        if not operation.inputs:
            continue
        for needed in [part.op for part in operation.inputs] + list(operation.control_inputs):
            if needed not in seen:
                seen.add(needed)
                waiting.append(needed)
    types = [operation.type for operation in seen]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong counts-outputs
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


# %% graphs/ingredients wrong mutant-names-with-a-number-of-an-output
def ingredients(tensor):
    nodes = {node.name: node for node in tensor.graph.as_graph_def().node}
    needed, waiting = set(), [tensor.op.name]
    while waiting:
        name = waiting.pop().lstrip("^")
        if name not in needed:
            needed.add(name)
            waiting.extend(nodes[name].input)
    types = [nodes[name].op for name in needed]
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong mutant-nothing-for-a-single-operation
def ingredients(tensor):
    seen, waiting = set(), [tensor.op] if tensor.op.inputs or tensor.op.control_inputs else []
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    types = [operation.type for operation in seen]
    return {kind: types.count(kind) for kind in types}


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


# %% graphs/ingredients wrong remembers-what-it-has-seen
def ingredients(tensor, seen=set()):
    waiting = [tensor.op]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            waiting += [one.op for one in operation.inputs] + list(operation.control_inputs)
    counts = {}
    for operation in seen:
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


# %% graphs/ingredients wrong without-constants
def ingredients(tensor):
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        if operation not in seen and operation.type != "Const":
            seen.add(operation)
            waiting += [one.op for one in operation.inputs] + list(operation.control_inputs)
    counts = {}
    for operation in seen:
        counts[operation.type] = counts.get(operation.type, 0) + 1
    return counts


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


# %% graphs/ingredients wrong all-made-up-to-it misconception=the-whole-graph
def ingredients(tensor):
    counts = {}
    for operation in tensor.graph.get_operations():
        counts[operation.type] = counts.get(operation.type, 0) + 1
        if operation is tensor.op:
            break
    return counts


# %% graphs/ingredients exempt *
# changes-its-input
#     the function is given a tensor: there is nothing in it that it could change
# condition: if ... not in ...: -> if True:
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
