"""Slots: variables that an optimizer keeps beside a variable, under its name ("w/Momentum")."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from grader.engine.control.cond import cond
from grader.engine.graph.graph import colocate_with
from grader.engine.ops.arrays.making import zeros
from grader.engine.ops.arrays.shape_functions import shape
from grader.engine.variables.entries import is_variable_initialized
from grader.engine.variables.initializers import zeros_initializer
from grader.engine.variables.variable_scope import get_variable, variable_scope
from grader.engine.variables.variables import Variable

__all__: list[str] = []  # for this folder only


def _make(primary: Any, name: str, colocate: bool, **described: Any) -> Any:
    """A variable "<primary>/<name>"; a scope, so that a second one gets a number."""
    with (
        variable_scope(None, f"{primary.op.name}/{name}"),
        colocate_with(primary.op) if colocate else nullcontext(),
    ):
        return get_variable("", trainable=False, **described)


def create_slot(primary: Any, value: Any, name: str, colocate: bool = True) -> Any:
    """A variable beside `primary` (a variable or tensor) that begins with `value`, a tensor."""
    known = value.shape.is_fully_defined()
    return _make(primary, name, colocate, initializer=value, validate_shape=known)


def create_slot_with_initializer(
    primary: Any, initializer: Any, shape: Any, dtype: Any, name: str, colocate: bool = True
) -> Any:
    """The same, its initial value given by an initializer, or by a tensor."""
    described = {"initializer": initializer, "dtype": dtype}
    if callable(initializer):
        described["shape"] = shape
    known = shape.is_fully_defined()
    return _make(primary, name, colocate, validate_shape=known, **described)


def create_zeros_slot(primary: Any, name: str, dtype: Any = None, colocate: bool = True) -> Any:
    """The same, zeros of the shape of `primary`, which a run may have to tell."""
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
