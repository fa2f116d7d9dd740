"""Traces: what a run did, node by node, and how much memory its values took.

    values, trace = run_with_trace(session, fetches, feed_dict)
    trace.nodes["add"].last_use, trace.peak_bytes

A run is a sequence of steps, each of which evaluates one node. Constants are not steps: their values
are known before the run and belong to the graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.engine.graph.graph import Operation, Tensor

__all__ = ["NodeTrace", "Step", "Trace", "run_with_trace"]


@dataclass(frozen=True)
class Step:
    """One evaluation of one node.

    values: of its outputs (None if the trace keeps none). bytes: the size of these values.
    alive: names of the tensors whose values are held right after this step. alive_bytes: their
    memory; values that share a buffer (a reshaped array) count once.
    """

    operation: Operation
    values: tuple[Any, ...] | None
    bytes: int
    alive: tuple[str, ...]
    alive_bytes: int


@dataclass(frozen=True)
class NodeTrace:
    """A node in a run.

    order: the number of the step that first evaluated it, from 0. count: how often it was evaluated.
    bytes: the size of its outputs in the last evaluation. first_use, last_use: the first and last step
    that read one of its values (None if there is none). fetched: a value was kept for the caller.
    """

    name: str
    op_type: str
    order: int
    count: int
    bytes: int
    first_use: int | None
    last_use: int | None
    fetched: bool


@dataclass(frozen=True)
class Trace:
    """A run: its steps in order, and a summary for each node (by name)."""

    steps: tuple[Step, ...]
    nodes: Mapping[str, NodeTrace]

    @property
    def peak_bytes(self) -> int:
        """The peak memory of the run's values, in bytes."""
        return max((step.alive_bytes for step in self.steps), default=0)

    @property
    def evaluations(self) -> int:
        """How many times a node was evaluated."""
        return len(self.steps)


@dataclass
class Recorder:
    """An observer of a run that records its trace.

    keep: whether the steps keep the values.
    """

    keep: bool = True
    heard: list[tuple[Operation, list[Any]]] = field(default_factory=list)

    def __call__(self, operation: Operation, values: Sequence[Any]) -> None:
        self.heard.append((operation, list(values)))

    def trace(self, fetched: Sequence[Tensor]) -> Trace:
        """The trace. fetched: the tensors whose values the run returned."""
        reads = _reads(self.heard)
        kept = set(fetched)
        steps: list[Step] = []
        alive: dict[Tensor, Any] = {}
        for number, (operation, values) in enumerate(self.heard):
            alive.update(zip(operation.outputs, values, strict=True))
            held = tuple(tensor.name for tensor in alive)
            total = _memory(alive.values())
            own = sum(one.nbytes for one in values if isinstance(one, (np.ndarray, np.generic)))
            shown = tuple(values) if self.keep else None
            steps.append(Step(operation, shown, own, held, total))
            for tensor in [*operation.inputs, *operation.outputs]:
                if tensor not in kept and not any(use > number for use in reads.get(tensor, ())):
                    alive.pop(tensor, None)
        return Trace(tuple(steps), _nodes(steps, reads, kept))


def run_with_trace(
    session: Any, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, *, keep: bool = True
) -> tuple[Any, Trace]:
    """`session.run(fetches, feed_dict)`, with a trace of the run.

    keep: whether the steps of the trace keep the values of the nodes.
    """
    recorder = Recorder(keep)
    values = session.run(fetches, feed_dict, observe=recorder)
    return values, recorder.trace(session.fetched_tensors(fetches))


def _reads(heard: Sequence[tuple[Operation, Any]]) -> dict[Tensor, list[int]]:
    """For each tensor, the numbers of the steps that read it."""
    reads: dict[Tensor, list[int]] = {}
    for number, (operation, _) in enumerate(heard):
        for tensor in operation.inputs:
            reads.setdefault(tensor, []).append(number)
    return reads


def _nodes(
    steps: Sequence[Step], reads: Mapping[Tensor, list[int]], kept: set[Tensor]
) -> dict[str, NodeTrace]:
    times: dict[Operation, list[int]] = {}
    for number, step in enumerate(steps):
        times.setdefault(step.operation, []).append(number)
    nodes = {}
    for operation, numbers in times.items():
        uses = sorted(use for tensor in operation.outputs for use in reads.get(tensor, ()))
        nodes[operation.name] = NodeTrace(
            operation.name,
            operation.type,
            numbers[0],
            len(numbers),
            steps[numbers[-1]].bytes,
            uses[0] if uses else None,
            uses[-1] if uses else None,
            any(tensor in kept for tensor in operation.outputs),
        )
    return nodes


def _memory(values: Any) -> int:
    """The bytes of the buffers behind the values, each counted once."""
    buffers: dict[int, int] = {}
    for value in values:
        if isinstance(value, np.ndarray):
            owner = value
            while isinstance(owner.base, np.ndarray):
                owner = owner.base
            buffers[id(owner)] = max(buffers.get(id(owner), 0), value.nbytes)
    return sum(buffers.values())
