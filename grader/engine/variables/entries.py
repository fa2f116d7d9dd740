"""Variables as operations: the place itself, and what changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.errors import InternalError, KernelFailure, OutOfRangeError, invalid
from grader.engine.core.shapes import TensorShape, bracketed, same_shape_as
from grader.engine.graph.build import apply
from grader.engine.registry import any_type, define, flag, number, one_of, scalar, shape_of, string
from grader.engine.runtime.resources import VariableCell

__all__ = [
    "assign",
    "assign_add",
    "assign_sub",
    "count_up_to",
    "is_variable_initialized",
    "scatter_add",
    "scatter_div",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "scatter_sub",
    "scatter_update",
]

INDICES = (dtypes.int32, dtypes.int64)


def _variable_kernel(node: Any) -> VariableCell:
    name = (node.attrs["shared_name"] or node.name.encode()).decode()
    container = node.attrs["container"].decode()
    cell = node.state.resource(
        container,
        name,
        lambda: VariableCell(node.name, node.attrs["dtype"]),
        node.operation.device,
    )
    if cell.dtype != node.attrs["dtype"]:
        raise KernelFailure(
            InternalError,
            f"Output 0 of type {cell.dtype.name}_ref does not match declared output type "
            f"{node.attrs['dtype'].name}_ref for node {node.name}\n"
            "Another graph keeps a variable of that name and another type in this container.",
        )
    return cell


def _assign_kernel(node: Any, cell: VariableCell, value: Any) -> VariableCell:
    if (
        node.attrs["validate_shape"]
        and cell.initialized
        and np.shape(cell.value) != np.shape(value)
    ):
        raise invalid(
            "Assign requires shapes of both tensors to match. lhs shape= "
            f"{_c_shape(cell.value)} rhs shape= {_c_shape(value)}"
        )
    declared = node.operation.inputs[0].shape
    if node.attrs["validate_shape"] and not declared.is_compatible_with(np.shape(value)):
        raise invalid(
            f"Assign requires shapes of both tensors to match. lhs shape= {bracketed(declared)} rhs shape= "
            f"{_c_shape(value)}"
        )
    cell.write(np.array(value))
    return cell


def _c_shape(value: Any) -> str:
    return "[" + ",".join(str(size) for size in np.shape(value)) + "]"


def _update_kernel(function: Callable[..., Any]) -> Callable[..., VariableCell]:
    def kernel(node: Any, cell: VariableCell, value: Any) -> VariableCell:
        if cell.initialized and np.shape(cell.value) != np.shape(value):
            raise invalid(
                "Parameters and update must be the same size\n"
                f"The variable {cell.name} has the shape {_c_shape(cell.value)}, the value "
                f"{_c_shape(value)}."
            )
        cell.update(lambda old: np.asarray(function(old, value), dtype=np.asarray(old).dtype))
        return cell

    return kernel


def _assigned_shape(op: Any) -> TensorShape:
    if not op.get_attr("validate_shape"):
        return op.inputs[1].shape
    return same_shape_as(op.inputs[0].shape, op.inputs[1].shape)


def _same_shapes(op: Any) -> TensorShape:
    return same_shape_as(op.inputs[0].shape, op.inputs[1].shape)


define(
    "VariableV2",
    "-> ref: Ref(dtype)",
    dtype=any_type(),
    container=string(b""),
    shared_name=string(b""),
    shape=lambda op: op.attributes["shape"],
    kernel=_variable_kernel,
    stateful=True,
    attributes={"shape": shape_of()},
)
define(
    "Assign",
    "ref: Ref(T), value: T -> output_ref: Ref(T)",
    T=any_type(),
    validate_shape=flag(True),
    use_locking=flag(True),
    shape=_assigned_shape,
    kernel=_assign_kernel,
    stateful=True,
)
for _type, _function in (("AssignAdd", np.add), ("AssignSub", np.subtract)):
    define(
        _type,
        "ref: Ref(T), value: T -> output_ref: Ref(T)",
        T=one_of(dtypes.NUMBERS),
        use_locking=flag(False),
        shape=_same_shapes,
        kernel=_update_kernel(_function),
        stateful=True,
    )
define(
    "IsVariableInitialized",
    "ref: Ref(dtype) -> is_initialized: bool",
    dtype=any_type(),
    shape=scalar,
    kernel=lambda node, cell: np.bool_(cell.initialized),
)


def _count_kernel(node: Any, cell: VariableCell) -> Any:
    with cell.lock:
        value = cell.read()
        if value >= node.attrs["limit"]:
            raise KernelFailure(OutOfRangeError, f"Reached limit of {node.attrs['limit']}")
        cell.write(np.asarray(value + 1, dtype=np.asarray(value).dtype))
        return value


def _counter_shape(op: Any) -> TensorShape:
    rank = op.inputs[0].shape.rank
    if rank:
        raise ValueError(f"Shape must be rank 0 but is rank {rank}")
    return TensorShape(())


define(
    "CountUpTo",
    "ref: Ref(T) -> output: T",
    T=one_of(INDICES),
    shape=_counter_shape,
    kernel=_count_kernel,
    stateful=True,
    limit=number(),
)


def _scatter_kernel(change: Callable[[np.ndarray, Any, Any], None]) -> Callable[..., VariableCell]:
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
                f"got updates.shape {_c_shape(updates)}, indices.shape {_c_shape(indices)}, "
                f"params.shape {_c_shape(cell.value)}"
            )

        def changed(old: np.ndarray) -> np.ndarray:
            new = old.copy()
            change(new, indices, updates)
            return new

        cell.update(changed)
        return cell

    return kernel


def _put(array: np.ndarray, indices: Any, updates: Any) -> None:
    array[indices] = updates


SCATTERS: dict[str, Callable[[np.ndarray, Any, Any], None]] = {
    "ScatterUpdate": _put,
    "ScatterAdd": np.add.at,
    "ScatterSub": np.subtract.at,
    "ScatterMul": np.multiply.at,
    "ScatterDiv": np.divide.at,
    "ScatterMin": np.minimum.at,
    "ScatterMax": np.maximum.at,
}


def _scatter_shape(op: Any) -> TensorShape:
    ref, indices, updates = (tensor.shape for tensor in op.inputs)
    if ref.rank is not None and indices.rank is not None and updates.rank not in (None, 0):
        expected = indices.concatenate(ref[1:])
        if not updates.is_compatible_with(expected):
            raise ValueError(f"Dimensions must be equal: updates {updates}, expected {expected}")
    return ref


for _type, _change in SCATTERS.items():
    define(
        _type,
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        T=any_type() if _type == "ScatterUpdate" else one_of(dtypes.NUMBERS),
        Tindices=one_of(INDICES),
        use_locking=flag(_type == "ScatterUpdate"),
        shape=_scatter_shape,
        kernel=_scatter_kernel(_change),
        stateful=True,
    )


def assign(
    ref: Any, value: Any, validate_shape: Any = None, use_locking: Any = None, name: Any = None
) -> Any:
    """Sets the variable `ref` to `value` when run; returns its reference, with the new value."""
    if not ref.dtype._is_ref_dtype:
        return ref.assign(value, use_locking=use_locking, name=name)
    return apply(
        "Assign",
        name=name,
        ref=ref,
        value=value,
        validate_shape=validate_shape,
        use_locking=use_locking,
    )


def assign_add(ref: Any, value: Any, use_locking: Any = None, name: Any = None) -> Any:
    """Adds `value` to the variable `ref` when run; returns its reference."""
    if not ref.dtype._is_ref_dtype:
        return ref.assign_add(value, use_locking=use_locking, name=name)
    return apply("AssignAdd", name=name, ref=ref, value=value, use_locking=use_locking)


def assign_sub(ref: Any, value: Any, use_locking: Any = None, name: Any = None) -> Any:
    """Subtracts `value` from the variable `ref` when run; returns its reference."""
    if not ref.dtype._is_ref_dtype:
        return ref.assign_sub(value, use_locking=use_locking, name=name)
    return apply("AssignSub", name=name, ref=ref, value=value, use_locking=use_locking)


def is_variable_initialized(variable: Any) -> Any:
    """A tensor: whether the variable has a value."""
    return apply("IsVariableInitialized", ref=variable)


def count_up_to(ref: Any, limit: int, name: Any = None) -> Any:
    """Returns the variable's value and adds 1; OutOfRangeError once `limit` is reached."""
    return apply("CountUpTo", name=name, ref=ref, limit=limit)


def _scatter(op_type: str, locking: bool) -> Callable[..., Any]:
    def scatter(
        ref: Any, indices: Any, updates: Any, use_locking: bool = locking, name: Any = None
    ) -> Any:
        return apply(
            op_type, name=name, ref=ref, indices=indices, updates=updates, use_locking=use_locking
        )

    scatter.__doc__ = (
        f"{op_type} on the rows `indices` of the variable `ref` when run; returns its reference."
    )
    return scatter


scatter_update = _scatter("ScatterUpdate", True)
scatter_add = _scatter("ScatterAdd", False)
scatter_sub = _scatter("ScatterSub", False)
scatter_mul = _scatter("ScatterMul", False)
scatter_div = _scatter("ScatterDiv", False)
scatter_min = _scatter("ScatterMin", False)
scatter_max = _scatter("ScatterMax", False)
