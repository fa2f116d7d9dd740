# %% lifetimes/evaluations right stack
def evaluations(runs):
    counts = {}
    for fetched in runs:
        found = set()
        waiting = [tensor.op for tensor in fetched]
        while waiting:
            op = waiting.pop()
            if op.name not in found:
                found.add(op.name)
                waiting.extend(tensor.op for tensor in op.inputs)
        for name in found:
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations right recursive
def evaluations(runs):
    from collections import Counter

    def needed(op, found):
        if op.name not in found:
            found.add(op.name)
            for tensor in op.inputs:
                needed(tensor.op, found)
        return found

    counts = Counter()
    for fetched in runs:
        found = set()
        for tensor in fetched:
            needed(tensor.op, found)
        counts.update(found)
    return counts


# %% lifetimes/evaluations right union-of-sets
def evaluations(runs):
    def needed(tensor):
        return {tensor.op.name}.union(*[needed(source) for source in tensor.op.inputs])

    counts = {}
    for fetched in runs:
        for name in set().union(*[needed(tensor) for tensor in fetched]):
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations right backwards-over-the-graph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        wanted = {tensor.name for tensor in fetched}
        for op in reversed(fetched[0].graph.get_operations()):
            if any(output.name in wanted for output in op.outputs):
                wanted.update(tensor.name for tensor in op.inputs)
                counts[op.name] = counts.get(op.name, 0) + 1
    return counts


# %% lifetimes/evaluations right extracted-subgraph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        definition = fetched[0].graph.as_graph_def()
        kept = tf.graph_util.extract_sub_graph(definition, [t.op.name for t in fetched])
        for node in kept.node:
            counts[node.name] = counts.get(node.name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong once misconception=once-for-ever
def evaluations(runs):
    found = set()
    waiting = [tensor.op for fetched in runs for tensor in fetched]
    while waiting:
        op = waiting.pop()
        if op.name not in found:
            found.add(op.name)
            waiting.extend(tensor.op for tensor in op.inputs)
    return {name: 1 for name in found}


# %% lifetimes/evaluations wrong each-fetch-anew misconception=once-for-each-fetch
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            found, waiting = set(), [tensor.op]
            while waiting:
                op = waiting.pop()
                if op.name not in found:
                    found.add(op.name)
                    waiting.extend(source.op for source in op.inputs)
            for name in found:
                counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong every-path misconception=once-for-each-path
def evaluations(runs):
    counts = {}

    def visit(op):
        counts[op.name] = counts.get(op.name, 0) + 1
        for tensor in op.inputs:
            visit(tensor.op)

    for fetched in runs:
        for tensor in fetched:
            visit(tensor.op)
    return counts


# %% lifetimes/evaluations wrong fetched-only misconception=only-what-is-fetched
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            counts[tensor.op.name] = counts.get(tensor.op.name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong whole-graph misconception=all-nodes-in-every-run
def evaluations(runs):
    return {op.name: len(runs) for op in runs[0][0].graph.get_operations()}


# %% lifetimes/evaluations wrong tensor-names misconception=names-of-tensors
def evaluations(runs):
    counts = {}
    for fetched in runs:
        found, waiting = set(), list(fetched)
        while waiting:
            tensor = waiting.pop()
            if tensor.name not in found:
                found.add(tensor.name)
                waiting.extend(tensor.op.inputs)
        for name in found:
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong forgets-return
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            counts[tensor.op.name] = 1


# %% lifetimes/evaluations wrong sets-of-tensors misconception=once-for-each-tensor
def evaluations(runs):
    counts = {}
    for fetched in runs:
        found, waiting = set(), list(fetched)
        while waiting:
            tensor = waiting.pop()
            if tensor.name not in found:
                found.add(tensor.name)
                name = tensor.op.name
                counts[name] = counts.get(name, 0) + 1
                waiting.extend(tensor.op.inputs)
    return counts


# %% lifetimes/evaluations wrong all-names-from-the-start misconception=with-zeros
def evaluations(runs):
    counts = {op.name: 0 for op in runs[0][0].graph.get_operations()}
    for fetched in runs:
        found, waiting = set(), [tensor.op for tensor in fetched]
        while waiting:
            op = waiting.pop()
            if op.name not in found:
                found.add(op.name)
                waiting.extend(tensor.op for tensor in op.inputs)
        for name in found:
            counts[name] += 1
    return counts


# %% lifetimes/evaluations wrong fetched-tensors-twice
def evaluations(runs):
    counts = {}
    for fetched in runs:
        found, waiting = set(), [tensor.op for tensor in fetched]
        names = [op.name for op in waiting]
        while waiting:
            op = waiting.pop()
            if op.name not in found:
                found.add(op.name)
                if op.name not in names:
                    names.append(op.name)
                waiting.extend(tensor.op for tensor in op.inputs)
        for name in names:
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong without-constants misconception=without-constants
def evaluations(runs):
    counts = {}
    for fetched in runs:
        found, waiting = set(), [tensor.op for tensor in fetched]
        while waiting:
            op = waiting.pop()
            if op.name not in found and op.type != "Const":
                found.add(op.name)
                waiting.extend(tensor.op for tensor in op.inputs)
        for name in found:
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong default-graph misconception=in-the-default-graph
def evaluations(runs):
    total = {}
    for run in runs:
        need = {t.op.name for t in run}
        for op in reversed(tf.get_default_graph().get_operations()):
            if op.name in need:
                need |= {i.op.name for i in op.inputs}
        for n in need:
            total[n] = total.get(n, 0) + 1
    return total


# %% lifetimes/evaluations wrong operations-of-the-default-graph misconception=only-in-the-default-graph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        wanted = {tensor.name for tensor in fetched}
        for op in reversed(tf.get_default_graph().get_operations()):
            if any(output.name in wanted for output in op.outputs):
                wanted.update(tensor.name for tensor in op.inputs)
                counts[op.name] = counts.get(op.name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong definition-of-the-default-graph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        definition = tf.get_default_graph().as_graph_def()
        kept = tf.graph_util.extract_sub_graph(definition, [t.op.name for t in fetched])
        for node in kept.node:
            counts[node.name] = counts.get(node.name, 0) + 1
    return counts


# %% lifetimes/evaluations wrong remembers-by-name
KNOWN = {}


def evaluations(runs):
    def needed(op):
        if op.name not in KNOWN:
            KNOWN[op.name] = {op.name}.union(*(needed(tensor.op) for tensor in op.inputs))
        return KNOWN[op.name]

    counts = {}
    for fetched in runs:
        for name in set().union(*(needed(tensor.op) for tensor in fetched)):
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% lifetimes/evaluations exempt stack
# condition: if op.name not in found: -> if True:
#     An operation is visited again, as are all before it; `found` is a set, and the graph has no loops.

# %% lifetimes/evaluations exempt *
# name-of-the-operation: ...
#     An operation has no attribute `op`: it stays itself.
# changes-its-input
#     The text does not say that the caller needs the list again.

# %% lifetimes/evaluations exempt recursive
# returns-none: return found -> found
#     What the inner calls return is not used: the caller's set was filled.

# %% lifetimes/evaluations exempt backwards-over-the-graph
# constant: for op in reversed(fetched[0].graph... -> for op in reversed(fetched[-1].graph...
#     All tensors are from one graph.

# %% lifetimes/evaluations exempt extracted-subgraph
# constant: definition = fetched[0].graph... -> definition = fetched[-1].graph...
#     All tensors are from one graph.
