"""Public functions that report shapes: tf.shape, tf.rank, tf.size, and how shapes broadcast."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.core.shapes import TensorShape, broadcast_shapes
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import entries  # noqa: F401  (`public` looks them up)
from grader.engine.ops.common.public import public_list

__all__ = ["broadcast_dynamic_shape", "broadcast_static_shape", "rank", "shape", "shape_n", "size"]


def shape(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The shape as a vector; a constant if it is already known."""
    return shape_of(input, True, d.int32 if out_type is None else out_type, name)


def shape_of(
    value: Any, optimize: bool = True, out_type: Any = None, name: str | None = None
) -> Tensor:
    """`shape`; with `optimize=False` always a Shape operation."""
    with name_scope(name, "Shape", [value]) as scope:
        x = convert_to_tensor(value)
        if optimize and x.shape.is_fully_defined():
            if out_type is None:
                return convert_to_tensor(x.shape)
            return constant(x.shape.as_list(), out_type, name=scope)
        return apply("Shape", scope, input=x, out_type=out_type or d.int32)


shape_n = public_list("ShapeN", "The shapes of several tensors, each a vector.")


def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of dimensions; a constant if it is already known."""
    with name_scope(name, "Rank", [input]) as scope:
        x = convert_to_tensor(input)
        if x.shape.rank is not None:
            return constant(x.shape.rank, d.int32, name=scope)
        return apply("Rank", scope, input=x)


def size(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The number of elements; a constant if it is already known."""
    out_type = d.int32 if out_type is None else out_type
    with name_scope(name, "Size", [input]) as scope:
        x = convert_to_tensor(input)
        if x.shape.is_fully_defined():
            return constant(x.shape.num_elements(), out_type, name=scope)
        if x.shape.rank is not None and 0 in x.shape.sizes:
            return constant(0, out_type, name=scope)
        return apply("Size", scope, input=x, out_type=out_type)


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Tensor:
    """The shape that two shapes broadcast to, as a tensor."""
    return apply("BroadcastArgs", s0=shape_x, s1=shape_y)


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> TensorShape:
    """The TensorShape that two static shapes broadcast to. Raises ValueError."""
    return broadcast_shapes([TensorShape(shape_x), TensorShape(shape_y)])
