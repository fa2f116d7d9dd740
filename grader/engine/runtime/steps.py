"""The steps of a plan: for each node a function that computes it, made once, when the plan is made.

A run keeps its values in a list, in which each tensor has a slot. A step is a function of that list: it
reads the slots of its inputs, calls the kernel, and writes the slots of its outputs. What a run needs beyond
that is wrapped around such functions: limits, an observer, branches that are not taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core import dtypes
from grader.engine.graph.graph import Operation
from grader.engine.runtime.meter import Estimate, Meter
from grader.engine.runtime.resources import DEAD, Blocked, State, VariableCell

Call = Callable[[list[Any]], None]
Observer = Callable[[Operation, list[Any]], None]

# The last slot holds the Run itself, for the steps that need it.
RUN = -1
PASS_THROUGH = frozenset(["Identity", "StopGradient"])


class Run:
    """What the steps of one run share, beside its values.

    meter: the costs so far, if they are limited. observe: called with (operation, values of its outputs)
    after each node. blocked: the operations that wait for another thread. loops: those that were left
    because one of their operations waits.
    """

    __slots__ = ("blocked", "loops", "meter", "observe")

    def __init__(self, meter: Meter | None, observe: Observer | None):
        self.meter, self.observe = meter, observe
        self.blocked: dict[Operation, Blocked] = {}
        self.loops: dict[Any, Any] = {}


class Stopped(BaseException):
    """The observer has raised an error, which is not one of the node."""


class Node:
    """What a kernel may know about its operation and the session."""

    __slots__ = ("_numpy_dtypes", "attrs", "name", "operation", "output_dtypes", "state")

    def __init__(self, operation: Operation, state: State):
        self.operation = operation
        self.name = operation.name
        self.attrs = operation.attributes
        self.output_dtypes = [tensor.dtype for tensor in operation.outputs]
        self.state = state
        self._numpy_dtypes = [
            dtype.as_numpy_dtype if dtype.is_numpy_compatible else None
            for dtype in self.output_dtypes
        ]

    def tidy(self, result: Any, index: int = 0) -> Any:
        """A kernel's result as an array; the kernel may return a NumPy scalar."""
        if isinstance(result, np.ndarray):
            return result
        dtype = self._numpy_dtypes[index]
        if dtype is None or isinstance(result, VariableCell) or result is DEAD:
            return result
        return np.asarray(result, dtype)


class Step(NamedTuple):
    """What a step computes: a kernel, the slots that it reads, and those that it writes.

    direct: a faster form of the kernel, a function of the inputs alone, if there is one. Its errors are
    NumPy's; the kernel has TensorFlow's. single: the kernel returns the only output itself, not a tuple.
    """

    node: Node
    kernel: Callable[..., Any]
    direct: Callable[..., Any] | None
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    single: bool


def computed(step: Step) -> Call:
    """The function of a step, in the form that is fastest for it."""
    node, kernel, direct, reads, writes, single = step
    if node.operation.definition.waits:
        return _waiting(step)
    if not single:
        return _with_several_outputs(step)
    ndarray, (write,) = np.ndarray, writes
    tidy: Any = node.tidy
    if isinstance(direct, np.ufunc) and node.output_dtypes[0] != dtypes.string:
        tidy = np.asarray  # a scalar of the right type
    definition = node.operation.definition
    if kernel is definition.kernel and definition.type in PASS_THROUGH:
        (source,) = reads

        def move(values: list[Any]) -> None:
            values[write] = values[source]

        return move
    if direct is not None and len(reads) == 1:
        (source,) = reads

        def of_one(values: list[Any]) -> None:
            result = direct(values[source])
            values[write] = result if result.__class__ is ndarray else tidy(result)

        return of_one
    if direct is not None and len(reads) == 2:
        left, right = reads

        def of_two(values: list[Any]) -> None:
            result = direct(values[left], values[right])
            values[write] = result if result.__class__ is ndarray else tidy(result)

        return of_two

    def of_many(values: list[Any]) -> None:
        result = kernel(node, *[values[slot] for slot in reads])
        values[write] = result if result.__class__ is ndarray else tidy(result)

    return of_many


def _with_several_outputs(step: Step) -> Call:
    def call(values: list[Any]) -> None:
        results = step.kernel(step.node, *[values[slot] for slot in step.reads])
        _write(step, results, values)

    return call


def _write(step: Step, results: Any, values: list[Any]) -> None:
    if step.single:
        results = (results,)
    for index, (slot, value) in enumerate(zip(step.writes, results or (), strict=True)):
        values[slot] = step.node.tidy(value, index)


def _waiting(step: Step) -> Call:
    """The function of a step that may have to wait, which goes on where it stopped when called again."""
    operation = step.node.operation

    def call(values: list[Any]) -> None:
        waiting = values[RUN].blocked
        before = waiting.pop(operation, None)
        try:
            if before is not None and before.resume is not None:
                results = before.resume()
            else:
                results = step.kernel(step.node, *[values[slot] for slot in step.reads])
        except Blocked as blocked:
            blocked.operation = operation
            waiting[operation] = blocked
            raise
        _write(step, results, values)

    return call


def metered(step: Step, call: Call) -> Call:
    """The step, under the limits of the run."""
    operation, reads, writes = step.node.operation, step.reads, step.writes
    estimate = Estimate(operation)

    def within_limits(values: list[Any]) -> None:
        meter = values[RUN].meter
        meter.before(estimate, [values[slot] for slot in reads])
        call(values)
        meter.hold(operation, writes, values)

    return within_limits


def observed(step: Step, call: Call) -> Call:
    """The step, of which the run's observer is told."""
    operation, writes = step.node.operation, step.writes

    def seen(values: list[Any]) -> None:
        call(values)
        try:
            values[RUN].observe(operation, [values[slot] for slot in writes])
        except Exception as error:
            raise Stopped from error

    return seen


def unless_dead(step: Step, call: Call, controls: Sequence[int], taken: int | None = None) -> Call:
    """The step in a run with branches: nothing comes of a dead value but dead values.

    controls: slots that say whether the step's control inputs were taken. taken: the slot that says so of
    this one.
    """
    operation, writes = step.node.operation, step.writes
    needs = (*step.reads, *controls)
    enough = any
    if operation.type in ("Merge", "RefMerge"):
        needs, enough = step.reads, all
    elif operation.type == "ControlTrigger":  # runs even after dead inputs
        needs = ()

    def where_taken(values: list[Any]) -> None:
        dead = enough([values[slot] is DEAD for slot in needs])
        if taken is not None:
            values[taken] = DEAD if dead else None
        if dead:
            set_dead(values, writes)
        else:
            call(values)

    return where_taken


def set_dead(values: list[Any], slots: Sequence[int]) -> None:
    """Writes that there are no values here, in a run with branches."""
    meter = values[RUN].meter
    if meter is not None:
        meter.drop(slots)
    for slot in slots:
        values[slot] = DEAD


def dropped(slots: Sequence[int], bounded: bool) -> Call:
    """A step that drops values which nothing will read."""

    def drop(values: list[Any]) -> None:
        for slot in slots:
            values[slot] = None

    def drop_and_count(values: list[Any]) -> None:
        values[RUN].meter.drop(slots)
        drop(values)

    return drop_and_count if bounded else drop
