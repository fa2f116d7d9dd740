"""Shape rules of the operations that compute numbers.

A rule takes the inference context `c` (see inference.py) and returns a shape, or a list of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_least_rank,
    at_most_rank,
    axis_in,
    broadcast,
    merge,
    merge_all,
    merge_dimension,
    unknown,
    with_rank,
)

__all__: list[str] = []  # for the modules of this folder only


def unchanged(c: Any) -> Shape:
    return c.shape(0)


def scalar(c: Any) -> Shape:
    return ()


def broadcast_inputs(c: Any) -> Shape:
    return broadcast(c.shape(0), c.shape(1))


def merged_inputs(c: Any) -> Shape:
    return merge_all([c.shape(i) for i in range(c.count)])


def reduction(c: Any) -> Shape:
    """Of Sum, Mean, ...: the axes are the second input."""
    shape, keep = c.shape(0), c.attr("keep_dims")
    at_most_rank(c.shape(1), 1)
    axes = c.value(1)
    if shape is None:
        return None
    if axes is None:
        return unknown(len(shape)) if keep else None
    reduced = {
        axis_in(
            int(axis),
            len(shape),
            f"Invalid reduction dimension {axis} for input with {len(shape)} dimensions.",
        )
        for axis in np.atleast_1d(axes)
    }
    if keep:
        return tuple(1 if i in reduced else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in reduced)


def position_of_extreme(c: Any) -> Shape:
    shape = c.shape(0)
    with_rank(c.shape(1), 0)
    if shape is None:
        return None
    if len(shape) <= 1:
        return ()
    axis = c.value(1)
    if axis is None:
        return unknown(len(shape) - 1)
    position = axis_in(
        int(axis),
        len(shape),
        f"Dimension ({axis}) must be in the range [{-len(shape)}, {len(shape)}), "
        f"where {len(shape)} is the number of dimensions in the input.",
    )
    return shape[:position] + shape[position + 1 :]


def matrix_product(c: Any) -> Shape:
    a, b = with_rank(c.shape(0), 2), with_rank(c.shape(1), 2)
    rows, inner = a[::-1] if c.attr("transpose_a") else a
    other, columns = b[::-1] if c.attr("transpose_b") else b
    merge_dimension(inner, other)
    return (rows, columns)


def batched_matrix_product(c: Any) -> Shape:
    a, b = at_least_rank(c.shape(0), 2), at_least_rank(c.shape(1), 2)
    if a is None or b is None:
        return None
    rows, inner = a[:-3:-1] if c.attr("adj_x") else a[-2:]
    other, columns = b[:-3:-1] if c.attr("adj_y") else b[-2:]
    batch = broadcast(a[:-2], b[:-2])
    merge_dimension(inner, other)
    return (*(batch or ()), rows, columns)


def select(c: Any) -> Shape:
    data, condition = merge(c.shape(1), c.shape(2)), c.shape(0)
    if condition is None or data is None or len(condition) == 0:
        return data
    if len(condition) == 1 and len(data) > 0:
        merge(data[:1], condition)  # must fit; TensorFlow learns nothing from it
        return data
    return merge(data, condition)


def select_broadcast(c: Any) -> Shape:
    return broadcast(broadcast(c.shape(1), c.shape(2)), c.shape(0))


def where(c: Any) -> Shape:
    shape = c.shape(0)
    return (None, None if shape is None else len(shape))


def at_least_vector(c: Any) -> Shape:
    return at_least_rank(c.shape(0), 1)


def einsum(c: Any) -> Shape:
    """The labels' sizes, gathered from the inputs; `...` stands for the rest and broadcasts."""
    equation = c.attr("equation")
    equation = equation.decode() if isinstance(equation, bytes) else equation
    inputs, _, output = equation.partition("->")
    terms = inputs.split(",")
    if len(terms) != c.count:
        raise ValueError(f"Expected {len(terms)} inputs for the equation {equation}, got {c.count}")
    sizes: dict[str, int | None] = {}
    ellipsis: Shape = ()
    for position, term in enumerate(terms):
        shape, named = c.shape(position), term.replace("...", "")
        if "..." not in term:
            shape = with_rank(
                shape, len(named), f"\n\t for {position}th input and equation: {equation}"
            )
        elif shape is None:
            ellipsis = None
            continue
        elif len(shape) < len(named):
            raise ValueError(f"Shape must be at least rank {len(named)} but is rank {len(shape)}")
        else:
            start, rest = term.index("..."), len(shape) - len(named)
            ellipsis = broadcast(ellipsis, shape[start : start + rest])
            shape = shape[:start] + shape[start + rest :]
        for label, size in zip(named, shape, strict=True):
            sizes[label] = merge_dimension(sizes.get(label), size)
    if "..." not in output:
        return tuple(sizes.get(label) for label in output)
    if ellipsis is None:
        return None
    start = output.index("...")
    named = output.replace("...", "")
    found = [sizes.get(label) for label in named]
    return (*found[:start], *ellipsis, *found[start:])
