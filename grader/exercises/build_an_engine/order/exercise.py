"""The second exercise: an order in which to compute the nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.build_an_engine.graphs import nodes, program
from grader.exercises.build_an_engine.orders import SUMS, orders, paste_order
from grader.exercises.definition import exercise
from grader.judging import Case


def _draw_order(rng: np.random.Generator) -> Challenge:
    # Two graphs with the same names: an order of one is none of the other.
    mixture = _mixture(rng)
    programs = [_diamond(rng), mixture, mixture, _two_ends(rng, *SUMS), _long_chain(rng)]
    names = [True] + [False] * (len(programs) - 1)
    return Challenge("build-an-engine/calls", {"programs": programs}, {"shown": names})


def _diamond(rng: np.random.Generator) -> dict[str, Any]:
    """4 needs 2 and 3, and 3 needs 2 as well: listing by distance from 4 gets it wrong. Nobody needs 1.

    There is one right order only, so the table can show it.
    """
    text = "number; add 0 0; negative 0; multiply 2 0; add 2 3"
    return program(nodes(text, rng), ["nodes", [4]])


def _mixture(rng: np.random.Generator) -> dict[str, Any]:
    """A random graph, of which two nodes are fetched; the first is far from the second's inputs."""
    sums = [f"add {rng.integers(0, place)} {place - 1}" for place in range(4, 13)]
    text = ["number"] * 4 + sums + ["multiply 5 11", "multiply 9 0", "add 13 14"]
    return program(nodes("; ".join(text), rng), ["nodes", [14, 14, 13]], times=2)


def _long_chain(rng: np.random.Generator) -> dict[str, Any]:
    return _two_ends(rng, "negative", 1, int(rng.integers(5_000, 5_500)))


def _two_ends(rng: np.random.Generator, *repeat: Any) -> dict[str, Any]:
    """A repeated node, of which one half-way is fetched before the last one, twice."""
    end = repeat[-1]
    return program(nodes("number", rng), ["nodes", [end // 2, end // 2, end]], repeat=list(repeat))


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = orders(evidence, challenge)
    return [*found[:1], *found[2:]]  # the second has the names of the third


ORDER = exercise(
    id="build-an-engine/order",
    title="An order in which every node finds its inputs ready",
    answers=("order",),
    cases=(
        Case.shown(
            "a diamond, and a node that nobody needs: the names in order",
            1,
            advice="Each node that the fetches need comes exactly once, after all of its inputs, and so do "
            "the fetches themselves. Append a node, and mark it as done, when all of its inputs are in the "
            "list, and not when you first meet it.",
        ),
        Case(
            "two fetches, one of them listed twice, in a larger graph; the same call again",
            1,
            advice="The order for a larger graph with two fetches is wrong, or the second of two "
            "identical calls gives a different one. Every fetch must be in the list, and every node must "
            "come once, after its inputs.",
        ),
        Case(
            "forty sums of a node with itself; the node in the middle is fetched, too, and twice: every node "
            "once in the list",
            1,
            advice="Mark the nodes that you have seen: there are 2 to the power of 40 paths through "
            "this graph, and only 41 nodes.",
        ),
        Case(
            "a chain of at least 5,000 nodes; the node in the middle is fetched, too, and twice",
            1,
            advice="A long chain gives a wrong order. Use a loop, with a list of the nodes that are "
            "waiting.",
        ),
    ),
    draw=_draw_order,
    observe=_observe,
    parts=("programs", "shown"),
    hints=(
        "When may a node be appended to the order? When all of its inputs are in it.",
        "Keep a stack of your own. Look at its top: if some inputs are not done, put them on the stack; "
        "if all are done, append the node and take it off.",
        "A node is put on the stack more than once if several others need it. Append it only the "
        "first time; a set remembers what is done.",
    ),
    paste=paste_order,
)
