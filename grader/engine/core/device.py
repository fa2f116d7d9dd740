"""Device names: reading, merging and writing `/job:worker/task:1/device:CPU:0`."""

from __future__ import annotations

from typing import NamedTuple


class DeviceSpec(NamedTuple):
    """The parts of a device name; None where a part is not given."""

    job: str | None = None
    replica: int | None = None
    task: int | None = None
    device_type: str | None = None
    device_index: int | str | None = None

    @classmethod
    def from_string(cls, name: str) -> DeviceSpec:
        """Parses "/cpu:0", "/job:a/task:1/device:GPU:0" and the like. Raises ValueError otherwise."""
        parts: dict[str, str | int | None] = {}
        for part in filter(None, name.split("/")):
            key, _, value = part.partition(":")
            if key == "device" and ":" in value:
                key, _, value = value.partition(":")
            if key == "job" and value:
                parts["job"] = value
            elif key in ("replica", "task"):
                parts[key] = _number(value, part, name)
            elif key.upper() in ("CPU", "GPU", "TPU") or part.count(":") == 2:
                if "device_type" in parts:
                    raise ValueError(f"Multiple device types are not allowed in {name!r}")
                parts["device_type"] = key.upper()
                parts["device_index"] = None if value in ("", "*") else _number(value, part, name)
            else:
                raise ValueError(
                    f"Unknown attribute '{key}' is encountered while parsing the "
                    f"device spec: {name!r}. Write, for example, '/cpu:0'."
                )
        return cls(**parts)  # type: ignore[arg-type]

    def over(self, outer: DeviceSpec) -> DeviceSpec:
        """This device, with missing parts filled in from `outer`."""
        pairs = zip(self, outer, strict=True)
        return DeviceSpec._make(theirs if own is None else own for own, theirs in pairs)

    def to_string(self) -> str:
        """The canonical name, "/job:a/task:1/device:CPU:0"."""
        text = "" if self.job is None else f"/job:{self.job}"
        text += "" if self.replica is None else f"/replica:{self.replica}"
        text += "" if self.task is None else f"/task:{self.task}"
        if self.device_type is not None:
            index = "*" if self.device_index is None else self.device_index
            text += f"/device:{self.device_type}:{index}"
        return text


def _number(value: str, part: str, name: str) -> int:
    if not value.isdigit():
        raise ValueError(f"Could not parse {part!r} of the device {name!r}: expected a number")
    return int(value)
