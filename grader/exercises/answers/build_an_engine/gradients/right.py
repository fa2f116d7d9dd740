# %% build_an_engine/gradients right plain
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node not in slopes or not node.inputs:
            continue
        parts = rules[node.kind](graph, node, slopes[node])
        for source, part in zip(node.inputs, parts):
            if part is None:
                continue
            if source in slopes:
                slopes[source] = graph.add("add", [slopes[source], part])
            else:
                slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients right lists-of-parts
def gradients(graph, y, xs, rules):
    nodes = graph.nodes[: graph.nodes.index(y) + 1]
    parts = {node: [] for node in graph.nodes}
    parts[y].append(graph.add("constant", value=1.0))
    slope = {}
    for node in nodes[::-1]:
        if not parts[node]:
            continue
        total, *others = parts[node]
        for part in others:
            total = graph.add("add", [total, part])
        slope[node] = total
        if node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, total)):
                if part is not None:
                    parts[source].append(part)
    return [slope[x] if x in slope else None for x in xs]


# %% build_an_engine/gradients right only-the-way-to-y
def gradients(graph, y, xs, rules):
    needed, waiting = set(), [y]
    while waiting:
        node = waiting.pop()
        if node not in needed:
            needed.add(node)
            waiting.extend(node.inputs)
    slopes = dict.fromkeys(needed)
    slopes[y] = graph.add("constant", name="one", value=np.float32(1))
    for node in [node for node in graph.nodes if node in needed][::-1]:
        g = slopes[node]
        if g is None or not len(node.inputs):
            continue
        for source, part in zip(node.inputs, rules[node.kind](graph, node, g)):
            if part is not None:
                before = slopes[source]
                slopes[source] = graph.add("add", [part, before]) if before else part
    return [slopes.get(x, None) for x in xs]


# %% build_an_engine/gradients right counting-users
def gradients(graph, y, xs, rules):
    users, seen, waiting = {y: 0}, {y}, [y]
    while waiting:
        node = waiting.pop()
        for source in node.inputs:
            users[source] = users.get(source, 0) + 1
            if source not in seen:
                seen.add(source)
                waiting.append(source)
    slopes = {y: graph.add("constant", value=1.0)}
    ready = [y]
    while ready:
        node = ready.pop()
        if not node.inputs:
            continue
        parts = [None] * len(node.inputs)
        if node in slopes:
            parts = rules[node.kind](graph, node, slopes[node])
        for source, part in zip(node.inputs, parts):
            if part is not None:
                if source in slopes:
                    part = graph.add("add", [slopes[source], part])
                slopes[source] = part
            users[source] -= 1
            if users[source] == 0:
                ready.append(source)
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients right by-position
def gradients(graph, y, xs, rules):
    nodes = list(graph.nodes)
    position = {node: number for number, node in enumerate(nodes)}
    slopes = [None] * len(nodes)
    slopes[position[y]] = graph.add("constant", value=1.0)
    for number in range(position[y], -1, -1):
        node = nodes[number]
        if slopes[number] is not None and node.inputs:
            found = rules[node.kind](graph, node, slopes[number])
            for source, part in zip(node.inputs, found):
                place = position[source]
                if part is not None:
                    old = slopes[place]
                    slopes[place] = part if old is None else graph.add("add", (old, part))
    return [slopes[position[x]] for x in xs]


# %% build_an_engine/gradients exempt *
# truth-for-none: ...
# none-for-truth: ...
#     A node counts as true, so `if node` asks whether there is one.
# remembers-results
#     The same call in the same graph may give the nodes that are there already: they are right.


# %% build_an_engine/gradients exempt plain
# rounds: for node in reversed(list(graph.nodes)): -> for node in list(reversed(list(graph.nodes)))[1:]:
# rounds: for node in reversed(list(graph.nodes)): -> for node in list(reversed(list(graph.nodes)))[:-1]:
#     The last node is the new constant, the first one of a graph has no inputs: neither has a rule.


# %% build_an_engine/gradients exempt lists-of-parts
# constant: nodes = graph.nodes[:graph.nodes.index(y) + 1] -> nodes = graph.nodes[:graph.nodes.index(y) + 2]
#     No slope comes to the node behind y, or it is the new constant, which has no rule.


# %% build_an_engine/gradients exempt only-the-way-to-y
# other-graph-function: ...value=np.float32(1)... -> ...value=np.float64(1)...
#     The text does not say of which type the 1.0 is.
# rounds: for node in [node for node in graph.nodes if node in needed][::-1]: -> for node in list(...)[:-1]:
# rounds: for node in [node for node in graph.nodes if node in needed]... -> ...list(graph.nodes)[1:] if...
# rounds: for node in [node for node in graph.nodes if node in needed]... -> ...list(graph.nodes)[:-1] if...
#     The last node is the new constant, the first one has no inputs: neither has a rule.
# argument-dropped: return [slopes.get(x, None) for x in xs] -> return [slopes.get(x) for x in xs]
#     `get` gives None where nothing else is said.


# %% build_an_engine/gradients exempt counting-users
# item-dropped: users, seen, waiting = ({y: 0}, {y}, [y]) -> users, seen, waiting = ({}, {y}, [y])
# constant: users, seen, waiting = ({y: 0}, {y}, [y]) -> ...
#     No node that y needs has y as an input, so nobody asks for this number.


# %% build_an_engine/gradients exempt by-position
# rounds: for number in range(position[y], -1, -1): -> for number in list(range(position[y], -1, -1))[:-1]:
# range: for number in range(position[y], -1, -1): -> for number in range(position[y], -1 + 1, -1):
# constant: for number in range(position[y], -1, -1): -> for number in range(position[y], -0, -1):
#     The first node of a graph has no inputs, and so no rule.


# %% build_an_engine/gradients right rules-with-a-default
def gradients(graph, y, xs, rules):
    """Looks up every rule, but minds if there is none."""
    slopes = {y: graph.add("constant", value=1.0)}
    for node in list(graph.nodes)[::-1]:
        rule = rules.get(node.kind)
        if rule is None or node not in slopes:
            continue
        for source, part in zip(node.inputs, rule(graph, node, slopes[node])):
            if part is not None:
                known = slopes.get(source)
                slopes[source] = part if known is None else graph.add("add", [known, part])
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients exempt rules-with-a-default
# rounds: ...
#     The last node is the new constant, the first one of a graph has no inputs: neither has a rule.
