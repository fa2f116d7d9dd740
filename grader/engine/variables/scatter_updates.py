"""Changing parts of a variable: slices (`w[0].assign(row)`), and places that index vectors name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import scattering
from grader.engine.ops.arrays.strided import MASKS, selection
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import Shape, at_least_rank
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import (
    any_type,
    define,
    flag,
    missing_gradient,
    no_gradient,
    no_tangent,
    number,
    one_of,
    string,
)
from grader.engine.runtime.resources import VariableCell

# fmt: off
__all__ = [
    "batch_scatter_update", "scatter_nd_add", "scatter_nd_sub", "scatter_nd_update",
]
# fmt: on

KINDS = ("Update", "Add", "Sub", "Min", "Max")


def _scatter_kernel(change: Callable[..., None]) -> Callable[..., VariableCell]:
    def kernel(node: Any, cell: VariableCell, indices: Any, updates: Any) -> VariableCell:
        cell.update(lambda old: scattering.scattered(change, old, indices, updates))
        return cell

    return kernel


def _scatter_shape(c: Any) -> Shape:
    return scattering.required(c.shape(0), c.shape(1), at_least_rank(c.shape(2), 1))


for _kind in KINDS:
    define(
        f"ScatterNd{_kind}",
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        T=any_type() if _kind == "Update" else one_of(dtypes.NUMBERS),
        Tindices=one_of(INDEX),
        use_locking=flag(_kind == "Update"),
        bad_indices_policy=string(b""),
        shape=infer(_scatter_shape),
        kernel=_scatter_kernel(scattering.SCATTERS[_kind]),
        stateful=True,
    )


def _slice_kernel(
    node: Any, cell: VariableCell, begin: Any, end: Any, strides: Any, value: Any
) -> VariableCell:
    def changed(old: np.ndarray) -> np.ndarray:
        new = np.array(old)
        new[selection(node.attrs, old.shape, begin, end, strides)] = value
        return new

    cell.update(changed)
    return cell


define(
    "StridedSliceAssign",
    "ref: Ref(T), begin: Index, end: Index, strides: Index, value: T -> output_ref: Ref(T)",
    T=any_type(),
    Index=one_of(INDEX),
    attributes=dict.fromkeys(MASKS, number(0)),
    shape=infer(lambda c: c.shape(0)),
    kernel=_slice_kernel,
    stateful=True,
)
no_gradient("ScatterNdUpdate ScatterNdAdd ScatterNdSub")
missing_gradient("ScatterNdMin ScatterNdMax StridedSliceAssign")
no_tangent("StridedSliceAssign", *[f"ScatterNd{kind}" for kind in KINDS])


def _scatter_nd(kind: str, locking: bool) -> Callable[..., Tensor]:
    def scatter(
        ref: Any, indices: Any, updates: Any, use_locking: bool = locking, name: str | None = None
    ) -> Tensor:
        return apply(
            f"ScatterNd{kind}",
            name=name,
            ref=ref,
            indices=indices,
            updates=updates,
            use_locking=use_locking,
        )

    scatter.__doc__ = f"ScatterNd{kind} at the places of the variable `ref` that `indices` name."
    return scatter


scatter_nd_update = _scatter_nd("Update", True)
scatter_nd_add = _scatter_nd("Add", False)
scatter_nd_sub = _scatter_nd("Sub", False)


def batch_scatter_update(
    ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None
) -> Tensor:
    """Row indices[..., i] of each matrix ref[...] becomes updates[..., i, :]."""
    from grader.engine.ops.arrays import functions as arrays
    from grader.engine.ops.arrays import making as making
    from grader.engine.ops.arrays.shape_functions import shape
    from grader.engine.ops.math.functions import cast

    with name_scope(name):
        indices = convert_to_tensor(indices, name="indices")
        sizes, rank = shape(indices), indices.shape.rank
        if rank is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        last = arrays.expand_dims(indices, -1)
        places = []
        for axis in range(rank - 1):
            size = sizes[axis]
            along: list[Any] = [1] * (rank + 1)
            along[axis] = size
            steps = arrays.reshape(apply("Range", start=0, limit=size, delta=1), along)
            if steps.dtype != last.dtype:
                steps = cast(steps, last.dtype)
            places.append(steps * making.ones_like(last))
        found = arrays.concat([*places, last], axis=-1)
        return scatter_nd_update(ref, found, updates, use_locking=use_locking)
