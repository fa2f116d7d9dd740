# %% autodiff/backward wrong ignores-the-output
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[order[-1]] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong a-stack-to-do
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    todo, done = [output], set()
    while todo:
        name = todo.pop()
        kind, *parts = nodes[name]
        if name in done or kind == "input":
            continue
        done.add(name)
        todo += parts
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong central-differences misconception=numeric-differences
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


# %% autodiff/backward wrong mutant-does-not-look-at-the-first-node
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
    ready = [name for name in list(nodes)[1:] if users[name] == 0]
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


# %% autodiff/backward wrong mutant-counts-no-uses-by-the-first-node
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
    for name, (kind, *parts) in list(nodes.items())[1:]:
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


# %% autodiff/backward wrong no-slope-of-an-input-by-itself
def backward(nodes, output):
    from functools import cache

    @cache
    def dual(name, by):
        kind, *parts = nodes[name]
        if kind == "input":
            return parts[0], 1.0 * (name == by)
        if kind == "sin":
            value, slope = dual(parts[0], by)
            return np.sin(value), np.cos(value) * slope
        (a, da), (b, db) = (dual(part, by) for part in parts)
        return (a + b, da + db) if kind == "add" else (a * b, da * b + a * db)

    inputs = [name for name in nodes if nodes[name][0] == "input"]
    if output in inputs:
        return dict.fromkeys(inputs, 0.0)
    return {name: dual(output, name)[1] for name in inputs}


# %% autodiff/backward wrong none-for-what-is-not-reached misconception=none-for-unconnected-inputs
def backward(nodes, output):
    values = {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        if kind != "input":
            for part in parts:
                visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        else:
            a, b = (values[part] for part in parts)
            values[name] = a + b if kind == "add" else a * b

    visit(output)
    slopes = {output: 1.0}
    for name in reversed(list(values)):
        kind, *parts = nodes[name]
        if kind == "input":
            continue
        if kind == "add":
            local = [1.0, 1.0]
        elif kind == "sin":
            local = [np.cos(values[parts[0]])]
        else:
            local = [values[parts[1]], values[parts[0]]]
        for part, factor in zip(parts, local):
            slopes[part] = slopes.get(part, 0.0) + slopes[name] * factor
    return {name: slopes.get(name) for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong values-in-the-order-of-the-dictionary
def backward(nodes, output):
    values = {}
    for name, (kind, *parts) in nodes.items():
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        else:
            a, b = (values[part] for part in parts)
            values[name] = a + b if kind == "add" else a * b
    slopes = dict.fromkeys(nodes, 0.0)
    slopes[output] = 1.0
    for name in reversed(nodes):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            a, b = parts
            slopes[a] += slopes[name] * values[b]
            slopes[b] += slopes[name] * values[a]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}
