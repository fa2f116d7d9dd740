"""Plans and their execution.

A plan is compiled once for each set of fetches and feeds (`compiler.py`). A run calls its steps one after
the other: each once, those of a loop once per iteration. Only the session's state outlives a run.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from grader.engine.core import errors
from grader.engine.core.errors import KernelFailure, OpError
from grader.engine.graph.graph import Operation
from grader.engine.runtime.meter import Meter
from grader.engine.runtime.resources import DEAD, Blocked, VariableCell
from grader.engine.runtime.steps import RUN, Call, Observer, Run, Step, Stopped, set_dead


class Body(NamedTuple):
    """Steps in their order: a whole run, or one iteration of a loop.

    sources: what a call computes, which says where an error comes from (loops say it themselves).
    after: in a run that may have to wait, for each call the positions of those that it needs.
    """

    calls: tuple[Call, ...]
    sources: Mapping[Call, Step]
    after: tuple[tuple[int, ...], ...] = ()

    def without(self, spare: Collection[Call]) -> Body:
        """The same without some of its calls."""
        return self._replace(calls=tuple(call for call in self.calls if call not in spare))


class Progress:
    """How far a run has come in a body."""

    __slots__ = ("body", "done", "pending", "values")

    def __init__(self, body: Body, values: list[Any]):
        self.body, self.values = body, values
        # Once a step had to wait: the positions of the steps that are not done, and of those that are.
        self.pending: Sequence[int] = ()
        self.done: set[int]

    def go_on(self) -> None:
        """Does the remaining steps; raises Blocked if all that could be done now have to wait.

        The steps run in their order until one has to wait. From there on, each runs as soon as it can.
        """
        if not self.pending:
            self._in_order()
        while self.pending:
            blocked = [self._attempt(position) for position in self.pending]
            left = [position for position in self.pending if position not in self.done]
            if len(left) == len(self.pending):
                raise next(filter(None, blocked))
            self.pending = left

    def _in_order(self) -> None:
        values, calls = self.values, self.body.calls
        call: Any = None
        try:
            for call in calls:
                call(values)
        except Blocked:
            count = calls.index(call)
            self.done = set(range(count))
            self.pending = range(count, len(calls))
        except Exception as error:
            _raise_located(error, self.body.sources.get(call), values)

    def _attempt(self, position: int) -> Blocked | None:
        """Does a step, if all that it needs is done. Returns what it waits for, if it has to wait."""
        if not self.done.issuperset(self.body.after[position]):
            return None
        call = self.body.calls[position]
        try:
            call(self.values)
        except Blocked as blocked:
            return blocked
        except Exception as error:
            _raise_located(error, self.body.sources.get(call), self.values)
        self.done.add(position)
        return None


class Loop:
    """A step that repeats a body while NextIteration passes values on.

    first: slots with a value in the first iteration only (of Enter). goes_on: slots with a value from
    the previous iteration (of NextIteration). leaves: slots whose value is kept when the loop ends
    (those that Exit reads).
    """

    def __init__(
        self, body: Body, first: Sequence[int], goes_on: Sequence[int], leaves: Sequence[int]
    ):
        self.body, self.first, self.goes_on, self.leaves = body, first, goes_on, leaves

    def __call__(self, values: list[Any]) -> None:
        """Runs the loop; or goes on with it, if one of its steps had to wait."""
        left_off = values[RUN].loops
        iteration, kept = left_off.pop(self, (None, {}))
        if iteration is None:
            set_dead(values, self.goes_on)
            iteration = Progress(self.body, values)
        while True:
            try:
                iteration.go_on()
            except Blocked:
                left_off[self] = iteration, kept
                raise
            kept.update((slot, values[slot]) for slot in self.leaves if values[slot] is not DEAD)
            if all(values[slot] is DEAD for slot in self.goes_on):
                break
            set_dead(values, self.first)
            iteration = Progress(self.body, values)
        for slot in self.leaves:
            values[slot] = kept.get(slot, DEAD)


class Plan:
    """A compiled run.

    initial: what the slots hold before the run. The first are for the feeds, the last one for the Run.
    fetched: the slots of the fetched values. unsure: positions in it where a run may leave no value, or a
    variable, which is read at the end. folded: steps whose results are the same in every run, with their
    slots; only the first run computes them.
    """

    def __init__(
        self,
        body: Body,
        initial: list[Any],
        fetched: Sequence[int],
        unsure: Sequence[int],
        folded: Mapping[Call, Sequence[int]],
        shares: bool,
    ):
        self.body, self.initial, self.fetched, self.unsure = body, initial, fetched, unsure
        self.folded, self.shares = folded, shares

    def run(
        self,
        feeds: Sequence[Any],
        patience: float,
        meter: Meter | None = None,
        observe: Observer | None = None,
    ) -> list[Any]:
        """Follows the plan and returns the fetched values.

        patience: seconds that the run may wait for another thread (at a queue).
        meter, observe: only for a plan that was compiled for one.
        Raises the OpError of the first node that fails.
        """
        values = self.initial.copy()
        values[: len(feeds)] = feeds
        with np.errstate(all="ignore"):
            progress = Progress(self.body, values)
            if self.shares:
                values[RUN] = Run(meter, observe)
                self._finish(progress, values[RUN], patience)
            else:
                progress.go_on()
        if self.folded:
            self._keep(values)
        results = [values[slot] for slot in self.fetched]
        for position in self.unsure:
            results[position] = _read_fetched(results[position])
        return results

    def _finish(self, progress: Progress, run: Run, patience: float) -> None:
        """Runs all steps; waits for other threads when nothing else can be done."""
        try:
            while True:
                try:
                    return progress.go_on()
                except Blocked as blocked:
                    limit = patience if run.meter is None else run.meter.seconds_left(patience)
                    if not blocked.wait(limit):
                        raise _waited_too_long(blocked, limit) from None
        except BaseException as error:
            for waiting in run.blocked.values():
                waiting.abandon()
            if isinstance(error, Stopped) and error.__cause__ is not None:
                raise error.__cause__ from None
            raise

    def _keep(self, values: list[Any]) -> None:
        """Keeps the results that are the same in every run, whose steps the next one leaves out."""
        initial = self.initial.copy()
        for slots in self.folded.values():
            for slot in slots:
                initial[slot] = values[slot]
        # In this order, since other threads may run the plan at this moment.
        self.initial = initial
        self.body = self.body.without(self.folded)
        self.folded = {}


def _read_fetched(value: Any) -> Any:
    if isinstance(value, VariableCell):
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


def _waited_too_long(blocked: Blocked, seconds: float) -> OpError:
    message = (
        f"{blocked}, and nothing changed that for {seconds:g} s.\n"
        "TensorFlow would wait for ever: in another thread, or in a run before this one, do what it "
        "waits for."
    )
    return _located(errors.DeadlineExceededError, message, blocked.operation)


def _raise_located(error: Exception, step: Step | None, values: Sequence[Any]) -> NoReturn:
    """Raises the OpError that TensorFlow would raise, with the node's name after the message."""
    if step is None or isinstance(error, OpError):
        raise error
    operation = step.node.operation
    if step.direct is not None and not isinstance(error, KernelFailure):
        try:  # NumPy's message for incompatible shapes is not TensorFlow's
            step.kernel(step.node, *[values[slot] for slot in step.reads])
        except Exception as better:
            error = better
    if isinstance(error, KernelFailure):
        cause = error.__cause__
        raise _located(error.kind, error.message, operation) from cause
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
