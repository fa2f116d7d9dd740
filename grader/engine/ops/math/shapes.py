"""Shape rules of the operations that compute numbers.

A rule takes the inference context `c` (see inference.py) and returns a shape, or a list of them.
"""

from __future__ import annotations

from typing import Any

from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_least_rank,
    broadcast,
    merge,
    merge_all,
)


def unchanged(c: Any) -> Shape:
    return c.shape(0)


def scalar(c: Any) -> Shape:
    return ()


def broadcast_inputs(c: Any) -> Shape:
    return broadcast(c.shape(0), c.shape(1))


def merged_inputs(c: Any) -> Shape:
    return merge_all([c.shape(i) for i in range(c.count)])


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
