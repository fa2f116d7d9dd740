"""NumPy kernels that make arrays: filled ones, sequences, one-hot vectors, diagonals."""

from __future__ import annotations

import numpy as np

from grader.engine.errors import KernelFailure, UnimplementedError, invalid
from grader.engine.ops.array_kernels import numbers
from grader.engine.ops.shape_rules import range_size

__all__: list[str] = []  # for the modules of this folder only

Array = np.ndarray


def fill(shape: Array, value: Array) -> Array:
    sizes = numbers(shape)
    if any(size < 0 for size in sizes):
        raise invalid(f"Dimension {min(sizes)} must be >= 0")
    return np.full(sizes, value, np.asarray(value).dtype)


def count(start: Array, limit: Array, delta: Array) -> Array:
    """Of Range. Each number is `start` plus a multiple of the step, added up as TensorFlow does."""
    size = range_size(start, limit, delta, invalid)
    dtype = np.asarray(start).dtype
    if dtype.kind in "iu":
        return (int(start) + int(delta) * np.arange(size)).astype(dtype)
    return (start + np.arange(size).astype(dtype) * delta).astype(dtype)


def one_hot(indices: Array, depth: Array, on: Array, off: Array, axis: int) -> Array:
    if depth < 0:
        raise invalid(f"depth must be non-negative, got: {depth}")
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


def require_plain(k: Array, *sizes: Array) -> None:
    """The engine has main diagonals of square matrices; others are an UnimplementedError."""
    if np.any(k != 0) or any(size != -1 for size in sizes):
        raise KernelFailure(
            UnimplementedError, "the engine has only the main diagonal (k=0) of a square matrix"
        )


def matrix_diag(diagonal: Array, k: Array, rows: Array, columns: Array, padding: Array) -> Array:
    """Square matrices with the last axis of the input on their diagonals."""
    require_plain(k, rows, columns)
    size = diagonal.shape[-1]
    result = np.zeros((*diagonal.shape, size), diagonal.dtype)
    places = np.arange(size)
    result[..., places, places] = diagonal
    return result


def matrix_set_diag(x: Array, diagonal: Array, k: Array) -> Array:
    require_plain(k)
    result = np.array(x)
    places = np.arange(min(x.shape[-2:]))
    result[..., places, places] = diagonal
    return result


def matrix_diag_part(x: Array, k: Array, padding: Array) -> Array:
    require_plain(k)
    return np.diagonal(x, axis1=-2, axis2=-1)


def diag(x: Array) -> Array:
    return np.reshape(np.diag(np.ravel(x)), x.shape + x.shape)


def diag_part(x: Array) -> Array:
    half = x.shape[: x.ndim // 2]
    size = int(np.prod(half))
    return np.reshape(np.diagonal(np.reshape(x, (size, size))), half)


def band_part(x: Array, lower: Array, upper: Array) -> Array:
    for name, width, size in (("lower", lower, x.shape[-2]), ("upper", upper, x.shape[-1])):
        if width > size:
            raise invalid(
                f"num_{name} must be negative or less or equal to the size of its axis ({size}), "
                f"got: {width}"
            )
    rows, columns = np.indices(x.shape[-2:])
    keep = ((lower < 0) | (rows - columns <= lower)) & ((upper < 0) | (columns - rows <= upper))
    return np.where(keep, x, np.zeros((), x.dtype))
