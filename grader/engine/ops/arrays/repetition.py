"""Arrays made larger: repeated (tf.tile, tf.broadcast_to), or padded (tf.pad)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape, broadcast_shapes
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Tensor
from grader.engine.ops.arrays.indexed_slices import dense
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import numbers
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import format_shape
from grader.engine.ops.common.shapes import two_vectors
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import (
    any_type,
    define,
    gradient_of,
    missing_gradient,
    no_derivative,
    no_tangent,
    one_of,
    plain,
    tangent_of,
)

__all__ = ["broadcast_dynamic_shape", "broadcast_static_shape", "broadcast_to", "pad", "tile"]

Array = np.ndarray


# Tile ---------------------------------------------------------------------------------------------


def tile_kernel(x: Array, times: Array) -> Array:
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


def tile_shape(c: Any) -> algebra.Shape:
    shape, times = c.shape(0), c.value_as_shape(1)
    if shape is None and times is None:
        return None
    if times is None:
        return algebra.unknown(len(shape or ()))
    if shape is not None:
        algebra.with_rank(shape, len(times))
    full = algebra.with_rank(shape, len(times))
    return tuple(algebra.multiply(n, t) for n, t in zip(full, times, strict=True))


define(
    "Tile",
    "input: T, multiples: Tmultiples -> output: T",
    T=any_type(),
    Tmultiples=one_of(INDEX, d.int32),
    shape=infer(tile_shape),
    kernel=plain(tile_kernel),
)
tile = public("Tile", "Repeated, as many times along each axis as `multiples` says.")


@gradient_of("Tile")
def _tile(op: Any, gradient: Any) -> Any:
    x, multiples = op.inputs
    size = tf.shape(x, out_type=multiples.dtype)
    parts = tf.reshape(tf.transpose(tf.stack([multiples, size])), [-1])
    axes = tf.range(0, tf.size(parts), 2)
    found = tf.reduce_sum(tf.reshape(dense(gradient), parts), axes)
    found.set_shape(x.shape)
    return found, None


linear("input", "Tile")


# Broadcasts ---------------------------------------------------------------------------------------


def broadcast_to_kernel(x: Array, shape: Array) -> Array:
    sizes = numbers(shape)
    try:
        return np.broadcast_to(x, sizes)
    except ValueError:
        raise invalid(
            f"Incompatible shapes: {format_shape(x.shape)} vs. {format_shape(tuple(sizes))}"
        ) from None


def broadcast_arguments_kernel(one: Array, other: Array) -> Array:
    """The broadcast of two shapes."""
    shapes = tuple(numbers(one)), tuple(numbers(other))
    try:
        return np.array(np.broadcast_shapes(*shapes), one.dtype)
    except ValueError:
        raise incompatible(*shapes) from None


def number_by_number(op: Any, given: Any) -> int:
    """Python looks at each number of two vectors."""
    return 200 * sum(math.prod(shape) for shape in given)


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


def broadcast_to_shape(c: Any) -> algebra.Shape:
    given, wanted = c.shape(0), c.value_as_shape(1)
    if wanted is None or given is None:
        return wanted
    algebra.at_most_rank(given, len(wanted))
    for have, want in zip(reversed(given), reversed(wanted), strict=False):
        if have not in (None, 0, 1) and want is not None and have != want:
            raise ValueError(f"Dimensions must be equal, but are {have} and {want}")
    return wanted


def broadcast_arguments_shape(c: Any) -> algebra.Shape:
    """The rule of BroadcastArgs: two shapes as vectors; the result is as long as the longer one."""
    one, other = algebra.with_rank(c.shape(0), 1)[0], algebra.with_rank(c.shape(1), 1)[0]
    return (None if one is None or other is None else max(one, other),)


define(
    "BroadcastTo",
    "input: T, shape: Tidx -> output: T",
    T=any_type(),
    Tidx=one_of(INDEX, d.int32),
    shape=infer(broadcast_to_shape),
    kernel=plain(broadcast_to_kernel),
)
define(
    "BroadcastArgs",
    "s0: T, s1: T -> r0: T",
    T=one_of(INDEX, d.int32),
    shape=infer(broadcast_arguments_shape),
    kernel=plain(broadcast_arguments_kernel),
    work=number_by_number,
)
define(
    "BroadcastGradientArgs",
    "s0: T, s1: T -> r0: T, r1: T",
    T=one_of(INDEX, d.int32),
    shape=infer(two_vectors),
    kernel=plain(broadcast_gradient_arguments),
    work=number_by_number,
)
broadcast_to = public("BroadcastTo", "Broadcast to `shape`.")


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Tensor:
    """The shape that two shapes broadcast to, as a tensor."""
    return apply("BroadcastArgs", s0=shape_x, s1=shape_y)


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> TensorShape:
    """The TensorShape that two static shapes broadcast to. Raises ValueError."""
    return broadcast_shapes([TensorShape(shape_x), TensorShape(shape_y)])


@gradient_of("BroadcastTo")
def _broadcast_to(op: Any, gradient: Any) -> Any:
    x, shape = op.inputs
    size = tf.shape(x, out_type=shape.dtype)
    known = constant_value(shape)
    if known is not None and TensorShape([int(one) for one in known]).is_fully_defined():
        shape = constant([int(one) for one in known], dtype=shape.dtype)
    _, axes = apply("BroadcastGradientArgs", s0=shape, s1=size)
    found = tf.reduce_sum(gradient, axis=axes, keepdims=True)
    return tf.reshape(found, size), None


linear("input", "BroadcastTo")
no_derivative("BroadcastGradientArgs")
missing_gradient("BroadcastArgs")
no_tangent("BroadcastArgs")


# Pad ----------------------------------------------------------------------------------------------


def pad_kernel(x: Array, widths: Array, value: Any = 0) -> Array:
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


def pad_shape(c: Any) -> algebra.Shape:
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


define(
    "Pad",
    "input: T, paddings: Tpaddings -> output: T",
    T=any_type(),
    Tpaddings=one_of(INDEX, d.int32),
    shape=infer(pad_shape),
    kernel=plain(pad_kernel),
)
define(
    "PadV2",
    "input: T, paddings: Tpaddings, constant_values: T -> output: T",
    T=any_type(),
    Tpaddings=one_of(INDEX, d.int32),
    shape=infer(pad_shape),
    kernel=plain(pad_kernel),
)


def pad(
    tensor: Any,
    paddings: Any,
    mode: str = "CONSTANT",
    name: str | None = None,
    constant_values: Any = 0,
) -> Tensor:
    """Padded: `paddings[i]` says how many elements to add before and after along axis i.

    mode: "CONSTANT", "REFLECT" (mirrored without the edge) or "SYMMETRIC" (with it).
    """
    kind = mode.upper()
    if kind == "CONSTANT":
        result = constant_padding(tensor, paddings, constant_values, name)
    elif kind in ("REFLECT", "SYMMETRIC"):
        result = apply("MirrorPad", name, input=tensor, paddings=paddings, mode=kind)
    else:
        raise ValueError(
            'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or '
            f'"SYMMETRIC". Received `mode` = {kind}'
        )
    known = result.op.inputs[0].shape
    if known.rank is not None and not result.shape.is_fully_defined():
        widths = constant_parts(paddings)
        if widths is not None:
            pairs = zip(widths, known.sizes, strict=False)
            result.set_shape([padded(width, length) for width, length in pairs])
    return result


def constant_padding(tensor: Any, paddings: Any, value: Any, name: str | None) -> Tensor:
    if not isinstance(value, Tensor) and np.ndim(value) == 0 and value == np.zeros_like(value):
        return apply("Pad", name, input=tensor, paddings=paddings)
    return apply("PadV2", name, input=tensor, paddings=paddings, constant_values=value)


def padded(width: Any, length: int | None) -> int | None:
    if width is None or length is None or any(end is None for end in width):
        return None
    return int(sum(width)) + length


def constant_parts(value: Any) -> Any:
    """`value` with the tensors in it replaced by their values, where those are known."""
    if isinstance(value, Tensor):
        return constant_value(value)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [constant_parts(part) for part in value]
    return value


@gradient_of("Pad", "PadV2")
def _pad(op: Any, gradient: Any) -> Any:
    x, paddings = op.inputs[:2]
    before = tf.slice(paddings, [0, 0], tf.stack([tf.rank(x), 1]))
    begin = tf.reshape(before, [-1])
    size = tf.shape(x, out_type=begin.dtype)
    return [tf.slice(gradient, begin, size), *[None] * (len(op.inputs) - 1)]


linear("input", "Pad")


@tangent_of("PadV2")
def _pad_tangent(op: Any, tangent: Any, _: Any, of_constant: Any) -> Any:
    # As in TensorFlow's gradient, nothing flows through the number that is padded with.
    return None if tangent is None else apply("Pad", input=tangent, paddings=op.inputs[1])
