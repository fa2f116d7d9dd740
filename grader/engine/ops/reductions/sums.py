"""Sums, means, products, "all" and "any" over axes, and what every reduction shares."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, colocate_with, device, name_scope
from grader.engine.ops.common.inference import fold, infer
from grader.engine.ops.common.kernel_helpers import summed
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import described
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import Shape, at_most_rank, axis_in, unknown
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX, NUMBERS
from grader.engine.registry import (
    define,
    flag,
    gradient_of,
    missing_gradient,
    no_tangent,
    one_of,
    tangent_of,
)

__all__ = [
    "count_nonzero",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_mean",
    "reduce_prod",
    "reduce_sum",
]

Axes = tuple[int, ...]
Kernel = Callable[[np.ndarray, Axes, bool], Any]

# What reductions share: axes, entries, public functions -------------------------------------------


def axes_of(x: np.ndarray, axes: np.ndarray) -> Axes:
    """The axes to reduce, counted from the front. Raises InvalidArgumentError."""
    listed = axes.ravel().tolist()
    if listed == list(range(len(listed))) and len(listed) <= x.ndim:
        return tuple(listed)
    chosen: list[int] = []
    for axis in listed:
        if not -x.ndim <= axis < x.ndim:
            raise invalid(
                f"Invalid reduction dimension ({axis} for input with {x.ndim} dimension(s)"
            )
        position = axis % x.ndim
        if position in chosen:
            raise invalid(
                f"Invalid reduction arguments: Axes contains duplicate dimension: {position}"
            )
        chosen.append(position)
    return tuple(chosen)


def reducing(function: Callable[[np.ndarray, Axes, bool], Any]) -> Callable[..., Any]:
    """A kernel of an array and the axes to reduce."""
    return lambda node, x, axes: function(x, axes_of(x, axes), node.attrs["keep_dims"])


def reduction_shape(c: Any) -> Shape:
    """Of Sum, Mean, ...: the axes are the second input."""
    shape, keep = c.shape(0), c.attr("keep_dims")
    at_most_rank(c.shape(1), 1)
    axes = c.value(1)
    if shape is None:
        return None
    if axes is None:
        return unknown(len(shape)) if keep else None
    reduced = {
        axis_in(
            int(axis),
            len(shape),
            f"Invalid reduction dimension {axis} for input with {len(shape)} dimensions.",
        )
        for axis in np.atleast_1d(axes).tolist()
    }
    if keep:
        return tuple(1 if i in reduced else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in reduced)


def define_reduction(op_type: str, function: Kernel, allowed: Any = None) -> None:
    """An entry: the reduction over axes of an array of the allowed types, or else of booleans."""
    types: dict[str, Any] = {"T": one_of(allowed)} if allowed else {}
    element = "T" if types else "bool"
    define(
        op_type,
        f"input: {element}, reduction_indices: Tidx -> output: {element}",
        keep_dims=flag(False),
        **types,
        Tidx=one_of(INDEX, d.int32),
        shape=infer(reduction_shape),
        kernel=reducing(function),
        # Along a short axis NumPy begins anew for each of many rows.
        work=lambda op, given: 4 * math.prod(given[0]),
    )


def all_axes(x: Any, axis: Any) -> Any:
    """`axis`, or all axes of x if it is None: a constant if the rank is known."""
    if axis is not None:
        return axis
    shape = getattr(x, "shape", None)
    rank = shape.rank if isinstance(shape, TensorShape) else None
    if rank:
        return constant(np.arange(rank, dtype=np.int32))
    return tf.range(0, tf.rank(x))


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


def kept_shape(shape: Any, axes: Any) -> Any:
    """The shape that a reduction along the axes has with keepdims=True."""
    known, along = constant_value(shape), constant_value(axes)
    if known is not None and along is not None:
        result = np.array(known, np.int32)
        result[np.asarray(along, np.int32)] = 1
        return result
    axes = convert_to_tensor(axes)
    rank = tf.size(shape, out_type=axes.dtype)
    axes = (axes + rank) % rank
    count = tf.shape(axes)
    indices = [tf.range(rank), axes]
    return apply("DynamicStitch", indices=indices, data=[shape, tf.ones(count, shape.dtype)])


# Kernels and entries ------------------------------------------------------------------------------


def add_up(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    """The sum; integers wrap around. Half precision is summed in single precision, as in TensorFlow."""
    if x.dtype in (np.float16, d.bfloat16.as_numpy_dtype):
        return summed(x.astype(np.float32), axes, keep).astype(x.dtype)
    return summed(x, axes, keep)


def average(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    """The mean; of integers, rounded towards zero. The mean of no elements is NaN (of integers, 0)."""
    if x.dtype.kind in "iu":
        count = int(np.prod([x.shape[axis] for axis in axes], dtype=np.int64))
        total = np.sum(x, axis=axes, keepdims=keep, dtype=np.int64)
        quotient = np.abs(total) // max(count, 1)
        return (np.sign(total) * quotient).astype(x.dtype)
    wide = np.float32 if x.dtype.itemsize == 2 else x.dtype
    number = np.dtype(wide).type(math.prod([x.shape[axis] for axis in axes]))
    return (summed(x.astype(wide, copy=False), axes, keep) / number).astype(x.dtype)


def multiply_up(x: np.ndarray, axes: Axes, keep: Any) -> Any:
    if x.dtype.itemsize == 2 and x.dtype.kind not in "iu":
        return np.prod(x, axis=axes, keepdims=keep, dtype=np.float32).astype(x.dtype)
    return np.multiply.reduce(x, axis=axes, keepdims=keep, dtype=x.dtype)  # as np.prod does, sooner


def all_true(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    return np.all(x, axis=axes, keepdims=keep)


def any_true(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    return np.any(x, axis=axes, keepdims=keep)


for _type, _function in {"Sum": add_up, "Mean": average, "Prod": multiply_up}.items():
    define_reduction(_type, _function, NUMBERS)
define_reduction("All", all_true)
define_reduction("Any", any_true)

# Public functions ---------------------------------------------------------------------------------

reduce_sum = reduction("Sum", "The sum")
reduce_mean = reduction("Mean", "The mean (of integers, rounded towards zero)")
reduce_prod = reduction("Prod", "The product")
reduce_all = reduction("All", "Whether all are true")
reduce_any = reduction("Any", "Whether any is true")


@with_old_names
def reduce_logsumexp(input_tensor: Any, axis: Any, keepdims: Any, name: str | None) -> Tensor:
    """log(sum(exp(x))) over `axis`, shifted by the maximum so that it does not overflow."""
    keep = False if keepdims is None else keepdims
    with name_scope(name, "ReduceLogSumExp", [input_tensor]) as scope:
        highest = reduce("Max", input_tensor, axis, True, None)
        finite = apply("SelectV2", condition=tf.is_finite(highest), t=highest, e=0)
        shift = apply("StopGradient", input=finite)
        exponentials = tf.exp(tf.subtract(input_tensor, shift))
        result = tf.log(reduce("Sum", exponentials, axis, keep, None))
        if not keep:
            shift = tf.reshape(shift, apply("Shape", input=result))
        return scalar_if_all(keep, axis, tf.add(result, shift, name=scope))


def count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: bool | None = None,
    dtype: Any = d.int64,
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: bool | None = None,
    input: Any = None,
) -> Tensor:
    """How many elements are not zero (nor False, nor empty strings) over `axis`, as integers."""
    x = either("input", input, "input_tensor", input_tensor)
    axis = either("axis", axis, "reduction_indices", reduction_indices)
    keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "count_nonzero", [x]):
        x = convert_to_tensor(x, name="input")
        if x.dtype != d.bool:
            x = apply("NotEqual", x=x, y=tf.zeros([], x.dtype))
        return tf.cast(reduce("Sum", tf.cast(x, d.int64), axis, keepdims, None), dtype)


# Gradients: that of a sum is copied to its terms --------------------------------------------------

missing_gradient("All Any")


def _spread(op: Any, gradient: Any) -> Any:
    """The gradient, repeated along the reduced axes."""
    x, axes = op.inputs
    along = constant_value(axes)
    if x.shape.rank is not None and along is not None:
        if np.array_equal(along, np.arange(x.shape.rank)):
            gradient = tf.reshape(gradient, [1] * x.shape.rank)
            whole = x.shape.is_fully_defined()
            size = constant(x.shape.as_list(), dtype="int32") if whole else tf.shape(x)
            return tf.tile(gradient, size)
        if x.shape.is_fully_defined():
            kept, copies = _known_copies(x, tuple(int(axis) for axis in np.ravel(along)))
            return tf.tile(tf.reshape(gradient, kept), copies)
    size = tf.shape(x)
    if not op.get_attr("keep_dims"):
        with colocate_with(size):
            kept = kept_shape(size, axes)
        gradient = tf.reshape(gradient, kept)
    return tf.broadcast_to(gradient, size)


def _known_copies(x: Any, axes: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """A reduction's shape with keepdims=True, and how often to repeat each axis.

    TensorFlow computes the latter with nodes, the first time that a graph needs it; so do we.
    """
    sizes = tuple(x.shape.as_list())
    cache = x.graph.reduced_shapes
    if (sizes, axes) not in cache:
        kept = list(sizes)
        for axis in axes:
            kept[axis] = 1
        nodes = fold(sizes // tf.maximum(tuple(kept), 1))
        assert nodes is not None
        cache[sizes, axes] = (kept, [int(count) for count in nodes])
    return cache[sizes, axes]


@gradient_of("Sum")
def _sum(op: Any, gradient: Any) -> Any:
    return _spread(op, gradient), None


@gradient_of("Mean")
def _mean(op: Any, gradient: Any) -> Any:
    spread = _spread(op, gradient)
    x, y = op.inputs[0].shape, op.outputs[0].shape
    if x.is_fully_defined() and y.is_fully_defined():
        factor = x.num_elements() // max(y.num_elements(), 1)
        count = constant(factor, dtype=spread.dtype)
    else:
        size = tf.shape(op.inputs[0])
        rank = tf.size(size)
        axes = tf.cast(op.inputs[1], rank.dtype)
        axes = (axes + rank) % rank
        count = reduce_prod(tf.gather(size, axes))
    return tf.truediv(spread, tf.cast(count, spread.dtype)), None


@gradient_of("Prod")
def _prod(op: Any, gradient: Any) -> Any:
    """The product of the others, before and after each factor: no division, so zeros do no harm."""
    x, axes = op.inputs
    size = tf.shape(x)
    axes = tf.reshape(axes, [-1])
    if not op.get_attr("keep_dims"):
        gradient = tf.reshape(gradient, kept_shape(size, op.inputs[1]))
    gradient = tf.broadcast_to(gradient, size)
    with device("/cpu:0"):
        rank = tf.rank(x)
        axes = tf.cast(axes, rank.dtype)
        reduced = (axes + rank) % rank
        other, _ = apply("ListDiff", x=tf.range(0, rank), y=reduced, out_idx=reduced.dtype)
        order = tf.concat([reduced, other], 0)
        reduced_count = reduce_prod(tf.gather(size, reduced))
        other_count = reduce_prod(tf.gather(size, other))
    permuted = tf.transpose(x, order)
    permuted_shape = tf.shape(permuted)
    rows = tf.reshape(permuted, (reduced_count, other_count))
    before = tf.cumprod(rows, axis=0, exclusive=True)
    after = tf.cumprod(rows, axis=0, exclusive=True, reverse=True)
    others = tf.reshape(tf.conj(before) * tf.conj(after), permuted_shape)
    found = gradient * tf.transpose(others, apply("InvertPermutation", x=order))
    return tf.reshape(found, size), None


# Tangents -----------------------------------------------------------------------------------------

no_tangent("All Any")
linear("input", "Sum", "Mean")


@tangent_of("Prod")
def _product(op: Any, tangent: Any, _: Any = None) -> Any:
    """Each factor's tangent times the product of the others, which holds for zeros, too."""
    x, axes = op.inputs
    rank = apply("Rank", input=x)
    reduced = tf.mod(tf.cast(axes, rank.dtype), rank)
    reduced = tf.reshape(reduced, [-1])
    kept, _ = apply("ListDiff", x=apply("Range", start=0, limit=rank, delta=1), y=reduced)
    order = tf.concat([kept, reduced], 0)
    sizes = tf.gather(tf.shape(x), kept)

    def rows(tensor: Any) -> Any:
        flat = tf.concat([sizes, [reduce_prod(tf.gather(tf.shape(x), reduced))]], 0)
        return tf.reshape(apply("Transpose", x=tensor, perm=order), flat)

    before = tf.cumprod(rows(x), axis=-1, exclusive=True)
    after = tf.cumprod(rows(x), axis=-1, exclusive=True, reverse=True)
    result = reduce_sum(rows(tangent) * before * after, axis=-1)
    return tf.reshape(result, tf.shape(op.outputs[0]))
