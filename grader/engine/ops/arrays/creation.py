"""Arrays made from a few numbers: tf.fill, tf.zeros, tf.ones, tf.range, tf.linspace, tf.one_hot."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.shapes import shape_of
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import numbers
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import range_size
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import FLOATS, INDEX, INTEGERS, NUMBERS
from grader.engine.registry import (
    any_type,
    define,
    gradient_of,
    no_derivative,
    number,
    one_of,
    plain,
)

# fmt: off
__all__ = [
    "fill", "lin_space", "linspace", "one_hot", "ones", "ones_like", "range", "zeros",
    "zeros_like",
]
# fmt: on

Array = np.ndarray


# Fills --------------------------------------------------------------------------------------------


def fill_kernel(shape: Array, value: Array) -> Array:
    sizes = numbers(shape)
    if any(size < 0 for size in sizes):
        raise invalid(f"Dimension {min(sizes)} must be >= 0")
    return np.full(sizes, value, np.asarray(value).dtype)


def fill_shape(c: Any) -> algebra.Shape:
    algebra.with_rank(c.shape(1), 0)
    algebra.with_rank(c.shape(0), 1)
    sizes = c.value(0)
    if sizes is not None and np.any(sizes < 0):
        raise ValueError("Fill dimensions must be >= 0")
    return c.value_as_shape(0)


define(
    "Fill",
    "dims: index_type, value: T -> output: T",
    T=any_type(),
    index_type=one_of(INDEX, d.int32),
    shape=infer(fill_shape),
    kernel=plain(fill_kernel),
)
fill = public("Fill", "A tensor of shape `dims`, every element `value`.")


@gradient_of("Fill")
def _fill(op: Any, gradient: Any) -> Any:
    return None, tf.reduce_sum(gradient)


linear("value", "Fill")


# Zeros and ones -----------------------------------------------------------------------------------


SMALL = 1000  # elements; a smaller array becomes one Const, filled when the graph is built
define(
    "ZerosLike",
    "x: T -> y: T",
    T=any_type(),
    shape=infer(unchanged),
    kernel=plain(
        lambda x: np.full(x.shape, b"", object) if x.dtype == object else np.zeros_like(x)
    ),
)
define(
    "OnesLike",
    "x: T -> y: T",
    T=one_of(NUMBERS | {d.bool}),
    shape=infer(unchanged),
    kernel=plain(np.ones_like),
)


def filled(shape: Any, dtype: Any, value: Any, default: str, name: str | None) -> Tensor:
    """zeros or ones: a Const if small, else a Fill."""
    dtype = d.as_dtype(dtype).base_dtype
    element: Any = bool(value) if dtype == d.bool else value
    if dtype == d.string:
        element = "" if value == 0 else 1
    with name_scope(name, default, [shape]) as scope:
        if not isinstance(shape, Tensor):
            small = constant_if_small(element, shape, dtype, scope)
            if small is not None:
                return small
            try:
                shape = convert_to_tensor(TensorShape(shape))
            except (TypeError, ValueError):
                shape = convert_to_tensor(shape, dtype=d.int32)
        if not shape.shape.rank:
            shape = tf.reshape(shape, [-1])
        return fill(shape, constant(element, dtype=dtype), name=scope)


def constant_if_small(value: Any, shape: Any, dtype: d.DType, name: str) -> Tensor | None:
    try:
        if 0 <= np.prod(shape) < SMALL:
            return constant(value, shape=shape, dtype=dtype, name=name)
    except (NotImplementedError, TypeError):
        pass
    return None


def zeros(shape: Any, dtype: Any = d.float32, name: str | None = None) -> Tensor:
    """A tensor of zeros (False for booleans, "" for strings)."""
    return filled(shape, dtype, 0, "zeros", name)


def ones(shape: Any, dtype: Any = d.float32, name: str | None = None) -> Tensor:
    """A tensor of ones (True for booleans)."""
    return filled(shape, dtype, 1, "ones", name)


def zeros_like(
    tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Zeros with the shape of `tensor`, and with its type unless `dtype` is given."""
    with name_scope(name, "zeros_like", [tensor]) as scope:
        x = convert_to_tensor(tensor, name="tensor")
        wanted = None if dtype is None else d.as_dtype(dtype)
        if optimize and x.shape.is_fully_defined() and x.dtype != d.variant:
            return zeros(x.shape, dtype=wanted or x.dtype, name=scope)
        if wanted is not None and wanted != x.dtype:
            return zeros(shape_of(x, optimize), dtype=wanted, name=scope)
        return apply("ZerosLike", scope, x=x)


def ones_like(
    tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Ones with the shape of `tensor`, and with its type unless `dtype` is given."""
    with name_scope(name, "ones_like", [tensor]) as scope:
        x = convert_to_tensor(tensor, name="tensor")
        shape = shape_of(x, optimize)
        result = ones(shape, dtype=x.dtype if dtype is None else dtype, name=scope)
        result.set_shape(x.shape)
        return result


no_derivative("OnesLike ZerosLike")


# Range --------------------------------------------------------------------------------------------


RANGE_TYPES = [d.int32, d.int64, d.float16, d.bfloat16, d.float32, d.float64]


def range_kernel(start: Array, limit: Array, delta: Array) -> Array:
    """The kernel of Range: `start` plus multiples of the step, rounded as in TensorFlow."""
    size = range_size(start, limit, delta, invalid)
    dtype = np.asarray(start).dtype
    if dtype.kind in "iu":
        return (int(start) + int(delta) * np.arange(size)).astype(dtype)
    return (start + np.arange(size).astype(dtype) * delta).astype(dtype)


def range_shape(c: Any) -> algebra.Shape:
    """The rule of Range."""
    for position, name in enumerate(("start", "limit", "delta")):
        algebra.with_rank(c.shape(position), 0, f"\n\t for '{name}'")
    start, limit, delta = (c.value(i) for i in builtins.range(3))
    if start is None or limit is None or delta is None:
        return (None,)
    return (algebra.range_size(start, limit, delta, ValueError),)


define(
    "Range",
    "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx",
    Tidx=one_of(FLOATS | INTEGERS - {d.uint8}, d.int32),
    shape=infer(range_shape),
    kernel=plain(range_kernel),
)


def range(
    start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = "range"
) -> Tensor:
    """start, start + delta, ... below limit; `range(limit)` starts at 0."""
    if limit is None:
        start, limit = 0, start
    with name_scope(name, "Range", [start, limit, delta]) as scope:
        wanted = None if dtype is None else d.as_dtype(dtype)
        ends = [
            value if isinstance(value, Tensor) else convert_to_tensor(value, dtype=wanted, name=key)
            for key, value in (("start", start), ("limit", limit), ("delta", delta))
        ]
        if wanted is None:
            for end in ends:
                assert end.dtype in RANGE_TYPES, f"range cannot count in {end.dtype.name}"
            wanted = max((end.dtype for end in ends), key=RANGE_TYPES.index)
        first, last, step = (tf.cast(end, wanted) for end in ends)
        return apply("Range", scope, start=first, limit=last, delta=step)


def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: Any = 0) -> Tensor:
    """`num` evenly spaced numbers from start to stop, both included, along a new axis `axis`."""
    with name_scope(name, "linspace", [start, stop]):
        start = convert_to_tensor(start, name="start")
        stop = convert_to_tensor(stop, name="stop", dtype=start.dtype)
        count = whole_number(num, "num")
        tf.cast(count, dtype=start.dtype)  # TensorFlow adds this node but does not use it
        return between(start, stop, count, axis)


lin_space = linspace


def between(start: Tensor, stop: Tensor, count: Tensor, axis: Any) -> Tensor:
    """The numbers of linspace: the ends, and between them multiples of one step."""
    common = apply("BroadcastArgs", s0=tf.shape(start), s1=tf.shape(stop))
    start = tf.broadcast_to(start, common)
    stop = tf.broadcast_to(stop, common)
    first = tf.expand_dims(start, axis=axis)
    last = tf.expand_dims(stop, axis=axis)
    shape = tf.shape(first)
    rank = tf.shape(shape)[0]
    axis = tf.where_v2(axis >= 0, axis, rank + axis)
    inner = apply("Maximum", x=count - 2, y=0)
    steps = apply("Maximum", x=count - 1, y=1)
    delta = (last - first) / tf.cast(steps, last.dtype)
    first, last = tf.cast(first, delta.dtype), tf.cast(last, delta.dtype)
    end = tf.where_v2(count >= 0, steps, -1)
    multiples = tf.cast(range(1, end, dtype=d.int64), delta.dtype)
    on_axis = tf.equal(axis, range(rank))
    multiples = tf.reshape(multiples, tf.where_v2(on_axis, inner, 1))
    middle = first + delta * multiples
    joined = tf.concat((first, middle, last), axis=axis)
    begin = zeros_like(shape)
    size = tf.concat((shape[0:axis], tf.reshape(count, [1]), shape[axis + 1 :]), axis=0)
    return tf.slice(joined, begin, size)


def whole_number(value: Any, name: str) -> Tensor:
    """`value` as an int32 tensor. Raises TypeError when it holds no integers."""
    tensor = convert_to_tensor(value, name=name, preferred_dtype=d.int32)
    if not tensor.dtype.is_integer:
        raise TypeError(
            f"Argument `tensor` (name: {name}) must be of type integer. Received `tensor` = "
            f"{tensor} of dtype: {tensor.dtype}"
        )
    return apply("Cast", x=tensor, DstT=d.int32)  # even if it already has that type


# OneHot -------------------------------------------------------------------------------------------


def one_hot_kernel(indices: Array, depth: Array, on: Array, off: Array, axis: int) -> Array:
    if depth < 0:
        raise invalid(f"depth must be non-negative, got: {depth}")
    if not -1 <= axis <= indices.ndim:
        raise invalid(
            f"Expected axis to be -1 or between [0, {indices.ndim}].  But received: {axis}"
        )
    position = axis % (indices.ndim + 1)
    places = np.expand_dims(indices, position)
    levels = np.reshape(
        np.arange(int(depth)),
        [-1 if i == position else 1 for i in builtins.range(indices.ndim + 1)],
    )
    return np.where(places == levels, on, off).astype(np.asarray(on).dtype)


def one_hot_shape(c: Any) -> algebra.Shape:
    indices, axis = c.shape(0), c.attr("axis")
    depth = c.value(1)
    algebra.with_rank(c.shape(1), 0)
    if depth is not None and depth < 0:
        raise ValueError(
            f"Dimension size, given by scalar input 1, must be non-negative but is {depth}"
        )
    if indices is None:
        return None
    position = axis % (len(indices) + 1)
    return (*indices[:position], None if depth is None else int(depth), *indices[position:])


define(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T -> output: T",
    axis=number(-1),
    T=any_type(),
    TI=one_of(INDEX | {d.uint8, d.int8}, d.int64),
    shape=infer(one_hot_shape),
    kernel=lambda node, i, depth, on, off: one_hot_kernel(i, depth, on, off, node.attrs["axis"]),
)


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """A vector of `depth` for each index: `on_value` at the index, `off_value` elsewhere."""
    values = [indices, depth, on_value, off_value, axis, dtype]
    with name_scope(name, "one_hot", values) as scope:
        wanted = None if dtype is None else d.as_dtype(dtype)
        on = None if on_value is None else convert_to_tensor(on_value, dtype_hint=wanted)
        off = None if off_value is None else convert_to_tensor(off_value, dtype_hint=wanted)
        for label, value in (("on_value", on), ("off_value", off)):
            if value is not None and wanted is not None and value.dtype.base_dtype != wanted:
                raise TypeError(
                    f"dtype {value.dtype.base_dtype} of {label} does not match dtype parameter "
                    f"{wanted}"
                )
        if wanted is None:
            known = on if on is not None else off
            wanted = d.float32 if known is None else known.dtype.base_dtype
        on = convert_to_tensor(1, wanted, name="on_value") if on is None else on
        off = convert_to_tensor(0, wanted, name="off_value") if off is None else off
        if on.dtype.base_dtype != off.dtype.base_dtype:
            raise TypeError(
                f"dtype {on.dtype.base_dtype} of on_value does not match dtype "
                f"{off.dtype.base_dtype} of off_value"
            )
        return apply(
            "OneHot", scope, indices=indices, depth=depth, on_value=on, off_value=off, axis=axis
        )


no_derivative("OneHot Range")
