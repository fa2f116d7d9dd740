"""Public functions that create arrays: tf.zeros, tf.ones, tf.fill, tf.range, tf.one_hot, tf.eye."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.public import public
from grader.engine.ops.math.arithmetic import minimum
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.choices import where_v2
from grader.engine.ops.math.comparisons import equal

# fmt: off
__all__ = [
    "diag", "eye", "fill", "lin_space", "linspace", "one_hot", "ones", "ones_like", "range",
    "tensor_diag", "zeros", "zeros_like",
]
# fmt: on

SMALL = 1000  # elements; a smaller array becomes one Const, filled when the graph is built


fill = public("Fill", "A tensor of shape `dims`, every element `value`.")


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
            shape = arrays.reshape(shape, [-1])
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
            return zeros(shapes.shape_of(x, optimize), dtype=wanted, name=scope)
        return apply("ZerosLike", scope, x=x)


def ones_like(
    tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Ones with the shape of `tensor`, and with its type unless `dtype` is given."""
    with name_scope(name, "ones_like", [tensor]) as scope:
        x = convert_to_tensor(tensor, name="tensor")
        shape = shapes.shape_of(x, optimize)
        result = ones(shape, dtype=x.dtype if dtype is None else dtype, name=scope)
        result.set_shape(x.shape)
        return result


# Sequences ----------------------------------------------------------------------------------------

RANGE_TYPES = [d.int32, d.int64, d.float16, d.bfloat16, d.float32, d.float64]


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
        first, last, step = (cast(end, wanted) for end in ends)
        return apply("Range", scope, start=first, limit=last, delta=step)


def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: Any = 0) -> Tensor:
    """`num` evenly spaced numbers from start to stop, both included, along a new axis `axis`."""
    with name_scope(name, "linspace", [start, stop]):
        start = convert_to_tensor(start, name="start")
        stop = convert_to_tensor(stop, name="stop", dtype=start.dtype)
        count = whole_number(num, "num")
        cast(count, dtype=start.dtype)  # TensorFlow adds this node but does not use it
        return between(start, stop, count, axis)


lin_space = linspace


def between(start: Tensor, stop: Tensor, count: Tensor, axis: Any) -> Tensor:
    """The numbers of linspace: the ends, and between them multiples of one step."""
    common = apply("BroadcastArgs", s0=shapes.shape(start), s1=shapes.shape(stop))
    start = arrays.broadcast_to(start, common)
    stop = arrays.broadcast_to(stop, common)
    first = arrays.expand_dims(start, axis=axis)
    last = arrays.expand_dims(stop, axis=axis)
    shape = shapes.shape(first)
    rank = shapes.shape(shape)[0]
    axis = where_v2(axis >= 0, axis, rank + axis)
    inner = apply("Maximum", x=count - 2, y=0)
    steps = apply("Maximum", x=count - 1, y=1)
    delta = (last - first) / cast(steps, last.dtype)
    first, last = cast(first, delta.dtype), cast(last, delta.dtype)
    end = where_v2(count >= 0, steps, -1)
    multiples = cast(range(1, end, dtype=d.int64), delta.dtype)
    on_axis = equal(axis, range(rank))
    multiples = arrays.reshape(multiples, where_v2(on_axis, inner, 1))
    middle = first + delta * multiples
    joined = arrays.concat((first, middle, last), axis=axis)
    begin = zeros_like(shape)
    size = arrays.concat((shape[0:axis], arrays.reshape(count, [1]), shape[axis + 1 :]), axis=0)
    return arrays.slice(joined, begin, size)


def whole_number(value: Any, name: str) -> Tensor:
    """`value` as an int32 tensor. Raises TypeError when it holds no integers."""
    tensor = convert_to_tensor(value, name=name, preferred_dtype=d.int32)
    if not tensor.dtype.is_integer:
        raise TypeError(
            f"Argument `tensor` (name: {name}) must be of type integer. Received `tensor` = "
            f"{tensor} of dtype: {tensor.dtype}"
        )
    return apply("Cast", x=tensor, DstT=d.int32)  # even if it already has that type


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


# Diagonals ----------------------------------------------------------------------------------------


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
            size = minimum(num_rows, columns)
        else:
            if not all(isinstance(n, (int, np.integer)) for n in (num_rows, columns)):
                raise TypeError(
                    "Arguments `num_rows` and `num_columns` must be positive integer values. "
                    f"Received: num_rows={num_rows}, num_columns={columns}"
                )
            square = num_rows == columns
            size = np.minimum(num_rows, columns)
        diagonal_shape, shape = batch_shapes(batch_shape, size, num_rows, columns, square)
        diagonal = ones(diagonal_shape, dtype=dtype)
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
        whole = zeros(shape, dtype=dtype)
        return apply("MatrixSetDiagV3", "set_diag", input=whole, diagonal=diagonal, k=0)


def batch_shapes(batch: Any, size: Any, rows: Any, columns: Any, square: bool) -> tuple[Any, Any]:
    """The shapes of eye's diagonal and of its matrix, as tensors if any part is one."""
    if isinstance(batch, Tensor) or isinstance(size, Tensor):
        batch = convert_to_tensor(batch, name="shape", dtype=d.int32)
        diagonal = arrays.concat((batch, [size]), axis=0)
        return diagonal, None if square else arrays.concat((batch, [rows, columns]), axis=0)
    batch = list(batch)
    return [*batch, size], [*batch, rows, columns]


diag = public("Diag", "A tensor of twice the rank with `diagonal` on its diagonal.")


tensor_diag = diag
