"""The exercise on reverse mode: back through a graph that is given as data (row A5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.autodiff.evidence import eighths
from grader.exercises.autodiff.graphs import LINKS, Nodes, chain, mesh, tree
from grader.exercises.definition import exercise
from grader.judging import Case, reports, together
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    nodes, _output = tree(rng)
    _unused, one, *_inputs = (name for name, node in nodes.items() if node[0] == "input")
    calls = [
        tree(rng),
        mesh(rng, 4, first=["last"], last=["huge"]),
        mesh(rng, 5, first=["huge"], last=["last"]),
        chain(rng, *eighths(rng, 2), end_first=True),
        chain(rng, 0.0, *eighths(rng, 1), end_first=False),
        [nodes, one],
    ]
    return Challenge("autodiff/plain", {"calls": calls})


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
    kinds = (bool, np.bool_, np.ndarray)
    return {
        name: one + 0.0 if isinstance(one, kinds) and np.asarray(one).dtype == bool else one
        for name, one in found.items()
    }


BACKWARD = exercise(
    id="autodiff/backward",
    title="Reverse mode",
    answers=("backward",),
    cases=(
        Case.shown(
            "a graph in which no value is used twice",
            1,
            advice="Return a dictionary with the slope of `output` with respect to each input, and to no "
            "other node. An input that `output` doesn't depend on belongs in it, too, with 0.0. In the "
            "backward pass, a sum passes on its slope unchanged. A product multiplies it by the value of "
            "the other factor, and a sine by the cosine of its input.",
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
