"""Helpers for NumPy kernels: integers, axes and strings from an operation's inputs and attributes."""

from __future__ import annotations

import numpy as np

from grader.engine.core.errors import invalid

Array = np.ndarray


def numbers(values: Array) -> list[int]:
    """The integers of a vector (or a scalar), as Python integers."""
    return np.ravel(values).tolist()


def axis_of(axis: Array | int, rank: int, what: str) -> int:
    """`axis` counted from the front. Raises InvalidArgumentError when it is out of range."""
    position = int(axis)
    if not -rank <= position < rank:
        raise invalid(f"{what}: axis {position} is not in [{-rank}, {rank})")
    return position % rank


def as_str(value: bytes | str) -> str:
    """The value of a string attribute as a str."""
    return value.decode() if isinstance(value, bytes) else value
