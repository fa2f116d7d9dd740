"""`tf.TensorArray`: a list of tensors that loops write and read by index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.absent import lacking
from grader.engine.core.shapes import TensorShape, as_shape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Tensor,
    colocate_with,
    control_dependencies,
    device,
    name_scope,
)
from grader.engine.ops.arrays.creation import range as tf_range
from grader.engine.ops.arrays.shapes import shape as shape_tensor
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.public import TensorLike

__all__ = ["TensorArray"]


class TensorArray:
    """A list of tensors that a loop writes and reads by index, as `tf.TensorArray`.

    Each write returns the array to use from then on. size: the number of elements; the array grows if
    dynamic_size. element_shape: of each element. infer_shape: all elements have the same shape, checked
    when written. Raises ValueError for arguments that exclude each other.
    """

    __getattr__ = lacking("tf.TensorArray", "close concat identity split")

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Tensor | None = None,
        flow: Tensor | None = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ):
        if handle is None and size is None:
            raise ValueError("Argument `size` must be provided if handle is not provided.")
        for given, other in (
            (size, "a `handle` and `size`"),
            (element_shape, "`handle` and `element_shape`"),
            (dynamic_size, "`handle` and `dynamic_size`"),
            (clear_after_read, "`handle` and `clear_after_read`"),
            (tensor_array_name, "`handle` and `tensor_array_name`"),
        ):
            if handle is not None and given is not None:
                raise ValueError(f"Cannot provide both {other} arguments at the same time.")
        self.dtype = dtypes.as_dtype(dtype).base_dtype
        self.dynamic_size = bool(dynamic_size)
        self._infer_shape, self._size = infer_shape, size
        # Lists, so that the arrays returned by writes share what is learnt later.
        self._shape = [as_shape(element_shape)]
        self._anchor: list[Tensor] | None = [] if colocate_with_first_write_call else None
        with name_scope(name, "TensorArray", [handle, size, flow]) as scope:
            if handle is not None:
                if flow is None:
                    raise ValueError("flow must not be None if handle is not None.")
                self.handle, self.flow = handle, flow
                return
            with device(None), colocate_with(None, ignore_existing=True):
                self.handle, self.flow = apply(
                    "TensorArrayV3",
                    scope,
                    size=size,
                    dtype=self.dtype,
                    element_shape=as_shape(element_shape),
                    identical_element_shapes=infer_shape,
                    dynamic_size=self.dynamic_size,
                    clear_after_read=clear_after_read is None or clear_after_read,
                    tensor_array_name=tensor_array_name or "",
                )

    @property
    def element_shape(self) -> TensorShape:
        """What is known about the elements' shape."""
        return self._shape[0]

    def _with_flow(self, flow: Tensor) -> TensorArray:
        """The same array, after the operation that `flow` comes from."""
        array = TensorArray(
            self.dtype,
            handle=self.handle,
            flow=flow,
            infer_shape=self._infer_shape,
            colocate_with_first_write_call=self._anchor is not None,
        )
        array.dynamic_size, array._size = self.dynamic_size, self._size
        array._anchor, array._shape = self._anchor, self._shape
        return array

    def _apply(self, kind: str, name: str | None, **arguments: Any) -> Any:
        return apply(
            f"TensorArray{kind}V3", name, handle=self.handle, flow_in=self.flow, **arguments
        )

    def _learn(self, shape: TensorShape) -> None:
        if not shape.is_compatible_with(self.element_shape):
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {self.element_shape} ")
        if self._infer_shape:
            self._shape[0] = self.element_shape.merge_with(shape)

    @contextmanager
    def _where_first_written(self, value: Tensor) -> Iterator[None]:
        if self._anchor is None:
            yield
            return
        self._anchor[:] = self._anchor or [value]
        with colocate_with(self._anchor[0]):
            yield

    def _element(self, value: TensorLike) -> Tensor:
        value = convert_to_tensor(value, name="value", preferred_dtype=self.dtype)
        if value.dtype.base_dtype != self.dtype:
            raise ValueError(
                f"Input {value} has dtype {value.dtype.name}, but expected {self.dtype.name}"
            )
        return value

    def grad(self, source: str, flow: Tensor | None = None, name: str | None = None) -> TensorArray:
        """The array of the gradients for one call of `tf.gradients`."""
        flow = self.flow if flow is None else flow
        with name_scope(name, "TensorArrayGrad", [self.handle]), colocate_with(self.handle):
            handle = apply(
                "TensorArrayGradV3", name, handle=self.handle, flow_in=flow, source=source
            )[0]
            with control_dependencies([handle]):
                flow = identity(flow, name="gradient_flow")
            array = TensorArray(
                self.dtype,
                handle=handle,
                flow=flow,
                infer_shape=self._infer_shape,
                colocate_with_first_write_call=False,
            )
            array._shape = self._shape
            return array

    def read(self, index: TensorLike, name: str | None = None) -> Tensor:
        """The element at `index`."""
        value: Tensor = self._apply("Read", name, index=index, dtype=self.dtype)
        value.set_shape(self.element_shape)
        return value

    def write(self, index: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """The array with `value` at `index`."""
        with name_scope(name, "TensorArrayWrite", [self.handle, index, value]):
            value = self._element(value)
            self._learn(value.shape)
            with self._where_first_written(value):
                return self._with_flow(self._apply("Write", name, index=index, value=value))

    def stack(self, name: str | None = None) -> Tensor:
        """All elements as one tensor, along a new first axis."""
        with colocate_with(self.handle), name_scope(name, "TensorArrayStack", [self.handle]):
            value = self.gather(tf_range(0, self.size()), name=name)
            known = self.element_shape.rank is not None and self._size is not None
            if known and not self.dynamic_size:
                is_tensor = isinstance(self._size, Tensor)
                size = constant_value(self._size) if is_tensor else self._size
                value.set_shape(
                    [None if size is None else int(size), *self.element_shape.as_list()]
                )
            return value

    def gather(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """The elements at `indices` as one tensor."""
        shape = self.element_shape
        value: Tensor = self._apply(
            "Gather", name, indices=indices, dtype=self.dtype, element_shape=shape
        )
        if shape.rank is not None:
            value.set_shape([None, *shape.as_list()])
        return value

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """The array with the rows of `value` as its elements."""
        with name_scope(name, "TensorArrayUnstack", [self.handle, value]):
            count = shape_tensor(value)[0]
            return self.scatter(tf_range(0, count), value, name=name)

    def scatter(
        self, indices: TensorLike, value: TensorLike, name: str | None = None
    ) -> TensorArray:
        """The array with the rows of `value` at `indices`."""
        with name_scope(name, "TensorArrayScatter", [self.handle, value, indices]):
            value = self._element(value)
            self._learn(value.shape[1:])
            with self._where_first_written(value):
                return self._with_flow(self._apply("Scatter", name, indices=indices, value=value))

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements."""
        if not self.dynamic_size and self._size is not None:
            return convert_to_tensor(self._size, dtypes.int32)
        size: Tensor = self._apply("Size", name)
        return size
