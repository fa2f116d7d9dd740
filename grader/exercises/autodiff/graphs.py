"""Graphs as data in which each wrong way of going back shows: for the exercise on reverse mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.exercises.autodiff.evidence import all_differ, answer, differ, eighths
from grader.judging import different

Nodes = dict[str, list[Any]]

OPERATIONS = 12  # of the graphs with fan-out
LINKS = 40  # of the long chain: 2 ** 40 paths lead through it
# Added to an output, it changes no slope; but the output is no longer seen to move.
HUGE = 2.0**80
# Answers that give other slopes than the right ones, and than each other.
NAMED_WAYS = (
    "breadth-first",
    "same-value",
    "a-dict-of-parts",
    "overwrites-slopes",
    "overwrites-with-a-stack",
    "central-differences",
    "order-of-the-dictionary",
)
OTHER_WAYS = (
    "a-stack-to-do",
    "hands-on-again-and-again",
    "ignores-the-output",
    "equal-nodes-are-one",
)


def _call(
    rng: np.random.Generator,
    nodes: Nodes,
    output: str,
    first: Sequence[str] = (),
    last: Sequence[str] = (),
) -> list[Any]:
    """The nodes under other names and in another order, so that neither tells what comes first; the output.

    first, last: the nodes that are listed first and last, where it matters that none is passed over.
    """
    new = rng.permutation([f"{letter}{digit}" for letter in "abcdefghkmnp" for digit in range(8)])
    names = {name: str(one) for name, one in zip(nodes, new, strict=False)}
    others = map(str, rng.permutation([one for one in nodes if one not in {*first, *last}]))
    shuffled = {}
    for name in (*first, *others, *last):
        kind, *parts = nodes[name]
        shuffled[names[name]] = [kind, *(names.get(part, part) for part in parts)]
    return [shuffled, names[output]]


def tree(rng: np.random.Generator) -> list[Any]:
    """Each value is used once; one input leads nowhere. Only the rules themselves are tested.

    Inputs are listed first and last: no luck decides whether an operation that is passed over shows.
    """
    while True:
        nodes: Nodes = {f"x{number}": ["input", x] for number, x in enumerate(eighths(rng, 5))}
        nodes["first"] = ["multiply", "x0", "x1"]
        nodes["second"] = ["sin", "x2"]
        nodes["third"] = ["add", "first", "second"]
        nodes["y"] = ["multiply", "third", "x3"]
        call = _call(rng, nodes, "y", first=["x4"], last=["x0"])
        right = _slopes(call)
        ways = ("same-value", "order-of-the-dictionary")
        if all(differ(right, _slopes(call, way)) for way in ways):
            return call


def mesh(rng: np.random.Generator, inputs: int, **ends: Sequence[str]) -> list[Any]:
    """A graph with fan-out, in which every wrong way of going back shows.

    One input is 0, one is negative, one is huge, two are equal, and so are two operations. The output is used
    by two nodes more.
    ends: `first` and `last` of `_call`.
    """
    while True:
        one, other, *more = eighths(rng, inputs - 2)
        values = [0.0, -other, one, *more, one]
        nodes: Nodes = {f"x{number}": ["input", value] for number, value in enumerate(values)}
        made = list(nodes)
        for number in range(OPERATIONS):
            kind = str(rng.choice(["add", "multiply", "sin"], p=[0.35, 0.45, 0.2]))
            parts = [str(rng.choice(made[-6:])) for _ in range(1 if kind == "sin" else 2)]
            node = [kind, *parts]
            if number == OPERATIONS // 2:
                node = ["multiply", made[-1], made[-1]]
            if number == OPERATIONS // 2 + 1:
                node = list(nodes[made[-1]])
            nodes[f"n{number}"] = node
            made.append(f"n{number}")
        nodes["huge"] = ["input", HUGE]
        nodes["y"] = ["add", *map(str, rng.permutation([made[-1], "huge"]))]
        nodes["later"] = ["multiply", "y", made[-2]]
        nodes["last"] = ["add", "later", made[-3]]
        call = _call(rng, nodes, "y", **ends)
        right = _slopes(call)
        if np.abs(right).max() >= 1e3:
            continue
        named = [_slopes(call, way) for way in NAMED_WAYS]
        if all_differ([right, *named]) and all(
            differ(right, _slopes(call, way)) for way in OTHER_WAYS
        ):
            return call


def chain(rng: np.random.Generator, x: float, y: float, *, end_first: bool) -> list[Any]:
    """A long chain from x, whose every link is used twice: to go each path alone would take years.

    end_first: whether the end is listed before the links whose only users stand first and last in the
        list. Who counts users and passes over one of these two goes on from its link too early: in the one
        order with a stack, in the other with a queue.
    """
    nodes: Nodes = {"x": ["input", x], "half": ["input", 0.5], "y": ["input", y]}
    last = "x"
    for number in range(LINKS):
        nodes[f"sum{number}"] = ["add", last, last]
        nodes[f"link{number}"] = ["multiply", f"sum{number}", "half"]
        last = f"link{number}"
    nodes["product"] = ["multiply", last, "y"]
    nodes["huge"] = ["input", HUGE]
    nodes["end"] = ["add", "product", "huge"]
    one, other = different(rng, 2, 1, LINKS)
    early = [f"link{one - 1}", f"link{other - 1}"]
    front, back = (["end"], early) if end_first else (early, ["end"])
    return _call(rng, nodes, "end", [f"sum{one}", *front], [*back, f"sum{other}"])


def _slopes(call: list[Any], *way: str) -> list[float]:
    """What the reference gives for the inputs, by their names, or the listed answer with this name."""
    slopes = answer("autodiff/backward", "backward", *way)(*call)
    return [float(slopes[name]) for name in sorted(slopes)]
