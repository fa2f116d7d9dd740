"""Counting and searching: entries, kernels, shape rules and public functions, such as tf.bincount."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays.kernels import unique
from grader.engine.ops.arrays.sizes import shape, shape_of, size
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import numbers
from grader.engine.ops.common.public import public, public_list
from grader.engine.ops.common.shape_algebra import Shape, at_most_rank, with_rank
from grader.engine.ops.common.types import INDEX
from grader.engine.ops.math.clip import clip_by_value
from grader.engine.ops.math.functions import cast, floor, greater, truediv
from grader.engine.ops.reductions.functions import reduce_max
from grader.engine.registry import (
    any_type,
    define,
    flag,
    missing_gradient,
    no_tangent,
    one_of,
)

# fmt: off
__all__ = [
    "bincount", "histogram_fixed_width", "histogram_fixed_width_bins", "searchsorted",
    "unique_with_counts", "unravel_index",
]
# fmt: on

Array = np.ndarray
COUNTED = INDEX | {d.float32, d.float64}


def type_of(node: Any, output: int = 0) -> Any:
    return node.output_dtypes[output].as_numpy_dtype


def counted(node: Any, x: Array) -> tuple[Array, Array, Array]:
    values, places = unique(x)
    dtype = type_of(node, 1)
    counts = np.bincount(places, minlength=len(values))
    return values, places.astype(dtype), counts.astype(dtype)


def bins(values: Array, size: int, weights: Array, dtype: Any) -> Array:
    """How often each number below `size` occurs (or the sum of its weights); ignores larger numbers."""
    values = np.ravel(values)
    kept = values < size
    if weights.size:
        result = np.zeros(size, dtype)
        np.add.at(result, values[kept], np.ravel(weights)[kept])
        return result
    return np.bincount(values[kept], minlength=size).astype(dtype)


def require_counts(values: Array, size: Array, weights: Array) -> int:
    if size.ndim or size < 0:
        raise invalid(f"size ({size}) must be a non-negative scalar")
    if np.any(values < 0):
        raise invalid("Input arr must be non-negative!")
    if weights.size and weights.shape != values.shape:
        raise invalid(
            f"`weights` must be the same shape as `arr` or a length-0 `Tensor`, got "
            f"{list(weights.shape)}"
        )
    return int(size)


def bincount_kernel(node: Any, values: Array, size: Array, weights: Array) -> Array:
    return bins(values, require_counts(values, size, weights), weights, type_of(node))


def dense_bincount(node: Any, values: Array, size: Array, weights: Array) -> Array:
    """Bincount of a vector or of each row of a matrix; `binary_output` says only whether a number occurs."""
    if values.ndim > 2:
        raise invalid(f"Shape must be at most rank 2 but is rank {values.ndim}")
    count, dtype = require_counts(values, size, weights), type_of(node)
    rows = np.atleast_2d(values)
    shares = np.broadcast_to(weights.reshape(rows.shape), rows.shape) if weights.size else None
    empty = np.zeros(0, dtype)
    found = [
        bins(row, count, empty if shares is None else shares[i], dtype)
        for i, row in enumerate(rows)
    ]
    result = np.stack(found) if found else np.zeros((0, count), dtype)
    if node.attrs["binary_output"]:
        result = (result > 0).astype(dtype)
    return result if values.ndim == 2 else result[0]


def histogram(node: Any, values: Array, limits: Array, nbins: Array) -> Array:
    if limits.shape != (2,) or nbins.ndim:
        raise invalid("value_range must have 2 elements, and nbins must be a scalar")
    low, high = limits
    if not low < high:
        raise invalid(
            f"value_range should satisfy value_range[0] < value_range[1], but got {limits}"
        )
    if nbins <= 0:
        raise invalid(f"nbins should be a positive number, but got '{nbins}'")
    step = (float(high) - float(low)) / int(nbins)
    place = np.clip(np.floor((values.astype(np.float64) - low) / step), 0, int(nbins) - 1)
    return np.bincount(np.ravel(place).astype(np.int64), minlength=int(nbins)).astype(type_of(node))


def search(side: Any) -> Callable[..., Array]:
    def kernel(node: Any, ordered: Array, values: Array) -> Array:
        if ordered.ndim != 2 or values.ndim != 2 or len(ordered) != len(values):
            raise invalid(
                "Leading dim_size of both tensors must match: "
                f"{list(ordered.shape)} vs. {list(values.shape)}"
            )
        found = [np.searchsorted(*pair, side=side) for pair in zip(ordered, values, strict=True)]
        return np.array(found, type_of(node)).reshape(values.shape)

    return kernel


def unravel(node: Any, indices: Array, sizes: Array) -> Array:
    """Coordinates, one row per axis, from positions in the flattened array."""
    if indices.ndim > 1 or sizes.ndim != 1:
        raise invalid(f"The indices can only be scalar or vector, got {list(indices.shape)}")
    if np.any(sizes == 0):
        raise invalid("Input dims cannot contain a dim of zero")
    if np.any(indices < 0) or np.any(indices >= np.prod(sizes, dtype=np.int64)):
        raise invalid(f"index is out of bound as with dims {numbers(sizes)}")
    return np.array(np.unravel_index(indices, numbers(sizes)), indices.dtype)


def unravel_shape(c: Any) -> Shape:
    indices, (axes,) = at_most_rank(c.shape(0), 1), with_rank(c.shape(1), 1)
    return None if indices is None else (axes, *indices)


def bins_shape(c: Any) -> Shape:
    size = c.value(1)
    with_rank(c.shape(1), 0)
    if size is not None and size < 0:
        raise ValueError(f"size ({size}) must be non-negative")
    known = None if size is None else int(size)
    if c.op.type == "Bincount":
        return (known,)
    values = c.shape(0)
    if values is None:
        return None
    if len(values) not in (1, 2):
        raise ValueError(f"Shape must be rank 1 or 2 but is rank {len(values)}")
    return (*values[:-1], known)


def histogram_shape(c: Any) -> Shape:
    with_rank(c.shape(1), 1)
    with_rank(c.shape(2), 0)
    count = c.value(2)
    if count is not None and count <= 0:
        raise ValueError(f"Requires nbins > 0: {count}")
    return (None if count is None else int(count),)


def search_shape(c: Any) -> Shape:
    with_rank(c.shape(0), 2)
    return None if c.shape(1) is None else with_rank(c.shape(1), 2)


define(
    "UniqueWithCounts",
    "x: T -> y: T, idx: out_idx, count: out_idx",
    T=any_type(),
    out_idx=one_of(INDEX, d.int32),
    shape=infer(lambda c: [(None,), c.shape(0), (None,)]),
    kernel=counted,
)
define(
    "Bincount",
    "arr: int32, size: int32, weights: T -> bins: T",
    T=one_of(COUNTED),
    shape=infer(bins_shape),
    kernel=bincount_kernel,
)
define(
    "DenseBincount",
    "input: Tidx, size: Tidx, weights: T -> output: T",
    Tidx=one_of(INDEX),
    T=one_of(COUNTED),
    binary_output=flag(False),
    shape=infer(bins_shape),
    kernel=dense_bincount,
)
define(
    "HistogramFixedWidth",
    "values: T, value_range: T, nbins: int32 -> out: dtype",
    T=one_of(COUNTED),
    dtype=one_of(INDEX, d.int32),
    shape=infer(histogram_shape),
    kernel=histogram,
)
for _type, _side in (("LowerBound", "left"), ("UpperBound", "right")):
    define(
        _type,
        "sorted_inputs: T, values: T -> output: out_type",
        T=any_type(),
        out_type=one_of(INDEX, d.int32),
        shape=infer(search_shape),
        kernel=search(_side),
        work=lambda op, shapes: 40 * int(np.prod(shapes[1], dtype=object)),
    )
define(
    "UnravelIndex",
    "indices: Tidx, dims: Tidx -> output: Tidx",
    Tidx=one_of(INDEX, d.int32),
    shape=infer(unravel_shape),
    kernel=unravel,
)
OPERATIONS = (
    "UniqueWithCounts Bincount DenseBincount HistogramFixedWidth LowerBound UpperBound UnravelIndex"
)
missing_gradient(OPERATIONS)
no_tangent(OPERATIONS)

unique_with_counts = public_list(
    "UniqueWithCounts",
    "The distinct values in order of appearance, each element's index among them, and their counts.",
)
unravel_index = public(
    "UnravelIndex",
    "Coordinates, one row per axis, of positions in a flattened array.",
)


def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = d.int32,
) -> Tensor:
    """How often each number from 0 to the largest occurs in `arr` (or the sum of its weights)."""
    with name_scope("bincount"):
        x: Any = convert_to_tensor(arr, name="arr")
        weights = None if weights is None else convert_to_tensor(weights, name="weights")
        if not x.dtype.is_integer:
            x = cast(x, d.int32)
        some = size(x) > 0
        length = cast(some, x.dtype) * (reduce_max(x) + 1)
        if minlength is not None:
            low = convert_to_tensor(minlength, name="minlength", dtype=x.dtype)
            length = apply("Maximum", x=low, y=length)
        if maxlength is not None:
            high = convert_to_tensor(maxlength, name="maxlength", dtype=x.dtype)
            length = apply("Minimum", x=high, y=length)
        weights = None if weights is None else arrays.reshape(weights, [-1])
        x = arrays.reshape(x, [-1])
        weights = constant([], dtype=dtype or x.dtype) if weights is None else weights
        return apply("DenseBincount", input=x, size=length, weights=weights)


def histogram_fixed_width(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = d.int32, name: str | None = None
) -> Tensor:
    """How many values are in each of `nbins` equal bins; values outside the range count for the
    first or last bin."""
    with name_scope(name, "histogram_fixed_width", [values, value_range, nbins]) as scope:
        return apply(
            "HistogramFixedWidth",
            scope,
            values=values,
            value_range=value_range,
            nbins=nbins,
            dtype=dtype,
        )


def histogram_fixed_width_bins(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = d.int32, name: str | None = None
) -> Tensor:
    """The index of each value's bin, of `nbins` equal bins."""
    with name_scope(name, "histogram_fixed_width_bins", [values, value_range, nbins]):
        x: Any = convert_to_tensor(values, name="values")
        sizes = shape(x)
        x = arrays.reshape(x, [-1])
        ends: Any = convert_to_tensor(value_range, name="value_range")
        number: Any = convert_to_tensor(nbins, dtype=d.int32, name="nbins")
        positive, message = greater(number, 0), f"nbins {number} must > 0"
        with name_scope(None, "Assert", [positive]):
            constant(message)  # TensorFlow adds this node but does not use it
            check = apply("Assert", "Assert", condition=positive, data=[message])
        with control_dependencies([check]):
            number = apply("Identity", "control_dependency", input=number)
        count: Any = cast(number, x.dtype)
        scaled = truediv(x - ends[0], ends[1] - ends[0], name="scaled_values")
        place = floor(count * scaled, name="indices")
        place = cast(clip_by_value(place, 0, count - 1), d.int32)
        return arrays.reshape(place, sizes)


def searchsorted(
    sorted_sequence: Any,
    values: Any,
    side: str = "left",
    out_type: Any = d.int32,
    name: str | None = None,
) -> Tensor:
    """Where to insert the values into the sorted last axis: before or after equal ones (`side`)."""
    width, wanted = shape_of(sorted_sequence)[-1], shape_of(values)[-1]
    ordered = arrays.reshape(sorted_sequence, [-1, width])
    rows = arrays.reshape(values, [-1, wanted])
    if side not in ("left", "right"):
        raise ValueError(
            f"Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'."
        )
    kind = "UpperBound" if side == "right" else "LowerBound"
    found = apply(kind, name, sorted_inputs=ordered, values=rows, out_type=out_type)
    return arrays.reshape(found, shape_of(values))
