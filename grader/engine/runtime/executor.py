"""Plans, compiled once for each set of fetches and feeds, and their execution.

A run evaluates the needed nodes in the order that scheduling.py has found: each once, those of a loop
once per iteration, those of a branch not taken never. It drops each value after its last use. Only the
session's state outlives a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from grader.engine.core import errors
from grader.engine.core.errors import KernelFailure, OpError
from grader.engine.core.limits import Limits
from grader.engine.graph.graph import Operation
from grader.engine.runtime.codegen import StraightRun
from grader.engine.runtime.metering import Meter
from grader.engine.runtime.resources import DEAD, Blocked, State, VariableCell

Observer = Callable[[Operation, list[Any]], None]


class Node:
    """What a kernel may know about its operation and the session."""

    __slots__ = ("attrs", "name", "operation", "output_dtypes", "state")

    def __init__(self, operation: Operation, state: State):
        self.operation = operation
        self.name = operation.name
        self.attrs = operation.attributes
        self.output_dtypes = [tensor.dtype for tensor in operation.outputs]
        self.state = state

    def tidy(self, result: Any, index: int = 0) -> Any:
        """A kernel's result as an array; the kernel may return a NumPy scalar."""
        if isinstance(result, np.ndarray):
            return result
        dtype = self.output_dtypes[index]
        if isinstance(result, VariableCell) or result is DEAD or not dtype.is_numpy_compatible:
            return result
        return np.asarray(result, dtype.as_numpy_dtype)


class Step(NamedTuple):
    """One node of a plan: what to run, on which slots, and which slots are dead afterwards.

    write: the slot of the only output, -1 if the kernel returns a tuple for `writes`.
    after: positions in the sequence of the steps that must be done before this one.
    controls: positions of its control inputs.
    """

    node: Node
    kernel: Callable[..., Any]
    reads: tuple[int, ...]
    write: int
    writes: tuple[int, ...]
    dead: tuple[int, ...]
    after: tuple[int, ...]
    controls: tuple[int, ...]


class Loop(NamedTuple):
    """A loop of a plan: a sequence of steps that is repeated while NextIteration passes values on.

    first: slots with a value in the first iteration only (of Enter). goes_on: slots with a value from
    the previous iteration (of NextIteration). leaves: slots whose value is kept when the loop ends
    (those that Exit reads).
    """

    steps: tuple[Any, ...]
    first: tuple[int, ...]
    goes_on: tuple[int, ...]
    leaves: tuple[int, ...]
    dead: tuple[int, ...]
    after: tuple[int, ...]


class Plan(NamedTuple):
    """A compiled run: the steps, the values known in advance, and the fetched slots.

    fetched: (slot, whether its value may be a variable, which is read at the end).
    """

    steps: tuple[Any, ...]
    initial: tuple[Any, ...]
    fed: tuple[int, ...]
    fetched: tuple[tuple[int, bool], ...]
    straight: StraightRun | None
    state: State

    def run(
        self,
        feeds: Sequence[Any],
        patience: float,
        limits: Limits | None = None,
        observe: Observer | None = None,
    ) -> Sequence[Any]:
        """Follows the plan and returns the fetched values.

        patience: seconds that the run may wait for another thread (at a queue).
        observe: called with (operation, values of its outputs) after each node, for traces.
        Raises the OpError of the first node that fails.
        """
        if self.straight is not None and limits is None and observe is None:
            return self._run_straight(self.straight, feeds)
        values = list(self.initial)
        for slot, value in zip(self.fed, feeds, strict=True):
            values[slot] = value
        with np.errstate(all="ignore"):
            meter = None if limits is None else Meter(limits, self.state, time.monotonic())
            run = _SteppedRun(values, meter, observe)
            run.finish(_Sequence(run, self.steps), patience)
        return [read_fetched(values[slot], is_ref) for slot, is_ref in self.fetched]

    @staticmethod
    def _run_straight(straight: StraightRun, feeds: Sequence[Any]) -> Sequence[Any]:
        try:
            with np.errstate(all="ignore"):
                return straight.function(*feeds)
        except Exception as error:
            found = straight.failed(error)
            if found is None:
                raise
            step, better = found
            _raise_located(better, step.node.operation)


def read_fetched(value: Any, is_ref: bool) -> Any:
    """A fetched value as the caller gets it; variables are read at the end of the run."""
    if is_ref and isinstance(value, VariableCell):
        try:
            return value.read()
        except KernelFailure as failure:
            raise failure.kind(None, None, failure.message) from None
    if value is DEAD or value is None:
        raise errors.InvalidArgumentError(
            None,
            None,
            "Retval[0] does not have value\nThe fetched tensor is in the branch of a cond that this "
            "run did not take, or inside a loop. Fetch what tf.cond or tf.while_loop returned.",
        )
    return value


class _SteppedRun:
    """A run that may wait, be limited or observed, skip a branch, or repeat a loop."""

    def __init__(self, values: list[Any], meter: Meter | None, observe: Observer | None):
        self.values, self.meter, self.observe = values, meter, observe
        self.waiting: dict[Operation, Blocked] = {}

    def finish(self, whole: _Sequence, patience: float) -> None:
        """Runs all steps; waits for other threads when nothing else can be done."""
        try:
            self._finish(whole, patience)
        except BaseException:
            for blocked in self.waiting.values():
                blocked.abandon()
            raise

    def _finish(self, whole: _Sequence, patience: float) -> None:
        while True:
            try:
                return whole.go_on()
            except Blocked as blocked:
                limit = patience if self.meter is None else self.meter.seconds_left(patience)
                if not blocked.wait(limit):
                    failure = KernelFailure(
                        errors.DeadlineExceededError,
                        f"{blocked}, and nothing changed that for {limit:g} s.\n"
                        "TensorFlow would wait for ever: in another thread, or in a run before this "
                        "one, do what it waits for.",
                    )
                    _raise_located(failure, blocked.operation)

    def put(self, slot: int, value: Any) -> None:
        """Replaces the value in a slot."""
        if self.meter is not None:
            self.meter.drop(self.values[slot])
        self.values[slot] = value


class _Sequence:
    """The progress of a sequence of steps: a whole run, or one iteration of a loop."""

    __slots__ = ("blocked", "done", "next", "not_taken", "pending", "run", "steps")

    def __init__(self, run: _SteppedRun, steps: Sequence[Any], start: int = 0):
        self.run = run
        self.steps = steps
        self.next = 0
        self.done = [False] * len(steps)
        self.not_taken = [False] * len(steps)
        self.pending: Sequence[int] = range(start, len(steps))
        self.blocked: dict[int, Blocked] = {}

    def go_on(self) -> None:
        """Runs the remaining steps. A step that has to wait is put off; if all have to, raises its
        Blocked."""
        while self.pending:
            waiting = [index for index in self.pending if not self._attempt(index)]
            stuck = len(waiting) == len(self.pending)
            self.pending = waiting
            if stuck:
                raise next(self.blocked[index] for index in waiting if index in self.blocked)

    def _attempt(self, index: int) -> bool:
        step = self.steps[index]
        # If no earlier step was put off, everything before this one is done.
        if index != self.next and not all(self.done[before] for before in step.after):
            return False
        try:
            if step.__class__ is Loop:
                self._loop(index, step)
            else:
                self._run(index, step)
        except Blocked as blocked:
            self.blocked[index] = blocked
            return False
        self.done[index] = True
        if index == self.next:
            # Out of order, the plan's last uses no longer hold.
            self.next += 1
            for slot in step.dead:
                self.run.put(slot, None)
        return True

    def _loop(self, index: int, loop: Loop) -> None:
        blocked = self.blocked.pop(index, None)
        if blocked is not None and blocked.resume is not None:
            blocked.resume()
        else:
            _Iterations(self.run, loop).go_on()

    def _run(self, index: int, step: Step) -> None:
        run, operation = self.run, step.node.operation
        inputs = [run.values[slot] for slot in step.reads]
        slots = step.writes or ((step.write,) if step.write >= 0 else ())
        if self._is_not_taken(step, inputs):
            self.not_taken[index] = True
            for slot in slots:
                run.put(slot, DEAD)
            return
        try:
            result = self._compute(index, step, inputs)
        except Blocked as blocked:
            blocked.operation = operation
            run.waiting[operation] = blocked
            raise
        except Exception as error:
            _raise_located(error, operation)
        results = (result,) if step.write >= 0 else result or ()
        for position, (slot, value) in enumerate(zip(slots, results, strict=True)):
            run.put(slot, step.node.tidy(value, position))
        if run.meter is not None:
            run.meter.hold(operation, [run.values[slot] for slot in slots])
        if run.observe is not None and operation.type != "Const":
            run.observe(operation, [run.values[slot] for slot in slots])

    def _is_not_taken(self, step: Step, inputs: list[Any]) -> bool:
        kind = step.node.operation.type
        if kind in ("Merge", "RefMerge"):
            return all(value is DEAD for value in inputs)
        if kind == "ControlTrigger":  # runs even after dead inputs
            return False
        return any(value is DEAD for value in inputs) or any(
            self.not_taken[before] for before in step.controls
        )

    def _compute(self, index: int, step: Step, inputs: list[Any]) -> Any:
        blocked = self.blocked.pop(index, None)
        if blocked is not None and blocked.resume is not None:
            return blocked.resume()
        if self.run.meter is not None:
            self.run.meter.before(step.node.operation, inputs)
        return step.kernel(step.node, *inputs)


class _Iterations:
    """The progress of a loop."""

    def __init__(self, run: _SteppedRun, loop: Loop):
        self.run, self.loop = run, loop
        self.left: dict[int, Any] = {}
        self._set(loop.goes_on, DEAD)
        self.iteration = _Sequence(run, loop.steps)

    def go_on(self) -> None:
        """Repeats the steps until no value is passed on, then sets the values that leave the loop."""
        values, loop = self.run.values, self.loop
        while True:
            try:
                self.iteration.go_on()
            except Blocked as inner:
                outer = Blocked(str(inner), inner.wait, self.go_on)
                outer.operation = inner.operation
                raise outer from None
            for slot in loop.leaves:
                if values[slot] is not DEAD:
                    self.left[slot] = values[slot]
            if all(values[slot] is DEAD for slot in loop.goes_on):
                break
            self._set(loop.first, DEAD)
            self.iteration = _Sequence(self.run, loop.steps)
        for slot in loop.leaves:
            values[slot] = self.left.get(slot, DEAD)

    def _set(self, slots: Sequence[int], value: Any) -> None:
        for slot in slots:
            self.run.put(slot, value)


def _raise_located(error: Exception, operation: Operation) -> NoReturn:
    """Raises the OpError that TensorFlow would raise, with the node's name after the message."""
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
    error = kind(operation.node_def, operation, message + where)
    if lines := operation.traceback.format():  # part of TensorFlow's message; here, below it
        error.add_note(f"\nOriginal stack trace for '{operation.name}':\n{''.join(lines)}")
    return error
