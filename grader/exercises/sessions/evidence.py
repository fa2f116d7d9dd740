"""Reading what the probes of this chapter report, which may be hostile."""

from __future__ import annotations

from typing import Any

from grader.evidence import Raised
from grader.judging import agree

# What TensorFlow's messages say of errors that may have the same type for different reasons.
REASONS = (
    ("No default session",),
    ("graph is different", "not an element of this graph"),
    ("Dimension value must be",),
)


def agree_in_reason(expected: Any, got: Any) -> bool:
    """As `agree`; but errors of the same type do not agree if only one of them has one of these reasons."""
    if isinstance(expected, Raised) and isinstance(got, Raised) and _why(expected) != _why(got):
        return False
    return agree(expected, got)


def _why(error: Raised) -> list[bool]:
    return [any(text in error.message for text in texts) for texts in REASONS]
