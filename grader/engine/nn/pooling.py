"""Pooling, the maximum or the mean of each window: kernels, entries, functions, rules.

A kernel iterates over the positions in a window, and takes each position from all windows at once.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.limits import PASS
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.nn.windows import (
    Array,
    Windows,
    as_four,
    as_paddings,
    checked,
    in_parts,
    pooled_shape,
    rank_4,
    unimplemented,
    windows,
)
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import merge
from grader.engine.ops.common.tangent_helpers import linear, missing_tangent
from grader.engine.ops.common.types import FLOATS, REAL
from grader.engine.ops.reductions.extremes import lowest
from grader.engine.registry import (
    Attribute,
    define,
    gradient_of,
    lookup,
    missing_gradient,
    numbers,
    one_of,
    string,
)

__all__ = ["avg_pool", "max_pool"]

MAX_TYPES = [d.bfloat16, d.float16, d.float32, d.float64, d.int8, d.int16, d.int32, d.int64]
MAX_TYPES += [d.uint8, d.uint16]
ATTRIBUTES: Any = {
    "ksize": Attribute("list(int)", minimum=4),
    "strides": Attribute("list(int)", minimum=4),
    "padding": string(),
    "data_format": string("NHWC"),
}
EXPLICIT = {**ATTRIBUTES, "explicit_paddings": numbers([])}


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


def max_pool_kernel(node: Any, x: Array) -> Array:
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


def winners(x: Array, view: Windows) -> Any:
    """For each position in a window: its slices, and in which windows it is the first maximum."""
    padded = view.padded(x, lowest(x.dtype))
    best = largest(padded, view, x.shape[3])
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
        for _, _, place, won in winners(x[part], view):
            if apart:
                np.multiply(g[part], won, out=back[part][place])
            else:
                back[part][place] += g[part] * won
    return np.ascontiguousarray(view.inner(back))


def pooling_work(op: Any, given: Any) -> int:
    """One step per position in each window, and a pass for each position."""
    size, step = op.get_attr("ksize"), op.get_attr("strides")
    sizes = given[-1 if op.type == "AvgPoolGrad" else 0]
    if op.type != "AvgPoolGrad":
        sizes = [-(-n // max(s, 1)) for n, s in zip(sizes, step, strict=False)]
    # Without images, too, it is counted how much of them each window sees.
    return (3 * math.prod(max(one, 1) for one in sizes) + PASS) * math.prod(size)


def like_first(c: Any) -> Any:
    checked(c)
    return rank_4(c, 0)


define(
    "MaxPool",
    "input: T -> output: T",
    **EXPLICIT,
    T=one_of(MAX_TYPES, d.float32),
    shape=infer(pooled_shape),
    kernel=max_pool_kernel,
    work=pooling_work,
)
define(
    "MaxPoolGrad",
    "orig_input: T, orig_output: T, grad: T -> output: T",
    **EXPLICIT,
    T=one_of(REAL, d.float32),
    shape=infer(like_first),
    kernel=max_pool_gradient,
    work=pooling_work,
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


# ------------------------------------------------------------------------ public functions


def _pooled(
    op_type: str, x: Any, size: Any, strides: Any, padding: Any, order: Any, name: Any
) -> Tensor:
    order = order or "NHWC"
    chosen = as_paddings(padding) if op_type == "MaxPool" else {"padding": padding}
    size, steps = as_four(size, order, "ksize"), as_four(strides, order, "strides")
    if op_type == "MaxPool" and 0 in size:
        raise ValueError(f"`ksize` cannot be zero. Received: ksize={size}")
    argument = {"input" if op_type == "MaxPool" else "value": x}
    return apply(op_type, name, **argument, ksize=size, strides=steps, **chosen, data_format=order)


def max_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """The maximum of each window, channel by channel."""
    value = either("input", input, "value", value)
    with name_scope(name, "MaxPool", [value]) as scope:
        return _pooled("MaxPool", value, ksize, strides, padding, data_format, scope)


def avg_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """The mean of each window, channel by channel; padding does not count."""
    with name_scope(name, "AvgPool", [value]) as scope:
        value = either("input", input, "value", value)
        return _pooled("AvgPool", value, ksize, strides, padding, data_format, scope)


# ---------------------------------------------------------------------------------- rules


def attributes(op: Any, op_type: str) -> dict[str, Any]:
    """The attributes of `op` that an operation of the gradient has, too."""
    wanted = lookup(op_type).attributes
    return {name: value for name, value in op.attributes.items() if name in wanted and name != "T"}


@gradient_of("MaxPool")
def _max_pool(op: Any, g: Any) -> Any:
    x, y = op.inputs[0], op.outputs[0]
    made = attributes(op, "MaxPoolGrad")
    return apply("MaxPoolGrad", orig_input=x, orig_output=y, grad=g, **made)


missing_gradient("MaxPoolGrad")
missing_tangent("MaxPool")
linear("grad", "MaxPoolGrad", "AvgPoolGrad")
linear("value", "AvgPool")


@gradient_of("AvgPool")
def _average_pool(op: Any, g: Any) -> Any:
    shape = tf.shape(op.inputs[0])
    return apply("AvgPoolGrad", orig_input_shape=shape, grad=g, **attributes(op, "AvgPoolGrad"))


@gradient_of("AvgPoolGrad")
def _average_pool_gradient(op: Any, g: Any) -> Any:
    stopped = apply("StopGradient", input=op.inputs[0])
    return [stopped, apply("AvgPool", value=g, **attributes(op, "AvgPool"))]
