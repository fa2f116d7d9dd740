"""Convolution: kernels, shape rules, entries, public functions, reverse and forward rules.

A convolution is a sum of matrix products: the windows of the images, one per row, times the filter. So
are its two backward passes. Windows are laid out for a few images at a time, so that they stay in the cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.limits import PASS
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.nn.windows import (
    ONES,
    SMALL,
    Array,
    Windows,
    as_four,
    as_paddings,
    checked,
    counts,
    from_order,
    in_order,
    in_parts,
    largest_part,
    rank_4,
    unimplemented,
    windows,
)
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import merge, merge_dimension
from grader.engine.ops.common.tangent_helpers import bilinear
from grader.engine.ops.common.types import FLOATS
from grader.engine.registry import define, flag, gradient_of, lookup, numbers, one_of, string

__all__ = ["conv2d", "conv2d_transpose"]

AT_ONCE = 2**17  # elements in a row of all windows, for as many images as are laid out at a time

ATTRIBUTES: dict[str, Any] = {
    "strides": numbers(),
    "padding": string(),
    "explicit_paddings": numbers([]),
    "data_format": string("NHWC"),
    "dilations": numbers([1, 1, 1, 1]),
}


# ----------------------------------------------------------------------- the three products


def parts(view: Windows, images: int, channels: int) -> Iterator[slice] | None:
    """Slices of a few images each; None where even one image has too many windows to lay out."""
    one = math.prod(view.count) * view.size[1] * channels
    return None if one * view.size[0] > 2**24 else in_parts(images, one, AT_ONCE)


def convolve(x: Array, filters: Array, view: Windows) -> Array:
    """(n, rows, columns, channels) * (height, width, channels, k) -> (n, *count, k)."""
    k, chosen = filters.shape[3], parts(view, len(x), x.shape[3])
    result = (np.empty if chosen else np.zeros)((len(x), *view.count, k), x.dtype)
    if chosen is None:
        padded = view.padded(x)
        for i, j, place in view.places():
            result += padded[place] @ filters[i, j]
        return result
    filters, seen = np.ascontiguousarray(filters), view.seen()
    for part in chosen:
        laid = view.laid_out(view.padded(x[part]), k, 20)
        height, *batch, width, channels = laid.shape
        weights, columns = filters.reshape(height, -1, k), view.count[1]
        if height == 1:
            rows = laid.reshape(*batch, width * channels)
            np.matmul(rows, weights[0], out=result[part].reshape(*batch, k))
            continue
        laid = laid.reshape(height, batch[0], -1, width * channels)
        for number, (i, first, end) in enumerate(seen):
            rows, out = laid[i, :, first * columns : end * columns], result[part, first:end]
            group = largest_part(rows.shape[1], SMALL // weights[i].size)
            rows = rows.reshape(batch[0], -1, group, width * channels)
            if number:
                out += (rows @ weights[i]).reshape(out.shape)
                continue
            if out.size < result[part].size:
                result[part] = 0
            np.matmul(rows, weights[i], out=out.reshape(*rows.shape[:3], k))
    return result


def to_input(filters: Array, g: Array, view: Windows) -> Array:
    """The gradient of the images: each window's gradient is added where the window was."""
    channels, k = filters.shape[2:]
    back = view.backwards()
    if back is not None and k <= 8 * channels:
        # Without gaps, this is a convolution with the flipped filters.
        return convolve(g, filters[::-1, ::-1].transpose(0, 1, 3, 2), back)
    padded = view.blank(len(g), channels, g.dtype)
    for part in in_parts(len(g), math.prod(view.count + view.size) * channels, 2 * AT_ONCE):
        target, rows = padded[part], g[part].reshape(-1, k)
        for i, j, place in view.places():
            added = rows @ filters[i, j].T
            target[place] += added.reshape(len(target), *view.count, channels)
    return view.inner(padded)


def to_filters(x: Array, g: Array, shape: Any, view: Windows) -> Array:
    """The gradient of the filters."""
    k, chosen = shape[3], parts(view, len(x), shape[2])
    result = np.zeros(shape, x.dtype)
    if chosen is None:
        padded = view.padded(x)
        for i, j, place in view.places():
            result[i, j] = np.tensordot(padded[place], g, axes=([0, 1, 2], [0, 1, 2]))
        return result
    for part in chosen:
        laid = view.laid_out(view.padded(x[part]), k / shape[1], 64).transpose(1, 2, 0, 4, 5, 3)
        total, arriving = (
            result.reshape(*laid.shape[2:5], k),
            g[part].reshape(*laid.shape[:2], -1, k),
        )
        for index in np.ndindex(laid.shape[:2]):
            total += laid[index] @ arriving[index]
    return result


# ------------------------------------------------------------------------------- kernels


def in_groups(x: Array, filters: Array, view: Windows) -> Array:
    """A grouped convolution, in which each filter sees one group of channels; group by group."""
    groups = x.shape[3] // filters.shape[2]
    if groups == 1:
        return convolve(x, filters, view)
    pairs = zip(np.split(x, groups, 3), np.split(filters, groups, 3), strict=True)
    return np.concatenate([convolve(np.ascontiguousarray(a), b, view) for a, b in pairs], 3)


def kernel(wanted: str) -> Callable[..., Array]:
    """The kernel of a convolution or of one of its backward passes (wanted: output, input, filter)."""

    def run(node: Any, *inputs: Array) -> Array:
        attrs, data_format = node.attrs, node.attrs["data_format"]
        if data_format == b"NCHW":
            explicit = attrs["explicit_paddings"]
            attrs = {
                **attrs,
                **{name: in_order(attrs[name], b"NCHW") for name in ("strides", "dilations")},
                "explicit_paddings": explicit and [*explicit[:2], *explicit[4:], *explicit[2:4]],
            }
        x, filters = inputs[0], inputs[1]
        g: Any = inputs[2] if len(inputs) == 3 else None
        own = inputs[0].tolist() if wanted == "input" else list(inputs[0].shape)
        shape = tuple(inputs[1].tolist()) if wanted == "filter" else inputs[1].shape
        if len(own) == 2:
            own = [len(inputs[2]), *own, shape[2]]
            own = list(from_order(own, data_format))
        if len(own) != 4 or len(shape) != 4 or (g is not None and g.ndim != 4):
            raise invalid(f"input and filter must be 4-dimensional, got {own} and {list(shape)}")
        if min(*own, *shape) < 0:
            raise invalid(f"sizes must not be negative, got {own} and {list(shape)}")
        images, height, width, channels = in_order(own, data_format)
        if wanted == "output" and 0 in shape:
            raise invalid(
                "filter must not have zero elements (i.e. all dimensions must be non-zero)"
            )
        if shape[2] == 0 or channels % shape[2]:
            raise invalid(
                f"input depth must be evenly divisible by filter depth: {channels} vs {shape[2]}"
            )
        view = windows(attrs, (height, width), shape)
        groups = channels // shape[2]
        if shape[3] % groups:
            raise invalid(f"output depth {shape[3]} must be divisible by the {groups} groups")
        order = (0, 2, 3, 1) if data_format == b"NCHW" else (0, 1, 2, 3)
        dtype = inputs[2 if wanted == "input" else 0].dtype
        exact = np.float32 if dtype.itemsize == 2 else dtype

        def ready(one: Array) -> Array:
            return np.ascontiguousarray(one.transpose(order), exact)

        if g is not None:
            g = ready(g)
            expected = (images, *view.count, shape[3])
            if g.shape != expected:
                raise invalid(
                    f"out_backprop has the shape {list(g.shape)}, expected {list(expected)}: "
                    "Size of out_backprop doesn't match computed"
                )
            if groups > 1:
                raise unimplemented("gradients of grouped convolutions are not supported")
        if wanted == "output":
            result = in_groups(ready(x), filters.astype(exact, copy=False), view)
        elif wanted == "input":
            result = to_input(filters.astype(exact, copy=False), g, view)
        else:
            return to_filters(ready(x), g, shape, view).astype(dtype, copy=False)
        return np.ascontiguousarray(result.transpose(from_order(range(4), data_format)), dtype)

    return run


def work(op: Any, given: Any) -> int:
    """Multiplications: for each element of the output, the elements of its window; a pass for each."""
    made = [size or 0 for size in lookup(op.type).shape(op).sizes]
    filters, results = given[1], given[2] if "Backprop" in op.type else made
    if op.type.endswith("Filter"):
        filters = made
    images = made if op.type.endswith("Input") else given[0]
    channels = max(images[1 if op.get_attr("data_format") == b"NCHW" else 3], 1)
    groups = channels // max(filters[2], 1) if len(filters) > 2 else 1
    passes = math.prod(filters[:2]) * max(groups, 1)
    return math.prod(results) * math.prod(filters[:3]) + PASS * passes


# -------------------------------------------------------------------------- static shapes


def convolved(c: Any) -> Any:
    data_format = c.attr("data_format")
    n, h, w, channels = in_order(rank_4(c, 0), data_format)
    height, width, seen, k = rank_4(c, 1)
    checked(c, "dilations", "strides")
    if seen == 0:
        raise ValueError("Depth of filter must not be 0")
    elif channels is not None and seen is not None:
        if channels % seen:
            raise ValueError(
                f"Depth of input ({channels}) is not a multiple of input depth of filter ({seen})"
            )
        if k is not None and channels and k % (channels // seen):
            raise ValueError(
                f"Depth of output ({k}) is not a multiple of the number of groups "
                f"({channels // seen})"
            )
    return from_order([n, *counts(c, (h, w), (height, width)), k], data_format)


def held_sizes(c: Any, index: int) -> Any:
    """The shape in an input that holds sizes, as far as it is known."""
    shape = c.value_as_shape(index)
    return (None,) * 4 if shape is None else shape


def input_shape(c: Any) -> Any:
    checked(c)
    shape = held_sizes(c, 0)
    g, filters = rank_4(c, 2), rank_4(c, 1)
    data_format = c.attr("data_format")
    merge_dimension(in_order(g, data_format)[3], filters[3])
    if len(shape) == 2:
        return from_order([g[0], *shape, filters[2]], data_format)
    if len(shape) != 4:
        raise ValueError(
            "Conv2DBackpropInput requires input_sizes to contain 4 values or 2 values, but got: "
            f"{len(shape)}"
        )
    return (merge_dimension(shape[0], g[0]), *shape[1:])


def filter_shape(c: Any) -> Any:
    checked(c)
    return merge(held_sizes(c, 1), (None,) * 4)


for _type, _signature, _shape, _wanted in (
    ("Conv2D", "input: T, filter: T -> output: T", convolved, "output"),
    (
        "Conv2DBackpropInput",
        "input_sizes: int32, filter: T, out_backprop: T -> output: T",
        input_shape,
        "input",
    ),
    (
        "Conv2DBackpropFilter",
        "input: T, filter_sizes: int32, out_backprop: T -> output: T",
        filter_shape,
        "filter",
    ),
):
    define(
        _type,
        _signature,
        **ATTRIBUTES,
        use_cudnn_on_gpu=flag(True),
        T=one_of(FLOATS if _wanted == "filter" else [*FLOATS, d.int32]),
        shape=infer(_shape),
        kernel=kernel(_wanted),
        work=work,
    )


# ------------------------------------------------------------------------ public functions


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str | None = "NHWC",
    dilations: Any = ONES,
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """The convolution of images (n, rows, columns, c) with filters (height, width, c, k)."""
    return apply(
        "Conv2D",
        name,
        input=input,
        filter=either("filters", filters, "filter", filter),
        strides=as_four(strides, data_format, "strides"),
        **as_paddings(padding),
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        data_format=data_format or "NHWC",
        dilations=as_four(dilations, data_format, "dilations"),
    )


def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The transpose of a convolution (not its inverse), filters (height, width, k, c)."""
    value = either("input", input, "value", value)
    filter = either("filters", filters, "filter", filter)
    with name_scope(name, "conv2d_transpose", [value, filter, output_shape]) as scope:
        return apply(
            "Conv2DBackpropInput",
            scope,
            input_sizes=output_shape,
            filter=filter,
            out_backprop=value,
            strides=as_four(strides, data_format, "strides"),
            **as_paddings(padding),
            data_format=data_format or "NHWC",
            dilations=as_four(dilations, data_format, "dilations"),
        )


# ---------------------------------------------------------------------------------- rules


def back(op: Any, wanted: str, sizes: Any, other: Any, g: Any) -> Any:
    """The gradient with respect to the input (other: the filter) or to the filter (other: the input)."""
    first, second = ("input_sizes", "filter") if wanted == "Input" else ("filter_sizes", "input")
    return apply(
        f"Conv2DBackprop{wanted}",
        **{first: sizes, second: other},
        out_backprop=g,
        **attributes(op),
    )


def attributes(op: Any) -> dict[str, Any]:
    """The attributes that an operation shares with those of its gradient."""
    return {name: value for name, value in op.attributes.items() if name != "T"}


@gradient_of("Conv2D")
def _convolution(op: Any, g: Any) -> Any:
    x, filters = op.inputs
    sizes = apply("ShapeN", input=[x, filters])
    return [back(op, "Input", sizes[0], filters, g), back(op, "Filter", sizes[1], x, g)]


@gradient_of("Conv2DBackpropInput")
def _of_input(op: Any, g: Any) -> Any:
    _, filters, arriving = op.inputs
    return [
        None,
        back(op, "Filter", tf.shape(filters), g, arriving),
        apply("Conv2D", input=g, filter=filters, **attributes(op)),
    ]


@gradient_of("Conv2DBackpropFilter")
def _of_filter(op: Any, g: Any) -> Any:
    x, _, arriving = op.inputs
    return [
        back(op, "Input", tf.shape(x), g, arriving),
        None,
        apply("Conv2D", input=x, filter=g, **attributes(op)),
    ]


bilinear("input filter", "Conv2D")
bilinear("filter out_backprop", "Conv2DBackpropInput")
bilinear("input out_backprop", "Conv2DBackpropFilter")
