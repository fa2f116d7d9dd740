"""Shape rules of tf.where's operations.

A rule takes the inference context `c` (common/inference.py) and returns a shape.
"""

from __future__ import annotations

from typing import Any

from grader.engine.ops.common.shape_algebra import Shape, broadcast, merge


def select(c: Any) -> Shape:
    data, condition = merge(c.shape(1), c.shape(2)), c.shape(0)
    if condition is None or data is None or len(condition) == 0:
        return data
    if len(condition) == 1 and len(data) > 0:
        merge(data[:1], condition)  # checked, but TensorFlow infers nothing from it
        return data
    return merge(data, condition)


def select_broadcast(c: Any) -> Shape:
    return broadcast(broadcast(c.shape(1), c.shape(2)), c.shape(0))
