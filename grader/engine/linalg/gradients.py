"""Differentiation of the linear algebra: reverse rules as TensorFlow builds them, forward rules.

Sources: Giles, "An extended collection of matrix derivative results", 2008; Townsend, "Differentiating
the singular value decomposition", 2016; Roberts and Roberts, "QR and LQ decomposition matrix
backpropagation algorithms", 2020. `G*` stands for the conjugate transpose.
"""

from __future__ import annotations

from typing import Any

from grader.engine.graph.build import apply
from grader.engine.graph.graph import control_dependencies
from grader.engine.linalg.functions import (
    adjoint,
    cholesky_solve,
    gramian_cholesky,
    matrix_inverse,
    matrix_solve,
    matrix_triangular_solve,
    self_adjoint_eig,
    svd,
)
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays.shape_functions import shape
from grader.engine.ops.common.tangent_helpers import bilinear, linear, total, zeros_for
from grader.engine.ops.math import choices as choices
from grader.engine.ops.math import functions as m
from grader.engine.ops.products.functions import matmul
from grader.engine.ops.reductions.functions import reduce_sum
from grader.engine.registry import gradient_of, tangent_of

__all__: list[str] = []  # the rules are found in the table

# Reverse ------------------------------------------------------------------------------------------


@gradient_of("MatrixInverse")
def _inverse(op: Any, gradient: Any) -> Any:
    inverse, is_adjoint = op.outputs[0], op.get_attr("adjoint")
    inner = matmul(gradient, inverse, adjoint_a=is_adjoint, adjoint_b=not is_adjoint)
    return -matmul(inverse, inner, adjoint_a=not is_adjoint)


@gradient_of("MatrixSolve")
def _solve(op: Any, gradient: Any) -> Any:
    is_adjoint = op.get_attr("adjoint")
    of_rhs = matrix_solve(op.inputs[0], gradient, adjoint=not is_adjoint)
    return _of_matrix(op, of_rhs), of_rhs


def _of_matrix(op: Any, of_rhs: Any) -> Any:
    """The gradient of A in A x = b: -g x*."""
    pair = (op.outputs[0], of_rhs) if op.get_attr("adjoint") else (of_rhs, op.outputs[0])
    return -matmul(*pair, adjoint_b=True)


@gradient_of("MatrixTriangularSolve")
def _solve_triangular(op: Any, gradient: Any) -> Any:
    (a, b), lower = op.inputs, op.get_attr("lower")
    of_b = matrix_triangular_solve(a, gradient, lower=lower, adjoint=not op.get_attr("adjoint"))
    of_a = making.matrix_band_part(_of_matrix(op, of_b), *((-1, 0) if lower else (0, -1)))
    known = a.shape.is_fully_defined() and b.shape.is_fully_defined()
    if known and a.shape[:-2] == b.shape[:-2]:
        return of_a, of_b
    sizes_a, sizes_b = shape(a), shape(b)
    axes = apply("BroadcastGradientArgs", s0=sizes_a[:-2], s1=sizes_b[:-2])
    of_a = arrays.reshape(reduce_sum(of_a, axis=axes[0]), sizes_a)
    return of_a, arrays.reshape(reduce_sum(of_b, axis=axes[1]), sizes_b)


@gradient_of("Cholesky")
def _cholesky(op: Any, gradient: Any) -> Any:
    factor = op.outputs[0]
    size, batch = shape(factor)[-1], shape(factor)[:-2]
    identity = making.eye(size, batch_shape=batch, dtype=factor.dtype)
    inverse = matrix_triangular_solve(factor, identity)
    middle = matmul(factor, gradient, adjoint_a=True)
    middle = making.matrix_set_diag(middle, 0.5 * making.matrix_diag_part(middle))
    middle = making.matrix_band_part(middle, -1, 0)
    result = matmul(matmul(inverse, middle, adjoint_a=True), inverse)
    result += adjoint(result)
    return result * 0.5


@gradient_of("MatrixDeterminant")
def _determinant(op: Any, gradient: Any) -> Any:
    inverse = matrix_inverse(op.inputs[0], adjoint=True)
    return _beside_matrices(gradient * op.outputs[0], op.outputs[0]) * inverse


@gradient_of("LogMatrixDeterminant")
def _log_determinant(op: Any, _: Any, gradient: Any) -> Any:
    inverse = matrix_inverse(op.inputs[0], adjoint=True)
    return _beside_matrices(gradient, op.outputs[1]) * inverse


def _beside_matrices(numbers: Any, like: Any) -> Any:
    """One number for each matrix, with two more axes of size 1."""
    return arrays.reshape(numbers, arrays.concat([shape(like), [1, 1]], 0))


@gradient_of("MatrixSolveLs")
def _least_squares(op: Any, gradient: Any) -> Any:
    if not op.get_attr("fast"):
        raise ValueError("Gradient not defined for fast=False")
    a, b, regularizer = op.inputs
    sizes = a.shape[-2:]
    if not sizes.is_fully_defined():
        raise NotImplementedError("the gradient of MatrixSolveLs needs a static matrix shape")
    regularizer = m.cast(regularizer, a.dtype.base_dtype)
    if sizes[0] >= sizes[1]:
        x = op.outputs[0]
        factor = gramian_cholesky(a, regularizer, tall=True)
        z = cholesky_solve(factor, gradient)
        outer = matmul(x, z, adjoint_b=True)
        both = outer + arrays.matrix_transpose(outer)
        return -matmul(a, both) + matmul(b, z, adjoint_b=True), matmul(a, z), None
    factor = gramian_cholesky(a, regularizer, tall=False)
    of_b = cholesky_solve(factor, matmul(a, gradient))
    z = cholesky_solve(factor, b)
    first = matmul(z, a, adjoint_a=True)
    first = -matmul(of_b, first)
    second = gradient - matmul(a, of_b, adjoint_a=True)
    return first + matmul(z, second, adjoint_b=True), of_b, None


@gradient_of("Qr")
def _qr(op: Any, dq: Any, dr: Any) -> Any:
    q, r = op.outputs
    if r.shape.rank is None or None in r.shape.sizes[-2:]:
        raise NotImplementedError(
            f"QrGrad not implemented with dynamic shapes. Received r.shape: {r.shape}"
        )
    rows, columns = q.shape.sizes[-2], r.shape.sizes[-1]
    if r.shape.sizes[-2] > columns and rows == q.shape.sizes[-1]:
        raise NotImplementedError(
            "QrGrad not implemented when nrows > ncols and full_matrices is true. Received "
            f"r.shape={r.shape} with nrows={r.shape[-2]}and ncols={r.shape[-1]}."
        )
    if rows >= columns:
        return _qr_deep(q, r, dq, dr)
    # The first square of a wide matrix decides q; the rest follows from it.
    rest = op.inputs[0][..., :, rows:]
    square = r[..., :, :rows]
    of_rest, of_square = dr[..., :, rows:], dr[..., :, :rows]
    of_y = matmul(q, of_rest)
    of_x = _qr_deep(q, square, dq + matmul(rest, of_rest, adjoint_b=True), of_square)
    return arrays.concat([of_x, of_y], axis=-1)


def _qr_deep(q: Any, r: Any, dq: Any, dr: Any) -> Any:
    qdq = matmul(q, dq, adjoint_a=True)
    skew_q = qdq - adjoint(qdq)
    rdr = matmul(r, dr, adjoint_b=True)
    skew_r = rdr - adjoint(rdr)
    lower = making.matrix_band_part(skew_q + skew_r, -1, 0)
    first = matmul(q, dr + _times_inverse_adjoint(lower, r))
    result = first + _times_inverse_adjoint(dq - matmul(q, qdq), r)
    if not q.dtype.is_complex:
        return result
    difference = rdr - adjoint(qdq)
    diagonal = making.matrix_set_diag(
        making.zeros_like(difference), making.matrix_diag_part(difference)
    )
    correction = diagonal - m.cast(choices.real(diagonal), q.dtype)
    return result + _times_inverse_adjoint(matmul(q, adjoint(correction)), r)


def _times_inverse_adjoint(x: Any, r: Any) -> Any:
    """x (r^-1)* of an upper triangular r."""
    return adjoint(matrix_triangular_solve(r, adjoint(x), lower=False, adjoint=False))


def _safe_reciprocal(x: Any) -> Any:
    """1 / x, and 0 at 0: equal eigenvalues give large numbers instead of infinite ones."""
    return x * m.reciprocal(x * x + 1e-20)


def _gaps(values: Any, zero_of: Any) -> Any:
    """1 / (value j - value i) beside the diagonal, 0 on it."""
    differences = arrays.expand_dims(values, -2) - arrays.expand_dims(values, -1)
    return making.matrix_set_diag(_safe_reciprocal(differences), making.zeros_like(zero_of))


@gradient_of("SelfAdjointEigV2")
def _eigen(op: Any, of_values: Any, of_vectors: Any) -> Any:
    values, vectors = op.outputs
    with control_dependencies([of_values, of_vectors]):
        if op.get_attr("compute_v"):
            gaps = _gaps(values, values)
            middle = making.matrix_diag(of_values) + gaps * matmul(
                vectors, of_vectors, adjoint_a=True
            )
        else:
            _, vectors = self_adjoint_eig(op.inputs[0])
            middle = making.matrix_diag(of_values)
        result = matmul(vectors, matmul(middle, vectors, adjoint_b=True))
        # Only the lower triangle is read: what belongs to the upper one is added to it.
        result = making.matrix_band_part(result + adjoint(result), -1, 0)
        return making.matrix_set_diag(result, 0.5 * making.matrix_diag_part(result))


@gradient_of("Svd")
def _svd(op: Any, of_s: Any, of_u: Any, of_v: Any) -> Any:
    a = op.inputs[0]
    known = a.shape.with_rank_at_least(2)
    of_s = m.cast(of_s, a.dtype)
    of_s_matrix = making.matrix_diag(of_s)
    if not op.get_attr("compute_uv"):
        _, u, v = svd(a, compute_uv=True)
        result = matmul(u, matmul(of_s_matrix, v, adjoint_b=True))
        result.set_shape(known)
        return result
    rows, columns = known.rank and known.sizes[-2], known.rank and known.sizes[-1]
    if rows is None or columns is None:
        raise NotImplementedError(
            "SVD gradient has not been implemented for input with unknown inner matrix shape."
        )
    s, u, v = op.outputs
    s = m.cast(s, a.dtype)
    tall = rows > columns
    if tall:  # the gradient of A* = V S U*, and its adjoint at the end
        rows, columns, u, v, of_u, of_v = columns, rows, v, u, of_v, of_u
    with control_dependencies([of_s, of_u, of_v]):
        whole = op.get_attr("full_matrices")
        if whole and abs(rows - columns) > 1:
            raise NotImplementedError(
                "svd gradient is not implemented for abs(m - n) > 1 when full_matrices is True. "
                f"Received: m={rows} and n={columns} from op input={a} with shape={known}."
            )
        result = _svd_wide(a, s, u, v, of_s_matrix, of_u, of_v, (rows, columns), whole)
        if tall:
            result = arrays.matrix_transpose(result, conjugate=True)
        result.set_shape(known)
        return result


def _svd_wide(
    a: Any, s: Any, u: Any, v: Any, of_s: Any, of_u: Any, of_v: Any, sizes: Any, whole: bool
) -> Any:
    rows, columns = sizes
    s_matrix = making.matrix_diag(s)
    squares = m.square(s)
    s_sizes = shape(s)
    gaps = _gaps(squares, s)
    s_inverse = making.matrix_diag(_safe_reciprocal(s))
    v1, of_v1 = v[..., :, :rows], of_v[..., :, :rows]
    u_part = matmul(u, of_u, adjoint_a=True)
    v_part = matmul(v1, of_v1, adjoint_a=True)
    u_gaps, v_gaps = gaps * u_part, gaps * v_part
    left = of_s + matmul(u_gaps + adjoint(u_gaps), s_matrix)
    middle = left + matmul(s_matrix, v_gaps + adjoint(v_gaps))
    result = matmul(u, matmul(middle, v1, adjoint_b=True))
    if rows != columns:
        flipped = arrays.matrix_transpose(of_v1, conjugate=True)
        outside = flipped - matmul(matmul(flipped, v1), v1, adjoint_b=True)
        if whole:
            v2, of_v2 = v[..., :, rows:columns], of_v[..., :, rows:columns]
            outside -= matmul(matmul(v1, of_v2, adjoint_a=True), v2, adjoint_b=True)
        result = result + matmul(matmul(u, s_inverse), outside)
    if a.dtype.is_complex:
        identity = making.eye(s_sizes[-1], batch_shape=s_sizes[:-1], dtype=a.dtype)
        diagonal = identity * v_part
        inner = matmul(s_inverse, adjoint(diagonal) - diagonal)
        result += 1 / 2.0 * matmul(u, matmul(inner, v1, adjoint_b=True))
    return result


@gradient_of("Cross")
def _cross(op: Any, gradient: Any) -> Any:
    u, v = op.inputs
    return apply("Cross", a=v, b=gradient), apply("Cross", a=gradient, b=u)


# Forward ------------------------------------------------------------------------------------------

bilinear("a b", "Cross")
linear("x", "ConjugateTranspose")


@tangent_of("MatrixInverse")
def _inverse_tangent(op: Any, tangent: Any) -> Any:
    y, is_adjoint = op.outputs[0], op.get_attr("adjoint")
    return -matmul(y, matmul(adjoint(tangent) if is_adjoint else tangent, y))


@tangent_of("MatrixSolve", "MatrixTriangularSolve")
def _solve_tangent(op: Any, of_matrix: Any, of_rhs: Any) -> Any:
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
def _least_squares_tangent(op: Any, of_a: Any, of_b: Any, _: Any) -> Any:
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
def _cholesky_tangent(op: Any, tangent: Any) -> Any:
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
def _determinant_tangent(op: Any, tangent: Any) -> Any:
    return op.outputs[0] * _trace_with_inverse(op, tangent)


@tangent_of("LogMatrixDeterminant")
def _log_determinant_tangent(op: Any, tangent: Any) -> Any:
    return None, _trace_with_inverse(op, tangent)


@tangent_of("Qr")
def _qr_tangent(op: Any, tangent: Any) -> Any:
    q, r = op.outputs
    rows, columns, inner = q.shape.sizes[-2], r.shape.sizes[-1], q.shape.sizes[-1]
    if inner > columns:
        raise NotImplementedError("the forward rule of Qr needs full_matrices=False")
    square, first = r[..., :, :inner], tangent[..., :, :inner]
    # dX R^-1: the inverse of an upper triangle from the right, by its adjoint from the left.
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
def _eigen_tangent(op: Any, tangent: Any) -> Any:
    values, vectors = op.outputs
    if not op.get_attr("compute_v"):
        _, vectors = self_adjoint_eig(op.inputs[0])
    lower = making.matrix_band_part(tangent, -1, 0)
    both = making.matrix_set_diag(lower + adjoint(lower), making.matrix_diag_part(tangent))
    inside = matmul(matmul(vectors, both, adjoint_a=True), vectors)
    of_values = making.matrix_diag_part(inside)
    if not op.get_attr("compute_v"):
        return of_values, None
    return of_values, matmul(vectors, _gaps(values, values) * inside)


@tangent_of("Svd")
def _svd_tangent(op: Any, tangent: Any) -> Any:
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
    gaps, row, column = _gaps(m.square(s), s), arrays.expand_dims(s, -2), arrays.expand_dims(s, -1)
    of_u = matmul(u, gaps * (inside * row + column * adjoint(inside)))
    of_v = matmul(v, gaps * (column * inside + adjoint(inside) * row))
    if u.shape[-2] > u.shape[-1]:
        outside = matmul(tangent, v) / row
        of_u += outside - matmul(u, matmul(u, outside, adjoint_a=True))
    if v.shape[-2] > v.shape[-1]:
        outside = matmul(tangent, u, adjoint_a=True) / row
        of_v += outside - matmul(v, matmul(v, outside, adjoint_a=True))
    return of_s, of_u, of_v
