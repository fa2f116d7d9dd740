"""NumPy kernels that create arrays: constant fills, sequences, one-hot vectors, diagonals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import invalid
from grader.engine.ops.common.kernel_helpers import numbers
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


def matrix_diag(x: Array, k: Array, rows: Array, columns: Array, padding: Array) -> Array:
    """Square matrices with this main diagonal, the only ones that the engine makes."""
    require_main(k, rows, columns, invalid)
    size = x.shape[-1]
    result = np.full((*x.shape, size), padding, x.dtype)
    result[..., np.arange(size), np.arange(size)] = x
    return result


def require_main(k: Array, rows: Array, columns: Array, error: Callable[[str], Exception]) -> None:
    if np.any(k != 0) or rows != -1 or columns != -1:
        raise error(f"MatrixDiagV3 of other diagonals, or of matrices of given sizes, {NOT_PART}")


def diag(x: Array) -> Array:
    return np.reshape(np.diag(np.ravel(x)), x.shape + x.shape)


def diag_part(x: Array) -> Array:
    half = x.shape[: x.ndim // 2]
    size = int(np.prod(half))
    return np.reshape(np.diagonal(np.reshape(x, (size, size))), half)
