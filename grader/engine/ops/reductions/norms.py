"""Norms of vectors and matrices, and half the sum of squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shapes import scalar
from grader.engine.ops.common.types import FLOATS
from grader.engine.ops.reductions.sums import reduce
from grader.engine.registry import define, gradient_of, one_of, plain, tangent_of

__all__ = ["norm"]

define(
    "L2Loss",
    "t: T -> output: T",
    T=one_of(FLOATS),
    shape=infer(scalar),
    kernel=plain(
        lambda t: (
            np.sum(np.square(t, dtype=np.float32 if t.dtype.itemsize == 2 else None)) / 2
        ).astype(t.dtype)
    ),
)
l2_loss = public("L2Loss", "Half the sum of squares.", called="l2_loss")


@gradient_of("L2Loss")
def _l2_loss(op: Any, gradient: Any) -> Any:
    return op.inputs[0] * gradient


@tangent_of("L2Loss")
def _half_square_sum(op: Any, tangent: Any) -> Any:
    return tf.reduce_sum(op.inputs[0] * tangent)


def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """The norm of vectors (axis: an int), matrices (a pair of ints), or all elements (None).

    ord: "euclidean", "fro", a positive number, or np.inf.
    """
    keepdims = either("keepdims", keepdims, "keep_dims", keep_dims) or False
    matrix = isinstance(axis, (tuple, list)) and len(axis) == 2
    axis, axes = norm_axes(ord, axis, matrix)
    with name_scope(name, "norm", [tensor]):
        x = convert_to_tensor(tensor)
        if ord in ("fro", "euclidean", 2, 2.0):
            if matrix and ord in (2, 2.0):
                raise NotImplementedError("the engine has no spectral norm (ord=2 of a matrix)")
            result = tf.sqrt(reduce("Sum", x * tf.conj(x), axes, True, None))
        else:
            result = other_norm(tf.abs(x), ord, axes, matrix)
        return result if keepdims else tf.squeeze(result, axes)


def norm_axes(ord: Any, axis: Any, matrix: bool) -> tuple[Any, Any]:
    """The axis as given and as a tuple. Raises ValueError for unsupported axes or orders."""
    two_unique = f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}"
    if matrix:
        if not all(isinstance(a, int) for a in axis) or axis[0] == axis[1]:
            raise ValueError(two_unique)
        if ord not in ("euclidean", "fro", 1, 2, np.inf):
            raise ValueError(f"'ord' must be a supported matrix norm, got {ord}")
        return axis, tuple(axis)
    if axis is not None and not isinstance(axis, int):
        raise ValueError(two_unique)
    if ord != "euclidean" and (isinstance(ord, str) or ord <= 0):
        raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
    return axis, None if axis is None else (axis,)


def other_norm(size: Tensor, ord: Any, axes: Any, matrix: bool) -> Tensor:
    """Norms other than the Euclidean, from the absolute values."""
    first = None if axes is None else axes[0]
    if ord == 1:
        result = reduce("Sum", size, first, True, None)
        return reduce("Max", result, axes[-1], True, None) if matrix else result
    if ord == np.inf:
        result = reduce("Sum", size, axes[1], True, None) if matrix else size
        return reduce("Max", result, first, True, None)
    return tf.pow(reduce("Sum", tf.pow(size, ord), axes, True, None), 1.0 / ord)


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Tensor:
    """x / sqrt(max(sum(x * x), epsilon)) over `axis`."""
    axis = either("axis", axis, "dim", dim)
    with name_scope(name, "l2_normalize", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        total = reduce("Sum", tf.square(x), axis, True, None)
        return tf.multiply(x, tf.rsqrt(tf.maximum(total, epsilon)), name=scope)
