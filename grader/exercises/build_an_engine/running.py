"""One run with its memo, and what feeds change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.ordering import (
    TOO_DEEP,
    ladder,
    names_in_order,
    numbered,
    observe_orders,
    paste_nodes,
    paste_order,
)
from grader.exercises.build_an_engine.parts import evaluate, plan
from grader.exercises.build_an_engine.reading import in_a_function, part, reports, together
from grader.judging import Case, Exercise, Misconception

# ---------------------------------------------------------------------------------------- memo


def _draw_memo(rng: np.random.Generator) -> Challenge:
    a, b, c, d, e = numbered(rng, 5)
    one, two, three = (int(number) for number in rng.choice(range(2, 40), 3, replace=False))
    nodes = [
        [a, "number", [], one],
        [b, "number", [], two],
        [c, "add", [a, b], None],
        [d, "multiply", [c, c], None],
        [e, "negative", [d], None],
    ]
    shown = {"nodes": nodes, "known": [{}], "shown": [c, d, e]}
    start, tries = int(rng.integers(2_500, 3_000)), int(rng.integers(3, 5))
    ladder: list[Any] = [["top", "ticket", [], None]]
    for number in range(10):
        before = ladder[-1][0]
        ladder.append([f"step{number}", "add", [before, before], None])
    # Values that are taken for missing ones: 0 and None, each needed twice.
    ladder += [
        ["zero", "number", [], 0],
        ["none", "nothing", ["step9"], None],
        ["sum of zeros", "add", ["zero", "zero"], None],
        ["nones", "how_many", ["none", "none"], None],
    ]
    shown_again = ["top", "step4", "step9", "zero", "none", "sum of zeros", "nones"]
    again = {"nodes": ladder, "known": [{}] * tries, "shown": shown_again}
    known = {
        "nodes": nodes,
        "steps": [c, e],
        "known": [{a: three, b: 0, d: one}, {a: 0, b: two, d: three}],
        "shown": [a, b, c, d, e],
    }
    chain = {"chain": start, "start": one, "known": [{}], "shown": [f"n{start - 1}"]}
    return Challenge("build_an_engine/memo", {"programs": [shown, again, known, chain]})


def _observe_memo(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, again, known, chain = reports(evidence, 4)
    calls = range(len(challenge.inputs["programs"][1]["known"]))
    return [
        part(shown, 0, "values"),
        again
        if isinstance(again, Raised)
        else [[part(shown, 0, "counts")], [part(again, call, "counts") for call in calls]],
        [part(again, call, "values") for call in calls],
        [part(known, call, key) for call in (0, 1) for key in ("values", "known", "size")],
        chain
        if isinstance(chain, Raised)
        else [part(chain, 0, key) for key in ("values", "counts", "known")],
    ]


def _paste_memo(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    given = {name: value for name, kind, _inputs, value in program["nodes"] if kind == "number"}
    shown = ", ".join(f'nodes["{name}"]' for name in program["shown"])
    return in_a_function(f"""
{paste_nodes(program["nodes"], f"{given}.get(name)")}
kernels = {{"number": lambda node: node.value, "add": lambda node, a, b: a + b,
           "multiply": lambda node, a, b: a * b, "negative": lambda node, a: -a}}
values = dict(evaluate(list(nodes.values()), {{}}, kernels))
[values.get(node, "no value") for node in ({shown})]
""")


def _no_memo() -> Callable[..., Any]:
    def function(steps: Any, known: Any, kernels: Any) -> Any:
        def value(node: Any) -> Any:
            if node in known:
                return known[node]
            return kernels[node.kind](node, *[value(source) for source in node.inputs])

        return {**known, **{node: value(node) for node in steps}}

    return function


def _memo_for_ever() -> Callable[..., Any]:
    values: dict[Any, Any] = {}

    def function(steps: Any, known: Any, kernels: Any) -> Any:
        values.update(known)
        for node in steps:
            if node not in values:
                values[node] = kernels[node.kind](node, *[values[i] for i in node.inputs])
        return dict(values)

    return function


def _writes_into_known(steps: Any, known: Any, kernels: Any) -> Any:
    known.update(evaluate(steps, known, kernels))
    return known


def _keyed_by_name(steps: Any, known: Any, kernels: Any) -> Any:
    values = {node.name: value for node, value in known.items()}
    for node in steps:
        sources = [values[source.name] for source in node.inputs]
        values[node.name] = kernels[node.kind](node, *sources)
    return values


def _forgets_known(steps: Any, known: Any, kernels: Any) -> Any:
    return evaluate(steps, {}, kernels)


MEMO = Exercise(
    id="build_an_engine/memo",
    title="One run, and its memo",
    answers=("evaluate",),
    cases=(
        Case("the values of a few nodes", 0.5, visible=True, gate=True),
        Case(
            "every step is computed exactly once in a run",
            1.5,
            advice="Some kernel is called more than once for one node, or not at all. Put each value "
            "into the memo, and take the inputs from there. 0 and None are values, too: ask whether "
            "the node is in the memo (`node in values`), and not what its value is.",
        ),
        Case(
            "the next run computes everything again",
            0.5,
            advice="In one of several runs, a value is wrong. The memo should begin and end with the "
            "run, and a kernel gets the values of all inputs, even those that are None.",
        ),
        Case(
            "values that are known before the run are used, and `known` stays as it was",
            1,
            advice="Begin with a copy of `known`: those nodes have their values already, "
            "even where a value is 0. The steps of this run are added, and nothing else.",
        ),
        Case(
            "a chain of more than 2,000 nodes",
            0.5,
            advice="A long chain gives a wrong value. Take the steps one after another, in a loop.",
        ),
    ),
    draw=_draw_memo,
    observe=_observe_memo,
    reference=lambda: evaluate,
    misconceptions=(
        Misconception(
            "no-memo",
            _no_memo,
            "your values are right, but a node that is needed twice is computed twice, and so is "
            "all that it needs: ten sums of a node with itself call a kernel a thousand times. "
            "Keep each value in a dictionary when it is computed, and look there first.",
        ),
        Misconception(
            "memo-for-ever",
            _memo_for_ever,
            "your memo outlives the run: the second run finds values from the first. Make a new "
            "dictionary in every call (a default argument `memo={}` is made only once).",
        ),
        Misconception(
            "writes-into-known",
            lambda: _writes_into_known,
            "you write into the dictionary that the caller passed. It is the caller's: in the "
            "next run, the values of this one would be in it as if they were fed. Begin with "
            "`dict(known)`.",
        ),
        Misconception(
            "forgets-what-is-known",
            lambda: _forgets_known,
            "you do not use `known`: its nodes have a value already, and they are not among the "
            "steps.",
        ),
        Misconception(
            "keyed-by-name",
            lambda: _keyed_by_name,
            "the keys of your dictionary are not the nodes. If it is called `values`, then `values[node]` "
            "should be the value of the node, not `values[node.name]`.",
        ),
    ),
    hints=(
        "The steps come in an order in which inputs are ready. So one loop is enough: no "
        "function has to call itself.",
        "Make a new dictionary from `known`. For each step: collect the inputs' values from it, call "
        "the kernel, and put the result in.",
        "`dict(known)` makes a new dictionary. A kernel takes the node and then one argument for "
        "each input: a star in the call spreads a list into arguments.",
    ),
    paste=_paste_memo,
)

# --------------------------------------------------------------------------------------- feeds


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
            "other nodes are fed: what only they need is not computed, and all else is",
            2.25,
            advice="Start from the fetches and walk towards the inputs; stop at a fed node, even if it is a "
            "fetch, and whatever its value. What you never reach is not needed. The same call again gives "
            "the same plan.",
        ),
        Case(
            "nothing is fed",
            0.5,
            advice="`fed` may be empty: then your plan is all that `order` gives.",
        ),
        Case(
            "a long chain, fed in the middle, and forty sums of a node with itself",
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
