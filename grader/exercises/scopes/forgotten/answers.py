# %% right two-walks
def forgotten(x, output):
    def walk(start, after):
        found, waiting = {start}, [start]
        while waiting:
            for operation in after(waiting.pop()):
                if operation not in found:
                    found.add(operation)
                    waiting.append(operation)
        return found

    reached = walk(x.op, lambda op: [user for out in op.outputs for user in out.consumers()])
    needed = walk(output.op, lambda op: [tensor.op for tensor in op.inputs])
    return sorted(op.name for op in reached - needed - {x.op})


# %% right recursive-sets-of-names
def forgotten(x, output):
    reached, needed = set(), set()

    def forwards(op):
        if op.name not in reached:
            reached.add(op.name)
            for tensor in op.outputs:
                for user in tensor.consumers():
                    forwards(user)

    def backwards(op):
        if op.name not in needed:
            needed.add(op.name)
            for tensor in op.inputs:
                backwards(tensor.op)

    forwards(x.op)
    backwards(output.op)
    return reached - needed - {x.op.name}


# %% right in-the-order-of-making
def forgotten(x, output):
    depends = {x.op.name}
    for op in x.graph.get_operations():
        if any(tensor.op.name in depends for tensor in op.inputs):
            depends.add(op.name)
    needed = {output.op.name}
    for op in reversed(x.graph.get_operations()):
        if op.name in needed:
            needed.update(tensor.op.name for tensor in op.inputs)
    return [name for name in sorted(depends - {x.op.name}) if name not in needed]


# %% right from-the-graph-def
def forgotten(x, output):
    nodes = {
        node.name: [text.split(":")[0] for text in node.input]
        for node in x.graph.as_graph_def().node
    }

    def needs(name, known):
        if name not in known:
            known.add(name)
            for part in nodes[name]:
                needs(part, known)
        return known

    needed = needs(output.op.name, set())
    needed.add(x.op.name)
    return tuple(name for name in nodes if name not in needed and x.op.name in needs(name, set()))


# %% right until-nothing-changes
def forgotten(x, output):
    operations = output.graph.get_operations()
    reached, needed = {x.op}, {output.op}
    changed = True
    while changed:
        before = len(reached) + len(needed)
        for op in operations:
            inputs = {tensor.op for tensor in op.inputs}
            if inputs & reached:
                reached.add(op)
            if op in needed:
                needed |= inputs
        changed = len(reached) + len(needed) != before
    return np.array(sorted(op.name for op in reached - {x.op} if op not in needed))


# %% right ancestors-by-extraction
def forgotten(x, output):
    def ancestors(op, found):
        for tensor in op.inputs:
            if tensor.op not in found:
                found.append(tensor.op)
                ancestors(tensor.op, found)
        return found

    needed = [output.op] + ancestors(output.op, [])
    return [
        op.name for op in x.graph.get_operations() if op not in needed and x.op in ancestors(op, [])
    ]


# %% wrong everything-not-needed mistake=everything-that-is-not-needed
# says: you list every operation that the output does not need. Some of them have nothing to do with x: list
#     only those that you can reach from x, going from a tensor to its consumers.
def forgotten(x, output):
    needed, waiting = {output.op}, [output.op]
    while waiting:
        for tensor in waiting.pop().inputs:
            if tensor.op not in needed:
                needed.add(tensor.op)
                waiting.append(tensor.op)
    return [op.name for op in output.graph.get_operations() if op not in needed]


# %% wrong everything-not-needed-but-x mistake=everything-but-x
# says: you list every operation that the output does not need. Some of them have nothing to do with x: list
#     only those that you can reach from x, going from a tensor to its consumers.
def forgotten(x, output):
    needed, todo = set(), [output.op]
    while todo:
        op = todo.pop()
        if op not in needed:
            needed.add(op)
            todo += [t.op for t in op.inputs]
    return [op.name for op in x.graph.get_operations() if op not in needed and op is not x.op]


# %% wrong loose-ends mistake=only-the-loose-ends
# says: you list only the operations whose result nobody uses. What leads to such an operation and to
#     nothing else is not needed either.
def forgotten(x, output):
    reached, waiting, ends = {x.op}, [x.op], []
    while waiting:
        op = waiting.pop()
        users = [user for tensor in op.outputs for user in tensor.consumers()]
        if not users and op is not output.op:
            ends.append(op.name)
        for user in users:
            if user not in reached:
                reached.add(user)
                waiting.append(user)
    return ends


# %% wrong every-dead-end mistake=all-loose-ends
# says: you list all operations whose result nobody uses, even those that do not depend on x. And what leads
#     to such an operation and to nothing else is not needed either.
def forgotten(x, output):
    return [
        op.name
        for op in x.graph.get_operations()
        if op is not output.op and not any(t.consumers() for t in op.outputs)
    ]


# %% wrong direct-users mistake=only-direct-users like=everything-not-needed
# says: you look only at the direct users of x. Their results have users, too: go on until you find nothing
#     new.
# -     return [op.name for op in output.graph.get_operations() if op not in needed]
# +     return [user.name for user in x.consumers() if user not in needed]


# %% wrong x-itself mistake=x-itself like=in-the-order-of-making
# says: your list contains x itself if the output does not need it. The operations that depend on x are
#     those you reach from it; x is only where you start.
# -     return [name for name in sorted(depends - {x.op.name}) if name not in needed]
# +     return sorted(depends - needed)


# %% wrong first-output-only mistake=only-first-outputs
# says: you follow only the first output of an operation. `tf.split`, for example, has several: go on from
#     each tensor in `op.outputs`.
def forgotten(x, output):
    reached, needed = [], {output.op}

    def forwards(tensor):
        for user in tensor.consumers():
            if user not in reached:
                reached.append(user)
                forwards(user.outputs[0])

    def backwards(op):
        for tensor in op.inputs:
            needed.add(tensor.op)
            backwards(tensor.op)

    forwards(x)
    backwards(output.op)
    return [op.name for op in reached if op not in needed]


# %% wrong output-itself mistake=output-itself
# says: your list contains the operation of `output`. It is needed, of course: begin the backward walk with
#     `output.op` itself, not with its inputs.
def forgotten(x, output):
    down, todo = set(), [x]
    while todo:
        for op in todo.pop().consumers():
            if op not in down:
                down.add(op)
                todo.extend(op.outputs)
    needed, todo = set(), list(output.op.inputs)
    while todo:
        op = todo.pop().op
        needed.add(op)
        todo.extend(op.inputs)
    return [op.name for op in down - needed]


# %% wrong no-gradient mistake=no-gradient
# says: you list the operations without a gradient. But `output` may need such an operation: no gradient
#     flows through a comparison, for example. Walk backwards from `output`, along inputs.
def forgotten(x, output):
    down, todo = set(), [x]
    while todo:
        for op in todo.pop().consumers():
            if op not in down:
                down.add(op)
                todo.extend(op.outputs)
    return [op.name for op in down if tf.gradients(output, op.outputs[0])[0] is None]


# %% wrong on-the-way mistake=what-is-needed
# says: you list what lies on the way from x to the output. Those nodes are fine; the forgotten ones can be
#     reached from x, but the output does not need them.
def forgotten(x, output):
    on_the_way = []

    def leads_to_x(op):
        found = op is x.op
        for tensor in op.inputs:
            found = leads_to_x(tensor.op) or found
        if found and op.name not in on_the_way:
            on_the_way.append(op.name)
        return found

    leads_to_x(output.op)
    return on_the_way


# %% wrong names-of-tensors like=in-the-order-of-making
# -     return [name for name in sorted(depends - {x.op.name}) if name not in needed]
# +     return [name + ":0" for name in depends - needed]


# %% wrong only-the-z
def forgotten(x, output):
    unused = [op for op in x.graph.get_operations() if not op.outputs[0].consumers()]
    return [op.name for op in unused if op.name.endswith("/z")]


# %% wrong the-operations
def forgotten(x, output):
    return [op for op in x.graph.get_operations() if not op.outputs[0].consumers()]


# %% wrong nothing-ever
def forgotten(x, output):
    return []


# %% wrong first-input-only
def forgotten(x, output):
    reached, waiting = set(), [x.op]
    while waiting:
        for tensor in waiting.pop().outputs:
            waiting += [op for op in tensor.consumers() if op not in reached]
            reached.update(tensor.consumers())
    needed, waiting = {output.op}, [tensor.op for tensor in output.op.inputs]
    while waiting:
        op = waiting.pop()
        needed.add(op)
        waiting += [tensor.op for tensor in op.inputs[:1]]
    return sorted(op.name for op in reached - needed)


# %% wrong all-placeholders
def forgotten(x, output):
    operations = output.graph.get_operations()
    inputs = {op.name for op in operations if op.type == "Placeholder"}
    depends = set(inputs)
    for op in operations:
        if any(tensor.op.name in depends for tensor in op.inputs):
            depends.add(op.name)
    needed = {output.op.name}
    for op in reversed(operations):
        if op.name in needed:
            needed.update(tensor.op.name for tensor in op.inputs)
    return sorted(depends - needed - inputs)


# %% wrong more-than-once
def forgotten(x, output):
    needed = set()

    def backwards(op):
        needed.add(op)
        for tensor in op.inputs:
            backwards(tensor.op)

    def forwards(tensor):
        found = []
        for op in tensor.consumers():
            found.append(op.name)
            for result in op.outputs:
                found += forwards(result)
        return found

    backwards(output.op)
    names = {op.name for op in needed}
    return [name for name in forwards(x) if name not in names]


# %% wrong stops-at-what-is-needed
def forgotten(x, output):
    needed, todo = {output.op}, [output.op]
    while todo:
        for tensor in todo.pop().inputs:
            if tensor.op not in needed:
                needed.add(tensor.op)
                todo.append(tensor.op)
    found, todo = set(), [x]
    while todo:
        for op in todo.pop().consumers():
            if op not in found and op not in needed:
                found.add(op)
                todo.extend(op.outputs)
    return [op.name for op in found]


# %% wrong in-the-default-graph
def forgotten(x, output):
    operations = tf.get_default_graph().get_operations()
    depends, needed = {x.op}, {output.op}
    for op in operations:
        if any(tensor.op in depends for tensor in op.inputs):
            depends.add(op)
    for op in reversed(operations):
        if op in needed:
            needed.update(tensor.op for tensor in op.inputs)
    return [op.name for op in depends - needed - {x.op}]


# %% exempt *
# changes-its-input
#     The arguments are tensors: there is nothing to empty.
# name-of-the-operation: ... -> ...getattr(op, 'op', op).name...
#     An operation has no `op`: the name is the same.
# call-dropped: ...sorted(... -> ...
#     The order of the names is free.
# rounds: ...get_operations()... -> ...list(...get_operations())[1:]...
# rounds: ...nodes... -> ...list(nodes)[1:]...
# rounds: for op in operations: -> for op in list(operations)[1:]:
# rounds: ... -> for op in list(reversed(x.graph.get_operations()))[:-1]:
#     The first operation of a graph has no inputs, and x itself does not count.


# %% exempt two-walks
# condition: if operation not in found: -> if True:
#     A graph has no cycles: it walks over a node more than once, and finds the same.


# %% exempt recursive-sets-of-names
# condition: if op.name not in ... -> if True:
#     A graph has no cycles: it walks over a node more than once, and finds the same.


# %% exempt from-the-graph-def
# condition: if name not in known: -> if True:
#     A graph has no cycles: it walks over a node more than once, and finds the same.


# %% exempt ancestors-by-extraction
# condition: if tensor.op not in found: -> if True:
#     A graph has no cycles: it walks over a node more than once, and finds the same.
