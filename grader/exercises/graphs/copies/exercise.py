"""The exercise on names: what nodes are called when their cell runs again."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, describe
from grader.languages import _

NAMES = ("bias", "weights", "loss", "step", "rate", "mean", "total", "input", "label", "depth")


def _draw(rng: np.random.Generator) -> Challenge:
    one, two, three = (str(name) for name in rng.choice(NAMES, 3, replace=False))
    numbered = f"{three}_{rng.integers(1, 9)}"
    # From 11 on, alphabetical order differs; the last name has been used before.
    calls = [[one, 3], [two, 1], [numbered, int(rng.integers(11, 15))], [one, 2]]
    return Challenge("graphs/calls", {"calls": calls})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = [_names(result) for result in evidence.result["results"]]
    return [found[0], found[1:]]


def _names(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if not isinstance(result, (list, tuple)):
        raise WrongAnswer(
            _("`copies` should return a list of names, but it returned {found}").format(
                found=describe(result)
            )
        )
    if nodes := [part for part in result if isinstance(part, (OperationRef, TensorRef))]:
        raise WrongAnswer(
            _(
                "`copies` should return a list of names, but one of its entries is {found}; `op.name` "
                "is the name of an operation"
            ).format(found=describe(nodes[0], part=True))
        )
    return list(result)


def _paste(challenge: Challenge) -> str:
    name, runs = challenge.inputs["calls"][0]
    return f"copies({name!r}, {runs})"


COPIES = exercise(
    id="graphs/copies",
    title="The names after running a cell again",
    answers=("copies",),
    cases=(
        Case.shown("the names after three runs", 0.5),
        Case(
            "the names after one run, after many, for a name that ends in a number, and for one that an "
            "earlier call also used",
            1.5,
            advice="Your names are right for three runs, but not always. Try 1 run and 12 runs, a name such "
            "as x_1, and the same name in two calls: each call asks about a graph that was empty before.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        'Run a cell with `print(tf.constant(0, name="z").op.name)` twice, and look at the names.',
        "The first node has the plain name, the second one name_1. And the third?",
        "You can work the names out, or let TensorFlow make them: build the nodes in a new graph, "
        "and ask that graph for its operations.",
    ),
    paste=_paste,
)
