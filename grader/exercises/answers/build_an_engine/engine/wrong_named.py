# %% build_an_engine/engine wrong keeps-parts misconception=keeps-the-parts from=plain
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


# %% build_an_engine/engine wrong merges-only misconception=folds-nothing from=plain
def simplify(fetches, small, pure):
    new, made = {}, {}
    for node in order(fetches):
        inputs = tuple(new[source] for source in node.inputs)
        key = (node.kind, inputs, contents(node.value)) if node.kind in pure else node
        if key not in made:
            made[key] = small.add(node.kind, inputs, node.name, node.value)
        new[node] = made[key]
    return new


# %% build_an_engine/engine wrong one-step misconception=folds-one-step from=plain
def simplify(fetches, small, pure):
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source.kind == "constant" for source in node.inputs):
            known[node] = pure[node.kind](node, *[source.value for source in node.inputs])
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


# %% build_an_engine/engine wrong asks-no-kind misconception=folds-what-is-not-pure from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    for node in order(fetches):
        if all(source.kind == "constant" for source in node.inputs):
            pure[node.kind](node, *[source.value for source in node.inputs])
    return _simplify(fetches, small, pure)


# %% build_an_engine/engine wrong folds-only misconception=merges-nothing from=plain
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


# %% build_an_engine/engine wrong merges-first misconception=merges-before-folding from=plain
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


# %% build_an_engine/engine wrong old-inputs misconception=compares-the-old-inputs from=plain
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


# %% build_an_engine/engine wrong early-inputs misconception=compares-the-old-inputs-throughout from=plain
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


# %% build_an_engine/engine wrong sorted-inputs misconception=any-order from=plain
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


# %% build_an_engine/engine wrong no-value misconception=forgets-the-value from=plain
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


# %% build_an_engine/engine wrong no-value-at-all misconception=forgets-every-value from=plain
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


# %% build_an_engine/engine wrong numbers misconception=compares-numbers-only from=plain
def contents(value):
    return None if value is None else tuple(np.ravel(value).tolist())


# %% build_an_engine/engine wrong merges-all misconception=merges-what-is-not-pure from=plain
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


# %% build_an_engine/engine wrong no-names misconception=new-names from=plain
_simplify = simplify


class Nameless:
    def __init__(self, small, pure):
        self.small, self.pure = small, pure

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, None if kind in self.pure else name, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Nameless(small, pure), pure)


# %% build_an_engine/engine wrong recursion misconception=too-deep from=plain
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


# %% build_an_engine/engine wrong keeps-what-it-made misconception=forgets-every-value from=plain
made = {}
_contents = contents


def contents(value):
    return made.setdefault("of the first call", _contents(value))


# %% build_an_engine/engine wrong no-value-in-drafts misconception=forgets-every-value-in-drafts
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


# %% build_an_engine/engine wrong no-value-in-one-walk misconception=forgets-every-value-at-once
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
