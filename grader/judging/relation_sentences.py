"""What `relations.py` says of a wrong answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.languages import N_, _

NEGATIVE = N_("your values are the negatives of the right ones.")
MULTIPLE = N_("your values are {number} times the right ones.")
FRACTION = N_("your values are 1/{number} of the right ones.")
TOO_LARGE = N_("your values are all too large by {number}.")
TOO_SMALL = N_("your values are all too small by {number}.")
TRANSPOSED = N_("your result is the transpose of the right one.")
REVERSED = N_("your values are right, but in reverse order.")
PERMUTED = N_("your values are right, but in the wrong order.")
LATE = N_("your values come one step late: each belongs to the step before.")
EARLY = N_("your values come one step early: each belongs to the next step.")
WITHOUT_LAST = N_("the last entry is missing; the others are right.")
WITHOUT_FIRST = N_("the first entry is missing; the others are right.")
ONE_MORE = N_("there is one entry too many at the end; the others are right.")
OTHER_FORM = N_("your values are right, but they come as {found} instead of {wanted}.")
EACH_IN_OTHER_FORM = N_("your values are right, but each of them comes as {found}.")
ONE_IN_OTHER_FORM = N_("your values are right, but one part comes as {found}.")
NOTHING = N_("your answer gives None. Is a `return` missing?")
CONSTANT = N_("your values are all {number}, but the right ones are not all the same.")
ONLY_FIRST = N_("your answer has only the first value; the others are missing.")
ALL_FOR_LAST = N_("your answer has all the values, but only the last one is wanted.")
SOME_MISSING = N_("what your answer has is right, but something is missing.")
REPEATED = N_("your entries are right, but some are there more than once.")
SOME_MORE = N_("your answer has everything it should have, and also something it should not have.")
WITHOUT_ORDER = N_("your answer is a set, which has no order. Return a list.")
EMPTY = N_("your result is empty.")
KIND = N_("the exercise asks for {expected}, but your answer gives {found}.")
OTHER_INSIDE = N_("your result contains {found}, which does not belong there.")
NODE_FOR_NAME = N_("your answer gives nodes of the graph where their names are wanted.")
NOT_RUN = N_("your answer is a node of the graph, not its value. A node gets its value in a run.")
NODES_INSIDE = N_(
    "your result contains nodes of the graph instead of their values. A node gets its value in a run."
)
OUTPUT_NUMBER = N_(
    "these are names of tensors, with `:0`; the exercise asks for names of operations."
)
NO_OUTPUT_NUMBER = N_(
    "these are names of operations; the exercise asks for names of tensors, with `:0`."
)
AN_OPERATION = N_("your answer is an operation; the exercise asks for its output, a tensor.")
STRING = N_("your answer is right, except that it gives numbers as strings.")

# After these, advice on the values would mislead.
RIGHT_VALUES = (
    REVERSED,
    PERMUTED,
    OTHER_FORM,
    EACH_IN_OTHER_FORM,
    ONE_IN_OTHER_FORM,
    REPEATED,
    WITHOUT_ORDER,
    STRING,
)


@dataclass(frozen=True)
class Clause:
    """Words on a wrong answer. enough: its values are right, so that advice on them would mislead."""

    text: str
    enough: bool


def clause(told: str, **values: Any) -> Clause:
    return Clause(_(told).format(**values), told in RIGHT_VALUES)
