"""Helpers for NumPy kernels: integers, axes and strings from inputs and attributes, sums in blocks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid

Array = np.ndarray

BLOCK = 32  # so many numbers at most are added one after another


def numbers(values: Array) -> list[int]:
    """The integers of a vector (or a scalar), as Python integers."""
    return values.ravel().tolist()


def axis_of(axis: Array | int, rank: int, what: str) -> int:
    """`axis` counted from the front. Raises InvalidArgumentError when it is out of range."""
    position = int(axis)
    if not -rank <= position < rank:
        raise invalid(f"{what}: axis {position} is not in [{-rank}, {rank})")
    return position % rank


def without(shape: tuple[int, ...], position: int) -> tuple[int, ...]:
    """The shape without one of its axes."""
    return shape[:position] + shape[position + 1 :]


def as_str(value: bytes | str) -> str:
    """The value of a string attribute as a str."""
    return value.decode() if isinstance(value, bytes) else value


def summed(x: Array, axes: tuple[int, ...], keep: bool = False) -> Any:
    """The sum over `axes` (from the front), its rounding errors as small as those of pairwise addition.

    np.sum adds in pairs only along the last axis, and one after another along the others.
    """
    add: Any = np.add.reduce  # what np.sum calls in the end, with less overhead
    last = x.ndim
    while last - 1 in axes:
        last -= 1
    outer = [axis for axis in axes if axis < last]
    few = math.prod([x.shape[axis] for axis in outer]) <= BLOCK
    if few or len(axes) == x.ndim or x.dtype.kind not in "fc":
        return add(x, axis=axes, keepdims=keep, dtype=x.dtype)
    total = add(x, axis=tuple(range(last, x.ndim)), keepdims=True) if last < x.ndim else x
    for axis in outer:
        total = _in_blocks(total, axis)
    return total if keep else total.reshape([n for i, n in enumerate(x.shape) if i not in axes])


def _in_blocks(x: Array, axis: int) -> Array:
    """The sum over an axis, which stays, with one element."""
    add, count, whole = np.add.reduce, x.shape[axis], (slice(None),) * axis
    if count <= BLOCK:
        return add(x, axis=axis, keepdims=True)
    size = count // BLOCK
    blocks = x[(*whole, slice(BLOCK * size))]
    blocks = blocks.reshape(*x.shape[:axis], BLOCK, size, *x.shape[axis + 1 :])
    total = _in_blocks(add(blocks, axis=axis), axis)
    rest = x[(*whole, slice(BLOCK * size, None))]
    return total + add(rest, axis=axis, keepdims=True) if rest.shape[axis] else total
