"""Diagonals: tf.diag, and tf.eye, the identity matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.tangent_helpers import linear, missing_tangent
from grader.engine.ops.common.types import COMPLEX, FLOATS, INDEX
from grader.engine.registry import (
    any_type,
    define,
    gradient_of,
    missing_gradient,
    one_of,
    plain,
    string,
)

__all__ = ["diag", "eye", "tensor_diag"]

Array = np.ndarray


# Diag ---------------------------------------------------------------------------------------------


DIAGONAL = FLOATS | COMPLEX | INDEX


def diag_kernel(x: Array) -> Array:
    return np.reshape(np.diag(np.ravel(x)), x.shape + x.shape)


def diag_part_kernel(x: Array) -> Array:
    half = x.shape[: x.ndim // 2]
    size = int(np.prod(half))
    return np.reshape(np.diagonal(np.reshape(x, (size, size))), half)


def diag_shape(c: Any) -> algebra.Shape:
    shape = algebra.at_least_rank(c.shape(0), 1)
    return None if shape is None else shape + shape


def diag_part_shape(c: Any) -> algebra.Shape:
    shape = c.shape(0)
    if shape is None:
        return None
    half = len(shape) // 2
    if len(shape) % 2 or not shape:
        raise ValueError(f"Input must have even and non-zero rank, input rank is {len(shape)}")
    return algebra.merge(shape[:half], shape[half:])


define(
    "Diag",
    "diagonal: T -> output: T",
    T=one_of(DIAGONAL),
    shape=infer(diag_shape),
    kernel=plain(diag_kernel),
)
define(
    "DiagPart",
    "input: T -> diagonal: T",
    T=one_of(DIAGONAL),
    shape=infer(diag_part_shape),
    kernel=plain(diag_part_kernel),
)
diag = public("Diag", "A tensor of twice the rank with `diagonal` on its diagonal.")
tensor_diag = diag


@gradient_of("Diag")
def _diag(op: Any, gradient: Any) -> Any:
    return apply("DiagPart", input=gradient)


@gradient_of("DiagPart")
def _diag_part(op: Any, gradient: Any) -> Any:
    return apply("Diag", diagonal=gradient)


linear("diagonal", "Diag")
linear("input", "DiagPart")


# Matrices -----------------------------------------------------------------------------------------


def matrix_diag_kernel(x: Array, k: Array, rows: Array, columns: Array, padding: Array) -> Array:
    """Square matrices with this main diagonal, the only ones that the engine makes."""
    require_main(k, rows, columns, invalid)
    size = x.shape[-1]
    result = np.full((*x.shape, size), padding, x.dtype)
    result[..., np.arange(size), np.arange(size)] = x
    return result


def require_main(k: Array, rows: Array, columns: Array, error: Callable[[str], Exception]) -> None:
    if np.any(k != 0) or rows != -1 or columns != -1:
        raise error(f"MatrixDiagV3 of other diagonals, or of matrices of given sizes, {NOT_PART}")


def matrix_diag_shape(c: Any) -> algebra.Shape:
    shape, k, rows, columns = c.shape(0), c.value(1), c.value(2), c.value(3)
    if shape is None or k is None or rows is None or columns is None:
        return None
    require_main(k, rows, columns, ValueError)
    algebra.at_least_rank(shape, 1)
    return (*shape, shape[-1])


define(
    "MatrixDiagV3",
    "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
    T=any_type(),
    align=string(b"RIGHT_LEFT"),
    shape=infer(matrix_diag_shape),
    kernel=plain(matrix_diag_kernel),
)


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = d.float32,
    name: str | None = None,
) -> Tensor:
    """Ones on the main diagonal, zeros elsewhere; with `batch_shape`, a batch of such matrices."""
    with name_scope(name, "eye", [num_rows, num_columns, batch_shape]):
        square = num_columns is None
        batch_shape = [] if batch_shape is None else batch_shape
        columns = num_rows if num_columns is None else num_columns
        size: Any
        if isinstance(num_rows, Tensor) or isinstance(columns, Tensor):
            size = tf.minimum(num_rows, columns)
        else:
            if not all(isinstance(n, (int, np.integer)) for n in (num_rows, columns)):
                raise TypeError(
                    "Arguments `num_rows` and `num_columns` must be positive integer values. "
                    f"Received: num_rows={num_rows}, num_columns={columns}"
                )
            square = num_rows == columns
            size = np.minimum(num_rows, columns)
        diagonal_shape, shape = batch_shapes(batch_shape, size, num_rows, columns, square)
        diagonal = tf.ones(diagonal_shape, dtype=dtype)
        if square:
            padding = False if diagonal.dtype == d.bool else 0
            return apply(
                "MatrixDiagV3",
                "diag",
                diagonal=diagonal,
                k=0,
                num_rows=-1,
                num_cols=-1,
                padding_value=padding,
            )
        # The engine has no such operation: the error says so.
        whole = tf.zeros(shape, dtype=dtype)
        return apply("MatrixSetDiagV3", "set_diag", input=whole, diagonal=diagonal, k=0)


def batch_shapes(batch: Any, size: Any, rows: Any, columns: Any, square: bool) -> tuple[Any, Any]:
    """The shapes of eye's diagonal and of its matrix, as tensors if any part is one."""
    if isinstance(batch, Tensor) or isinstance(size, Tensor):
        batch = convert_to_tensor(batch, name="shape", dtype=d.int32)
        diagonal = tf.concat((batch, [size]), axis=0)
        return diagonal, None if square else tf.concat((batch, [rows, columns]), axis=0)
    batch = list(batch)
    return [*batch, size], [*batch, rows, columns]


missing_gradient("MatrixDiagV3")
missing_tangent("MatrixDiagV3")
