"""The second exercise: an order in which to compute the nodes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import CHANGED, NO_LIST, entries_of
from grader.exercises.build_an_engine.reading import in_a_function, order_told
from grader.exercises.definition import exercise
from grader.judging import UNREADABLE, Case, WrongAnswer, reports
from grader.languages import _


def numbered(rng: np.random.Generator, count: int) -> list[str]:
    """Names that say nothing about an order."""
    return [f"n{number}" for number in rng.choice(range(100, 1000), count, replace=False)]


def _draw_order(rng: np.random.Generator) -> Challenge:
    return Challenge(
        "build-an-engine/plan",
        {"programs": [_diamond(rng), _mixture(rng), _two_ends(ladder(rng)), _long_chain(rng)]},
    )


def _diamond(rng: np.random.Generator) -> dict[str, Any]:
    """f needs b and a, and a needs b as well: listing by distance from f gets it wrong.

    There is one right order only, so the table can show it.
    """
    x, b, a, f, unused = numbered(rng, 5)
    nodes = [
        [x, "number", [], 1],
        [unused, "add", [x, x], None],
        [b, "negative", [x], None],
        [a, "multiply", [b, x], None],
        [f, "add", [b, a], None],
    ]
    return {"nodes": nodes, "fetches": [f]}


def _mixture(rng: np.random.Generator) -> dict[str, Any]:
    """A random graph, of which two nodes are fetched; the first is far from the second's inputs."""
    names = numbered(rng, 16)
    nodes: list[Any] = [[name, "number", [], 1] for name in names[:4]]
    for place in range(4, 13):
        first = names[place - 1]
        second = names[int(rng.integers(0, place))]
        nodes.append([names[place], "add", [second, first], None])
    left, right, unused = names[13:]
    nodes += [
        [left, "multiply", [names[5], names[11]], None],
        [right, "multiply", [names[9], names[0]], None],
        [unused, "add", [left, right], None],
    ]
    return {"nodes": nodes, "fetches": [right, right, left], "again": True}


def ladder(rng: np.random.Generator) -> dict[str, Any]:
    """Forty sums of a node with itself, one after another: 2 to the power of 40 paths from top to bottom."""
    names = numbered(rng, 41)
    nodes: list[Any] = [[names[0], "number", [], 1]]
    for before, name in pairwise(names):
        nodes.append([name, "add", [before, before], None])
    return {"nodes": nodes, "fetches": [names[-1]]}


def _long_chain(rng: np.random.Generator) -> dict[str, Any]:
    length = int(rng.integers(5_000, 5_500))
    return _two_ends({"chain": length, "start": 1, "fetches": [f"n{length - 1}"]})


def _two_ends(program: dict[str, Any]) -> dict[str, Any]:
    """The program with a node half-way that is fetched before its end, twice."""
    entries = entries_of(program)
    middle = entries[len(entries) // 2][0]
    return {**program, "fetches": [middle, middle, *program["fetches"]]}


def observe_orders(evidence: Evidence, challenge: Challenge) -> list[Any]:
    programs = challenge.inputs["programs"]
    return [
        order_told(entries_of(program), program["fetches"], program.get("fed", ()), order)
        for program, order in zip(programs, reports(evidence, len(programs)), strict=True)
    ]


def observe_order(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """What each program's order is like; for the first one, the names in order."""
    return [names_in_order(evidence, challenge), *observe_orders(evidence, challenge)[1:]]


def names_in_order(evidence: Evidence, challenge: Challenge) -> Any:
    """The names of the nodes in the order for the first program, or a `Raised`."""
    programs = challenge.inputs["programs"]
    order = reports(evidence, len(programs))[0]
    if isinstance(order, Raised):
        return order
    if not isinstance(order, np.ndarray) or order.dtype.kind != "i" or order.ndim != 1:
        raise WrongAnswer(_(UNREADABLE))
    names = [entry[0] for entry in entries_of(programs[0])]
    known = range(len(names))
    return [names[number] if number in known else _("not a node") for number in order.tolist()]


def paste_order(challenge: Challenge) -> str:
    """Code that asks for the order, or plan, of the first program."""
    program = challenge.inputs["programs"][0]
    nodes = ", ".join(f'nodes["{name}"]' for name in program["fetches"])
    fed = ", ".join(f'nodes["{name}"]: {program["value"]}' for name in program.get("fed", ()))
    call = f"plan([{nodes}], {{{fed}}})" if fed else f"order([{nodes}])"
    return in_a_function(f"""
{paste_nodes(program["nodes"])}
before = [node.inputs for node in nodes.values()]
steps = {call}
if [node.inputs for node in nodes.values()] != before:
    return {_(CHANGED)!r}
if not isinstance(steps, (list, tuple)):
    return {_(NO_LIST)!r}.format(type=type(steps).__name__)
[getattr(steps[i], "name", "not a node") for i in range(len(steps))]
""")


def paste_nodes(entries: Sequence[Any], more: str = "") -> str:
    """Code that makes a dictionary `nodes` from name to node; `more` follows each node's inputs."""
    rows = "; ".join(" ".join([name, kind, *sources]) for name, kind, sources, _value in entries)
    return f"""
nodes = {{}}
for name, kind, *inputs in map(str.split, "{rows}".split("; ")):
    inputs = tuple(nodes[source] for source in inputs)
    nodes[name] = type("Node", (), dict(name=name, kind=kind, inputs=inputs, value={more or None}))()
""".strip()


TOO_DEEP = (
    "your function calls itself once for each node on the way, and Python allows "
    "only a thousand or so nested calls. A chain of several thousand nodes is "
    "nothing special (an unrolled loop makes one). Keep a list of the nodes that are "
    "waiting, and use a loop."
)

ORDER = exercise(
    id="build-an-engine/order",
    title="An order in which every node finds its inputs ready",
    answers=("order",),
    cases=(
        Case(
            "a diamond, and a node that nobody needs: the names in order",
            1,
            visible=True,
            gate=True,
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
    observe=observe_order,
    hints=(
        "When may a node be appended to the order? When all of its inputs are in it.",
        "Keep a stack of your own. Look at its top: if some inputs are not done, put them on the stack; "
        "if all are done, append the node and take it off.",
        "A node is put on the stack more than once if several others need it. Append it only the "
        "first time; a set remembers what is done.",
    ),
    paste=paste_order,
)
