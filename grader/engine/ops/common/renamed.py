"""Arguments that TensorFlow has renamed: either name works, but not both at once."""

from __future__ import annotations

from typing import Any


def either(new_name: str, new: Any, old_name: str, old: Any) -> Any:
    """The value of an argument with two names. Raises ValueError when both are given."""
    if old is None:
        return new
    if new is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old
