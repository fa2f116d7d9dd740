"""The largest and the smallest elements along axes, and their positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import Shape, axis_in, unknown, with_rank
from grader.engine.ops.common.types import INDEX, REAL, SHORT_INDEX
from grader.engine.ops.reductions.sums import Axes, define_reduction, kept_shape, reduction
from grader.engine.registry import define, gradient_of, no_derivative, one_of, tangent_of

__all__ = ["arg_max", "arg_min", "argmax", "argmin", "reduce_max", "reduce_min"]

# Extremes -----------------------------------------------------------------------------------------


def lowest(dtype: np.dtype) -> Any:
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def highest(dtype: np.dtype) -> Any:
    return np.iinfo(dtype).max if dtype.kind in "iu" else np.inf


def largest(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    """The maximum (NaN if there is one); of no elements, the lowest number of the type."""
    return np.max(x, axis=axes, keepdims=keep, initial=lowest(x.dtype))


def smallest(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    return np.min(x, axis=axes, keepdims=keep, initial=highest(x.dtype))


define_reduction("Max", largest, REAL)
define_reduction("Min", smallest, REAL)
reduce_max = reduction("Max", "The maximum")
reduce_min = reduction("Min", "The minimum")


@gradient_of("Max", "Min")
def _extreme(op: Any, gradient: Any) -> Any:
    x, axes = op.inputs
    size, y = tf.shape(x), op.outputs[0]
    if op.get_attr("keep_dims"):
        kept: Any = tf.shape(y)
    else:
        kept = kept_shape(size, axes)
        y, gradient = tf.reshape(y, kept), tf.reshape(gradient, kept)
    chosen = tf.cast(tf.equal(y, x), gradient.dtype)
    number = tf.reshape(tf.reduce_sum(chosen, axes), kept)
    return tf.divide(chosen, number) * gradient, None


def _kept(op: Any, reduced: Any) -> Any:
    """The result of a reduction with its axes kept: computed again if the operation drops them."""
    return reduced if op.get_attr("keep_dims") else _reduce(REDUCTIONS[op.type], op, True)


def _reduce(function: Any, op: Any, keep: bool, values: Any = None) -> Any:
    return function(op.inputs[0] if values is None else values, axis=op.inputs[1], keepdims=keep)


REDUCTIONS = {"Max": reduce_max, "Min": reduce_min}


@tangent_of("Max", "Min")
def _tangent_of_extreme(op: Any, tangent: Any, _: Any = None) -> Any:
    # Equal extremes share the tangent, as they share TensorFlow's gradient.
    x, keep = op.inputs[0], op.get_attr("keep_dims")
    chosen = tf.cast(tf.equal(x, _kept(op, op.outputs[0])), x.dtype.base_dtype)
    number = _reduce(tf.reduce_sum, op, keep, chosen)
    return _reduce(tf.reduce_sum, op, keep, chosen * tangent) / number


# Positions of extremes ----------------------------------------------------------------------------


def position(choose: Callable[..., Any], worst: float) -> Callable[..., Any]:
    """A kernel for ArgMax or ArgMin: the first of equal elements; NaN is ignored."""

    def kernel(node: Any, x: np.ndarray, axis: np.ndarray) -> Any:
        if not -x.ndim <= axis < x.ndim:
            raise invalid(
                f"Expected dimension in the range [{-x.ndim}, {x.ndim}), but got {int(axis)}"
            )
        where = int(axis) % x.ndim
        if x.shape[where] == 0:
            raise invalid(f"Reduction axis {where} is empty in shape {list(x.shape)}")
        if x.dtype.kind not in "iub":
            x = np.where(np.isnan(x), np.asarray(worst, x.dtype), x)
        return np.asarray(choose(x, axis=where)).astype(node.output_dtypes[0].as_numpy_dtype)

    return kernel


def position_of_extreme(c: Any) -> Shape:
    shape = c.shape(0)
    with_rank(c.shape(1), 0)
    if shape is None:
        return None
    if len(shape) <= 1:
        return ()
    axis = c.value(1)
    if axis is None:
        return unknown(len(shape) - 1)
    position = axis_in(
        int(axis),
        len(shape),
        f"Dimension ({axis}) must be in the range [{-len(shape)}, {len(shape)}), "
        f"where {len(shape)} is the number of dimensions in the input.",
    )
    return shape[:position] + shape[position + 1 :]


for _type, _choose, _worst, _outputs in (
    ("ArgMax", np.argmax, -np.inf, SHORT_INDEX | {d.uint16}),
    ("ArgMin", np.argmin, np.inf, INDEX),
):
    define(
        _type,
        "input: T, dimension: Tidx -> output: output_type",
        T=one_of(REAL | {d.bool}),
        Tidx=one_of(SHORT_INDEX, d.int32),
        output_type=one_of(_outputs, d.int64),
        shape=infer(position_of_extreme),
        kernel=position(_choose, _worst),
    )
no_derivative("ArgMax ArgMin")


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
