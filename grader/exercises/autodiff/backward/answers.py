# %% right visit-and-sweep
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        if kind == "input":
            values[name] = parts[0]
        else:
            for part in parts:
                visit(part)
            numbers = [values[part] for part in parts]
            if kind == "add":
                values[name] = numbers[0] + numbers[1]
            elif kind == "multiply":
                values[name] = numbers[0] * numbers[1]
            else:
                values[name] = np.sin(numbers[0])
        order.append(name)

    visit(output)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        slope = slopes[name]
        if kind == "add":
            slopes[parts[0]] += slope
            slopes[parts[1]] += slope
        elif kind == "multiply":
            slopes[parts[0]] += slope * values[parts[1]]
            slopes[parts[1]] += slope * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slope * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% right counts-the-users
def backward(nodes, output):
    import math

    inputs = {name for name in nodes if nodes[name][0] == "input"}
    values = {name: nodes[name][1] for name in inputs}
    while len(values) < len(nodes):
        for name, (kind, *parts) in nodes.items():
            if name not in values and all(part in values for part in parts):
                numbers = [values[part] for part in parts]
                if kind == "sin":
                    values[name] = math.sin(*numbers)
                else:
                    values[name] = sum(numbers) if kind == "add" else math.prod(numbers)
    users = {name: 0 for name in nodes}
    for name, (kind, *parts) in nodes.items():
        if name not in inputs:
            for part in parts:
                users[part] += 1
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    ready = [name for name in nodes if users[name] == 0]
    while ready:
        name = ready.pop()
        if name in inputs:
            continue
        kind, *parts = nodes[name]
        if kind == "multiply":
            local = [values[parts[1]], values[parts[0]]]
        elif kind == "sin":
            local = [math.cos(values[parts[0]])]
        else:
            local = [1, 1]
        for part, factor in zip(parts, local):
            slopes[part] += slopes[name] * factor
            users[part] -= 1
            if users[part] == 0:
                ready.append(part)
    return {name: slopes[name] for name in inputs}


# %% right asks-the-users
def backward(nodes, output):
    from functools import cache

    @cache
    def value(name):
        kind, *parts = nodes[name]
        if kind == "input":
            return parts[0]
        if kind == "sin":
            return np.sin(value(parts[0]))
        a, b = parts
        return value(a) + value(b) if kind == "add" else value(a) * value(b)

    @cache
    def slope(name):
        total = 1.0 if name == output else 0.0
        for user, (kind, *parts) in nodes.items():
            for place, part in enumerate(parts):
                if part != name or kind == "input":
                    continue
                if kind == "add":
                    total += slope(user)
                elif kind == "sin":
                    total += slope(user) * np.cos(value(name))
                else:
                    total += slope(user) * value(parts[1 - place])
        return total

    return {name: float(slope(name)) for name in nodes if nodes[name][0] == "input"}


# %% right forward-mode-in-disguise
def backward(nodes, output):
    from functools import cache

    inputs = [name for name in nodes if nodes[name][0] == "input"]

    @cache
    def dual(name):
        kind, *parts = nodes[name]
        if kind == "input":
            return parts[0], np.array([1.0 * (name == other) for other in inputs])
        if kind == "sin":
            value, slope = dual(parts[0])
            return np.sin(value), np.cos(value) * slope
        (a, da), (b, db) = map(dual, parts)
        return (a + b, da + db) if kind == "add" else (a * b, da * b + a * db)

    return dict(zip(inputs, dual(output)[1]))


# %% right lets-tensorflow-do-it
def backward(nodes, output):
    tensors = {}

    def tensor(name):
        if name not in tensors:
            kind, *parts = nodes[name]
            if kind == "input":
                tensors[name] = tf.constant(parts[0], tf.float64)
            else:
                make = {"add": tf.add, "multiply": tf.multiply, "sin": tf.sin}[kind]
                tensors[name] = make(*[tensor(part) for part in parts])
        return tensors[name]

    y = tensor(output)
    inputs = [name for name in nodes if nodes[name][0] == "input"]
    slopes = tf.gradients(y, [tensor(name) for name in inputs], unconnected_gradients="zero")
    with tf.Session() as session:
        return dict(zip(inputs, session.run(slopes)))


# %% right a-pass-for-each-input
def backward(nodes, output):
    from functools import cache

    def slope(by):
        @cache
        def dual(name):
            kind, *parts = nodes[name]
            if kind == "input":
                return parts[0], name == by
            if kind == "sin":
                value, moved = dual(parts[0])
                return np.sin(value), np.cos(value) * moved
            (a, da), (b, db) = map(dual, parts)
            return (a + b, da + db) if kind == "add" else (a * b, da * b + a * db)

        return dual(output)[1]

    return {name: slope(name) for name in nodes if nodes[name][0] == "input"}


# %% wrong overwrites-slopes mistake=overwrites like=visit-and-sweep
# says: where a value is used twice, you only keep the slope that arrived last. Slopes that arrive along
#     several paths must be added up.
# -             slopes[parts[0]] += slope
# -             slopes[parts[1]] += slope
# +             slopes[parts[0]] = slope
# +             slopes[parts[1]] = slope
# -             slopes[parts[0]] += slope * values[parts[1]]
# -             slopes[parts[1]] += slope * values[parts[0]]
# +             slopes[parts[0]] = slope * values[parts[1]]
# +             slopes[parts[1]] = slope * values[parts[0]]
# -             slopes[parts[0]] += slope * np.cos(values[parts[0]])
# +             slopes[parts[0]] = slope * np.cos(values[parts[0]])


# %% wrong overwrites-with-a-stack mistake=overwrites-with-a-stack like=visit-and-sweep
# says: where a value is used twice, you only keep the slope that arrived last. Slopes that arrive along
#     several paths must be added up.
# -             for part in parts:
# -                 visit(part)
# +             for part in reversed(parts):
# +                 visit(part)
# -             slopes[parts[0]] += slope
# -             slopes[parts[1]] += slope
# +             slopes[parts[0]] = slope
# +             slopes[parts[1]] = slope
# -             slopes[parts[0]] += slope * values[parts[1]]
# -             slopes[parts[1]] += slope * values[parts[0]]
# +             slopes[parts[0]] = slope * values[parts[1]]
# +             slopes[parts[1]] = slope * values[parts[0]]
# -             slopes[parts[0]] += slope * np.cos(values[parts[0]])
# +             slopes[parts[0]] = slope * np.cos(values[parts[0]])


# %% wrong breadth-first mistake=goes-on-too-early like=visit-and-sweep
# says: you go on from a node as soon as the first slope arrives, so what arrives later is lost. Wait until
#     all the nodes that use it are done: go through the nodes in the reverse of a topological order.
# -     for name in reversed(order):
# -         kind, *parts = nodes[name]
# +     queue = [output]
# +     for name in queue:
# +         kind, *parts = nodes[name]
# +         for part in parts if kind != "input" else []:
# +             if part not in queue:
# +                 queue.append(part)


# %% wrong same-value mistake=its-own-value like=visit-and-sweep
# says: in a product, you multiply by the input's own value. The slope of a·b with respect to a is the
#     *other* input, b.
# -             slopes[parts[0]] += slope * values[parts[1]]
# -             slopes[parts[1]] += slope * values[parts[0]]
# +             slopes[parts[0]] += slope * values[parts[0]]
# +             slopes[parts[1]] += slope * values[parts[1]]


# %% wrong a-dict-of-parts mistake=twice-in-one-node-counts-once like=visit-and-sweep
# says: a node like a·a has the same input twice. Both places count, so the slope is a + a; you count only
#     one of them.
# -             slopes[parts[0]] += slope
# -             slopes[parts[1]] += slope
# +             for part in {*parts}:
# +                 slopes[part] += slope
# -             slopes[parts[0]] += slope * values[parts[1]]
# -             slopes[parts[1]] += slope * values[parts[0]]
# +             for part, factor in {parts[0]: values[parts[1]], parts[1]: values[parts[0]]}.items():
# +                 slopes[part] += slope * factor


# %% wrong only-what-is-reached mistake=leaves-out-unconnected-inputs like=visit-and-sweep
# says: inputs that the output doesn't depend on are missing from your answer. Their slope is 0.0.
# -     return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}
# +     return {name: slopes[name] for name in order if nodes[name][0] == "input"}


# %% wrong none-for-what-is-not-reached mistake=none-for-unconnected-inputs like=visit-and-sweep
# says: inputs that the output doesn't depend on are None in your answer. Their slope is 0.0.
# -     return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}
# +     inputs = [name for name in nodes if nodes[name][0] == "input"]
# +     return {name: slopes[name] if name in values else None for name in inputs}


# %% wrong all-nodes mistake=names-all-nodes like=visit-and-sweep
# says: the slopes of the inputs are right, but your dictionary also contains other nodes. Return the slopes
#     of the inputs only.
# -     visit(output)
# +     for name in nodes:
# +         visit(name)
# -     return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}
# +     return slopes


# %% wrong order-of-the-dictionary mistake=in-the-order-of-the-dictionary like=visit-and-sweep
# says: you go back through the nodes in the order of the dictionary, which is no particular order. Find an
#     order first: each node after its inputs.
# -     visit(output)
# +     for name in nodes:
# +         visit(name)
# -     for name in reversed(order):
# +     for name in reversed(list(nodes)):


# %% wrong central-differences mistake=numeric-differences
# says: you move each input a little and see how the output moves. When the output is a huge number, that
#     difference is lost in rounding. Reverse mode needs no differences: it multiplies the slopes of the
#     steps, and goes back through each node once.
def backward(nodes, output):
    def compute(numbers):
        values = dict(numbers)

        def value(name):
            if name not in values:
                kind, *parts = nodes[name]
                if kind == "sin":
                    values[name] = np.sin(value(parts[0]))
                elif kind == "add":
                    values[name] = value(parts[0]) + value(parts[1])
                else:
                    values[name] = value(parts[0]) * value(parts[1])
            return values[name]

        return value(output)

    numbers = {name: node[1] for name, node in nodes.items() if node[0] == "input"}
    h = 1e-6
    slopes = {}
    for name, x in numbers.items():
        ahead, back = {**numbers, name: x + h}, {**numbers, name: x - h}
        slopes[name] = (compute(ahead) - compute(back)) / (2 * h)
    return slopes


# %% wrong a-list like=visit-and-sweep
# -     return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}
# +     return [slopes[name] for name in nodes if nodes[name][0] == "input"]


# %% wrong sine-of-sine like=visit-and-sweep
# -             slopes[parts[0]] += slope * np.cos(values[parts[0]])
# +             slopes[parts[0]] += slope * np.sin(values[parts[0]])


# %% wrong every-path like=forward-mode-in-disguise
# -     @cache
# -     def dual(name):
# +     def dual(name):


# %% wrong ignores-the-output like=visit-and-sweep
# -     visit(output)
# +     for name in nodes:
# +         visit(name)
# -     slopes[output] = 1.0
# +     slopes[order[-1]] = 1.0


# %% wrong a-stack-to-do like=visit-and-sweep
# -     for name in reversed(order):
# -         kind, *parts = nodes[name]
# -         slope = slopes[name]
# +     todo, done = [output], set()
# +     while todo:
# +         name = todo.pop()
# +         kind, *parts = nodes[name]
# +         slope = slopes[name]
# +         if name in done or kind == "input":
# +             continue
# +         done.add(name)
# +         todo += parts


# %% wrong hands-on-again-and-again like=visit-and-sweep
# -     for name in reversed(order):
# -         kind, *parts = nodes[name]
# -         slope = slopes[name]
# +     todo = [output]
# +     while todo:
# +         name = todo.pop()
# +         kind, *parts = nodes[name]
# +         slope = slopes[name]
# +         todo += parts if kind != "input" else []


# %% wrong equal-nodes-are-one like=visit-and-sweep
# -     for name in reversed(order):
# -         kind, *parts = nodes[name]
# +     names, found = list(nodes), list(nodes.values())
# +     for node in reversed([nodes[name] for name in order]):
# +         name = names[found.index(node)]
# +         kind, *parts = node


# %% wrong mutant-does-not-look-at-the-first-node like=counts-the-users
# -     ready = [name for name in nodes if users[name] == 0]
# +     ready = [name for name in list(nodes)[1:] if users[name] == 0]


# %% wrong mutant-counts-no-uses-by-the-first-node like=counts-the-users
# -     for name, (kind, *parts) in nodes.items():
# +     for name, (kind, *parts) in list(nodes.items())[1:]:


# %% wrong no-slope-of-an-input-by-itself like=a-pass-for-each-input
# -     return {name: slope(name) for name in nodes if nodes[name][0] == "input"}
# +     inputs = [name for name in nodes if nodes[name][0] == "input"]
# +     return {name: 0.0 if output in inputs else slope(name) for name in inputs}


# %% wrong values-in-the-order-of-the-dictionary like=visit-and-sweep
# -             for part in parts:
# -                 visit(part)
# -             numbers = [values[part] for part in parts]
# +             numbers = [values[part] for part in parts]
# -     visit(output)
# +     for name in nodes:
# +         visit(name)


# %% exempt *
# remembers-results
# changes-its-input
#     the slopes of the same nodes are always the same; who keeps the nodes is not said
# argument-dropped: tensors[name] = tf.constant(parts[0], tf.float64) -> ...
# other-graph-function: tensors[name] = tf.constant(parts[0], tf.float64) -> ...
#     nothing is said of how exact the slopes must be: float32 is enough
# none-passed-over: slopes = tf.gradients(..., unconnected_gradients='zero') -> ...
#     with 'zero' no gradient is None
# session-left-open...
#     the text does not ask to close a session
# initializer-again: ... -> session.run(tf.global_variables_initializer())
#     there are no variables


# %% exempt visit-and-sweep
# constant: values[name] = parts[0] -> values[name] = parts[-1]
# constant: values[name] = np.sin(numbers[0]) -> values[name] = np.sin(numbers[-1])
# constant: slopes[parts[0]] += slope * np.cos(values[parts[0]]) -> ...parts[-1]...
#     a single part is the first and the last
# constant: values[name] = numbers[0] + numbers[1] -> values[name] = numbers[0] + numbers[-1]
# constant: values[name] = numbers[0] * numbers[1] -> values[name] = numbers[0] * numbers[-1]
# constant: slopes[parts[1]] += slope... -> slopes[parts[-1]] += slope...
# constant: slopes[parts[0]] += slope * values[parts[1]] -> slopes[parts[0]] += slope * values[parts[-1]]
#     the second of two is the last
# rounds: for name in reversed(order): -> for name in list(reversed(order))[:-1]:
#     the order begins with an input, which has nothing to hand on


# %% exempt counts-the-users
# constant: values = {name: nodes[name][1] for name in inputs} -> ...nodes[name][-1]...
# constant: local = [values[parts[1]], values[parts[0]]] -> local = [values[parts[-1]], values[parts[0]]]
#     the second of two is the last
# constant: local = [math.cos(values[parts[0]])] -> local = [math.cos(values[parts[-1]])]
#     a single part is the first and the last
# boolean: if name not in values and all((part in values for part in parts)): -> if all(...
#     a value that is computed again is the same


# %% exempt asks-the-users
# constant: return parts[0] -> return parts[-1]
# constant: return np.sin(value(parts[0])) -> return np.sin(value(parts[-1]))
#     a single part is the first and the last
# boolean: if part != name or kind == 'input': -> if part != name:
#     the number of an input equals no name
# operands-swapped: total += slope(user) * value(parts[1 - place]) -> ...parts[place - 1])
# constant: total += slope(user) * value(parts[1 - place]) -> total += slope(user) * value(parts[-1 - place])
#     in a list of two, the places 0 and -2 are the same, and 1 and -1


# %% exempt forward-mode-in-disguise
# constant: return (parts[0], ... -> return (parts[-1], ...
# constant: value, slope = dual(parts[0]) -> value, slope = dual(parts[-1])
#     a single part is the first and the last
# constant: return dict(zip(inputs, dual(output)[1])) -> return dict(zip(inputs, dual(output)[-1]))
#     the second of two is the last


# %% exempt lets-tensorflow-do-it
# constant: tensors[name] = tf.constant(parts[0], tf.float64) -> ...parts[-1]...
#     a single part is the first and the last


# %% exempt a-pass-for-each-input
# constant: return (parts[0], name == by) -> return (parts[-1], name == by)
# constant: value, moved = dual(parts[0]) -> value, moved = dual(parts[-1])
# constant: return dual(output)[1] -> return dual(output)[-1]
#     a single part is the first and the last, and the second of two is the last
