"""Operations that only gradients use: `SigmoidGrad`, `ReluGrad`, `BroadcastGradientArgs` ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import merge, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import ANALYTIC, FLOATS, REAL
from grader.engine.ops.math.shapes import unchanged
from grader.engine.registry import (
    any_type,
    define,
    no_gradient,
    no_tangent,
    number,
    one_of,
    plain,
    real,
    string,
)

__all__: list[str] = []

INDICES = [d.int32, d.int64]


def _both(c: Any) -> Any:
    return merge(c.shape(0), c.shape(1))


# Of the result y of a function and the gradient dy that arrives: `y: T, dy: T -> z: T`.
OF_RESULT: dict[str, Callable[..., Any]] = {
    "SigmoidGrad": lambda y, dy: dy * y * (1 - y),
    "TanhGrad": lambda y, dy: dy * (1 - y * y),
    "SqrtGrad": lambda y, dy: dy * y.dtype.type(0.5) / y,
    "RsqrtGrad": lambda y, dy: y.dtype.type(-0.5) * dy * y * y * y,
    "ReciprocalGrad": lambda y, dy: -dy * y * y,
    "InvGrad": lambda y, dy: -dy * y * y,
}


def _of_result(op_type: str) -> Callable[..., Any]:
    """The function; those of roots and reciprocals take the conjugate of a complex result."""
    function = OF_RESULT[op_type]
    if op_type in ("SigmoidGrad", "TanhGrad"):
        return function
    return lambda y, dy: function(np.conj(y), dy)


for _type in OF_RESULT:
    define(
        _type,
        "y: T, dy: T -> z: T",
        T=one_of(ANALYTIC),
        shape=infer(unchanged),
        kernel=plain(_of_result(_type)),
    )

_SELU_SCALE, _SELU_SCALE_ALPHA = 1.0507009873554805, 1.7580993408473766

# Of the gradient that arrives, and the function's input (or its result): activations.
OF_ACTIVATION: dict[str, tuple[str, Any, Callable[..., Any]]] = {
    "ReluGrad": ("features", REAL, lambda g, x: g * (x > 0)),
    "Relu6Grad": (
        "features",
        REAL,
        lambda g, x: np.where((x > 0) & (x < 6), g, g.dtype.type(0)),
    ),
    "EluGrad": ("outputs", FLOATS, lambda g, y: np.where(y < 0, g * (y + 1), g)),
    "SeluGrad": (
        "outputs",
        FLOATS,
        lambda g, y: g * np.where(y < 0, y + _SELU_SCALE_ALPHA, _SELU_SCALE).astype(g.dtype),
    ),
    "SoftplusGrad": ("features", FLOATS, lambda g, x: g / (np.exp(-x) + 1)),
    "SoftsignGrad": ("features", FLOATS, lambda g, x: g / np.square(1 + np.abs(x))),
}
for _type, (_given, _types, _function) in OF_ACTIVATION.items():
    define(
        _type,
        f"gradients: T, {_given}: T -> backprops: T",
        T=one_of(_types),
        shape=infer(_both),
        kernel=plain(_function),
    )
define(
    "LeakyReluGrad",
    "gradients: T, features: T -> backprops: T",
    alpha=real(0.2),
    T=one_of(FLOATS, d.float32),
    shape=infer(_both),
    kernel=lambda node, g, x: np.where(x > 0, g, g * g.dtype.type(node.attrs["alpha"])),
)


def _reduced_axes(first: Any, second: Any) -> tuple[Any, Any]:
    """The axes along which each of two shapes is spread to the shape they broadcast to."""
    rank = max(len(first), len(second))
    shapes = [[1] * (rank - len(one)) + one.tolist() for one in (first, second)]
    axes: tuple[list[int], list[int]] = ([], [])
    for axis, (x, y) in enumerate(zip(*shapes, strict=True)):
        if x != y and 1 not in (x, y):
            raise invalid(f"Incompatible shapes: {list(first)} vs. {list(second)}")
        for found, size in zip(axes, (x, y), strict=True):
            # Where both are 1 both are reduced, which changes nothing.
            if size == 1 and (x != y or x == 1):
                found.append(axis)
    return tuple(np.array(found, first.dtype) for found in axes)  # type: ignore[return-value]


def _two_vectors(c: Any) -> Any:
    with_rank(c.shape(0), 1)
    with_rank(c.shape(1), 1)
    return [(None,), (None,)]


define(
    "BroadcastGradientArgs",
    "s0: T, s1: T -> r0: T, r1: T",
    T=one_of(INDICES, d.int32),
    shape=infer(_two_vectors),
    kernel=plain(_reduced_axes),
)


def _offsets(node: Any, axis: Any, *shapes: Any) -> tuple[Any, ...]:
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


define(
    "ConcatOffset",
    "concat_dim: int32, shape: N * shape_type -> offset: N * shape_type",
    N=number(minimum=2),
    shape_type=one_of(INDICES, d.int32),
    shape=infer(lambda c: [c.shape(i) for i in range(1, c.count)]),
    kernel=_offsets,
)


def _inverted(x: Any) -> Any:
    result = np.full_like(x, -1)
    for index, place in enumerate(x):
        if not 0 <= place < len(x):
            raise invalid(f"{place} is not between 0 and {len(x)}")
        if result[place] != -1:
            raise invalid(f"{place} is duplicated in the input.")
        result[place] = index
    return result


define(
    "InvertPermutation",
    "x: T -> y: T",
    T=one_of(INDICES, d.int32),
    shape=infer(lambda c: with_rank(c.shape(0), 1)),
    kernel=plain(_inverted),
)


def _strided_slice_gradient(
    node: Any, shape: Any, begin: Any, end: Any, strides: Any, gradient: Any
) -> Any:
    from grader.engine.ops.arrays.strided import selection

    result = np.zeros(tuple(shape), gradient.dtype)
    if gradient.dtype == object:
        result[...] = b""
    picked = selection(node.attrs, tuple(shape), begin, end, strides)
    result[picked] = gradient.reshape(result[picked].shape)
    return result


MASKS: dict[str, Any] = {
    f"{name}_mask": number(0) for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
}
define(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
    T=any_type(),
    Index=one_of(INDICES),
    **MASKS,
    shape=infer(lambda c: c.value_as_shape(0)),
    kernel=_strided_slice_gradient,
)


def _mirror_pad_gradient(node: Any, gradient: Any, paddings: Any) -> Any:
    """Each padded number's gradient goes to the number that it mirrors."""
    offset = 1 if node.attrs["mode"] == b"REFLECT" else 0
    result = gradient
    for axis, (before, after) in enumerate(paddings):
        moved = np.moveaxis(result, axis, 0)
        size = len(moved) - before - after
        if size < 0:
            raise invalid("paddings are larger than the padded array")
        inner = moved[before : before + size].copy()
        for index in range(before):
            inner[offset + before - 1 - index] += moved[index]
        for index in range(after):
            inner[size - 1 - offset - index] += moved[before + size + index]
        result = np.moveaxis(inner, 0, axis)
    return result


def _mirror_pad_gradient_shape(c: Any) -> Any:
    shape, paddings = c.shape(0), c.value(1)
    if shape is None or paddings is None:
        return None
    return tuple(
        None if size is None else size - int(before) - int(after)
        for size, (before, after) in zip(shape, paddings, strict=True)
    )


define(
    "MirrorPadGrad",
    "input: T, paddings: Tpaddings -> output: T",
    T=any_type(),
    Tpaddings=one_of(INDICES, d.int32),
    mode=string(),
    shape=infer(_mirror_pad_gradient_shape),
    kernel=_mirror_pad_gradient,
)
no_gradient("BroadcastGradientArgs ConcatOffset InvertPermutation")
no_tangent("BroadcastGradientArgs ConcatOffset InvertPermutation")


# Forward rules: each is linear in the gradient that it is given.
linear("dy", "StridedSliceGrad")
linear("input", "MirrorPadGrad")
linear("gradients", "ReluGrad", "Relu6Grad", "LeakyReluGrad")
