"""RunMetadata messages, as filled by `session.run(..., options, run_metadata)` in TensorFlow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


class StepTimes:
    """An observer that writes a NodeExecStats message for each evaluation of a node.

    then: another observer to call. Times are in microseconds.
    """

    def __init__(self, run_metadata: Any, then: Callable[..., None] | None = None):
        self.device = run_metadata.step_stats.dev_stats.add(
            device="/job:localhost/replica:0/task:0/device:CPU:0"
        )
        self.then = then
        self.last = time.time_ns()

    def __call__(self, operation: Any, values: Sequence[Any]) -> None:
        now = time.time_ns()
        stats = self.device.node_stats.add(
            node_name=operation.name,
            all_start_micros=self.last // 1000,
            all_start_nanos=self.last,
            op_end_rel_micros=(now - self.last) // 1000,
            op_end_rel_nanos=now - self.last,
            all_end_rel_micros=(now - self.last) // 1000,
            all_end_rel_nanos=now - self.last,
            timeline_label=f"{operation.name} = {operation.type}("
            + ", ".join(tensor.op.name for tensor in operation.inputs)
            + ")",
        )
        for slot, value in enumerate(values):
            if isinstance(value, np.ndarray):
                described = stats.output.add(slot=slot).tensor_description
                described.dtype = operation.outputs[slot].dtype.base_dtype.as_datatype_enum
                described.allocation_description.requested_bytes = value.nbytes
                for size in value.shape:
                    described.shape.dim.add(size=size)
        if self.then is not None:
            self.then(operation, values)
        self.last = time.time_ns()
