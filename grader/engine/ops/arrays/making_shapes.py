"""Shape rules of the operations that create arrays.

A rule takes the inference context `c` (see inference.py) and returns a shape, or a list of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

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


def line(c: Any) -> algebra.Shape:
    """The rule of LinSpace."""
    for position in range(3):
        algebra.with_rank(c.shape(position), 0)
    count = c.value(2)
    if count is not None and count <= 0:
        raise ValueError(f"Requires num > 0: {count}")
    return (None if count is None else int(count),)


def band(c: Any, index: int) -> tuple[int, int] | None:
    """The lowest and the highest diagonal of a band, where they are constant."""
    k = c.value(index)
    algebra.at_most_rank(c.shape(index), 1)
    if k is None:
        return None
    if not 1 <= k.size <= 2:
        raise ValueError(f"diag_index must have one or two elements, received {k.size} elements.")
    lower, upper = int(np.ravel(k)[0]), int(np.ravel(k)[-1])
    if lower > upper:
        raise ValueError("lower_diag_index is greater than upper_diag_index")
    return lower, upper


def matrix_diag(c: Any) -> algebra.Shape:
    shape, among, rows, columns = c.shape(0), band(c, 1), c.value(2), c.value(3)
    if shape is None or among is None or rows is None or columns is None:
        return None
    several = among[0] != among[1]
    algebra.at_least_rank(shape, 2 if several else 1)
    batch, size = shape[: -2 if several else -1], shape[-1]
    if several:
        algebra.merge_dimension(shape[-2], among[1] - among[0] + 1)
    least = algebra.add(size, -min(among[1], 0)), algebra.add(size, max(among[0], 0))
    if rows == -1 and columns == -1:
        both = None if size is None else max(one or 0 for one in least)
        return (*batch, both, both)
    if size is not None:
        for name, one, needed in (("num_rows", rows, least[0]), ("num_cols", columns, least[1])):
            if one != -1 and one < needed:
                raise ValueError(f"{name} is too small")
        if rows not in (-1, least[0]) and columns not in (-1, least[1]):
            raise ValueError(
                "num_rows and num_cols are not consistent with lower_diag_index, upper_diag_index, "
                "and the length of the given diagonals.\n"
                f"num_rows = {rows} != min_num_rows = {least[0]}, num_cols = {columns} != "
                f"min_num_cols = {least[1]}"
            )
    sizes = zip((rows, columns), least, strict=True)
    return (*batch, *(needed if one == -1 else int(one) for one, needed in sizes))


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
