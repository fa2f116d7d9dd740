"""NumPy kernels that rearrange, cut, join and enlarge arrays, with TensorFlow's run-time errors.

Every function takes arrays (inputs of the operation, in order) and plain values (its attributes).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.ops.common.kernel_helpers import axis_of, numbers
from grader.engine.ops.common.shape_algebra import format_shape

Array = np.ndarray


def reshape(x: Array, shape: Array) -> Array:
    """`x` in another shape; one dimension may be -1. Raises InvalidArgumentError."""
    sizes = shape.tolist() if shape.ndim else [int(shape)]
    if (not sizes and x.size == 1) or (sizes and min(sizes) >= 0 and math.prod(sizes) == x.size):
        return x.reshape(sizes)
    if any(size < -1 for size in sizes):
        raise invalid(f"Size {sizes.index(min(sizes))} must be non-negative, not {min(sizes)}")
    if sizes.count(-1) > 1:
        first, second = [i for i, size in enumerate(sizes) if size == -1][:2]
        raise invalid(f"Only one input size may be -1, not both {first} and {second}")
    if -1 in sizes:
        # Where the shape contains a 0, the other sizes must fit without it.
        known = math.prod(size for size in sizes if size > 0)
        held = math.prod(size for size in x.shape if size > 0) if 0 in sizes else x.size
        if held % known:
            raise invalid(
                f"Input to reshape is a tensor with {x.size} values, but the requested shape "
                f"requires a multiple of {known}"
            )
        sizes[sizes.index(-1)] = held // known
    if math.prod(sizes) != x.size:
        raise invalid(
            f"Input to reshape is a tensor with {x.size} values, but the requested shape has "
            f"{math.prod(sizes)}"
        )
    return x.reshape(sizes)


def transpose(x: Array, order: Array) -> Array:
    axes = numbers(order)
    if len(axes) != x.ndim:
        raise invalid(
            f"transpose expects a vector of size {x.ndim}. But input(1) is a vector of size "
            f"{len(axes)}"
        )
    axes = [axis_of(axis, x.ndim, "transpose") for axis in axes]
    if sorted(axes) != list(range(x.ndim)):
        missing = next(i for i in range(x.ndim) if i not in axes)
        raise invalid(f"{missing} is missing from {{{','.join(map(str, axes))}}}.")
    return np.transpose(x, axes)


def invert_permutation(x: Array) -> Array:
    result = np.full_like(x, -1)
    for index, place in enumerate(x):
        if not 0 <= place < len(x):
            raise invalid(f"{place} is not between 0 and {len(x)}")
        if result[place] != -1:
            raise invalid(f"{place} is duplicated in the input.")
        result[place] = index
    return result


def expand_dims(x: Array, axis: Array) -> Array:
    position = int(np.reshape(axis, ()))
    if not -x.ndim - 1 <= position <= x.ndim:
        raise invalid(f"Tried to expand dim index {position} for tensor with {x.ndim} dimensions.")
    return np.expand_dims(x, position)


def squeeze(x: Array, axes: list[int]) -> Array:
    if not axes:
        return np.squeeze(x)
    for axis in axes:
        if x.shape[axis_of(axis, x.ndim, "squeeze")] != 1:
            raise invalid(
                f"Can not squeeze dim[{axis % x.ndim}], expected a dimension of 1, "
                f"got {x.shape[axis % x.ndim]}"
            )
    return np.squeeze(x, tuple(axis % x.ndim for axis in axes))


def concat(*inputs: Array) -> Array:
    """The values joined along the axis given by the last input."""
    *values, axis = inputs
    position = int(axis)
    rank = values[0].ndim
    if not -rank <= position < rank:
        raise invalid(
            f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), "
            f"but got {position}"
        )
    position %= rank
    first = values[0].shape
    for index, value in enumerate(values[1:], 1):
        if value.ndim != rank or without(value.shape, position) != without(first, position):
            raise invalid(
                f"ConcatOp : Dimension {position} in both shapes must be equal: shape[0] = "
                f"{format_shape(first)} vs. shape[{index}] = {format_shape(value.shape)}"
            )
    return values[0] if len(values) == 1 else np.concatenate(values, position)


def concat_offsets(axis: Array, *shapes: Array) -> tuple[Array, ...]:
    """Where each of several arrays begins in their concatenation."""
    place, found = 0, []
    for shape in shapes:
        if not -len(shapes[0]) <= axis < len(shapes[0]):
            raise invalid(f"Concat dim is out of range: {axis} vs. {len(shapes[0])}")
        offset = np.zeros_like(shape)
        offset[axis] = place
        place += int(shape[axis])
        found.append(offset)
    return tuple(found)


def without(shape: tuple[int, ...], position: int) -> tuple[int, ...]:
    return shape[:position] + shape[position + 1 :]


def stack(*values: Array, axis: int) -> Array:
    for index, value in enumerate(values[1:], 1):
        if value.shape != values[0].shape:
            raise invalid(
                f"Shapes of all inputs must match: values[0].shape = {format_shape(values[0].shape)} "
                f"!= values[{index}].shape = {format_shape(value.shape)}"
            )
    return np.stack(values, axis) if len(values) > 1 else np.expand_dims(values[0], axis)


def unstack(x: Array, count: int, axis: int) -> tuple[Array, ...]:
    position = axis_of(axis, x.ndim, "unstack")
    if x.shape[position] != count:
        raise invalid(
            f"Input shape axis {position} must equal {count}, got shape {format_shape(x.shape)}"
        )
    return tuple(np.take(x, i, position) for i in range(count))


def split(axis: Array, x: Array, count: int) -> tuple[Array, ...]:
    position = split_axis(axis, x.ndim)
    if x.shape[position] % count:
        raise invalid(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{position} (size = {x.shape[position]}) and num_split {count}"
        )
    return tuple(np.split(x, count, position))


def split_axis(axis: Array, rank: int) -> int:
    position = int(np.reshape(axis, ()))
    if not -rank <= position < rank:
        raise invalid(
            f"-input rank({-rank}) <= split_dim < input rank ({rank}), but got {position}"
        )
    return position % rank


def split_sizes(x: Array, sizes: Array, axis: Array) -> tuple[Array, ...]:
    position = split_axis(axis, x.ndim)
    given = numbers(sizes)
    if given.count(-1) > 1:
        raise invalid("There can only be one -1 in the input.")
    rest = x.shape[position] - sum(size for size in given if size != -1)
    given = [rest if size == -1 else size for size in given]
    if min(given) < 0 or sum(given) != x.shape[position]:
        raise invalid(
            "Determined shape must either match input shape along split_dim exactly if fully "
            "specified, or be less than the size of the input along split_dim if not. Got: "
            f"{sum(given)}"
        )
    ends = np.cumsum(given)[:-1]
    return tuple(np.split(x, [int(end) for end in ends], position))


def cut(x: Array, begin: Array, size: Array) -> Array:
    """The kernel of Slice."""
    starts, sizes = numbers(begin), numbers(size)
    if len(starts) != x.ndim or len(sizes) != x.ndim:
        raise invalid(
            f"Expected begin and size arguments to be 1-D tensors of size {x.ndim}, but got shapes "
            f"{format_shape(np.shape(begin))} and {format_shape(np.shape(size))} instead."
        )
    pieces = []
    for i, (start, length, whole) in enumerate(zip(starts, sizes, x.shape, strict=True)):
        stop = whole if length == -1 else start + length
        if not 0 <= start <= whole:
            raise invalid(f"Expected begin[{i}] in [0, {whole}], but got {start}")
        if length < -1 or stop > whole:
            raise invalid(f"Expected size[{i}] in [0, {whole - start}], but got {length}")
        pieces.append(slice(start, stop))
    return x[tuple(pieces)]


def gather(params: Array, indices: Array, axis: Array, batch_dims: int) -> Array:
    """Rows of `params` along `axis`. Raises InvalidArgumentError for an index out of range."""
    position = int(axis)
    if not -params.ndim <= position < params.ndim:
        raise invalid(
            f"Expected axis in the range [{-params.ndim}, {params.ndim}), but got {position}"
        )
    position %= params.ndim
    batch = batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    shape = params.shape[:position] + indices.shape[batch:] + params.shape[position + 1 :]
    if 0 in without(params.shape, position):
        # Where there is nothing to pick, TensorFlow does not check the indices.
        return np.zeros(shape, params.dtype)
    require_indices(indices, params.shape[position])
    if not batch:
        return np.take(params, indices, position)
    if params.shape[:batch] != indices.shape[:batch]:
        raise invalid(
            f"params.shape[:{batch}]: {format_shape(params.shape[:batch])} should be equal to "
            f"indices.shape[:{batch}]: {format_shape(indices.shape[:batch])}"
        )
    rows = [
        np.take(params[where], indices[where], position - batch)
        for where in np.ndindex(*params.shape[:batch])
    ]
    return np.reshape(np.array(rows, params.dtype), shape)


def require_indices(indices: Array, size: int) -> None:
    """Raises InvalidArgumentError for the first index that is not in [0, size)."""
    few = indices.ravel().tolist() if indices.size < 9 else (indices.min(), indices.max())
    if all(0 <= index < size for index in few):
        return
    wrong = np.argwhere((indices < 0) | (indices >= size))
    if len(wrong):
        where = tuple(int(i) for i in wrong[0])
        label = f"indices[{','.join(map(str, where))}]" if where else "indices"
        raise invalid(f"{label} = {indices[where]} is not in [0, {size})")


def gather_nd(params: Array, indices: Array) -> Array:
    depth = indices.shape[-1]
    if depth > params.ndim:
        raise invalid("index innermost dimension length must be <= params rank")
    sizes = params.shape[:depth]
    for where in np.ndindex(*indices.shape[:-1]):
        index = indices[where]
        if any(not 0 <= i < n for i, n in zip(index, sizes, strict=True)):
            raise invalid(
                f"indices[{','.join(map(str, where))}] = [{', '.join(map(str, index))}] does not "
                f"index into param shape {format_shape(params.shape)}"
            )
    if depth == 0:
        return np.broadcast_to(params, (*indices.shape[:-1], *params.shape))
    return params[tuple(np.moveaxis(indices, -1, 0))]


def tile(x: Array, times: Array) -> Array:
    counts = numbers(times)
    if len(counts) != x.ndim:
        raise invalid(
            f"Expected multiples argument to be a vector of length {x.ndim} but got length "
            f"{len(counts)}"
        )
    for position, count in enumerate(counts):
        if count < 0:
            raise invalid(f"Expected multiples[{position}] >= 0, but got {count}")
    if x.size == 1:  # as in the gradient of a sum
        return np.full(counts, x, x.dtype)
    return np.tile(x, counts)


def pad(x: Array, widths: Array, value: Any = 0) -> Array:
    require_widths(x, widths)
    if x.dtype == object:
        value = b"" if isinstance(value, int) else value
    return np.pad(x, [(int(a), int(b)) for a, b in widths], constant_values=value) if x.ndim else x


def require_widths(x: Array, widths: Array) -> None:
    if widths.shape != (x.ndim, 2):
        raise invalid(
            "The first dimension of paddings must be the rank of inputs"
            f"{format_shape(widths.shape)} {format_shape(x.shape)}"
        )
    if np.any(widths < 0):
        first = next(pair for pair in widths if min(pair) < 0)
        raise invalid(f"Paddings must be non-negative: {first[0]}, {first[1]}")


def reverse(x: Array, axes: Array) -> Array:
    positions: list[int] = []
    for axis in numbers(axes):
        if not -x.ndim <= axis < x.ndim:
            raise invalid(
                f"'axis'[{len(positions)}] = {axis} is out of valid range [0, {x.ndim - 1}"
            )
        if axis % x.ndim in positions:
            raise invalid(f"axis {axis % x.ndim} specified more than once.")
        positions.append(axis % x.ndim)
    return np.flip(x, tuple(positions)) if positions else x


def broadcast_to(x: Array, shape: Array) -> Array:
    sizes = numbers(shape)
    try:
        return np.broadcast_to(x, sizes)
    except ValueError:
        raise invalid(
            f"Incompatible shapes: {format_shape(x.shape)} vs. {format_shape(tuple(sizes))}"
        ) from None


def roll(x: Array, shift: Array, axis: Array) -> Array:
    axes = [axis_of(a, x.ndim, "roll") for a in numbers(axis)]
    return np.roll(x, numbers(shift), axes)


def where(condition: Array) -> Array:
    """The indices of the nonzero elements, one per row."""
    if condition.ndim == 0:
        raise invalid("WhereOp : Unhandled input dimensions: 0")
    return np.argwhere(condition).astype(np.int64)


def list_difference(x: Array, y: Array) -> tuple[Array, Array]:
    """The values of x that are not in y, and their indices in x."""
    kept = np.flatnonzero(~np.isin(x, y))
    return x[kept], kept


def unique(x: Array) -> tuple[Array, Array]:
    """The distinct values in order of appearance, and each value's index among them."""
    if x.ndim != 1:
        raise invalid("unique expects a 1D vector.")
    _, first, inverse = np.unique(x, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return x[first[order]], rank[inverse]


def with_index_type(function: Callable[..., tuple[Array, Array]]) -> Callable[..., Any]:
    """A kernel whose second output, the indices, has the type that the node requires."""

    def kernel(node: Any, *inputs: Array) -> tuple[Array, Array]:
        values, indices = function(*inputs)
        return values, indices.astype(node.output_dtypes[1].as_numpy_dtype)

    return kernel


def broadcast_arguments(one: Array, other: Array) -> Array:
    """The broadcast of two shapes."""
    shapes = tuple(numbers(one)), tuple(numbers(other))
    try:
        return np.array(np.broadcast_shapes(*shapes), one.dtype)
    except ValueError:
        raise incompatible(*shapes) from None


def incompatible(one: tuple[int, ...], other: tuple[int, ...]) -> Exception:
    return invalid(f"Incompatible shapes: {format_shape(one)} vs. {format_shape(other)}")


def broadcast_gradient_arguments(first: Array, second: Array) -> tuple[Array, ...]:
    """For each of two shapes, the axes along which it is repeated when the two are broadcast."""
    rank = max(len(first), len(second))
    shapes = [[1] * (rank - len(one)) + one.tolist() for one in (first, second)]
    axes: tuple[list[int], list[int]] = ([], [])
    for axis, (x, y) in enumerate(zip(*shapes, strict=True)):
        if x != y and 1 not in (x, y):
            raise invalid(f"Incompatible shapes: {list(first)} vs. {list(second)}")
        if x == 1:  # where both are 1 both are reduced, which changes nothing
            axes[0].append(axis)
        if y == 1:
            axes[1].append(axis)
    return tuple(np.array(found, first.dtype) for found in axes)
