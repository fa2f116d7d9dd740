"""A run as a plan: compiled once for each set of fetches and feeds, then followed again and again.

One run evaluates each needed node once, in the order in which the nodes were made, and drops each
value after its last use. Nothing but the state outlives it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from grader.engine import errors
from grader.engine.bounds import Meter
from grader.engine.errors import KernelFailure, OpError
from grader.engine.graph import Operation
from grader.engine.limits import Limits
from grader.engine.state import Blocked, State, VariableCell

# The value of a tensor on the side of a conditional that is not taken.
DEAD = object()

Observer = Callable[[Operation, list[Any]], None]


class Node:
    """What a kernel may know of the operation that it runs, and of the session."""

    __slots__ = ("attrs", "name", "operation", "output_dtypes", "state")

    def __init__(self, operation: Operation, state: State):
        self.operation = operation
        self.name = operation.name
        self.attrs = operation.attributes
        self.output_dtypes = [tensor.dtype for tensor in operation.outputs]
        self.state = state

    def tidy(self, result: Any, index: int = 0) -> Any:
        """A kernel's result as an array, which it may leave as a scalar of NumPy."""
        if isinstance(result, np.ndarray):
            return result
        dtype = self.output_dtypes[index]
        if isinstance(result, VariableCell) or result is DEAD or not dtype.is_numpy_compatible:
            return result
        return np.asarray(result, dtype.as_numpy_dtype)


@dataclass(frozen=True, slots=True)
class Step:
    """One node of a plan: what to run, on which slots, and which slots are dead afterwards.

    write: the slot of the only output; -1 where the kernel returns a tuple for `writes`.
    after: the positions in the plan of the steps that must be done before this one.
    """

    node: Node
    kernel: Callable[..., Any]
    reads: tuple[int, ...]
    write: int
    writes: tuple[int, ...]
    dead: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled run: the steps, the values that are known before, and the fetched slots.

    fetched: (slot, whether its value may be a variable, to be read at the end).
    """

    steps: tuple[Step, ...]
    initial: tuple[Any, ...]
    fed: tuple[int, ...]
    fetched: tuple[tuple[int, bool], ...]
    conditional: bool
    state: State

    def run(
        self,
        feeds: Sequence[Any],
        patience: float,
        limits: Limits | None = None,
        observe: Observer | None = None,
    ) -> list[Any]:
        """Follows the plan and returns the fetched values.

        patience: seconds that the run may wait for another thread (at a queue).
        observe: is told (operation, values of its outputs) after each node, for traces.
        Raises the OpError of the first node that fails.
        """
        values = list(self.initial)
        for slot, value in zip(self.fed, feeds, strict=True):
            values[slot] = value
        with np.errstate(all="ignore"):
            start, blocked = 0, None
            if limits is None and observe is None and not self.conditional:
                start, blocked = self._follow(values)
            if start < len(self.steps):
                meter = None if limits is None else Meter(limits, self.state, time.monotonic())
                run = _CarefulRun(self.steps, values, start, patience, meter, observe)
                if blocked is not None:
                    run.blocked[start] = blocked
                run.finish()
        return [_fetched(values[slot], is_ref) for slot, is_ref in self.fetched]

    def _follow(self, values: list[Any]) -> tuple[int, Blocked | None]:
        """Runs the steps; returns how many are done, and what the next one waits for."""
        step = None
        done = 0
        try:
            for step in self.steps:
                node = step.node
                result = step.kernel(node, *[values[slot] for slot in step.reads])
                if step.write >= 0:
                    if result.__class__ is not np.ndarray:
                        result = node.tidy(result)
                    values[step.write] = result
                elif step.writes:
                    _write_all(step, result, values)
                for slot in step.dead:
                    values[slot] = None
                done += 1
        except Blocked as blocked:
            return done, blocked
        except Exception as error:
            assert step is not None
            _raise_located(error, step.node.operation)
        return done, None


def _write_all(step: Step, result: Any, values: list[Any]) -> None:
    for index, (slot, value) in enumerate(zip(step.writes, result, strict=True)):
        values[slot] = step.node.tidy(value, index)


def _fetched(value: Any, is_ref: bool) -> Any:
    if is_ref and isinstance(value, VariableCell):
        try:
            return value.read()
        except KernelFailure as failure:
            raise failure.kind(None, None, failure.message) from None
    return value


class _CarefulRun:
    """A run that may wait, be bounded, be watched, or leave one side of a conditional out."""

    def __init__(
        self,
        steps: Sequence[Step],
        values: list[Any],
        start: int,
        patience: float,
        meter: Meter | None,
        observe: Observer | None,
    ):
        self.steps = steps
        self.values = values
        self.patience = patience
        self.meter = meter
        self.observe = observe
        self.next = start
        self.done = [index < start for index in range(len(steps))]
        self.not_taken = [False] * len(steps)
        self.blocked: dict[int, Blocked] = {}

    def finish(self) -> None:
        """Runs the steps that are left. One that has to wait lets the others go first."""
        pending = [index for index, done in enumerate(self.done) if not done]
        while pending:
            waiting = [index for index in pending if not self._attempt(index)]
            if len(waiting) == len(pending):
                self._wait(next(index for index in waiting if index in self.blocked))
            pending = waiting

    def _attempt(self, index: int) -> bool:
        step = self.steps[index]
        if not all(self.done[before] for before in step.after):
            return False
        inputs = [self.values[slot] for slot in step.reads]
        merges = step.node.operation.type in ("Merge", "RefMerge")
        if self._is_not_taken(step, inputs, merges):
            self.not_taken[index] = True
            self._finish(index, [DEAD] * (len(step.writes) or int(step.write >= 0)))
            return True
        try:
            result = self._compute(index, inputs)
        except Blocked as blocked:
            self.blocked[index] = blocked
            return False
        except Exception as error:
            _raise_located(error, step.node.operation)
        self._finish(index, [result] if step.write >= 0 else result)
        return True

    def _is_not_taken(self, step: Step, inputs: list[Any], merges: bool) -> bool:
        if merges:
            return all(value is DEAD for value in inputs)
        return any(value is DEAD for value in inputs) or any(
            self.not_taken[before] for before in step.after if self._is_control(step, before)
        )

    def _is_control(self, step: Step, before: int) -> bool:
        return self.steps[before].node.operation in step.node.operation.control_inputs

    def _compute(self, index: int, inputs: list[Any]) -> Any:
        step = self.steps[index]
        blocked = self.blocked.pop(index, None)
        if blocked is not None and blocked.resume is not None:
            return blocked.resume()
        if self.meter is not None:
            self.meter.before(step.node.operation, inputs)
        return step.kernel(step.node, *inputs)

    def _finish(self, index: int, results: Any) -> None:
        step = self.steps[index]
        slots = step.writes or ((step.write,) if step.write >= 0 else ())
        for position, (slot, value) in enumerate(zip(slots, results or (), strict=True)):
            self.values[slot] = step.node.tidy(value, position)
        self.done[index] = True
        if self.meter is not None:
            self.meter.hold(step.node.operation, [self.values[slot] for slot in slots])
        if self.observe is not None:
            self.observe(step.node.operation, [self.values[slot] for slot in slots])
        # Where an earlier step was put off, the plan's order tells no last use any more.
        if index != self.next:
            return
        self.next += 1
        for slot in step.dead:
            if self.meter is not None:
                self.meter.drop(self.values[slot])
            self.values[slot] = None

    def _wait(self, index: int) -> None:
        limit = self.patience if self.meter is None else self.meter.seconds_left(self.patience)
        if not self.blocked[index].wait(limit):
            self.blocked[index].abandon()
            failure = KernelFailure(
                errors.DeadlineExceededError,
                f"{self.blocked[index]}, and nobody changed that for {limit:g} seconds.\n"
                "TensorFlow would wait for ever: in another thread, or in a run before this one, do "
                "what it waits for.",
            )
            _raise_located(failure, self.steps[index].node.operation)


def _raise_located(error: Exception, operation: Operation) -> NoReturn:
    """Raises the OpError that TensorFlow would raise, with the node's name behind the message."""
    if isinstance(error, KernelFailure):
        cause = error.__cause__
        raise _located(error.kind, error.message, operation) from cause
    if isinstance(error, OpError):
        raise error
    if isinstance(error, MemoryError):
        message = "not enough memory for this value"
        raise _located(errors.ResourceExhaustedError, message, operation) from None
    if isinstance(error, (ValueError, TypeError, IndexError, ArithmeticError)):
        raise _located(errors.InvalidArgumentError, str(error), operation) from error
    message = f"the kernel failed: {type(error).__name__}: {error}"
    raise _located(errors.InternalError, message, operation) from error


def _located(kind: type[OpError], message: str, operation: Operation) -> OpError:
    where = f"\n\t [[{{{{node {operation.name}}}}}]]"
    return kind(operation.node_def, operation, message + where)


# --------------------------------------------------------------------------------- compiling
