"""Which operations a run needs, in topological order."""

from __future__ import annotations

from collections.abc import Sequence

from grader.engine.graph.graph import Operation, Tensor
from grader.engine.runtime.scheduling import inputs_of, sort


def needed(fetches: Sequence[Tensor | Operation], fed: set[Tensor]) -> set[Operation]:
    """The operations that the fetches need, except what is fed."""
    chosen: set[Operation] = set()
    waiting = [
        fetch if isinstance(fetch, Operation) else fetch.op for fetch in fetches if fetch not in fed
    ]
    while waiting:
        operation = waiting.pop()
        if operation in chosen:
            continue
        chosen.add(operation)
        waiting += [tensor.op for tensor in operation.inputs if tensor not in fed]
        waiting += control_inputs(operation, fed)
    return chosen


def control_inputs(operation: Operation, fed: set[Tensor]) -> list[Operation]:
    """What must run first. A feed replaces its placeholder here too (but no other operation)."""
    return [
        before
        for before in operation.control_inputs
        if before.type != "Placeholder" or before.outputs[0] not in fed
    ]


def in_order(operations: set[Operation], fed: set[Tensor]) -> list[Operation]:
    """The needed nodes in topological order."""
    return sort(
        {
            operation: {
                *[tensor.op for tensor in inputs_of(operation) if tensor not in fed],
                *control_inputs(operation, fed),
            }
            for operation in operations
        }
    )
