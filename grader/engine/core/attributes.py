"""Attributes of operations: conversion between Python values and AttrValue messages, with checks."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.dtypes import DType
from grader.engine.core.messages import AttrValue, DataType, TensorProto
from grader.engine.core.shapes import TensorShape, as_shape, bracketed

ListValue = AttrValue.ListValue


def to_python(value: Any, kind: str, name: str) -> Any:
    """A caller's value in the form that the engine keeps. Raises TypeError for the wrong type."""
    try:
        if kind == "type":
            return dtypes.as_dtype(value).base_dtype
        if kind == "list(type)":
            return [dtypes.as_dtype(item).base_dtype for item in value]
        if kind == "bool":
            return _checked(value, (bool, np.bool_), bool, name)
        if kind == "int":
            return _checked(value, (int, np.integer), int, name)
        if kind == "float":
            # A NodeDef keeps floats in single precision.
            return float(np.float32(_checked(value, (int, float, np.number), float, name)))
        if kind == "string":
            return (
                value.encode() if isinstance(value, str) else _checked(value, (bytes,), bytes, name)
            )
        if kind == "shape":
            return as_shape(value)
        if kind == "list(shape)":
            return [as_shape(item) for item in value]
        if kind == "list(int)":
            return [_checked(item, (int, np.integer), int, name) for item in value]
        if kind == "tensor":
            return _checked(value, (TensorProto,), lambda proto: proto, name)
    except (TypeError, AttributeError) as error:
        raise TypeError(f"Expected {kind} for argument '{name}' not {value!r}. {error}") from None
    raise TypeError(f"an attribute of kind {kind!r} cannot be given")


def _checked(value: Any, kinds: tuple[type, ...], convert: Any, name: str) -> Any:
    if not isinstance(value, kinds):
        raise TypeError(f"It is of type {type(value).__name__}.")
    return convert(value)


def to_attr_value(value: Any, kind: str) -> AttrValue:
    """The message that a NodeDef holds for an attribute."""
    if kind == "type":
        return AttrValue(type=value.as_datatype_enum)
    if kind == "list(type)":
        numbers = [item.as_datatype_enum for item in value]
        return AttrValue(list=ListValue(type=numbers))
    if kind == "bool":
        return AttrValue(b=value)
    if kind == "int":
        return AttrValue(i=value)
    if kind == "float":
        return AttrValue(f=value)
    if kind == "string":
        return AttrValue(s=value)
    if kind == "shape":
        return AttrValue(shape=value.as_proto())
    if kind == "list(shape)":
        return AttrValue(list=ListValue(shape=[item.as_proto() for item in value]))
    if kind == "list(int)":
        return AttrValue(list=ListValue(i=value))
    return AttrValue(tensor=value)


def attribute_text(value: Any) -> str:
    """An attribute as TensorFlow's messages write it: `DT_FLOAT`, `false`, `[2,?]`."""
    if isinstance(value, DType):
        return DataType.Name(value.as_datatype_enum)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, TensorShape):
        return bracketed(value)
    if isinstance(value, bytes):
        return f'"{value.decode(errors="replace")}"'
    if isinstance(value, list):
        return f"[{', '.join(attribute_text(item) for item in value)}]"
    if isinstance(value, TensorProto):
        return "<TensorProto>"
    return f"{value:g}" if isinstance(value, float) else str(value)


_FIELDS = {
    "type": "type",
    "bool": "b",
    "int": "i",
    "float": "f",
    "string": "s",
    "shape": "shape",
    "tensor": "tensor",
}


def from_attr_value(message: Any, kind: str) -> Any:
    """The Python value in an AttrValue. Raises ValueError when it is of another kind."""
    found = message.WhichOneof("value")
    if kind.startswith("list("):
        inner = kind[5:-1]
        if found != "list":
            raise ValueError(f"expected a {kind}, found {found}")
        return [_plain(item, inner) for item in getattr(message.list, _FIELDS[inner])]
    if found != _FIELDS[kind]:
        raise ValueError(f"expected a {kind}, found {found}")
    return _plain(getattr(message, found), kind)


def _plain(value: Any, kind: str) -> Any:
    if kind == "type":
        return _type(value)
    if kind == "shape":
        return TensorShape(value)
    return value


def _type(number: int) -> DType:
    dtype = dtypes.BY_NUMBER.get(number)
    if dtype is None:
        raise ValueError(f"type number {number} is not one that the engine knows")
    return dtype
