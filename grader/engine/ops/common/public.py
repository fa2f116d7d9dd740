"""Public functions that only add one operation, made from the operation's entry in the table."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, cast

from grader.engine.core.dtypes import DType
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.named_outputs import apply_named
from grader.engine.registry import Argument, OpDef, lookup

TensorLike = Any  # A tensor, or a value that becomes one: a variable, a number, a list, an array.
TypeLike = Any  # A DType, or what names one: "float32", np.float32, float.
ShapeLike = Any  # A TensorShape, or what becomes one: a list of sizes, a size, None.
ANNOTATIONS = {
    "type": "DType",
    "string": "str",
    "shape": "TensorShape | Sequence[int | None]",
    "list(type)": "Sequence[DType]",
    "list(shape)": "Sequence[TensorShape]",
    "list(int)": "Sequence[int]",
}
# What the functions call, and what their annotations mention (for `typing.get_type_hints`).
GLOBALS = {one.__name__: one for one in (apply, apply_named, DType, Sequence, Tensor, TensorShape)}
GLOBALS["TensorLike"] = TensorLike


def public(
    op_type: str, text: str, *, called: str | None = None, name: str | None = None, **renamed: str
) -> Callable[..., Tensor]:
    """A function that adds an operation of `op_type`; its parameters are the entry's.

    The inputs come first, then the attributes that cannot be inferred from the inputs (those
    without a default before the others), then the operation's name, as in TensorFlow's functions.

    text: what the function computes; the docstring adds the element types that the entry allows.
    called: the function's name, where it is not the operation's type in snake case.
    name: the default name of the operation, where it is not its type.
    renamed: the table's name of a parameter -> the function's.
    """
    entry = lookup(op_type)
    inferred = {
        attribute
        for one in entry.inputs
        for attribute in (one.type_attr, one.number_attr, one.type_list_attr)
    }
    free = {key: one for key, one in entry.attributes.items() if key not in inferred}
    order = sorted(free, key=lambda key: not free[key].required)
    keys = {key: renamed.get(key, key) for key in (*(one.name for one in entry.inputs), *order)}
    shown = called or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", op_type).lower()

    # Compiled, as dataclasses compile theirs: a call costs no more than that of a function written
    # out. Its line, in a traceback or an editor, is the one that calls `public`.
    caller = sys._getframe(1)
    values = ", ".join(f"{key}={value}" for key, value in keys.items())
    lists = any(one.number_attr or one.type_list_attr for one in entry.outputs)
    add = "apply" if lists or len(entry.outputs) < 2 else "apply_named"
    source = (
        f"def {shown}({', '.join(keys.values())}, name): return {add}({op_type!r}, name, {values})"
    )
    made: dict[str, Any] = {}
    code = compile("\n" * (caller.f_lineno - 1) + source, caller.f_code.co_filename, "exec")
    exec(code, GLOBALS, made)
    function = made[shown]
    function.__module__ = caller.f_globals["__name__"]
    function.__doc__ = text + _element_types(entry, keys)
    function.__defaults__ = (*(free[key].default for key in order if not free[key].required), name)
    several = len(entry.outputs) > 1 or "Sequence" in _annotation(entry.outputs[0], "")
    function.__annotations__ = {
        **{keys[one.name]: _annotation(one, "TensorLike") for one in entry.inputs},
        **{keys[key]: ANNOTATIONS.get(free[key].kind, free[key].kind) for key in order},
        "name": "str | None",
        "return": "list[Tensor]" if several else "Tensor",
    }
    return function


def described(function: Callable[..., Tensor], name: str, text: str) -> Callable[..., Tensor]:
    """A function made by another one, under its public name and with a docstring."""
    function.__doc__ = text
    function.__name__ = function.__qualname__ = name
    return function


# For operations with several outputs: the same, with another type.
public_list = cast("Callable[..., Callable[..., list[Tensor]]]", public)


def _annotation(argument: Argument, one: str) -> str:
    return f"Sequence[{one}]" if argument.number_attr or argument.type_list_attr else one


def _element_types(entry: OpDef, keys: dict[str, str]) -> str:
    """The part of a docstring that says which element types the inputs may have."""
    inputs: dict[str, list[str]] = {}
    for one in entry.inputs:
        allowed = entry.attributes[one.type_attr].allowed if one.type_attr else None
        types = sorted(dtype.name for dtype in allowed or filter(None, [one.dtype]))
        if types:
            inputs.setdefault(", ".join(types), []).append(keys[one.name])
    lines = [f"{', '.join(names)}: {types}.\n" for types, names in inputs.items()]
    return "\n\n" + "".join(lines) if lines else ""
