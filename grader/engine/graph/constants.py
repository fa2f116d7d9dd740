"""Values of tensors that are known while the graph is being built."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.engine.core.protos import make_ndarray
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.memo import memoized
from grader.engine.graph.nodes import Operation, Tensor

Rule = Callable[[Operation], np.ndarray | None]
# Op types whose value follows from constants, and how. Filled by `constant_rule`.
_RULES: dict[str, Rule] = {}
MAX_ELEMENTS_COMPUTED = 100_000  # of a result that `constant_value` computes


def constant_rule(op_type: str, rule: Rule) -> None:
    """Registers how `constant_value` finds the value of an `op_type`: `rule(op)`, or None."""
    _RULES[op_type] = rule


def constant_value(tensor: Tensor, partial: bool = False) -> np.ndarray | None:
    """The value of a tensor that depends only on constants, wherever TensorFlow finds one.

    Returns an array, or None if the value is known only during a run.
    """
    return const_array(tensor.op) if tensor.op.type == "Const" else _followed(tensor)


@memoized
def _followed(tensor: Tensor) -> np.ndarray | None:
    if tensor.op.type in COMPUTED:
        return _computed(tensor)
    rule = _RULES.get(tensor.op.type)
    return None if rule is None else rule(tensor.op)


# Operations that TensorFlow evaluates on constants.
COMPUTED = frozenset(
    ["ConcatV2", "Equal", "Fill", "NotEqual", "Pack", "Range", "Rank", "Size", "Split", "Unpack"]
)


def _computed(tensor: Tensor) -> np.ndarray | None:
    operation = tensor.op
    if operation.attributes.get("axis", 0) != 0:  # of Pack and Unpack
        return None
    shape = operation.inputs[0].shape if operation.inputs else TensorShape(None)
    if operation.type == "Rank":
        return None if shape.rank is None else np.asarray(shape.rank, np.int32)
    if operation.type == "Size":
        dtype = operation.attributes["out_type"].as_numpy_dtype
        return np.asarray(shape.num_elements(), dtype) if shape.is_fully_defined() else None
    count = tensor.shape.num_elements()
    if count is None or count > MAX_ELEMENTS_COMPUTED:
        return None
    inputs = [constant_value(source) for source in operation.inputs]
    if any(value is None for value in inputs):
        return None
    types = [output.dtype for output in operation.outputs]
    node = SimpleNamespace(name=operation.name, attrs=operation.attributes, output_dtypes=types)
    results = operation.definition.kernel(node, *inputs)
    value = results[tensor.value_index] if isinstance(results, (tuple, list)) else results
    return np.asarray(value, tensor.dtype.as_numpy_dtype)


def const_array(operation: Any) -> np.ndarray:
    """The array of a Const operation, decoded once."""
    cached = getattr(operation, "_array", None)
    if cached is None:
        cached = make_ndarray(operation.attributes["value"])
        cached.flags.writeable = False
        operation._array = cached
    return cached


def _shape_value(operation: Operation) -> np.ndarray | None:
    shape = operation.inputs[0].shape
    if not shape.is_fully_defined():
        return None
    return np.array(shape.sizes, operation.attributes["out_type"].as_numpy_dtype)


constant_rule("Shape", _shape_value)


def _cast_value(operation: Operation) -> np.ndarray | None:
    value = constant_value(operation.inputs[0])
    return None if value is None else value.astype(operation.attributes["DstT"].as_numpy_dtype)


constant_rule("Cast", _cast_value)
for _type in ("Identity", "StopGradient"):
    constant_rule(_type, lambda operation: constant_value(operation.inputs[0]))
