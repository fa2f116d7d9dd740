"""Forward rules of linear algebra; the sources are those of `gradients.py`."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.build import apply
from grader.engine.linalg.functions import (
    adjoint,
    cholesky_solve,
    gramian_cholesky,
    matrix_inverse,
    matrix_solve,
    matrix_triangular_solve,
    self_adjoint_eig,
)
from grader.engine.linalg.gradients import reciprocal_gaps
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.common.tangent_helpers import bilinear, total, zeros_for
from grader.engine.ops.math import functions as m
from grader.engine.ops.products.functions import matmul
from grader.engine.ops.reductions.functions import reduce_sum
from grader.engine.registry import tangent_of

bilinear("a b", "Cross")


@tangent_of("MatrixInverse")
def _inverse(op: Any, tangent: Any) -> Any:
    y, is_adjoint = op.outputs[0], op.get_attr("adjoint")
    return -matmul(y, matmul(adjoint(tangent) if is_adjoint else tangent, y))


@tangent_of("MatrixSolve", "MatrixTriangularSolve")
def _solve(op: Any, of_matrix: Any, of_rhs: Any) -> Any:
    (matrix, _), x, is_adjoint = op.inputs, op.outputs[0], op.get_attr("adjoint")
    triangular = op.type == "MatrixTriangularSolve"
    if of_matrix is not None and triangular:
        band = (-1, 0) if op.get_attr("lower") else (0, -1)
        of_matrix = making.matrix_band_part(of_matrix, *band)
    moved = None if of_matrix is None else -matmul(of_matrix, x, adjoint_a=is_adjoint)
    right = total([of_rhs, moved])
    if triangular:
        lower = op.get_attr("lower")
        return matrix_triangular_solve(matrix, right, lower=lower, adjoint=is_adjoint)
    return matrix_solve(matrix, right, adjoint=is_adjoint)


@tangent_of("MatrixSolveLs")
def _least_squares(op: Any, of_a: Any, of_b: Any, _: Any) -> Any:
    a, b, regularizer = op.inputs
    regularizer = m.cast(regularizer, a.dtype.base_dtype)
    x, of_a, of_b = op.outputs[0], zeros_for(a, of_a), zeros_for(b, of_b)
    if a.shape[-2] >= a.shape[-1]:
        factor = gramian_cholesky(a, regularizer, tall=True)
        rest = of_b - matmul(of_a, x)
        right = matmul(of_a, b - matmul(a, x), adjoint_a=True) + matmul(a, rest, adjoint_a=True)
        return cholesky_solve(factor, right)
    factor = gramian_cholesky(a, regularizer, tall=False)
    y = cholesky_solve(factor, b)
    of_gram = matmul(of_a, x) + matmul(a, matmul(of_a, y, adjoint_a=True))
    of_y = cholesky_solve(factor, of_b - of_gram)
    return matmul(of_a, y, adjoint_a=True) + matmul(a, of_y, adjoint_a=True)


@tangent_of("Cholesky")
def _cholesky(op: Any, tangent: Any) -> Any:
    factor = op.outputs[0]
    symmetric = 0.5 * (tangent + adjoint(tangent))
    left = matrix_triangular_solve(factor, symmetric)
    inner = adjoint(matrix_triangular_solve(factor, adjoint(left)))
    halved = making.matrix_set_diag(inner, 0.5 * making.matrix_diag_part(inner))
    return matmul(factor, making.matrix_band_part(halved, -1, 0))


def _trace_with_inverse(op: Any, tangent: Any) -> Any:
    """The trace of A^-1 dA."""
    inverse = matrix_inverse(op.inputs[0])
    return reduce_sum(arrays.matrix_transpose(inverse) * tangent, axis=[-2, -1])


@tangent_of("MatrixDeterminant")
def _determinant(op: Any, tangent: Any) -> Any:
    return op.outputs[0] * _trace_with_inverse(op, tangent)


@tangent_of("LogMatrixDeterminant")
def _log_determinant(op: Any, tangent: Any) -> Any:
    return None, _trace_with_inverse(op, tangent)


@tangent_of("Qr")
def _qr(op: Any, tangent: Any) -> Any:
    q, r = op.outputs
    rows, columns, inner = q.shape.sizes[-2], r.shape.sizes[-1], q.shape.sizes[-1]
    if inner > columns:
        raise NotImplementedError("the forward rule of Qr needs full_matrices=False")
    square, first = r[..., :, :inner], tangent[..., :, :inner]
    # dX R^-1: a solution from the right is the adjoint of one from the left.
    moved = adjoint(matrix_triangular_solve(square, adjoint(first), lower=False, adjoint=True))
    inside = matmul(q, moved, adjoint_a=True)
    lower = making.matrix_set_diag(
        making.matrix_band_part(inside, -1, 0), making.zeros_like(making.matrix_diag_part(inside))
    )
    turn = lower - adjoint(lower)
    of_q = matmul(q, turn)
    if rows > inner:
        of_q += moved - matmul(q, inside)
    return of_q, matmul(q, tangent, adjoint_a=True) - matmul(turn, r)


@tangent_of("SelfAdjointEigV2")
def _eigen(op: Any, tangent: Any) -> Any:
    values, vectors = op.outputs
    if not op.get_attr("compute_v"):
        _, vectors = self_adjoint_eig(op.inputs[0])
    lower = making.matrix_band_part(tangent, -1, 0)
    both = making.matrix_set_diag(lower + adjoint(lower), making.matrix_diag_part(tangent))
    inside = matmul(matmul(vectors, both, adjoint_a=True), vectors)
    of_values = making.matrix_diag_part(inside)
    if not op.get_attr("compute_v"):
        return of_values, None
    return of_values, matmul(vectors, reciprocal_gaps(values, values) * inside)


@tangent_of("Svd")
def _svd(op: Any, tangent: Any) -> Any:
    s, u, v = op.outputs
    with_vectors = op.get_attr("compute_uv")
    if not with_vectors:
        s, u, v = apply("Svd", input=op.inputs[0])
    elif op.get_attr("full_matrices") and u.shape[-1] != v.shape[-1]:
        raise NotImplementedError("the forward rule of Svd needs full_matrices=False")
    inside = matmul(matmul(u, tangent, adjoint_a=True), v)
    of_s = making.matrix_diag_part(inside)
    if not with_vectors:
        return of_s, None, None
    gaps, row, column = (
        reciprocal_gaps(m.square(s), s),
        arrays.expand_dims(s, -2),
        arrays.expand_dims(s, -1),
    )
    of_u = matmul(u, gaps * (inside * row + column * adjoint(inside)))
    of_v = matmul(v, gaps * (column * inside + adjoint(inside) * row))
    if u.shape[-2] > u.shape[-1]:
        outside = matmul(tangent, v) / row
        of_u += outside - matmul(u, matmul(u, outside, adjoint_a=True))
    if v.shape[-2] > v.shape[-1]:
        outside = matmul(tangent, u, adjoint_a=True) / row
        of_v += outside - matmul(v, matmul(v, outside, adjoint_a=True))
    return of_s, of_u, of_v
