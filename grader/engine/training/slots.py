"""Slots: variables that an optimizer keeps beside a variable, named after it ("w/Momentum").

`_slot_variable` puts the name together; its last part is what the optimizer passes as `name`, usually
its own name.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from grader.engine.control.cond import cond
from grader.engine.core.dtypes import DType
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.graph import Tensor, colocate_with
from grader.engine.ops.arrays.creation import zeros
from grader.engine.ops.arrays.shapes import shape
from grader.engine.variables.assignment import is_variable_initialized
from grader.engine.variables.initializers import zeros_initializer
from grader.engine.variables.variable_scope import get_variable, variable_scope
from grader.engine.variables.variables import Variable


def _slot_variable(
    primary: Variable | Tensor, name: str, colocate: bool, **described: Any
) -> Variable:
    """The variable "<primary>/<name>"; the scope numbers a second one of that name."""
    with (
        variable_scope(None, f"{primary.op.name}/{name}"),
        colocate_with(primary.op) if colocate else nullcontext(),
    ):
        return get_variable("", trainable=False, **described)


def create_slot(
    primary: Variable | Tensor, value: Tensor, name: str, colocate: bool = True
) -> Variable:
    """A variable beside `primary` whose initial value is `value`."""
    known = value.shape.is_fully_defined()
    return _slot_variable(primary, name, colocate, initializer=value, validate_shape=known)


def create_slot_with_initializer(
    primary: Variable | Tensor,
    initializer: Any,
    shape: TensorShape,
    dtype: DType,
    name: str,
    colocate: bool = True,
) -> Variable:
    """A slot whose initial value comes from an initializer or a tensor."""
    described = {"initializer": initializer, "dtype": dtype}
    if callable(initializer):
        described["shape"] = shape
    known = shape.is_fully_defined()
    return _slot_variable(primary, name, colocate, validate_shape=known, **described)


def create_zeros_slot(
    primary: Variable | Tensor, name: str, dtype: DType | None = None, colocate: bool = True
) -> Variable:
    """A slot of zeros in the shape of `primary`, which may be known only in a run."""
    dtype = dtype or primary.dtype
    if primary.shape.is_fully_defined():
        initializer = zeros_initializer()
        return create_slot_with_initializer(
            primary, initializer, primary.shape, dtype, name, colocate
        )
    if isinstance(primary, Variable):
        known = is_variable_initialized(primary)
        now = cond(known, primary.read_value, lambda: primary.initial_value)
    else:
        now = primary
    return create_slot(primary, zeros(shape(now), dtype=dtype.base_dtype), name, colocate)
