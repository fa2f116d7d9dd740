# %% build_an_engine/gradients wrong begins-with-y misconception=starts-from-y
def gradients(graph, y, xs, rules):
    slopes = {y: y}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
                if part is not None:
                    known = slopes.get(source)
                    slopes[source] = part if known is None else graph.add("add", [known, part])
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong last-one-counts misconception=overwrites
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong breadth-first misconception=passes-on-too-early
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    queue, visited = [y], set()
    for node in queue:
        if node in visited or not node.inputs:
            continue
        visited.add(node)
        parts = rules[node.kind](graph, node, slopes[node])
        for source, part in zip(node.inputs, parts):
            if part is None:
                continue
            if source in slopes:
                part = graph.add("add", [slopes[source], part])
            slopes[source] = part
            queue.append(source)
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong all-ways misconception=every-way
def gradients(graph, y, xs, rules):
    slopes, ways = {}, [(y, graph.add("constant", value=1.0))]
    while ways:
        node, g = ways.pop()
        slopes[node] = graph.add("add", [slopes[node], g]) if node in slopes else g
        if node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, g)):
                if part is not None:
                    ways.append((source, part))
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong zeros misconception=zeros-for-none
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    old = slopes.get(source)
                    slopes[source] = part if old is None else graph.add("add", [old, part])
    return [slopes[x] if x in slopes else graph.add("constant", value=0.0) for x in xs]


# %% build_an_engine/gradients wrong recursion misconception=too-deep
def gradients(graph, y, xs, rules):
    users = {}
    for node in list(graph.nodes):
        for number, source in enumerate(node.inputs):
            users.setdefault(source, []).append((node, number))
    memo = {y: graph.add("constant", value=1.0)}
    asked = {}

    def slope(node):
        if node in memo:
            return memo[node]
        total = None
        for user, number in users.get(node, ()):
            g = slope(user)
            if g is None:
                continue
            if user not in asked:
                asked[user] = rules[user.kind](graph, user, g)
            part = asked[user][number]
            if part is not None:
                total = part if total is None else graph.add("add", [total, part])
        memo[node] = total
        return total

    return [slope(x) for x in xs]


# %% build_an_engine/gradients wrong xs-are-leaves misconception=stops-at-an-x
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in graph.nodes[::-1]:
        if node in slopes and node.inputs and node not in xs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
                if part is not None:
                    both = source in slopes
                    slopes[source] = graph.add("add", [slopes[source], part]) if both else part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong numbers
def gradients(graph, y, xs, rules):
    return [1.0 for x in xs]


# %% build_an_engine/gradients wrong a-dictionary
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
                slopes[source] = part
    return slopes


# %% build_an_engine/gradients wrong forgets-the-none
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
                old = slopes.get(source)
                slopes[source] = part if old is None else graph.add("add", [old, part])
    return [slopes[x] for x in xs]


# %% build_an_engine/gradients wrong depth-first
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    todo, visited = [y], set()
    while todo:
        node = todo.pop()
        if node in visited or not node.inputs:
            continue
        visited.add(node)
        for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
            if part is None:
                continue
            if source in slopes:
                part = graph.add("add", [slopes[source], part])
            slopes[source] = part
            todo.append(source)
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong a-none-as-the-first-part
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if slopes.get(node) is None or not node.inputs:
            continue
        for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
            if source in slopes and part is not None:
                slopes[source] = graph.add("add", [slopes[source], part])
            elif source not in slopes:
                slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong a-none-as-a-later-part
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if slopes.get(node) is None or not node.inputs:
            continue
        for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
            if slopes.get(source) is not None:
                slopes[source] = graph.add("add", [slopes[source], part])
            else:
                slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong asks-a-rule-with-none
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
                before = slopes.get(source)
                if before is not None and part is not None:
                    part = graph.add("add", [before, part])
                slopes[source] = before if part is None else part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong mutant-stops-at-a-none
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node not in slopes or not node.inputs:
            continue
        for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
            if part is None:
                break
            if source in slopes:
                part = graph.add("add", [slopes[source], part])
            slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong mutant-remembers-the-slopes-of-another-y
def gradients(graph, y, xs, rules, slope={}):
    parts = {node: [] for node in graph.nodes}
    parts[y].append(graph.add("constant", value=1.0))
    for node in list(parts)[::-1]:
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
    return [slope.get(x) for x in xs]


# %% build_an_engine/gradients wrong mutant-follows-every-way-to-y
def gradients(graph, y, xs, rules):
    needed, waiting = set(), [y]
    while waiting:
        node = waiting.pop()
        needed.add(node)
        waiting.extend(node.inputs)
    slopes = {y: graph.add("constant", value=1.0)}
    for node in [node for node in graph.nodes if node in needed and node.inputs][::-1]:
        if node not in slopes:
            continue
        for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
            if part is not None:
                before = slopes.get(source)
                slopes[source] = part if before is None else graph.add("add", [before, part])
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong one-part-for-an-input-that-comes-twice
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in dict(zip(node.inputs, parts)).items():
                if part is not None:
                    if source in slopes:
                        part = graph.add("add", [slopes[source], part])
                    slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong no-slope-for-y
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    if source in slopes:
                        part = graph.add("add", [slopes[source], part])
                    slopes[source] = part
    return [None if x is y else slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong one-entry-for-an-x-that-comes-twice misconception=each-x-once
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    if source in slopes:
                        part = graph.add("add", [slopes[source], part])
                    slopes[source] = part
    return list({x: slopes.get(x) for x in xs}.values())


# %% build_an_engine/gradients wrong no-entry-without-a-slope
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    if source in slopes:
                        part = graph.add("add", [slopes[source], part])
                    slopes[source] = part
    return [slopes[x] for x in xs if x in slopes]


# %% build_an_engine/gradients wrong takes-the-xs-away
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    if source in slopes:
                        part = graph.add("add", [slopes[source], part])
                    slopes[source] = part
    return [slopes.get(xs.pop(0)) for _ in range(len(xs))]


# %% build_an_engine/gradients wrong looks-up-every-rule
def gradients(graph, y, xs, rules):
    slopes = {n: None for n in graph.nodes}
    slopes[y] = graph.add("constant", value=1.0)
    for node in reversed(graph.nodes[:-1]):
        if not node.inputs:
            continue
        rule = rules[node.kind]
        if slopes[node] is None:
            continue
        for i, s in zip(node.inputs, rule(graph, node, slopes[node])):
            if s is None:
                continue
            slopes[i] = graph.add("add", [slopes[i], s]) if slopes[i] else s
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong looks-up-the-rules-on-the-way-to-y
def gradients(graph, y, xs, rules):
    on_the_way, waiting = set(), [y]
    while waiting:
        node = waiting.pop()
        if node not in on_the_way:
            on_the_way.add(node)
            waiting.extend(node.inputs)
    slopes = {y: graph.add("constant", value=1.0)}
    for node in list(graph.nodes)[::-1]:
        if node not in on_the_way or not node.inputs:
            continue
        rule = rules[node.kind]
        if node in slopes:
            for source, part in zip(node.inputs, rule(graph, node, slopes[node])):
                if part is not None:
                    known = slopes.get(source)
                    slopes[source] = part if known is None else graph.add("add", [known, part])
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong changes-the-inputs
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    known = slopes.get(source)
                    slopes[source] = part if known is None else graph.add("add", [known, part])
            node.inputs = ()
    return [slopes.get(x) for x in xs]


# %% build_an_engine/gradients wrong forgets-what-it-has-passed-on
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in list(graph.nodes)[::-1]:
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes.pop(node))
            for source, part in zip(node.inputs, parts):
                if part is not None:
                    known = slopes.get(source)
                    slopes[source] = part if known is None else graph.add("add", [known, part])
    return [slopes.get(x) for x in xs]
