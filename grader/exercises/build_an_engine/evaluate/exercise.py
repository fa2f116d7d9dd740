"""One run, with its memo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.graphs import in_a_function, nodes, paste_nodes, program
from grader.exercises.build_an_engine.reading import calls_of, counts_of
from grader.exercises.definition import exercise
from grader.judging import Case, part, reports, together
from grader.languages import N_, _

NO_VALUES = N_(
    "return a dictionary from node to value; your function returned a value of type {type}"
)
SHOWN = [2, 3, 4]  # numbers of nodes in the drawn programs
AGAIN = [0, 4, 9, *range(11, 15)]


def _draw_memo(rng: np.random.Generator) -> Challenge:
    one, two, three = (int(number) for number in rng.choice(range(2, 40), 3, replace=False))
    few = nodes("number; number; add 0 1; multiply 2 2; negative 3", rng, number=(one, two))
    # At the end, values that are taken for missing ones: 0 and None, each needed twice.
    sums = "".join(f"add {number} {number}; " for number in range(10))
    ladder = nodes(f"ticket; {sums}number; nothing 10; add 11 11; how_many 12 12", rng, number=[0])
    start, tries = int(rng.integers(2_500, 3_000)), int(rng.integers(3, 5))
    known: list[Any] = [[[0, three], [1, 0], [3, one]], [[0, 0], [1, two], [3, three]]]
    chain = {"repeat": ["negative", 1, start - 1], "shown": [start - 1]}
    programs = [
        _runs(few, range(5), [[]]),
        _runs(ladder, range(15), [[]] * tries),
        _runs(few, [2, 4], known),
        _runs(nodes("number", rng, number=[one]), range(start), [[]], **chain),
    ]
    return Challenge("build-an-engine/calls", {"programs": programs})


def _runs(
    nodes: Sequence[Any], steps: Sequence[int], known: Sequence[Any], **more: Any
) -> dict[str, Any]:
    """One run for each list of what is known."""
    given = [[["nodes", [*steps]], ["values", values], ["kernels"]] for values in known]
    return {**program(nodes, **more), "calls": given}


def _observe_memo(evidence: Evidence, challenge: Challenge) -> list[Any]:
    # Several runs of one session have the same list of steps and the same table of kernels.
    shown, again, known, chain = (
        calls_of(report, Mapping, NO_VALUES, keeps=(0, 2)) for report in reports(evidence, 4)
    )
    last = challenge.inputs["programs"][3]["shown"]
    return [
        part(_each(shown, lambda call: _values(call, SHOWN)), 0),
        together([_each(shown, counts_of), _each(again, counts_of)]),
        _each(again, lambda call: _values(call, AGAIN)),
        _each(
            known,
            lambda call: [
                _values(call, range(5)),
                part(call, "changed", 1),
                part(call, "result", "size"),
            ],
        ),
        _each(chain, lambda call: [_values(call, last), max(counts_of(call))]),
    ]


def _each(calls: Any, seen: Callable[[Any], Any]) -> Any:
    """What is seen in each of some calls, or their error."""
    return calls if isinstance(calls, Raised) else [seen(call) for call in calls]


def _values(call: Any, numbers: Sequence[int]) -> list[Any]:
    """The values that one call returned for some nodes."""
    values = part(call, "result", "values")
    return [values.get(number, "no value") for number in numbers]


def _paste_memo(challenge: Challenge) -> str:
    entries = challenge.inputs["programs"][0]["nodes"]
    given = {name: value for kind, _inputs, value, name in entries if kind == "number"}
    shown = ", ".join(f'nodes["{entries[number][3]}"]' for number in SHOWN)
    return in_a_function(f"""
{paste_nodes(entries, f"{given}.get(name)")}
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
            advice="Some kernel is called more than once for one node, or not at all, perhaps because a "
            "memo outlives its run. Put each value into the memo, and take the inputs from there. 0 and None "
            "are values, too: ask whether the node is in the memo (`node in values`), and not what its "
            "value is.",
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
