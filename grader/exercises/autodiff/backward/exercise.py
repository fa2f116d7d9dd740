"""The exercise on reverse mode: back through a graph that is given as data (row A5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.autodiff.evidence import eighths
from grader.exercises.autodiff.ways_back import (
    NAMED_WAYS,
    OTHER_WAYS,
    Nodes,
    as_listed,
    as_listed_backwards,
    in_reverse,
    own_value,
)
from grader.exercises.definition import exercise
from grader.judging import Case, reports, together
from grader.languages import _

LINKS = 40  # of the long chain: 2 ** 40 paths lead through it
# Added to an output, it changes no slope; but the output is no longer seen to move.
HUGE = 2.0**80


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge(
        "autodiff/backward",
        {
            "calls": [
                _tree(rng),
                _mesh(rng, 4, 12, first=("last",), last=("huge",)),
                _mesh(rng, 5, 12, first=("huge",), last=("last",)),
                _chain(rng, eighths(rng, 2), end_first=True),
                _chain(rng, [0.0, *eighths(rng, 1)], end_first=False),
                _an_input(rng),
            ]
        },
    )


def _shuffled(
    nodes: Nodes, rng: np.random.Generator, first: Sequence[str] = (), last: Sequence[str] = ()
) -> tuple[Nodes, dict[str, str]]:
    """The nodes under other names and in another order, so that neither tells what comes first.

    first, last: the nodes that are listed first and last, where it matters that none is passed over.
    """
    letters = rng.permutation(
        [f"{letter}{digit}" for letter in "abcdefghkmnp" for digit in range(8)]
    )
    names = {name: str(letter) for name, letter in zip(nodes, letters, strict=False)}
    renamed = {
        names[name]: [node[0], *(names.get(part, part) for part in node[1:])]
        for name, node in nodes.items()
    }
    order = [
        str(name) for name in rng.permutation([one for one in nodes if one not in {*first, *last}])
    ]
    return {names[name]: renamed[names[name]] for name in (*first, *order, *last)}, names


def _tree(rng: np.random.Generator) -> list[Any]:
    """Each value is used once; one input leads nowhere. Only the rules themselves are tested.

    Inputs are listed first and last: no luck decides whether an operation that is passed over shows.
    """
    while True:
        values = eighths(rng, 5)
        nodes: Nodes = {f"x{number}": ["input", value] for number, value in enumerate(values)}
        nodes["first"] = ["multiply", "x0", "x1"]
        nodes["second"] = ["sin", "x2"]
        nodes["third"] = ["add", "first", "second"]
        nodes["y"] = ["multiply", "third", "x3"]
        shuffled, names = _shuffled(nodes, rng, first=("x4",), last=("x0",))
        call = [shuffled, names["y"]]
        right = in_reverse()(*call)
        wrong = (own_value, as_listed, as_listed_backwards)
        if all(differ(right, way()(*call)) for way in wrong):
            return call


def _an_input(rng: np.random.Generator) -> list[Any]:
    """A graph, and as the output one of its inputs, which is used: its slope with respect to itself is 1."""
    nodes, _output = _tree(rng)
    inputs = [name for name, node in nodes.items() if node[0] == "input"]
    return [nodes, inputs[1]]


def _mesh(
    rng: np.random.Generator, inputs: int, operations: int, **listed: Sequence[str]
) -> list[Any]:
    """A graph with fan-out, in which every wrong way of going back shows.

    One input is 0, one is negative, one is huge. The output is used by two nodes more.
    listed: `first` and `last` of `_shuffled`.
    """
    while True:
        first, second, *others = eighths(rng, inputs)
        values = [0.0, -second, first, *others[1:]]
        nodes: Nodes = {f"x{number}": ["input", value] for number, value in enumerate(values)}
        made = list(nodes)
        for number in range(operations):
            kind = str(rng.choice(["add", "multiply", "sin"], p=[0.35, 0.45, 0.2]))
            recent = made[-6:]
            parts = [str(rng.choice(recent)) for _ in range(1 if kind == "sin" else 2)]
            if number == operations // 2:
                kind, parts = "multiply", [made[-1]] * 2
            nodes[f"n{number}"] = [kind, *parts]
            made.append(f"n{number}")
        nodes["huge"] = ["input", HUGE]
        nodes["y"] = ["add", *map(str, rng.permutation([made[-1], "huge"]))]
        nodes["later"] = ["multiply", "y", made[-2]]
        nodes["last"] = ["add", "later", made[-3]]
        shuffled, names = _shuffled(nodes, rng, **listed)
        call = [shuffled, names["y"]]
        right = in_reverse()(*call)
        named = [way()(*call) for way in NAMED_WAYS]
        if (
            np.abs(list(right.values())).max() < 1e3
            and all(differ(*pair) for pair in combinations([right, *named], 2))
            and all(differ(right, way()(*call)) for way in OTHER_WAYS)
        ):
            return call


def _chain(rng: np.random.Generator, values: list[float], end_first: bool) -> list[Any]:
    """A long chain whose every link is used twice: to go each path alone would take years.

    values: of the first link and of a factor behind the last one.
    end_first: whether the end is listed before the links whose only users stand first and last in the
        list. Who counts users and passes over one of these two goes on from its link too early: in the one
        order with a stack, in the other with a queue.
    """
    x, y = values
    nodes: Nodes = {"x": ["input", x], "half": ["input", 0.5], "y": ["input", y]}
    last = "x"
    for number in range(LINKS):
        nodes[f"sum{number}"] = ["add", last, last]
        nodes[f"link{number}"] = ["multiply", f"sum{number}", "half"]
        last = f"link{number}"
    nodes["product"] = ["multiply", last, "y"]
    nodes["huge"] = ["input", HUGE]
    nodes["end"] = ["add", "product", "huge"]
    one, other = (int(number) for number in rng.choice(np.arange(1, LINKS), 2, replace=False))
    early = (f"link{one - 1}", f"link{other - 1}")
    front, back = (("end",), early) if end_first else (early, ("end",))
    shuffled, names = _shuffled(nodes, rng, (f"sum{one}", *front), (*back, f"sum{other}"))
    return [shuffled, names["end"]]


def differ(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two answers name different inputs, or give them clearly different slopes."""
    return one.keys() != other.keys() or any(
        abs(one[name] - other[name]) > 0.01 * (1 + abs(one[name])) for name in one
    )


def _paste(challenge: Challenge) -> str:
    nodes, output = challenge.inputs["calls"][0]
    rows = "".join(f"    {name!r}: {node!r},\n" for name, node in nodes.items())
    return f"nodes = {{\n{rows}}}\nbackward(nodes, {output!r})"


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    calls = challenge.inputs["calls"]
    found = (
        _missing(one, nodes) if isinstance(one, Raised) else _numbers(one)
        for one, (nodes, _output) in zip(reports(evidence, 6), calls, strict=True)
    )
    tree, *others = found
    return [tree, together(others[:2]), together(others[2:])]


def _missing(error: Raised, nodes: Nodes) -> Raised:
    """An error; where a node was looked for in a dictionary, it says what may be the cause."""
    if error.type != "KeyError" or error.message not in map(repr, nodes):
        return error
    told = _("{node} (the nodes are in no particular order: a node may come before its inputs)")
    return replace(error, message=told.format(node=error.message))


def _numbers(found: Any) -> Any:
    """A slope of True is 1: so it is in Python, where `name == output` may be a slope to begin with."""
    if not isinstance(found, dict):
        return found
    return {name: one + 0.0 if _is_truth(one) else one for name, one in found.items()}


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or (
        isinstance(value, (np.generic, np.ndarray)) and value.dtype == bool
    )


BACKWARD = exercise(
    id="autodiff/backward",
    title="Reverse mode",
    answers=("backward",),
    cases=(
        Case(
            "a graph in which no value is used twice",
            1,
            visible=True,
            gate=True,
            advice="Return a dictionary with the slope of `output` for each input, and for no other node. "
            "In the backward pass, a sum passes on its slope unchanged. A product multiplies it by the value "
            "of the other factor, and a sine by the cosine of its input.",
        ),
        Case(
            "two graphs in which values are used again and again",
            3,
            advice="Where a value is used more than once, add up the slopes that arrive: `+=`, not `=`. A "
            "node may pass on its slope only after all of them have arrived. Nodes on which `output` doesn't "
            "depend contribute nothing.",
        ),
        Case(
            f"chains of {2 * LINKS} nodes with {2**LINKS:.1e} paths; an input as the output",
            1,
            advice="Go back through each node once, not along each path. Add up all the slopes that "
            "arrive at a node before you go on from it. Where `output` is itself an input, its slope is 1.0, "
            "and the slopes of the other inputs are 0.0.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "The work has two halves: first all values, inputs before the nodes that use them; then all "
        "slopes, in the reverse of that order.",
        "Start with a slope of 0.0 for every node, and 1.0 for the output. For each node, last "
        "first, *add* its slope times the slope in the table to the slope of each node that it uses.",
        "To find the order, write a function that first visits a node's inputs, and then puts the node "
        "into a list, once. In a product, the table's slope is the value of the *other* factor.",
    ),
    paste=_paste,
)
