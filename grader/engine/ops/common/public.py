"""Functions for users that add one operation and nothing else: made from the operation's entry."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from grader.engine.graph.build import apply
from grader.engine.registry import NO_DEFAULT, lookup

__all__: list[str] = []  # for the modules of this folder only


def public(op_type: str, text: str, name: str | None = None, **renamed: str) -> Callable[..., Any]:
    """A function that adds an operation of `op_type`; its arguments are the entry's.

    The inputs come first, then the attributes that the inputs do not tell (those without a default
    before the others), then the name, as in TensorFlow's functions. renamed: the table's name of an
    argument -> the function's. name: the default name, where it is not the operation's type.
    """
    entry = lookup(op_type)
    told = {
        attribute
        for one in entry.inputs
        for attribute in (one.type_attr, one.number_attr, one.type_list_attr)
    }
    free = {key: one.default for key, one in entry.attributes.items() if key not in told}
    order = sorted(free, key=lambda key: free[key] is not NO_DEFAULT)
    defaults = {
        **{one.name: NO_DEFAULT for one in entry.inputs},
        **{key: free[key] for key in order},
    }
    keys = {renamed.get(key, key): key for key in defaults}
    signature = Signature(
        [
            Parameter(
                shown,
                Parameter.POSITIONAL_OR_KEYWORD,
                default=Parameter.empty if defaults[key] is NO_DEFAULT else defaults[key],
            )
            for shown, key in keys.items()
        ]
        + [Parameter("name", Parameter.POSITIONAL_OR_KEYWORD, default=name)]
    )

    def function(*values: Any, **named: Any) -> Any:
        given = signature.bind(*values, **named).arguments
        chosen = given.pop("name", name)
        return apply(op_type, chosen, **{keys[shown]: value for shown, value in given.items()})

    function.__doc__ = text
    function.__name__ = function.__qualname__ = op_type
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function
