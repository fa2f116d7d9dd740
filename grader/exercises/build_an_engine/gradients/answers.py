# %% right plain
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


# %% right lists-of-parts
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


# %% right only-the-way-to-y
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


# %% right counting-users
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


# %% right by-position
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


# %% right rules-with-a-default
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


# %% wrong last-one-counts mistake=overwrites like=plain
# says: where a node is used twice, you keep only one of the two slopes. What comes back along several paths
#     is *summed*: add a node that adds the new part to what is there.
# -             if source in slopes:
# -                 slopes[source] = graph.add("add", [slopes[source], part])
# -             else:
# -                 slopes[source] = part
# +             slopes[source] = part


# %% wrong breadth-first mistake=passes-on-too-early
# says: you ask the rule of a node before all of its users have given their part, so it passes on an
#     incomplete slope. Walk backwards through `graph.nodes`: in that list, every user comes after what it
#     uses.
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


# %% wrong all-ways mistake=every-way
# says: you follow every path from y back to x separately. The sums are right, but ten sums of a node with
#     itself have a thousand paths. First add up what arrives at a node, then ask its rule once.
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


# %% wrong begins-with-y mistake=starts-from-y like=plain
# says: your walk starts with y itself as its slope, so every slope is multiplied by the value of y. The
#     slope of y itself is 1: start with a constant 1.0.
# -     slopes = {y: graph.add("constant", value=1.0)}
# +     slopes = {y: y}


# %% wrong xs-are-leaves mistake=stops-at-an-x like=plain
# says: your walk ends at the nodes in `xs`. One of them may lie between y and another: it passes on its
#     slope like any other node.
# -         if node not in slopes or not node.inputs:
# +         if node not in slopes or not node.inputs or node in xs:


# %% wrong one-entry-for-an-x-that-comes-twice mistake=each-x-once like=plain
# says: a node that is in `xs` twice has one entry in your list. Return an entry for each of the xs, in
#     their order: `[... for x in xs]`.
# -     return [slopes.get(x) for x in xs]
# +     return list({x: slopes.get(x) for x in xs}.values())


# %% wrong zeros mistake=zeros-for-none like=plain
# says: you return a node of zeros for an x that no slope reaches. The answer there is None, as in
#     TensorFlow: None distinguishes a forgotten connection from a slope of zero.
# -     return [slopes.get(x) for x in xs]
# +     return [slopes[x] if x in slopes else graph.add("constant", value=0.0) for x in xs]


# %% wrong recursion mistake=too-deep
# says: everything is right but for one thing: your function calls itself once for each node on the way, and
#     Python allows only a thousand or so nested calls. A chain of several thousand nodes is nothing
#     special (an unrolled loop makes one). Keep a list of the nodes that are waiting, and use a loop.
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


# %% wrong numbers
def gradients(graph, y, xs, rules):
    return [1.0 for x in xs]


# %% wrong a-dictionary like=plain
# -     return [slopes.get(x) for x in xs]
# +     return slopes


# %% wrong forgets-the-none like=plain
# -             if part is None:
# -                 continue
# -             if source in slopes:
# +             if source in slopes:
# -     return [slopes.get(x) for x in xs]
# +     return [slopes[x] for x in xs]


# %% wrong depth-first like=breadth-first
# -     queue, visited = [y], set()
# -     for node in queue:
# +     queue, visited = [y], set()
# +     while queue:
# +         node = queue.pop()


# %% wrong a-none-as-the-first-part like=plain
# -         if node not in slopes or not node.inputs:
# +         if slopes.get(node) is None or not node.inputs:
# -             if part is None:
# -                 continue
# -             if source in slopes:
# +             if source in slopes and part is not None:
# -             else:
# +             elif source not in slopes:


# %% wrong a-none-as-a-later-part like=plain
# -         if node not in slopes or not node.inputs:
# +         if slopes.get(node) is None or not node.inputs:
# -             if part is None:
# -                 continue
# -             if source in slopes:
# +             if slopes.get(source) is not None:


# %% wrong asks-a-rule-with-none like=plain
# -             if part is None:
# -                 continue
# -             if source in slopes:
# -                 slopes[source] = graph.add("add", [slopes[source], part])
# -             else:
# -                 slopes[source] = part
# +             before = slopes.get(source)
# +             if before is not None and part is not None:
# +                 part = graph.add("add", [before, part])
# +             slopes[source] = before if part is None else part


# %% wrong mutant-stops-at-a-none like=plain
# -                 continue
# -             if source in slopes:
# +                 break
# +             if source in slopes:


# %% wrong mutant-remembers-the-slopes-of-another-y like=lists-of-parts
# - def gradients(graph, y, xs, rules):
# -     nodes = graph.nodes[: graph.nodes.index(y) + 1]
# + def gradients(graph, y, xs, rules, slope={}):
# -     slope = {}
# -     for node in nodes[::-1]:
# +     for node in list(parts)[::-1]:
# -     return [slope[x] if x in slope else None for x in xs]
# +     return [slope.get(x) for x in xs]


# %% wrong mutant-follows-every-way-to-y like=only-the-way-to-y
# -         if node not in needed:
# -             needed.add(node)
# -             waiting.extend(node.inputs)
# +         needed.add(node)
# +         waiting.extend(node.inputs)


# %% wrong one-part-for-an-input-that-comes-twice like=plain
# -         for source, part in zip(node.inputs, parts):
# +         for source, part in dict(zip(node.inputs, parts)).items():


# %% wrong no-slope-for-y like=plain
# -     return [slopes.get(x) for x in xs]
# +     return [None if x is y else slopes.get(x) for x in xs]


# %% wrong no-entry-without-a-slope like=plain
# -     return [slopes.get(x) for x in xs]
# +     return [slopes[x] for x in xs if x in slopes]


# %% wrong takes-the-xs-away like=plain
# -     return [slopes.get(x) for x in xs]
# +     return [slopes.get(xs.pop(0)) for _ in range(len(xs))]


# %% wrong looks-up-every-rule like=plain
# -         if node not in slopes or not node.inputs:
# -             continue
# -         parts = rules[node.kind](graph, node, slopes[node])
# +         rule = rules[node.kind] if node.inputs else None
# +         if node not in slopes or not node.inputs:
# +             continue
# +         parts = rule(graph, node, slopes[node])


# %% wrong looks-up-the-rules-on-the-way-to-y like=only-the-way-to-y
# -         g = slopes[node]
# -         if g is None or not len(node.inputs):
# -             continue
# -         for source, part in zip(node.inputs, rules[node.kind](graph, node, g)):
# +         g, rule = slopes[node], rules[node.kind] if node.inputs else None
# +         if g is None or not len(node.inputs):
# +             continue
# +         for source, part in zip(node.inputs, rule(graph, node, g)):


# %% wrong changes-the-inputs like=plain
# -                 slopes[source] = part
# +                 slopes[source] = part
# +         node.inputs = ()


# %% wrong forgets-what-it-has-passed-on like=plain
# -         parts = rules[node.kind](graph, node, slopes[node])
# +         parts = rules[node.kind](graph, node, slopes.pop(node))


# %% wrong asks-the-rule-of-y like=plain
# -     slopes = {y: graph.add("constant", value=1.0)}
# +     one = graph.add("constant", value=1.0)
# +     slopes = {y: one}
# +     if not y.inputs:
# +         return [one for x in xs]


# %% exempt *
# truth-for-none: ...
# none-for-truth: ...
#     A node counts as true, so `if node` asks whether there is one.
# remembers-results
#     The same call in the same graph may give the nodes that are there already: they are right.


# %% exempt plain
# rounds: for node in reversed(list(graph.nodes)): -> for node in list(reversed(list(graph.nodes)))[1:]:
# rounds: for node in reversed(list(graph.nodes)): -> for node in list(reversed(list(graph.nodes)))[:-1]:
#     The last node is the new constant, the first one of a graph has no inputs: neither has a rule.


# %% exempt lists-of-parts
# constant: nodes = graph.nodes[:graph.nodes.index(y) + 1] -> nodes = graph.nodes[:graph.nodes.index(y) + 2]
#     No slope comes to the node behind y, or it is the new constant, which has no rule.


# %% exempt only-the-way-to-y
# other-graph-function: ...value=np.float32(1)... -> ...value=np.float64(1)...
#     The text does not say of which type the 1.0 is.
# rounds: for node in [node for node in graph.nodes if node in needed][::-1]: -> for node in list(...)[:-1]:
# rounds: for node in [node for node in graph.nodes if node in needed]... -> ...list(graph.nodes)[1:] if...
# rounds: for node in [node for node in graph.nodes if node in needed]... -> ...list(graph.nodes)[:-1] if...
#     The last node is the new constant, the first one has no inputs: neither has a rule.
# argument-dropped: return [slopes.get(x, None) for x in xs] -> return [slopes.get(x) for x in xs]
#     `get` gives None where nothing else is said.


# %% exempt counting-users
# item-dropped: users, seen, waiting = ({y: 0}, {y}, [y]) -> users, seen, waiting = ({}, {y}, [y])
# constant: users, seen, waiting = ({y: 0}, {y}, [y]) -> ...
#     No node that y needs has y as an input, so nobody asks for this number.


# %% exempt by-position
# rounds: for number in range(position[y], -1, -1): -> for number in list(range(position[y], -1, -1))[:-1]:
# range: for number in range(position[y], -1, -1): -> for number in range(position[y], -1 + 1, -1):
# constant: for number in range(position[y], -1, -1): -> for number in range(position[y], -0, -1):
#     The first node of a graph has no inputs, and so no rule.


# %% exempt rules-with-a-default
# rounds: ...
#     The last node is the new constant, the first one of a graph has no inputs: neither has a rule.
