"""Feeds: the nodes to compute when some are fed."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.build_an_engine.order.exercise import (
    ladder,
    names_in_order,
    numbered,
    observe_orders,
    paste_order,
)
from grader.exercises.definition import exercise
from grader.judging import Case, together


def _draw_feeds(rng: np.random.Generator) -> Challenge:
    x, y, c, total, scaled, end, other, far = numbered(rng, 8)
    # A graph with one order only, which the table can show.
    shown = [
        [x, "placeholder", [], None],
        [y, "placeholder", [], None],
        [far, "negative", [y], None],
        [total, "add", [x, y], None],
        [scaled, "multiply", [total, x], None],
        [end, "add", [scaled, total], None],
    ]
    nodes = [
        [x, "placeholder", [], None],
        [y, "placeholder", [], None],
        [c, "number", [], int(rng.integers(1, 9))],
        [total, "add", [x, c], None],
        [other, "multiply", [y, c], None],
        [scaled, "multiply", [total, other], None],
        [far, "negative", [scaled], None],
        [end, "add", [scaled, total], None],
    ]
    length = int(rng.integers(3_000, 3_500))
    sums = ladder(rng)
    programs = [
        {"nodes": shown, "fetches": [end], "fed": [x, y], "value": 1},
        {"nodes": nodes, "fetches": [end], "fed": [x, y]},
        # `total` is still needed by `end`, and `c` by `total`; y and `other` by nobody
        {"nodes": nodes, "fetches": [end], "fed": [x, scaled]},
        {"nodes": nodes, "fetches": [far, scaled], "fed": [scaled]},
        {"nodes": nodes, "fetches": [end, far], "fed": [other, far, x], "again": True},
        {"nodes": nodes, "fetches": [end], "fed": [c, x, total, other]},
        # a node that two fetches need
        {"nodes": nodes, "fetches": [end, far, scaled], "fed": [c]},
        {"nodes": nodes, "fetches": [scaled, far], "fed": []},
        {"chain": length, "start": 1, "fetches": [f"n{length - 1}"], "fed": [f"n{length - 2500}"]},
        {**sums, "fed": [sums["nodes"][0][0]]},
    ]
    return Challenge("build-an-engine/plan", {"programs": programs})


def _observe_feeds(evidence: Evidence, challenge: Challenge) -> list[Any]:
    _, *middle, none, chain, sums = observe_orders(evidence, challenge)
    return [names_in_order(evidence, challenge), together(middle), none, together([chain, sums])]


PLAN = exercise(
    id="build-an-engine/plan",
    title="Feed any node",
    answers=("plan",),
    cases=(
        Case(
            "two placeholders are fed",
            0.75,
            visible=True,
            gate=True,
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
