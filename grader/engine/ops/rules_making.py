"""Shape rules of the operations that make arrays.

A rule takes the inference context `c` (see inference.py) and returns a shape, or a list of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.ops.shape_rules import (
    Shape,
    at_least_rank,
    merge,
    range_size,
    with_rank,
)

__all__: list[str] = []  # for the modules of this folder only


def fill(c: Any) -> Shape:
    with_rank(c.shape(1), 0)
    with_rank(c.shape(0), 1)
    sizes = c.value(0)
    if sizes is not None and np.any(sizes < 0):
        raise ValueError("Fill dimensions must be >= 0")
    return c.value_as_shape(0)


def numbers(c: Any) -> Shape:
    """Of Range."""
    for position, name in enumerate(("start", "limit", "delta")):
        with_rank(c.shape(position), 0, f"\n\t for '{name}'")
    start, limit, delta = (c.value(i) for i in range(3))
    if start is None or limit is None or delta is None:
        return (None,)
    return (range_size(start, limit, delta, ValueError),)


def one_hot(c: Any) -> Shape:
    indices, axis = c.shape(0), c.attr("axis")
    depth = c.value(1)
    with_rank(c.shape(1), 0)
    if depth is not None and depth < 0:
        raise ValueError(
            f"Dimension size, given by scalar input 1, must be non-negative but is {depth}"
        )
    if indices is None:
        return None
    position = axis % (len(indices) + 1)
    return (*indices[:position], None if depth is None else int(depth), *indices[position:])


def line(c: Any) -> Shape:
    """Of LinSpace."""
    for position in range(3):
        with_rank(c.shape(position), 0)
    count = c.value(2)
    if count is not None and count <= 0:
        raise ValueError(f"Requires num > 0: {count}")
    return (None if count is None else int(count),)


def matrix_diag(c: Any) -> Shape:
    shape = at_least_rank(c.shape(0), 1)
    return None if shape is None else (*shape, shape[-1])


def matrix_diag_part(c: Any) -> Shape:
    shape = at_least_rank(c.shape(0), 2)
    if shape is None:
        return None
    rows, columns = shape[-2:]
    shorter = None if rows is None or columns is None else min(rows, columns)
    return (*shape[:-2], shorter)


def diag(c: Any) -> Shape:
    shape = at_least_rank(c.shape(0), 1)
    return None if shape is None else shape + shape


def diag_part(c: Any) -> Shape:
    shape = c.shape(0)
    if shape is None:
        return None
    half = len(shape) // 2
    if len(shape) % 2 or not shape:
        raise ValueError(f"Input must have even and non-zero rank, input rank is {len(shape)}")
    return merge(shape[:half], shape[half:])
