# %% autodiff/backward right visit-and-sweep
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


# %% autodiff/backward right counts-the-users
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


# %% autodiff/backward right asks-the-users
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


# %% autodiff/backward right tape-of-closures
def backward(nodes, output):
    values, slopes, tape = {}, dict.fromkeys(nodes, 0.0), []

    def record(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        if kind == "input":
            values[name] = parts[0]
            return
        for part in parts:
            record(part)
        a, b = parts[0], parts[-1]
        if kind == "add":
            values[name] = values[a] + values[b]
            tape.append((name, [(a, 1.0), (b, 1.0)]))
        elif kind == "multiply":
            values[name] = values[a] * values[b]
            tape.append((name, [(a, values[b]), (b, values[a])]))
        else:
            values[name] = np.sin(values[a])
            tape.append((name, [(a, np.cos(values[a]))]))

    record(output)
    slopes[output] = 1.0
    for name, entries in tape[::-1]:
        for part, factor in entries:
            slopes[part] += factor * slopes[name]
    return {name: slopes[name] for name, node in nodes.items() if node[0] == "input"}


# %% autodiff/backward right forward-mode-in-disguise
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


# %% autodiff/backward right lets-tensorflow-do-it
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


# %% autodiff/backward right a-pass-for-each-input
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
