"""Predictions: what names nodes get, and what a chain of additions leaves in a variable."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, agree, describe
from grader.languages import _, listed

# ---------------------------------------------------------------------------------------- recipe

KEYS = ("value", "variable", "name")


def _draw_recipe(rng: np.random.Generator) -> Challenge:
    one, other = (int(number) for number in rng.choice(np.arange(5, 90), 2, replace=False))
    # One addition has the plain name, two are the first case with a number, and many have a longer one.
    calls = [[one, 3], [0, 1], [-other, int(rng.integers(11, 15))], [other, 2]]
    return Challenge("graphs/calls", {"calls": calls})


def _observe_recipe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = [_parts(result) for result in evidence.result]
    shown, *others = found
    return [
        shown,
        [_part(other, "value") for other in others],
        [_part(other, "variable") for other in others],
        [_part(other, "name") for other in others],
    ]


def _paste_recipe(challenge: Challenge) -> str:
    start, n = challenge.inputs["calls"][0]
    return f"chain({start}, {n})"


def _parts(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, dict) and (wrong := [key for key in KEYS if key not in result]):
        raise WrongAnswer(
            _(
                "`chain` should return a dictionary with the keys {keys}; {missing} is missing"
            ).format(keys=listed(map(repr, KEYS)), missing=repr(wrong[0]))
        )
    if isinstance(result, dict) and (wrong := [key for key in result if key not in KEYS]):
        raise WrongAnswer(
            _("`chain` should return a dictionary with the keys {keys}, and no {other}").format(
                keys=listed(map(repr, KEYS)),
                other=repr(wrong[0])
                if isinstance(wrong[0], str)
                else describe(wrong[0], part=True),
            )
        )
    if not isinstance(result, dict):
        raise WrongAnswer(
            _(
                "`chain` should return a dictionary with the keys {keys}, but it returned {found}"
            ).format(keys=listed(map(repr, KEYS)), found=describe(result))
        )
    for key in KEYS:
        text = isinstance(result[key], (str, bytes)) and key != "name"
        if text or isinstance(result[key], (OperationRef, TensorRef)):
            told = (
                _("`chain` should return a string for {key}, but it returned {found}")
                if key == "name"
                else _("`chain` should return a number for {key}, but it returned {found}")
            )
            raise WrongAnswer(told.format(key=repr(key), found=describe(result[key])))
    return result


def _part(result: Any, key: str) -> Any:
    return result if isinstance(result, Raised) else _single(result[key])


def _all_parts_agree(expected: Any, got: Any) -> bool:
    return all(agree(_part(expected, key), _part(got, key)) for key in KEYS)


def _single(value: Any) -> Any:
    """A number, also when it comes as a list or an array of one element (as `a` itself does)."""
    if isinstance(value, np.ndarray) and value.size == 1 and value.dtype.kind in "iuf":
        return value.ravel()[0]
    if isinstance(value, (list, tuple)) and len(value) == 1:
        return _single(value[0])
    return value


CHAIN = exercise(
    id="graphs/chain",
    title="What a chain of additions leaves behind",
    answers=("chain",),
    cases=(
        Case(
            "all three entries for n = 3",
            0.5,
            visible=True,
            gate=True,
            agree=_all_parts_agree,
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
    draw=_draw_recipe,
    observe=_observe_recipe,
    hints=(
        "Run the lines with n = 1 and n = 2 in a cell of your own, and print all three results.",
        "Which line changes the variable? Is there one?",
        "Count the additions: each of them adds 1, and each makes one node. Their names are "
        "numbered like the copies of exercise 3.",
    ),
    paste=_paste_recipe,
)
