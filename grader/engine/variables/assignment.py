"""The operations of variables: the variable, assignments to it, whether it has a value, and counting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.errors import InternalError, KernelFailure, OutOfRangeError, invalid
from grader.engine.core.shapes import TensorShape, bracketed, same_shape_as
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.ops.common.public import TensorLike
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
    scalar,
    shape_of,
    string,
)
from grader.engine.runtime.resources import VariableCell

__all__ = ["assign", "assign_add", "assign_sub", "is_variable_initialized"]


class Assignable(Protocol):
    """A variable, or the tensor that is its reference."""

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements: for a reference, float32_ref and the like."""


# The variable ------------------------------------------------------------------------------------


def _variable_kernel(node: Any) -> VariableCell:
    name = (node.attrs["shared_name"] or node.name.encode()).decode()
    cell = node.state.resource(
        node.attrs["container"].decode(),
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
    "IsVariableInitialized",
    "ref: Ref(dtype) -> is_initialized: bool",
    dtype=any_type(),
    shape=scalar,
    kernel=lambda node, cell: np.bool_(cell.initialized),
)


def is_variable_initialized(variable: Assignable) -> Tensor:
    """A bool tensor: whether the variable has a value."""
    _require_reference(variable, "is_initialized")
    return apply("IsVariableInitialized", ref=variable)


# Assignments -------------------------------------------------------------------------------------


def sizes_of(value: Any) -> str:
    """The shape of an array as TensorFlow's kernels write it: "[2,3]"."""
    return "[" + ",".join(str(size) for size in np.shape(value)) + "]"


def _assign_kernel(node: Any, cell: VariableCell, value: Any) -> VariableCell:
    if node.attrs["validate_shape"]:
        declared = node.operation.inputs[0].shape
        differs = cell.initialized and np.shape(cell.value) != np.shape(value)
        if differs or not declared.is_compatible_with(np.shape(value)):
            left = sizes_of(cell.value) if differs else bracketed(declared)
            raise invalid(
                f"Assign requires shapes of both tensors to match. lhs shape= {left} rhs shape= "
                f"{sizes_of(value)}"
            )
    cell.write(np.array(value))
    return cell


def _update_kernel(function: Callable[..., Any]) -> Callable[..., VariableCell]:
    def kernel(node: Any, cell: VariableCell, value: Any) -> VariableCell:
        if cell.initialized and np.shape(cell.value) != np.shape(value):
            raise invalid(
                "Parameters and update must be the same size\n"
                f"The variable {cell.name} has the shape {sizes_of(cell.value)}, the value "
                f"{sizes_of(value)}."
            )
        cell.update(lambda old: np.asarray(function(old, value), dtype=np.asarray(old).dtype))
        return cell

    return kernel


def _assigned_shape(op: Operation) -> TensorShape:
    if op.type == "Assign" and not op.get_attr("validate_shape"):
        return op.inputs[1].shape
    return same_shape_as(op.inputs[0].shape, op.inputs[1].shape)


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
        shape=_assigned_shape,
        kernel=_update_kernel(_function),
        stateful=True,
    )


def _require_reference(ref: Assignable, method: str) -> None:
    """Raises AttributeError for a tensor that is no variable, as TensorFlow does, which calls `method`."""
    if not ref.dtype._is_ref_dtype:
        getattr(ref, method)


def assign(
    ref: Assignable,
    value: TensorLike,
    validate_shape: bool | None = None,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """Sets the variable `ref` to `value` when run; returns its reference, with the new value."""
    _require_reference(ref, "assign")
    return apply(
        "Assign",
        name=name,
        ref=ref,
        value=value,
        validate_shape=validate_shape,
        use_locking=use_locking,
    )


def assign_add(
    ref: Assignable,
    value: TensorLike,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """Adds `value` to the variable `ref` when run; returns its reference."""
    _require_reference(ref, "assign_add")
    return apply("AssignAdd", name=name, ref=ref, value=value, use_locking=use_locking)


def assign_sub(
    ref: Assignable,
    value: TensorLike,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """Subtracts `value` from the variable `ref` when run; returns its reference."""
    _require_reference(ref, "assign_sub")
    return apply("AssignSub", name=name, ref=ref, value=value, use_locking=use_locking)


# Counting ----------------------------------------------------------------------------------------


def _count_kernel(node: Any, cell: VariableCell) -> Any:
    with cell.lock:
        value = cell.read()
        if value >= node.attrs["limit"]:
            raise KernelFailure(OutOfRangeError, f"Reached limit of {node.attrs['limit']}")
        cell.write(np.asarray(value + 1, dtype=np.asarray(value).dtype))
        return value


def _counter_shape(op: Operation) -> TensorShape:
    rank = op.inputs[0].shape.rank
    if rank:
        raise ValueError(f"Shape must be rank 0 but is rank {rank}")
    return TensorShape(())


define(
    "CountUpTo",
    "ref: Ref(T) -> output: T",
    T=one_of(INDEX),
    shape=_counter_shape,
    kernel=_count_kernel,
    stateful=True,
    limit=number(),
)

no_gradient("VariableV2 Assign AssignAdd AssignSub")
missing_gradient("CountUpTo IsVariableInitialized")
no_tangent("VariableV2 Assign AssignAdd AssignSub CountUpTo IsVariableInitialized")
