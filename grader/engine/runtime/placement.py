"""Devices: those available, and checking that a graph asks for no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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


def log_placement(operations: Sequence[Operation], available: Sequence[Device]) -> None:
    """Prints where each operation runs: where it asks to, or on the first device."""
    specs = [DeviceSpec.from_string(device.name) for device in available]
    for operation in operations:
        asked = DeviceSpec.from_string(operation.device)
        place = next((spec for spec in specs if _meets(spec, asked, False)), specs[0])
        print(f"{operation.name}: ({operation.type}): {place.to_string()}")
