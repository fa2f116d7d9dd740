"""Feeds: the nodes to compute when some are fed."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.build_an_engine.ordering import (
    TOO_DEEP,
    ladder,
    names_in_order,
    numbered,
    observe_orders,
    paste_order,
)
from grader.exercises.build_an_engine.parts import plan
from grader.exercises.build_an_engine.reading import together
from grader.judging import Case, Exercise, Misconception


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
    return Challenge("build_an_engine/plan", {"programs": programs})


def _observe_feeds(evidence: Evidence, challenge: Challenge) -> list[Any]:
    _, *middle, none, chain, sums = observe_orders(evidence, challenge)
    return [names_in_order(evidence, challenge), together(middle), none, together([chain, sums])]


def _ignores_feeds(fetches: Any, fed: Any) -> Any:
    return plan(fetches)


def _lists_the_fed(fetches: Any, fed: Any) -> Any:
    steps: list[Any] = []
    done: set[Any] = set()
    stack = list(fetches)
    while stack:
        node = stack[-1]
        missing = [] if node in fed else [one for one in node.inputs if one not in done]
        if missing:
            stack.extend(missing)
        elif stack.pop() not in done:
            done.add(node)
            steps.append(node)
    return steps


def _only_placeholders(fetches: Any, fed: Any) -> Any:
    return plan(fetches, [node for node in fed if node.kind == "placeholder"])


def _filters_afterwards(fetches: Any, fed: Any) -> Any:
    return [node for node in plan(fetches) if node not in fed]


def _cuts_too_much(fetches: Any, fed: Any) -> Any:
    above = set(plan(fed))
    return [node for node in plan(fetches) if node not in above]


def _asks_for_the_value(fetches: Any, fed: Any) -> Any:
    return plan(fetches, [node for node in fed if fed[node]])


def _one_fetch_after_another(fetches: Any, fed: Any) -> Any:
    return [node for fetch in fetches for node in plan([fetch], fed)]


def _computes_fed_fetches(fetches: Any, fed: Any) -> Any:
    steps = plan([source for node in fetches for source in node.inputs], fed)
    return [*steps, *(node for node in plan(fetches) if node in fetches and node not in steps)]


def _too_deep(fetches: Any, fed: Any) -> Any:
    steps: list[Any] = []
    done = set(fed)

    def visit(node: Any) -> None:
        if node not in done:
            done.add(node)
            for source in node.inputs:
                visit(source)
            steps.append(node)

    for node in fetches:
        visit(node)
    return steps


FEEDS = Exercise(
    id="build_an_engine/feeds",
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
    reference=lambda: lambda fetches, fed: plan(fetches, fed),
    misconceptions=(
        Misconception(
            "ignores-the-feeds",
            lambda: _ignores_feeds,
            "your plan computes nodes that were fed. Their values are there already.",
        ),
        Misconception(
            "lists-the-fed-nodes",
            lambda: _lists_the_fed,
            "your walk stops at the fed nodes, but they are in your list. Their values are there already, so "
            "they are not computed: leave them out.",
        ),
        Misconception(
            "only-placeholders",
            lambda: _only_placeholders,
            "you stop only at placeholders. Every node can be fed: a placeholder is just a "
            "node with no other way to get a value.",
        ),
        Misconception(
            "leaves-out-afterwards",
            lambda: _filters_afterwards,
            "you leave out the fed nodes, but the nodes that only *they* need are still computed. "
            "One of them may be a placeholder that nobody feeds. Stop the walk at a fed node.",
        ),
        Misconception(
            "leaves-out-too-much",
            lambda: _cuts_too_much,
            "you leave out everything that a fed node would need, even what another node needs as "
            "well. Walk from the fetches, and stop at fed nodes: what you reach is needed.",
        ),
        Misconception(
            "one-fetch-after-another",
            lambda: _one_fetch_after_another,
            "a node that two fetches need is in your plan twice. Each node should be there once, however "
            "many fetches need it.",
        ),
        Misconception(
            "computes-fed-fetches",
            lambda: _computes_fed_fetches,
            "you compute a fetched node although it is fed. A fetch may be fed, too: then its value is "
            "there already.",
        ),
        Misconception(
            "too-deep", lambda: _too_deep, "everything is right but for one thing: " + TOO_DEEP
        ),
        Misconception(
            "asks-for-the-value",
            lambda: _asks_for_the_value,
            "you ask whether the fed value is true, not whether there is one: 0 is a value, "
            "too. Ask `node in fed`.",
        ),
    ),
    hints=(
        "In `order` a node that is done is not visited again. What if some nodes were done before you "
        "begin?",
        "Take your answer to `order`, and begin with the fed nodes in the set of those that are done.",
        "A fetch may be fed, too: it is on the stack from the start, and yet must not be computed.",
    ),
    paste=paste_order,
)
