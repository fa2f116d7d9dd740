"""Pooling, the maximum or the mean of each window: kernels, shape rules, entries and rules.

A kernel iterates over the positions in a window, and takes each position from all windows at once.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.nn.windows import (
    Array,
    Windows,
    checked,
    in_parts,
    pooled_shape,
    rank_4,
    unimplemented,
    windows,
)
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import merge
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import FLOATS, REAL
from grader.engine.registry import (
    Attribute,
    define,
    flag,
    gradient_of,
    lookup,
    missing_gradient,
    numbers,
    one_of,
    string,
    tangent_of,
)

MAX_TYPES = [d.bfloat16, d.float16, d.float32, d.float64, d.int8, d.int16, d.int32, d.int64]
MAX_TYPES += [d.uint8, d.uint16]
FOUR: Any = {
    "ksize": Attribute("list(int)", minimum=4),
    "strides": Attribute("list(int)", minimum=4),
    "padding": string(),
}
ATTRIBUTES = {**FOUR, "data_format": string("NHWC")}
EXPLICIT = {**ATTRIBUTES, "explicit_paddings": numbers([])}


def lowest(dtype: Any) -> Any:
    """The lowest number of the type."""
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def pool_windows(node: Any, shape: Any) -> Windows:
    """The windows of a pooling along rows and columns."""
    attrs = node.attrs
    size, step = attrs["ksize"], attrs["strides"]
    if attrs.get("data_format", b"NHWC") != b"NHWC":
        raise invalid("Default PoolingOp only supports NHWC on device type CPU")
    if len(shape) != 4:
        raise invalid(f"tensor_in must be 4-dimensional, got shape {list(shape)}")
    if size[0] != 1 or step[0] != 1:
        raise unimplemented("Pooling is not yet supported on the batch dimension.")
    if size[3] != 1 or step[3] != 1:
        raise unimplemented("Non-spatial pooling is not yet supported.")
    if min(*size, *step) < 1:
        raise invalid(f"Sliding window ksize and strides must be positive, got {size}, {step}")
    return windows(attrs, shape[1:3], size[1:3])


# ----------------------------------------------------------------------------- maximum


def largest(padded: Array, view: Windows, channels: int) -> Array:
    """The maximum of each window: of its columns, of which each is the maximum of some rows."""
    if 0 in view.size + view.count:
        return np.zeros((len(padded), *view.count, channels), padded.dtype)
    rows = [place[1] for _, j, place in view.places() if j == 0]
    columns = [place[2] for i, _, place in view.places() if i == 0]
    tall = functools.reduce(np.maximum, (padded[:, one] for one in rows))
    return functools.reduce(np.maximum, (tall[:, :, one] for one in columns))


def max_pool(node: Any, x: Array) -> Array:
    """MaxPool: along rows and columns, or along channels."""
    size, step = node.attrs["ksize"], node.attrs["strides"]
    if x.ndim == 4 and size[3] != 1:
        if size[1] != 1 or size[2] != 1:
            raise unimplemented(
                "MaxPooling supports exactly one of pooling across depth or pooling across "
                "width/height."
            )
        if x.shape[3] % size[3] or size[3] != step[3]:
            raise unimplemented("Depthwise max pooling requires windows that divide the channels.")
        return x.reshape(*x.shape[:3], -1, size[3]).max(axis=4)
    view = pool_windows(node, x.shape)
    return largest(view.padded(x, lowest(x.dtype)), view, x.shape[3])


def winners(x: Array, best: Array | None, view: Windows) -> Any:
    """For each position in a window: its slices, and in which windows it is the first maximum."""
    padded = view.padded(x, lowest(x.dtype))
    best = largest(padded, view, x.shape[3]) if best is None else best
    free = np.ones(best.shape, bool)
    for i, j, place in view.places():
        won = (padded[place] == best) & free
        free ^= won
        yield i, j, place, won


def max_pool_gradient(node: Any, x: Array, y: Array, g: Array) -> Array:
    """The gradient of each window goes to its first maximum."""
    view = pool_windows(node, x.shape)
    expected = (len(x), *view.count, x.shape[3])
    for name, one in (("orig_output", y), ("grad", g)):
        if one.shape != expected:
            raise invalid(
                f"Expected {name} shape to be {list(expected)}, but got {list(one.shape)}"
            )
    apart = view.step[0] >= view.size[0] and view.step[1] >= view.size[1]
    tiled = apart and math.prod(view.count + view.size) == math.prod(view.image)
    tiled = tiled and not any(view.before + view.after)  # every element is in one window
    back = np.empty(x.shape, g.dtype) if tiled else view.blank(len(x), x.shape[3], g.dtype)
    for part in in_parts(len(x), math.prod(x.shape[1:]), 2**17):  # in the cache
        for _, _, place, won in winners(x[part], None, view):
            if apart:
                np.multiply(g[part], won, out=back[part][place])
            else:
                back[part][place] += g[part] * won
    return np.ascontiguousarray(view.inner(back))


def max_pool_selection(node: Any, x: Array, y: Array, g: Array) -> Array:
    """MaxPoolGradGrad: the elements of `g` (in the images' shape) at each window's maximum."""
    view = pool_windows(node, x.shape)
    if g.shape != x.shape or y.shape != (len(x), *view.count, x.shape[3]):
        raise invalid(f"grad has the shape {list(g.shape)}, expected {list(x.shape)}")
    result, padded = np.zeros(y.shape, g.dtype), view.padded(g)
    for _, _, place, won in winners(x, y, view):
        result += padded[place] * won
    return result


def positions(node: Any, x: Array) -> tuple[Array, Array]:
    """MaxPoolWithArgmax: the maxima, and their indices in the flattened images."""
    view = pool_windows(node, x.shape)
    best = largest(view.padded(x, lowest(x.dtype)), view, x.shape[3])
    index = np.zeros(best.shape, np.int64)
    _, height, width, channels = x.shape
    tops, lefts = (
        np.arange(count) * step - before
        for count, step, before in zip(view.count, view.step, view.before, strict=True)
    )
    for i, j, _, won in winners(x, best, view):
        rows, columns = (tops + i)[:, None, None], (lefts + j)[:, None]
        here = (rows * width + columns) * channels + np.arange(channels)
        index += np.where(won, here, 0)
    if node.attrs["include_batch_in_index"]:
        index += (np.arange(len(x)) * height * width * channels)[:, None, None, None]
    return best, index.astype(node.output_dtypes[1].as_numpy_dtype)


def to_positions(node: Any, x: Array, g: Array, index: Array) -> Array:
    """MaxPoolGradWithArgmax: each gradient goes to its index."""
    rows = 1 if node.attrs["include_batch_in_index"] else len(x)
    if g.shape != index.shape:
        raise invalid(f"grad has the shape {list(g.shape)}, argmax {list(index.shape)}")
    size = x.size // rows if rows else 0
    if index.size and not (index.min() >= 0 and index.max() < size):
        raise invalid(f"argmax has to be between 0 and {size}")
    result = np.zeros((rows, size), x.dtype)
    if rows:
        places = index.reshape(rows, -1)
        np.add.at(result, (np.arange(rows)[:, None], places), g.reshape(rows, -1))
    return result.reshape(x.shape)


def pooling_work(op: Any, given: Any) -> int:
    """One step per position in each window; a window is never larger than an image."""
    size, step = op.get_attr("ksize"), op.get_attr("strides")
    sizes = given[-1 if op.type == "AvgPoolGrad" else 0]
    if op.type != "AvgPoolGrad":
        sizes = [-(-n // max(s, 1)) for n, s in zip(sizes, step, strict=False)]
    return 3 * math.prod(sizes) * math.prod(size)


def like_first(c: Any) -> Any:
    checked(c)
    return rank_4(c, 0)


def pooled_pair(c: Any) -> Any:
    return [shape := pooled_shape(c), shape]


define(
    "MaxPool",
    "input: T -> output: T",
    **EXPLICIT,
    T=one_of(MAX_TYPES, d.float32),
    shape=infer(pooled_shape),
    kernel=max_pool,
    work=pooling_work,
)
for _type, _kernel, _types, _shape, _attributes in (
    ("MaxPoolGrad", max_pool_gradient, one_of(REAL, d.float32), like_first, EXPLICIT),
    ("MaxPoolGradGrad", max_pool_selection, one_of(REAL), pooled_shape, ATTRIBUTES),
):
    define(
        _type,
        "orig_input: T, orig_output: T, grad: T -> output: T",
        **_attributes,
        T=_types,
        shape=infer(_shape),
        kernel=_kernel,
        work=pooling_work,
    )
ARGMAX: Any = {
    **FOUR,
    "include_batch_in_index": flag(False),
    "T": one_of(REAL),
}
define(
    "MaxPoolWithArgmax",
    "input: T -> output: T, argmax: Targmax",
    **ARGMAX,
    Targmax=one_of([d.int32, d.int64], d.int64),
    shape=infer(pooled_pair),
    kernel=positions,
    work=pooling_work,
)
define(
    "MaxPoolGradWithArgmax",
    "input: T, grad: T, argmax: Targmax -> output: T",
    **ARGMAX,
    Targmax=one_of([d.int32, d.int64]),
    shape=infer(lambda c: rank_4(c, 0)),
    kernel=to_positions,
)


# -------------------------------------------------------------------------------- mean


def shares(view: Windows, dtype: Any) -> Array:
    """(rows, columns, 1): how many elements of the image each window covers; padding does not count."""
    sides = []
    for i in (0, 1):
        starts = np.arange(view.count[i]) * view.step[i] - view.before[i]
        ends = np.minimum(starts + view.size[i], view.image[i])
        sides.append(np.maximum(ends - np.maximum(starts, 0), 1))
    return (sides[0][:, None] * sides[1])[..., None].astype(dtype)


def average_pool(node: Any, x: Array) -> Array:
    view = pool_windows(node, x.shape)
    exact = np.float32 if x.dtype.itemsize == 2 else x.dtype
    padded = view.padded(x.astype(exact, copy=False))
    total = np.zeros((len(x), *view.count, x.shape[3]), exact)
    for _, _, place in view.places():
        total += padded[place]
    return (total / shares(view, exact)).astype(x.dtype, copy=False)


def average_pool_gradient(node: Any, shape: Array, g: Array) -> Array:
    """Each element of a window gets an equal share of the window's gradient."""
    if shape.shape != (4,) or g.ndim != 4 or shape.min() < 0:
        raise invalid(f"orig_input_shape must be 1-dimensional with 4 sizes, got {shape.tolist()}")
    view = pool_windows(node, shape.tolist())
    if g.shape != (shape[0], *view.count, shape[3]):
        raise invalid(f"grad has the shape {list(g.shape)}, which the pooling does not make")
    back = view.blank(int(shape[0]), int(shape[3]), g.dtype)
    share = g / shares(view, g.dtype)
    for _, _, place in view.places():
        back[place] += share
    return np.ascontiguousarray(view.inner(back))


def held_rank_4(c: Any) -> Any:
    checked(c)
    shape = c.value_as_shape(0)
    rank_4(c, 1)
    return merge(shape, (None,) * 4)


define(
    "AvgPool",
    "value: T -> output: T",
    **ATTRIBUTES,
    T=one_of(FLOATS),
    shape=infer(pooled_shape),
    kernel=average_pool,
    work=pooling_work,
)
define(
    "AvgPoolGrad",
    "orig_input_shape: int32, grad: T -> output: T",
    **ATTRIBUTES,
    T=one_of(FLOATS),
    shape=infer(held_rank_4),
    kernel=average_pool_gradient,
    work=pooling_work,
)


# ---------------------------------------------------------------------------------- rules


def attributes(op: Any, op_type: str) -> dict[str, Any]:
    """The attributes of `op` that an operation of the gradient has, too."""
    wanted = lookup(op_type).attributes
    return {name: value for name, value in op.attributes.items() if name in wanted and name != "T"}


def step_back(op_type: str) -> Callable[..., Any]:
    """The reverse rule of MaxPool, MaxPoolGrad or MaxPoolGradGrad; the maxima stay where they are."""

    def rule(op: Any, g: Any) -> Any:
        if op.type == "MaxPool":
            x, y = op.inputs[0], op.outputs[0]
        else:
            x, y, _ = op.inputs
            zeros = [making.zeros_like(x), making.zeros_like(y)]
        made = apply(op_type, orig_input=x, orig_output=y, grad=g, **attributes(op, op_type))
        return made if op.type == "MaxPool" else [*zeros, made]

    return rule


gradient_of("MaxPool", "MaxPoolGradGrad")(step_back("MaxPoolGrad"))
gradient_of("MaxPoolGrad")(step_back("MaxPoolGradGrad"))
linear("grad", "MaxPoolGrad", "MaxPoolGradGrad", "MaxPoolGradWithArgmax", "AvgPoolGrad")
linear("value", "AvgPool")
missing_gradient("MaxPoolGradWithArgmax")


@tangent_of("MaxPool")
def _max_pool_tangent(op: Any, tangent: Any) -> Any:
    chosen = attributes(op, "MaxPoolGradGrad")
    inputs = {"orig_input": op.inputs[0], "orig_output": op.outputs[0], "grad": tangent}
    return apply("MaxPoolGradGrad", **inputs, **chosen)


@gradient_of("MaxPoolWithArgmax")
def _max_pool_with_argmax(op: Any, g: Any, _: Any) -> Any:
    chosen = attributes(op, "MaxPoolGradWithArgmax")
    chosen.pop("Targmax")
    x, argmax = op.inputs[0], op.outputs[1]
    return apply("MaxPoolGradWithArgmax", input=x, grad=g, argmax=argmax, **chosen)


@tangent_of("MaxPoolWithArgmax")
def _max_pool_with_argmax_tangent(op: Any, tangent: Any) -> Any:
    chosen = {"padding": op.attributes["padding"]}
    chosen |= {name: op.attributes[name] for name in ("ksize", "strides")}
    inputs = {"orig_input": op.inputs[0], "orig_output": op.outputs[0], "grad": tangent}
    return [apply("MaxPoolGradGrad", **inputs, **chosen), None]


@gradient_of("AvgPool")
def _average_pool(op: Any, g: Any) -> Any:
    shape = shapes.shape(op.inputs[0])
    return apply("AvgPoolGrad", orig_input_shape=shape, grad=g, **attributes(op, "AvgPoolGrad"))


@gradient_of("AvgPoolGrad")
def _average_pool_gradient(op: Any, g: Any) -> Any:
    stopped = apply("StopGradient", input=op.inputs[0])
    return [stopped, apply("AvgPool", value=g, **attributes(op, "AvgPool"))]
