"""The table's linear algebra: inverses, linear systems, determinants, decompositions.

All of them work on the last two axes; the leading axes are a batch of matrices. Half precision is
computed in single precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_least_rank,
    broadcast,
    merge,
    merge_dimension,
    with_rank,
)
from grader.engine.ops.common.types import ANALYTIC, REAL
from grader.engine.ops.products.entries import half_to_single
from grader.engine.registry import define, flag, one_of

Array = np.ndarray
MATRIX = ANALYTIC - {d.bfloat16}


# Shapes -----------------------------------------------------------------------------------------


def batch_and_sizes(shape: Shape) -> tuple[Shape, int | None, int | None]:
    """The batch's shape, the number of rows and of columns."""
    shape = at_least_rank(shape, 2)
    return (None, None, None) if shape is None else (shape[:-2], shape[-2], shape[-1])


def square(c: Any) -> tuple[Shape, int | None]:
    batch, rows, columns = batch_and_sizes(c.shape(0))
    return batch, merge_dimension(rows, columns)


def joined(batch: Shape, *sizes: int | None) -> Shape:
    return None if batch is None else (*batch, *sizes)


def smaller(one: int | None, other: int | None) -> int | None:
    if 0 in (one, other):
        return 0
    return None if one is None or other is None else min(one, other)


def unchanged_square(c: Any) -> Shape:
    batch, size = square(c)
    return joined(batch, size, size)


def qr_shapes(c: Any) -> list[Shape]:
    batch, rows, columns = batch_and_sizes(c.shape(0))
    inner = rows if c.attr("full_matrices") else smaller(rows, columns)
    return [joined(batch, rows, inner), joined(batch, inner, columns)]


def svd_shapes(c: Any) -> list[Shape]:
    batch, rows, columns = batch_and_sizes(c.shape(0))
    inner = smaller(rows, columns)
    values = joined(batch, inner)
    if not c.attr("compute_uv"):
        return [values, (0,), (0,)]
    whole = c.attr("full_matrices")
    left, right = (rows, columns) if whole else (inner, inner)
    return [values, joined(batch, rows, left), joined(batch, columns, right)]


def eigen_shapes(c: Any) -> list[Shape]:
    batch, size = square(c)
    vectors = joined(batch, size, size) if c.attr("compute_v") else (0,)
    return [joined(batch, size), vectors]


def solved(c: Any, combine: Callable[[Shape, Shape], Shape], is_square: bool = True) -> Shape:
    """The shape of x in `matrix @ x = rhs`; `combine` combines the shapes of the two batches."""
    batch, rows, columns = batch_and_sizes(c.shape(0))
    if is_square:
        rows = columns = merge_dimension(rows, columns)
    other, right_rows, width = batch_and_sizes(c.shape(1))
    size = merge_dimension(rows, right_rows)
    return joined(combine(batch, other), size if is_square else columns, width)


def solved_least_squares(c: Any) -> Shape:
    with_rank(c.shape(2), 0)
    return solved(c, merge, is_square=False)


# Kernels ----------------------------------------------------------------------------------------


def matrices(
    function: Callable[..., Any], why: str = "Input is not invertible.", is_square: bool = True
) -> Callable[..., Any]:
    """A kernel of `function(node, *matrices)`. why: the error message for a matrix without a result."""

    def kernel(node: Any, *inputs: Array) -> Any:
        for position, x in enumerate(inputs[:2]):
            if x.ndim < 2:
                raise invalid(f"Input tensor {position} must have rank >= 2")
        rows, columns = inputs[0].shape[-2:]
        if is_square and rows != columns:
            raise invalid(f"Input matrices must be squares, got {rows} != {columns}")
        try:
            results = function(node, *(half_to_single(x) for x in inputs))
        except np.linalg.LinAlgError:
            raise invalid(why) from None
        dtype = inputs[0].dtype
        if isinstance(results, tuple):
            return tuple(np.asarray(one).astype(dtype, copy=False) for one in results)
        return np.asarray(results).astype(dtype, copy=False)

    return kernel


def adjoint(x: Array) -> Array:
    return np.conj(np.swapaxes(x, -1, -2))


def require_right_side(matrix: Array, rhs: Array, broadcasts: bool = False) -> None:
    if matrix.shape[-2] != rhs.shape[-2]:
        raise invalid(
            f"Input matrix and rhs are incompatible: {list(matrix.shape)} vs. {list(rhs.shape)}"
        )
    if not broadcasts and matrix.shape[:-2] != rhs.shape[:-2]:
        raise invalid("All input tensors must have the same outer dimensions.")


def cholesky(node: Any, x: Array) -> Array:
    """L of L L*; NaN for a matrix that is not positive definite."""
    try:
        return np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        if x.ndim > 2:
            return np.stack([cholesky(node, one) for one in x])
        return np.tril(np.full_like(x, np.nan))


def inverse(node: Any, x: Array) -> Array:
    return np.linalg.inv(adjoint(x) if node.attrs["adjoint"] else x)


def solve(node: Any, matrix: Array, rhs: Array) -> Array:
    require_right_side(matrix, rhs)
    return np.linalg.solve(adjoint(matrix) if node.attrs["adjoint"] else matrix, rhs)


def solve_triangular(node: Any, matrix: Array, rhs: Array) -> Array:
    """Solves by substitution; a zero on the diagonal leads to infinities and NaN."""
    require_right_side(matrix, rhs, broadcasts=True)
    lower = node.attrs["lower"]
    matrix = np.tril(matrix) if lower else np.triu(matrix)
    if node.attrs["adjoint"]:
        matrix, lower = adjoint(matrix), not lower
    size, batch = matrix.shape[-1], np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    x = np.array(np.broadcast_to(rhs, (*batch, *rhs.shape[-2:])))
    for i in range(size) if lower else reversed(range(size)):
        done = slice(0, i) if lower else slice(i + 1, size)
        known = matrix[..., i : i + 1, done] @ x[..., done, :]
        x[..., i : i + 1, :] -= known
        x[..., i, :] /= matrix[..., i, i, None]
    return x


def least_squares(node: Any, matrix: Array, rhs: Array, regularizer: Array) -> Array:
    """(A* A + r I)^-1 A* b, or A* (A A* + r I)^-1 b for a wide A; without `fast`, by singular values."""
    require_right_side(matrix, rhs)
    if not node.attrs["fast"]:
        return np.linalg.pinv(matrix) @ rhs
    wide = matrix.shape[-2] < matrix.shape[-1]
    gram = matrix @ adjoint(matrix) if wide else adjoint(matrix) @ matrix
    gram = gram + np.eye(gram.shape[-1], dtype=gram.dtype) * gram.dtype.type(regularizer)
    if wide:
        return adjoint(matrix) @ np.linalg.solve(gram, rhs)
    return np.linalg.solve(gram, adjoint(matrix) @ rhs)


def qr(node: Any, x: Array) -> tuple[Array, Array]:
    found = np.linalg.qr(x, "complete" if node.attrs["full_matrices"] else "reduced")
    return found[0], found[1]


def svd(node: Any, x: Array) -> tuple[Array, Array, Array]:
    if not node.attrs["compute_uv"]:
        values = np.linalg.svd(x, compute_uv=False)
        return values, np.zeros((), x.dtype), np.zeros((), x.dtype)
    u, values, vh = np.linalg.svd(x, full_matrices=node.attrs["full_matrices"])
    return values, u, adjoint(vh)


def eigen(node: Any, x: Array) -> tuple[Array, Array]:
    """Eigenvalues (ascending) and vectors of self-adjoint matrices, from their lower triangles."""
    if not node.attrs["compute_v"]:
        return np.linalg.eigvalsh(x), np.zeros((), x.dtype)
    values, vectors = np.linalg.eigh(x)
    return values, vectors


def cross(node: Any, a: Array, b: Array) -> Array:
    if a.shape != b.shape:
        raise invalid(f"Both inputs must be of same shape: {list(a.shape)} vs. {list(b.shape)}")
    if not a.ndim or a.shape[-1] != 3:
        raise invalid("Cross-products are only defined for 3-element vectors.")
    (a1, a2, a3), (b1, b2, b3) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1], -1)


def cross_shape(c: Any) -> Shape:
    shape = at_least_rank(merge(c.shape(0), c.shape(1)), 1)
    if shape:
        merge_dimension(shape[-1], 3)
    return shape


def cubic(factor: int) -> Callable[[Any, Any], int]:
    """The work of a decomposition: elements times the longer side, times a constant."""

    def work(op: Any, shapes: Any) -> int:
        elements = sum(math.prod(shape) for shape in shapes)
        return int(factor * elements * max(shapes[0][-2:], default=1))

    return work


# The entries ------------------------------------------------------------------------------------

SINGULAR = "Input matrix is not invertible."
define(
    "MatrixInverse",
    "input: T -> output: T",
    adjoint=flag(False),
    T=one_of(MATRIX),
    shape=infer(unchanged_square),
    kernel=matrices(inverse),
    work=cubic(2),
)
define(
    "Cholesky",
    "input: T -> output: T",
    T=one_of(MATRIX),
    shape=infer(unchanged_square),
    kernel=matrices(cholesky),
    work=cubic(1),
)
define(
    "MatrixSolve",
    "matrix: T, rhs: T -> output: T",
    adjoint=flag(False),
    T=one_of(MATRIX),
    shape=infer(lambda c: solved(c, merge)),
    kernel=matrices(solve, SINGULAR),
    work=cubic(1),
)
define(
    "MatrixTriangularSolve",
    "matrix: T, rhs: T -> output: T",
    lower=flag(True),
    adjoint=flag(False),
    T=one_of(ANALYTIC),
    shape=infer(lambda c: solved(c, broadcast)),
    kernel=matrices(solve_triangular, SINGULAR),
    work=cubic(1),
)
define(
    "MatrixSolveLs",
    "matrix: T, rhs: T, l2_regularizer: float64 -> output: T",
    T=one_of(MATRIX),
    fast=flag(True),
    shape=infer(solved_least_squares),
    kernel=matrices(least_squares, SINGULAR, is_square=False),
    work=cubic(20),
)
define(
    "MatrixDeterminant",
    "input: T -> output: T",
    T=one_of(MATRIX),
    shape=infer(lambda c: square(c)[0]),
    kernel=matrices(lambda node, x: np.linalg.det(x)),
    work=cubic(1),
)
define(
    "LogMatrixDeterminant",
    "input: T -> sign: T, log_abs_determinant: T",
    T=one_of(MATRIX),
    shape=infer(lambda c: [square(c)[0]] * 2),
    kernel=matrices(lambda node, x: tuple(np.linalg.slogdet(x))),
    work=cubic(1),
)
define(
    "Qr",
    "input: T -> q: T, r: T",
    full_matrices=flag(False),
    T=one_of(MATRIX),
    shape=infer(qr_shapes),
    kernel=matrices(qr, is_square=False),
    work=cubic(4),
)
define(
    "Svd",
    "input: T -> s: T, u: T, v: T",
    compute_uv=flag(True),
    full_matrices=flag(False),
    T=one_of(MATRIX),
    shape=infer(svd_shapes),
    kernel=matrices(svd, is_square=False),
    work=cubic(20),
)
define(
    "SelfAdjointEigV2",
    "input: T -> e: T, v: T",
    compute_v=flag(True),
    T=one_of(MATRIX),
    shape=infer(eigen_shapes),
    kernel=matrices(eigen),
    work=cubic(10),
)
define("Cross", "a: T, b: T -> product: T", T=one_of(REAL), shape=infer(cross_shape), kernel=cross)
