"""Ways back through a graph that is given as data, right and wrong: the exercise on reverse mode."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Nodes = dict[str, list[Any]]


def _values(nodes: Nodes, first: str, *, flipped: bool = False) -> dict[str, float]:
    """The value of every node, in an order in which inputs come before the nodes that use them.

    first: the node that is computed first, with all that it needs.
    flipped: whether what a node needs is computed from its last part to its first, as with a stack.
    """
    values: dict[str, float] = {}
    for name in (first, *nodes):
        waiting = [name]
        while waiting:
            kind, *parts = nodes[waiting[-1]]
            missing = [] if kind == "input" else [part for part in parts if part not in values]
            if missing:
                waiting += missing if flipped else reversed(missing)
            else:
                one = waiting.pop()
                values[one] = _value(kind, parts, values)
    return values


def _value(kind: str, parts: list[Any], values: dict[str, float]) -> float:
    if kind == "input":
        return parts[0]
    if kind == "sin":
        return math.sin(values[parts[0]])
    one, other = (values[part] for part in parts)
    return one + other if kind == "add" else one * other


def _local_slopes(nodes: Nodes, values: dict[str, float], name: str) -> list[tuple[str, float]]:
    """The inputs of a node, each with the slope of the node by it."""
    kind, *parts = nodes[name]
    if kind == "add":
        return [(parts[0], 1.0), (parts[1], 1.0)]
    if kind == "multiply":
        return [(parts[0], values[parts[1]]), (parts[1], values[parts[0]])]
    return [(parts[0], math.cos(values[parts[0]]))] if kind == "sin" else []


def _swept(
    nodes: Nodes,
    output: str,
    order: Iterable[str],
    slopes_of: Callable[[Nodes, dict[str, float], str], list[tuple[str, float]]] = _local_slopes,
    *,
    adds_up: bool = True,
    everywhere: bool = True,
    kinds: Sequence[str] = ("input",),
) -> dict[str, float]:
    """The slopes at the inputs, after going through the nodes in this order.

    adds_up: whether what arrives at a node is added to what is there. everywhere: whether inputs
    that the output does not depend on are named, too. kinds: of the nodes that are named.
    """
    values = _values(nodes, output)
    slopes = {output: 1.0}
    for name in order:
        for part, local in slopes_of(nodes, values, name) if name in slopes else ():
            arrived = slopes[name] * local
            slopes[part] = slopes.get(part, 0.0) + arrived if adds_up else arrived
    named = [name for name, node in nodes.items() if node[0] in kinds]
    return {name: slopes.get(name, 0.0) for name in named if everywhere or name in slopes}


def _last_first(nodes: Nodes, output: str) -> list[str]:
    return list(reversed(_values(nodes, output)))


def _nearest_first(nodes: Nodes, output: str) -> list[str]:
    """Breadth first from the output, each node once, when it is met for the first time."""
    met, waiting = [output], deque([output])
    while waiting:
        node = nodes[waiting.popleft()]
        for part in node[1:] if node[0] != "input" else ():
            if part not in met:
                met.append(part)
                waiting.append(part)
    return met


def in_reverse() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output))


def overwrites() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), adds_up=False)


def overwrites_with_a_stack() -> Callable[..., Any]:
    def backward(nodes: Nodes, output: str) -> dict[str, float]:
        order = list(reversed(_values(nodes, output, flipped=True)))
        return _swept(nodes, output, order, adds_up=False)

    return backward


def too_early() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _nearest_first(nodes, output))


def own_value() -> Callable[..., Any]:
    def slopes_of(nodes: Nodes, values: dict[str, float], name: str) -> list[tuple[str, float]]:
        kind, *parts = nodes[name]
        if kind == "multiply":
            return [(part, values[part]) for part in parts]
        return _local_slopes(nodes, values, name)

    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), slopes_of)


def twice_is_once() -> Callable[..., Any]:
    def slopes_of(nodes: Nodes, values: dict[str, float], name: str) -> list[tuple[str, float]]:
        return list(dict(_local_slopes(nodes, values, name)).items())

    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), slopes_of)


def only_connected() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), everywhere=False)


def none_if_unconnected() -> Callable[..., Any]:
    def backward(nodes: Nodes, output: str) -> dict[str, float | None]:
        return {**dict.fromkeys(in_reverse()(nodes, output)), **only_connected()(nodes, output)}

    return backward


def all_nodes() -> Callable[..., Any]:
    kinds = ("input", "add", "multiply", "sin")
    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), kinds=kinds)


def _depth_first(order: Callable[[list[str]], Iterable[str]]) -> Callable[[], Callable[..., Any]]:
    """Goes on from a node when it is met for the first time, and follows one way to its end first."""

    def met(nodes: Nodes, output: str) -> list[str]:
        found, waiting = [], [output]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.append(name)
                if nodes[name][0] != "input":
                    waiting += order(nodes[name][1:])
        return found

    return lambda: lambda nodes, output: _swept(nodes, output, met(nodes, output))


def as_listed() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, list(nodes))


def as_listed_backwards() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, list(reversed(nodes)))


def _of_the_last_node() -> Callable[..., Any]:
    """The slopes of the node that no other one uses, whatever was asked for."""

    def backward(nodes: Nodes, output: str) -> dict[str, float]:
        used = {part for node in nodes.values() if node[0] != "input" for part in node[1:]}
        last = next(name for name, node in nodes.items() if node[0] != "input" and name not in used)
        return in_reverse()(nodes, last)

    return backward


def _again_and_again() -> Callable[..., Any]:
    """Each time a slope arrives, the node hands on all that it has so far."""

    def backward(nodes: Nodes, output: str) -> dict[str, float]:
        values, slopes = _values(nodes, output), dict.fromkeys(nodes, 0.0)
        slopes[output] = 1.0
        waiting = [output]
        while waiting:
            name = waiting.pop()
            for part, local in _local_slopes(nodes, values, name):
                slopes[part] += slopes[name] * local
                waiting.append(part)
        return {name: slopes[name] for name, node in nodes.items() if node[0] == "input"}

    return backward


def numeric() -> Callable[..., Any]:
    def backward(nodes: Nodes, output: str) -> dict[str, float]:
        def value(name: str, h: float) -> float:
            moved = {**nodes, name: ["input", nodes[name][1] + h]}
            return _values(moved, output)[output]

        inputs = [name for name, node in nodes.items() if node[0] == "input"]
        return {name: (value(name, 1e-5) - value(name, -1e-5)) / 2e-5 for name in inputs}

    return backward


NAMED_WAYS = (
    overwrites,
    overwrites_with_a_stack,
    too_early,
    own_value,
    twice_is_once,
    numeric,
    as_listed_backwards,
)
OTHER_WAYS = (
    _depth_first(list),
    _depth_first(reversed),
    as_listed,
    _of_the_last_node,
    _again_and_again,
)
