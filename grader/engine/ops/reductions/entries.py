"""Entries and kernels of reductions (Sum, Mean, ...), positions of extremes, scans and L2Loss."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import summed
from grader.engine.ops.common.shapes import scalar, unchanged
from grader.engine.ops.common.types import FLOATS, INDEX, NUMBERS, REAL, SHORT_INDEX
from grader.engine.ops.reductions.shapes import position_of_extreme, reduction
from grader.engine.registry import define, flag, one_of, plain

Axes = tuple[int, ...]


def axes_of(x: np.ndarray, axes: np.ndarray) -> Axes:
    """The axes to reduce, counted from the front. Raises InvalidArgumentError."""
    chosen: list[int] = []
    for axis in axes.ravel().tolist():
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


def lowest(dtype: np.dtype) -> Any:
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def highest(dtype: np.dtype) -> Any:
    return np.iinfo(dtype).max if dtype.kind in "iu" else np.inf


def largest(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    """The maximum (NaN if there is one); of no elements, the lowest number of the type."""
    return np.max(x, axis=axes, keepdims=keep, initial=lowest(x.dtype))


def smallest(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    return np.min(x, axis=axes, keepdims=keep, initial=highest(x.dtype))


def all_true(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    return np.all(x, axis=axes, keepdims=keep)


def any_true(x: np.ndarray, axes: Axes, keep: bool) -> Any:
    return np.any(x, axis=axes, keepdims=keep)


def reducing(function: Callable[[np.ndarray, Axes, bool], Any]) -> Callable[..., Any]:
    """A kernel of an array and the axes to reduce."""
    return lambda node, x, axes: function(x, axes_of(x, axes), node.attrs["keep_dims"])


REDUCTIONS: dict[str, tuple[Callable[..., Any], frozenset[d.DType]]] = {
    "Sum": (add_up, NUMBERS),
    "Mean": (average, NUMBERS),
    "Prod": (multiply_up, NUMBERS),
    "Max": (largest, REAL),
    "Min": (smallest, REAL),
}
for _type, (_function, _types) in REDUCTIONS.items():
    define(
        _type,
        "input: T, reduction_indices: Tidx -> output: T",
        keep_dims=flag(False),
        T=one_of(_types),
        Tidx=one_of(INDEX, d.int32),
        shape=infer(reduction),
        kernel=reducing(_function),
    )
for _type, _function in {"All": all_true, "Any": any_true}.items():
    define(
        _type,
        "input: bool, reduction_indices: Tidx -> output: bool",
        keep_dims=flag(False),
        Tidx=one_of(INDEX, d.int32),
        shape=infer(reduction),
        kernel=reducing(_function),
    )


# Positions and scans ---------------------------------------------------------------------


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


def scan(accumulate: Callable[..., Any], start: int) -> Callable[..., Any]:
    """A kernel for Cumsum or Cumprod. `exclusive` starts with `start`; `reverse` runs backwards."""

    def kernel(node: Any, x: np.ndarray, axis: np.ndarray) -> Any:
        if not -x.ndim <= axis < x.ndim:
            raise invalid(
                f"ScanOp: Expected scan axis in the range [{-x.ndim}, {x.ndim}), "
                f"but got {int(axis)}"
            )
        values = np.moveaxis(x, int(axis), 0)
        if node.attrs["reverse"]:
            values = values[::-1]
        if node.attrs["exclusive"] and len(values):
            values = np.concatenate([np.full_like(values[:1], start), values[:-1]])
        result = accumulate(values, axis=0, dtype=x.dtype)
        if node.attrs["reverse"]:
            result = result[::-1]
        return np.ascontiguousarray(np.moveaxis(result, 0, int(axis)))

    return kernel


for _type, _accumulate, _start in (("Cumsum", np.cumsum, 0), ("Cumprod", np.cumprod, 1)):
    define(
        _type,
        "x: T, axis: Tidx -> out: T",
        exclusive=flag(False),
        reverse=flag(False),
        T=one_of(NUMBERS),
        Tidx=one_of(INDEX, d.int32),
        shape=infer(unchanged),
        kernel=scan(_accumulate, _start),
    )


# The loss of a vector ----------------------------------------------------------------------

define(
    "L2Loss",
    "t: T -> output: T",
    T=one_of(FLOATS),
    shape=infer(scalar),
    kernel=plain(
        lambda t: (
            np.sum(np.square(t, dtype=np.float32 if t.dtype.itemsize == 2 else None)) / 2
        ).astype(t.dtype)
    ),
)
