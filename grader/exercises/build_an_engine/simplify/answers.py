# %% right plain
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


# %% right drafts-then-adds
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


# %% right takes-the-unneeded-away
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


# %% right made-when-asked-for
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


# %% right only-what-is-asked-for
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


# %% right folds-only-what-has-inputs like=plain
# -             known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
# +             if node.kind == "constant":
# +                 known[node] = node.value
# +             elif node.inputs:
# +                 known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])


# %% right either-order-of-a-sum like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         same = frozenset(inputs) if kind in ("add", "multiply") else inputs
# +         key = (kind, same, contents(value)) if kind in pure else node


# %% wrong keeps-parts mistake=keeps-the-parts from=plain
# says: you keep the constants from which other constants were computed. After folding, nobody needs them:
#     find out what the fetches need when all the folding is done.
def simplify(fetches, small, pure):
    new, made = {}, {}
    for node in order(fetches):
        kind, inputs, value = node.kind, tuple(new[source] for source in node.inputs), node.value
        if kind in pure and inputs and all(source.kind == "constant" for source in inputs):
            value = pure[kind](node, *[source.value for source in inputs])
            kind, inputs = "constant", ()
        key = (kind, inputs, contents(value)) if kind in pure else node
        if key not in made:
            made[key] = small.add(kind, inputs, node.name, value)
        new[node] = made[key]
    return new


# %% wrong merges-only from=plain
def simplify(fetches, small, pure):
    new, made = {}, {}
    for node in order(fetches):
        inputs = tuple(new[source] for source in node.inputs)
        key = (node.kind, inputs, contents(node.value)) if node.kind in pure else node
        if key not in made:
            made[key] = small.add(node.kind, inputs, node.name, node.value)
        new[node] = made[key]
    return new


# %% wrong one-step mistake=folds-one-step like=plain
# says: you fold a node if its inputs were constants from the beginning. An input that has *become* a
#     constant is just as good: ask whether its value is known.
# -         if node.kind in pure and all(source in known for source in node.inputs):
# -             known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
# +         if node.kind in pure and all(source.kind == "constant" for source in node.inputs):
# +             known[node] = pure[node.kind](node, *[source.value for source in node.inputs])


# %% wrong asks-no-kind mistake=folds-what-is-not-pure like=plain
# says: a placeholder has no inputs, so it is true that all of its inputs are constants, and you try to
#     compute it. Ask first whether the kind is pure.
# -         if node.kind in pure and all(source in known for source in node.inputs):
# +         if all(source in known for source in node.inputs):


# %% wrong its-notebooks-kinds like=plain
# -     known = {}
# +     pure = {kind: kernel for kind, kernel in pure.items() if kind != "cube"}
# +     known = {}


# %% wrong folds-and-merges-all mistake=merges-what-is-not-pure like=plain
# -         if node.kind in pure and all(source in known for source in node.inputs):
# -             known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
# +         if node.inputs and all(source in known for source in node.inputs):
# +             kernel = pure.get(node.kind, lambda node, *values: values[0])
# +             known[node] = kernel(node, *[known[source] for source in node.inputs])
# +         elif node.kind == "constant":
# +             known[node] = node.value
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs, contents(value))


# %% wrong folds-only mistake=merges-nothing like=plain
# says: constants are folded, but every old node gets a new node of its own. Keep a dictionary of what you
#     have made, by kind, new inputs and value.
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = node


# %% wrong merges-first mistake=merges-before-folding from=plain
# says: a constant that you have computed is not merged with an equal one. Fold first; a computed constant
#     is a constant like any other.
def simplify(fetches, small, pure):
    first, same = {}, {}
    for node in order(fetches):
        key = (node.kind, tuple(same[i] for i in node.inputs), contents(node.value))
        same[node] = first.setdefault(key, node) if node.kind in pure else node
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
    left = [node for node in order(fetches, known) if same[node] is node]
    new = {}
    for node in fetches + [source for node in left for source in node.inputs]:
        node = same[node]
        if node in known and node not in new:
            new[node] = small.add("constant", (), node.name, known[node])
    for node in left:
        new[node] = small.add(
            node.kind, [new[same[source]] for source in node.inputs], node.name, node.value
        )
    return {node: new[same[node]] for node in same if same[node] in new}


# %% wrong all-constants-stay like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         mergeable = kind in pure and kind != "constant"
# +         key = (kind, inputs, contents(value)) if mergeable else node


# %% wrong without-the-value mistake=drops-the-value like=plain
# says: your new nodes have lost the `value` of the old ones, such as the name of the variable that an
#     assignment sets. Pass it on.
# -             made[key] = small.add(kind, inputs, node.name, value)
# +             kept = value if kind == "constant" else None
# +             made[key] = small.add(kind, inputs, node.name, kept)


# %% wrong its-own-table like=plain
# -     known = {}
# +     pure = {kind: kernel for kind, kernel in pure.items() if kind != "scale"}
# +     known = {}


# %% wrong old-inputs mistake=compares-the-old-inputs like=plain
# says: you compare the old inputs of two nodes. Two inputs that have become one are the same: compare the
#     *new* ones.
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         old = node.inputs if inputs else ()
# +         key = (kind, old, contents(value)) if kind in pure else node


# %% wrong early-inputs from=plain
class Draft:
    """A node that is not yet in a graph."""

    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


def simplify(fetches, small, pure):
    new, merged = {}, {}
    for node in order(fetches):
        kind, inputs, value = node.kind, [new[source] for source in node.inputs], node.value
        if kind in pure and inputs and all(source.kind == "constant" for source in inputs):
            value = pure[kind](node, *[source.value for source in inputs])
            kind, inputs = "constant", []
        key = (kind, node.inputs, contents(value)) if node.kind in pure else node
        if key not in merged:
            merged[key] = Draft(kind, inputs, node.name, value)
        new[node] = merged[key]
    moved = {}
    for node in order([new[node] for node in fetches]):
        inputs = [moved[source] for source in node.inputs]
        moved[node] = small.add(node.kind, inputs, node.name, node.value)
    return {node: moved[draft] for node, draft in new.items() if draft in moved}


# %% wrong sorted-inputs mistake=any-order like=plain
# says: you merge two nodes that have the same inputs in different orders. `a - b` is not `b - a`.
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, frozenset(inputs), contents(value)) if kind in pure else node


# %% wrong no-value mistake=forgets-the-value like=plain
# says: you merge nodes of one kind with the same inputs, though their own values differ. Constants have no
#     inputs at all, and any other kernel gets its node and may use its `value`.
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         own = contents(value) if kind == "constant" else None
# +         key = (kind, inputs, own) if kind in pure else node


# %% wrong keeps-what-it-made from=plain
made = {}
_contents = contents


def contents(value):
    return made.setdefault("of the first call", _contents(value))


# %% wrong no-value-in-drafts like=early-inputs
# -         key = (kind, node.inputs, contents(value)) if node.kind in pure else node
# -         if key not in merged:
# -             merged[key] = Draft(kind, inputs, node.name, value)
# -         new[node] = merged[key]
# +         new[node] = Draft(kind, inputs, node.name, value)
# -         moved[node] = small.add(node.kind, inputs, node.name, node.value)
# +         key = (node.kind, *inputs) if node.kind in pure else node
# +         if key not in merged:
# +             merged[key] = small.add(node.kind, inputs, node.name, node.value)
# +         moved[node] = merged[key]


# %% wrong no-value-in-one-walk like=early-inputs
# -         key = (kind, node.inputs, contents(value)) if node.kind in pure else node
# +         key = (kind, *inputs) if node.kind in pure else node


# %% wrong numbers from=plain
def contents(value):
    return None if value is None else tuple(np.ravel(value).tolist())


# %% wrong asks-pure-only-to-fold mistake=merges-what-is-not-pure like=plain
# says: you merge nodes that are not pure. Two placeholders get two values, two random nodes give two
#     numbers, and each assignment is there to act.
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs, contents(value))


# %% wrong nameless mistake=renames-what-is-not-pure like=plain
# says: nodes that are not pure have lost their names. Each keeps its own: pass `node.name` to `small.add`.
# -             made[key] = small.add(kind, inputs, node.name, value)
# +             made[key] = small.add(kind, inputs, None, value)


# %% wrong no-names like=plain
# -             made[key] = small.add(kind, inputs, node.name, value)
# +             made[key] = small.add(kind, inputs, None if kind in pure else node.name, value)


# %% wrong recursion mistake=too-deep from=plain
# says: everything is right but for one thing: your function calls itself once for each node on the way, and
#     Python allows only a thousand or so nested calls. A chain of several thousand nodes is nothing
#     special (an unrolled loop makes one). Keep a list of the nodes that are waiting, and use a loop.
_order = order


def order(fetches, stop=()):
    def visit(node):
        if node not in seen:
            seen.add(node)
            for source in node.inputs:
                visit(source)
            steps.append(node)

    seen, steps = set(stop), []
    for node in fetches:
        visit(node)
    return steps


# %% wrong no-value-at-all like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs) if kind in pure else node


# %% wrong text from=plain
def contents(value):
    return str(value)


# %% wrong text-of-array from=plain
def contents(value):
    return repr(np.asarray(value))


# %% wrong without-type from=plain
def contents(value):
    return str(np.shape(value)), np.asarray(value, np.float64).tobytes()


# %% wrong without-shape from=plain
def contents(value):
    return str(np.asarray(value).dtype), np.asarray(value).tobytes()


# %% wrong merges-random-nodes like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs, contents(value)) if kind in (*pure, "random") else node


# %% wrong a-copy
def simplify(fetches, small, pure):
    new, stack = {}, list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in new]
        if missing:
            stack += missing
        elif stack.pop() not in new:
            inputs = [new[source] for source in node.inputs]
            new[node] = small.add(node.kind, inputs, node.name, node.value)
    return new


# %% wrong a-list like=plain
# -     return new
# +     return [new[node] for node in fetches]


# %% wrong without-placeholders like=plain
# -     return new
# +     return {node: new[node] for node in fetches}


# %% wrong drops-stop-gradient like=plain
# -         if key not in made:
# +         if kind == "stop_gradient":
# +             made[key] = inputs[0]
# +         if key not in made:


# %% wrong no-memo like=plain
# -     known = {}
# +     def value(node):
# +         return pure[node.kind](node, *[value(source) for source in node.inputs])
# +
# +     known = {}
# -             known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
# +             known[node] = value(node)


# %% wrong changes-the-old-graph like=plain
# -     known = {}
# +     for node in order(fetches):
# +         if node.kind == "constant":
# +             node.value = np.asarray(node.value)
# +     fetches.reverse()
# +     known = {}


# %% wrong forgets-recipes like=plain
# -             made[key] = small.add(kind, inputs, node.name, value)
# +             made[key] = small.add(kind, inputs, node.name, None if kind == "variable" else value)


# %% wrong folds-what-acts like=plain
# -         if key not in made:
# +         if kind == "assign" and inputs[0].kind == "constant":
# +             made[key] = inputs[0]
# +         if key not in made:


# %% wrong folds-and-merges-groups like=plain
# -     known = {}
# +     pure = {**pure, "group": lambda node, *values: None}
# +     known = {}


# %% wrong folds-groups like=plain
# -     known = {}
# +     kernels = {**pure, "group": lambda node, *values: None}
# +     known = {}
# -         if node.kind in pure and all(source in known for source in node.inputs):
# -             known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
# +         if node.kind in kernels and node.inputs and all(source in known for source in node.inputs):
# +             known[node] = kernels[node.kind](node, *[known[source] for source in node.inputs])
# +         elif node.kind == "constant":
# +             known[node] = node.value


# %% wrong merges-groups like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs, contents(value)) if kind in (*pure, "group") else node


# %% wrong merges-groups-with-inputs like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         mergeable = kind in pure or (kind == "group" and inputs)
# +         key = (kind, inputs, contents(value)) if mergeable else node


# %% wrong merges-variables like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs, contents(value)) if kind in (*pure, "variable") else node


# %% wrong merges-assignments like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs, contents(value)) if kind in (*pure, "assign") else node


# %% wrong merges-placeholders mistake=merges-what-is-not-pure like=plain
# -         key = (kind, inputs, contents(value)) if kind in pure else node
# +         key = (kind, inputs, contents(value)) if kind in (*pure, "placeholder") else node


# %% wrong variables-are-constants like=plain
# -     known = {}
# +     pure = {**pure, "variable": lambda node: node.value}
# +     known = {}


# %% wrong changes-the-table like=plain
# -     known = {}
# +     pure["constant"] = lambda node: node.value
# +     known = {}


# %% wrong names-for-pure-nodes-only mistake=renames-what-is-not-pure like=plain
# -             made[key] = small.add(kind, inputs, node.name, value)
# +             made[key] = small.add(kind, inputs, node.name if kind in pure else None, value)


# %% wrong changes-the-old-nodes
def simplify(fetches, small, pure):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        elif stack.pop() not in done:
            done.add(node)
            steps.append(node)
    for node in steps:
        if node.kind in pure and node.inputs and all(i.kind == "constant" for i in node.inputs):
            node.value = pure[node.kind](node, *[i.value for i in node.inputs])
            node.kind, node.inputs = "constant", ()
    new = {}
    for node in steps:
        new[node] = small.add(node.kind, [new[i] for i in node.inputs], node.name, node.value)
    return new


# %% exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# mutable-default: ...
#     What is kept from the last call belongs to other nodes, or is written anew.
# remembers-results
#     Every call has a new graph to fill.
# part-returned: ...
#     The parts are the same in another order.


# %% exempt plain
# boolean: if node in done or not missing: -> if not missing:
#     A node that is known misses none of its inputs.


# %% exempt folds-only-what-has-inputs
# condition: elif node.inputs: -> elif True:
#     To compute a pure node without inputs in advance is right, too.


# %% exempt drafts-then-adds
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


# %% exempt takes-the-unneeded-away
# boolean: if inputs and {source.kind for source in inputs} == {'constant'}: -> ...
#     Without inputs, the set of their kinds is empty.
# rounds: for node in reversed(small.nodes): -> ...
#     The first node has no inputs.
# condition: if node in needed: -> if True:
#     Only constants can be unneeded here, and they have no inputs.


# %% exempt made-when-asked-for
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


# %% exempt only-what-is-asked-for
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


# %% exempt either-order-of-a-sum
# ...: same = frozenset(inputs) if kind in ('add', 'multiply') else inputs -> ...
#     To merge sums and products of the same inputs in another order is allowed, and is not asked for.
