"""The engine as the lessons of chapter 10 build it: for readers who begin with a later lesson.

Short rather than complete: of the rules of gradients, those that a linear model needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence.probes.build_an_engine import PURE
from grader.evidence.probes.build_an_engine import sum_like as sum_like  # for the lessons


class Node:
    """A node of a graph; its value is that of a constant, or the name of the variable that it assigns."""

    def __init__(self, kind: str, inputs: tuple[Node, ...], name: str, value: Any) -> None:
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class Graph:
    """Nodes in the order in which they were added, each with a name of its own."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def add(
        self, kind: str, inputs: Iterable[Node] = (), name: str | None = None, value: Any = None
    ) -> Node:
        """A new node; where its name is taken, a number is put behind it."""
        wanted, taken, number = name or kind, {node.name for node in self.nodes}, 0
        name = wanted
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        self.nodes.append(Node(kind, tuple(inputs), name, value))
        return self.nodes[-1]


def _unfed(node: Node) -> None:
    raise ValueError(f"feed a value for the placeholder {node.name!r}")


KERNELS: dict[str, Callable[..., Any]] = {
    **PURE,
    "placeholder": _unfed,
    "group": lambda node, *values: None,
}


def plan(fetches: Sequence[Node], fed: Iterable[Node]) -> list[Node]:
    """The nodes that a run computes, each behind its inputs; no node is looked for behind a fed one."""
    steps, done, stack = [], set(fed), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing and node not in done:
            stack += missing
            continue
        stack.pop()
        if node not in done:
            done.add(node)
            steps.append(node)
    return steps


def order(fetches: Sequence[Node]) -> list[Node]:
    """The nodes that the fetches need, each behind its inputs."""
    return plan(fetches, ())


def evaluate(
    steps: Iterable[Node], known: Mapping[Node, Any], kernels: Mapping[str, Callable[..., Any]]
) -> dict[Node, Any]:
    """The values of the steps, and those that were known."""
    values = dict(known)
    for node in steps:
        values[node] = kernels[node.kind](node, *[values[source] for source in node.inputs])
    return values


def variable_kernels(state: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The two kernels that know a session's state."""

    def assign(node: Node, new: Any) -> Any:
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": lambda node: np.array(state[node.name]), "assign": assign}


def gradients(
    graph: Graph, y: Node, xs: Iterable[Node], rules: Mapping[str, Callable[..., Any]]
) -> list[Node | None]:
    """Nodes for the slopes of y with respect to each of xs; None where there is no path."""
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            parts = rules[node.kind](graph, node, slopes[node])
            for source, part in zip(node.inputs, parts, strict=True):
                if part is not None:
                    known = slopes.get(source)
                    slopes[source] = graph.add("add", [known, part]) if known else part
    return [slopes.get(x) for x in xs]


def _subtract(graph: Graph, node: Node, g: Node) -> list[Node]:
    parts = (g, graph.add("negative", [g]))
    return [graph.add("sum_like", pair) for pair in zip(parts, node.inputs, strict=True)]


def _square(graph: Graph, node: Node, g: Node) -> list[Node]:
    (a,) = node.inputs
    return [graph.add("multiply", [g, graph.add("add", [a, a])])]


def _matmul(graph: Graph, node: Node, g: Node) -> list[Node]:
    a, b = node.inputs
    return [
        graph.add("matmul", [g, graph.add("transpose", [b])]),
        graph.add("matmul", [graph.add("transpose", [a]), g]),
    ]


def _mean(graph: Graph, node: Node, g: Node) -> list[Node]:
    (a,) = node.inputs
    each = graph.add("divide", [g, graph.add("size", [a])])
    return [graph.add("spread_like", [each, a])]


def gradient_rules() -> dict[str, Callable[..., list[Node]]]:
    """Four of the rules."""
    return {"subtract": _subtract, "square": _square, "matmul": _matmul, "mean": _mean}
