"""The engine that the chapter builds, as the reference: a dozen parts.

Each exercise's reference is one of these parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence.probes.build_an_engine_graphs import CALCULATING


class Node:
    """One operation: what it does, whose values it needs, its name, and a value of its own."""

    def __init__(self, kind: str, inputs: Iterable[Any], name: str, value: Any):
        self.kind, self.inputs, self.name, self.value = kind, tuple(inputs), name, value


class Graph:
    """Nodes in the order in which they were added; every name is used once."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.by_name: dict[str, Any] = {}
        self.next_number: dict[str, int] = {}

    def add(
        self, kind: str, inputs: Iterable[Any] = (), name: Any = None, value: Any = None
    ) -> Any:
        """A new node, under the first of `name`, `name_1`, `name_2` ... that is free."""
        inputs = tuple(inputs)
        self.refuse_strangers(kind, inputs)
        node = Node(kind, inputs, self.free_name(name or kind), value)
        self.nodes.append(node)
        self.by_name[node.name] = node
        return node

    def refuse_strangers(self, kind: str, inputs: Sequence[Any]) -> None:
        if any(self.by_name.get(node.name) is not node for node in inputs):
            raise ValueError(f"an input of {kind!r} is not a node of this graph")

    def free_name(self, wanted: str) -> str:
        """Starts where the last search for `wanted` ended, so that many nodes stay cheap."""
        number = self.next_number.get(wanted, 0)
        name = f"{wanted}_{number}" if number else wanted
        while name in self.by_name:
            number += 1
            name = f"{wanted}_{number}"
        self.next_number[wanted] = number
        return name


# ------------------------------------------------------------------------------------- one run


def plan(fetches: Iterable[Any], fed: Any = ()) -> list[Any]:
    """Every node that must be computed, once, after its inputs: depth first, with a stack of our own."""
    steps: list[Any] = []
    done = set(fed)
    waiting = [(node, False) for node in fetches]
    while waiting:
        node, inputs_are_done = waiting.pop()
        if node in done:
            continue
        if inputs_are_done:
            steps.append(node)
            done.add(node)
        else:
            waiting.append((node, True))
            waiting.extend((source, False) for source in node.inputs)
    return steps


def evaluate(
    steps: Iterable[Any], known: Mapping[Any, Any], kernels: Mapping[str, Any]
) -> dict[Any, Any]:
    """The values of `known` and of every step."""
    values = dict(known)
    for node in steps:
        if node not in values:
            values[node] = kernels[node.kind](node, *[values[source] for source in node.inputs])
    return values


def variable_kernels(state: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """How variables are read and set in the session whose values are in `state`."""

    def variable(node: Any) -> Any:
        if node.name not in state:
            raise LookupError(f"the variable {node.name!r} has no value in this session")
        return state[node.name].copy()

    def assign(node: Any, new: Any) -> Any:
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


def unfed(node: Any) -> Any:
    """The kernel of a placeholder: it is called only when the placeholder was not fed."""
    raise ValueError(f"feed a value for the placeholder {node.name!r}")


KERNELS: dict[str, Callable[..., Any]] = {
    **CALCULATING,
    "placeholder": unfed,
    "group": lambda node, *values: None,
}


# ------------------------------------------------------------------------------------ going back


def gradients(graph: Any, y: Any, xs: Sequence[Any], rules: Mapping[str, Any]) -> list[Any]:
    """For every x, the node of dy/dx, or None where y does not depend on x."""
    slopes = {y: graph.add("constant", value=np.float32(1.0))}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts, strict=True):
                if part is not None:
                    before = slopes.get(source)
                    slopes[source] = part if before is None else graph.add("add", [before, part])
    return [slopes.get(x) for x in xs]


def like_inputs(graph: Any, node: Any, parts: Iterable[Any]) -> list[Any]:
    """The parts, each summed to the shape of its input."""
    pairs = zip(parts, node.inputs, strict=True)
    return [graph.add("sum_like", [part, source]) for part, source in pairs]


def rule_multiply(graph: Any, node: Any, g: Any) -> list[Any]:
    a, b = node.inputs
    parts = [graph.add("multiply", [g, b]), graph.add("multiply", [g, a])]
    return like_inputs(graph, node, parts)


def rule_square(graph: Any, node: Any, g: Any) -> list[Any]:
    (a,) = node.inputs
    return [graph.add("multiply", [g, graph.add("add", [a, a])])]


def rule_matmul(graph: Any, node: Any, g: Any) -> list[Any]:
    a, b = node.inputs
    return [
        graph.add("matmul", [g, graph.add("transpose", [b])]),
        graph.add("matmul", [graph.add("transpose", [a]), g]),
    ]


def rule_mean(graph: Any, node: Any, g: Any) -> list[Any]:
    (a,) = node.inputs
    share = graph.add("divide", [g, graph.add("size", [a])])
    return [graph.add("spread_like", [share, a])]


def gradient_rules() -> dict[str, Callable[..., list[Any]]]:
    """One rule per kind: from the slope of a node to the slopes of its inputs."""
    return {
        "add": lambda graph, node, g: like_inputs(graph, node, [g, g]),
        "subtract": lambda graph, node, g: like_inputs(
            graph, node, [g, graph.add("negative", [g])]
        ),
        "multiply": rule_multiply,
        "negative": lambda graph, node, g: [graph.add("negative", [g])],
        "square": rule_square,
        "matmul": rule_matmul,
        "sum": lambda graph, node, g: [graph.add("spread_like", [g, node.inputs[0]])],
        "mean": rule_mean,
        "stop_gradient": lambda graph, node, g: [None],
    }


# --------------------------------------------------------------------------- training, and files


def minimize(
    graph: Any, loss: Any, variables: Sequence[Any], learning_rate: float, gradients: Any
) -> Any:
    """A node that takes one step downhill with every variable that the loss depends on."""
    updates = []
    rate = graph.add("constant", value=np.float32(learning_rate))
    for variable, slope in zip(variables, gradients(graph, loss, variables), strict=True):
        if slope is not None:
            step = graph.add("multiply", [rate, slope])
            new = graph.add("subtract", [variable, step])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


def saver(variables: Sequence[Any]) -> tuple[Callable[..., None], Callable[..., None]]:
    """Two functions that carry the values of these variables into a file and back, by name."""
    names = [variable.name for variable in variables]

    def save(state: Mapping[str, Any], path: str) -> None:
        with open(path, "wb") as file:
            np.savez(file, **{name: state[name] for name in names})

    def restore(state: dict[str, Any], path: str) -> None:
        with np.load(path) as saved:
            for name in names:
                state[name] = saved[name]

    return save, restore


# ------------------------------------------------------------------------------ a smaller graph


def contents(value: Any) -> Any:
    """Equal for values of the same type of numbers, the same shape and the same bits."""
    array = np.asarray(value)
    return array.dtype.str, array.shape, array.tobytes()


def simplify(fetches: Sequence[Any], small: Any, pure: Mapping[str, Any]) -> dict[Any, Any]:
    """Builds in `small` the reduced graph that computes the fetches; returns new nodes by old ones."""
    known: dict[Any, Any] = {}
    for node in plan(fetches):
        if node.kind in pure and all(source in known for source in node.inputs):
            known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])

    new: dict[Any, Any] = {}
    made: dict[Any, Any] = {}

    def move(node: Any, kind: str, inputs: tuple[Any, ...], value: Any) -> None:
        key = (kind, inputs, contents(value)) if kind in pure else node
        if key not in made:
            made[key] = small.add(kind, inputs, node.name, value)
        new[node] = made[key]

    left = plan(fetches, known)  # as if the known nodes were fed
    needed = [*fetches, *(source for node in left for source in node.inputs)]
    for node in needed:
        if node in known and node not in new:
            move(node, "constant", (), known[node])
    for node in left:
        move(node, node.kind, tuple(new[source] for source in node.inputs), node.value)
    return new
