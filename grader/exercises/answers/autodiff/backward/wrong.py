# %% autodiff/backward wrong overwrites-slopes misconception=overwrites
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

    visit(output)
    slopes = {output: 1.0}
    for name in reversed(order):
        if name not in slopes:
            continue
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] = slopes[name]
            slopes[parts[1]] = slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] = slopes[name] * values[parts[1]]
            slopes[parts[1]] = slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] = slopes[name] * np.cos(values[parts[0]])
    return {name: slopes.get(name, 0.0) for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong breadth-first misconception=goes-on-too-early
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
    queue = [output]
    for name in queue:
        if nodes[name][0] != "input":
            for part in nodes[name][1:]:
                if part not in queue:
                    queue.append(part)
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


# %% autodiff/backward wrong same-value misconception=its-own-value
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
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[0]]
            slopes[parts[1]] += slopes[name] * values[parts[1]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong a-dict-of-parts misconception=twice-in-one-node-counts-once
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
    for name in reversed(order):
        kind, *parts = nodes[name]
        local = {}
        if kind == "add":
            local = {parts[0]: 1.0, parts[1]: 1.0}
        elif kind == "multiply":
            local = {parts[0]: values[parts[1]], parts[1]: values[parts[0]]}
        elif kind == "sin":
            local = {parts[0]: np.cos(values[parts[0]])}
        for part, factor in local.items():
            slopes[part] += slopes[name] * factor
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong only-what-is-reached misconception=leaves-out-unconnected-inputs
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

    visit(output)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
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
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input" and name in order}


# %% autodiff/backward wrong all-nodes misconception=names-all-nodes
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
    return slopes


# %% autodiff/backward wrong a-list
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
    return [slopes[name] for name in nodes if nodes[name][0] == "input"]


# %% autodiff/backward wrong sine-of-sine
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
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.sin(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong order-of-the-dictionary misconception=in-the-order-of-the-dictionary
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
    for name in reversed(list(nodes)):
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


# %% autodiff/backward wrong every-path
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

    slopes = {name: 0.0 for name in nodes if nodes[name][0] == "input"}

    def follow(name, slope):
        kind, *parts = nodes[name]
        if kind == "input":
            slopes[name] += slope
        elif kind == "add":
            follow(parts[0], slope)
            follow(parts[1], slope)
        elif kind == "multiply":
            follow(parts[0], slope * value(parts[1]))
            follow(parts[1], slope * value(parts[0]))
        else:
            follow(parts[0], slope * np.cos(value(parts[0])))

    follow(output, 1.0)
    return slopes
