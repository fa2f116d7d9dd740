"""Operations that change parts of a variable: rows, or single elements."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.arrays import scatters
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.ops.common.public import TensorLike, public
from grader.engine.ops.common.shape_algebra import Shape, at_least_rank, merge
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import (
    any_type,
    define,
    flag,
    missing_gradient,
    no_gradient,
    no_tangent,
    one_of,
    string,
)
from grader.engine.runtime.resources import VariableCell
from grader.engine.variables.assignment import sizes_of

if TYPE_CHECKING:
    from grader.engine.variables.variables import Variable

__all__ = ["scatter_add", "scatter_nd_add", "scatter_nd_update", "scatter_sub", "scatter_update"]


# Rows --------------------------------------------------------------------------------------------


def _rows_kernel(change: Callable[[np.ndarray, Any, Any], None]) -> Callable[..., VariableCell]:
    def kernel(node: Any, cell: VariableCell, indices: Any, updates: Any) -> VariableCell:
        rows = cell.read().shape[0]
        wrong = np.flatnonzero((np.ravel(indices) < 0) | (np.ravel(indices) >= rows))
        if wrong.size:
            where = int(wrong[0])
            raise invalid(
                f"indices[{where}] = {int(np.ravel(indices)[where])} is not in [0, {rows})"
            )
        expected = np.shape(indices) + cell.value.shape[1:]
        if np.shape(updates) not in (expected, ()):
            raise invalid(
                "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], "
                f"got updates.shape {sizes_of(updates)}, indices.shape {sizes_of(indices)}, "
                f"params.shape {sizes_of(cell.value)}"
            )

        def changed(old: np.ndarray) -> np.ndarray:
            new = old.copy()
            change(new, indices, updates)
            return new

        cell.update(changed)
        return cell

    return kernel


def _rows_shape(c: Inference) -> Shape:
    ref, indices, updates = (c.shape(index) for index in range(3))
    if ref is not None and indices is not None and updates:  # a scalar updates every row
        merge(updates, (*indices, *ref[1:]))
    return ref


for _kind, _change in (
    ("Update", scatters.put),
    ("Add", np.add.at),
    ("Sub", np.subtract.at),
):
    define(
        f"Scatter{_kind}",
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        T=any_type() if _kind == "Update" else one_of(dtypes.NUMBERS),
        Tindices=one_of(INDEX),
        use_locking=flag(_kind == "Update"),
        shape=infer(_rows_shape),
        kernel=_rows_kernel(_change),
        work=lambda op, given: 15 * math.prod(given[1]) * math.prod(given[0][1:]),
        stateful=True,
    )
scatter_update = public("ScatterUpdate", "Sets the rows `indices` of the variable `ref` when run.")
scatter_add = public("ScatterAdd", "Adds to the rows `indices` of the variable `ref` when run.")
scatter_sub = public("ScatterSub", "Subtracts from the rows `indices` of the variable `ref`.")
no_gradient("ScatterAdd ScatterSub")
missing_gradient("ScatterUpdate")
no_tangent("ScatterUpdate ScatterAdd ScatterSub")


# Elements ----------------------------------------------------------------------------------------


def _elements_kernel(change: Callable[..., None]) -> Callable[..., VariableCell]:
    def kernel(node: Any, cell: VariableCell, indices: Any, updates: Any) -> VariableCell:
        cell.update(lambda old: scatters.scattered(change, old, indices, updates))
        return cell

    return kernel


def _elements_shape(c: Inference) -> Shape:
    return scatters.scatter_shape(c.shape(0), c.shape(1), at_least_rank(c.shape(2), 1))


for _kind, _change in (("Update", scatters.put), ("Add", np.add.at)):
    define(
        f"ScatterNd{_kind}",
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        T=any_type() if _kind == "Update" else one_of(dtypes.NUMBERS),
        Tindices=one_of(INDEX),
        use_locking=flag(_kind == "Update"),
        bad_indices_policy=string(b""),
        shape=infer(_elements_shape),
        kernel=_elements_kernel(_change),
        stateful=True,
    )


def scatter_nd_update(
    ref: Variable,
    indices: TensorLike,
    updates: TensorLike,
    use_locking: bool = True,
    name: str | None = None,
) -> Tensor:
    """Sets the elements of the variable `ref` at the index vectors `indices` when run."""
    places = {"ref": ref, "indices": indices, "updates": updates}
    return apply("ScatterNdUpdate", name, **places, use_locking=use_locking)


def scatter_nd_add(
    ref: Variable,
    indices: TensorLike,
    updates: TensorLike,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """Adds to the elements of the variable `ref` at the index vectors `indices` when run."""
    places = {"ref": ref, "indices": indices, "updates": updates}
    return apply("ScatterNdAdd", name, **places, use_locking=use_locking)


no_gradient("ScatterNdUpdate ScatterNdAdd")
no_tangent("ScatterNdUpdate ScatterNdAdd")
