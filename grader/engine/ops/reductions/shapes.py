"""Shape rules of reductions and of the positions of extremes."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_most_rank,
    axis_in,
    unknown,
    with_rank,
)


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
        for axis in np.atleast_1d(axes).tolist()
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
