"""How tensor arrays are written and read in a run.

A handle is the array itself; it lives as long as one run, and keeps the arrays of its gradients.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import KernelFailure, UnimplementedError, invalid
from grader.engine.core.shapes import TensorShape, bracketed


class Array:
    """The elements of a tensor array. gradients: the arrays of its gradients, by source."""

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
        self.nbytes = 0  # of the elements written and not cleared

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
                # An element that is never read gets zeros of its shape as its gradient.
                array.items = [None if item is None else _Zeros(item.shape) for item in self.items]
            self.gradients[source] = array
        return self.gradients[source]

    def write(self, index: int, value: Any) -> None:
        """Sets an element. Each can be written once; gradients are added up."""
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
            value = np.add(old, value)
        elif index in self.cleared:
            raise invalid(
                f"TensorArray {self.name}: Could not write to TensorArray index {index} because it "
                "has already been read."
            )
        self.items[index] = value
        self.nbytes += np.asarray(value).nbytes

    def read(self, index: int) -> Any:
        """An element; with `clear_after_read` it can be read only once."""
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
    """A placeholder for zeros of a shape."""

    def __init__(self, shape: Any):
        self.shape = shape


def _bounded(size: int) -> int:
    if size > 2**24:
        raise invalid(f"a tensor array of {size} elements is too large")
    return int(size)


def _brackets(value: Any) -> str:
    return bracketed(TensorShape(np.shape(value)))


def checked(node: Any, array: Array) -> Array:
    dtype = node.attrs.get("dtype") or node.attrs.get("T")
    if dtype is not None and dtype != array.dtype:
        raise invalid(
            f"TensorArray dtype is {array.dtype.name} but Op requests dtype {dtype.name}."
        )
    return array


def gather(node: Any, array: Array, indices: Any, flow: Any) -> Any:
    values = [checked(node, array).read(int(index)) for index in indices]
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


def scatter(node: Any, array: Array, indices: Any, value: Any, flow: Any) -> Any:
    if np.ndim(value) < 1 or len(value) != len(indices):
        raise invalid(
            f"Expected len(indices) == values.shape[0], but saw: {len(indices)} vs. {len(value)}"
        )
    for index, part in zip(indices, value, strict=True):
        checked(node, array).write(int(index), part)
    return flow


def write(node: Any, array: Array, index: Any, value: Any, flow: Any) -> Any:
    checked(node, array).write(int(index), value)
    return flow
