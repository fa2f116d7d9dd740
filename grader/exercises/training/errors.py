"""What Python's and TensorFlow's errors mean where something is used before it is known: rows, feeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.evidence import Raised
from grader.judging import WrongAnswer
from grader.languages import _

# Parts of the messages that one gets for `X.shape[0]`, its `value`, and `len(X)`.
UNKNOWN_LENGTH = ("NoneType", "'Dimension'", "len is not well defined")


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
    message = error.message.strip().partition("\n")[0]
    for part, meaning in meanings.items():
        if part in message:
            return replace(error, message=f"{message.rstrip('.')}. {_(meaning)}")
    return error
