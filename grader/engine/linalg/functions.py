"""Public functions of linear algebra: tf.matrix_inverse, tf.cholesky, tf.linalg.lstsq and so on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import grader.engine.linalg.entries  # noqa: F401  (`public` reads the entries)
from grader.engine.control.cond import cond
from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import shape
from grader.engine.ops.common.public import public, public_list
from grader.engine.ops.math.choices import real, where_v2
from grader.engine.ops.math.functions import cast, log, maximum
from grader.engine.ops.products.functions import matmul
from grader.engine.ops.reductions.functions import reduce_max, reduce_sum

# fmt: off
__all__ = [
    "cholesky", "cholesky_solve", "cross", "log_matrix_determinant", "matrix_determinant",
    "matrix_inverse", "matrix_solve", "matrix_solve_ls", "matrix_triangular_solve", "qr",
    "self_adjoint_eig", "self_adjoint_eigvals", "svd",
]
# fmt: on

matrix_inverse = public(
    "MatrixInverse", "The inverse of each matrix (or of its adjoint), (..., M, M)."
)
matrix_determinant = public("MatrixDeterminant", "The determinant of each matrix (..., M, M).")
log_matrix_determinant = slogdet = public_list(
    "LogMatrixDeterminant", "The sign of each determinant, and the logarithm of its absolute value."
)
matrix_solve = public("MatrixSolve", "x in `matrix @ x = rhs`: (..., M, M), (..., M, K).")
cholesky = public("Cholesky", "L of L L* for each positive definite matrix (..., M, M).")
qr = public_list(
    "Qr", "q with orthonormal columns and upper triangular r of each matrix (..., M, N)."
)
cross = public("Cross", "The cross product of three-dimensional vectors (the last axis).")


def matrix_triangular_solve(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """x in `matrix @ x = rhs` for lower (or upper) triangular matrices; batches broadcast."""
    with name_scope(name, "triangular_solve", [matrix, rhs]):
        return apply("MatrixTriangularSolve", matrix=matrix, rhs=rhs, lower=lower, adjoint=adjoint)


def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Tensor:
    """x in `L L* x = rhs`, where `chol` is L, the result of `cholesky`."""
    with name_scope(name, "cholesky_solve", [chol, rhs]):
        y = apply("MatrixTriangularSolve", matrix=chol, rhs=rhs)
        return apply("MatrixTriangularSolve", matrix=chol, rhs=y, adjoint=True)


def gramian_cholesky(matrix: Any, l2_regularizer: Any, tall: bool) -> Tensor:
    """The Cholesky factor of A* A + r I for tall matrices A, or of A A* + r I for wide ones."""
    gram = matmul(matrix, matrix, adjoint_a=tall, adjoint_b=not tall)
    if isinstance(l2_regularizer, Tensor) or l2_regularizer != 0:
        sizes = shape(matrix)
        batch, axis = sizes[:-2], -1 if tall else -2
        identity = making.eye(sizes[axis], batch_shape=batch, dtype=matrix.dtype)
        identity.set_shape(matrix.shape[:-2].concatenate([matrix.shape[axis]] * 2))
        gram += l2_regularizer * identity
    return cholesky(gram)


def matrix_solve_ls(
    matrix: Any, rhs: Any, l2_regularizer: Any = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """x that minimizes |matrix @ x - rhs|^2 + l2_regularizer |x|^2 (the shortest, for a wide matrix)."""
    matrix = convert_to_tensor(matrix, name="matrix")
    if matrix.dtype == d.complex128 and l2_regularizer != 0:
        raise NotImplementedError(
            "matrix_solve_ls is currently disabled for complex128 and l2_regularizer != 0 due to "
            "poor accuracy."
        )
    if not fast or many_and_large(matrix):
        return apply(
            "MatrixSolveLs", name, matrix=matrix, rhs=rhs, l2_regularizer=l2_regularizer, fast=fast
        )
    with name_scope(name, "matrix_solve_ls", [matrix, rhs, l2_regularizer]):
        sizes = matrix.shape[-2:]
        if sizes.is_fully_defined():
            solve = solve_tall if sizes[0] >= sizes[1] else solve_wide
            return solve(matrix, rhs, l2_regularizer)
        dynamic = shape(matrix)[-2:]
        return cond(
            dynamic[-2] >= dynamic[-1],
            lambda: solve_tall(matrix, rhs, l2_regularizer),
            lambda: solve_wide(matrix, rhs, l2_regularizer),
        )


def many_and_large(matrix: Tensor) -> bool:
    """Whether TensorFlow solves matrix by matrix, because the whole batch would not fit in the cache."""
    if not matrix.shape.is_fully_defined():
        return False
    sizes: Any = matrix.shape.as_list()
    *batch, rows, columns = sizes
    size = math.prod(sizes) * matrix.dtype.size
    return size > 256_000 and math.prod(batch) > min(rows, columns)


def solve_tall(matrix: Tensor, rhs: Any, l2_regularizer: Any) -> Tensor:
    factor = gramian_cholesky(matrix, l2_regularizer, tall=True)
    return cholesky_solve(factor, matmul(matrix, rhs, adjoint_a=True))


def solve_wide(matrix: Tensor, rhs: Any, l2_regularizer: Any) -> Tensor:
    factor = gramian_cholesky(matrix, l2_regularizer, tall=False)
    return matmul(matrix, cholesky_solve(factor, rhs), adjoint_a=True)


lstsq = matrix_solve_ls


def self_adjoint_eig(tensor: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues (ascending) and eigenvectors (columns), from the lower triangles of (..., M, M)."""
    values, vectors = apply("SelfAdjointEigV2", name, input=tensor, compute_v=True)
    return values, vectors


def self_adjoint_eigvals(tensor: Any, name: str | None = None) -> Tensor:
    """The eigenvalues (ascending) of self-adjoint matrices (..., M, M)."""
    return apply("SelfAdjointEigV2", name, input=tensor, compute_v=False)[0]


def svd(
    tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None
) -> Any:
    """Singular values s (descending) and singular vectors u, v (columns): `tensor = u diag(s) v*`."""
    s, u, v = apply("Svd", name, input=tensor, compute_uv=compute_uv, full_matrices=full_matrices)
    return (real(s), u, v) if compute_uv else real(s)


def adjoint(matrix: Any, name: str | None = None) -> Tensor:
    """The conjugate transpose of each matrix."""
    with name_scope(name, "adjoint", [matrix]):
        matrix = convert_to_tensor(matrix, name="matrix")
        return arrays.matrix_transpose(matrix, conjugate=True)


def logdet(matrix: Any, name: str | None = None) -> Tensor:
    """The logarithm of the determinant of positive definite matrices (..., M, M)."""
    with name_scope(name, "logdet", [matrix]):
        factor = cholesky(matrix)
        return 2.0 * reduce_sum(log(real(making.matrix_diag_part(factor))), axis=[-1])


def matrix_rank(
    a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The number of singular values of each matrix above `tol`."""
    with name_scope(name or "matrix_rank"):
        a = convert_to_tensor(a, dtype_hint=d.float32, name="a")
        s = svd(a, compute_uv=False)
        if tol is None:
            sizes = a.shape[-2:]
            known = sizes.is_fully_defined()
            longer = np.max(sizes.as_list()) if known else reduce_max(shape(a)[-2:])
            epsilon = np.finfo(a.dtype.as_numpy_dtype).eps
            tol = epsilon * cast(longer, a.dtype) * reduce_max(s, axis=-1, keepdims=True)
        return reduce_sum(cast(s > tol, d.int32), axis=-1)


def pinv(a: Any, rcond: Any = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The pseudo-inverse of each matrix; singular values below rcond times the largest count as 0."""
    with name_scope(name or "pinv"):
        a = convert_to_tensor(a, name="a")
        dtype = a.dtype.as_numpy_dtype
        if rcond is None:
            known: Any = a.shape[-2:].as_list()
            sides = [shape(a)[i] if known[i] is None else known[i] for i in (-2, -1)]
            longer: Any = float(max(known)) if None not in known else cast(maximum(*sides), dtype)
            rcond = 10.0 * longer * np.finfo(dtype).eps
        rcond = convert_to_tensor(rcond, dtype=dtype, name="rcond")
        s, u, v = svd(a, full_matrices=False, compute_uv=True)
        cutoff = rcond * reduce_max(s, axis=-1)
        s = where_v2(s > arrays.expand_dims(cutoff, -1), s, np.array(np.inf, dtype))
        result = matmul(v / arrays.expand_dims(s, -2), u, adjoint_b=True)
        if a.shape.rank is not None:
            result.set_shape(a.shape[:-2].concatenate([a.shape[-1], a.shape[-2]]))
        return result
