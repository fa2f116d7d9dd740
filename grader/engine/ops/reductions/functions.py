"""Public reductions: tf.reduce_sum and the like, tf.argmax, tf.cumsum, tf.norm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.public import described, public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import arithmetic, comparisons, powers
from grader.engine.ops.math.arithmetic import conj
from grader.engine.ops.reductions import entries  # noqa: F401 (public() reads them)

# fmt: off
__all__ = [
    "arg_max", "arg_min", "argmax", "argmin", "cumprod", "cumsum", "norm", "reduce_all",
    "reduce_any", "reduce_logsumexp", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod",
    "reduce_sum",
]
# fmt: on


def all_axes(x: Any, axis: Any) -> Any:
    """`axis`, or all axes of x if it is None: a constant if the rank is known."""
    if axis is not None:
        return axis
    shape = getattr(x, "shape", None)
    rank = shape.rank if isinstance(shape, TensorShape) else None
    if rank:
        return constant(np.arange(rank, dtype=np.int32))
    return making.range(0, shapes.rank(x))


def scalar_if_all(keepdims: bool, axis: Any, output: Tensor) -> Tensor:
    """Marks the result of a reduction over all axes as a scalar, where shape inference could not."""
    if not output.shape.is_fully_defined() and not keepdims and axis is None:
        output.set_shape(())
    return output


def reduce(op_type: str, x: Any, axis: Any, keepdims: Any, name: str | None) -> Tensor:
    """One reduction operation over `axis` (None: all)."""
    keep = False if keepdims is None else bool(keepdims)
    axes = all_axes(x, axis)
    output = apply(op_type, name, input=x, reduction_indices=axes, keep_dims=keep)
    return scalar_if_all(keep, axis, output)


def with_old_names(
    reducing: Callable[[Any, Any, Any, str | None], Tensor],
) -> Callable[..., Tensor]:
    """The function with TensorFlow 1's signature: two parameters also have their older names."""

    def function(
        input_tensor: Any,
        axis: Any = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: Any = None,
        keep_dims: bool | None = None,
    ) -> Tensor:
        axis = either("axis", axis, "reduction_indices", reduction_indices)
        keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
        return reducing(input_tensor, axis, keepdims, name)

    return described(function, reducing.__name__, reducing.__doc__ or "")


def reduction(op_type: str, text: str) -> Callable[..., Tensor]:
    """A public reduction that only adds its operation."""

    def reducing(x: Any, axis: Any, keepdims: Any, name: str | None) -> Tensor:
        return reduce(op_type, x, axis, keepdims, name)

    text = f"{text} over `axis` (an int, a list of them, or None: all axes)."
    return with_old_names(described(reducing, f"reduce_{op_type.lower()}", text))


reduce_sum = reduction("Sum", "The sum")
reduce_mean = reduction("Mean", "The mean (of integers, rounded towards zero)")
reduce_prod = reduction("Prod", "The product")
reduce_max = reduction("Max", "The maximum")
reduce_min = reduction("Min", "The minimum")
reduce_all = reduction("All", "Whether all are true")
reduce_any = reduction("Any", "Whether any is true")


@with_old_names
def reduce_logsumexp(input_tensor: Any, axis: Any, keepdims: Any, name: str | None) -> Tensor:
    """log(sum(exp(x))) over `axis`, shifted by the maximum so that it does not overflow."""
    keep = False if keepdims is None else keepdims
    with name_scope(name, "ReduceLogSumExp", [input_tensor]) as scope:
        highest = reduce("Max", input_tensor, axis, True, None)
        finite = apply("SelectV2", condition=comparisons.is_finite(highest), t=highest, e=0)
        shift = apply("StopGradient", input=finite)
        exponentials = powers.exp(arithmetic.subtract(input_tensor, shift))
        result = powers.log(reduce("Sum", exponentials, axis, keep, None))
        if not keep:
            shift = arrays.reshape(shift, apply("Shape", input=result))
        return scalar_if_all(keep, axis, arithmetic.add(result, shift, name=scope))


# Positions and scans -------------------------------------------------------------------------


def extreme(op_type: str, x: Any, axis: Any, output_type: Any, name: str | None) -> Tensor:
    return apply(
        op_type, name, input=x, dimension=0 if axis is None else axis, output_type=output_type
    )


def argmax(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = d.int64,
) -> Tensor:
    """The index of the maximum along an axis (0 if none is given); the first of equal elements."""
    axis = either("axis", axis, "dimension", dimension)
    if axis is not None and not hasattr(axis, "dtype") and not isinstance(axis, int):
        raise TypeError("axis must be int or Tensor with integer datatype")
    return extreme("ArgMax", input, axis, output_type, name)


def argmin(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = d.int64,
) -> Tensor:
    """The index of the minimum along an axis (0 if none is given); the first of equal elements."""
    axis = either("axis", axis, "dimension", dimension)
    return extreme("ArgMin", input, axis, output_type, name)


arg_max = public("ArgMax", "The index of the maximum along an axis; `argmax` is the newer name.")
arg_min = public("ArgMin", "The index of the minimum along an axis; `argmin` is the newer name.")


def scan(op_type: str, text: str) -> Callable[..., Tensor]:
    """A public function of running sums or products."""

    def function(
        x: Any,
        axis: Any = 0,
        exclusive: bool = False,
        reverse: bool = False,
        name: str | None = None,
    ) -> Tensor:
        with name_scope(name, op_type, [x]) as scope:
            x = convert_to_tensor(x, name="x")
            return apply(op_type, scope, x=x, axis=axis, exclusive=exclusive, reverse=reverse)

    text = f"{text} along an axis; `exclusive` leaves out the element itself."
    return described(function, op_type.lower(), text)


cumsum = scan("Cumsum", "Running sums")
cumprod = scan("Cumprod", "Running products")


# Norms ---------------------------------------------------------------------------------------


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
            result = powers.sqrt(reduce("Sum", x * conj(x), axes, True, None))
        else:
            result = other_norm(arithmetic.abs(x), ord, axes, matrix)
        return result if keepdims else arrays.squeeze(result, axes)


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
    return powers.pow(reduce("Sum", powers.pow(size, ord), axes, True, None), 1.0 / ord)


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Tensor:
    """x / sqrt(max(sum(x * x), epsilon)) over `axis`."""
    axis = either("axis", axis, "dim", dim)
    with name_scope(name, "l2_normalize", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        total = reduce("Sum", powers.square(x), axis, True, None)
        return arithmetic.multiply(x, powers.rsqrt(arithmetic.maximum(total, epsilon)), name=scope)


l2_loss = public("L2Loss", "Half the sum of squares.", called="l2_loss")
