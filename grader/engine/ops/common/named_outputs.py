"""Operations whose public functions return their outputs as a named tuple."""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import Any

from grader.engine.graph.build import apply
from grader.engine.registry import lookup


def apply_named(op_type: str, name: str | None, **arguments: Any) -> Any:
    """Adds the operation; its outputs as a tuple whose fields have the outputs' names."""
    return _tuple_of(op_type)(*apply(op_type, name, **arguments))


@cache
def _tuple_of(op_type: str) -> Any:
    return namedtuple(op_type, [output.name for output in lookup(op_type).outputs])
