# The answers extend a complete engine (from=plain) and replace parts of it. Where the solution cell
# contains more than the answer (kernels, the session), `plain` contains that as well.

# %% build_an_engine/engine right plain
from types import SimpleNamespace


class Node:
    """One operation: what it does, the nodes it needs, its name, and a value of its own."""

    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value

    def __repr__(self):
        return f"<{self.kind} {self.name}>"


class Graph:
    """Nodes, in the order in which they were added."""

    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        """A new node of this graph."""
        for source in inputs:
            if source not in self.nodes:
                raise ValueError(f"{source} is not a node of this graph")
        taken = {node.name for node in self.nodes}
        wanted = free = name or kind
        number = 0
        while free in taken:
            number += 1
            free = f"{wanted}_{number}"
        node = Node(kind, tuple(inputs), free, value)
        self.nodes.append(node)
        return node


def unfed(node):
    raise ValueError(f"feed a value for the placeholder {node.name!r}")


def sum_like(a, b):
    """The sum of a over the axes along which b would be stretched; it has the shape of b."""
    a, shape = np.asarray(a), np.shape(b)
    a = a.sum(axis=tuple(range(a.ndim - len(shape))))
    return a.sum(axis=tuple(i for i, size in enumerate(shape) if size == 1), keepdims=True)


KERNELS = {
    "constant": lambda node: node.value,
    "placeholder": unfed,
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
    "sum_like": lambda node, a, b: sum_like(a, b),
    "spread_like": lambda node, a, b: np.broadcast_to(a, np.shape(b)),
    "stop_gradient": lambda node, a: a,
    "group": lambda node, *values: None,
}


def evaluate(steps, known, kernels):
    """The values of all steps and of what was known before."""
    values = dict(known)
    for node in steps:
        values[node] = kernels[node.kind](node, *[values[source] for source in node.inputs])
    return values


def variable_kernels(state):
    """The kernels of a session whose variables are in `state`."""

    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


def plan(fetches, fed):
    """The nodes to compute for the fetches when some nodes are fed."""
    steps, done = [], set(fed)
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


class Session:
    """The state of some variables, and runs that use it."""

    def __init__(self):
        self.state = {}
        self.kernels = {**KERNELS, **variable_kernels(self.state)}

    def run(self, fetches, feeds=None):
        """The values of the fetched nodes, a list, in one run."""
        known = dict(feeds or {})
        values = evaluate(plan(fetches, known), known, self.kernels)
        return [values[node] for node in fetches]


def gradients(graph, y, xs, rules):
    """For each of the xs, the node of dy/dx, or None."""
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


def gradient_rules():
    """How a slope comes back through each kind of node."""

    def shaped(graph, node, slopes):
        return [graph.add("sum_like", pair) for pair in zip(slopes, node.inputs)]

    def add(graph, node, g):
        return shaped(graph, node, [g, g])

    def subtract(graph, node, g):
        return shaped(graph, node, [g, graph.add("negative", [g])])

    def multiply(graph, node, g):
        a, b = node.inputs
        return shaped(graph, node, [graph.add("multiply", [g, b]), graph.add("multiply", [g, a])])

    def negative(graph, node, g):
        return [graph.add("negative", [g])]

    def square(graph, node, g):
        (a,) = node.inputs
        return [graph.add("multiply", [g, graph.add("add", [a, a])])]

    def matmul(graph, node, g):
        a, b = node.inputs
        return [
            graph.add("matmul", [g, graph.add("transpose", [b])]),
            graph.add("matmul", [graph.add("transpose", [a]), g]),
        ]

    def total(graph, node, g):
        return [graph.add("spread_like", [g, node.inputs[0]])]

    def mean(graph, node, g):
        (a,) = node.inputs
        return [graph.add("spread_like", [graph.add("divide", [g, graph.add("size", [a])]), a])]

    def stop_gradient(graph, node, g):
        return [None]

    return {
        "add": add,
        "subtract": subtract,
        "multiply": multiply,
        "negative": negative,
        "square": square,
        "matmul": matmul,
        "sum": total,
        "mean": mean,
        "stop_gradient": stop_gradient,
    }


def minimize(graph, loss, variables, learning_rate, gradients):
    """A node that takes one step downhill with the variables."""
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            step = graph.add("multiply", [rate, slope])
            new = graph.add("subtract", [variable, step])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


def saver(variables):
    """Two functions: save(state, path) and restore(state, path)."""
    names = [variable.name for variable in variables]

    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{name: state[name] for name in names})

    def restore(state, path):
        with np.load(path) as saved:
            for name in names:
                state[name] = saved[name]

    return save, restore


def engine():
    """What a program needs from your engine."""

    def own_gradients(graph, y, xs):
        return gradients(graph, y, xs, gradient_rules())

    def own_minimize(graph, loss, variables, learning_rate):
        return minimize(graph, loss, variables, learning_rate, own_gradients)

    return SimpleNamespace(
        Graph=Graph, Session=Session, gradients=own_gradients, minimize=own_minimize, saver=saver
    )


# %% build_an_engine/engine right with-a-class from=plain
class Engine:
    Graph, Session, saver = Graph, Session, staticmethod(saver)

    @staticmethod
    def gradients(graph, y, xs):
        return gradients(graph, y, xs, gradient_rules())

    @classmethod
    def minimize(cls, graph, loss, variables, learning_rate):
        return minimize(graph, loss, variables, learning_rate, cls.gradients)


def engine():
    return Engine()


# %% build_an_engine/engine right plans-are-kept from=plain
class Session:
    def __init__(self):
        self.state, self.plans = {}, {}
        self.kernels = {**KERNELS, **variable_kernels(self.state)}

    def run(self, fetches, feeds=None):
        known = {node: np.asarray(value) for node, value in (feeds or {}).items()}
        key = (tuple(fetches), frozenset(known))
        if key not in self.plans:
            self.plans[key] = plan(fetches, known)
        values = evaluate(self.plans[key], known, self.kernels)
        return [values[node] for node in fetches]


# %% build_an_engine/engine right double-precision from=plain
class Session:
    def __init__(self):
        self.state = {}

    def run(self, fetches, feeds=()):
        known = {node: np.asarray(value, np.float64) for node, value in dict(feeds).items()}
        kernels = dict(KERNELS)
        kernels.update(variable_kernels(self.state))
        values = evaluate(plan(fetches, known), known, kernels)
        return tuple(values[node] for node in fetches)


# %% build_an_engine/engine right one-namespace from=plain
from functools import partial


def engine():
    own = SimpleNamespace(Graph=Graph, Session=Session, saver=saver)
    own.gradients = partial(gradients, rules=gradient_rules())
    own.minimize = partial(minimize, gradients=own.gradients)
    return own


# %% build_an_engine/engine right the-standard-librarys-order from=plain
from graphlib import TopologicalSorter


def plan(fetches, fed):
    needs, waiting = {}, [node for node in fetches if node not in fed]
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = [source for source in node.inputs if source not in fed]
            waiting.extend(needs[node])
    return list(TopologicalSorter(needs).static_order())
