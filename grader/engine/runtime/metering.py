"""Metering a bounded run, and stopping it before it costs too much.

Before each kernel runs, the table's shape rule is applied again, now to the actual shapes and values
of the inputs. It predicts the size of the result while it is still cheap to refuse.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from grader.engine.core import errors
from grader.engine.core.errors import KernelFailure
from grader.engine.core.limits import Limits
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.graph import Operation
from grader.engine.runtime.resources import State


class _Known:
    """An input with a known value, in the form that shape rules expect (a Const's output)."""

    def __init__(self, value: Any, dtype: Any):
        self.value = value
        self.dtype = dtype
        self.shape = TensorShape(np.shape(value))
        self.op = self
        self.type = "Const"
        self.inputs = ()
        self._array = value

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


class Meter:
    """The costs of one run so far."""

    def __init__(self, limits: Limits, state: State, start: float):
        self.limits = limits
        self.state = state
        self.alive = 0
        self.deadline = start + limits.seconds
        self.work = 0
        self.stores: list[Any] = []  # stacks and tensor arrays, which hold values too

    def before(self, operation: Operation, inputs: list[Any]) -> None:
        """Refuses a node whose result would be too large, or that would take too much work."""
        if time.monotonic() > self.deadline:
            raise KernelFailure(
                errors.DeadlineExceededError,
                f"the run takes longer than the {self.limits.seconds:g} seconds allowed",
            )
        if operation.definition.files:
            raise KernelFailure(
                errors.PermissionDeniedError,
                f"{operation.type} opens files, and a graph that is run within limits may not",
            )
        running = RunningOperation(operation, inputs)
        shapes = operation.definition.shape(running)
        shapes = [shapes] if isinstance(shapes, TensorShape) else list(shapes)
        elements = sum(int(np.size(value)) for value in inputs if isinstance(value, np.ndarray))
        for shape, tensor in zip(shapes, operation.outputs, strict=True):
            count = math.prod(size or 0 for size in shape.sizes) if shape.rank is not None else 0
            elements += count
            if count * tensor.dtype.itemsize > self.limits.tensor_bytes:
                raise KernelFailure(
                    errors.ResourceExhaustedError,
                    f"the result of shape {shape} would take {count * tensor.dtype.itemsize} bytes; "
                    f"at most {self.limits.tensor_bytes} are allowed",
                )
        rule = operation.definition.work
        self.work += (
            elements
            if rule is None
            else max(elements, rule(running, [np.shape(value) for value in inputs]))
        )
        if self.work > self.limits.work:
            raise KernelFailure(
                errors.ResourceExhaustedError,
                f"the run needs more than {self.limits.work} element operations",
            )

    def hold(self, operation: Operation, values: list[Any]) -> None:
        """Counts the outputs of a node; raises an error when too much memory is in use."""
        self.alive += sum(_bytes(value) for value in values)
        self.stores += [one for one in values if hasattr(one, "items") and one not in self.stores]
        held = self.alive + sum(store.nbytes for store in self.stores)
        if operation.definition.stateful:
            held += sum(_bytes(value) for value in self.state.values())
        if held > self.limits.alive_bytes:
            raise errors.ResourceExhaustedError(
                operation.node_def,
                operation,
                f"the run holds {held} bytes at once; at most {self.limits.alive_bytes} are "
                f"allowed\n\t [[{{{{node {operation.name}}}}}]]",
            )

    def drop(self, value: Any) -> None:
        """Stops counting a value that is no longer needed."""
        self.alive -= _bytes(value)

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
