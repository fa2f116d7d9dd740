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


# %% graphs/ingredients wrong all-made-up-to-it misconception=all-made-before-it
def ingredients(tensor):
    counts = {}
    for operation in tensor.graph.get_operations():
        counts[operation.type] = counts.get(operation.type, 0) + 1
        if operation is tensor.op:
            break
    return counts


# %% graphs/ingredients wrong skips-what-earlier-calls-have-seen misconception=remembers-between-calls
def ingredients(tensor, seen=set()):
    todo = [tensor.op]
    counts = {}
    while todo:
        op = todo.pop()
        if op in seen:
            continue
        seen.add(op)
        counts[op.type] = counts.get(op.type, 0) + 1
        todo += [t.op for t in op.inputs] + list(op.control_inputs)
    return counts


# %% graphs/ingredients wrong one-set-for-all-calls misconception=remembers-between-calls
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


# %% graphs/ingredients wrong one-dictionary-for-all-calls
def ingredients(tensor, counts={}):
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            counts[operation.type] = counts.get(operation.type, 0) + 1
            waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    return counts


# %% graphs/ingredients wrong mutant-the-same-counts-for-all-tensors-of-a-graph
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


# %% graphs/ingredients wrong strings misconception=counts-as-strings
def ingredients(tensor):
    seen, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    types = [operation.type for operation in seen]
    return {kind: str(types.count(kind)) for kind in types}


# %% graphs/ingredients wrong one-for-each-type-and-inputs
def ingredients(tensor):
    seen, waiting = {}, [tensor.op]
    while waiting:
        operation = waiting.pop()
        inputs = tuple(part.name for part in operation.inputs)
        seen[operation.type, inputs, "" if inputs else operation.name] = operation.type
        waiting += [part.op for part in operation.inputs] + list(operation.control_inputs)
    types = list(seen.values())
    return {kind: types.count(kind) for kind in types}


# %% graphs/ingredients wrong counts-what-several-wait-for-again
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
