"""Stacks and tensor arrays: lists of values that loops fill, which live as long as one run.

A handle is the list itself. What gradients need of a loop's rounds is pushed on stacks and popped in
the gradient loop; a tensor array is written and read by index, and has gradient arrays beside it. Its
`flow` is a number of no meaning that orders reads after writes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import KernelFailure, UnimplementedError, invalid
from grader.engine.core.shapes import TensorShape, bracketed
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.registry import (
    any_type,
    define,
    flag,
    no_gradient,
    nothing,
    shape_of,
    string,
)

__all__: list[str] = []


class Stack:
    """The values pushed and not popped yet."""

    def __init__(self, node: Any, most: Any):
        self.name, self.most = node.name, int(most)
        self.items: list[Any] = []
        self.nbytes = 0  # of what it holds


def _push(node: Any, stack: Stack, value: Any) -> Any:
    if 0 <= stack.most <= len(stack.items):
        raise invalid(f"Stack[{stack.name}] overflowed its max_size ({stack.most})")
    stack.items.append(value)
    stack.nbytes += np.asarray(value).nbytes
    return value


def _pop(node: Any, stack: Stack) -> Any:
    if not stack.items:
        raise invalid(f"Stack[{stack.name}] is empty when calling Pop().")
    value = stack.items.pop()
    stack.nbytes -= np.asarray(value).nbytes
    return value


define(
    "StackV2",
    "max_size: int32 -> handle: resource",
    elem_type=any_type(),
    stack_name=string(b""),
    shape=infer(lambda c: (2,)),
    kernel=Stack,
    stateful=True,
)
define(
    "StackPushV2",
    "handle: resource, elem: T -> output: T",
    T=any_type(),
    swap_memory=flag(False),
    shape=infer(lambda c: c.shape(1)),
    kernel=_push,
    stateful=True,
)
define(
    "StackPopV2",
    "handle: resource -> elem: elem_type",
    elem_type=any_type(),
    shape=infer(lambda c: None),
    kernel=_pop,
    stateful=True,
)
define(
    "StackCloseV2",
    "handle: resource ->",
    shape=nothing,
    kernel=lambda node, stack: stack.items.clear(),
    stateful=True,
)


# --------------------------------------------------------------------------------- tensor arrays


class Array:
    """The elements of a tensor array. gradients: the arrays of its gradients, by their source."""

    def __init__(self, node: Any, size: int):
        attrs = node.attrs
        if size < 0:
            raise invalid(f"Size should be >= 0, but got {size}")
        self.name, self.dtype = node.name, attrs["dtype"]
        self.shape: TensorShape = attrs["element_shape"]
        self.dynamic, self.clears = attrs["dynamic_size"], attrs["clear_after_read"]
        self.identical = attrs["identical_element_shapes"]
        self.adds = False  # whether a second write adds: the array holds gradients
        self.items: list[Any] = [None] * _bounded(size)
        self.cleared: set[int] = set()
        self.gradients: dict[bytes, Array] = {}
        self.nbytes = 0  # of what was written, but for what was cleared

    def gradient(self, source: bytes, outer: Any = None) -> Array:
        """The array of gradients for one call of `tf.gradients`; made at its first use."""
        if source not in self.gradients:
            array = object.__new__(Array)
            array.__dict__.update(self.__dict__)
            array.dynamic, array.clears, array.adds = False, False, True
            array.items, array.cleared, array.gradients = [None] * len(self.items), set(), {}
            array.nbytes = 0
            array.name = f"{self.name}@{source.decode()}"
            if outer is not None:
                shape = [*outer, *(self.shape.as_list() if self.shape.rank is not None else [])]
                array.shape = TensorShape([None if size < 0 else int(size) for size in shape])
            elif any(item is not None for item in self.items):
                # A part that nobody reads gets zeros as its gradient: their shape is the value's.
                array.items = [None if item is None else _Zeros(item.shape) for item in self.items]
            self.gradients[source] = array
        return self.gradients[source]

    def write(self, index: int, value: Any) -> None:
        """Sets an element; each can be written once (gradients: their sum is kept)."""
        if index < 0 or (index >= len(self.items) and not self.dynamic):
            size = (
                ""
                if self.dynamic
                else f" but array is not resizeable and size is: {len(self.items)}"
            )
            raise invalid(f"TensorArray {self.name}: Tried to write to index {index}{size}")
        if not self.shape.is_compatible_with(np.shape(value)):
            raise invalid(
                f"TensorArray {self.name}: Could not write to TensorArray index {index} because the "
                f"value shape is {_brackets(value)} which is incompatible with the TensorArray's "
                f"inferred element shape: {bracketed(self.shape)} (consider setting infer_shape=False)."
            )
        if self.identical and self.shape.rank is None:
            self.shape = TensorShape(np.shape(value))
        _bounded(index)
        self.items += [None] * (index + 1 - len(self.items))
        old = self.items[index]
        if old is not None and not isinstance(old, _Zeros):
            if not self.adds:
                raise invalid(
                    f"TensorArray {self.name}: Could not write to TensorArray index {index} because "
                    "it has already been written to."
                )
            value = old + value
        elif index in self.cleared:
            raise invalid(
                f"TensorArray {self.name}: Could not write to TensorArray index {index} because it "
                "has already been read."
            )
        self.items[index] = value
        self.nbytes += np.asarray(value).nbytes

    def read(self, index: int) -> Any:
        """An element; where `clear_after_read` it can be read once."""
        if not 0 <= index < len(self.items):
            raise invalid(
                f"TensorArray {self.name}: Tried to read from index {index} but array size is: "
                f"{len(self.items)}"
            )
        value = self.items[index]
        if index in self.cleared:
            raise invalid(
                f"TensorArray {self.name}: Could not read index {index} twice because it was cleared "
                "after a previous read (perhaps try setting clear_after_read = false?)."
            )
        if isinstance(value, _Zeros) or (value is None and self.shape.is_fully_defined()):
            shape = value.shape if value is not None else self.shape.as_list()
            return np.zeros(shape, self.dtype.as_numpy_dtype)
        if value is None:
            raise invalid(
                f"TensorArray {self.name}: Could not read from TensorArray index {index}.  "
                "Furthermore, the element shape is not fully defined: "
                f"{bracketed(self.shape)}.  It is possible you are working with a resizeable "
                "TensorArray and stop_gradients is not allowing the gradients to be written.  If you "
                "set the full element_shape property on the forward TensorArray, the proper "
                "all-zeros tensor will be returned instead of incurring this error."
            )
        if self.clears:
            self.items[index] = None
            self.nbytes -= np.asarray(value).nbytes
            self.cleared.add(index)
        return value


class _Zeros:
    """Stands for zeros of a shape."""

    def __init__(self, shape: Any):
        self.shape = shape


def _bounded(size: int) -> int:
    if size > 2**24:
        raise invalid(f"a tensor array of {size} elements is too large")
    return int(size)


def _brackets(value: Any) -> str:
    return bracketed(TensorShape(np.shape(value)))


def _checked(node: Any, array: Array) -> Array:
    dtype = node.attrs.get("dtype") or node.attrs.get("T")
    if dtype is not None and dtype != array.dtype:
        raise invalid(
            f"TensorArray dtype is {array.dtype.name} but Op requests dtype {dtype.name}."
        )
    return array


def _gather(node: Any, array: Array, indices: Any, flow: Any) -> Any:
    values = [_checked(node, array).read(int(index)) for index in indices]
    if not values:
        shape = node.attrs["element_shape"]
        shape = shape if shape.is_fully_defined() else array.shape
        if not shape.is_fully_defined():
            raise KernelFailure(
                UnimplementedError,
                f"TensorArray has size zero, but element shape {bracketed(shape)} is not fully "
                "defined. Currently only static shapes are supported when packing zero-size "
                "TensorArrays.",
            )
        return np.zeros([0, *shape.as_list()], array.dtype.as_numpy_dtype)
    shapes = {np.shape(value) for value in values}
    if len(shapes) > 1:
        raise invalid(f"TensorArray has inconsistent shapes: {sorted(shapes)}")
    return np.stack(values)


def _scatter(node: Any, array: Array, indices: Any, value: Any, flow: Any) -> Any:
    if np.ndim(value) < 1 or len(value) != len(indices):
        raise invalid(
            f"Expected len(indices) == values.shape[0], but saw: {len(indices)} vs. {len(value)}"
        )
    for index, part in zip(indices, value, strict=True):
        _checked(node, array).write(int(index), part)
    return flow


def _concat(node: Any, array: Array, flow: Any) -> Any:
    values = [_checked(node, array).read(index) for index in range(len(array.items))]
    if not values:
        rest = node.attrs["element_shape_except0"]
        return np.zeros([0, *(rest.as_list() if rest.rank else [])], array.dtype.as_numpy_dtype), (
            np.zeros(0, np.int64)
        )
    if any(np.ndim(value) == 0 for value in values):
        raise invalid("Concat saw a scalar shape at index 0 but requires at least vectors.")
    return np.concatenate(values), np.array([len(value) for value in values], np.int64)


def _split(node: Any, array: Array, value: Any, lengths: Any, flow: Any) -> Any:
    if lengths.sum() != len(value):
        raise invalid(
            f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
            f"{lengths.sum()} and value's shape is: {_brackets(value)} "
        )
    if array.dynamic:
        array.items += [None] * (len(lengths) - len(array.items))
    if len(array.items) != len(lengths):
        raise invalid(
            f"TensorArray's size is not equal to the size of lengths ({len(array.items)} vs. "
            f"{len(lengths)}), and the TensorArray is not marked as dynamically resizeable"
        )
    for index, part in enumerate(np.split(value, np.cumsum(lengths)[:-1])):
        _checked(node, array).write(index, part)
    return flow


def _write(node: Any, array: Array, index: Any, value: Any, flow: Any) -> Any:
    _checked(node, array).write(int(index), value)
    return flow


def _element(c: Any) -> TensorShape | None:
    """The elements' shape as the array's own operation tells it; None where that says nothing."""
    source = c.op.inputs[0].op
    if source.type != "TensorArrayV3":
        return None
    shape: TensorShape = source.attributes["element_shape"]
    tells = shape.is_fully_defined() or source.attributes["identical_element_shapes"]
    return shape if tells else None


def _fits(c: Any, shape: TensorShape) -> Any:
    """A flow, once it is checked that elements of this shape can be written."""
    shape.merge_with(_element(c) or TensorShape(None))
    return ()


def _rows_fit(c: Any) -> Any:
    indices, value = c.op.inputs[1].shape, c.op.inputs[2].shape
    if value.rank is None:
        return ()
    indices.merge_with(value[:1])
    return _fits(c, value[1:])


def _stacked(c: Any) -> Any:
    known, indices = _element(c), c.shape(1)
    element = c.attr("element_shape") if known is None else known
    if element.rank is None or indices is None:
        return None
    return (*indices, *element.as_list())


FLOW = np.float32(0)
_ATTRS = {"dtype": any_type(), "element_shape": shape_of(TensorShape(None))}

define(
    "TensorArrayV3",
    "size: int32 -> handle: resource, flow: float32",
    dynamic_size=flag(False),
    clear_after_read=flag(True),
    identical_element_shapes=flag(False),
    tensor_array_name=string(b""),
    shape=infer(lambda c: [(2,), ()]),
    kernel=lambda node, size: (Array(node, int(size)), FLOW),
    stateful=True,
    attributes=_ATTRS,
)
define(
    "TensorArrayGradV3",
    "handle: resource, flow_in: float32 -> grad_handle: resource, flow_out: float32",
    source=string(),
    shape=infer(lambda c: [(2,), ()]),
    kernel=lambda node, array, flow: (array.gradient(node.attrs["source"]), flow),
    stateful=True,
)
define(
    "TensorArrayGradWithShape",
    "handle: resource, flow_in: float32, shape_to_prepend: int32 -> grad_handle: resource, "
    "flow_out: float32",
    source=string(),
    shape=infer(lambda c: [(2,), ()]),
    kernel=lambda node, array, flow, outer: (array.gradient(node.attrs["source"], outer), flow),
    stateful=True,
)
define(
    "TensorArrayWriteV3",
    "handle: resource, index: int32, value: T, flow_in: float32 -> flow_out: float32",
    T=any_type(),
    shape=infer(lambda c: _fits(c, c.op.inputs[2].shape)),
    kernel=_write,
    stateful=True,
)
define(
    "TensorArrayReadV3",
    "handle: resource, index: int32, flow_in: float32 -> value: dtype",
    dtype=any_type(),
    shape=lambda op: _element(Inference(op)) or TensorShape(None),
    kernel=lambda node, array, index, flow: _checked(node, array).read(int(index)),
    stateful=True,
)
define(
    "TensorArrayGatherV3",
    "handle: resource, indices: int32, flow_in: float32 -> value: dtype",
    shape=infer(_stacked),
    kernel=_gather,
    stateful=True,
    attributes=_ATTRS,
)
define(
    "TensorArrayScatterV3",
    "handle: resource, indices: int32, value: T, flow_in: float32 -> flow_out: float32",
    T=any_type(),
    shape=infer(_rows_fit),
    kernel=_scatter,
    stateful=True,
)
define(
    "TensorArrayConcatV3",
    "handle: resource, flow_in: float32 -> value: dtype, lengths: int64",
    dtype=any_type(),
    element_shape_except0=shape_of(TensorShape(None)),
    shape=infer(lambda c: [None, (None,)]),
    kernel=_concat,
    stateful=True,
)
define(
    "TensorArraySplitV3",
    "handle: resource, value: T, lengths: int64, flow_in: float32 -> flow_out: float32",
    T=any_type(),
    shape=infer(lambda c: ()),
    kernel=_split,
    stateful=True,
)
define(
    "TensorArraySizeV3",
    "handle: resource, flow_in: float32 -> size: int32",
    shape=infer(lambda c: ()),
    kernel=lambda node, array, flow: np.int32(len(array.items)),
    stateful=True,
)
define(
    "TensorArrayCloseV3",
    "handle: resource ->",
    shape=nothing,
    kernel=lambda node, array: array.items.clear(),
    stateful=True,
)


no_gradient(
    "TensorArrayV3 TensorArrayGradV3 TensorArrayGradWithShape TensorArraySizeV3 TensorArrayCloseV3"
)
