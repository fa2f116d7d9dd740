"""NumPy kernels that create arrays: constant fills, sequences, one-hot vectors, diagonals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.ops.common.kernel_helpers import as_str, numbers
from grader.engine.ops.common.shape_algebra import range_size

Array = np.ndarray


def fill(shape: Array, value: Array) -> Array:
    sizes = numbers(shape)
    if any(size < 0 for size in sizes):
        raise invalid(f"Dimension {min(sizes)} must be >= 0")
    return np.full(sizes, value, np.asarray(value).dtype)


def count(start: Array, limit: Array, delta: Array) -> Array:
    """The kernel of Range: `start` plus multiples of the step, rounded as in TensorFlow."""
    size = range_size(start, limit, delta, invalid)
    dtype = np.asarray(start).dtype
    if dtype.kind in "iu":
        return (int(start) + int(delta) * np.arange(size)).astype(dtype)
    return (start + np.arange(size).astype(dtype) * delta).astype(dtype)


def one_hot(indices: Array, depth: Array, on: Array, off: Array, axis: int) -> Array:
    if depth < 0:
        raise invalid(f"depth must be non-negative, got: {depth}")
    if not -1 <= axis <= indices.ndim:
        raise invalid(
            f"Expected axis to be -1 or between [0, {indices.ndim}].  But received: {axis}"
        )
    position = axis % (indices.ndim + 1)
    places = np.expand_dims(indices, position)
    levels = np.reshape(
        np.arange(int(depth)), [-1 if i == position else 1 for i in range(indices.ndim + 1)]
    )
    return np.where(places == levels, on, off).astype(np.asarray(on).dtype)


def line(start: Array, stop: Array, number: Array) -> Array:
    if number <= 0:
        raise invalid(f"Requires num > 0: {number}")
    return np.linspace(start, stop, int(number)).astype(np.asarray(start).dtype)


def band_of(k: Array) -> tuple[int, int]:
    """The lowest and the highest diagonal in `k` (0: the main one, 1: the one above)."""
    if k.size not in (1, 2):
        raise invalid(f"diag_index must be a scalar or a vector of one or two elements, got {k}")
    lower, upper = numbers(k)[0], numbers(k)[-1]
    if lower > upper:
        raise invalid(
            f"lower_diag_index must not be larger than upper_diag_index: {lower} > {upper}"
        )
    return lower, upper


def places(band: tuple[int, int], rows: int, columns: int, size: int, align: str) -> Iterator[Any]:
    """The rows, columns, and slots (of `size`) of each diagonal in the band, from the top.

    align: the sides to which shorter diagonals are aligned, above the main one and below it.
    """
    above, below = align.split("_")
    for diagonal in range(band[1], band[0] - 1, -1):
        steps = np.arange(min(rows + min(diagonal, 0), columns - max(diagonal, 0)))
        left = (diagonal >= 0 and above == "LEFT") or (diagonal <= 0 and below == "LEFT")
        slots = steps if left else steps + size - len(steps)
        yield steps + max(-diagonal, 0), steps + max(diagonal, 0), slots


def matrix_diag(node: Any, diagonal: Array, k: Array, *sizes_and_padding: Array) -> Array:
    """Matrices with these diagonals, as small as possible where a size is not given (-1)."""
    *given, padding = sizes_and_padding
    band, size = band_of(k), diagonal.shape[-1]
    several = band[0] != band[1]
    if several and (diagonal.ndim < 2 or diagonal.shape[-2] != band[1] - band[0] + 1):
        raise invalid("The number of diagonals provided in the input does not match the band.")
    least = size - min(band[1], 0), size + max(band[0], 0)
    rows, columns = (int(one) for one in given)
    if rows == columns == -1:
        rows = columns = max(least)
    rows, columns = (least[0] if rows == -1 else rows), (least[1] if columns == -1 else columns)
    for name, one, needed in (("rows", rows, least[0]), ("columns", columns, least[1])):
        if one < needed:
            raise invalid(f"The number of {name} is too small.")
    if (rows, columns) != least and rows != least[0] and columns != least[1]:
        raise invalid(
            "The number of rows or columns is not consistent with the specified d_lower, d_upper, "
            "and diagonal."
        )
    rest = diagonal.shape[: -2 if several else -1]
    result = np.full((*rest, rows, columns), padding, diagonal.dtype)
    diagonals = diagonal if several else diagonal[..., None, :]
    for i, (at, beside, slots) in enumerate(places(band, rows, columns, size, alignment(node))):
        result[..., at, beside] = diagonals[..., i, slots]
    return result


def alignment(node: Any) -> str:
    return str(as_str(node.attrs["align"]))


def diag(x: Array) -> Array:
    return np.reshape(np.diag(np.ravel(x)), x.shape + x.shape)


def diag_part(x: Array) -> Array:
    half = x.shape[: x.ndim // 2]
    size = int(np.prod(half))
    return np.reshape(np.diagonal(np.reshape(x, (size, size))), half)
