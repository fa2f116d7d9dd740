"""Shape rules of the operations that rearrange, cut, join and enlarge arrays.

A rule takes the inference context `c` (see inference.py) and returns a shape, or a list of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.shapes import merged_inputs


def reshape(c: Any) -> algebra.Shape:
    given, wanted = c.shape(0), c.value_as_shape(1)
    if given is None or wanted is None:
        return wanted
    holes_in = given.count(None) if algebra.number_of_elements(given) is None else 0
    holes_out = wanted.count(None) if algebra.number_of_elements(wanted) is None else 0
    if holes_in > 1 or holes_out > 1:
        return wanted
    size_in = known_elements(given) if holes_in else algebra.number_of_elements(given)
    size_out = known_elements(wanted) if holes_out else algebra.number_of_elements(wanted)
    assert size_in is not None
    assert size_out is not None
    if not holes_in and not holes_out and size_in != size_out:
        raise ValueError(
            f"Cannot reshape a tensor with {size_in} elements to shape {algebra.format_shape(wanted)} "
            f"({size_out} elements)"
        )
    if not holes_in and holes_out and size_out > 0:
        missing = algebra.divide(size_in, size_out)
        return tuple(missing if n is None else n for n in wanted)
    if holes_in and not holes_out and size_in:
        algebra.divide(size_out, size_in)
    return wanted


def known_elements(shape: tuple[int | None, ...]) -> int:
    return int(np.prod([n for n in shape if n is not None], dtype=np.int64))


def transpose(c: Any) -> algebra.Shape:
    shape, count = c.shape(0), algebra.with_rank(c.shape(1), 1)[0]
    order = c.value(1)
    rank = len(shape) if shape is not None else (count if order is None else len(order))
    if shape is None and rank is not None and rank < 2:
        return None  # as in TensorFlow
    if order is None:
        return algebra.unknown(rank)
    shape = algebra.with_rank(shape, len(order)) if shape is None else shape
    if len(order) != len(shape):
        raise ValueError(f"Dimension must be {len(shape)} but is {len(order)}")
    for axis in order:
        if not -len(shape) <= axis < len(shape):
            raise ValueError(f"perm dim {axis} is out of range of input rank {len(shape)}")
    return tuple(shape[int(axis)] for axis in order)


def expand_dims(c: Any) -> algebra.Shape:
    shape, axis = c.shape(0), c.value(1)
    if shape is None or axis is None:
        return None
    if np.size(axis) != 1:
        raise ValueError("'dim' input must be a tensor with a single value")
    rank, position = len(shape), int(np.reshape(axis, ()))
    if not -rank - 1 <= position <= rank:
        raise ValueError(f"dim {position} not in the interval [{-rank - 1}, {rank}].")
    position %= rank + 1
    return (*shape[:position], 1, *shape[position:])


def squeeze(c: Any) -> algebra.Shape:
    shape, axes = c.shape(0), c.attr("squeeze_dims")
    if shape is None:
        return None
    rank = len(shape)
    if not axes:
        return None if None in shape else tuple(n for n in shape if n != 1)
    for position, axis in enumerate(axes):
        if not -rank <= axis < rank:
            raise ValueError(f"squeeze_dims[{position}] not in [{-rank},{rank}).")
    removed = {axis % rank for axis in axes}
    for position in sorted(removed):
        if shape[position] not in (1, None):
            raise ValueError(
                f"Can not squeeze dim[{position}], expected a dimension of 1, got {shape[position]}"
            )
    return tuple(n for i, n in enumerate(shape) if i not in removed)


def concat(c: Any) -> algebra.Shape:
    """The rule of ConcatV2: the inputs are the values, then the axis."""
    shapes = [c.shape(i) for i in range(c.count - 1)]
    algebra.with_rank(c.shape(c.count - 1), 0)
    ranks = [len(shape) for shape in shapes if shape is not None]
    axis = c.value(c.count - 1)
    if axis is None:
        if 0 in ranks:
            raise ValueError("Can't concatenate scalars (use tf.stack instead)")
        for shape in shapes:
            if shape is not None:
                algebra.with_rank(shape, ranks[0])
        return algebra.unknown(ranks[0]) if ranks else None
    if 0 in ranks:
        raise ValueError("Can't concatenate scalars (use tf.stack instead)")
    axis = int(axis)
    for shape in shapes:
        algebra.at_least_rank(shape, -axis if axis < 0 else axis + 1)
    if not ranks:
        return None
    full = [algebra.with_rank(shape, ranks[0]) for shape in shapes]
    position = axis % ranks[0]
    before, after = full[0][:position], full[0][position + 1 :]
    total: int | None = full[0][position]
    for shape in full[1:]:
        before = algebra.merge(before, shape[:position]) or ()
        after = algebra.merge(after, shape[position + 1 :]) or ()
        total = algebra.add(total, shape[position])
    return (*before, total, *after)


def pack(c: Any) -> algebra.Shape:
    merged = merged_inputs(c)
    if merged is None:
        return None
    rank, axis = len(merged) + 1, c.attr("axis")
    position = algebra.axis_in(axis, rank, f"Invalid axis: {axis}; must be in [{-rank},{rank})")
    return (*merged[:position], c.count, *merged[position:])


def unpack(c: Any) -> list[algebra.Shape]:
    shape, axis, count = c.shape(0), c.attr("axis"), c.attr("num")
    if shape is None:
        return [None] * count
    position = algebra.axis_in(
        axis, len(shape), f"Invalid axis: {axis}; must be in [{-len(shape)},{len(shape)})"
    )
    if shape[position] not in (None, count):
        raise ValueError(f"Dimension must be {count} but is {shape[position]}")
    return [shape[:position] + shape[position + 1 :]] * count


def split(c: Any) -> list[algebra.Shape]:
    shape, count, axis = c.shape(1), c.attr("num_split"), c.value(0)
    algebra.with_rank(c.shape(0), 0)
    if shape is None or axis is None:
        return [algebra.unknown(None if shape is None else len(shape))] * count
    position = split_axis(int(axis), len(shape))
    size = shape[position]
    if size is not None and size % count:
        raise ValueError(
            f"Dimension size must be evenly divisible by {count} but is {size}\n\t"
            "Number of ways to split should evenly divide the split dimension"
        )
    piece = None if size is None else size // count
    return [(*shape[:position], piece, *shape[position + 1 :])] * count


def split_axis(axis: int, rank: int) -> int:
    return algebra.axis_in(
        axis,
        rank,
        f"Dimension size, given by scalar input {axis} must be in range [{-rank}, {rank})",
    )


def split_sizes(c: Any) -> list[algebra.Shape]:
    """The rule of SplitV. An unknown axis counts as the last one, as in TensorFlow."""
    shape, count = c.shape(0), c.attr("num_split")
    sizes, axis = c.value(1), c.value(2)
    algebra.with_rank(c.shape(2), 0)
    if shape is None:
        return [None] * count
    if len(shape) == 0:
        raise ValueError("Can't split scalars")
    if axis is not None:
        axis = split_axis(int(axis), len(shape))
    if sizes is None:
        whole = algebra.unknown(len(shape)) if axis is None else replaced(shape, axis, None)
        return [whole] * count
    position = len(shape) - 1 if axis is None else int(axis)
    given = [int(size) for size in np.ravel(sizes)]
    if len(given) != count:
        raise ValueError("Length of size_splits should be equal to num_outputs")
    if given.count(-1) > 1:
        raise ValueError("size_splits can only have one -1")
    total, whole_size = sum(size for size in given if size != -1), shape[position]
    pieces: list[int | None] = []
    for index, size in enumerate(given):
        known = whole_size - total if size == -1 and whole_size is not None else size
        if known < -1 or (known == -1 and whole_size is not None):
            raise ValueError(f"Split size at index {index} must be >= 0. Got: {known}")
        pieces.append(None if known == -1 else known)
    if whole_size is not None and -1 not in given and total != whole_size:
        raise ValueError(
            f"can't split axis of size {whole_size} into pieces of size "
            f"[{','.join(str(size) for size in given)}]"
        )
    return [replaced(shape, position, piece) for piece in pieces]


def replaced(shape: tuple[int | None, ...], position: int, size: int | None) -> algebra.Shape:
    return (*shape[:position], size, *shape[position + 1 :])


def cut(c: Any) -> algebra.Shape:
    """The rule of Slice: the inputs are the array, the begin, and the sizes (-1: to the end)."""
    shape = c.shape(0)
    begin_rank = algebra.merge(algebra.with_rank(c.shape(1), 1), algebra.with_rank(c.shape(2), 1))
    count = begin_rank[0] if begin_rank else None
    if count is not None:
        shape = algebra.with_rank(shape, count)
    begin, sizes = c.value_as_shape(1), c.value(2)
    if sizes is not None:
        begin = algebra.with_rank(begin, len(sizes))
        full = algebra.with_rank(shape, len(sizes))
        result: list[int | None] = []
        for size, start, whole in zip(sizes, begin, full, strict=True):
            if size < -1:
                raise ValueError(f"Invalid size {size}: expected -1 or more")
            result.append(algebra.subtract(whole, start) if size == -1 else int(size))
        return tuple(result)
    if begin is not None:
        partial = c.value_as_shape(2)
        return algebra.unknown(len(begin)) if partial is None else partial
    return None if shape is None else algebra.unknown(len(shape))


def gather(c: Any) -> algebra.Shape:
    params, indices, axis = c.shape(0), c.shape(1), c.value(2)
    batch = c.attr("batch_dims")
    algebra.at_least_rank(params, 1)
    algebra.with_rank(c.shape(2), 0)
    if params is None or indices is None:
        if params is not None and axis is not None:
            algebra.at_least_rank(params, int(axis) + 1 if axis >= 0 else -int(axis))
        return None
    if batch < 0:
        batch += len(indices)
    if axis is None:
        return algebra.unknown(len(params) + len(indices) - 1 - batch)
    axis = int(axis)
    algebra.at_least_rank(params, axis + 1 if axis >= 0 else -axis)
    axis %= len(params)
    leading = algebra.merge(params[:batch], indices[:batch]) or ()
    return (*leading, *params[batch:axis], *indices[batch:], *params[axis + 1 :])


def gather_nd(c: Any) -> algebra.Shape:
    params, indices = c.shape(0), algebra.at_least_rank(c.shape(1), 1)
    if params is None or indices is None or indices[-1] is None:
        return None
    if indices[-1] > len(params):
        raise ValueError(
            "indices.shape[-1] must be <= params.rank, but saw indices shape: "
            f"{algebra.format_shape(indices)} and params shape: {algebra.format_shape(params)}"
        )
    return (*indices[:-1], *params[indices[-1] :])


def where(c: Any) -> algebra.Shape:
    shape = c.shape(0)
    return (None, None if shape is None else len(shape))


def tile(c: Any) -> algebra.Shape:
    shape, times = c.shape(0), c.value_as_shape(1)
    if shape is None and times is None:
        return None
    if times is None:
        return algebra.unknown(len(shape or ()))
    if shape is not None:
        algebra.with_rank(shape, len(times))
    full = algebra.with_rank(shape, len(times))
    return tuple(algebra.multiply(n, t) for n, t in zip(full, times, strict=True))


def pad(c: Any) -> algebra.Shape:
    shape = c.shape(0)
    count = algebra.with_rank(c.shape(1), 2)
    algebra.merge_dimension(count[1], 2)
    widths = c.value(1)
    rank = count[0]
    if shape is not None and rank is not None:
        algebra.with_rank(shape, rank)
    if shape is None and rank is None:
        return None
    full = algebra.with_rank(shape, rank) if shape is None and rank is not None else shape
    assert full is not None
    if widths is None:
        return algebra.unknown(len(full))
    if np.any(widths < 0):
        raise ValueError("Paddings must be non-negative")
    return tuple(
        algebra.add(n, int(before + after)) for n, (before, after) in zip(full, widths, strict=True)
    )


def broadcast_to(c: Any) -> algebra.Shape:
    given, wanted = c.shape(0), c.value_as_shape(1)
    if wanted is None or given is None:
        return wanted
    algebra.at_most_rank(given, len(wanted))
    for have, want in zip(reversed(given), reversed(wanted), strict=False):
        if have not in (None, 0, 1) and want is not None and have != want:
            raise ValueError(f"Dimensions must be equal, but are {have} and {want}")
    return wanted


def reversed_axes(c: Any) -> algebra.Shape:
    shape, axes = c.shape(0), c.value(1)
    algebra.with_rank(c.shape(1), 1)
    if shape is None or axes is None:
        return shape
    seen: set[int] = set()
    for position, axis in enumerate(axes):
        if not -len(shape) <= axis < len(shape):
            raise ValueError(
                f"'axis'[{position}] = {axis} is out of valid range [0, {len(shape) - 1}"
            )
        if int(axis) % len(shape) in seen:
            raise ValueError(f"axis {int(axis) % len(shape)} specified more than once.")
        seen.add(int(axis) % len(shape))
    return shape


def shape_of(c: Any) -> algebra.Shape:
    shape = c.shape(0)
    return (None if shape is None else len(shape),)


def two_vectors(c: Any) -> list[algebra.Shape]:
    """The rule of operations that turn two vectors into two vectors of unknown length."""
    algebra.with_rank(c.shape(0), 1)
    algebra.with_rank(c.shape(1), 1)
    return [(None,), (None,)]


def unique(c: Any) -> list[algebra.Shape]:
    algebra.with_rank(c.shape(0), 1)
    return [(None,), c.shape(0)]


def broadcast_arguments(c: Any) -> algebra.Shape:
    """The rule of BroadcastArgs: two shapes as vectors; the result is as long as the longer one."""
    one, other = algebra.with_rank(c.shape(0), 1)[0], algebra.with_rank(c.shape(1), 1)[0]
    return (None if one is None or other is None else max(one, other),)


def shapes_of(c: Any) -> list[algebra.Shape]:
    shapes = [c.shape(i) for i in range(c.count)]
    return [(None if shape is None else len(shape),) for shape in shapes]
