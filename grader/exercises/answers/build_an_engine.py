"""Right and wrong answers to the exercises of chapter 10, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("10-build-an-engine")` reads the
blocks. Those of the last exercise build upon a whole engine, `from=plain`, and replace a part of it.
Where a solution cell gives more than the answer (kernels, the session), `plain` has that, too.
"""
# ruff: noqa: E402, E731, UP031

# ---------------------------------------------------------------------------------------- graph


# %% build_an_engine/graph right plain
class Node:
    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        for source in inputs:
            if source not in self.nodes:
                raise ValueError("not a node of this graph")
        taken = {node.name for node in self.nodes}
        wanted = free = name or kind
        number = 0
        while free in taken:
            number += 1
            free = f"{wanted}_{number}"
        node = Node(kind, tuple(inputs), free, value)
        self.nodes.append(node)
        return node


# %% build_an_engine/graph right dictionary-of-names
class Graph:
    class Node:
        pass

    def __init__(self):
        self._by_name = {}

    @property
    def nodes(self):
        return list(self._by_name.values())

    def add(self, kind, inputs=(), name=None, value=None):
        inputs = tuple(inputs)
        if any(self._by_name.get(i.name) is not i for i in inputs):
            raise ValueError("an input belongs to another graph")
        node = Graph.Node()
        node.kind, node.inputs, node.value = kind, inputs, value
        node.name = self._free(name if name is not None else kind)
        self._by_name[node.name] = node
        return node

    def _free(self, wanted, number=0):
        name = wanted if number == 0 else wanted + "_" + str(number)
        return name if name not in self._by_name else self._free(wanted, number + 1)


# %% build_an_engine/graph right dataclass-and-count
import itertools
from dataclasses import dataclass
from typing import Any


@dataclass(eq=False)
class Node:
    kind: str
    inputs: tuple
    name: str
    value: Any


class Graph:
    def __init__(self):
        self.nodes, self.names = [], set()

    def add(self, kind, inputs=(), name=None, value=None):
        mine = set(self.nodes)
        if not mine.issuperset(inputs):
            raise ValueError("unknown input")
        wanted = name or kind
        candidates = itertools.chain([wanted], (f"{wanted}_{n}" for n in itertools.count(1)))
        free = next(c for c in candidates if c not in self.names)
        self.names.add(free)
        self.nodes.append(Node(kind, (*inputs,), free, value))
        return self.nodes[-1]


# %% build_an_engine/graph right nodes-know-their-graph
class Node:
    def __init__(self, graph, kind, inputs, name, value):
        self.graph = graph
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class Graph:
    def __init__(self):
        self.nodes = []
        self.last = {}

    def add(self, kind, inputs=(), name=None, value=None):
        if [source for source in inputs if source.graph is not self]:
            raise ValueError("this input is a node of another graph")
        wanted = kind if name is None else name
        number = self.last.get(wanted, 0)
        while self._taken(wanted, number):
            number += 1
        self.last[wanted] = number
        node = Node(self, kind, tuple(inputs), self._name(wanted, number), value)
        self.nodes += [node]
        return node

    def _name(self, wanted, number):
        return f"{wanted}_{number}" if number else wanted

    def _taken(self, wanted, number):
        return self._name(wanted, number) in [node.name for node in self.nodes]


# %% build_an_engine/graph right list-of-its-own-and-a-for-loop
class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        for source in inputs:
            if not any(node is source for node in self.nodes):
                raise ValueError(source)
        wanted = name or kind
        names = [node.name for node in self.nodes]
        chosen = wanted
        for number in range(1, len(names) + 2):
            if chosen not in names:
                break
            chosen = "%s_%d" % (wanted, number)
        node = type("Node", (), {})()
        vars(node).update(kind=kind, inputs=list(inputs), name=chosen, value=value)
        self.nodes.append(node)
        return node


# %% build_an_engine/graph wrong counts misconception=counts-without-looking
class Node:
    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class Graph:
    def __init__(self):
        self.nodes = []
        self.counts = {}

    def add(self, kind, inputs=(), name=None, value=None):
        if any(source not in self.nodes for source in inputs):
            raise ValueError("not a node of this graph")
        wanted = name or kind
        self.counts[wanted] = self.counts.get(wanted, 0) + 1
        if self.counts[wanted] > 1:
            wanted = f"{wanted}_{self.counts[wanted] - 1}"
        self.nodes.append(Node(kind, tuple(inputs), wanted, value))
        return self.nodes[-1]


# %% build_an_engine/graph wrong chosen-names misconception=chosen-names-are-not-numbered
class Node:
    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        if any(source not in self.nodes for source in inputs):
            raise ValueError("not a node of this graph")
        if name is None:
            taken, number, name = [node.name for node in self.nodes], 0, kind
            while name in taken:
                number += 1
                name = f"{kind}_{number}"
        self.nodes.append(Node(kind, tuple(inputs), name, value))
        return self.nodes[-1]


# %% build_an_engine/graph wrong one-number-for-all misconception=numbers-all-nodes-together
class Node:
    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        if any(source not in self.nodes for source in inputs):
            raise ValueError("not a node of this graph")
        name = name or kind
        if name in {node.name for node in self.nodes}:
            name = f"{name}_{len(self.nodes)}"
        self.nodes.append(Node(kind, tuple(inputs), name, value))
        return self.nodes[-1]


# %% build_an_engine/graph wrong callers-list misconception=keeps-the-callers-list
class Node:
    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        if any(source not in self.nodes for source in inputs):
            raise ValueError("not a node of this graph")
        wanted, number = name or kind, 0
        name = wanted
        while any(node.name == name for node in self.nodes):
            number += 1
            name = f"{wanted}_{number}"
        self.nodes.append(Node(kind, inputs, name, value))
        return self.nodes[-1]


# %% build_an_engine/graph wrong strangers misconception=takes-nodes-of-other-graphs
class Node:
    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, tuple(inputs), name, value


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        wanted, number = name or kind, 0
        name = wanted
        while any(node.name == name for node in self.nodes):
            number += 1
            name = f"{wanted}_{number}"
        self.nodes.append(Node(kind, inputs, name, value))
        return self.nodes[-1]


# %% build_an_engine/graph wrong returns-nothing
class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        self.nodes.append((kind, inputs, name, value))


# %% build_an_engine/graph wrong no-names
class Node:
    def __init__(self, kind, inputs, name, value):
        self.kind, self.inputs, self.name, self.value = kind, tuple(inputs), name, value


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        self.nodes.append(Node(kind, inputs, name or kind, value))
        return self.nodes[-1]


# %% build_an_engine/graph wrong shared-by-all-graphs
class Graph:
    nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        node = type("Node", (), {})()
        node.kind, node.inputs, node.name, node.value = kind, tuple(inputs), name or kind, value
        self.nodes.append(node)
        return node


# ---------------------------------------------------------------------------------------- order


# %% build_an_engine/order right plain
def order(fetches):
    steps, done = [], set()
    stack = list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


# %% build_an_engine/order right two-visits
def order(fetches):
    result, seen = [], set()
    work = [(node, False) for node in reversed(fetches)]
    while work:
        node, ready = work.pop()
        if ready:
            result.append(node)
        elif node not in seen:
            seen.add(node)
            work.append((node, True))
            work.extend((source, False) for source in node.inputs)
    return result


# %% build_an_engine/order right counting-what-is-missing
from collections import deque


def order(fetches):
    needed, users, missing = set(fetches), {}, {}
    waiting = list(needed)
    while waiting:
        node = waiting.pop()
        inputs = set(node.inputs)
        missing[node] = len(inputs)
        for source in inputs:
            users.setdefault(source, []).append(node)
            if source not in needed:
                needed.add(source)
                waiting.append(source)
    ready, steps = deque(node for node in needed if not missing[node]), []
    while ready:
        node = ready.popleft()
        steps.append(node)
        for user in users.get(node, []):
            missing[user] -= 1
            if not missing[user]:
                ready.append(user)
    return tuple(steps)


# %% build_an_engine/order right the-standard-library
from graphlib import TopologicalSorter


def order(fetches):
    needs, waiting = {}, list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = node.inputs
            waiting.extend(node.inputs)
    return list(TopologicalSorter(needs).static_order())


# %% build_an_engine/order right iterators-on-the-stack
def order(fetches):
    steps, seen = [], set()
    for fetch in fetches:
        if fetch in seen:
            continue
        seen.add(fetch)
        stack = [(fetch, iter(fetch.inputs))]
        while stack:
            node, rest = stack[-1]
            for source in rest:
                if source not in seen:
                    seen.add(source)
                    stack.append((source, iter(source.inputs)))
                    break
            else:
                stack.pop()
                steps.append(node)
    return steps


# %% build_an_engine/order right a-higher-recursion-limit
import sys


def order(fetches):
    sys.setrecursionlimit(100_000)
    steps = {}

    def visit(node):
        if node not in steps:
            for source in node.inputs:
                visit(source)
            steps[node] = None

    for node in fetches:
        visit(node)
    return list(steps)


# %% build_an_engine/order wrong recursion misconception=too-deep
def order(fetches):
    steps, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for source in node.inputs:
            visit(source)
        steps.append(node)

    for node in fetches:
        visit(node)
    return steps


# %% build_an_engine/order wrong backwards misconception=inputs-last
def order(fetches):
    steps, done = [], set()
    stack = list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.insert(0, node)
    return steps


# %% build_an_engine/order wrong breadth-first misconception=nearest-last
def order(fetches):
    steps = list(dict.fromkeys(fetches))
    for node in steps:
        for source in node.inputs:
            if source not in steps:
                steps.append(source)
    return list(reversed(steps))


# %% build_an_engine/order wrong twice misconception=forgets-what-is-done
def order(fetches):
    steps = []
    for node in fetches:
        steps += order(node.inputs) + [node]
    return steps


# %% build_an_engine/order wrong first-only misconception=first-fetch-only
def order(fetches):
    steps, done, stack = [], set(), [fetches[0]]
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        stack.extend(missing)
        if not missing:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


# %% build_an_engine/order wrong without-the-fetches
def order(fetches):
    found, waiting = set(), list(fetches)
    while waiting:
        for source in waiting.pop().inputs:
            if source not in found:
                found.add(source)
                waiting.append(source)
    return sorted(found, key=lambda node: node.name)


# %% build_an_engine/order wrong a-set
def order(fetches):
    return set(fetches)


# %% build_an_engine/order wrong generator
def order(fetches):
    for node in fetches:
        yield from order(node.inputs)
        yield node


# %% build_an_engine/order wrong names
def order(fetches):
    return [node.name for node in fetches]


# ----------------------------------------------------------------------------------------- memo


# %% build_an_engine/memo right plain
def unfed(node):
    raise ValueError(f"feed a value for the placeholder {node.name!r}")


def sum_like(a, b):
    """a, summed over the axes along which b would be stretched: the result has the shape of b."""
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


# %% build_an_engine/memo right map-and-copy from=plain
def evaluate(steps, known, kernels):
    memo = known.copy()
    for node in steps:
        kernel = kernels[node.kind]
        memo[node] = kernel(node, *map(memo.get, node.inputs))
    return memo


# %% build_an_engine/memo right two-dictionaries from=plain
def evaluate(steps, known, kernels):
    computed = {}
    for node in steps:
        arguments = []
        for source in node.inputs:
            arguments.append(known[source] if source in known else computed[source])
        computed[node] = kernels[node.kind](node, *arguments)
    return {**known, **computed}


# %% build_an_engine/memo right recursion-with-a-memo from=plain
def evaluate(steps, known, kernels):
    memo = {**known}

    def value(node):
        if node not in memo:
            memo[node] = kernels[node.kind](node, *(value(source) for source in node.inputs))
        return memo[node]

    for node in steps:
        value(node)
    return memo


# %% build_an_engine/memo right chain-map from=plain
from collections import ChainMap


def evaluate(steps, known, kernels):
    values = ChainMap({}, known)
    for node in steps:
        values[node] = kernels[node.kind](node, *[values[i] for i in node.inputs])
    return values


# %% build_an_engine/memo wrong recursion-without-memo misconception=no-memo from=plain
def evaluate(steps, known, kernels):
    def value(node):
        if node in known:
            return known[node]
        return kernels[node.kind](node, *[value(source) for source in node.inputs])

    values = dict(known)
    for node in steps:
        values[node] = value(node)
    return values


# %% build_an_engine/memo wrong default-argument misconception=memo-for-ever from=plain
def evaluate(steps, known, kernels, memo={}):
    memo.update(known)
    for node in steps:
        if node not in memo:
            memo[node] = kernels[node.kind](node, *[memo[source] for source in node.inputs])
    return dict(memo)


# %% build_an_engine/memo wrong known-is-the-memo misconception=writes-into-known from=plain
def evaluate(steps, known, kernels):
    for node in steps:
        known[node] = kernels[node.kind](node, *[known[source] for source in node.inputs])
    return known


# %% build_an_engine/memo wrong starts-empty misconception=forgets-what-is-known from=plain
def evaluate(steps, known, kernels):
    values = {}
    for node in steps:
        values[node] = kernels[node.kind](node, *[values[source] for source in node.inputs])
    return values


# %% build_an_engine/memo wrong only-the-last from=plain
def evaluate(steps, known, kernels):
    values = dict(known)
    for node in steps:
        values[node] = kernels[node.kind](node, *[values[source] for source in node.inputs])
    return values[steps[-1]]


# %% build_an_engine/memo wrong only-the-steps from=plain
def evaluate(steps, known, kernels):
    values = dict(known)
    for node in steps:
        values[node] = kernels[node.kind](node, *[values[source] for source in node.inputs])
    return {node: values[node] for node in steps}


# %% build_an_engine/memo wrong forgets-the-node from=plain
def evaluate(steps, known, kernels):
    values = dict(known)
    for node in steps:
        values[node] = kernels[node.kind](*[values[source] for source in node.inputs])
    return values


# %% build_an_engine/memo wrong by-name from=plain
def evaluate(steps, known, kernels):
    values = {node.name: value for node, value in known.items()}
    for node in steps:
        values[node.name] = kernels[node.kind](node, *[values[i.name] for i in node.inputs])
    return values


# %% build_an_engine/memo wrong zero-is-missing from=plain
def evaluate(steps, known, kernels):
    values = dict(known)

    def value(node):
        if not values.get(node):
            values[node] = kernels[node.kind](node, *[value(source) for source in node.inputs])
        return values[node]

    for node in steps:
        value(node)
    return values


# ------------------------------------------------------------------------------------ variables


# %% build_an_engine/variables right plain
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables right own-error
class Uninitialized(LookupError):
    pass


def variable_kernels(state):
    def read(node):
        if node.name not in state:
            raise LookupError(f"{node.name} has no value in this session")
        return state[node.name].copy()

    def write(node, new):
        state[node.value] = np.asarray(new).copy()
        return state[node.value].copy()

    return dict(variable=read, assign=write)


# %% build_an_engine/variables right a-class
class Kernels:
    def __init__(self, state):
        self.state = state

    def variable(self, node):
        return np.copy(self.state[node.name])

    def assign(self, node, new):
        self.state[node.value] = np.copy(new)
        return np.copy(new)


def variable_kernels(state):
    kernels = Kernels(state)
    return {"variable": kernels.variable, "assign": kernels.assign}


# %% build_an_engine/variables right lambdas
def variable_kernels(state):
    return {
        "variable": lambda node: np.array(state[node.name]),
        "assign": lambda node, new: (state.update({node.value: np.array(new)}), np.array(new))[1],
    }


# %% build_an_engine/variables right with-more-kernels
import copy


def variable_kernels(state):
    def variable(node):
        try:
            return copy.deepcopy(state[node.name])
        except KeyError:
            raise LookupError("run the initializer first: " + node.name) from None

    def assign(node, new):
        value = copy.deepcopy(new)
        state[node.value] = value
        return new

    def assign_add(node, more):
        return assign(node, state[node.value] + more)

    return {"variable": variable, "assign": assign, "assign_add": assign_add}


# %% build_an_engine/variables wrong outside misconception=one-state-for-all
values = {}


def variable_kernels(state):
    def variable(node):
        return np.array(values[node.name])

    def assign(node, new):
        values[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong recipe-as-value misconception=born-at-build
def variable_kernels(state):
    def variable(node):
        if node.name in state:
            return np.array(state[node.name])
        return np.array(node.value)

    def assign(node, new):
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong assign-returns-none misconception=gives-nothing
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong name-of-the-node misconception=under-the-assignments-name
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.name] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong nothing-copied misconception=no-copies
def variable_kernels(state):
    def variable(node):
        return state[node.name]

    def assign(node, new):
        state[node.value] = new
        return new

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong keeps-the-callers-array misconception=no-copy-in
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = new
        return new

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong gives-its-own-array misconception=no-copy-out
def variable_kernels(state):
    def variable(node):
        return state[node.name]

    def assign(node, new):
        state[node.value] = np.array(new)
        return state[node.value]

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong in-place
def variable_kernels(state):
    def variable(node):
        return state[node.name]

    def assign(node, new):
        if node.value not in state:
            state[node.value] = np.zeros_like(new)
        state[node.value][...] = new
        return state[node.value]

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong one-function
def variable_kernels(state):
    return lambda node: state[node.name]


# ---------------------------------------------------------------------------------------- feeds


# %% build_an_engine/feeds right plain
def plan(fetches, fed):
    """The nodes to be computed for the fetches when some nodes are fed."""
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


# %% build_an_engine/feeds right two-visits from=plain
def plan(fetches, fed):
    result, seen = [], set()
    work = [(node, False) for node in fetches]
    while work:
        node, ready = work.pop()
        if ready:
            result.append(node)
        elif node not in seen and node not in fed:
            seen.add(node)
            work.append((node, True))
            work += [(source, False) for source in node.inputs]
    return result


# %% build_an_engine/feeds right the-standard-library from=plain
from graphlib import TopologicalSorter


def plan(fetches, fed):
    needs, waiting = {}, [node for node in fetches if node not in fed]
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = [source for source in node.inputs if source not in fed]
            waiting.extend(needs[node])
    return list(TopologicalSorter(needs).static_order())


# %% build_an_engine/feeds right needed-first-then-order from=plain
def order(fetches):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


def plan(fetches, fed):
    needed, waiting = set(), list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in needed and node not in fed:
            needed.add(node)
            waiting.extend(node.inputs)
    return [node for node in order(fetches) if node in needed]


# %% build_an_engine/feeds right iterators-on-the-stack from=plain
def plan(fetches, fed):
    steps, seen = [], set(fed)
    stack = [(None, iter(fetches))]
    while stack:
        node, rest = stack[-1]
        source = next((source for source in rest if source not in seen), None)
        if source is not None:
            seen.add(source)
            stack.append((source, iter(source.inputs)))
        else:
            stack.pop()
            if node is not None:
                steps.append(node)
    return tuple(steps)


# %% build_an_engine/feeds wrong no-feeds misconception=ignores-the-feeds from=plain
def plan(fetches, fed):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


# %% build_an_engine/feeds wrong placeholders misconception=only-placeholders from=plain
def plan(fetches, fed):
    steps, stack = [], list(fetches)
    done = {node for node in fed if node.kind == "placeholder"}
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


# %% build_an_engine/feeds wrong filter misconception=leaves-out-afterwards from=plain
def plan(fetches, fed):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                if node not in fed:
                    steps.append(node)
    return steps


# %% build_an_engine/feeds wrong all-above misconception=leaves-out-too-much from=plain
def everything(nodes):
    steps, done, stack = [], set(), list(nodes)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


def plan(fetches, fed):
    above = set(everything(fed))
    return [node for node in everything(fetches) if node not in above]


# %% build_an_engine/feeds wrong recursion misconception=too-deep from=plain
def plan(fetches, fed):
    steps, seen = [], set(fed)

    def visit(node):
        if node not in seen:
            seen.add(node)
            for source in node.inputs:
                visit(source)
            steps.append(node)

    for node in fetches:
        visit(node)
    return steps


# %% build_an_engine/feeds wrong only-the-fetches from=plain
def plan(fetches, fed):
    return [node for node in fetches if node not in fed]


# %% build_an_engine/feeds wrong nothing from=plain
def plan(fetches, fed):
    return []


# ------------------------------------------------------------------------------------ gradients


# %% build_an_engine/gradients right plain
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


# %% build_an_engine/gradients right lists-of-parts
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


# %% build_an_engine/gradients right only-the-way-to-y
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


# %% build_an_engine/gradients right counting-users
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


# %% build_an_engine/gradients right by-position
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


# ---------------------------------------------------------------------------------------- rules


# %% build_an_engine/rules right plain
def shaped(graph, node, slopes):
    return [graph.add("sum_like", pair) for pair in zip(slopes, node.inputs)]


def rule_multiply(graph, node, g):
    a, b = node.inputs
    return shaped(graph, node, [graph.add("multiply", [g, b]), graph.add("multiply", [g, a])])


def rule_square(graph, node, g):
    (a,) = node.inputs
    return [graph.add("multiply", [g, graph.add("add", [a, a])])]


def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [
        graph.add("matmul", [g, graph.add("transpose", [b])]),
        graph.add("matmul", [graph.add("transpose", [a]), g]),
    ]


def rule_mean(graph, node, g):
    (a,) = node.inputs
    return [graph.add("spread_like", [graph.add("divide", [g, graph.add("size", [a])]), a])]


def gradient_rules():
    return {
        "add": lambda graph, node, g: shaped(graph, node, [g, g]),
        "subtract": lambda graph, node, g: shaped(graph, node, [g, graph.add("negative", [g])]),
        "multiply": rule_multiply,
        "negative": lambda graph, node, g: [graph.add("negative", [g])],
        "square": rule_square,
        "matmul": rule_matmul,
        "sum": lambda graph, node, g: [graph.add("spread_like", [g, node.inputs[0]])],
        "mean": rule_mean,
        "stop_gradient": lambda graph, node, g: [None],
    }


# %% build_an_engine/rules right other-formulas from=plain
def rule_square(graph, node, g):
    (a,) = node.inputs
    two = graph.add("constant", value=2.0)
    return [graph.add("multiply", [graph.add("multiply", [two, a]), g])]


def rule_mean(graph, node, g):
    (a,) = node.inputs
    return [graph.add("divide", [graph.add("spread_like", [g, a]), graph.add("size", [a])])]


# %% build_an_engine/rules right transposed-twice from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    back = graph.add("matmul", [b, graph.add("transpose", [g])])
    over = graph.add("matmul", [graph.add("transpose", [g]), a])
    return [graph.add("transpose", [back]), graph.add("transpose", [over])]


# %% build_an_engine/rules right a-table-of-two-parts from=plain
_table = gradient_rules


def gradient_rules():
    minus_one = lambda graph, g: graph.add("multiply", [g, graph.add("constant", value=-1.0)])
    table = dict(_table())
    table["negative"] = lambda graph, node, g: [minus_one(graph, g)]
    table["subtract"] = lambda graph, node, g: shaped(graph, node, [g, minus_one(graph, g)])
    table["stop_gradient"] = lambda graph, node, g: (None,)
    return table


# %% build_an_engine/rules right square-as-a-product from=plain
def rule_square(graph, node, g):
    (a,) = node.inputs
    once = graph.add("multiply", [g, a])
    return [graph.add("add", [once, once])]


def rule_multiply(graph, node, g):
    found = []
    for mine, other in (node.inputs, node.inputs[::-1]):
        found.append(graph.add("sum_like", [graph.add("multiply", [other, g]), mine]))
    return found


# %% build_an_engine/rules wrong no-sums misconception=broadcasting-is-not-summed from=plain
def shaped(graph, node, slopes):
    return slopes


# %% build_an_engine/rules wrong own-factor misconception=multiply-takes-its-own-factor from=plain
def rule_multiply(graph, node, g):
    a, b = node.inputs
    return shaped(graph, node, [graph.add("multiply", [g, a]), graph.add("multiply", [g, b])])


# %% build_an_engine/rules wrong crossed misconception=matmul-is-crossed from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [
        graph.add("matmul", [graph.add("transpose", [b]), g]),
        graph.add("matmul", [g, graph.add("transpose", [a])]),
    ]


# %% build_an_engine/rules wrong mean-as-sum misconception=mean-forgets-the-size from=plain
def rule_mean(graph, node, g):
    return [graph.add("spread_like", [g, node.inputs[0]])]


# %% build_an_engine/rules wrong one-number misconception=mean-is-not-spread from=plain
def rule_mean(graph, node, g):
    return [graph.add("divide", [g, graph.add("size", [node.inputs[0]])])]


# %% build_an_engine/rules wrong no-stop misconception=stop-gradient-passes from=plain
_table = gradient_rules


def gradient_rules():
    return {**_table(), "stop_gradient": lambda graph, node, g: [g]}


# %% build_an_engine/rules wrong zeros misconception=stop-gradient-gives-zeros from=plain
_table = gradient_rules


def gradient_rules():
    def stop(graph, node, g):
        return [graph.add("multiply", [g, graph.add("constant", value=0.0)])]

    return {**_table(), "stop_gradient": stop}


# %% build_an_engine/rules wrong half-a-square from=plain
def rule_square(graph, node, g):
    return [graph.add("multiply", [g, node.inputs[0]])]


# %% build_an_engine/rules wrong matmul-without-transposing from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [graph.add("matmul", [g, b]), graph.add("matmul", [a, g])]


# %% build_an_engine/rules wrong two-are-missing from=plain
_table = gradient_rules


def gradient_rules():
    return {kind: rule for kind, rule in _table().items() if kind not in ("sum", "mean")}


# %% build_an_engine/rules wrong an-unknown-kind from=plain
def rule_square(graph, node, g):
    return [graph.add("double", [g])]


# ------------------------------------------------------------------------------------- minimize


# %% build_an_engine/minimize right plain
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            step = graph.add("multiply", [rate, slope])
            new = graph.add("subtract", [variable, step])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize right adds-the-negative
def minimize(graph, loss, variables, learning_rate, gradients):
    minus = graph.add("constant", value=-learning_rate)
    slopes = gradients(graph, loss, variables)
    moving = [(v, s) for v, s in zip(variables, slopes) if s is not None]
    steps = [graph.add("multiply", [s, minus]) for _, s in moving]
    news = [graph.add("add", [v, step]) for (v, _), step in zip(moving, steps)]
    assigns = [graph.add("assign", [n], value=v.name) for (v, _), n in zip(moving, news)]
    return graph.add("group", assigns, name="train")


# %% build_an_engine/minimize right one-at-a-time
def minimize(graph, loss, variables, learning_rate, gradients):
    updates = []
    for variable in variables:
        (slope,) = gradients(graph, loss, [variable])
        if slope is None:
            continue
        rate = graph.add("constant", value=np.float32(learning_rate))
        new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
        updates.append(
            graph.add("assign", [new], name=variable.name + "/update", value=variable.name)
        )
    return graph.add("group", updates)


# %% build_an_engine/minimize right groups-of-groups
def minimize(graph, loss, variables, learning_rate, gradients):
    train = graph.add("group")
    rate = graph.add("constant", value=np.array(learning_rate))
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope:
            new = graph.add("subtract", [variable, graph.add("multiply", [slope, rate])])
            train = graph.add("group", [train, graph.add("assign", [new], value=variable.name)])
    return train


# %% build_an_engine/minimize right divides
def minimize(graph, loss, variables, learning_rate, gradients):
    slow = graph.add("constant", value=1.0 / learning_rate)
    updates = []
    for variable, slope in dict(zip(variables, gradients(graph, loss, variables))).items():
        if slope is not None:
            new = graph.add("subtract", (variable, graph.add("divide", (slope, slow))))
            updates.append(graph.add("assign", (new,), None, variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong uphill misconception=climbs
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("add", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong no-rate misconception=forgets-the-learning-rate
def minimize(graph, loss, variables, learning_rate, gradients):
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, slope])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong no-assign misconception=assigns-nothing
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    news = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            news.append(graph.add("subtract", [variable, graph.add("multiply", [rate, slope])]))
    return graph.add("group", news)


# %% build_an_engine/minimize wrong the-step misconception=assigns-the-step
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            step = graph.add("multiply", [rate, slope])
            updates.append(graph.add("assign", [step], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong last-only misconception=last-variable-only
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            train = graph.add("assign", [new], value=variable.name)
    return train


# %% build_an_engine/minimize wrong no-none misconception=stops-at-none
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
        updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong a-list misconception=returns-a-list
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [new], value=variable.name))
    return updates


# %% build_an_engine/minimize wrong numbers-at-build
def minimize(graph, loss, variables, learning_rate, gradients):
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        variable.value = variable.value - learning_rate * slope.value
    return graph.add("group", variables)


# %% build_an_engine/minimize wrong sets-the-assign
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [variable, new]))
    return graph.add("group", updates)


# ---------------------------------------------------------------------------------------- saver


# %% build_an_engine/saver right plain
def saver(variables):
    names = [variable.name for variable in variables]

    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{name: state[name] for name in names})

    def restore(state, path):
        with np.load(path) as saved:
            for name in names:
                state[name] = saved[name]

    return save, restore


# %% build_an_engine/saver right pickle
import pickle


def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            pickle.dump({v.name: np.array(state[v.name]) for v in variables}, file)

    def restore(state, path):
        with open(path, "rb") as file:
            saved = pickle.load(file)
        state.update({v.name: saved[v.name] for v in variables})

    return save, restore


# %% build_an_engine/saver right json
import json


def saver(variables):
    names = {variable.name for variable in variables}

    def save(state, path):
        with open(path, "w") as file:
            json.dump({name: np.asarray(state[name]).tolist() for name in names}, file)

    def restore(state, path):
        with open(path) as file:
            for name, value in json.load(file).items():
                if name in names:
                    state[name] = np.array(value)

    return save, restore


# %% build_an_engine/saver right a-class
class Saver:
    def __init__(self, variables):
        self.variables = list(variables)

    def save(self, state, path):
        file = open(path, "wb")
        try:
            np.savez_compressed(file, **{v.name: state[v.name] for v in self.variables})
        finally:
            file.close()

    def restore(self, state, path):
        saved = dict(np.load(path))
        for v in self.variables:
            state[v.name] = saved[v.name]


def saver(variables):
    one = Saver(variables)
    return [one.save, one.restore]


# %% build_an_engine/saver right names-and-values
def saver(variables):
    names = [variable.name for variable in variables]

    def save(state, path):
        with open(path, "wb") as file:
            np.save(file, np.array(names))
            for name in names:
                np.save(file, state[name])

    def restore(state, path):
        with open(path, "rb") as file:
            for name in np.load(file).tolist():
                value = np.load(file)
                if name in names:
                    state[name] = value

    return save, restore


# %% build_an_engine/saver wrong identity misconception=by-object-id
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{str(id(v)): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[str(id(v))]

    return save, restore


# %% build_an_engine/saver wrong positions misconception=by-position
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, *[state[v.name] for v in variables])

    def restore(state, path):
        with np.load(path) as saved:
            for v, key in zip(variables, saved.files):
                state[v.name] = saved[key]

    return save, restore


# %% build_an_engine/saver wrong everything misconception=whole-state
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **state)

    def restore(state, path):
        with np.load(path) as saved:
            state.update(saved)

    return save, restore


# %% build_an_engine/saver wrong ending-forgotten misconception=savez-adds-an-ending
def saver(variables):
    def save(state, path):
        np.savez(path, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path)
        for v in variables:
            state[v.name] = saved[v.name]

    return save, restore


# %% build_an_engine/saver wrong ending-added misconception=another-file
def saver(variables):
    def save(state, path):
        np.savez(path + ".npz", **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path + ".npz")
        for v in variables:
            state[v.name] = saved[v.name]

    return save, restore


# %% build_an_engine/saver wrong memory misconception=in-memory
shelf = {}


def saver(variables):
    def save(state, path):
        for v in variables:
            shelf[v.name] = np.array(state[v.name])

    def restore(state, path):
        for v in variables:
            state[v.name] = np.array(shelf[v.name])

    return save, restore


# %% build_an_engine/saver wrong only-save
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    return save


# %% build_an_engine/saver wrong restores-nothing
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        state = dict(np.load(path))

    return save, restore


# %% build_an_engine/saver wrong empties-the-state
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state.pop(v.name) for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name]

    return save, restore


# --------------------------------------------------------------------------------------- engine


# %% build_an_engine/engine right plain
from types import SimpleNamespace


class Node:
    """One operation: what it does, whose values it needs, its name, and a value of its own."""

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
    """a, summed over the axes along which b would be stretched: the result has the shape of b."""
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
    """The nodes to be computed for the fetches when some nodes are fed."""
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
    """For each of the xs the node of dy/dx, or None."""
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
    """What a program needs of your engine."""

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


# %% build_an_engine/engine wrong uphill misconception=climbs from=plain
_downhill = minimize


def minimize(graph, loss, variables, learning_rate, gradients):
    return _downhill(graph, loss, variables, -learning_rate, gradients)


# %% build_an_engine/engine wrong old-values misconception=memo-for-ever from=plain
memo = {}


def evaluate(steps, known, kernels):
    memo.update(known)
    for node in steps:
        if node not in memo:
            memo[node] = kernels[node.kind](node, *[memo[source] for source in node.inputs])
    return memo


# %% build_an_engine/engine wrong no-memo misconception=no-memo from=plain
def evaluate(steps, known, kernels):
    def value(node):
        if node in known:
            return known[node]
        return kernels[node.kind](node, *[value(source) for source in node.inputs])

    return {**known, **{node: value(node) for node in steps}}


# %% build_an_engine/engine wrong placeholders misconception=only-placeholders-are-fed from=plain
_plan = plan


def plan(fetches, fed):
    return _plan(fetches, {node for node in fed if node.kind == "placeholder"})


# %% build_an_engine/engine wrong overwrites misconception=slopes-are-overwritten from=plain
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
                if part is not None:
                    slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/engine wrong shapes misconception=broadcasting-is-not-summed from=plain
KERNELS["sum_like"] = lambda node, a, b: a


# %% build_an_engine/engine wrong one-state misconception=one-state-for-all from=plain
_kernels, shared = variable_kernels, {}


def variable_kernels(state):
    return _kernels(shared)


# %% build_an_engine/engine wrong identity misconception=saves-by-id from=plain
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{str(id(v)): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[str(id(v))]

    return save, restore


# %% build_an_engine/engine wrong recursion misconception=too-deep from=plain
def plan(fetches, fed):
    steps, seen = [], set(fed)

    def visit(node):
        if node not in seen:
            seen.add(node)
            for source in node.inputs:
                visit(source)
            steps.append(node)

    for node in fetches:
        visit(node)
    return steps


# %% build_an_engine/engine wrong no-saver from=plain
_whole = engine


def engine():
    own = _whole()
    del own.saver
    return own


# %% build_an_engine/engine wrong the-parts-as-they-are from=plain
def engine():
    return SimpleNamespace(
        Graph=Graph, Session=Session, gradients=gradients, minimize=minimize, saver=saver
    )


# %% build_an_engine/engine wrong with-tf from=plain
def multiply_matrices(node, a, b):
    with tf.Session() as session:
        return session.run(tf.matmul(tf.constant(a), tf.constant(b)))


KERNELS["matmul"] = multiply_matrices


# %% build_an_engine/engine wrong a-list from=plain
def engine():
    return [Graph, Session, gradients, minimize, saver]
