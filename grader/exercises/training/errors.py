"""What Python's and TensorFlow's errors mean where a number of rows is used before it is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.evidence import Raised
from grader.languages import _

# Parts of the messages that one gets for `X.shape[0]`, its `value`, and `len(X)`.
UNKNOWN_LENGTH = ("NoneType", "'Dimension'", "len is not well defined")


def explained(error: Raised, meanings: Mapping[str, str]) -> Raised:
    """The error with the meaning of the first part of a message that occurs in its own, if one does."""
    message = error.message.strip().partition("\n")[0]
    for part, meaning in meanings.items():
        if part in message:
            return replace(error, message=f"{message.rstrip('.')}. {_(meaning)}")
    return error
