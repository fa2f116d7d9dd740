"""Shared by the kernels of strings: mapping a function over elements, bounding the bytes produced."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import numpy as np

from grader.engine.ops.common.inference import Inference

Array = np.ndarray


def each(function: Any, x: Array, dtype: Any = object) -> Array:
    """`function` of every element, as an array of `dtype`."""
    result = np.empty(x.shape, dtype)
    for index in np.ndindex(x.shape) if x.size else ():  # ndindex is slow for (0, 2**31)
        result[index] = function(x[index])
    return result


def each_string(function: Callable[[bytes], Any], x: Any, dtype: Any = object) -> Array:
    """`function` of every string, as an array of `dtype`."""
    return each(function, np.asarray(x, object), dtype)


def of_each(function: Callable[[bytes], Any], dtype: Any = object) -> Callable[..., Array]:
    """A kernel of an operation without attributes: `function` of every string."""
    return lambda node, x: each_string(function, x, dtype)


def bytes_made(op: Any, shapes: Any) -> int:
    """A bound on the bytes of joined or cut strings: each input's longest string at every position."""
    values = [Inference(op).value(i) for i in range(len(shapes))]
    longest = sum(
        max(map(len, value.flat), default=0)
        for value in values
        if value is not None and value.dtype == object
    )
    return (
        8
        * longest
        * math.prod(max(sizes) for sizes in zip_longest(*map(reversed, shapes), fillvalue=1))
    )
