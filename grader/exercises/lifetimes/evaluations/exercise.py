"""The exercise on how many times nodes are evaluated: once in each run that needs them."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, reports

NAMES = ("alpha", "bravo", "cargo", "delta", "ember", "flint", "grain", "hotel", "ivory", "jolly")
FUNCTIONS = ("add", "multiply", "subtract")


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge("lifetimes/evaluations", {"programs": [_shown(rng), *_others(rng)]})


def _shown(rng: np.random.Generator) -> dict[str, Any]:
    """w, x from w, y and z from x: fetched apart and together."""
    w, two, x, y, z = (str(name) for name in rng.permutation(NAMES)[:5])
    nodes = [
        [w, "constant", []],
        [two, "constant", []],
        [x, "add", [w, two]],
        [y, "add", [x, two]],
        [z, "multiply", [x, x]],
    ]
    runs = [[y], [z], [y, z]] + [[x]] * int(rng.integers(3))
    return {"nodes": nodes, "runs": [runs[int(index)] for index in rng.permutation(len(runs))]}


def _others(rng: np.random.Generator) -> list[dict[str, Any]]:
    """Two graphs with the same names. In one, which is not the default graph, a node has other inputs.

    There are a node with two outputs, a node that no run needs, a tensor that is fetched twice in one
    run, one that another of its run needs, and a constant that is fetched.
    """
    pair, one, parts, x, y, z, end, unused = (str(name) for name in rng.permutation(NAMES)[:8])
    nodes = [
        [pair, "pair", []],
        [one, "constant", []],
        [parts, "unstack", [pair]],
        [x, str(rng.choice(FUNCTIONS)), [parts, one]],
        [unused, str(rng.choice(FUNCTIONS)), [x, f"{parts}:1"]],
        [y, str(rng.choice(FUNCTIONS)), [f"{parts}:1", one]],
        [z, str(rng.choice(FUNCTIONS)), [y, y]],
        [end, str(rng.choice(FUNCTIONS)), [z, x]],
    ]
    runs = [[x], [y, y], [end, x], [parts, f"{parts}:1"], [one]]
    runs = [runs[int(index)] for index in rng.permutation(len(runs))]
    changed = [[name, kind, [one, one] if name == z else inputs] for name, kind, inputs in nodes]
    return [
        {"nodes": nodes, "runs": runs},
        {"nodes": changed, "runs": runs, "elsewhere": True},
    ]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, 3, "value")
    return [shown["value"], [report["value"] for report in others]]


def _paste(challenge: Challenge) -> str:
    shown = challenge.inputs["programs"][0]
    (w, *_), (two, *_), *others = shown["nodes"]
    built = "".join(
        f'    {name} = tf.{kind}({", ".join(inputs)}, name="{name}")\n'
        for name, kind, inputs in others
    )
    runs = ", ".join(f"[{', '.join(fetched)}]" for fetched in shown["runs"])
    return f"""
with tf.Graph().as_default():
    {w}, {two} = tf.constant(0.0, name="{w}"), tf.constant(1.0, name="{two}")
{built}    counts = evaluations([{runs}])
counts
"""


EVALUATIONS = exercise(
    id="lifetimes/evaluations",
    title="How many times is each node evaluated?",
    answers=("evaluations",),
    cases=(
        Case.shown("some runs of a graph like the one in figure 2", 1),
        Case(
            "five runs of a larger graph, and of another graph with the same names, which is not the "
            "default graph",
            2,
            advice="Look at four things: in one run an operation counts once, even if a tensor is "
            "fetched twice or the operation has two outputs; a constant can be fetched, too; an "
            "operation that no run needs is left out; and a call must not use what an earlier one "
            "remembered, because another graph may have the same names.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    hints=(
        "First think of one run: which operations does it need? Each of them counts once.",
        "For each run, keep a set of the operations seen. Start with `tensor.op` of each fetched "
        "tensor, and go to `tensor.op` of every input.",
        "Begin each run with an empty set. After its walk, add 1 to the count of every name in "
        "the set; `collections.Counter` starts each count at 0.",
    ),
)
