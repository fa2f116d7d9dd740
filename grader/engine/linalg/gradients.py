"""Reverse rules of linear algebra, as TensorFlow builds them.

Sources: Giles, "An extended collection of matrix derivative results", 2008; Townsend, "Differentiating
the singular value decomposition", 2016; Roberts and Roberts, "QR and LQ decomposition matrix
backpropagation algorithms", 2020. `G*` is the conjugate transpose of G.
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
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import shape
from grader.engine.ops.math import choices
from grader.engine.ops.math import functions as m
from grader.engine.ops.products.functions import matmul
from grader.engine.ops.reductions.functions import reduce_sum
from grader.engine.registry import gradient_of


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
    """One number per matrix, with two trailing axes of size 1."""
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
        return _qr_tall(q, r, dq, dr)
    # The leading square block of a wide matrix determines q; the rest follows from it.
    rest = op.inputs[0][..., :, rows:]
    square = r[..., :, :rows]
    of_rest, of_square = dr[..., :, rows:], dr[..., :, :rows]
    of_y = matmul(q, of_rest)
    of_x = _qr_tall(q, square, dq + matmul(rest, of_rest, adjoint_b=True), of_square)
    return arrays.concat([of_x, of_y], axis=-1)


def _qr_tall(q: Any, r: Any, dq: Any, dr: Any) -> Any:
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
    """1 / x, and 0 at 0: almost equal eigenvalues lead to large numbers, not to infinite ones."""
    return x * m.reciprocal(x * x + 1e-20)


def reciprocal_gaps(values: Any, zero_of: Any) -> Any:
    """1 / (value j - value i) off the diagonal, 0 on it."""
    differences = arrays.expand_dims(values, -2) - arrays.expand_dims(values, -1)
    return making.matrix_set_diag(_safe_reciprocal(differences), making.zeros_like(zero_of))


@gradient_of("SelfAdjointEigV2")
def _eigen(op: Any, of_values: Any, of_vectors: Any) -> Any:
    values, vectors = op.outputs
    with control_dependencies([of_values, of_vectors]):
        if op.get_attr("compute_v"):
            gaps = reciprocal_gaps(values, values)
            middle = making.matrix_diag(of_values) + gaps * matmul(
                vectors, of_vectors, adjoint_a=True
            )
        else:
            _, vectors = self_adjoint_eig(op.inputs[0])
            middle = making.matrix_diag(of_values)
        result = matmul(vectors, matmul(middle, vectors, adjoint_b=True))
        # Only the lower triangle is read, so the gradient of the upper one is added to it.
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
    gaps = reciprocal_gaps(squares, s)
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
