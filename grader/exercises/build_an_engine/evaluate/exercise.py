"""One run, with its memo."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import NO_VALUES
from grader.exercises.build_an_engine.order.exercise import (
    numbered,
    paste_nodes,
)
from grader.exercises.build_an_engine.reading import in_a_function
from grader.exercises.definition import exercise
from grader.judging import Case, part, reports
from grader.languages import _


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
    return Challenge("build-an-engine/evaluate", {"programs": [shown, again, known, chain]})


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
        else [part(chain, 0, key) for key in ("values", "counts")],
    ]


def _paste_memo(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    given = {name: value for name, kind, _inputs, value in program["nodes"] if kind == "number"}
    shown = ", ".join(f'nodes["{name}"]' for name in program["shown"])
    return in_a_function(f"""
{paste_nodes(program["nodes"], f"{given}.get(name)")}
kernels = {{"number": lambda node: node.value, "add": lambda node, a, b: a + b,
           "multiply": lambda node, a, b: a * b, "negative": lambda node, a: -a}}
values = evaluate(list(nodes.values()), {{}}, kernels)
if not hasattr(values, "keys"):
    return {_(NO_VALUES)!r}.format(type=type(values).__name__)
[values.get(node, "no value") for node in ({shown})]
""")


EVALUATE = exercise(
    id="build-an-engine/evaluate",
    title="One run, and its memo",
    answers=("evaluate",),
    cases=(
        Case.shown("the values of a few nodes", 0.5),
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
            advice="Begin with a copy of `known`: those nodes have their values already, even where a value "
            "is 0. Add the values of the steps, and return all of them: the known ones and the new ones.",
        ),
        Case(
            "a chain of more than 2,000 nodes",
            0.5,
            advice="A long chain gives a wrong value. Take the steps one after another, in a loop.",
        ),
    ),
    draw=_draw_memo,
    observe=_observe_memo,
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
