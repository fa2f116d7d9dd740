"""The order in which a plan's nodes run, and which of them form loops.

A loop's nodes are those between its Enter and its Exit operations. They become one unit of the
surrounding sequence, a Frame. Each sequence is therefore free of cycles and can be run from beginning
to end.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from grader.engine.core import errors
from grader.engine.graph.graph import Operation, Tensor

# With one of these in a run, nodes may be skipped, or run more than once.
CONDITIONALS = frozenset(
    prefix + name for prefix in ("", "Ref") for name in ("Switch", "Merge", "Enter", "Exit")
)
ENTERS, EXITS = frozenset(["Enter", "RefEnter"]), frozenset(["Exit", "RefExit"])
ROUNDS = frozenset(["NextIteration", "RefNextIteration"])


class Frame:
    """A loop, or (parent None) everything outside loops.

    units: the operations and inner frames of one iteration, in order. entering: the outputs of its
    Enter operations, which run outside. going_on: those of NextIteration. leaving: what Exit reads.
    """

    def __init__(self, parent: Frame | None, number: int = 0):
        self.parent, self.number = parent, number
        self.units: list[Unit] = []
        self.entering: list[Tensor] = []
        self.going_on: list[Tensor] = []
        self.leaving: list[Tensor] = []

    @property
    def inputs(self) -> list[Tensor]:
        """What it reads from the surrounding sequence."""
        return self.entering

    @property
    def outputs(self) -> list[Tensor]:
        """What it returns to the surrounding sequence."""
        return self.leaving


Unit = Operation | Frame
AnyUnit = TypeVar("AnyUnit", Operation, Unit)
Priority = Callable[[Unit], Any]  # to a key that can be compared


def inputs_of(operation: Operation) -> Sequence[Tensor]:
    """What an operation reads in the same iteration, without values of the previous one."""
    if operation.type in ("Merge", "RefMerge"):
        return [tensor for tensor in operation.inputs if tensor.op.type not in ROUNDS]
    return operation.inputs


def nested(order: Sequence[Operation], fed: Collection[Tensor]) -> list[Unit]:
    """The operations of a sorted sequence, with those of loops grouped into frames.

    Raises InvalidArgumentError if a node takes values from two frames.
    """
    if not any(operation.type in ENTERS or operation.type in EXITS for operation in order):
        return list(order)
    root = Frame(None)
    frames: dict[tuple[Frame, bytes], Frame] = {}
    home: dict[Operation, Frame] = {}
    for operation in order:
        frame = _frame_of_inputs(operation, home, frames, root, fed)
        if operation.type in EXITS:
            if frame.parent is None:
                raise errors.InvalidArgumentError(
                    operation.node_def, operation, f"{operation.name} leaves a loop, but is in none"
                )
            if operation.inputs[0] not in frame.leaving:
                frame.leaving.append(operation.inputs[0])
            frame = frame.parent
        home[operation] = frame
        if operation.type in ENTERS:
            key = (frame, operation.attributes["frame_name"])
            inner = frames.setdefault(key, Frame(frame, number=operation.number))
            inner.entering.append(operation.outputs[0])
        elif operation.type in ROUNDS:
            frame.going_on.append(operation.outputs[0])
    before: dict[Frame, dict[Unit, set[Unit]]] = {frame: {} for frame in (root, *frames.values())}
    for frame in frames.values():
        assert frame.parent is not None
        before[frame.parent][frame] = {tensor.op for tensor in frame.entering}
    for operation, frame in home.items():
        producers = [tensor.op for tensor in inputs_of(operation) if tensor not in fed]
        # A Merge reads the value of this iteration before it is replaced by that of the next.
        merges = operation.outputs[0].consumers() if operation.type in ROUNDS else ()
        homes = [
            (source, home[source])
            for source in [*producers, *operation.control_inputs, *merges]
            if source in home
        ]
        before[frame][operation] = {
            source if place is frame else place
            for source, place in homes
            if place is frame or place in before[frame]
        }
    for frame, units in before.items():
        frame.units = sort(units)
    return root.units


def _frame_of_inputs(
    operation: Operation,
    home: dict[Operation, Frame],
    frames: dict[tuple[Frame, bytes], Frame],
    root: Frame,
    fed: Collection[Tensor],
) -> Frame:
    sources: dict[Frame, Operation] = {}
    producers = [tensor.op for tensor in inputs_of(operation) if tensor not in fed]
    for source in [*producers, *operation.control_inputs]:
        if source in home:
            place = home[source]
            if source.type in ENTERS:
                place = frames[place, source.attributes["frame_name"]]
            sources.setdefault(place, source)
    if len(sources) > 1:
        first, second = list(sources.values())[:2]
        raise errors.InvalidArgumentError(
            operation.node_def,
            operation,
            f"{{{{node {operation.name}}}}} has inputs from different frames: '{first.name}' and "
            f"'{second.name}' are not in the same loop. Use what tf.while_loop returned.",
        )
    return next(iter(sources), root)


def sort(before: Mapping[AnyUnit, Collection[AnyUnit]]) -> list[AnyUnit]:
    """Units in topological order.

    Otherwise unordered nodes run in the order of creation, those that change a variable last.
    TensorFlow promises no order, but this is what its runs were observed to do. `tie_break` sets
    another order.
    """
    waits = {unit: len(needs) for unit, needs in before.items()}
    users: dict[AnyUnit, list[AnyUnit]] = {}
    for unit, needs in before.items():
        for need in needs:
            users.setdefault(need, []).append(unit)
    ready = [_entry(unit) for unit, count in waits.items() if count == 0]
    heapq.heapify(ready)
    order = []
    while ready:
        _, _, unit = heapq.heappop(ready)
        order.append(unit)
        for user in users.get(unit, ()):
            waits[user] -= 1
            if waits[user] == 0:
                heapq.heappush(ready, _entry(user))
    if len(order) < len(before):
        stuck = sorted(str(getattr(unit, "name", "a loop")) for unit in waits if waits[unit] > 0)
        raise errors.InvalidArgumentError(
            None, None, f"Graph is invalid, contains a cycle with {len(stuck)} nodes: {stuck[:3]}"
        )
    return order


def changes_a_variable(unit: Unit) -> bool:
    """Whether it is an operation that takes a variable itself, which it may change."""
    if isinstance(unit, Frame):
        return False
    definition = unit.definition
    return definition.stateful and any(argument.is_ref for argument in definition.inputs)


class _Current(threading.local):
    priority: Priority = staticmethod(changes_a_variable)


_current = _Current()


def _entry(unit: AnyUnit) -> tuple[Any, int, AnyUnit]:
    """A unit with what it is ordered by in the heap: no two that are ready have one number."""
    return _current.priority(unit), unit.number, unit


@contextmanager
def tie_break(priority: Priority) -> Iterator[None]:
    """Breaks ties between nodes that a graph leaves unordered in another way, in this thread.

    priority: from an operation or a Frame to a key; of those that are ready, the one with the least
    key runs first. It holds for runs that are compiled inside the block: the first one of a session that
    has these fetches and feeds, and those after it.
    """
    old, _current.priority = _current.priority, priority
    try:
        yield
    finally:
        _current.priority = old
