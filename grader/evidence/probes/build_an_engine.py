"""The probes of chapter 10: answers work on graphs that the judge describes, node by node.

What an answer returns is told by the numbers of nodes. Work is counted, so that walking every path ends.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from grader.evidence.probes.bounded import Budget, bounded
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import WrongResult, attempt, probe
from grader.languages import N_, _

LOOKS = 60_000
NODES = 12_000
WORKBENCH = ("nodes", "repeat", "looks")
LOOKED = N_("your code looked at the inputs of nodes more than {amount:,} times")
CHANGED = N_("your function changed a list, a dictionary or a node that it was given")
NO_NODE = N_("expected a node of the graph, but found a value of type {type}")


class ChangedArguments(ValueError):
    """An answer changed what is the caller's; a class of its own, so that no other error is taken for it."""


class NoRule(KeyError):
    """An answer asks for the rule of a node that no slope reaches."""

    def __str__(self) -> str:
        return str(self.args[0])


class Node:
    """A node as the chapter describes it; looking at `inputs` spends from a budget.

    given: whether an answer gets it, and did not make it: then its inputs stay as they are.
    """

    def __init__(
        self, kind: str, inputs: Any, name: str, value: Any, looks: Any = None, given: bool = True
    ):
        self.kind, self.name, self.value = kind, name, value
        self._inputs, self._looks = tuple(inputs), looks or Budget(LOOKS, LOOKED)
        self._given = id(self) if given else None  # a copy of it has another id

    @property
    def inputs(self) -> tuple[Any, ...]:
        self._looks.spend()
        return self._inputs

    @inputs.setter
    def inputs(self, inputs: Any) -> None:
        if self._given == id(self):
            raise ChangedArguments(_(CHANGED))
        self._inputs = tuple(inputs)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name!r}>"


# ------------------------------------------------------------------------------ kernels and rules


def sum_like(a: Any, b: Any) -> Any:
    """`a` summed over the axes along which `b` was stretched: the result has the shape of `b`."""
    a, shape = np.asarray(a), np.shape(b)
    a = a.sum(axis=tuple(range(a.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size == 1)
    return a.sum(axis=stretched, keepdims=True)


# What depends on nothing but its inputs and the node's own value.
PURE: dict[str, Callable[..., Any]] = {
    "constant": lambda node: node.value,
    "add": lambda node, a, b: a + b,
    "subtract": lambda node, a, b: a - b,
    "multiply": lambda node, a, b: a * b,
    "divide": lambda node, a, b: a / b,
    "negative": lambda node, a: -a,
    "scale": lambda node, a: node.value * a,
    "square": lambda node, a: a * a,
    "matmul": lambda node, a, b: a @ b,
    "transpose": lambda node, a: np.transpose(a),
    "sum": lambda node, a: np.sum(a),
    "mean": lambda node, a: np.mean(a),
    "size": lambda node, a: np.float32(np.size(a)),
    "sum_like": lambda node, a, b: sum_like(a, b),
    "spread_like": lambda node, a, b: np.broadcast_to(a, np.shape(b)),
    "stop_gradient": lambda node, a: a,
}
# A kind that the chapter does not have: who asks the argument `pure` knows it.
MORE_PURE: dict[str, Callable[..., Any]] = {**PURE, "cube": lambda node, a: a * a * a}
KERNELS: dict[str, Callable[..., Any]] = {
    **PURE,
    "number": lambda node: node.value,
    "nothing": lambda node, *values: None,
    "how_many": lambda node, *values: values.count(None),
}
for kernel in (*KERNELS.values(), MORE_PURE["cube"]):
    kernel.__qualname__ = "kernel"  # what Python calls it in an error about its arguments
RULES: dict[str, Callable[..., Any]] = {
    "add": lambda graph, node, g: [g, g],
    "negative": lambda graph, node, g: [graph.add("negative", [g])],
    "scale": lambda graph, node, g: [graph.add("scale", [g], value=node.value)],
    "multiply": lambda graph, node, g: [
        graph.add("multiply", [g, factor]) for factor in node.inputs[::-1]
    ],
    "cut": lambda graph, node, g: [None],
    "first": lambda graph, node, g: [g, None],
    "second": lambda graph, node, g: [None, g],
}


class Rules(dict[str, Callable[..., Any]]):
    """A table of rules that says why one is missing."""

    def __missing__(self, kind: Any) -> Any:
        told = _(
            "there is no rule for {kind}. Ask for one only where a slope has arrived, and the node has inputs"
        )
        raise NoRule(told.format(kind=repr(kind)))


# ----------------------------------------------------------------------------------------- graphs


class Workbench:
    """A graph that answers are given and add nodes to.

    nodes: [kind, numbers of inputs, value, name] for each node that it has from the beginning.
    repeat: [kind, times, count], that many nodes more, each with the node before so many times as its input.
    """

    def __init__(self, nodes: Any = (), repeat: Any = ("", 0, 0), looks: int = LOOKS) -> None:
        self.nodes: list[Node] = []
        self.asked = Counter[Any]()  # how often each node's kernel or rule was called
        self._numbers: dict[Node, int] = {}
        self._names: set[str] = set()
        self._looks = Budget(looks, LOOKED)
        self._calls = Budget(looks // 4, N_("your code called a kernel more than {amount:,} times"))
        self._added = Budget(NODES, N_("your code added a node more than {amount:,} times"))
        tickets = itertools.count(1)
        kernels = {**KERNELS, "ticket": lambda node: next(tickets)}
        tables = {"pure": MORE_PURE, "kernels": kernels, "rules": RULES}
        self.tables = {name: self._counted(table) for name, table in tables.items()}
        self._given = True
        for kind, sources, value, name in nodes:
            self.add(kind, [self.nodes[source] for source in sources], name, value)
        kind, times, count = repeat
        for _each in range(count):
            self.add(kind, [self.nodes[-1]] * times)
        self._given = False

    def add(self, kind: str, inputs: Any = (), name: Any = None, value: Any = None) -> Node:
        """Adds a node; refuses inputs that are not nodes of this graph."""
        self._added.spend()
        for place, source in enumerate(inputs):
            if not isinstance(source, Node) or source not in self._numbers:
                raise ValueError(
                    _(
                        "input {place} of {kind!r} is of type {type}, not a node of this graph"
                    ).format(place=place, kind=kind, type=type(source).__name__)
                )
        wanted, number = str(name or kind), len(self.nodes)
        free = f"{wanted}_{number}" if wanted in self._names else wanted
        node = Node(str(kind), inputs, free, value, self._looks, self._given)
        self._names.add(free)
        self._numbers[node] = number
        self.nodes.append(node)
        return node

    def told(self, thing: Any) -> Any:
        """The number of a node of this graph, None, or the type of anything else."""
        if isinstance(thing, Node) and thing in self._numbers:
            return self._numbers[thing]
        return None if thing is None else type(thing).__name__

    def export(self) -> dict[str, Any]:
        """The nodes as arrays: kinds, numbers of inputs; own values, and the names of what is not pure."""
        kinds = sorted({node.kind for node in self.nodes})
        sources = [[self._numbers[source] for source in node._inputs] for node in self.nodes]
        return {
            "kinds": kinds,
            "kind": np.array([kinds.index(node.kind) for node in self.nodes], np.int32),
            "count": np.array([len(some) for some in sources], np.int32),
            "inputs": np.array([number for some in sources for number in some], np.int32),
            "values": [[i, n.value] for i, n in enumerate(self.nodes) if n.value is not None],
            "names": [[i, n.name] for i, n in enumerate(self.nodes) if n.kind not in MORE_PURE],
        }

    def number_again(self) -> None:
        """Counts the nodes anew, in case an answer has taken some of them away."""
        self._numbers = {node: number for number, node in enumerate(self.nodes)}

    def described(self) -> list[Any]:
        """What may not change: the nodes, and what each of them says."""
        return [(n, n.kind, n.name, n._inputs, repr(n.value)) for n in self.nodes]

    def _counted(self, table: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
        """The same kernels or rules; each call of one is counted for its node."""

        def counting(function: Callable[..., Any]) -> Callable[..., Any]:
            def kernel(*arguments: Any) -> Any:
                self._calls.spend()
                self.asked[next((one for one in arguments if isinstance(one, Node)), None)] += 1
                return function(*arguments)

            return kernel

        return {kind: counting(function) for kind, function in table.items()}


# ------------------------------------------------------------------------------------------ calls


@probe("build-an-engine/calls")
@bounded
def calls(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls the answer, or the "table" it makes, for each program; returns what `_called` says of each."""
    answer = needs_function(answers[0])
    answer = answer() if inputs.get("table") else answer
    return [attempt(_called, answer, program) for program in inputs["programs"]]


def _called(function: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Calls the answer on a graph; or this "rule" of its table.

    A program has what a `Workbench` takes, and for each of its "calls" the arguments: see `_argument`;
    perhaps "shown", the numbers of the nodes that a dictionary is asked for.
    Returns what each call gave, and the graph to which the answer adds nodes, if there is one.
    """
    if "rule" in program:
        function = _rule(function, program["rule"])
    bench = Workbench(**{key: program[key] for key in WORKBENCH if key in program})
    reports, graph = [], None
    for call in program["calls"]:
        arguments = [_argument(bench, *words) for words in call]
        graph = next((one for one in arguments if isinstance(one, Workbench)), None)
        before, nodes = _copies(arguments), bench.described()
        bench.asked.clear()
        found = function(*arguments)
        changed = [one != other for one, other in zip(before, _copies(arguments), strict=True)]
        (graph or bench).number_again()
        reports.append(
            {
                "result": _result(bench, graph or bench, found, program.get("shown", range(100))),
                "asked": np.array([bench.asked[node] for node in bench.nodes], np.int32),
                "changed": [*changed, bench.described()[: len(nodes)] != nodes],
            }
        )
    return {"calls": reports, "graph": graph.export() if graph else None}


def _rule(table: Any, kind: str) -> Any:
    if not isinstance(table, Mapping):
        told = _(
            "return a dictionary from kind to rule; your function returned a value of type {type}"
        )
        raise WrongResult(told.format(type=type(table).__name__))
    if kind not in table:
        raise LookupError(_("your table has no rule for {kind!r}").format(kind=kind))
    return table[kind]


def _copies(arguments: Sequence[Any]) -> list[Any]:
    return [one.copy() if isinstance(one, (list, dict)) else one for one in arguments]


def _argument(bench: Workbench, word: str, about: Any = None) -> Any:
    """What is described as ["graph"], ["node", number] or ["values", [[number, value] ...]], for example."""
    nodes = bench.nodes
    made: dict[str, Callable[[], Any]] = {
        "graph": lambda: bench,
        "new graph": lambda: Workbench(looks=bench._looks.amount),
        "node": lambda: nodes[about],
        "nodes": lambda: [nodes[number] for number in about],
        "value": lambda: about,
        "values": lambda: {nodes[number]: value for number, value in about},
        "pure": lambda: bench.tables["pure"].copy(),
        "kernels": lambda: bench.tables["kernels"].copy(),
        "rules": lambda: Rules(bench.tables["rules"]),
        "gradients": lambda: partial(_gradients, nodes, about),
    }
    return made[word]()


def _gradients(nodes: Sequence[Node], about: Mapping[str, Any], graph: Any, y: Any, xs: Any) -> Any:
    """Looks up the slopes of the node "loss", which are nodes of the graph already: [number, slope] each."""
    if y is not nodes[about["loss"]]:
        raise ValueError(_("ask for the gradients of the loss"))
    slopes = {nodes[x]: None if slope is None else nodes[slope] for x, slope in about["slopes"]}
    return [slopes.get(x) for x in xs]


def _result(bench: Workbench, graph: Workbench, found: Any, shown: Any) -> Any:
    """What a call returned: nodes as numbers. Of a dictionary, its size and what it has for the nodes shown.

    graph: where the values of a dictionary are nodes; if it is the bench itself, they are values.
    """
    if isinstance(found, Mapping):
        tell = (lambda value: value) if graph is bench else graph.told
        nodes = [(n, node) for n, node in enumerate(bench.nodes) if n in shown]
        there = {number: tell(found[node]) for number, node in nodes if node in found}
        return {"size": len(found), "values": there}
    if isinstance(found, (list, tuple)):
        told = [bench.told(one) for one in found]
        return told if isinstance(found, list) else tuple(told)
    return bench.told(found)
