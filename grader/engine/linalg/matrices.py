"""Linear algebra: inverses, linear systems, determinants, decompositions.

All of them work on the last two axes; the leading axes are a batch of matrices. Half precision is
computed in single precision. Source of the rules: Giles, "An extended collection of matrix derivative
results", 2008; decompositions and triangular systems have none.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import TensorLike, public, public_list
from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_least_rank,
    broadcast,
    merge,
    merge_dimension,
)
from grader.engine.ops.common.tangent_helpers import missing_tangent, total
from grader.engine.ops.common.types import ANALYTIC
from grader.engine.ops.products.matmul import half_to_single
from grader.engine.registry import define, flag, gradient_of, missing_gradient, one_of, tangent_of

# fmt: off
__all__ = [
    "cholesky", "cholesky_solve", "matrix_determinant", "matrix_inverse", "matrix_solve", "qr",
    "svd",
]
# fmt: on

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


def smaller(a: int | None, b: int | None) -> int | None:
    if 0 in (a, b):
        return 0
    return None if a is None or b is None else min(a, b)


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


def solved(c: Any, combine: Callable[[Shape, Shape], Shape]) -> Shape:
    """The shape of x in `matrix @ x = rhs`; `combine` combines the shapes of the two batches."""
    batch, size = square(c)
    other, right_rows, width = batch_and_sizes(c.shape(1))
    return joined(combine(batch, other), merge_dimension(size, right_rows), width)


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
            return tuple(np.asarray(x).astype(dtype, copy=False) for x in results)
        return np.asarray(results).astype(dtype, copy=False)

    return kernel


def conjugate_transpose(x: Array) -> Array:
    return np.conj(np.swapaxes(x, -1, -2))


def require_right_side(matrix: Array, rhs: Array, broadcasts: bool = False) -> None:
    if matrix.shape[-2] != rhs.shape[-2]:
        raise invalid(
            f"Input matrix and rhs are incompatible: {list(matrix.shape)} vs. {list(rhs.shape)}"
        )
    if not broadcasts and matrix.shape[:-2] != rhs.shape[:-2]:
        raise invalid("All input tensors must have the same outer dimensions.")


def cholesky_factor(node: Any, x: Array) -> Array:
    """L of L L*; NaN for a matrix that is not positive definite."""
    try:
        return np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        if x.ndim > 2:
            return np.stack([cholesky_factor(node, matrix) for matrix in x])
        return np.tril(np.full_like(x, np.nan))


def inverse(node: Any, x: Array) -> Array:
    return np.linalg.inv(conjugate_transpose(x) if node.attrs["adjoint"] else x)


def solve(node: Any, matrix: Array, rhs: Array) -> Array:
    require_right_side(matrix, rhs)
    return np.linalg.solve(conjugate_transpose(matrix) if node.attrs["adjoint"] else matrix, rhs)


def solve_triangular(node: Any, matrix: Array, rhs: Array) -> Array:
    """Solves by substitution; a zero on the diagonal leads to infinities and NaN."""
    require_right_side(matrix, rhs, broadcasts=True)
    lower = node.attrs["lower"]
    matrix = np.tril(matrix) if lower else np.triu(matrix)
    if node.attrs["adjoint"]:
        matrix, lower = conjugate_transpose(matrix), not lower
    size, batch = matrix.shape[-1], np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    x = np.array(np.broadcast_to(rhs, (*batch, *rhs.shape[-2:])))
    for i in range(size) if lower else reversed(range(size)):
        done = slice(0, i) if lower else slice(i + 1, size)
        known = matrix[..., i : i + 1, done] @ x[..., done, :]
        x[..., i : i + 1, :] -= known
        x[..., i, :] /= matrix[..., i, i, None]
    return x


def qr_factors(node: Any, x: Array) -> tuple[Array, Array]:
    q, r = np.linalg.qr(x, "complete" if node.attrs["full_matrices"] else "reduced")
    return q, r


def singular_values(node: Any, x: Array) -> tuple[Array, Array, Array]:
    if not node.attrs["compute_uv"]:
        values = np.linalg.svd(x, compute_uv=False)
        return values, np.zeros((), x.dtype), np.zeros((), x.dtype)
    u, values, vh = np.linalg.svd(x, full_matrices=node.attrs["full_matrices"])
    return values, u, conjugate_transpose(vh)


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
    kernel=matrices(cholesky_factor),
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
    "MatrixDeterminant",
    "input: T -> output: T",
    T=one_of(MATRIX),
    shape=infer(lambda c: square(c)[0]),
    kernel=matrices(lambda node, x: np.linalg.det(x)),
    work=cubic(1),
)
define(
    "Qr",
    "input: T -> q: T, r: T",
    full_matrices=flag(False),
    T=one_of(MATRIX),
    shape=infer(qr_shapes),
    kernel=matrices(qr_factors, is_square=False),
    work=cubic(4),
)
define(
    "Svd",
    "input: T -> s: T, u: T, v: T",
    compute_uv=flag(True),
    full_matrices=flag(False),
    T=one_of(MATRIX),
    shape=infer(svd_shapes),
    kernel=matrices(singular_values, is_square=False),
    work=cubic(20),
)


# For users --------------------------------------------------------------------------------------

matrix_inverse = public(
    "MatrixInverse", "The inverse of each matrix (or of its adjoint), (..., M, M)."
)
matrix_determinant = public("MatrixDeterminant", "The determinant of each matrix (..., M, M).")
matrix_solve = public("MatrixSolve", "x in `matrix @ x = rhs`: (..., M, M), (..., M, K).")
cholesky = public("Cholesky", "L of L L* for each positive definite matrix (..., M, M).")
qr = public_list(
    "Qr", "q with orthonormal columns and upper triangular r of each matrix (..., M, N)."
)


def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """x in `L L* x = rhs`, where `chol` is L, the result of `cholesky`."""
    with name_scope(name, "cholesky_solve", [chol, rhs]):
        y = apply("MatrixTriangularSolve", matrix=chol, rhs=rhs)
        return apply("MatrixTriangularSolve", matrix=chol, rhs=y, adjoint=True)


def svd(
    tensor: TensorLike,
    full_matrices: bool = False,
    compute_uv: bool = True,
    name: str | None = None,
) -> Any:
    """Singular values s (descending) and singular vectors u, v (columns): `tensor = u diag(s) v*`."""
    s, u, v = apply("Svd", name, input=tensor, compute_uv=compute_uv, full_matrices=full_matrices)
    return (s, u, v) if compute_uv else s


def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The conjugate transpose of each matrix."""
    with name_scope(name, "adjoint", [matrix]):
        matrix = convert_to_tensor(matrix, name="matrix")
        return tf.matrix_transpose(matrix, conjugate=True)


# Rules ------------------------------------------------------------------------------------------

WITHOUT_RULES = "Cholesky MatrixTriangularSolve Qr Svd"
missing_gradient(WITHOUT_RULES)
missing_tangent(WITHOUT_RULES)


@gradient_of("MatrixInverse")
def _inverse(op: Any, gradient: Any) -> Any:
    inverse, is_adjoint = op.outputs[0], op.get_attr("adjoint")
    inner = tf.matmul(gradient, inverse, adjoint_a=is_adjoint, adjoint_b=not is_adjoint)
    return -tf.matmul(inverse, inner, adjoint_a=not is_adjoint)


@gradient_of("MatrixSolve")
def _solve(op: Any, gradient: Any) -> Any:
    is_adjoint = op.get_attr("adjoint")
    of_rhs = matrix_solve(op.inputs[0], gradient, adjoint=not is_adjoint)
    pair = (op.outputs[0], of_rhs) if is_adjoint else (of_rhs, op.outputs[0])
    return -tf.matmul(*pair, adjoint_b=True), of_rhs  # of A in A x = b: -g x*


@gradient_of("MatrixDeterminant")
def _determinant(op: Any, gradient: Any) -> Any:
    inverse = matrix_inverse(op.inputs[0], adjoint=True)
    numbers = gradient * op.outputs[0]
    beside = tf.reshape(numbers, tf.concat([tf.shape(op.outputs[0]), [1, 1]], 0))
    return beside * inverse


@tangent_of("MatrixInverse")
def _inverse_tangent(op: Any, tangent: Any) -> Any:
    y, is_adjoint = op.outputs[0], op.get_attr("adjoint")
    return -tf.matmul(y, tf.matmul(adjoint(tangent) if is_adjoint else tangent, y))


@tangent_of("MatrixSolve")
def _solve_tangent(op: Any, of_matrix: Any, of_rhs: Any) -> Any:
    (matrix, _), x, is_adjoint = op.inputs, op.outputs[0], op.get_attr("adjoint")
    moved = None if of_matrix is None else -tf.matmul(of_matrix, x, adjoint_a=is_adjoint)
    return matrix_solve(matrix, total([of_rhs, moved]), adjoint=is_adjoint)


@tangent_of("MatrixDeterminant")
def _determinant_tangent(op: Any, tangent: Any) -> Any:
    """det A times the trace of A^-1 dA."""
    inverse = matrix_inverse(op.inputs[0])
    trace = tf.reduce_sum(tf.matrix_transpose(inverse) * tangent, axis=[-2, -1])
    return op.outputs[0] * trace
