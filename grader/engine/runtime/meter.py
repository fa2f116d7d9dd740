"""Metering a bounded run, and stopping it before it costs too much.

Before each kernel runs, the table's shape rule is applied again, now to the actual shapes and values
of the inputs. It predicts the size of the result while it is still cheap to refuse.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core import errors
from grader.engine.core.dtypes import as_dtype, float16, string
from grader.engine.core.errors import KernelFailure
from grader.engine.core.limits import Limits
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.graph import Operation
from grader.engine.runtime.resources import State, VariableCell

# Element operations of one element, where that is not 1: Python objects, and numbers that are computed in
# software.
WORK_OF_ONE = {string: 150, float16: 40}
WORK_OF_A_STEP = 2000  # for any operation, however little it computes
WORK_OF_READING = 200  # element operations of each element that a shape rule reads
MOST_READ = 2**16  # such elements


class _Known:
    """An input with a known value, in the form that shape rules expect (a Const's output).

    was_read: whether a rule has looked at the value.
    """

    type = "Const"
    inputs = ()

    def __init__(self, value: Any, dtype: Any):
        self.dtype = dtype
        self.shape = TensorShape(np.shape(value))
        self.op = self
        self.was_read = False
        self._value = value

    @property
    def value(self) -> Any:
        """The value. A rule reads what holds sizes or axes, one by one: no tensor has very many."""
        self.was_read = True
        if self._value.size > MOST_READ:
            raise KernelFailure(
                errors.ResourceExhaustedError,
                f"an input that holds sizes or axes has {self._value.size} elements; "
                f"at most {MOST_READ} are allowed",
            )
        return self._value

    _array = value  # as `const_array` asks for it

    @property
    def elements(self) -> int:
        """How many elements the value has."""
        return int(np.size(self._value))

    def get_shape(self) -> TensorShape:
        """The shape of the value."""
        return self.shape


class RunningOperation:
    """An operation as its shape rule sees it during a run."""

    def __init__(self, operation: Operation, inputs: list[Any]):
        self.name, self.type = operation.name, operation.type
        self.attributes = operation.attributes
        self.get_attr = operation.get_attr
        self.outputs = operation.outputs
        self.definition = operation.definition
        self.graph = operation.graph
        self.inputs = tuple(
            _Known(value, tensor.dtype) if isinstance(value, (np.ndarray, np.generic)) else tensor
            for value, tensor in zip(inputs, operation.inputs, strict=True)
        )


class Cost(NamedTuple):
    """What a node will cost. work: element operations (see `Limits`). bytes, shape: of its largest result."""

    work: int
    bytes: int
    shape: TensorShape | None


class Estimate:
    """Predicts what a node costs, from the shapes and values of its inputs.

    Where the shape rule looked at no value, the last answer holds as long as the shapes stay.
    """

    def __init__(self, operation: Operation):
        self.operation = operation
        self._last: tuple[Any, Any] = None, None
        self.holds_texts = any(tensor.dtype == string for tensor in operation.inputs)

    def __call__(self, inputs: list[Any]) -> Cost:
        shapes = [
            value.shape if value.__class__ is np.ndarray else getattr(_held(value), "shape", None)
            for value in inputs
        ]
        last, cost = self._last
        if shapes == last and not self.holds_texts:
            return cost
        running = RunningOperation(self.operation, inputs)
        cost = self._cost(running, inputs)
        if not any(isinstance(one, _Known) and one.was_read for one in running.inputs):
            self._last = shapes, cost
        return cost

    def _cost(self, running: RunningOperation, inputs: list[Any]) -> Cost:
        definition = self.operation.definition
        if definition.files:
            raise KernelFailure(
                errors.PermissionDeniedError,
                f"{definition.type} opens files, and a graph that is run within limits may not",
            )
        predicted = definition.shape(running)
        if isinstance(predicted, TensorShape):
            predicted = [predicted]
        elements = sum(_work(_held(value)) for value in inputs)
        largest, shape = 0, None
        for one, tensor in zip(predicted, self.operation.outputs, strict=True):
            count = math.prod(size or 0 for size in one.sizes) if one.rank is not None else 0
            elements += count * WORK_OF_ONE.get(tensor.dtype.base_dtype, 1)
            if count * tensor.dtype.itemsize > largest:
                largest, shape = count * tensor.dtype.itemsize, one
        read = [one.elements for one in running.inputs if isinstance(one, _Known) and one.was_read]
        elements += WORK_OF_READING * sum(read)
        if definition.work is not None:
            work = definition.work(running, [np.shape(_held(value)) for value in inputs])
            elements = max(elements, work)
        return Cost(elements, largest, shape)


def _held(value: Any) -> Any:
    """An input's array: of a variable, what it holds."""
    if isinstance(value, VariableCell):
        value = value.value
    return () if value is None or not isinstance(value, (np.ndarray, np.generic)) else value


def _work(value: Any) -> int:
    """The element operations of looking at each element of an input, and at each byte of its texts."""
    if not isinstance(value, np.ndarray):
        return 0
    if value.dtype == object:
        texts = sum(len(item) for item in value.flat if isinstance(item, bytes))
        return value.size * WORK_OF_ONE[string] + texts
    return value.size * WORK_OF_ONE.get(as_dtype(value.dtype), 1)


class Meter:
    """The costs of one run so far."""

    def __init__(self, limits: Limits, state: State):
        self.limits = limits
        self.state = state
        self.deadline = time.monotonic() + limits.seconds
        self.work = 0
        self.alive = 0  # bytes in the slots of the run
        self.sizes: dict[int, int] = {}  # of each slot
        self.stores: list[Any] = []  # stacks and tensor arrays, which hold values too

    def before(self, estimate: Estimate, inputs: list[Any]) -> None:
        """Refuses a node whose result would be too large, or that would take too much work."""
        if time.monotonic() > self.deadline:
            raise KernelFailure(
                errors.DeadlineExceededError,
                f"the run takes longer than the {self.limits.seconds:g} seconds allowed",
            )
        work, size, shape = estimate(inputs)
        if size > self.limits.tensor_bytes:
            raise KernelFailure(
                errors.ResourceExhaustedError,
                f"the result of shape {shape} would take {size} bytes; "
                f"at most {self.limits.tensor_bytes} are allowed",
            )
        self.work += work + WORK_OF_A_STEP
        if self.work > self.limits.work:
            raise KernelFailure(
                errors.ResourceExhaustedError,
                f"the run needs more than {self.limits.work} element operations",
            )

    def hold(self, operation: Operation, slots: Sequence[int], values: Sequence[Any]) -> None:
        """Counts the results of a node, in these slots; raises an error when too much memory is in use."""
        for slot in slots:
            value = values[slot]
            if value.__class__ is np.ndarray and not value.dtype.hasobject:
                size = value.nbytes
            else:
                size = _bytes(value)
                if hasattr(value, "items") and value not in self.stores:
                    self.stores.append(value)
            self.alive += size - self.sizes.get(slot, 0)
            self.sizes[slot] = size
        held = self.alive
        if self.stores:
            held += sum(store.nbytes for store in self.stores)
        if operation.definition.stateful:
            held += sum(_bytes(value) for value in self.state.values())
        if held > self.limits.alive_bytes:
            raise KernelFailure(
                errors.ResourceExhaustedError,
                f"the run holds {held} bytes at once; at most {self.limits.alive_bytes} are allowed",
            )

    def drop(self, slots: Sequence[int]) -> None:
        """Stops counting what is in these slots."""
        for slot in slots:
            self.alive -= self.sizes.pop(slot, 0)

    def seconds_left(self, wanted: float) -> float:
        """Seconds that the run may wait, at most `wanted`."""
        return max(0.0, min(wanted, self.deadline - time.monotonic()))


def _bytes(value: Any) -> int:
    """The bytes of an array, including those of its strings; 0 for anything else."""
    if not isinstance(value, np.ndarray):
        return 0
    if value.dtype == object:
        return value.nbytes + sum(len(item) for item in value.flat if isinstance(item, bytes))
    return value.nbytes
