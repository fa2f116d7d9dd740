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


# %% right folds-only-what-has-inputs from=plain
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


# %% right either-order-of-a-sum from=plain
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


# %% wrong asks-no-kind mistake=folds-what-is-not-pure from=plain
# says: a placeholder has no inputs, so it is true that all of its inputs are constants, and you try to
#     compute it. Ask first whether the kind is pure.
_simplify = simplify


def simplify(fetches, small, pure):
    for node in order(fetches):
        if all(source.kind == "constant" for source in node.inputs):
            pure[node.kind](node, *[source.value for source in node.inputs])
    return _simplify(fetches, small, pure)


# %% wrong folds-only mistake=merges-nothing from=plain
# says: constants are folded, but every old node gets a new node of its own. Keep a dictionary of what you
#     have made, by kind, new inputs and value.
def simplify(fetches, small, pure):
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
    new, left = {}, order(fetches, known)
    for node in fetches + [source for node in left for source in node.inputs]:
        if node in known and node not in new:
            new[node] = small.add("constant", (), node.name, known[node])
    for node in left:
        inputs = [new[source] for source in node.inputs]
        new[node] = small.add(node.kind, inputs, node.name, node.value)
    return new


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


# %% wrong without-the-value mistake=drops-the-value from=plain
# says: your new nodes have lost the `value` of the old ones, such as the name of the variable that an
#     assignment sets. Pass it on.
_simplify = simplify


class Changed:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, name, value if kind == "constant" else None)


def simplify(fetches, small, pure):
    return _simplify(fetches, Changed(small), pure)


# %% wrong its-own-table from=plain
_simplify = simplify
PURE = {
    "constant": lambda node: node.value,
    "add": lambda node, a, b: a + b,
    "subtract": lambda node, a, b: a - b,
    "multiply": lambda node, a, b: a * b,
    "divide": lambda node, a, b: a / b,
    "negative": lambda node, a: -a,
    "square": lambda node, a: a * a,
    "matmul": lambda node, a, b: a @ b,
    "transpose": lambda node, a: np.transpose(a),
    "sum": lambda node, a: np.sum(a),
    "mean": lambda node, a: np.mean(a),
    "size": lambda node, a: np.float32(np.size(a)),
    "sum_like": lambda node, a, b: a,
    "spread_like": lambda node, a, b: np.broadcast_to(a, np.shape(b)),
    "stop_gradient": lambda node, a: a,
}


def simplify(fetches, small, pure):
    return _simplify(fetches, small, PURE)


# %% wrong old-inputs mistake=compares-the-old-inputs from=plain
# says: you compare the old inputs of two nodes. Two inputs that have become one are the same: compare the
#     *new* ones.
def simplify(fetches, small, pure):
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
    new, made = {}, {}
    left = order(fetches, known)
    for node in fetches + [source for node in left for source in node.inputs] + left:
        if node in known:
            key = contents(known[node])
            if key not in made:
                made[key] = small.add("constant", (), node.name, known[node])
            new[node] = made[key]
    for node in left:
        key = (node.kind, node.inputs, contents(node.value)) if node.kind in pure else node
        if key not in made:
            inputs = [new[source] for source in node.inputs]
            made[key] = small.add(node.kind, inputs, node.name, node.value)
        new[node] = made[key]
    return new


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


# %% wrong sorted-inputs mistake=any-order from=plain
# says: you merge two nodes that have the same inputs in different orders. `a - b` is not `b - a`.
_simplify = simplify


class Sorting:
    """Merges again what differs only in the order of the inputs."""

    def __init__(self, small, pure):
        self.small, self.pure, self.made = small, pure, {}

    def add(self, kind, inputs, name, value):
        key = (kind, frozenset(inputs), contents(value))
        if kind not in self.pure or key not in self.made:
            self.made[key] = self.small.add(kind, inputs, name, value)
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Sorting(small, pure), pure)


# %% wrong no-value mistake=forgets-the-value from=plain
# says: you merge nodes of one kind with the same inputs, though their own values differ. Constants have no
#     inputs at all, and any other kernel gets its node and may use its `value`.
_simplify = simplify


class Forgetting:
    def __init__(self, small, pure):
        self.small, self.pure, self.made = small, pure, {}

    def add(self, kind, inputs, name, value):
        key = (kind, tuple(inputs))
        if kind not in self.pure or kind == "constant" or key not in self.made:
            self.made[key] = self.small.add(kind, inputs, name, value)
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Forgetting(small, pure), pure)


# %% wrong keeps-what-it-made from=plain
made = {}
_contents = contents


def contents(value):
    return made.setdefault("of the first call", _contents(value))


# %% wrong no-value-in-drafts
class Draft:
    def __init__(self, kind, ins, name, value):
        self.kind, self.ins, self.name, self.value = kind, ins, name, value


def walk(fetches, inputs_of):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in inputs_of(node) if source not in done]
        if missing:
            stack.extend(missing)
        elif stack.pop() not in done:
            done.add(node)
            steps.append(node)
    return steps


def simplify(fetches, small, pure):
    new, made, moved = {}, {}, {}
    for n in walk(fetches, lambda node: node.inputs):
        r = Draft(n.kind, [new[i] for i in n.inputs], n.name, n.value)
        if n.kind in pure and r.ins and all(i.kind == "constant" for i in r.ins):
            r.value = pure[n.kind](n, *[i.value for i in r.ins])
            r.kind, r.ins = "constant", []
        new[n] = r
    for r in walk([new[f] for f in fetches], lambda draft: draft.ins):
        key = (r.kind, tuple(moved[i] for i in r.ins)) if r.kind in pure else r
        if key not in made:
            made[key] = small.add(r.kind, [moved[i] for i in r.ins], r.name, r.value)
        moved[r] = made[key]
    return {n: moved[r] for n, r in new.items() if r in moved}


# %% wrong no-value-in-one-walk
class Draft:
    def __init__(self, kind, ins, name, value):
        self.kind, self.ins, self.name, self.value = kind, ins, name, value


def walk(fetches, inputs_of):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in inputs_of(node) if source not in done]
        if missing:
            stack.extend(missing)
        elif stack.pop() not in done:
            done.add(node)
            steps.append(node)
    return steps


def simplify(fetches, small, pure):
    new, made, moved = {}, {}, {}
    for n in walk(fetches, lambda node: node.inputs):
        r = Draft(n.kind, [new[i] for i in n.inputs], n.name, n.value)
        if n.kind in pure and r.ins and all(i.kind == "constant" for i in r.ins):
            r.value = pure[n.kind](n, *[i.value for i in r.ins])
            r.kind, r.ins = "constant", []
        key = (r.kind, tuple(map(id, r.ins))) if r.kind in pure else n
        new[n] = made.setdefault(key, r)
    for r in walk([new[f] for f in fetches], lambda draft: draft.ins):
        moved[r] = small.add(r.kind, [moved[i] for i in r.ins], r.name, r.value)
    return {n: moved[r] for n, r in new.items() if r in moved}


# %% wrong numbers from=plain
def contents(value):
    return None if value is None else tuple(np.ravel(value).tolist())


# %% wrong asks-pure-only-to-fold mistake=merges-what-is-not-pure
# says: you merge nodes that are not pure. Two placeholders get two values, two random nodes give two
#     numbers, and each assignment is there to act.
def contents(value):
    array = np.asarray(value)
    return array.dtype.str, array.shape, array.tobytes()


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

    known = {}
    for node in order:
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
    wanted = set(fetches)
    for node in reversed(order):
        if node in wanted and node not in known:
            wanted.update(node.inputs)

    new, made = {}, {}
    for node in order:
        if node in wanted:
            kind, inputs, value = node.kind, [new.get(i) for i in node.inputs], node.value
            if node in known:
                kind, inputs, value = "constant", [], known[node]
            key = (kind, tuple(inputs), contents(value))
            if key not in made:
                made[key] = small.add(kind, inputs, node.name, value)
            new[node] = made[key]
    return new


# %% wrong nameless mistake=renames-what-is-not-pure from=plain
# says: nodes that are not pure have lost their names. Each keeps its own: pass `node.name` to `small.add`.
_simplify = simplify


class Changed:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, None, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Changed(small), pure)


# %% wrong no-names from=plain
_simplify = simplify


class Nameless:
    def __init__(self, small, pure):
        self.small, self.pure = small, pure

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, None if kind in self.pure else name, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Nameless(small, pure), pure)


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


# %% wrong no-value-at-all from=plain
_simplify = simplify


class Forgetting:
    def __init__(self, small, pure):
        self.small, self.pure, self.made = small, pure, {}

    def add(self, kind, inputs, name, value):
        key = (kind, tuple(inputs))
        if kind not in self.pure or key not in self.made:
            self.made[key] = self.small.add(kind, inputs, name, value)
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Forgetting(small, pure), pure)


# %% wrong merges-all mistake=merges-what-is-not-pure from=plain
_simplify = simplify


class Merging:
    def __init__(self, small):
        self.small, self.made = small, {}

    def add(self, kind, inputs, name, value):
        key = (kind, tuple(inputs), contents(value))
        if key not in self.made:
            self.made[key] = self.small.add(kind, inputs, name, value)
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Merging(small), pure)


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


# %% wrong merges-random-nodes from=plain
_simplify = simplify


class Merging:
    def __init__(self, small):
        self.small, self.made = small, {}

    def add(self, kind, inputs, name, value):
        key = (kind, tuple(inputs), contents(value))
        if key not in self.made or kind in ("placeholder", "variable", "assign", "group"):
            self.made[key] = self.small.add(kind, inputs, name, value)
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Merging(small), pure)


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


# %% wrong a-list from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    new = _simplify(fetches, small, pure)
    return [new[node] for node in fetches]


# %% wrong without-placeholders from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    new = _simplify(fetches, small, pure)
    return {node: new[node] for node in fetches}


# %% wrong drops-stop-gradient from=plain
_simplify = simplify


class Smaller:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return inputs[0] if kind == "stop_gradient" else self.small.add(kind, inputs, name, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Smaller(small), pure)


# %% wrong no-memo from=plain
def simplify(fetches, small, pure):
    def value(node):
        return pure[node.kind](node, *[value(source) for source in node.inputs])

    def known(node):
        return node.kind in pure and all(known(source) for source in node.inputs)

    new, made = {}, {}
    for node in order(fetches, [node for node in order(fetches) if known(node)]):
        for source in node.inputs:
            if known(source):
                key = contents(value(source))
                made.setdefault(key, None) or made.update(
                    {key: small.add("constant", (), source.name, value(source))}
                )
                new[source] = made[key]
        inputs = tuple(new[source] for source in node.inputs)
        key = (node.kind, inputs, contents(node.value)) if node.kind in pure else node
        if key not in made:
            made[key] = small.add(node.kind, inputs, node.name, node.value)
        new[node] = made[key]
    for node in fetches:
        if node not in new:
            new[node] = small.add("constant", (), node.name, value(node))
    return new


# %% wrong changes-the-old-graph from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    for node in order(fetches):
        if node.kind == "constant":
            node.value = np.asarray(node.value)
    fetches.reverse()
    return _simplify(fetches, small, pure)


# %% wrong forgets-recipes from=plain
_simplify = simplify


class Forgetting:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, name, None if kind == "variable" else value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Forgetting(small), pure)


# %% wrong folds-what-acts from=plain
_simplify = simplify


class Folding:
    """An assignment of a constant becomes that constant."""

    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        if kind == "assign" and inputs[0].kind == "constant":
            return inputs[0]
        return self.small.add(kind, inputs, name, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Folding(small), pure)


# %% wrong folds-and-merges-groups from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    return _simplify(fetches, small, {**pure, "group": lambda node, *values: None})


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


# %% wrong merges-groups from=plain
_simplify = simplify


class Merging:
    def __init__(self, small):
        self.small, self.made = small, {}

    def add(self, kind, inputs, name, value):
        key = tuple(inputs)
        if kind != "group" or key not in self.made:
            node = self.small.add(kind, inputs, name, value)
            if kind != "group":
                return node
            self.made[key] = node
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Merging(small), pure)


# %% wrong merges-groups-with-inputs from=plain
_simplify = simplify


class Merging:
    def __init__(self, small):
        self.small, self.made = small, {}

    def add(self, kind, inputs, name, value):
        if kind != "group" or not inputs:
            return self.small.add(kind, inputs, name, value)
        if tuple(inputs) not in self.made:
            self.made[tuple(inputs)] = self.small.add(kind, inputs, name, value)
        return self.made[tuple(inputs)]


def simplify(fetches, small, pure):
    return _simplify(fetches, Merging(small), pure)


# %% wrong merges-variables from=plain
_simplify = simplify


class Merging:
    def __init__(self, small):
        self.small, self.made = small, {}

    def add(self, kind, inputs, name, value):
        if kind != "variable":
            return self.small.add(kind, inputs, name, value)
        key = contents(value)
        if key not in self.made:
            self.made[key] = self.small.add(kind, inputs, name, value)
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Merging(small), pure)


# %% wrong merges-assignments from=plain
_simplify = simplify


class Merging:
    def __init__(self, small):
        self.small, self.made = small, {}

    def add(self, kind, inputs, name, value):
        if kind != "assign":
            return self.small.add(kind, inputs, name, value)
        key = (*inputs, value)
        if key not in self.made:
            self.made[key] = self.small.add(kind, inputs, name, value)
        return self.made[key]


def simplify(fetches, small, pure):
    return _simplify(fetches, Merging(small), pure)


# %% wrong merges-placeholders mistake=merges-what-is-not-pure from=plain
_simplify = simplify


class Merging:
    def __init__(self, small):
        self.small, self.made = small, None

    def add(self, kind, inputs, name, value):
        if kind != "placeholder":
            return self.small.add(kind, inputs, name, value)
        self.made = self.made or self.small.add(kind, inputs, name, value)
        return self.made


def simplify(fetches, small, pure):
    return _simplify(fetches, Merging(small), pure)


# %% wrong variables-are-constants from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    return _simplify(fetches, small, {**pure, "variable": lambda node: node.value})


# %% wrong changes-the-table from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    pure["placeholder"] = pure.pop("constant")
    del pure["placeholder"]
    pure["constant"] = lambda node: node.value
    return _simplify(fetches, small, pure)


# %% wrong names-for-pure-nodes-only mistake=renames-what-is-not-pure from=plain
_simplify = simplify


class Renaming:
    def __init__(self, small, pure):
        self.small, self.pure = small, pure

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, name if kind in self.pure else None, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Renaming(small, pure), pure)


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
