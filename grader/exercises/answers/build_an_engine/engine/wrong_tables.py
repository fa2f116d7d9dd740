# %% build_an_engine/engine wrong nameless misconception=renames-what-is-not-pure from=plain
_simplify = simplify


class Changed:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, None, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Changed(small), pure)


# %% build_an_engine/engine wrong without-the-value misconception=drops-the-value from=plain
_simplify = simplify


class Changed:
    def __init__(self, small):
        self.small = small

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, name, value if kind == "constant" else None)


def simplify(fetches, small, pure):
    return _simplify(fetches, Changed(small), pure)


# %% build_an_engine/engine wrong all-constants-stay misconception=constants-stay-apart from=plain
def simplify(fetches, small, pure):
    known = {}
    for node in order(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
    new, made = {}, {}

    def move(node, kind, inputs, value):
        mergeable = kind in pure and kind != "constant"
        key = (kind, inputs, contents(value)) if mergeable else node
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


# %% build_an_engine/engine wrong its-own-table misconception=a-table-of-its-own from=plain
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


# %% build_an_engine/engine wrong changes-the-table from=plain
_simplify = simplify


def simplify(fetches, small, pure):
    pure["placeholder"] = pure.pop("constant")
    del pure["placeholder"]
    pure["constant"] = lambda node: node.value
    return _simplify(fetches, small, pure)


# %% build_an_engine/engine wrong names-for-pure-nodes-only misconception=renames-what-is-not-pure from=plain
_simplify = simplify


class Renaming:
    def __init__(self, small, pure):
        self.small, self.pure = small, pure

    def add(self, kind, inputs, name, value):
        return self.small.add(kind, inputs, name if kind in self.pure else None, value)


def simplify(fetches, small, pure):
    return _simplify(fetches, Renaming(small, pure), pure)


# %% build_an_engine/engine wrong changes-the-old-nodes
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


# %% build_an_engine/engine wrong asks-pure-only-to-fold misconception=merges-what-is-not-pure
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
