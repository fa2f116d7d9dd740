"""Values of tensors that are known while the graph is being built."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.engine.core.protos import make_ndarray
from grader.engine.core.shapes import TensorShape

# Op types whose value follows from constants, and how. Filled by `constant_rule`.
_RULES: dict[str, Any] = {}
MAX_ELEMENTS_COMPUTED = 100_000  # of a result that `constant_value` computes


def constant_rule(op_type: str, rule: Any) -> None:
    """Registers how `constant_value` finds the value of an `op_type`: `rule(op)`, or None."""
    _RULES[op_type] = rule


def constant_value(tensor: Any, partial: bool = False) -> np.ndarray | None:
    """The value of a tensor that depends only on constants, wherever TensorFlow finds one.

    Returns an array, or None if the value is known only during a run.
    """
    operation = tensor.op
    if operation.type == "Const":
        return const_array(operation)
    if operation.type in COMPUTED:
        return _computed(tensor)
    rule = _RULES.get(operation.type)
    return None if rule is None else rule(operation)


# Operations that TensorFlow evaluates on constants.
COMPUTED = frozenset(
    ["ConcatV2", "Equal", "Fill", "NotEqual", "Pack", "Range", "Rank", "Size", "Split", "Unpack"]
)


def _computed(tensor: Any) -> np.ndarray | None:
    operation = tensor.op
    if operation.attributes.get("axis", 0) != 0:  # of Pack and Unpack
        return None
    shape = operation.inputs[0].shape if operation.inputs else TensorShape(None)
    if operation.type == "Rank":
        return None if shape.rank is None else np.asarray(shape.rank, np.int32)
    if operation.type == "Size":
        dtype = operation.attributes["out_type"].as_numpy_dtype
        return np.asarray(shape.num_elements(), dtype) if shape.is_fully_defined() else None
    if not tensor.shape.is_fully_defined() or tensor.shape.num_elements() > MAX_ELEMENTS_COMPUTED:
        return None
    inputs = [constant_value(one) for one in operation.inputs]
    if any(value is None for value in inputs):
        return None
    types = [output.dtype for output in operation.outputs]
    node = SimpleNamespace(name=operation.name, attrs=operation.attributes, output_dtypes=types)
    found = operation.definition.kernel(node, *inputs)
    value = found[tensor.value_index] if isinstance(found, (tuple, list)) else found
    return np.asarray(value, tensor.dtype.as_numpy_dtype)


def const_array(operation: Any) -> np.ndarray:
    """The array of a Const operation, decoded once."""
    cached = getattr(operation, "_array", None)
    if cached is None:
        cached = make_ndarray(operation.attributes["value"])
        cached.flags.writeable = False
        operation._array = cached
    return cached


def _shape_value(operation: Any) -> np.ndarray | None:
    shape = operation.inputs[0].shape
    if not shape.is_fully_defined():
        return None
    return np.array(shape.sizes, operation.attributes["out_type"].as_numpy_dtype)


constant_rule("Shape", _shape_value)


def _cast_value(operation: Any) -> np.ndarray | None:
    value = constant_value(operation.inputs[0])
    return None if value is None else value.astype(operation.attributes["DstT"].as_numpy_dtype)


constant_rule("Cast", _cast_value)
for _type in ("Identity", "StopGradient"):
    constant_rule(_type, lambda operation: constant_value(operation.inputs[0]))
