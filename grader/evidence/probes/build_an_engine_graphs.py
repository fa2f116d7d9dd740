"""Probes of chapter 10, graphs that an answer adds to.

The graph is exported as arrays afterwards: the judge runs it itself, with values of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.bounded import Budget, bounded
from grader.evidence.probes.build_an_engine import LOOKS, Node, for_each_program, refuse_changes
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import WrongResult, attempt, probe
from grader.languages import N_, _

NO_NEW_NODES = N_(
    "return a dictionary from old nodes to new ones; your function returned a value of type {type}"
)
NODES = 12_000
MANY_LOOKS = 400_000  # where an answer may go through the graph many times


class Workbench:
    """A graph that answers add nodes to."""

    def __init__(self, looks: int = LOOKS) -> None:
        self.nodes: list[Node] = []
        self.given = False  # whether what is added now is given to an answer
        self._numbers: dict[Node, int] = {}
        self._names: set[str] = set()
        self._looks = Budget(
            looks, N_("your code looked at the inputs of nodes more than {amount:,} times")
        )
        self._added = Budget(NODES, N_("your code added a node more than {amount:,} times"))

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
        node = Node(str(kind), inputs, free, value, self._looks, self.given)
        self._names.add(free)
        self._numbers[node] = number
        self.nodes.append(node)
        return node

    def export(self) -> dict[str, Any]:
        """The nodes as arrays: kinds, numbers of inputs, and the values that some of them have."""
        kinds = sorted({node.kind for node in self.nodes})
        given = {i: node.value for i, node in enumerate(self.nodes) if node.value is not None}
        return {
            "kinds": kinds,
            "kind": np.array([kinds.index(node.kind) for node in self.nodes], np.int32),
            "count": np.array([len(node._inputs) for node in self.nodes], np.int32),
            "inputs": np.array(
                [self._numbers[source] for node in self.nodes for source in node._inputs],
                np.int32,
            ),
            "values": given,
            "variables": {i: n.name for i, n in enumerate(self.nodes) if n.kind == "variable"},
        }

    def number_again(self) -> None:
        """Counts the nodes anew, in case an answer has taken some of them away."""
        self._numbers = {node: number for number, node in enumerate(self.nodes)}

    def has(self, thing: Any) -> bool:
        """Whether this is a node of this graph."""
        return isinstance(thing, Node) and thing in self._numbers

    def number(self, thing: Any) -> int:
        """The number of a node of this graph; raises WrongResult for anything else."""
        if self.has(thing):
            return self._numbers[thing]
        raise WrongResult(
            _("expected a node of the graph, but found a value of type {type}").format(
                type=type(thing).__name__
            )
        )


# ----------------------------------------------------------------------------------- going back


RULES: dict[str, Callable[..., Any]] = {
    "add": lambda graph, node, g: [g, g],
    "negative": lambda graph, node, g: [graph.add("negative", [g])],
    "scale": lambda graph, node, g: [graph.add("scale", [g], value=node.value)],
    "multiply": lambda graph, node, g: [
        graph.add("multiply", [g, node.inputs[1]]),
        graph.add("multiply", [g, node.inputs[0]]),
    ],
    "cut": lambda graph, node, g: [None],
    "first": lambda graph, node, g: [g, None],
    "second": lambda graph, node, g: [None, g],
}
RULELESS = "assign"  # a kind without a rule, of nodes that no slope reaches


class NoRule(KeyError):
    """An answer asks for the rule of a node that no slope reaches."""

    def __str__(self) -> str:
        return str(self.args[0])


class Rules(dict[str, Callable[..., Any]]):
    """A table of rules that says why one is missing."""

    def __missing__(self, kind: Any) -> Any:
        if kind != RULELESS:
            raise KeyError(kind)
        told = _("there is no rule for {kind}. Ask for a rule only where a slope has arrived")
        raise NoRule(told.format(kind=repr(kind)))


def _bench(entries: Iterable[Any], looks: int = LOOKS) -> Workbench:
    """A graph with these nodes: [kind, numbers of inputs, value, name] each."""
    bench = Workbench(looks)
    bench.given = True
    for kind, sources, value, name in entries:
        bench.add(kind, [bench.nodes[source] for source in sources], name, value)
    bench.given = False
    return bench


def _chain_of(length: int) -> list[Any]:
    return [["placeholder", [], None, None]] + [
        ["negative", [number], None, None] for number in range(length)
    ]


@for_each_program("build-an-engine/gradients")
def _backwards(function: Any, program: Mapping[str, Any]) -> Any:
    """Calls `answer(graph, y, xs, rules)`; returns the graph afterwards and the slopes' numbers.

    Anything that is not a node or a list of nodes is replaced with the name of its type.

    Where a program has "before", there was a call in the same graph for the node of that number in the
    place of y, which may not change its arguments. Also returns how often the rule of one node was asked
    in the last call, at most.
    """
    long = program.get("chain")
    bench = _bench(_chain_of(long) if long else program["nodes"])
    asked: dict[Any, int] = {}

    def counted(rule: Callable[..., Any]) -> Callable[..., Any]:
        def count(graph: Any, node: Any, g: Any) -> Any:
            asked[node] = asked.get(node, 0) + 1
            return rule(graph, node, g)

        return count

    rules = Rules({kind: counted(rule) for kind, rule in RULES.items()})
    xs = [bench.nodes[number] for number in program["xs"]]
    if "before" in program:
        given = [xs.copy(), rules.copy()]
        function(bench, bench.nodes[program["before"]], xs, rules)
        refuse_changes(given, [xs, rules])
        asked.clear()
    found = function(bench, bench.nodes[program["y"]], xs, rules)
    return {
        "slopes": _numbered(bench, found),
        "asked": max(asked.values(), default=0),
        "graph": bench.export(),
    }


def _numbered(bench: Workbench, found: Any) -> Any:
    if not isinstance(found, (list, tuple)):
        return type(found).__name__
    return [
        None if one is None else bench.number(one) if bench.has(one) else type(one).__name__
        for one in found
    ]


def _listed(found: Any) -> list[Any]:
    if not isinstance(found, (list, tuple)):
        raise WrongResult(
            _(
                "return a list with a node or None for each input; found a value of type {type}"
            ).format(type=type(found).__name__)
        )
    return list(found)


@probe("build-an-engine/gradient-rules")
@bounded
def rules(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Looks up in the answer's table the rule of each kind of `inputs["kinds"]`: [kind, inputs].

    Each rule is asked about a node of another graph before.
    """
    table = needs_function(answers[0])()
    if not isinstance(table, Mapping):
        raise WrongResult(
            _(
                "return a dictionary from kind to rule; your function returned a value of type "
                "{type}"
            ).format(type=type(table).__name__)
        )
    return {kind: attempt(_ruled, table, kind, count) for kind, count in inputs["kinds"]}


def _ruled(table: Mapping[str, Any], kind: str, count: int) -> Any:
    if kind not in table:
        raise LookupError(_("your table has no rule for {kind!r}").format(kind=kind))
    bench = _bench([["placeholder", [], None, None]] * (count + 1))
    sources, g = bench.nodes[:count], bench.nodes[count]
    other = _bench([["placeholder", [], None, None]] * (count + 1))
    *others, other_g = other.nodes
    table[kind](other, other.add(kind, others), other_g)
    node = bench.add(kind, sources)
    found = _listed(table[kind](bench, node, g))
    return {
        "slopes": [None if slope is None else bench.number(slope) for slope in found],
        "graph": bench.export(),
    }


# ------------------------------------------------------------------------------------ training


@for_each_program("build-an-engine/minimize")
def _minimized(function: Any, program: Mapping[str, Any]) -> Any:
    """Calls `answer(graph, loss, variables, learning_rate, gradients)`.

    The slopes are nodes of the program already, so `gradients` only has to look them up. Where a
    program has "again", there was a call with the very same arguments before, which may change neither
    them nor the nodes. Returns the number of the node that the answer returned, or its type if it is
    not a node.
    """
    bench = _bench(program["nodes"])
    loss = bench.nodes[program["loss"]]
    slopes = {
        bench.nodes[x]: None if slope is None else bench.nodes[slope]
        for x, slope in program["slopes"]
    }

    def given_gradients(graph: Any, y: Any, xs: Any) -> list[Any]:
        if y is not loss:
            raise ValueError(_("ask for the gradients of the loss"))
        return [slopes.get(x) for x in xs]

    chosen = [bench.nodes[number] for number in program["variables"]]
    if program.get("again"):
        before = [chosen.copy(), _described(bench)]
        function(bench, loss, chosen, program["rate"], given_gradients)
        refuse_changes(before, [chosen, _described(bench)[: len(before[1])]])
    train = function(bench, loss, chosen, program["rate"], given_gradients)
    known = isinstance(train, Node) and train in bench.nodes
    return {
        "train": bench.number(train) if known else type(train).__name__,
        "graph": bench.export(),
    }


# ------------------------------------------------------------------------------ a smaller graph


def sum_like(a: Any, b: Any) -> Any:
    """`a` summed over the axes along which `b` was stretched: the result has the shape of `b`."""
    a, shape = np.asarray(a), np.shape(b)
    a = a.sum(axis=tuple(range(a.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size == 1)
    return a.sum(axis=stretched, keepdims=True)


# The kernels of the chapter that depend on nothing but their inputs and the node's own value.
CALCULATING: dict[str, Callable[..., Any]] = {
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
    "sum_like": lambda node, a, b: sum_like(a, b),
    "spread_like": lambda node, a, b: np.broadcast_to(a, np.shape(b)),
    "stop_gradient": lambda node, a: a,
}
PURE = {**CALCULATING, "scale": lambda node, a: node.value * a}


@for_each_program("build-an-engine/simplify")
def _simplified(function: Any, program: Mapping[str, Any]) -> Any:
    """Calls `answer(fetches, small, pure)` for each program; returns what `small` then holds.

    A program's nodes are those of `_bench`; with "repeat", [kind, inputs, count], that many nodes
    follow, each of which has the node before as its only input, or as both. With "again", there was a
    call for the same fetches before. Returns the new numbers of the fetches, of the placeholders
    that they need, and of the nodes in `small` that are not pure.
    """
    bench, small = _bench(program["nodes"], MANY_LOOKS), Workbench(MANY_LOOKS)
    kind, times, count = program.get("repeat", ("", 0, 0))
    bench.given = True
    for _each in range(count):
        bench.add(kind, [bench.nodes[-1]] * times)
    fetches = [bench.nodes[number] for number in program["fetches"]]
    calls = Budget(MANY_LOOKS // 4, N_("your code called a kernel more than {amount:,} times"))

    def counted(kernel: Callable[..., Any]) -> Callable[..., Any]:
        def count(node: Any, *values: Any) -> Any:
            calls.spend()
            return kernel(node, *values)

        return count

    before = _described(bench)
    given, pure = list(fetches), {kind: counted(kernel) for kind, kernel in PURE.items()}
    kernels = pure.copy()
    if program.get("again"):
        function(given, Workbench(MANY_LOOKS), pure)
    new = function(given, small, pure)
    refuse_changes([fetches, before, kernels], [given, _described(bench), pure])
    if not isinstance(new, Mapping):
        raise WrongResult(_(NO_NEW_NODES).format(type=type(new).__name__))
    small.number_again()
    return {
        "fetches": [_moved(small, new, node) for node in fetches],
        "placeholders": {
            node.name: _moved(small, new, node)
            for node in _needed(fetches)
            if node.kind == "placeholder"
        },
        "kept": {n.name: small.number(n) for n in small.nodes if n.kind not in PURE},
        "graph": small.export(),
    }


def _moved(small: Workbench, new: Mapping[Any, Any], node: Node) -> int:
    if node not in new:
        raise LookupError(
            _("your dictionary has no new node for {name!r}, a node of the kind {kind}").format(
                name=node.name, kind=repr(node.kind)
            )
        )
    return small.number(new[node])


def _needed(fetches: Iterable[Node]) -> Iterable[Node]:
    """The fetches and all nodes that they need."""
    found: dict[Node, None] = {}
    waiting = list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found[node] = None
            waiting.extend(node._inputs)
    return found


def _described(bench: Workbench) -> list[Any]:
    """What may not change: the nodes, and what each of them says."""
    return [(n, n.kind, n.name, n._inputs, repr(n.value)) for n in bench.nodes]
