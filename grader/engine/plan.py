"""A run as a plan: compiled once for each set of fetches and feeds, then followed again and again.

One run evaluates each needed node once, in the order in which the nodes were made, and drops each
value after its last use. Nothing but the state outlives it.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.engine import errors
from grader.engine.bounds import Meter
from grader.engine.errors import KernelFailure, OpError
from grader.engine.graph import Operation, Tensor
from grader.engine.limits import Limits
from grader.engine.state import State, VariableCell


class Node:
    """What a kernel may know of the operation that it runs, and of the session."""

    __slots__ = ("attrs", "limits", "name", "operation", "output_dtypes", "state")

    def __init__(self, operation: Operation, state: State, limits: Limits | None):
        self.operation = operation
        self.name = operation.name
        self.attrs = operation.attributes
        self.output_dtypes = [tensor.dtype for tensor in operation.outputs]
        self.state = state
        self.limits = limits


@dataclass(frozen=True)
class Step:
    """One node of a plan: what to run, on which slots, and which slots are dead afterwards.

    reads: (slot, whether the value is a variable's reference that has to be followed).
    """

    node: Node
    kernel: Callable[..., Any]
    reads: tuple[tuple[int, bool], ...]
    writes: tuple[int, ...]
    dead: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A compiled run: the steps, and the slots of fed and fetched values."""

    steps: tuple[Step, ...]
    slots: int
    fed: tuple[int, ...]
    fetched: tuple[tuple[int, bool], ...]

    def run(
        self,
        feeds: Sequence[Any],
        limits: Limits | None,
        observe: Callable[[Step, list[Any]], None] | None = None,
    ) -> list[Any]:
        """Follows the plan. `observe(step, values)` is told after each step (for traces)."""
        values: list[Any] = [None] * self.slots
        for slot, value in zip(self.fed, feeds, strict=True):
            values[slot] = value
        meter = None if limits is None else Meter(limits, time.monotonic())
        with np.errstate(all="ignore"):
            for step in self.steps:
                self._step(step, values, meter)
                if observe is not None:
                    observe(step, values)
                for slot in step.dead:
                    values[slot] = None
        return [self._fetch(values[slot], is_ref) for slot, is_ref in self.fetched]

    @staticmethod
    def _fetch(value: Any, is_ref: bool) -> Any:
        if is_ref and isinstance(value, VariableCell):
            try:
                return value.read()
            except KernelFailure as failure:
                raise failure.kind(None, None, failure.message) from None
        return value

    @staticmethod
    def _step(step: Step, values: list[Any], meter: Meter | None) -> None:
        node = step.node
        try:
            inputs = [
                values[slot].read()
                if follow and isinstance(values[slot], VariableCell)
                else values[slot]
                for slot, follow in step.reads
            ]
            if meter is not None:
                meter.before(node.operation, inputs)
            result = step.kernel(node, *inputs)
        except KernelFailure as failure:
            raise _located(failure.kind, failure.message, node.operation) from None
        except OpError:
            raise
        except MemoryError:
            raise _located(
                errors.ResourceExhaustedError, "not enough memory for this value", node.operation
            ) from None
        except (ValueError, TypeError, IndexError, ZeroDivisionError, OverflowError) as error:
            raise _located(errors.InvalidArgumentError, str(error), node.operation) from error
        writes = step.writes
        if len(writes) == 1:
            values[writes[0]] = result[0] if isinstance(result, tuple) else result
        else:
            for slot, value in zip(writes, result or (), strict=True):
                values[slot] = value
        if meter is not None:
            meter.after(node.operation, values, step.writes)


def _located(kind: type[OpError], message: str, operation: Operation) -> OpError:
    """The error with the node's name behind the message, as TensorFlow writes it."""
    return kind(operation.node_def, operation, f"{message}\n\t [[node {operation.name}]]")


def compile_plan(
    fetches: Sequence[Tensor | Operation],
    feeds: Sequence[Tensor],
    state: State,
    limits: Limits | None,
) -> Plan:
    """The plan of a run: the nodes that the fetches need, less what is fed."""
    fed = set(feeds)
    needed = _needed(fetches, fed)
    slots: dict[Tensor, int] = {tensor: index for index, tensor in enumerate(feeds)}
    order = _in_order(needed, fed)
    for operation in order:
        for tensor in operation.outputs:
            slots.setdefault(tensor, len(slots))
    fetched = [fetch for fetch in fetches if isinstance(fetch, Tensor)]
    last_use: dict[int, int] = {}
    for index, operation in enumerate(order):
        for tensor in operation.outputs:
            last_use.setdefault(slots[tensor], index)
        for tensor in operation.inputs:
            last_use[slots[tensor]] = index
    keep = {slots[tensor] for tensor in fetched}
    dead: dict[int, list[int]] = {}
    for slot, index in last_use.items():
        if slot not in keep:
            dead.setdefault(index, []).append(slot)
    steps = tuple(
        _make_step(operation, slots, fed, tuple(dead.get(index, ())), state, limits)
        for index, operation in enumerate(order)
    )
    return Plan(
        steps,
        # A fed output of a node that runs all the same is written to a slot that nobody reads.
        len(slots) + 1,
        tuple(slots[tensor] for tensor in feeds),
        tuple((slots[tensor], tensor.dtype._is_ref_dtype) for tensor in fetched),
    )


def _make_step(
    operation: Operation,
    slots: Mapping[Tensor, int],
    fed: set[Tensor],
    dead: tuple[int, ...],
    state: State,
    limits: Limits | None,
) -> Step:
    wants_ref = _wants_reference(operation)
    for index, (tensor, wants) in enumerate(zip(operation.inputs, wants_ref, strict=True)):
        if wants and tensor in fed:
            raise _located(
                errors.InvalidArgumentError,
                f"Input {index} of node {operation.name} was passed a value that is fed, and expects "
                f"the variable {tensor.op.name} itself. Do not feed a variable that the run changes.",
                operation,
            )
    reads = tuple(
        (slots[tensor], tensor.dtype._is_ref_dtype and not wants)
        for tensor, wants in zip(operation.inputs, wants_ref, strict=True)
    )
    spare = len(slots)
    writes = tuple(spare if tensor in fed else slots[tensor] for tensor in operation.outputs)
    return Step(Node(operation, state, limits), operation.definition.kernel, reads, writes, dead)


def _wants_reference(operation: Operation) -> list[bool]:
    """For each input, whether the kernel takes the variable itself and not its value."""
    arguments = operation.definition.inputs
    if not any(argument.is_ref for argument in arguments):
        return [False] * len(operation.inputs)
    return [argument.is_ref for argument in arguments] + [False] * (
        len(operation.inputs) - len(arguments)
    )


def _needed(fetches: Sequence[Tensor | Operation], fed: set[Tensor]) -> set[Operation]:
    needed: set[Operation] = set()
    waiting = [
        fetch if isinstance(fetch, Operation) else fetch.op for fetch in fetches if fetch not in fed
    ]
    while waiting:
        operation = waiting.pop()
        if operation in needed:
            continue
        needed.add(operation)
        waiting += [tensor.op for tensor in operation.inputs if tensor not in fed]
        waiting += _control_inputs(operation, fed)
    return needed


def _control_inputs(operation: Operation, fed: set[Tensor]) -> list[Operation]:
    """What must run first. A feed stands for its placeholder here too (for no other operation)."""
    return [
        before
        for before in operation.control_inputs
        if before.type != "Placeholder" or before.outputs[0] not in fed
    ]


def _in_order(needed: set[Operation], fed: set[Tensor]) -> list[Operation]:
    """The needed nodes, each after what it needs, otherwise in the order in which they were made."""
    if not needed:
        return []
    graph = next(iter(needed)).graph
    number = {
        operation: index
        for index, operation in enumerate(graph.get_operations())
        if operation in needed
    }
    waits: dict[Operation, int] = {}
    users: dict[Operation, list[Operation]] = {}
    for operation in needed:
        before = {tensor.op for tensor in operation.inputs if tensor not in fed}
        before.update(_control_inputs(operation, fed))
        waits[operation] = len(before)
        for one in before:
            users.setdefault(one, []).append(operation)
    ready = [number[operation] for operation, count in waits.items() if count == 0]
    by_number = {index: operation for operation, index in number.items()}
    heapq.heapify(ready)
    order = []
    while ready:
        operation = by_number[heapq.heappop(ready)]
        order.append(operation)
        for user in users.get(operation, ()):
            waits[user] -= 1
            if waits[user] == 0:
                heapq.heappush(ready, number[user])
    if len(order) < len(needed):
        stuck = sorted(operation.name for operation in needed if waits[operation] > 0)
        raise errors.InvalidArgumentError(
            None, None, f"Graph is invalid, contains a cycle with {len(stuck)} nodes: {stuck[:3]}"
        )
    return order
