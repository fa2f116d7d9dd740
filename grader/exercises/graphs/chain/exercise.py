"""The exercise on a chain of additions: what it leaves in a variable, and how its nodes are called."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, describe
from grader.languages import _, listed

KEYS = ("value", "variable", "name")


def _draw(rng: np.random.Generator) -> Challenge:
    one, other = (int(number) for number in rng.choice(np.arange(5, 90), 2, replace=False))
    # One addition has the plain name, two are the first case with a number, and many have a longer one.
    calls = [[one, 3], [0, 1], [-other, int(rng.integers(11, 15))], [other, 2]]
    return Challenge("graphs/calls", {"calls": calls})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = map(_parts, evidence.result["results"])
    return [shown, *([_part(other, key) for other in others] for key in KEYS)]


def _part(parts: Any, key: str) -> Any:
    return parts if isinstance(parts, Raised) else parts[key]


def _parts(result: Any) -> Any:
    """The entries, or an error. Raises WrongAnswer for anything else."""
    if isinstance(result, Raised):
        return result
    keys = listed(map(repr, KEYS))
    if not isinstance(result, dict):
        text = _("`chain` should return a dictionary with the keys {keys}, but it returned {found}")
        raise WrongAnswer(text.format(keys=keys, found=describe(result)))
    if missing := [key for key in KEYS if key not in result]:
        text = _("`chain` should return a dictionary with the keys {keys}; {missing} is missing")
        raise WrongAnswer(text.format(keys=keys, missing=repr(missing[0])))
    if more := [key for key in result if key not in KEYS]:
        other = repr(more[0]) if isinstance(more[0], str) else describe(more[0], part=True)
        text = _("`chain` should return a dictionary with the keys {keys}, and no {other}")
        raise WrongAnswer(text.format(keys=keys, other=other))
    for key in KEYS:
        if isinstance(result[key], (OperationRef, TensorRef)) or (
            isinstance(result[key], (str, bytes)) and key != "name"
        ):
            text = (
                _("`chain` should return a string for {key}, but it returned {found}")
                if key == "name"
                else _("`chain` should return a number for {key}, but it returned {found}")
            )
            raise WrongAnswer(text.format(key=repr(key), found=describe(result[key])))
    return {key: _single(result[key]) for key in KEYS}


def _single(value: Any) -> Any:
    """A number, also when it comes as a list or an array of one element (as `a` itself does)."""
    if isinstance(value, np.ndarray) and value.size == 1 and value.dtype.kind in "iuf":
        return value.ravel()[0]
    if isinstance(value, (list, tuple)) and len(value) == 1:
        return _single(value[0])
    return value


def _paste(challenge: Challenge) -> str:
    start, n = challenge.inputs["calls"][0]
    return f"chain({start}, {n})"


CHAIN = exercise(
    id="graphs/chain",
    title="What a chain of additions leaves behind",
    answers=("chain",),
    cases=(
        Case.shown(
            "all three entries for n = 3",
            0.5,
            advice="Each addition makes a new node and adds 1. `value` is what the last node gives; the "
            "variable changes only if some line assigns to it; `name` belongs to the last "
            "tensor: the operator + calls its nodes `add` (`tf.add` calls them `Add`), and `:0` stands for a "
            "node's first output.",
        ),
        Case(
            "the value of the last a, in three more calls",
            1,
            advice="Your value for the last a is right in the first call, but not in every call. Each of "
            "the n additions adds 1 to start; try start = 0 with n = 1, and a negative start.",
        ),
        Case(
            "the value of the variable afterwards",
            0.5,
            advice="Your value for the variable is not always right. Is there a line that assigns "
            "to it?",
        ),
        Case(
            "the name of the last tensor",
            1,
            advice="The name is right for n = 3, but not for every n. Try n = 1, n = 2 and n = 12, each in "
            "an empty graph.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Run the lines with n = 1 and n = 2 in a cell of your own, and print all three results.",
        "Which line changes the variable? Is there one?",
        "Count the additions: each of them adds 1, and each makes one node. Their names are "
        "numbered like the copies of exercise 3.",
    ),
    paste=_paste,
)
