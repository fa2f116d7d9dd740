"""Shape rules that the families of operations share.

A rule takes the inference context `c` (inference.py) and returns a shape, or a list of them.
"""

from __future__ import annotations

from typing import Any

from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_least_rank,
    broadcast,
    merge_all,
    with_rank,
)


def unchanged(c: Any) -> Shape:
    return c.shape(0)


def scalar(c: Any) -> Shape:
    return ()


def broadcast_inputs(c: Any) -> Shape:
    return broadcast(c.shape(0), c.shape(1))


def merged_inputs(c: Any) -> Shape:
    return merge_all([c.shape(i) for i in range(c.count)])


def at_least_vector(c: Any) -> Shape:
    return at_least_rank(c.shape(0), 1)


def two_vectors(c: Any) -> list[Shape]:
    """The rule of operations that turn two vectors into two vectors of unknown length."""
    with_rank(c.shape(0), 1)
    with_rank(c.shape(1), 1)
    return [(None,), (None,)]
