# %% right stack
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


# %% right recursive
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


# %% right union-of-sets
def evaluations(runs):
    def needed(tensor):
        return {tensor.op.name}.union(*[needed(source) for source in tensor.op.inputs])

    counts = {}
    for fetched in runs:
        for name in set().union(*[needed(tensor) for tensor in fetched]):
            counts[name] = counts.get(name, 0) + 1
    return counts


# %% right backwards-over-the-graph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        wanted = {tensor.name for tensor in fetched}
        for op in reversed(fetched[0].graph.get_operations()):
            if any(output.name in wanted for output in op.outputs):
                wanted.update(tensor.name for tensor in op.inputs)
                counts[op.name] = counts.get(op.name, 0) + 1
    return counts


# %% right extracted-subgraph
def evaluations(runs):
    counts = {}
    for fetched in runs:
        definition = fetched[0].graph.as_graph_def()
        kept = tf.graph_util.extract_sub_graph(definition, [t.op.name for t in fetched])
        for node in kept.node:
            counts[node.name] = counts.get(node.name, 0) + 1
    return counts


# %% wrong once mistake=once-for-ever
# says: you count a node once for all runs together. When a run ends, its values are dropped: the next run
#     evaluates the node again, so it counts once for each run that needs it.
def evaluations(runs):
    found = set()
    waiting = [tensor.op for fetched in runs for tensor in fetched]
    while waiting:
        op = waiting.pop()
        if op.name not in found:
            found.add(op.name)
            waiting.extend(tensor.op for tensor in op.inputs)
    return {name: 1 for name in found}


# %% wrong each-fetch-anew mistake=once-for-each-fetch
# says: you start afresh for each tensor that is fetched. Tensors that are fetched in one run share their
#     nodes: within a run, a node counts once.
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


# %% wrong every-path mistake=once-for-each-path
# says: you count a node once for every path that leads to it. Within a run, a node is evaluated once, and
#     all that need it get the same value: remember which nodes you have seen.
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


# %% wrong fetched-only mistake=only-what-is-fetched
# says: you count only the fetched nodes. To evaluate them, a run evaluates all that they need: follow their
#     inputs back to the constants.
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            counts[tensor.op.name] = counts.get(tensor.op.name, 0) + 1
    return counts


# %% wrong sets-of-tensors mistake=once-for-each-tensor
# says: you count an operation once for each of its tensors. An operation with two outputs, such as
#     `tf.unstack`, is evaluated once: remember which operations you have seen.
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


# %% wrong whole-graph mistake=all-nodes-in-every-run
# says: you count all nodes of the graph once for each run. A run evaluates only the fetched nodes and those
#     that they need: follow their inputs.
def evaluations(runs):
    return {op.name: len(runs) for op in runs[0][0].graph.get_operations()}


# %% wrong default-graph mistake=in-the-default-graph
# says: you look for the operations in the default graph. The tensors may belong to another one:
#     `tensor.graph`.
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


# %% wrong operations-of-the-default-graph mistake=only-in-the-default-graph like=backwards-over-the-graph
# says: you look for the operations in the default graph. The tensors may belong to another one:
#     `tensor.graph`.
# -         for op in reversed(fetched[0].graph.get_operations()):
# +         for op in reversed(tf.get_default_graph().get_operations()):


# %% wrong without-constants mistake=without-constants like=stack
# says: you leave out the constants. They are operations as well: a run evaluates those that it needs.
# -         found = set()
# -         waiting = [tensor.op for tensor in fetched]
# +         found, waiting = set(), [tensor.op for tensor in fetched]
# -             if op.name not in found:
# +             if op.name not in found and op.type != "Const":


# %% wrong tensor-names mistake=names-of-tensors
# says: your keys are names of tensors, such as `x:0`. The names of the operations are wanted:
#     `tensor.op.name`.
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


# %% wrong all-names-from-the-start mistake=with-zeros like=stack
# says: your counts are right, but operations that are never evaluated are in the dictionary, too, with the
#     count 0. Leave them out.
# -     counts = {}
# +     counts = {op.name: 0 for op in runs[0][0].graph.get_operations()}
# -         found = set()
# -         waiting = [tensor.op for tensor in fetched]
# +         found, waiting = set(), [tensor.op for tensor in fetched]
# -             counts[name] = counts.get(name, 0) + 1
# +             counts[name] += 1


# %% wrong forgets-return
def evaluations(runs):
    counts = {}
    for fetched in runs:
        for tensor in fetched:
            counts[tensor.op.name] = 1


# %% wrong fetched-tensors-twice
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


# %% wrong definition-of-the-default-graph like=extracted-subgraph
# -         definition = fetched[0].graph.as_graph_def()
# +         definition = tf.get_default_graph().as_graph_def()


# %% wrong remembers-by-name
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


# %% exempt stack
# condition: if op.name not in found: -> if True:
#     An operation is visited again, as are all before it; `found` is a set, and the graph has no loops.


# %% exempt *
# name-of-the-operation: ...
#     An operation has no attribute `op`: it stays itself.
# changes-its-input
#     The text does not say that the caller needs the list again.


# %% exempt recursive
# returns-none: return found -> found
#     What the inner calls return is not used: the caller's set was filled.


# %% exempt backwards-over-the-graph
# constant: for op in reversed(fetched[0].graph... -> for op in reversed(fetched[-1].graph...
#     All tensors are from one graph.


# %% exempt extracted-subgraph
# constant: definition = fetched[0].graph... -> definition = fetched[-1].graph...
#     All tensors are from one graph.
