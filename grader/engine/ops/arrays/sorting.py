"""Sorting: tf.sort, tf.argsort."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import rank, shape

__all__ = ["argsort", "sort"]


def sort(
    values: Any, axis: Any = -1, direction: str = "ASCENDING", name: str | None = None
) -> Tensor:
    """The values in order along an axis."""
    with name_scope(name, "sort"):
        return in_order(values, axis, direction, places=False)


def argsort(
    values: Any,
    axis: Any = -1,
    direction: str = "ASCENDING",
    stable: bool = False,
    name: str | None = None,
) -> Tensor:
    """The indices that sort the values; equal values keep their order."""
    with name_scope(name, "argsort"):
        return in_order(values, axis, direction, places=True)


def in_order(values: Any, axis: Any, direction: str, places: bool) -> Tensor:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(
            "Argument `direction` should be one of ASCENDING, DESCENDING. Received: "
            f"direction={direction}"
        )
    axis = convert_to_tensor(axis, name="axis")
    known = constant_value(axis)
    if axis.shape.rank not in (None, 0) or known is None:
        raise ValueError(f"Argument `axis` must be a constant scalar. Received: axis={axis}.")
    x: Any = convert_to_tensor(values, name="values")
    if direction == "DESCENDING":
        return descending(x, int(known), places)
    # Negated, so that the smallest come first; for integers in a way that cannot overflow.
    if x.dtype.is_unsigned:
        found = descending(x.dtype.max - x, int(known), places)
        return found if places else x.dtype.max - found
    if x.dtype.is_integer:
        found = descending(-x - 1, int(known), places)
        return found if places else -found - 1
    found = descending(-x, int(known), places)
    return found if places else -found


def descending(x: Any, axis: Any, places: bool) -> Any:
    """In descending order along the axis: TopK, with k the size of the axis."""
    count, total, known = shape(x)[axis], rank(x), x.shape.rank
    order: Any = None
    if axis != -1 and axis + 1 != known:
        if axis < 0:
            axis += known or total
        if known is not None:
            swapped = list(np.arange(known))
            swapped[axis], swapped[-1] = swapped[-1], swapped[axis]
            order = constant(np.array(swapped), name="transposition")
        else:
            numbers = making.range(total)
            ends = [[axis], [total - 1]]
            order = apply(
                "TensorScatterUpdate", tensor=numbers, indices=ends, updates=[total - 1, axis]
            )
        x = arrays.transpose(x, order)
    found = apply("TopKV2", input=x, k=count, sorted=True)[1 if places else 0]
    return found if order is None else arrays.transpose(found, order)
