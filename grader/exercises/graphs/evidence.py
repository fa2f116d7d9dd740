"""What several exercises of this chapter look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

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


def expect_in_the_same_graph(build: Mapping[str, Any], tensor: TensorRef, function: str) -> None:
    """Raises WrongAnswer if a tensor is not in the graph of the arguments that it should be made of.

    What feeds the arguments would feed placeholders with the same names, too.
    """
    if any(argument.graph != tensor.graph for argument in build["arguments"]):
        raise WrongAnswer(
            _("what {function} returns is in a different graph from its arguments").format(
                function=function
            )
        )
