"""The exercise on reverse mode: back through a graph that is given as data (row A5)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.autodiff.evidence import eighths, results, together
from grader.judging import Case, Exercise, Misconception

Nodes = dict[str, list[Any]]
LINKS = 40  # of the long chain: 2 ** 40 paths lead through it


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge(
        "autodiff/backward",
        {
            "calls": [
                _tree(rng),
                _mesh(rng, 3, 6),
                _mesh(rng, 4, 10),
                _chain(rng),
            ]
        },
    )


def _shuffled(nodes: Nodes, rng: np.random.Generator) -> tuple[Nodes, dict[str, str]]:
    """The nodes under other names and in another order, so that neither tells what comes first."""
    letters = rng.permutation(
        [f"{letter}{digit}" for letter in "abcdefghkmnp" for digit in range(8)]
    )
    names = {name: str(letter) for name, letter in zip(nodes, letters, strict=False)}
    renamed = {
        names[name]: [node[0], *(names.get(part, part) for part in node[1:])]
        for name, node in nodes.items()
    }
    order = rng.permutation(list(renamed))
    return {str(name): renamed[str(name)] for name in order}, names


def _tree(rng: np.random.Generator) -> list[Any]:
    """Each value is used once; one input leads nowhere. Only the rules themselves are tested."""
    while True:
        values = eighths(rng, 5)
        nodes: Nodes = {f"x{number}": ["input", value] for number, value in enumerate(values)}
        nodes["first"] = ["multiply", "x0", "x1"]
        nodes["second"] = ["sin", "x2"]
        nodes["third"] = ["add", "first", "second"]
        nodes["y"] = ["multiply", "third", "x3"]
        shuffled, names = _shuffled(nodes, rng)
        call = [shuffled, names["y"]]
        right = _backward()(*call)
        if differ(right, _own_value()(*call)):
            return call


def _mesh(rng: np.random.Generator, inputs: int, operations: int) -> list[Any]:
    """A graph with fan-out, in which every wrong way of going back shows."""
    while True:
        nodes: Nodes = {
            f"x{number}": ["input", value] for number, value in enumerate(eighths(rng, inputs))
        }
        made = list(nodes)
        for number in range(operations):
            kind = str(rng.choice(["add", "multiply", "sin"], p=[0.35, 0.45, 0.2]))
            recent = made[-6:]
            parts = [str(rng.choice(recent)) for _ in range(1 if kind == "sin" else 2)]
            if number == operations // 2:
                kind, parts = "multiply", [made[-1]] * 2
            nodes[f"n{number}"] = [kind, *parts]
            made.append(f"n{number}")
        shuffled, names = _shuffled(nodes, rng)
        call = [shuffled, names[made[-1]]]
        ways = [way()(*call) for way in (_backward, *WRONG_WAYS)]
        right = np.abs(list(ways[0].values()))
        if right.max() < 1e3 and all(differ(*pair) for pair in combinations(ways, 2)):
            return call


def _chain(rng: np.random.Generator) -> list[Any]:
    """A long chain whose every link is used twice: to go each path alone would take years."""
    x, y = eighths(rng, 2)
    nodes: Nodes = {"x": ["input", x], "half": ["input", 0.5], "y": ["input", y]}
    last = "x"
    for number in range(LINKS):
        nodes[f"sum{number}"] = ["add", last, last]
        nodes[f"link{number}"] = ["multiply", f"sum{number}", "half"]
        last = f"link{number}"
    nodes["end"] = ["multiply", last, "y"]
    shuffled, names = _shuffled(nodes, rng)
    return [shuffled, names["end"]]


def differ(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two answers name different inputs, or give them clearly different slopes."""
    return one.keys() != other.keys() or any(
        abs(one[name] - other[name]) > 0.01 * (1 + abs(one[name])) for name in one
    )


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    tree, *meshes, chain = results(evidence, 4)
    return [tree, together(meshes), chain]


# ---------------------------------------------------------------------------- ways back, right and wrong


def _values(nodes: Nodes, first: str) -> dict[str, float]:
    """The value of every node, in an order in which inputs come before the nodes that use them.

    first: the node that is computed first, with all that it needs.
    """
    values: dict[str, float] = {}
    for name in (first, *nodes):
        waiting = [name]
        while waiting:
            kind, *parts = nodes[waiting[-1]]
            missing = [] if kind == "input" else [part for part in parts if part not in values]
            if missing:
                waiting += reversed(missing)
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
) -> dict[str, float]:
    """The slopes at the inputs, after going through the nodes in this order.

    adds_up: whether what arrives at a node is added to what is there. everywhere: whether inputs
    that the output does not depend on are named, too.
    """
    values = _values(nodes, output)
    slopes = {output: 1.0}
    for name in order:
        for part, local in slopes_of(nodes, values, name) if name in slopes else ():
            arrived = slopes[name] * local
            slopes[part] = slopes.get(part, 0.0) + arrived if adds_up else arrived
    inputs = [name for name, node in nodes.items() if node[0] == "input"]
    return {name: slopes.get(name, 0.0) for name in inputs if everywhere or name in slopes}


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


def _backward() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output))


def _overwrites() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), adds_up=False)


def _too_early() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _nearest_first(nodes, output))


def _own_value() -> Callable[..., Any]:
    def slopes_of(nodes: Nodes, values: dict[str, float], name: str) -> list[tuple[str, float]]:
        kind, *parts = nodes[name]
        if kind == "multiply":
            return [(part, values[part]) for part in parts]
        return _local_slopes(nodes, values, name)

    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), slopes_of)


def _twice_is_once() -> Callable[..., Any]:
    def slopes_of(nodes: Nodes, values: dict[str, float], name: str) -> list[tuple[str, float]]:
        return list(dict(_local_slopes(nodes, values, name)).items())

    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), slopes_of)


def _only_connected() -> Callable[..., Any]:
    return lambda nodes, output: _swept(nodes, output, _last_first(nodes, output), everywhere=False)


WRONG_WAYS = (_overwrites, _too_early, _own_value, _twice_is_once)

BACKWARD = Exercise(
    id="autodiff/backward",
    title="Reverse mode",
    answers=("backward",),
    cases=(
        Case("a graph in which every value is used once", 2, visible=True, gate=True),
        Case(
            "two graphs in which values are used again and again",
            2,
            advice="Your slopes are wrong where a value is used more than once. A node may hand its "
            "slope on only when all nodes that use it have given theirs.",
        ),
        Case(
            f"a chain of {2 * LINKS} nodes with {2**LINKS:.1e} paths",
            1,
            advice="Go back through every node once, not through every path. Add up the slopes that "
            "arrive at a node before you go on from it.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_backward,
    misconceptions=(
        Misconception(
            "overwrites",
            _overwrites,
            "where a value is used twice, you keep only the slope that arrived last. Slopes that "
            "arrive on several ways have to be added up.",
        ),
        Misconception(
            "goes-on-too-early",
            _too_early,
            "you go on from a node when the first slope arrives, and what arrives later is lost. Wait "
            "until all nodes that use it are done: go through the nodes in the reverse of an order in "
            "which inputs come first.",
        ),
        Misconception(
            "its-own-value",
            _own_value,
            "in a product you multiply by the input's own value. The slope of a·b by a is the *other* "
            "input, b.",
        ),
        Misconception(
            "twice-in-one-node-counts-once",
            _twice_is_once,
            "a node like a·a has the same input twice. Both places count, so the slope is a + a; "
            "you take only one of them.",
        ),
        Misconception(
            "leaves-out-unconnected-inputs",
            _only_connected,
            "inputs that the output does not depend on are missing in your answer. Their slope is 0.0.",
        ),
    ),
    hints=(
        "Two halves: first all values, inputs before the nodes that use them; then all slopes, in the "
        "reverse of that order.",
        "Start with slopes = {name: 0.0 for every name} and 1.0 for the output. For each node, last "
        "first, *add* its slope times the local slope to each of its inputs.",
        'For ["multiply", a, b]: slopes[a] += slope * values[b]; slopes[b] += slope * values[a]. For "add" '
        'both get slope; for "sin" slope * cos(values[a]). An order: visit(name) first visits the inputs '
        "of name, then appends name to a list, once.",
    ),
)
