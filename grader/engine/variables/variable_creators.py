"""`variable_creator_scope`, and the modes of variables with copies on several machines."""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from grader.engine.graph.graph import get_default_graph

__all__ = ["VariableAggregation", "VariableSynchronization", "variable_creator_scope"]


class VariableSynchronization(enum.Enum):
    """When the copies of a variable on several machines would be synchronised."""

    AUTO, NONE, ON_WRITE, ON_READ = range(4)


class VariableAggregation(enum.Enum):
    """How the copies would be combined."""

    NONE, SUM, MEAN, ONLY_FIRST_REPLICA = range(4)
    ONLY_FIRST_TOWER = ONLY_FIRST_REPLICA


class VariableMetaclass(type):
    """Passes the constructor's arguments to the functions of `variable_creator_scope`."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        creators = get_default_graph().variable_creators
        if cls.__base__ is not object or not creators:
            return super().__call__(*arguments, **named)
        bound = inspect.signature(cls.__dict__["__init__"]).bind(None, *arguments, **named)
        bound.apply_defaults()
        make: Callable[..., Any] = super().__call__
        for creator in creators:
            make = functools.partial(creator, make)
        return make(**{name: value for name, value in bound.arguments.items() if name != "self"})


@contextmanager
def variable_creator_scope(variable_creator: Callable[..., Any]) -> Iterator[None]:
    """Inside, `variable_creator(next_creator, **arguments)` is called to create each variable."""
    graph = get_default_graph()
    graph.variable_creators.append(variable_creator)
    try:
        yield
    finally:
        graph.variable_creators.remove(variable_creator)


def enum_member(kinds: Any, value: Any, title: str, name: Any) -> Any:
    """The enum member that a variable's argument names. Raises ValueError for any other value."""
    if value is None or isinstance(value, kinds):
        return kinds(0) if value is None else value
    try:
        return kinds(getattr(value, "value", value))
    except ValueError:
        raise ValueError(f"Invalid variable {title} mode: {value} for variable: {name}") from None
