"""Which operations lie between xs and ys: those that a pass over the graph has to visit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from grader.engine.core import dtypes
from grader.engine.graph.graph import Operation, Tensor


def trainable(tensor: Tensor) -> bool:
    """Whether tensors of this type have gradients: those of real or complex numbers, and handles."""
    dtype = tensor.dtype.base_dtype
    return dtype.is_floating or dtype.is_complex or dtype in (dtypes.resource, dtypes.variant)


def between(ys: Sequence[Tensor], xs: Sequence[Tensor]) -> set[Operation]:
    """The operations on paths from xs to ys over tensors of real or complex numbers."""
    return reachable([x.op for x in xs], _users) & reachable([y.op for y in ys], sources)


def backwards(ys: Sequence[Tensor], operations: set[Operation]) -> list[Operation]:
    """The given operations, breadth first from the ys."""
    found: dict[Operation, None] = {}
    waiting = deque(y.op for y in ys)
    while waiting:
        operation = waiting.popleft()
        if operation in operations and operation not in found:
            found[operation] = None
            waiting += sources(operation)
    return list(found)


def reachable(
    start: Iterable[Operation], following: Callable[[Operation], Iterable[Operation]]
) -> set[Operation]:
    """All operations that repeated steps with `following` lead to, including those in `start`."""
    found: set[Operation] = set()
    waiting = list(start)
    while waiting:
        operation = waiting.pop()
        if operation not in found:
            found.add(operation)
            waiting += following(operation)
    return found


def sources(operation: Operation) -> list[Operation]:
    """The operations whose outputs an operation reads."""
    return [tensor.op for tensor in operation.inputs]


def _users(operation: Operation) -> list[Operation]:
    outputs = filter(trainable, operation.outputs)
    return [user for output in outputs for user in output.consumers()]
