"""Probes of chapter 10, running: the nodes that an answer works on, and what it did with them.

Programs come as plain data. The nodes that an answer is given count how often it looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import Budget, bounded
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import WrongResult, attempt, probe
from grader.languages import N_, _

LOOKS = 60_000
CALLS = 10_000
CHANGED = N_("your function changed a list, a dictionary or a node that it was given")
NO_LIST = N_("return a list of nodes; your function returned a value of type {type}")
NO_VALUES = N_(
    "return a dictionary from node to value; your function returned a value of type {type}"
)


class Node:
    """A node as the chapter describes it; looking at `inputs` spends from the program's budget.

    given: whether an answer gets it, and did not make it: then its inputs stay as they are.
    """

    def __init__(
        self, kind: str, inputs: Any, name: str, value: Any, looks: Budget, given: bool = True
    ):
        self.kind, self.name, self.value = kind, name, value
        self._inputs, self._looks = tuple(inputs), looks
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


def for_each_program(name: str) -> Callable[[Any], Any]:
    """Registers the probe that gives the answer and each of `inputs["programs"]` to a function."""

    def register(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def called(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
            answer = needs_function(answers[0])
            return [attempt(function, answer, program) for program in inputs["programs"]]

        probe(name)(bounded(called))
        return function

    return register


# -------------------------------------------------------------------------------- nodes and names


@probe("build-an-engine/graph")
@bounded
def graph(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Builds each program of `inputs["programs"]` with the answer's class.

    An entry of a program is [kind, numbers of inputs, name or None, value or None]. The list of
    inputs is emptied after each call: a node should have kept its own. Afterwards a node of another
    graph is tried as the only input, and as the second one.
    """
    make = needs_function(answers[0])
    return [attempt(_built, make, program) for program in inputs["programs"]]


def _built(make: Callable[[], Any], program: Sequence[Any]) -> dict[str, Any]:
    built = make()
    nodes: list[Any] = []
    for kind, sources, name, value in program:
        given = [nodes[source] for source in sources]
        options = {"name": name, "value": value}
        used = {key: item for key, item in options.items() if item is not None}
        nodes.append(built.add(kind, given, **used) if given else built.add(kind, **used))
        if nodes[-1] is None:
            told = _("expected a node of the graph, but found a value of type {type}")
            raise WrongResult(told.format(type="NoneType"))
        given.clear()
    listed = [_place(nodes, node) for node in built.nodes]
    other = make()
    stranger = other.add("constant", value=1.0)
    tries = [attempt(_told, ValueError, built.add, "square", [stranger])]
    tries.append(attempt(_told, ValueError, built.add, "add", [nodes[0], stranger]))
    return {
        "names": [node.name for node in nodes],
        "kinds": [node.kind for node in nodes],
        "values": [node.value for node in nodes],
        "inputs": [[_place(nodes, source) for source in node.inputs] for node in nodes],
        "listed": listed,
        "strangers": [
            one if isinstance(one, str) else one.type if isinstance(one, Raised) else "accepted"
            for one in tries
        ],
        "grown by": len(built.nodes) - len(listed),
    }


def _told(kind: type[Exception], function: Callable[..., Any], *arguments: Any) -> Any:
    """What the function returns; the name of `kind` where it raises one, of whatever class below that."""
    try:
        return function(*arguments)
    except kind:
        return kind.__name__


def _place(nodes: Sequence[Any], thing: Any) -> int:
    """Where `thing` itself is in `nodes`; -1 where it is not."""
    return next((place for place, node in enumerate(nodes) if node is thing), -1)


# ------------------------------------------------------------------------------------- one run


def program_nodes(program: Mapping[str, Any]) -> dict[str, Node]:
    """The nodes of a program by their names: [name, kind, names of inputs, value] each.

    Instead of "nodes", a program may have "chain": that many nodes n0, n1 ..., each fed by the one before.
    """
    looks = Budget(LOOKS, N_("your code looked at the inputs of nodes more than {amount:,} times"))
    nodes: dict[str, Node] = {}
    for name, kind, sources, value in entries_of(program):
        nodes[name] = Node(kind, [nodes[source] for source in sources], name, value, looks)
    return nodes


def entries_of(program: Mapping[str, Any]) -> Sequence[Any]:
    """The entries of a program, a chain's written out."""
    if "chain" not in program:
        return list(program["nodes"])
    return _chain(program["chain"], program["start"])


@lru_cache(maxsize=2)
def _chain(length: int, start: int) -> Sequence[Any]:
    names = [f"n{number}" for number in range(length)]
    links = [(name, "negative", (before,), None) for before, name in pairwise(names)]
    return (("n0", "number", (), start), *links)


@for_each_program("build-an-engine/plan")
def _planned(function: Any, program: Mapping[str, Any]) -> Any:
    """Calls `answer(fetches)`, or `answer(fetches, fed)` where a program has "fed".

    Where a program has "again", there were two calls before: one for another graph with the same
    names, one with the very same arguments, which may not change. Returns for each program the numbers
    of the nodes in the answer's order.
    """
    if program.get("again"):
        function(*_asked_for(program, program_nodes(program)))
    nodes = program_nodes(program)
    arguments = _asked_for(program, nodes)
    if program.get("again"):
        before = [one.copy() for one in arguments]
        function(*arguments)
        refuse_changes(before, arguments)
    found = function(*arguments)
    if not isinstance(found, (list, tuple)):
        raise WrongResult(_(NO_LIST).format(type=type(found).__name__))
    numbers = {node: number for number, node in enumerate(nodes.values())}
    return np.array(
        [numbers.get(node, -1) if isinstance(node, Node) else -1 for node in found], np.int32
    )


class ChangedArguments(ValueError):
    """An answer changed what is the caller's; a class of its own, so that no other error is taken for it."""


def refuse_changes(before: Any, after: Any) -> None:
    """Raises ChangedArguments where the arguments of a call, which are the caller's, are not as before."""
    if before != after:
        raise ChangedArguments(_(CHANGED))


def _asked_for(program: Mapping[str, Any], nodes: Mapping[str, Node]) -> list[Any]:
    """The arguments of one call; what is fed is "value", or 0, which is a value like any other."""
    arguments: list[Any] = [[nodes[name] for name in program["fetches"]]]
    if "fed" in program:
        arguments.append({nodes[name]: program.get("value", 0) for name in program["fed"]})
    return arguments


@for_each_program("build-an-engine/evaluate")
def _evaluated(function: Any, program: Mapping[str, Any]) -> Any:
    """Calls `answer(steps, known, kernels)` as often as a program says, with kernels that count.

    All calls get the same list of steps and the same table of kernels, as those of a session do; where
    there are several, neither may change.

    Returns for each call the values of the program's "shown" nodes, how often each node was
    computed (the chain: the highest count), whether `known` is unchanged, and how many values there are.
    """
    nodes = program_nodes(program)
    names = program.get("steps", list(nodes))
    counts: dict[str, int] = {}
    kernels = counting_kernels(counts, iter(range(1, CALLS)))
    steps = [nodes[name] for name in names]
    reports = []
    for known_values in program["known"]:
        counts.clear()
        counts.update(dict.fromkeys(names, 0))
        known = {nodes[name]: value for name, value in known_values.items()}
        before = dict(known)
        given = [steps.copy(), kernels.copy()]
        values = function(steps, known, kernels)
        if len(program["known"]) > 1:
            refuse_changes(given, [steps, kernels])
        if not isinstance(values, Mapping):
            raise WrongResult(_(NO_VALUES).format(type=type(values).__name__))
        reports.append(
            {
                "values": [values.get(nodes[name], "no value") for name in program["shown"]],
                "counts": dict(counts) if len(counts) < 100 else {"most": max(counts.values())},
                "known": known == before,
                "size": len(values),
            }
        )
    return reports


def counting_kernels(counts: dict[str, int], tickets: Any) -> dict[str, Callable[..., Any]]:
    """Kernels on whole numbers; "ticket" gives another number at every call, "nothing" None.

    "how_many" counts its inputs that are None.
    """
    calls = Budget(CALLS, N_("your code called a kernel more than {amount:,} times"))
    table: dict[str, Callable[..., Any]] = {
        "number": lambda node: node.value,
        "ticket": lambda node: next(tickets),
        "nothing": lambda node, *values: None,
        "how_many": lambda node, *values: values.count(None),
        "negative": lambda node, a: -a,
        "add": lambda node, a, b: a + b,
        "multiply": lambda node, a, b: a * b,
    }

    def counted(kernel: Callable[..., Any]) -> Callable[..., Any]:
        def count(node: Any, *values: Any) -> Any:
            calls.spend()
            counts[node.name] = counts.get(node.name, 0) + 1
            return kernel(node, *values)

        count.__qualname__ = "kernel"  # what Python calls it in an error about its arguments
        return count

    return {kind: counted(kernel) for kind, kernel in table.items()}


@for_each_program("build-an-engine/variable-kernels")
def _played(function: Any, program: Mapping[str, Any]) -> Any:
    """Plays the events of each program on the kernels that the answer makes for some sessions.

    An event is [session, "read", variable] or [session, "assign", variable, value]. After each, the
    array that went in and the array that came out are spoiled, in place. An int is given as one, all
    else as float32.
    """
    looks = Budget(LOOKS, N_("your code looked at the inputs of nodes more than {amount:,} times"))
    nodes = {
        name: Node("variable", (), name, np.array(value, np.float32), looks)
        for name, value in program["variables"].items()
    }
    states: list[dict[str, Any]] = [{} for _ in range(program["sessions"])]
    kernels = [function(state) for state in states]
    found, kept = [], []
    for number, what, name, *rest in program["events"]:
        if what == "read":
            result = attempt(_told, LookupError, kernels[number]["variable"], nodes[name])
        else:
            given = np.array(rest[0], None if isinstance(rest[0], int) else np.float32)
            source = Node("constant", (), "new", given, looks)
            node = Node("assign", (source,), f"{name}/assign", name, looks)
            result = attempt(_told, LookupError, kernels[number]["assign"], node, given)
        found.append(_copy(result))
        kept.append(result)
        if program["spoil"]:
            _spoil(result)
            if what == "assign":
                _spoil(given)
    return {
        "found": found,
        "kept": found if program["spoil"] else [_copy(result) for result in kept],
        "states": [{name: _copy(value) for name, value in state.items()} for state in states],
        "initial": {name: node.value for name, node in nodes.items()},
    }


def _copy(result: Any) -> Any:
    """A copy of what a kernel gave, if that is an array."""
    return np.array(result) if isinstance(result, np.ndarray) else result


def _spoil(array: Any) -> None:
    if isinstance(array, np.ndarray) and array.flags.writeable and array.dtype.kind == "f":
        array += 1000
