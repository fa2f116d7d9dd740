"""Operations that change parts of a variable: rows, or single elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.arrays import scattering
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import at_least_rank
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
from grader.engine.variables.entries import c_shape

# fmt: off
__all__ = ["scatter_add", "scatter_nd_add", "scatter_nd_update", "scatter_sub", "scatter_update"]
# fmt: on


# ------------------------------------------------------------------------------ rows


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
                f"got updates.shape {c_shape(updates)}, indices.shape {c_shape(indices)}, "
                f"params.shape {c_shape(cell.value)}"
            )

        def changed(old: np.ndarray) -> np.ndarray:
            new = old.copy()
            change(new, indices, updates)
            return new

        cell.update(changed)
        return cell

    return kernel


ROWS: dict[str, Callable[[np.ndarray, Any, Any], None]] = {
    "ScatterUpdate": scattering.put,
    "ScatterAdd": np.add.at,
    "ScatterSub": np.subtract.at,
}


def _rows_shape(op: Any) -> TensorShape:
    ref, indices, updates = (tensor.shape for tensor in op.inputs)
    if ref.rank is not None and indices.rank is not None and updates.rank not in (None, 0):
        expected = indices.concatenate(ref[1:])
        if not updates.is_compatible_with(expected):
            raise ValueError(f"Dimensions must be equal: updates {updates}, expected {expected}")
    return ref


for _type, _change in ROWS.items():
    define(
        _type,
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        T=any_type() if _type == "ScatterUpdate" else one_of(dtypes.NUMBERS),
        Tindices=one_of(INDEX),
        use_locking=flag(_type == "ScatterUpdate"),
        shape=_rows_shape,
        kernel=_rows_kernel(_change),
        stateful=True,
    )


# -------------------------------------------------------------------------- elements


def _places_kernel(change: Callable[..., None]) -> Callable[..., VariableCell]:
    def kernel(node: Any, cell: VariableCell, indices: Any, updates: Any) -> VariableCell:
        cell.update(lambda old: scattering.scattered(change, old, indices, updates))
        return cell

    return kernel


for _kind in ("Update", "Add"):
    define(
        f"ScatterNd{_kind}",
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        T=any_type() if _kind == "Update" else one_of(dtypes.NUMBERS),
        Tindices=one_of(INDEX),
        use_locking=flag(_kind == "Update"),
        bad_indices_policy=string(b""),
        shape=infer(
            lambda c: scattering.scatter_shape(c.shape(0), c.shape(1), at_least_rank(c.shape(2), 1))
        ),
        kernel=_places_kernel(scattering.SCATTERS[_kind]),
        stateful=True,
    )


no_gradient("ScatterAdd ScatterSub ScatterNdUpdate ScatterNdAdd")
missing_gradient("ScatterUpdate")
no_tangent("ScatterUpdate ScatterAdd ScatterSub ScatterNdUpdate ScatterNdAdd")


# -------------------------------------------------------------------------- for users


def _rows(op_type: str) -> Callable[..., Tensor]:
    return public(
        op_type,
        f"{op_type} on the rows `indices` of the variable `ref`, when run; returns its reference.",
    )


scatter_update = _rows("ScatterUpdate")
scatter_add = _rows("ScatterAdd")
scatter_sub = _rows("ScatterSub")


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

    scatter.__doc__ = f"ScatterNd{kind} on the elements of the variable `ref` at `indices`."
    return scatter


scatter_nd_update = _scatter_nd("Update", True)
scatter_nd_add = _scatter_nd("Add", False)
