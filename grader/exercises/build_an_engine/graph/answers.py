# %% right plain
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


# %% right dictionary-of-names
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


# %% right dataclass-and-count
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


# %% right nodes-know-their-graph
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


# %% right list-of-its-own-and-a-for-loop
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


# %% right an-error-of-its-own like=plain
# - class Graph:
# + class Stranger(ValueError):
# +     pass
# +
# +
# + class Graph:
# -                 raise ValueError("not a node of this graph")
# +                 raise Stranger(kind)


# %% wrong returns-nothing mistake=returns-nothing
# says: your `add` returns None. Return the node that it has made.
class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, kind, inputs=(), name=None, value=None):
        self.nodes.append((kind, inputs, name, value))


# %% wrong counts mistake=counts-without-looking like=plain
# says: you count how often each name was asked for, and do not check whether the numbered name is free.
#     Someone may have chosen `add_1` already: go on to the next number while the name is taken.
# -         self.nodes = []
# +         self.nodes, self.counts = [], {}
# -         taken = {node.name for node in self.nodes}
# -         wanted = free = name or kind
# -         number = 0
# -         while free in taken:
# -             number += 1
# -             free = f"{wanted}_{number}"
# +         wanted = free = name or kind
# +         number = self.counts.get(wanted, 0)
# +         self.counts[wanted] = number + 1
# +         if number:
# +             free = f"{wanted}_{number}"


# %% wrong chosen-names mistake=chosen-names-are-not-numbered like=plain
# says: a name that the caller chooses can be taken as well. Give it a number like any other: otherwise two
#     nodes have the same name.
# -         while free in taken:
# +         while name is None and free in taken:


# %% wrong one-number-for-all mistake=numbers-all-nodes-together like=plain
# says: your number is the number of all nodes in the graph. Each name is counted separately: the second
#     `add` is `add_1`, whatever else there is.
# -         number = 0
# -         while free in taken:
# -             number += 1
# -             free = f"{wanted}_{number}"
# +         if free in taken:
# +             free = f"{wanted}_{len(self.nodes)}"


# %% wrong callers-list mistake=keeps-the-callers-list like=plain
# says: your node keeps the very list that the caller passed. When the caller changes that list later, your
#     graph changes too. Keep a copy: `tuple(inputs)`.
# -         node = Node(kind, tuple(inputs), free, value)
# +         node = Node(kind, inputs, free, value)


# %% wrong strangers mistake=takes-nodes-of-other-graphs like=plain
# says: your graph accepts a node of another graph as an input, but its own `nodes` does not contain that
#     node. Raise a ValueError.
# -         for source in inputs:
# -             if source not in self.nodes:
# -                 raise ValueError("not a node of this graph")
# -         taken = {node.name for node in self.nodes}
# +         taken = {node.name for node in self.nodes}


# %% wrong no-names like=strangers
# -         while free in taken:
# -             number += 1
# -             free = f"{wanted}_{number}"
# -         node = Node(kind, tuple(inputs), free, value)
# +         node = Node(kind, tuple(inputs), free, value)


# %% wrong shared-by-all-graphs like=plain
# -     def __init__(self):
# -         self.nodes = []
# +     nodes = []


# %% wrong mutant-looks-at-the-first-input-only like=plain
# -         for source in inputs:
# +         for source in inputs[:1]:


# %% wrong forgets-the-return mistake=returns-nothing like=plain
# -         self.nodes.append(node)
# -         return node
# +         self.nodes.append(node)


# %% wrong compares-names like=plain
# -             if source not in self.nodes:
# +             if source.name not in {node.name for node in self.nodes}:


# %% wrong one-more-than-the-highest like=plain
# -         while free in taken:
# -             number += 1
# -             free = f"{wanted}_{number}"
# +         if wanted in taken:
# +             ends = [one[len(wanted) + 1 :] for one in taken if one.startswith(wanted + "_")]
# +             free = f"{wanted}_{max((int(end) for end in ends if end.isdigit()), default=0) + 1}"


# %% exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.


# %% exempt dictionary-of-names
# truth-for-none: ...
#     The text does not say what an empty name would mean.


# %% exempt nodes-know-their-graph
# truth-for-none: ...
#     The text does not say what an empty name would mean.
# statement-dropped: self.last[wanted] = number -> (nothing)
#     The search begins at the start again: slower, with the same result.


# %% exempt list-of-its-own-and-a-for-loop
# rounds: for number in ... -> for number in list(range(1, len(names) + 2))[:-1]:
# range: ...
# constant: for number in ... -> for number in range(1, len(names) + 3):
# constant: for number in ... -> for number in range(1, len(names) + 1):
#     A free name is found before the numbers end: of n names, n have at most n - 1 numbers.
# break-continue: ...
#     The name that is free stays free in the rounds that follow.
