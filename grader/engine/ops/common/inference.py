"""What a shape rule can learn while a graph is built: shapes, attributes, and values already known.

A value is known when everything it is computed from is constant: the engine then runs the kernels
at once, as TensorFlow's shape refiner does (tensorflow/core/common_runtime/eval_const_tensor.cc). A
tensor that holds a shape can be known in part: `tf.shape(x)` of a partly known x, or `[n, 3]`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.constants import constant_value
from grader.engine.graph.memo import memoized
from grader.engine.ops.common.shape_algebra import Shape
from grader.engine.registry import TABLE
from grader.engine.runtime.meter import RunningOperation
from grader.engine.runtime.resources import DEAD

MAX_ELEMENTS_FOLDED = 4096  # for shape inference; shapes and axes are smaller than this
MOST_WORK = 10**6  # of one kernel
# The sizes of their outputs depend on the values of their inputs, which their shape rules do not see.
GROWING = ("Segment", "DynamicStitch", "ParallelDynamicStitch")


class Inference:
    """The context `c` of a shape rule."""

    def __init__(self, op: Any):
        self.op = op
        self.count = len(op.inputs)

    def shape(self, index: int) -> Shape:
        """The static shape of an input."""
        return sizes_of(self.op.inputs[index])

    def value(self, index: int) -> np.ndarray | None:
        """The value of an input, where it is constant."""
        return fold(self.op.inputs[index])

    def attr(self, name: str) -> Any:
        """An attribute as a Python value."""
        return self.op.attributes[name]

    def value_as_shape(self, index: int) -> Shape:
        """The shape that an input holds as its value (-1 is an unknown size).

        Raises ValueError for other negative sizes, and where the input is not a vector.
        """
        return held_shape(self.op.inputs[index])


def infer(rule: Callable[[Inference], Any]) -> Callable[[Any], Any]:
    """Adapts a rule on plain tuples to the table: it takes an Operation and returns TensorShapes."""

    def shape(op: Any) -> Any:
        result = rule(Inference(op))
        if isinstance(result, list):
            return [TensorShape(one) for one in result]
        return TensorShape(result)

    return shape


def sizes_of(tensor: Any) -> Shape:
    """The static shape of a tensor as a tuple, or None."""
    return tensor.shape._sizes


def fold(tensor: Any) -> np.ndarray | None:
    """The value of a tensor that depends on constants alone; None for any other, or a large one."""
    op = tensor.op
    if op.type == "Const":
        return constant_value(tensor)
    return _computed(tensor) if op.can_be_constant else None


@memoized
def _computed(tensor: Any) -> np.ndarray | None:
    op = tensor.op
    if op.type in ("Shape", "Size", "Rank"):
        known = fold_shape(op)
        if known is not None:
            return known
    if op.type == "StridedSlice" and op.inputs[0].op.type == "Shape":
        size = fold_size(op)
        if size is not None:
            return size
    entry = TABLE.get(op.type)
    if entry is None or entry.stateful or not entry.importable or entry.files or not op.inputs:
        return None
    if op.type == "PlaceholderWithDefault" or tensor.dtype == dtypes.string:
        return None  # a feed may replace it; strings have no size limit
    inputs = []
    for source in op.inputs:
        value = fold(source)
        if value is None:
            return None
        inputs.append(value)
    try:
        if not _is_cheap(op, entry, inputs):
            return None
        with np.errstate(all="ignore"):
            results = entry.kernel(as_node(op, entry), *inputs)
        result = results[tensor.value_index] if isinstance(results, (tuple, list)) else results
        # DEAD: from a branch that the constants do not take.
        return None if result is DEAD else np.asarray(result, tensor.dtype.as_numpy_dtype)
    except Exception:  # what fails here fails again, with its message, when it runs
        return None


def _is_cheap(op: Any, entry: Any, inputs: list[Any]) -> bool:
    """Whether the kernel is quick on these inputs and its result small, by the shape rule."""
    if any(None in (sizes_of(tensor) or [None]) for tensor in op.outputs):
        op = RunningOperation(op, inputs)
        shapes = entry.shape(op)
        shapes = [shapes] if isinstance(shapes, TensorShape) else shapes
        sizes = [None if shape.rank is None else shape.sizes for shape in shapes]
    else:
        sizes = [sizes_of(tensor) for tensor in op.outputs]
    if op.type.startswith(GROWING) and any(one is None or None in one for one in sizes):
        return False
    if sum(math.prod(one) for one in sizes if one and None not in one) > MAX_ELEMENTS_FOLDED:
        return False
    return entry.work is None or entry.work(op, [np.shape(one) for one in inputs]) <= MOST_WORK


def fold_shape(op: Any) -> np.ndarray | None:
    """The value of Shape, Size or Rank of a tensor whose static shape determines it."""
    shape: Any = sizes_of(op.inputs[0])
    if op.type == "Rank":
        return None if shape is None else np.asarray(len(shape), np.int32)
    if shape is None or None in shape:
        return None
    dtype = op.outputs[0].dtype.as_numpy_dtype
    return np.asarray(shape if op.type == "Shape" else np.prod(shape), dtype)


def fold_size(op: Any) -> np.ndarray | None:
    """The value of `tf.shape(x)[i]` where that one size is known."""
    masks = [op.attributes[m] for m in ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask")]
    known, place = sizes_of(op.inputs[0].op.inputs[0]), fold(op.inputs[1])
    if known is None or place is None or any(masks) or op.attributes["shrink_axis_mask"] != 1:
        return None
    if place.size != 1 or not -len(known) <= place[0] < len(known) or known[place[0]] is None:
        return None
    return np.asarray(known[place[0]], op.outputs[0].dtype.as_numpy_dtype)


def as_node(op: Any, entry: Any) -> Any:
    """What a kernel sees of its operation, outside any run."""
    return SimpleNamespace(
        name=op.name,
        attrs=op.attributes,
        output_dtypes=[output.dtype for output in op.outputs],
        state=None,
    )


@memoized
def held_shape(tensor: Any) -> Shape:
    """The shape that a tensor holds as its value, as far as it is known."""
    holder = sizes_of(tensor)
    if holder is not None and len(holder) != 1:
        raise ValueError(f"Shape must be rank 1 but is rank {len(holder)}")
    if holder and (holder[0] or 0) > MAX_ELEMENTS_FOLDED:
        return None  # no tensor has so many axes
    value = fold(tensor)
    if value is not None:
        if value.ndim == 0:
            if value == -1:
                return None
            raise ValueError("Shape must be rank 1 but is rank 0")
        return tuple(size_held(int(size)) for size in value)
    part = held_part(tensor)
    if part is not None:
        return part
    if holder is None or len(holder) != 1 or holder[0] is None:
        return None
    return (None,) * holder[0]


def size_held(size: int) -> int | None:
    if size < -1:
        raise ValueError(f"Invalid value in tensor used for shape: {size}")
    return None if size == -1 else size


@memoized
def held_part(tensor: Any) -> Shape:
    """What is known of a shape assembled by Shape, Pack, ConcatV2, StridedSlice and Cast."""
    op = tensor.op
    if op.type == "Shape":
        return sizes_of(op.inputs[0])
    if op.type == "Cast":
        return held_part(op.inputs[0])
    if op.type == "Pack" and sizes_of(op.inputs[0]) in ((), None):
        values = [fold(source) for source in op.inputs]
        return tuple(None if value is None else size_held(int(value)) for value in values)
    if op.type == "ConcatV2":
        parts = [held_shape(source) for source in op.inputs[:-1]]
        if any(part is None for part in parts):
            return None
        whole = tuple(size for part in parts if part is not None for size in part)
        return whole if len(whole) <= MAX_ELEMENTS_FOLDED else None
    if op.type == "StridedSlice":
        return held_slice(op)
    return None


def held_slice(op: Any) -> Shape:
    """A slice `shape[a:b:c]` of a shape that is known in part."""
    begin, end, stride = (fold(source) for source in op.inputs[1:])
    others = ("ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
    if begin is None or end is None or stride is None or any(op.attributes[m] for m in others):
        return None
    if not begin.size == end.size == stride.size == 1:
        return None
    whole = held_shape(op.inputs[0])
    if whole is None:
        return None
    first = None if op.attributes["begin_mask"] & 1 else int(begin[0])
    last = None if op.attributes["end_mask"] & 1 else int(end[0])
    return whole[first : last : int(stride[0])]
