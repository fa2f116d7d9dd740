"""The same elements in another order: tf.transpose, tf.reverse, tf.roll."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import axis_of, numbers
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import with_rank
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import COMPLEX, INDEX, REAL
from grader.engine.registry import any_type, define, gradient_of, no_derivative, one_of, plain

__all__ = ["invert_permutation", "matrix_transpose", "reverse", "reverse_v2", "roll", "transpose"]

Array = np.ndarray


# Transpose ----------------------------------------------------------------------------------------


def transpose_kernel(x: Array, order: Array) -> Array:
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


def invert_permutation_kernel(x: Array) -> Array:
    result = np.full_like(x, -1)
    for index, place in enumerate(x):
        if not 0 <= place < len(x):
            raise invalid(f"{place} is not between 0 and {len(x)}")
        if result[place] != -1:
            raise invalid(f"{place} is duplicated in the input.")
        result[place] = index
    return result


def transpose_shape(c: Any) -> algebra.Shape:
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


for _type, _kernel in (
    ("Transpose", transpose_kernel),
    ("ConjugateTranspose", lambda x, perm: transpose_kernel(np.conj(x), perm)),
):
    define(
        _type,
        "x: T, perm: Tperm -> y: T",
        T=any_type(),
        Tperm=one_of(INDEX, d.int32),
        shape=infer(transpose_shape),
        kernel=plain(_kernel),
    )
define(
    "InvertPermutation",
    "x: T -> y: T",
    T=one_of(INDEX, d.int32),
    shape=infer(lambda c: with_rank(c.shape(0), 1)),
    kernel=plain(invert_permutation_kernel),
)


def transpose(
    a: Any, perm: Any = None, name: str | None = "transpose", conjugate: bool = False
) -> Tensor:
    """The axes in the order `perm`; reversed if none is given."""
    with name_scope(name, "transpose", [a]) as scope:
        a = convert_to_tensor(a, name="a")
        if perm is None and a.shape.rank is None:
            last = apply("Rank", input=a) - 1
            perm = apply("Range", start=last, limit=-1, delta=-1)
        elif perm is None:
            perm = np.arange(a.shape.rank - 1, -1, -1, dtype=np.int32)
        kind = "ConjugateTranspose" if conjugate and a.dtype.is_complex else "Transpose"
        return apply(kind, scope, x=a, perm=perm)


def matrix_transpose(
    a: Any, name: str | None = "matrix_transpose", conjugate: bool = False
) -> Tensor:
    """The last two axes swapped. Raises ValueError for a vector or a scalar."""
    with name_scope(name, "matrix_transpose", [a]):
        a = convert_to_tensor(a, name="a")
        count = a.shape.rank
        if count is None:
            total = tf.rank(a)
            before = apply("Range", start=0, limit=total - 2, delta=1)
            perm: Any = tf.concat((before, [total - 1, total - 2]), 0)
        elif count < 2:
            raise ValueError(
                "Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = "
                f"{a} with shape: {a.shape}"
            )
        else:
            perm = [*range(count - 2), count - 1, count - 2]
        return transpose(a, perm=perm, conjugate=conjugate)


invert_permutation = public("InvertPermutation", "The permutation that undoes x.")


@gradient_of("Transpose", "ConjugateTranspose")
def _transpose(op: Any, gradient: Any) -> Any:
    back = apply("InvertPermutation", x=op.inputs[1])
    kind = op.type if gradient.dtype.is_complex else "Transpose"
    return apply(kind, "transpose", x=gradient, perm=back), None


linear("x", "Transpose", "ConjugateTranspose")
no_derivative("InvertPermutation")


# Reverse and Roll ---------------------------------------------------------------------------------


BITWISE = REAL | COMPLEX | {d.bool, d.string}


def reverse_kernel(x: Array, axes: Array) -> Array:
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


def roll_kernel(x: Array, shift: Array, axis: Array) -> Array:
    axes = [axis_of(a, x.ndim, "roll") for a in numbers(axis)]
    return np.roll(x, numbers(shift), axes)


def reverse_shape(c: Any) -> algebra.Shape:
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


define(
    "ReverseV2",
    "tensor: T, axis: Tidx -> output: T",
    Tidx=one_of(INDEX, d.int32),
    T=one_of(BITWISE),
    shape=infer(reverse_shape),
    kernel=plain(reverse_kernel),
)
define(
    "Roll",
    "input: T, shift: Tshift, axis: Taxis -> output: T",
    T=any_type(),
    Tshift=one_of(INDEX),
    Taxis=one_of(INDEX),
    shape=infer(unchanged),
    kernel=plain(roll_kernel),
    work=lambda op, given: 4 * math.prod(given[0]) + 400 * sum(map(math.prod, given[1:])),
)
reverse = public("ReverseV2", "The elements in reverse order along the axes.", called="reverse")
reverse_v2 = reverse
roll = public("Roll", "Shifted along `axis`; elements that leave at one end enter at the other.")


@gradient_of("ReverseV2")
def _reverse(op: Any, gradient: Any) -> Any:
    return apply("ReverseV2", tensor=gradient, axis=op.inputs[1]), None


@gradient_of("Roll")
def _roll(op: Any, gradient: Any) -> Any:
    return tf.roll(gradient, -op.inputs[1], op.inputs[2]), None, None


linear("tensor", "ReverseV2")
linear("input", "Roll")
