"""Slots: variables that an optimizer keeps beside a variable, under its name ("w/Momentum")."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from grader.engine.graph import colocate_with, get_default_graph
from grader.engine.initializers import zeros_initializer
from grader.engine.variables import Variable

__all__: list[str] = []  # for this folder only


def create_slot(primary: Any, value: Any, name: str, colocate: bool = True) -> Any:
    """A variable beside `primary` (a variable or tensor), called "<primary>/<name>".

    value: its initial value, a tensor or a function without arguments.
    """
    with colocate_with(primary.op) if colocate else nullcontext():
        return Variable(
            value,
            trainable=False,
            name=_free_name(f"{primary.op.name}/{name}") + "/",
            validate_shape=callable(value) or value.shape.is_fully_defined(),
        )


def create_slot_with_initializer(
    primary: Any, initializer: Any, shape: Any, dtype: Any, name: str, colocate: bool = True
) -> Any:
    """The same, its initial value given by an initializer (a function of shape and dtype)."""
    value = lambda: initializer(shape, dtype=dtype.base_dtype)  # noqa: E731
    return create_slot(primary, value, name, colocate)


def create_zeros_slot(primary: Any, name: str, dtype: Any = None, colocate: bool = True) -> Any:
    """The same, zeros of the shape of `primary`."""
    return create_slot_with_initializer(
        primary, zeros_initializer(), primary.shape, dtype or primary.dtype, name, colocate
    )


def _free_name(name: str) -> str:
    taken = {operation.name for operation in get_default_graph().get_operations()}
    number = 0
    while (full := f"{name}_{number}" if number else name) in taken:
        number += 1
    return full
