"""Feeds: the nodes to compute when some are fed."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.build_an_engine.graphs import nodes, program
from grader.exercises.build_an_engine.orders import SUMS, orders, paste_order
from grader.exercises.definition import exercise
from grader.judging import Case, together

X, Y = 0, 1  # numbers of nodes in the drawn programs


def _draw_feeds(rng: np.random.Generator) -> Challenge:
    # A graph with one order only, which the table can show.
    shown = nodes("placeholder; placeholder; negative 1; add 0 1; multiply 3 0; add 4 3", rng)
    several = nodes(
        "placeholder; placeholder; number; add 0 2; multiply 1 2; multiply 3 4; negative 5; add 5 3",
        rng,
    )
    number = nodes("number", rng)
    length = int(rng.integers(3_000, 3_500))
    other_graph, same = (_fed(several, [7, 6], [4, 6, X], times=times) for times in (1, 2))
    programs = [
        program(shown, ["nodes", [5]], ["values", [[X, 1], [Y, 1]]]),
        _fed(several, [7], [X, Y]),
        # 3 is still needed by 7, and 2 by 3; y and 4 by nobody
        _fed(several, [7], [X, 5]),
        _fed(several, [6, 5], [5]),
        other_graph,
        same,
        _fed(several, [7], [2, X, 3, 4]),
        # a node that two fetches need
        _fed(several, [7, 6, 5], [2]),
        _fed(several, [5, 6], []),
        _fed(number, [length], [length - 2_500], repeat=["negative", 1, length]),
        _fed(number, [40], [0], repeat=list(SUMS)),
    ]
    names = [True] + [False] * (len(programs) - 1)
    return Challenge("build-an-engine/calls", {"programs": programs}, {"shown": names})


def _fed(nodes: list[Any], fetches: list[int], fed: list[int], **more: Any) -> dict[str, Any]:
    """A program in which the fed value is 0, which is a value like any other."""
    return program(nodes, ["nodes", fetches], ["values", [[n, 0] for n in fed]], **more)


def _observe_feeds(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *middle, none, chain, sums = orders(evidence, challenge)
    return [shown, together(middle), none, together([chain, sums])]


PLAN = exercise(
    id="build-an-engine/plan",
    title="Feed any node",
    answers=("plan",),
    cases=(
        Case.shown(
            "two placeholders are fed",
            0.75,
            advice="Your plan should hold the nodes that must be computed, each once, after its inputs. A "
            "fed node has its value already: it is not among them.",
        ),
        Case(
            "other nodes are fed: what only they need is left out, and what else is needed is computed",
            2.25,
            advice="Start from the fetches and walk towards the inputs; stop at a fed node, even if it is a "
            "fetch, and whatever its value. What you never reach is not needed. The same call again gives "
            "the same plan.",
        ),
        Case(
            "nothing is fed",
            0.5,
            advice="When nothing is fed, your plan should hold all nodes that `order` returns, each once.",
        ),
        Case(
            "a long chain with a fed node inside, and forty sums of a node with itself",
            0.5,
            advice="A long chain gets a wrong plan, or forty sums of a node with itself do. Use a "
            "loop, with a list of the nodes that are waiting, and mark the nodes that you "
            "have seen.",
        ),
    ),
    draw=_draw_feeds,
    observe=_observe_feeds,
    hints=(
        "In `order` a node that is done is not visited again. What if some nodes were done before you "
        "begin?",
        "Take your answer to `order`, and begin with the fed nodes in the set of those that are done.",
        "A fetch may be fed, too: it is on the stack from the start, and yet must not be computed.",
    ),
    paste=paste_order,
)
