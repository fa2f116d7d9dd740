"""Static shapes as TensorFlow infers them (tensorflow/core/framework/common_shape_fns.cc).

A shape is a tuple of dimensions, each an int or None (unknown), or None (unknown rank).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Shape = tuple[int | None, ...] | None


def format_shape(shape: Sequence[int | None] | None) -> str:
    """The shape as in error messages: `[2,?]`."""
    if shape is None:
        return "<unknown>"
    return "[" + ",".join("?" if n is None else str(n) for n in shape) + "]"


def unknown(rank: int | None) -> Shape:
    """A shape of that rank with unknown dimensions."""
    return None if rank is None else (None,) * rank


# Checks and merges --------------------------------------------------------------------------------


def with_rank(shape: Shape, rank: int, why: str = "") -> tuple[int | None, ...]:
    """`shape`, which must have that rank. Raises ValueError."""
    if shape is None:
        return (None,) * rank
    if len(shape) != rank:
        raise ValueError(f"Shape must be rank {rank} but is rank {len(shape)}{why}")
    return shape


def at_least_rank(shape: Shape, rank: int) -> Shape:
    if shape is not None and len(shape) < rank:
        raise ValueError(f"Shape must be at least rank {rank} but is rank {len(shape)}")
    return shape


def at_most_rank(shape: Shape, rank: int) -> Shape:
    if shape is not None and len(shape) > rank:
        raise ValueError(f"Shape must be at most rank {rank} but is rank {len(shape)}")
    return shape


def merge_dimension(one: int | None, other: int | None) -> int | None:
    """The dimension that satisfies both. Raises ValueError when they are known and differ."""
    if one is None or other is None:
        return other if one is None else one
    if one != other:
        raise ValueError(f"Dimensions must be equal, but are {one} and {other}")
    return one


def merge(one: Shape, other: Shape) -> Shape:
    """The shape that satisfies both. Raises ValueError when they contradict each other."""
    if one is None or other is None:
        return other if one is None else one
    if len(one) != len(other):
        raise ValueError(f"Shapes must be equal rank, but are {len(one)} and {len(other)}")
    for position, (a, b) in enumerate(zip(one, other, strict=True)):
        if a is not None and b is not None and a != b:
            raise ValueError(
                f"Dimension {position} in both shapes must be equal, but are {a} and {b}. "
                f"Shapes are {format_shape(one)} and {format_shape(other)}."
            )
    return tuple(b if a is None else a for a, b in zip(one, other, strict=True))


def merge_all(shapes: list[Shape]) -> Shape:
    merged: Shape = None
    for position, shape in reversed(list(enumerate(shapes))):
        try:
            merged = merge(shape, merged)
        except ValueError as error:
            raise ValueError(
                f"{error}\n\tFrom merging shape {position} with other shapes."
            ) from None
    return merged


def broadcast_dimension(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        known = other if one is None else one
        return known if known is not None and known > 1 else None
    if one == other or other == 1:
        return one
    if one == 1:
        return other
    raise ValueError(f"Dimensions must be equal, but are {one} and {other}")


def broadcast(one: Shape, other: Shape) -> Shape:
    """The shape that both broadcast to. Raises ValueError when they are incompatible."""
    if one is None or other is None or one == other:
        return one if one == other else None
    rank = max(len(one), len(other))
    padded = [(1,) * (rank - len(shape)) + tuple(shape) for shape in (one, other)]
    return tuple(broadcast_dimension(a, b) for a, b in zip(*padded, strict=True))


def number_of_elements(shape: Shape) -> int | None:
    if shape is None or (None in shape and 0 not in shape):
        return None
    return 0 if 0 in shape else math.prod(shape)  # type: ignore[arg-type]


def axis_in(axis: int, rank: int, message: str) -> int:
    """`axis` counted from the front. Raises ValueError(message) when it is out of range."""
    if not -rank <= axis < rank:
        raise ValueError(message)
    return axis % rank


def add(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def subtract(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other == 0 else None
    if one < other:
        raise ValueError(f"Negative dimension size caused by subtracting {other} from {one}")
    return one - other


def multiply(one: int | None, other: int | None) -> int | None:
    if one == 0 or other == 0:
        return 0
    return None if one is None or other is None else one * other


def divide(size: int | None, by: int) -> int | None:
    """size / by. Raises ValueError where that is not a whole number."""
    if size is not None and size % by:
        raise ValueError(f"Dimension size must be evenly divisible by {by} but is {size}")
    return None if size is None else size // by


def range_size(start: Any, limit: Any, delta: Any, error: Callable[[str], Exception]) -> int:
    """The length of a Range. Raises `error` for a step of zero or in the wrong direction."""
    if delta == 0:
        raise error("Requires delta != 0")
    if delta > 0 and start > limit:
        raise error(f"Requires start <= limit when delta > 0: {start}/{limit}")
    if delta < 0 and start < limit:
        raise error(f"Requires start >= limit when delta < 0: {start}/{limit}")
    if np.asarray(start).dtype.kind in "iu":
        return -(-abs(int(limit) - int(start)) // abs(int(delta)))
    return int(np.ceil(np.abs((limit - start) / delta)))
