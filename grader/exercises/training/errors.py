"""What Python's and TensorFlow's errors mean where something is used before it is known: rows, feeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grader.evidence import Raised
from grader.judging import WrongAnswer
from grader.languages import N_, _

# Parts of the messages that one gets for `X.shape[0]`, its `value`, and `len(X)`.
UNKNOWN_LENGTH = ("NoneType", "'Dimension'", "len is not well defined")

PRODUCT = N_(
    "In a matrix product, the left factor has as many columns as the right one has rows: is a "
    "transpose missing? Or did you write `*`, which multiplies entry by entry, instead of `tf.matmul`?"
)
# While the graph is built, and in a run.
SIZES = {"Dimensions must be equal": PRODUCT, "Incompatible shapes": PRODUCT}


def explained(error: Raised, meanings: Mapping[str, str]) -> Raised:
    """The error with the meaning of the first part of a message that occurs in its own, if one does.

    Raises WrongAnswer for a run while the graph is being built: its error may have the type of a
    known mistake's.
    """
    if "You must feed a value for placeholder" in error.message:
        raise WrongAnswer(
            _(
                "your function runs the graph while it is still being built, when the placeholders have no "
                "values. Run nothing in it: just return what is to be run later"
            )
        )
    return with_meaning(error, meanings)


def with_meaning(outcome: Any, meanings: Mapping[str, str]) -> Any:
    """What came of a call or of a run; an error has a meaning added, as in `explained`."""
    if isinstance(outcome, Raised):
        message = outcome.message.strip().partition("\n")[0]
        for part, meaning in meanings.items():
            if part in message:
                return replace(outcome, message=f"{message.rstrip('.')}. {_(meaning)}")
    return outcome
