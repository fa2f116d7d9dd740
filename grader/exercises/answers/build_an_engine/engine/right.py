# %% build_an_engine/engine right plain
def contents(value):
    """The same for values of one type, one shape and the same bits."""
    array = np.asarray(value)
    return array.dtype.str, array.shape, array.tobytes()


def order(fetches, stop=()):
    steps, done = [], set(stop)
    stack = list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if node in done or not missing:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
        else:
            stack.extend(missing)
    return steps


def simplify(fetches, small, pure):
    """Adds to `small` what is left of the fetches; a dictionary from old nodes to new ones."""
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])

    new, made = {}, {}

    def move(node, kind, inputs, value):
        key = (kind, inputs, contents(value)) if kind in pure else node
        if key not in made:
            made[key] = small.add(kind, inputs, node.name, value)
        new[node] = made[key]

    left = order(fetches, known)
    for node in fetches + [source for node in left for source in node.inputs]:
        if node in known:
            move(node, "constant", (), known[node])
    for node in left:
        move(node, node.kind, tuple(new[source] for source in node.inputs), node.value)
    return new


# %% build_an_engine/engine right drafts-then-adds
def simplify(fetches, small, pure):
    order, seen, waiting = [], set(), [(node, False) for node in fetches]
    while waiting:
        node, ready = waiting.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            waiting.append((node, True))
            waiting.extend((source, False) for source in node.inputs)

    def same(value):
        array = np.asarray(value)
        return array.dtype, array.shape, array.tobytes()

    drafts, numbers, number_of = [], {}, {}
    for node in order:
        kind, value = node.kind, node.value
        inputs = tuple(number_of[source] for source in node.inputs)
        if kind in pure and inputs and all(drafts[i][0] == "constant" for i in inputs):
            value = pure[kind](node, *(drafts[i][2] for i in inputs))
            kind, inputs = "constant", ()
        key = (kind, inputs, same(value)) if kind in pure else (node,)
        if key not in numbers:
            numbers[key] = len(drafts)
            drafts.append((kind, inputs, value, node.name))
        number_of[node] = numbers[key]

    needed = {number_of[node] for node in fetches}
    for number in reversed(range(len(drafts))):
        if number in needed:
            needed.update(drafts[number][1])
    made = {}
    for number in sorted(needed):
        kind, inputs, value, name = drafts[number]
        made[number] = small.add(kind, [made[i] for i in inputs], name, value)
    return {node: made[number] for node, number in number_of.items() if number in made}


# %% build_an_engine/engine right takes-the-unneeded-away
def simplify(fetches, small, pure):
    from graphlib import TopologicalSorter

    needs, waiting = {}, list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = node.inputs
            waiting.extend(node.inputs)

    new, made = {}, {}
    for node in TopologicalSorter(needs).static_order():
        kind, inputs, value = node.kind, [new[source] for source in node.inputs], node.value
        if kind not in pure:
            new[node] = small.add(kind, inputs, node.name, value)
            continue
        if inputs and {source.kind for source in inputs} == {"constant"}:
            value = pure[kind](node, *[source.value for source in inputs])
            kind, inputs = "constant", []
        array = np.asarray(value)
        key = (kind, *inputs, array.dtype, array.shape, array.tobytes())
        if key not in made:
            made[key] = small.add(kind, inputs, node.name, value)
        new[node] = made[key]

    needed = {new[node] for node in fetches}
    for node in reversed(small.nodes):
        if node in needed:
            needed.update(node.inputs)
    small.nodes[:] = [node for node in small.nodes if node in needed]
    return new


# %% build_an_engine/engine right made-when-asked-for
class Simplifier:
    def __init__(self, small, pure):
        self.small, self.pure = small, pure
        self.values, self.new, self.made = {}, {}, {}

    def look_at(self, node):
        """Either its value is known, or its kind needs a node: which, is asked for later."""
        sources = node.inputs
        if node.kind in self.pure and all(source in self.values for source in sources):
            values = [self.values[source] for source in sources]
            self.values[node] = self.pure[node.kind](node, *values)

    def node_for(self, node):
        if node in self.new:
            return self.new[node]
        if node in self.values:
            kind, inputs, value = "constant", [], self.values[node]
        else:
            kind, inputs, value = node.kind, [self.new[i] for i in node.inputs], node.value
        if kind in self.pure:
            number = np.array(value)
            mark = (kind, tuple(map(id, inputs)), str(number.dtype), number.shape, number.tobytes())
        else:
            mark = id(node)
        if mark not in self.made:
            self.made[mark] = self.small.add(kind, inputs, name=node.name, value=value)
        self.new[node] = self.made[mark]
        return self.new[node]


def simplify(fetches, small, pure):
    work = Simplifier(small, pure)
    seen, steps, stack = set(), [], list(fetches)[::-1]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        if all(source in seen for source in node.inputs):
            seen.add(node)
            steps.append(node)
            work.look_at(node)
        else:
            stack.append(node)
            stack.extend(node.inputs)
    needed = set(fetches)
    for node in steps[::-1]:
        if node in needed and node not in work.values:
            needed.update(node.inputs)
    for node in steps:
        if node in needed:
            work.node_for(node)
    return {node: work.new[node] for node in needed}


# %% build_an_engine/engine right only-what-is-asked-for
def simplify(fetches, small, pure):
    levels, waiting = {}, list(fetches)
    while waiting:
        node = waiting[-1]
        missing = [source for source in node.inputs if source not in levels]
        if missing:
            waiting += missing
        else:
            levels[node] = 1 + max((levels[source] for source in node.inputs), default=0)
            waiting.pop()
    nodes = sorted(levels, key=levels.get)

    known = {}
    for node in nodes:
        if node.kind in pure and set(node.inputs) <= set(known):
            known[node] = pure[node.kind](node, *map(known.get, node.inputs))
    wanted = set(fetches)
    for node in reversed(nodes):
        if node in wanted and node not in known:
            wanted |= set(node.inputs)

    new, by_key = {}, {}
    for node in nodes:
        if node not in wanted:
            continue
        if node.kind not in pure:
            new[node] = small.add(node.kind, [new[i] for i in node.inputs], node.name, node.value)
            continue
        kind, inputs, value = node.kind, tuple(new.get(i) for i in node.inputs), node.value
        if node in known:
            kind, inputs, value = "constant", (), known[node]
        bits = np.asarray(value)
        key = kind, inputs, bits.dtype.str, bits.shape, bits.tobytes()
        new[node] = by_key.get(key) or by_key.setdefault(
            key, small.add(kind, inputs, node.name, value)
        )
    return {node: new[node] for node in new if node in fetches or node.kind == "placeholder"}


# %% build_an_engine/engine right folds-only-what-has-inputs from=plain
def simplify(fetches, small, pure):
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            if node.kind == "constant":
                known[node] = node.value
            elif node.inputs:
                known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
    new, made = {}, {}

    def move(node, kind, inputs, value):
        key = (kind, inputs, contents(value)) if kind in pure else node
        if key not in made:
            made[key] = small.add(kind, inputs, node.name, value)
        new[node] = made[key]

    left = order(fetches, known)
    for node in fetches + [source for node in left for source in node.inputs]:
        if node in known:
            move(node, "constant", (), known[node])
    for node in left:
        move(node, node.kind, tuple(new[source] for source in node.inputs), node.value)
    return new


# %% build_an_engine/engine exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# mutable-default: ...
#     What is kept from the last call belongs to other nodes, or is written anew.
# remembers-results
#     Every call has a new graph to fill.
# part-returned: ...
#     The parts are the same in another order.
# %% build_an_engine/engine exempt plain
# boolean: if node in done or not missing: -> if not missing:
#     A node that is known misses none of its inputs.
# %% build_an_engine/engine exempt folds-only-what-has-inputs
# condition: elif node.inputs: -> elif True:
#     To compute a pure node without inputs in advance is right, too.
# %% build_an_engine/engine exempt drafts-then-adds
# boolean: if kind in pure and inputs and all((drafts[i][0] == 'constant' for i in inputs)): -> ...
#     A constant is then computed once more, by its own kernel.
# constant: value = pure[kind](node, *(drafts[i][2] for i in inputs)) -> ...
#     The same place, counted from the end.
# range: ...
# rounds: for number in reversed(range(len(drafts))): -> ...
#     There is no draft after the last one, and the first one has no inputs.
# condition: if number in needed: -> if True:
#     Only constants can be unneeded here, and they have no inputs.
# call-dropped: for number in sorted(needed): -> for number in needed:
#     A set of small numbers happens to be in their order.
# %% build_an_engine/engine exempt takes-the-unneeded-away
# boolean: if inputs and {source.kind for source in inputs} == {'constant'}: -> ...
#     Without inputs, the set of their kinds is empty.
# rounds: for node in reversed(small.nodes): -> ...
#     The first node has no inputs.
# condition: if node in needed: -> if True:
#     Only constants can be unneeded here, and they have no inputs.
# %% build_an_engine/engine exempt made-when-asked-for
# condition: if node in self.new: -> ...
# statement-dropped: if node in self.new: -> (nothing)
# returns-none: return self.new[node] -> ...
#     What is made twice is found among what was made; and nobody uses what `node_for` returns.
# call-dropped: mark = ...
#     Other things that tell the same apart.
# sign: seen, steps, stack = (set(), [], list(fetches)[::-1]) -> ...
# constant: seen, steps, stack = (set(), [], list(fetches)[::-1]) -> ...
#     Another order of the fetches.
# condition: if node in seen: -> ...
# statement-dropped: if node in seen: -> (nothing)
#     A node that is looked at twice gives the same twice.
# rounds: for node in steps[::-1]: -> ...
#     The first node has no inputs.
# boolean: if node in needed and node not in work.values: -> if node not in work.values:
#     Only constants can be unneeded here.
# %% build_an_engine/engine exempt only-what-is-asked-for
# operand-dropped: levels[node] = ...
# constant: levels[node] = ...
# call-dropped: nodes = sorted(levels, key=levels.get) -> ...
#     The dictionary itself has inputs first, and sorting by equal levels keeps its order.
# rounds: for node in reversed(nodes): -> ...
#     The first node has no inputs.
# boolean: if node in wanted and node not in known: -> if node not in known:
#     Only constants can be unneeded here.
# filter-dropped: return ...
#     The dictionary may hold more.


# %% build_an_engine/engine right either-order-of-a-sum from=plain
def simplify(fetches, small, pure):
    """Inputs in another order give the same sum and the same product, so such nodes become one, too."""
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])

    new, made = {}, {}

    def move(node, kind, inputs, value):
        same = frozenset(inputs) if kind in ("add", "multiply") else inputs
        key = (kind, same, contents(value)) if kind in pure else node
        if key not in made:
            made[key] = small.add(kind, inputs, node.name, value)
        new[node] = made[key]

    left = order(fetches, known)
    for node in fetches + [source for node in left for source in node.inputs]:
        if node in known:
            move(node, "constant", (), known[node])
    for node in left:
        move(node, node.kind, tuple(new[source] for source in node.inputs), node.value)
    return new


# %% build_an_engine/engine exempt either-order-of-a-sum
# ...: same = frozenset(inputs) if kind in ('add', 'multiply') else inputs -> ...
#     To merge sums and products of the same inputs in another order is allowed, and is not asked for.
