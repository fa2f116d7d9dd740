"""Devices: those available, and checking that a graph asks for no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grader.engine.core import dtypes
from grader.engine.core.device import DeviceSpec
from grader.engine.core.errors import InvalidArgumentError
from grader.engine.graph.graph import Operation


class Device(NamedTuple):
    """One device, as in `Session.list_devices`. memory_limit_bytes: the number that TensorFlow reports."""

    name: str
    device_type: str = "CPU"
    memory_limit_bytes: int = 268435456
    incarnation: int = 0

    def __repr__(self) -> str:
        return (
            f"_DeviceAttributes({self.name}, {self.device_type}, {self.memory_limit_bytes}, "
            f"{self.incarnation})"
        )


def devices(config: Any, tasks: Sequence[tuple[str, int]]) -> list[Device]:
    """The devices of the tasks (job, index): as many CPUs as the configuration says."""
    count = getattr(config, "device_count", {}).get("CPU", 1) if config is not None else 1
    return [
        Device(f"/job:{job}/replica:0/task:{task}/device:CPU:{index}")
        for job, task in tasks
        for index in range(count)
    ]


def check_placement(
    operations: Sequence[Operation], available: Sequence[Device], soft: bool
) -> None:
    """Raises InvalidArgumentError for an operation on a device that does not exist.

    soft: any device of the same task may replace the requested one.
    """
    specs = [DeviceSpec.from_string(device.name) for device in available]
    seen: set[str] = set()
    for operation in operations:
        name = operation.device
        if not name or name in seen:
            continue
        seen.add(name)
        asked = DeviceSpec.from_string(name)
        if not any(_meets(spec, asked, soft) for spec in specs):
            names = ", ".join(device.name for device in available)
            raise InvalidArgumentError(
                operation.node_def,
                operation,
                f"Cannot assign a device for operation {operation.name}: {{{{node {operation.name}}}}} "
                f"was explicitly assigned to {name} but available devices are [ {names} ]. Make "
                "sure the device specification refers to a valid device.\n"
                "config=tf.ConfigProto(allow_soft_placement=True) takes another one instead.",
            )


def _meets(device: DeviceSpec, asked: DeviceSpec, soft: bool) -> bool:
    parts = ["job", "replica", "task"] + ([] if soft else ["device_type", "device_index"])
    return all(getattr(asked, part) in (None, "*", getattr(device, part)) for part in parts)


class Placement:
    """The device of each operation of a graph, as TensorFlow's placer chooses it.

    Source: tensorflow/core/common_runtime/placer.cc.
    """

    def __init__(self, available: Sequence[Device], soft: bool):
        self.available = [DeviceSpec.from_string(device.name) for device in available]
        self.soft = soft
        self._chosen: dict[Operation, DeviceSpec] = {}
        self._kept: set[Operation] = set()  # those with state, which stay where they are

    def log(self, operations: Sequence[Operation]) -> None:
        """Prints where the graph's operations run; those that only make a value come last."""
        last = []
        self._chosen = {op: self._chosen[op] for op in self._kept}
        for operation in operations:
            if _makes_a_value(operation) and operation not in self._kept:
                last.append(operation)
            else:
                self._print(operation)
        for operation in last:
            self._print(operation)
        self._kept.update(op for op in operations if op.definition.stateful)

    def _print(self, operation: Operation) -> None:
        place = self.place(operation).to_string()
        print(f"{operation.name}: ({operation.type}): {place}")

    def place(self, operation: Operation) -> DeviceSpec:
        """Where the operation runs: where it asks to, or with what it belongs to, or on the first."""
        if operation not in self._chosen:
            self._chosen[operation] = self.available[0]  # also ends a circle
            self._chosen[operation] = self._choice(operation)
        return self._chosen[operation]

    def _choice(self, operation: Operation) -> DeviceSpec:
        for tensor in operation.inputs:
            if tensor.dtype._is_ref_dtype or tensor.dtype == dtypes.resource:
                return self.place(tensor.op)
        if operation.device:
            asked = DeviceSpec.from_string(operation.device)
            for soft in (False, self.soft):
                for device in self.available:
                    if _meets(device, asked, soft):
                        return device
        group = operation.colocation_groups()[0].decode().removeprefix("loc:@")
        if group != operation.name:
            return self.place(operation.graph.get_operation_by_name(group))
        if operation.type in ("Shape", "Size", "Rank"):
            return self.place(operation.inputs[0].op)
        if _makes_a_value(operation):
            users = operation.outputs[0].consumers()
            places = {self.place(user) for user in users if not _makes_a_value(user)}
            if len(places) == 1:
                return places.pop()
        return self.available[0]


def _makes_a_value(operation: Operation) -> bool:
    outputs = operation.outputs
    return not operation.inputs and len(outputs) == 1 and not outputs[0].dtype._is_ref_dtype
