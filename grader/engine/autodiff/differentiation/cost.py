"""The cost of a derivative, counted while it is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.engine.graph.graph import Operation


@dataclass(frozen=True)
class Cost:
    """passes: over the original graph, forward or backward. evaluations: of nodes, in all runs.

    nodes: the number added to a graph to compute the derivative.
    """

    passes: int
    evaluations: int
    nodes: int


@dataclass(frozen=True)
class Derivative:
    """value: of y. derivative: for each x, an array of y's shape followed by x's (a list if xs was)."""

    value: Any
    derivative: Any
    cost: Cost


class Counting:
    """Runs a session and counts how often each node is evaluated."""

    def __init__(self, session: Any):
        self.session = session
        self.counts: Counter[Operation] = Counter()

    def run(self, fetches: Any, feeds: Mapping[Any, Any]) -> Any:
        """The values of the fetches."""
        return self.session.run(fetches, feeds, observe=self._count)

    def _count(self, operation: Operation, values: Sequence[Any]) -> None:
        self.counts[operation] += 1

    @property
    def evaluations(self) -> int:
        """The number of evaluations of nodes so far."""
        return self.counts.total()


def jacobian(columns: Sequence[np.ndarray], x: np.ndarray) -> np.ndarray:
    """The derivative along each element of x, stacked to y's shape followed by x's."""
    if not columns:
        raise ValueError("nothing to differentiate by: an x has no elements")
    stacked = np.stack([np.asarray(column) for column in columns], axis=-1)
    return stacked.reshape((*stacked.shape[:-1], *np.shape(x)))
