# %% build_an_engine/engine wrong nameless from=plain
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
