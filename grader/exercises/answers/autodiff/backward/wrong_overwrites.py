# %% autodiff/backward wrong overwrites-with-a-stack misconception=overwrites-with-a-stack
def backward(nodes, output):
    order, values = [], {}

    waiting, seen = [(output, False)], set()
    while waiting:
        name, done = waiting.pop()
        if done:
            order.append(name)
        elif name not in seen:
            seen.add(name)
            waiting.append((name, True))
            if nodes[name][0] != "input":
                waiting += [(part, False) for part in nodes[name][1:]]
    for name in order:
        kind, *parts = nodes[name]
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
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
