"""Shape rules of the operations that create arrays.

A rule takes the inference context `c` (see inference.py) and returns a shape, or a list of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.ops.arrays.making_kernels import require_main
from grader.engine.ops.common import shape_algebra as algebra


def fill(c: Any) -> algebra.Shape:
    algebra.with_rank(c.shape(1), 0)
    algebra.with_rank(c.shape(0), 1)
    sizes = c.value(0)
    if sizes is not None and np.any(sizes < 0):
        raise ValueError("Fill dimensions must be >= 0")
    return c.value_as_shape(0)


def numbers(c: Any) -> algebra.Shape:
    """The rule of Range."""
    for position, name in enumerate(("start", "limit", "delta")):
        algebra.with_rank(c.shape(position), 0, f"\n\t for '{name}'")
    start, limit, delta = (c.value(i) for i in range(3))
    if start is None or limit is None or delta is None:
        return (None,)
    return (algebra.range_size(start, limit, delta, ValueError),)


def one_hot(c: Any) -> algebra.Shape:
    indices, axis = c.shape(0), c.attr("axis")
    depth = c.value(1)
    algebra.with_rank(c.shape(1), 0)
    if depth is not None and depth < 0:
        raise ValueError(
            f"Dimension size, given by scalar input 1, must be non-negative but is {depth}"
        )
    if indices is None:
        return None
    position = axis % (len(indices) + 1)
    return (*indices[:position], None if depth is None else int(depth), *indices[position:])


def matrix_diag(c: Any) -> algebra.Shape:
    shape, k, rows, columns = c.shape(0), c.value(1), c.value(2), c.value(3)
    if shape is None or k is None or rows is None or columns is None:
        return None
    require_main(k, rows, columns, ValueError)
    algebra.at_least_rank(shape, 1)
    return (*shape, shape[-1])


def diag(c: Any) -> algebra.Shape:
    shape = algebra.at_least_rank(c.shape(0), 1)
    return None if shape is None else shape + shape


def diag_part(c: Any) -> algebra.Shape:
    shape = c.shape(0)
    if shape is None:
        return None
    half = len(shape) // 2
    if len(shape) % 2 or not shape:
        raise ValueError(f"Input must have even and non-zero rank, input rank is {len(shape)}")
    return algebra.merge(shape[:half], shape[half:])
