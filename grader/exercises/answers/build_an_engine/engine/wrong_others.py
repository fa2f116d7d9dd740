# %% build_an_engine/engine wrong text from=plain
def contents(value):
    return str(value)


# %% build_an_engine/engine wrong text-of-array from=plain
def contents(value):
    return repr(np.asarray(value))


# %% build_an_engine/engine wrong without-type from=plain
def contents(value):
    return str(np.shape(value)), np.asarray(value, np.float64).tobytes()


# %% build_an_engine/engine wrong without-shape from=plain
def contents(value):
    return str(np.asarray(value).dtype), np.asarray(value).tobytes()


# %% build_an_engine/engine wrong merges-random-nodes from=plain
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


# %% build_an_engine/engine wrong a-copy
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


# %% build_an_engine/engine wrong a-list from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    new = _simplify(fetches, small, pure)
    return [new[node] for node in fetches]


# %% build_an_engine/engine wrong without-placeholders from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    new = _simplify(fetches, small, pure)
    return {node: new[node] for node in fetches}


# %% build_an_engine/engine wrong drops-stop-gradient from=plain
_simplify = simplify


class Smaller:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return inputs[0] if kind == "stop_gradient" else self.small.add(kind, inputs, name, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Smaller(small), pure)


# %% build_an_engine/engine wrong no-memo from=plain
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


# %% build_an_engine/engine wrong changes-the-old-graph from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    for node in order(fetches):
        if node.kind == "constant":
            node.value = np.asarray(node.value)
    fetches.reverse()
    return _simplify(fetches, small, pure)


# %% build_an_engine/engine wrong forgets-recipes from=plain
_simplify = simplify


class Forgetting:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, name, None if kind == "variable" else value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Forgetting(small), pure)


# %% build_an_engine/engine wrong folds-what-acts from=plain
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


# %% build_an_engine/engine wrong folds-and-merges-groups from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    return _simplify(fetches, small, {**pure, "group": lambda node, *values: None})


# %% build_an_engine/engine wrong folds-groups from=plain
def simplify(fetches, small, pure):
    kernels = {**pure, "group": lambda node, *values: None}
    known = {}
    for node in order(fetches):
        if node.kind in kernels and node.inputs and all(source in known for source in node.inputs):
            known[node] = kernels[node.kind](node, *[known[source] for source in node.inputs])
        elif node.kind == "constant":
            known[node] = node.value
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


# %% build_an_engine/engine wrong merges-groups from=plain
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


# %% build_an_engine/engine wrong merges-groups-with-inputs from=plain
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


# %% build_an_engine/engine wrong merges-variables from=plain
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


# %% build_an_engine/engine wrong merges-assignments from=plain
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


# %% build_an_engine/engine wrong merges-placeholders misconception=merges-what-is-not-pure from=plain
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


# %% build_an_engine/engine wrong variables-are-constants from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    return _simplify(fetches, small, {**pure, "variable": lambda node: node.value})
