"""What several exercises of this chapter look at."""

from __future__ import annotations

from collections.abc import Iterable

from grader.evidence import TensorRef
from grader.judging import WrongAnswer
from grader.languages import _


def expect_new(tensors: Iterable[TensorRef], function: str) -> None:
    """Raises WrongAnswer if two calls gave the same tensor: then the second built nothing."""
    places = [(tensor.graph, tensor.name) for tensor in tensors]
    if len(set(places)) < len(places):
        raise WrongAnswer(
            _(
                "{function} returns the same tensor in two calls, although each call has a new graph; the "
                "function should make new nodes every time"
            ).format(function=function)
        )
